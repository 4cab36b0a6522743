import Glibc
import Rendering
import WaylandServer

/// Takes the pictures of a film from the service, and passes them on whole: where the service goes in the middle of one, the one before it
/// is the last, and is shown until then.
final class FilmRelay {
  /// Where the video goes; −1 once it was closed.
  private var sink: Int32
  private let source: Int32
  private let loop: EventLoop
  private var reading: EventSource?
  private var writing: EventSource?
  private var headerLength: Int
  /// What has come of the next picture.
  private var next: [UInt8] = []
  /// The last whole picture.
  private var last: [UInt8] = []
  /// What is still to be passed on.
  private var queue: [[UInt8]] = []
  private var written = 0
  private var buffer = [UInt8](repeating: 0, count: 1 << 18)
  /// Whether the service writes no more.
  private(set) var isOver = false
  /// Why the sink takes no more; 0 where it does.
  private(set) var error: Int32 = 0

  /// Passes on a stream that begins with `headerLength` bytes from `source` to `sink`, which it owns from here on.
  init(from source: Int32, to sink: Int32, headerLength: Int, on loop: EventLoop) {
    (self.source, self.sink, self.loop, self.headerLength) = (source, sink, loop, headerLength)
    for end in [source, sink] {
      _ = fcntl(end, F_SETFL, fcntl(end, F_GETFL) | O_NONBLOCK)
      // as much as a pipe may hold: fewer turns for a picture
      _ = fcntl(end, Self.setPipeSize, 1 << 20)
    }
    read()
  }

  deinit {
    reading?.remove()
    writing?.remove()
    Glibc.close(source)
    closeSink()
  }

  /// Whoever reads the sink sees the end.
  func closeSink() {
    writing = nil
    if sink >= 0 { Glibc.close(sink) }
    sink = -1
  }

  /// F_SETPIPE_SZ, which Swift does not see.
  private static let setPipeSize: Int32 = 1031

  /// Whether all that came was passed on.
  var isDone: Bool { isOver && queue.isEmpty }

  /// The service is gone: the last picture is shown until `nanoseconds`.
  func close(at nanoseconds: UInt64) {
    guard !last.isEmpty, MatroskaStream.time(of: last) < nanoseconds else { return }
    pass(MatroskaStream.again(last, at: nanoseconds))
  }

  private func read() {
    reading = reading ?? loop.add(fileDescriptor: source) { [unowned self] _ in take() }
  }

  private func take() {
    while queue.isEmpty, error == 0 {
      let count = unsafe Glibc.read(source, &buffer, buffer.count)
      if count < 0, errno == EINTR { continue }
      if count < 0, errno == EAGAIN { return }
      guard count > 0 else { return end() }
      add(buffer[..<count])
    }
    // the rest waits until the sink has taken this
    reading = nil
  }

  private func add(_ bytes: ArraySlice<UInt8>) {
    var bytes = bytes
    if headerLength > 0 {
      let part = bytes.prefix(headerLength)
      headerLength -= part.count
      bytes = bytes.dropFirst(part.count)
      pass(Array(part))
    }
    while !bytes.isEmpty {
      // a picture's length stands at its beginning
      let missing = max(0, MatroskaStream.headLength - next.count)
      next += bytes.prefix(missing)
      bytes = bytes.dropFirst(missing)
      guard next.count >= MatroskaStream.headLength else { return }
      guard let length = MatroskaStream.length(ofPicture: next) else { return fail(EPROTO) }
      next.reserveCapacity(length)
      let rest = bytes.prefix(length - next.count)
      next += rest
      bytes = bytes.dropFirst(rest.count)
      guard next.count == length else { return }
      last = next
      next = []
      pass(last)
    }
  }

  private func end() {
    reading = nil
    isOver = true
  }

  private func pass(_ bytes: [UInt8]) {
    queue.append(bytes)
    if writing == nil { flush() }
  }

  private func flush() {
    while let bytes = queue.first {
      let count = unsafe bytes.withUnsafeBytes { unsafe write(sink, $0.baseAddress! + written, $0.count - written) }
      if count < 0 {
        if errno == EINTR { continue }
        guard errno == EAGAIN else { return fail(errno) }
        writing = writing ?? loop.add(fileDescriptor: sink, for: .writable) { [unowned self] _ in flush() }
        return
      }
      written += count
      if written == bytes.count {
        queue.removeFirst()
        written = 0
      }
    }
    writing = nil
    if !isOver { read() }
  }

  private func fail(_ code: Int32) {
    error = code
    queue = []
    writing = nil
    end()
  }
}
