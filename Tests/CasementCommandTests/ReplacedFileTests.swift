import Glibc
import Testing

@testable import CasementCommand

@Suite struct ReplacedFileTests {
  let directory = TemporaryDirectory()

  @Test func itIsReplacedWholeAndLeavesNothingBeside() throws {
    let file = try ReplacedFile(path: "\(directory.path)/a.png")
    #expect(directory.names == [])
    try file.replace(with: Array("one".utf8))
    try file.replace(with: Array("two".utf8))
    #expect(directory.read("a.png") == "two")
    #expect(directory.names == ["a.png"])
    var status = stat()
    #expect(unsafe stat("\(directory.path)/a.png", &status) == 0)
    #expect(status.st_mode & 0o600 == 0o600)
  }

  @Test func whatCannotBeWrittenIsKnownBefore() {
    for (path, reason) in [("/nonexistent/a.png", "No such file"), (directory.path, "is a directory"), ("/proc/a.png", "cannot write")] {
      let error = #expect(throws: Failure.self) { try ReplacedFile(path: path) }
      #expect(error?.message.contains(reason) == true)
    }
  }

  @Test func aDeviceIsWrittenToAndStays() throws {
    try ReplacedFile(path: "/dev/null").replace(with: [1])
    var status = stat()
    #expect(unsafe stat("/dev/null", &status) == 0)
    #expect(status.st_mode & S_IFMT == S_IFCHR)
  }
}
