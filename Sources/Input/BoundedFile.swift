import Glibc

/// Reads files of the system that may be anything.
enum BoundedFile {
  /// The bytes of the regular file at `path`; nil where there is none, it cannot be read, or it has more than `limit` bytes.
  static func read(_ path: String, limit: Int) -> [UInt8]? {
    guard !path.utf8.contains(0) else { return nil }
    // Opening a FIFO for reading would wait for its writer.
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { return nil }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0, status.st_mode & S_IFMT == S_IFREG, status.st_size <= limit else { return nil }
    let size = Int(status.st_size)
    var done = 0
    var bytes = [UInt8](repeating: 0, count: size)
    while done < size {
      let offset = done
      let count = unsafe bytes.withUnsafeMutableBytes { raw in
        unsafe Glibc.read(descriptor, raw.baseAddress! + offset, size - offset)
      }
      if count < 0, errno == EINTR { continue }
      guard count > 0 else { break }
      done += count
    }
    bytes.removeLast(size - done)
    return bytes
  }
}
