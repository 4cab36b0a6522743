import Glibc

/// A file that is replaced as a whole: its new content is written beside it and then takes its place.
///
/// Making one finds out whether that can work, before anything else is done; it leaves nothing behind unless `replace` succeeded.
struct ReplacedFile {
  /// The path as it was given.
  let path: String

  /// The file at `path`.
  ///
  /// - Throws: a failure that says why nothing can be written there.
  init(path: String) throws(Failure) {
    self.path = path
    var status = stat()
    if unsafe stat(path, &status) == 0 {
      if status.st_mode & S_IFMT == S_IFDIR { throw Failure("cannot write \(path): it is a directory") }
      // Devices and pipes are written to; they cannot be replaced.
      if status.st_mode & S_IFMT != S_IFREG {
        guard unsafe access(path, W_OK) == 0 else { throw Failure("cannot write \(path): \(System.reason())") }
        return
      }
    }
    let (descriptor, temporary) = try makeTemporary()
    close(descriptor)
    unsafe unlink(temporary)
  }

  /// Removes what stands there from before, where that is a file: what is not made anew must not be taken for new.
  func removeOld() {
    if isReplaceable { unsafe unlink(path) }
  }

  private var isReplaceable: Bool {
    var status = stat()
    return unsafe stat(path, &status) != 0 || status.st_mode & S_IFMT == S_IFREG
  }

  private func makeTemporary() throws(Failure) -> (descriptor: Int32, path: String) {
    let directory = path.lastIndex(of: "/").map { String(path[...$0]) } ?? ""
    var template = Array("\(directory).casement-XXXXXX".utf8CString)
    let descriptor = unsafe mkstemp(&template)
    guard descriptor >= 0 else { throw Failure("cannot write \(path): \(System.reason())") }
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    return (descriptor, String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self))
  }

  /// Makes `bytes` the content of the file.
  ///
  /// - Throws: a failure that says what went wrong; the file is then as it was.
  func replace(with bytes: [UInt8]) throws(Failure) {
    guard isReplaceable else { return try write(bytes) }
    let (descriptor, temporary) = try makeTemporary()
    // As open(2) would: what the user's mask leaves of 0666.
    let mask = umask(0)
    umask(mask)
    let isWritten = Output.write(bytes, to: descriptor) && fchmod(descriptor, 0o666 & ~mask) == 0
    let isClosed = close(descriptor) == 0
    guard isWritten, isClosed, unsafe rename(temporary, path) == 0 else {
      let reason = System.reason()
      unsafe unlink(temporary)
      throw Failure("cannot write \(path): \(reason)")
    }
  }

  private func write(_ bytes: [UInt8]) throws(Failure) {
    let descriptor = unsafe open(path, O_WRONLY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Failure("cannot write \(path): \(System.reason())") }
    defer { close(descriptor) }
    guard Output.write(bytes, to: descriptor) else { throw Failure("cannot write \(path): \(System.reason())") }
  }
}
