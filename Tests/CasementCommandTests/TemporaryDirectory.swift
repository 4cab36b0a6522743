import Glibc

@testable import CasementCommand

/// A directory that goes with its owner.
final class TemporaryDirectory {
  let path: String

  init() {
    var template = Array("/tmp/casement-command-test-XXXXXX".utf8CString)
    precondition(unsafe mkdtemp(&template) != nil, "there is no place for a test's files")
    path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  deinit { RuntimeDirectory.removeTree(path) }

  func write(_ text: String, to name: String, mode: mode_t = 0o644) {
    let descriptor = unsafe open("\(path)/\(name)", O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, mode)
    precondition(Output.write(Array(text.utf8), to: descriptor), "a test's file cannot be written")
    close(descriptor)
  }

  func read(_ name: String) -> String? { readFile("\(path)/\(name)") }

  func bytes(_ name: String) -> [UInt8]? { readBytes("\(path)/\(name)") }

  var names: [String] { DirectoryEntries(path).sorted() }
}

/// The text of a file; nil where it is not there.
func readFile(_ path: String) -> String? { readBytes(path).map { String(decoding: $0, as: UTF8.self) } }

/// The bytes of a file; nil where it is not there.
func readBytes(_ path: String) -> [UInt8]? {
  let descriptor = unsafe open(path, O_RDONLY | O_CLOEXEC)
  guard descriptor >= 0 else { return nil }
  defer { close(descriptor) }
  var bytes: [UInt8] = []
  var buffer = [UInt8](repeating: 0, count: 4096)
  while true {
    let count = unsafe Glibc.read(descriptor, &buffer, buffer.count)
    if count <= 0 { return bytes }
    bytes += buffer.prefix(count)
  }
}
