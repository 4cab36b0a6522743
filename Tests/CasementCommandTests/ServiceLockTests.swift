import Testing

@testable import CasementCommand

@Suite struct ServiceLockTests {
  @Test func aNameIsHadByOneAtATime() throws {
    let directory = TemporaryDirectory()
    let lock = try #require(try ServiceLock(name: "w", in: directory.path))
    #expect(try ServiceLock(name: "w", in: directory.path) == nil)
    #expect(try ServiceLock(name: "v", in: directory.path) != nil)
    lock.release()
    #expect(directory.names == [])
    #expect(try ServiceLock(name: "w", in: directory.path) != nil)
  }

  @Test func whatAKilledServiceLeftIsReplaced() throws {
    let directory = TemporaryDirectory()
    for name in ["w", "w.lock", "w.control", "v"] { directory.write("", to: name) }
    let lock = try #require(try ServiceLock(name: "w", in: directory.path))
    #expect(directory.names == ["v", "w.lock"])
    lock.release()
  }
}
