internal import CShm
internal import Glibc

/// Memory that a test's client shares with the service.
package enum SharedFile {
  /// A file of `size` bytes, written by `fill`. The descriptor is the caller's to close.
  ///
  /// - Parameter name: by which the file is known among a process's descriptors.
  package static func make(size: Int, name: String = "casement-test", _ fill: (UnsafeMutableRawPointer) -> Void) -> Int32 {
    let descriptor = unsafe name.withCString { unsafe casement_shm_create($0, size) }
    precondition(descriptor >= 0, "the system has no memory left")
    guard size > 0 else { return descriptor }
    let memory = unsafe mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)!
    unsafe fill(memory)
    unsafe munmap(memory, size)
    return descriptor
  }
}
