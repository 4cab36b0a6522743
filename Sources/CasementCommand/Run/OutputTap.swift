import Glibc
import WaylandServer

/// Passes on what a command writes, and lets somebody read along.
///
/// It never waits: while whoever gets the output does not read, nothing is taken from the command, which then waits as it would without us.
final class OutputTap {
  /// The end that the command gets; closed by `close` once the command has it.
  private(set) var input: Int32
  private let source: Int32
  private let target: Int32
  private let loop: EventLoop
  private let heard: ([UInt8]) -> Void
  private var reading: EventSource?
  private var writing: EventSource?

  /// Bytes that are read at once: a pipe that can be written to takes so many.
  private static let portion = 4096

  /// A tap in front of the descriptor `target`; `heard` gets all that passes.
  init(before target: Int32, on loop: EventLoop, heard: @escaping ([UInt8]) -> Void) throws(Failure) {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else { throw Failure("cannot make a pipe: \(System.reason())", status: 125) }
    (source, input) = (ends[0], ends[1])
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    _ = fcntl(source, F_SETFL, O_NONBLOCK)
    self.target = target
    self.loop = loop
    self.heard = heard
    reading = loop.add(fileDescriptor: source) { [unowned self] _ in pass() }
  }

  deinit {
    reading?.remove()
    writing?.remove()
    close(source)
    closeInput()
  }

  /// Closes the command's end, which the command has.
  func closeInput() {
    if input >= 0 { close(input) }
    input = -1
  }

  private func pass() {
    guard isWritable else { return waitForReader() }
    // nobody writes any more
    if take() == 0 { reading = nil }
  }

  /// Passes on all that is left, waiting for whoever gets it: the command has ended.
  func finish() {
    while true {
      let count = take()
      guard count > 0 || count < 0 && errno == EINTR else { return }
    }
  }

  /// Passes on one portion. - Returns: what read(2) does.
  private func take() -> Int {
    var buffer = [UInt8](repeating: 0, count: Self.portion)
    let count = unsafe read(source, &buffer, buffer.count)
    guard count > 0 else { return count }
    let bytes = Array(buffer[..<count])
    heard(bytes)
    // where whoever got the output has gone, the command need not know
    _ = Output.write(bytes, to: target)
    return count
  }

  private var isWritable: Bool {
    var watched = pollfd(fd: target, events: Int16(POLLOUT), revents: 0)
    return unsafe poll(&watched, 1, 0) != 0
  }

  /// Goes on when the reader takes something.
  private func waitForReader() {
    reading = nil
    writing = loop.add(fileDescriptor: target, for: .writable) { [unowned self] _ in
      writing = nil
      reading = loop.add(fileDescriptor: source) { [unowned self] _ in pass() }
    }
  }
}
