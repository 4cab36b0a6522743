import Glibc

/// A directory with files that goes with its owner.
final class TemporaryDirectory {
  let path: String

  init() {
    var template = Array("/tmp/casement-test-XXXXXX".utf8CString)
    precondition(unsafe mkdtemp(&template) != nil, "there is no place for a test's files")
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { Self.remove(path) }

  private static func remove(_ path: String) {
    if let stream = unsafe opendir(path) {
      while let entry = unsafe readdir(stream) {
        let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) {
          unsafe $0.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
        }
        if name != ".", name != ".." { remove("\(path)/\(name)") }
      }
      unsafe closedir(stream)
    }
    if unsafe unlink(path) != 0 { unsafe rmdir(path) }
  }

  /// Makes a file of `bytes`.
  func write(_ bytes: [UInt8], to name: String) {
    let descriptor = unsafe open("\(path)/\(name)", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644)
    precondition(unsafe Glibc.write(descriptor, bytes, bytes.count) == bytes.count, "a test's file cannot be written")
    close(descriptor)
  }
}
