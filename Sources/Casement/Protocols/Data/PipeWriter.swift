internal import Glibc
internal import WaylandServer

/// Bytes on their way into a pipe, as fast as its reader takes them.
final class PipeWriter {
  /// The number of the client that reads it; 0: nobody of ours.
  let reader: UInt64
  private let bytes: [UInt8]
  private var sent = 0
  private let file: OwnedFileDescriptor
  private var watch: EventSource?

  /// The most bytes in one turn of the loop, so that a quick reader does not keep everybody else waiting.
  private static let turn = 1 << 18

  /// Makes the file non-blocking: whoever shares the description writes nothing to it.
  init(_ bytes: [UInt8], _ file: consuming OwnedFileDescriptor, for reader: UInt64) {
    self.bytes = bytes
    self.reader = reader
    self.file = file
    let flags = fcntl(self.file.borrowed, F_GETFL)
    _ = fcntl(self.file.borrowed, F_SETFL, flags | O_NONBLOCK)
  }

  /// Writes what can be written now. - Returns: whether that was the last of it, or nobody reads it any more.
  func run() -> Bool {
    let end = min(bytes.count, sent + Self.turn)
    while sent < end {
      let count = unsafe bytes.withUnsafeBytes { buffer in
        withoutBrokenPipeSignal { unsafe Glibc.write(file.borrowed, buffer.baseAddress! + sent, end - sent) }
      }
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN { return false }
      guard count > 0 else { return true }
      sent += count
    }
    return sent == bytes.count
  }

  /// Calls `ready` whenever more can be written.
  func wait(in loop: EventLoop, _ ready: @escaping () -> Void) {
    watch = loop.add(fileDescriptor: file.borrowed, for: .writable) { _ in ready() }
  }
}

/// Runs a write. Where nobody reads any more it fails with `EPIPE`; the signal that comes with it would end the whole program, which is
/// not ours to decide, so this thread takes it away unseen.
private func withoutBrokenPipeSignal(_ write: () -> Int) -> Int {
  var pipeSignal = sigset_t()
  var before = sigset_t()
  var pending = sigset_t()
  unsafe sigemptyset(&pipeSignal)
  unsafe sigaddset(&pipeSignal, SIGPIPE)
  unsafe sigpending(&pending)
  let wasPending = unsafe sigismember(&pending, SIGPIPE) == 1
  unsafe pthread_sigmask(SIG_BLOCK, &pipeSignal, &before)
  let count = write()
  let number = errno
  if count < 0, number == EPIPE, !wasPending {
    var now = timespec()
    unsafe sigtimedwait(&pipeSignal, nil, &now)
  }
  unsafe pthread_sigmask(SIG_SETMASK, &before, nil)
  errno = number
  return count
}
