import Glibc

/// A pipe through which one client gives data to another, in a test.
final class DataPipe {
  private let readEnd: Int32
  /// What is passed to the other side; `closeWriteEnd` afterwards.
  let writeEnd: Int32
  private var isWriteEndOpen = true
  private(set) var bytes: [UInt8] = []

  init() {
    var ends: [Int32] = [-1, -1]
    precondition(unsafe pipe(&ends) == 0, "the system has no pipes left")
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    (readEnd, writeEnd) = (ends[0], ends[1])
    _ = fcntl(readEnd, F_SETFL, O_NONBLOCK)
  }

  deinit {
    close(readEnd)
    closeWriteEnd()
  }

  func closeWriteEnd() {
    if isWriteEndOpen { close(writeEnd) }
    isWriteEndOpen = false
  }

  /// Reads what there is. - Returns: whether the end was reached, so that nobody holds the write end any more.
  ///
  /// - Parameter patience: milliseconds that the end may take: a program that another test is about to start holds every descriptor
  ///   between its fork and its exec.
  @discardableResult
  func drain(patience: Int32 = 2000) -> Bool {
    closeWriteEnd()
    var buffer = [UInt8](repeating: 0, count: 65536)
    while true {
      let count = unsafe read(readEnd, &buffer, buffer.count)
      if count < 0 {
        var watched = pollfd(fd: readEnd, events: Int16(POLLIN), revents: 0)
        guard errno == EAGAIN, unsafe poll(&watched, 1, patience) == 1 else { return false }
        continue
      }
      if count == 0 { return true }
      bytes += buffer[..<count]
    }
  }

  var text: String { String(decoding: bytes, as: UTF8.self) }

  /// Writes everything into a descriptor that a source was sent, and closes it.
  static func answer(_ descriptor: Int32, _ text: String) {
    let bytes = Array(text.utf8)
    precondition(unsafe write(descriptor, bytes, bytes.count) == bytes.count, "a pipe takes a few bytes at once")
    close(descriptor)
  }
}
