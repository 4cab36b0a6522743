internal import CWLCS
internal import Glibc

/// Something that one thread says to another once: it can be waited for, and watched by an event loop.
final class Signal: Sendable {
  /// Readable once the signal was raised.
  let fileDescriptor: Int32

  init() {
    fileDescriptor = eventfd(0, Int32(EFD_CLOEXEC))
    precondition(fileDescriptor >= 0, "the system has no descriptors left")
  }

  deinit { close(fileDescriptor) }

  func raise() {
    var one: UInt64 = 1
    unsafe write(fileDescriptor, &one, 8)
  }

  /// Blocks until it was raised, and takes it back.
  func wait() {
    var count: UInt64 = 0
    while unsafe read(fileDescriptor, &count, 8) < 0, errno == EINTR {}
  }
}
