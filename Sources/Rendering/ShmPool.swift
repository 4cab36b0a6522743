import CShm
import Glibc
import Scene
import Synchronization

/// Memory that a client shares by a file: what a `wl_shm_pool` stands for. It lives as long as a buffer in it.
@safe
package final class ShmPool {
  /// The bytes that are mapped.
  package private(set) var size: Int
  /// The file; the pool closes it in the end.
  package let fileDescriptor: Int32
  /// Whether the file allowed to be written; a pool that does not can only be read.
  package let isWritable: Bool
  /// Whether memory was found gone: then what is mapped are zeros, for good.
  package var hasFaulted: Bool { faulted.load(ordering: .relaxed) }
  /// Several threads may draw from one pool at once.
  private let faulted = Atomic<Bool>(false)
  private var base: UnsafeMutableRawPointer

  /// Maps `size` bytes of a file. The pool owns the file descriptor, and has closed it where it throws.
  ///
  /// The file may be shorter: only touching what it does not cover is a fault.
  package init(fileDescriptor: Int32, size: Int) throws(ShmError) {
    guard size > 0 else {
      close(fileDescriptor)
      throw .badPoolSize(size)
    }
    var writable = true
    var mapping = unsafe mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, fileDescriptor, 0)
    if unsafe mapping == MAP_FAILED {
      writable = false
      unsafe mapping = mmap(nil, size, PROT_READ, MAP_SHARED, fileDescriptor, 0)
    }
    guard let base = unsafe mapping, unsafe mapping != MAP_FAILED else {
      let number = errno
      close(fileDescriptor)
      throw .system(errno: number)
    }
    self.size = size
    self.fileDescriptor = fileDescriptor
    isWritable = writable
    unsafe self.base = base
    casement_shm_guard_retain()
  }

  /// A new file of `size` zeros without a name in the file system, for a pool of our own; the caller closes it or hands it to a pool.
  package static func makeFile(size: Int) throws(ShmError) -> Int32 {
    let file = unsafe casement_shm_create("casement", size)
    guard file >= 0 else { throw .system(errno: errno) }
    return file
  }

  deinit {
    unsafe munmap(base, size)
    close(fileDescriptor)
    casement_shm_guard_release()
  }

  /// Maps more of the file; buffers stay where they are in it.
  ///
  /// - Throws: `badPoolSize` where `newSize` is less than the present one; `system` where the memory cannot be had, and then
  ///   nothing changed.
  package func resize(to newSize: Int) throws(ShmError) {
    guard newSize >= size else { throw .badPoolSize(newSize) }
    if newSize == size { return }
    guard let moved = unsafe casement_shm_grow(base, size, newSize) else {
      throw .system(errno: errno)
    }
    unsafe base = moved
    size = newSize
  }

  /// Whether the client can never shrink the file again.
  package var isSealedAgainstShrinking: Bool { casement_shm_is_sealed_against_shrinking(fileDescriptor) }

  /// Whether the file has all of `length` bytes from `offset` on at this moment.
  package func fileCovers(offset: Int, length: Int) -> Bool {
    var status = stat()
    guard unsafe fstat(fileDescriptor, &status) == 0 else { return false }
    let end = offset.addingReportingOverflow(length)
    return offset >= 0 && !end.overflow && end.partialValue <= Int(status.st_size)
  }

  /// Calls `body` with the pool's first byte, safe from what the client does to its file meanwhile.
  func withMemory(_ body: (UnsafeMutableRawPointer) -> Void) throws(PixelFault) {
    if hasFaulted { throw PixelFault() }
    var entered = unsafe casement_shm_guard()
    unsafe withUnsafeMutablePointer(to: &entered) { entered in
      unsafe casement_shm_guard_enter(entered, base, size)
      unsafe body(base)
      if unsafe casement_shm_guard_leave(entered) { faulted.store(true, ordering: .relaxed) }
    }
    if hasFaulted { throw PixelFault() }
  }
}
