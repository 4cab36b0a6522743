import Glibc

/// Whole files, read at once.
enum FileContent {
  /// The bytes of the file at `path`; “-” is standard input.
  ///
  /// - Throws: a failure that says why it cannot be read, or that it has more than `limit` bytes.
  static func read(_ path: String, atMost limit: Int = 1 << 30) throws(Failure) -> [UInt8] {
    let descriptor = path == "-" ? 0 : unsafe open(path, O_RDONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Failure("cannot read \(path): \(System.reason())") }
    defer { if descriptor > 0 { close(descriptor) } }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while true {
      let count = unsafe Glibc.read(descriptor, &buffer, buffer.count)
      if count == 0 { return bytes }
      if count < 0 {
        if errno == EINTR { continue }
        throw Failure("cannot read \(path): \(System.reason())")
      }
      bytes += buffer[..<count]
      guard bytes.count <= limit else { throw Failure("cannot read \(path): it has more than \(limit) bytes") }
    }
  }
}
