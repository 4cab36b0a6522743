internal import Glibc
internal import WaylandServer

/// Bytes that somebody writes into a pipe of ours, collected until the other end is closed: bounded in size and in real time.
final class PipeReader {
  private let file: OwnedFileDescriptor
  private let limit: Int
  private var bytes: [UInt8] = []
  private var watch: EventSource?
  private var timer: TimerSource?
  private var completion: ((Result<[UInt8], ClipboardError>) -> Void)?

  /// The most bytes in one turn of the loop, so that a quick writer does not keep everybody else waiting.
  private static let turn = 1 << 18
  private static let piece = 1 << 16

  init(_ file: consuming OwnedFileDescriptor, limit: Int) {
    self.file = file
    self.limit = limit
    _ = fcntl(self.file.borrowed, F_SETFL, O_NONBLOCK)
  }

  /// Collects until the end, and calls `completion` once.
  func begin(in loop: EventLoop, within milliseconds: Int, _ completion: @escaping (Result<[UInt8], ClipboardError>) -> Void) {
    self.completion = completion
    watch = loop.add(fileDescriptor: file.borrowed) { [unowned self] _ in self.readSome() }
    let timer = loop.makeTimer { [unowned self] in self.finish(.failure(.timedOut(milliseconds: milliseconds))) }
    timer.arm(afterMilliseconds: milliseconds)
    self.timer = timer
  }

  private func readSome() {
    let start = bytes.count
    while bytes.count - start < Self.turn {
      let count = unsafe withUnsafeTemporaryAllocation(byteCount: Self.piece, alignment: 1) { buffer in
        let count = unsafe Glibc.read(file.borrowed, buffer.baseAddress, Self.piece)
        if count > 0 { unsafe bytes.append(contentsOf: UnsafeRawBufferPointer(rebasing: buffer[..<count])) }
        return count
      }
      if count == 0 { return finish(.success(bytes)) }
      if count < 0 {
        let number = errno
        if number == EINTR { continue }
        if number != EAGAIN { finish(.failure(.system(errno: number))) }
        return
      }
      if bytes.count > limit { return finish(.failure(.tooLarge(limit: limit))) }
    }
  }

  /// Ends the collecting, and tells how.
  func finish(_ result: Result<[UInt8], ClipboardError>) {
    guard let completion else { return }
    self.completion = nil
    watch?.remove()
    timer?.disarm()
    completion(result)
  }
}
