internal import CShm
internal import Glibc

/// Memory that a test's client shares with the service.
package enum SharedFile {
  /// A file of `size` bytes, written by `fill`. The descriptor is the caller's to close.
  package static func make(size: Int, _ fill: (UnsafeMutableRawPointer) -> Void) -> Int32 {
    let descriptor = unsafe casement_shm_create("casement-test", size)
    precondition(descriptor >= 0, "the system has no memory left")
    guard size > 0 else { return descriptor }
    let memory = unsafe mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, descriptor, 0)!
    unsafe fill(memory)
    unsafe munmap(memory, size)
    return descriptor
  }
}
