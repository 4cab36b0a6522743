import CasementControl
import Glibc
import Testing

@testable import CasementCommand

@Suite struct RuntimeDirectoryTests {
  let base = TemporaryDirectory()

  @Test func itIsPrivateUniqueAndGoesWithAllThatIsInIt() throws {
    let first = try RuntimeDirectory(bases: [base.path], socketName: "w")
    let second = try RuntimeDirectory(bases: [base.path], socketName: "w")
    #expect(first.path != second.path)
    var status = stat()
    #expect(unsafe stat(first.path, &status) == 0)
    #expect(status.st_mode & 0o777 == 0o700)
    unsafe mkdir("\(first.path)/a", 0o700)
    unsafe symlink("/", "\(first.path)/a/root")
    unsafe chmod("\(first.path)/a", 0)
    first.remove()
    #expect(base.names == [String(second.path.dropFirst(base.path.count + 1))])
    second.remove()
    #expect(base.names == [])
  }

  @Test func whatAKilledRunLeftIsSweptAndWhatIsInUseIsNot() throws {
    let used = try RuntimeDirectory(bases: [base.path], socketName: "w")
    let left = "\(base.path)/\(ServiceDirectories.runPrefix)left"
    unsafe mkdir(left, 0o700)
    base.write("", to: "\(ServiceDirectories.runPrefix)left/lock")
    base.write("", to: "\(ServiceDirectories.runPrefix)left/w.control")
    // Without a lock it is nobody's that we know.
    unsafe mkdir("\(base.path)/\(ServiceDirectories.runPrefix)other", 0o700)
    unsafe mkdir("\(base.path)/unrelated", 0o700)
    // One that is being made now.
    unsafe mkdir("\(base.path)/.casement-new-abcdef", 0o700)
    RuntimeDirectory.sweep(base.path)
    #expect(
      base.names
        == [
          ".casement-new-abcdef", String(used.path.dropFirst(base.path.count + 1)), "\(ServiceDirectories.runPrefix)other", "unrelated",
        ].sorted())
  }

  @Test func aBaseThatDoesNotWorkIsPassedOver() throws {
    let long = base.path + "/" + String(repeating: "x", count: 90)
    unsafe mkdir(long, 0o700)
    let directory = try RuntimeDirectory(bases: ["/nonexistent", long, base.path], socketName: "w")
    #expect(directory.path.hasPrefix(base.path + "/casement-run-"))
    let error = #expect(throws: Failure.self) { try RuntimeDirectory(bases: ["/nonexistent", long], socketName: "w") }
    #expect(error?.status == 125)
    #expect(error?.message.contains("/nonexistent: No such file or directory") == true)
    #expect(error?.message.contains("too long") == true)
  }

  @Test func basesAreTheRuntimeDirectoryAndThenTemporaryOnes() {
    let own = base.path
    #expect(RuntimeDirectory.bases { ["XDG_RUNTIME_DIR": own, "TMPDIR": "/var/tmp/"][$0] } == [own, "/var/tmp", "/tmp"])
    #expect(RuntimeDirectory.bases { ["XDG_RUNTIME_DIR": "/nonexistent", "TMPDIR": "relative"][$0] } == ["/tmp"])
    // Others may write there.
    unsafe chmod(own, 0o777)
    #expect(RuntimeDirectory.bases { ["XDG_RUNTIME_DIR": own][$0] } == ["/tmp"])
  }
}
