import Glibc

/// A directory with files that goes with its owner.
final class TemporaryDirectory {
  let path: String
  private var names: [String] = []

  init() {
    var template = Array("/tmp/casement-test-XXXXXX".utf8CString)
    precondition(unsafe mkdtemp(&template) != nil, "there is no place for a test's files")
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit {
    for name in names { unsafe unlink("\(path)/\(name)") }
    unsafe rmdir(path)
  }

  /// Makes a file of `bytes`.
  func write(_ bytes: [UInt8], to name: String) {
    names.append(name)
    let descriptor = unsafe open("\(path)/\(name)", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    precondition(unsafe Glibc.write(descriptor, bytes, bytes.count) == bytes.count, "a test's file cannot be written")
    close(descriptor)
  }
}
