import Glibc

/// Reads files of the system that may be anything.
package enum BoundedFile {
  /// The bytes of the regular file at `path`; nil where there is none, it cannot be read, or it has more than `limit` bytes.
  static func read(_ path: String, limit: Int) -> [UInt8]? { try? contents(of: path, limit: limit) }

  /// The bytes of the regular file at `path`.
  ///
  /// - Throws: why they are not there, or not read.
  package static func contents(of path: String, limit: Int) throws(FileError) -> [UInt8] {
    guard !path.utf8.contains(0) else { throw .notAFile }
    // Opening a FIFO for reading would wait for its writer.
    let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC | O_NONBLOCK)
    guard descriptor >= 0 else { throw .system(SystemCallError("open")) }
    defer { close(descriptor) }
    var status = stat()
    guard unsafe fstat(descriptor, &status) == 0 else { throw .system(SystemCallError("fstat")) }
    guard status.st_mode & S_IFMT == S_IFREG else { throw .notAFile }
    guard status.st_size <= limit else { throw .tooLarge(limit: limit) }
    let size = Int(status.st_size)
    var done = 0
    var bytes = [UInt8](repeating: 0, count: size)
    while done < size {
      let offset = done
      let count = unsafe bytes.withUnsafeMutableBytes { raw in
        unsafe Glibc.read(descriptor, raw.baseAddress! + offset, size - offset)
      }
      if count < 0, errno == EINTR { continue }
      guard count >= 0 else { throw .system(SystemCallError("read")) }
      if count == 0 { break }
      done += count
    }
    bytes.removeLast(size - done)
    return bytes
  }
}
