import Glibc
import WaylandServer

/// What a helper of a run writes: kept, and shown only where the helper fails.
final class HeldOutput {
  /// The end that the helper gets; closed by `closeInput` once the helper has it.
  private(set) var input: Int32
  private let source: Int32
  private var reading: EventSource?
  private var text: [UInt8] = []

  /// Bytes that are kept: the last ones.
  private static let limit = 16 << 10

  /// Keeps what is written to `input`.
  init(on loop: EventLoop) throws(Failure) {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { throw Failure("cannot make a pipe: \(System.reason())", status: 125) }
    (source, input) = (ends[0], ends[1])
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    _ = fcntl(source, F_SETFL, O_NONBLOCK)
    reading = loop.add(fileDescriptor: source) { [unowned self] _ in take() }
  }

  deinit {
    reading?.remove()
    close(source)
    closeInput()
  }

  /// Closes the helper's end, which the helper has.
  func closeInput() {
    if input >= 0 { close(input) }
    input = -1
  }

  /// Takes all that is there.
  private func take() {
    var buffer = [UInt8](repeating: 0, count: 4096)
    while true {
      let count = unsafe read(source, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      // nobody writes any more
      if count == 0 { reading = nil }
      guard count > 0 else { break }
      text += buffer[..<count]
    }
    if text.count > Self.limit { text.removeFirst(text.count - Self.limit) }
  }

  /// What was written since this was asked last, and is still kept.
  func taken() -> String {
    take()
    defer { text = [] }
    return String(decoding: text, as: UTF8.self)
  }
}
