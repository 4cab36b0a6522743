import Glibc
import Testing
import WaylandServer

@testable import Casement
@testable import CasementControl

@Suite struct ControlServerTests {
  /// A server on its own loop, in a directory of its own.
  final class Fixture {
    let loop = EventLoop()
    let backend = FakeBackend()
    let directory: String
    let path: String
    var server: ControlServer!

    init() throws {
      var template = Array("/tmp/casement-control-test-XXXXXX".utf8CString)
      directory = try #require(unsafe mkdtemp(&template).map { unsafe String(cString: $0) })
      path = directory + "/socket"
      server = ControlServer(backend: backend, eventLoop: loop)
      try server.listen(path: path)
    }

    deinit {
      server.stop()
      unsafe rmdir(directory)
    }

    /// Runs the loop until `isDone`, at most a few thousand turns.
    func run(until isDone: () -> Bool) {
      var turns = 0
      while !isDone(), turns < 5000 {
        loop.dispatch(timeoutMilliseconds: 20)
        turns += 1
      }
      #expect(isDone())
    }

    func connect() throws -> Peer { try Peer(path: path, fixture: self) }
  }

  /// The other end: a non-blocking socket in the same thread.
  final class Peer {
    private let descriptor: Int32
    private unowned let fixture: Fixture
    private(set) var received: [UInt8] = []
    private(set) var isClosed = false
    private var newlines = 0

    init(path: String, fixture: Fixture) throws {
      descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_NONBLOCK.rawValue), 0)
      self.fixture = fixture
      var address = sockaddr_un()
      address.sun_family = sa_family_t(AF_UNIX)
      unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path.utf8) }
      let result = unsafe withUnsafePointer(to: &address) {
        unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
          unsafe Glibc.connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_un>.size))
        }
      }
      try #require(result == 0)
    }

    deinit { close(descriptor) }

    func send(_ text: String) {
      var left = Array(text.utf8)[...]
      while !left.isEmpty {
        let count = unsafe left.withUnsafeBytes { unsafe Glibc.send(descriptor, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
        if count > 0 { left = left.dropFirst(count) } else { fixture.loop.dispatch(timeoutMilliseconds: 5) }
      }
    }

    func endSending() { shutdown(descriptor, Int32(SHUT_WR)) }

    func read() {
      var buffer = [UInt8](repeating: 0, count: 1 << 16)
      while true {
        let count = unsafe recv(descriptor, &buffer, buffer.count, 0)
        if count == 0 || (count < 0 && errno != EAGAIN) { isClosed = true }
        guard count > 0 else { return }
        let part = buffer[..<count]
        received += part
        newlines += part.count { $0 == 0x0A }
      }
    }

    var lines: [String] { String(decoding: received, as: UTF8.self).split(separator: "\n").map(String.init) }

    func waitForLines(_ count: Int) -> [String] {
      fixture.run {
        read()
        return newlines >= count
      }
      return lines
    }

    func waitForClose() {
      fixture.run {
        read()
        return isClosed
      }
    }
  }

  @Test func onlyTheOwnerMayConnect() throws {
    let fixture = try Fixture()
    var status = stat()
    #expect(unsafe stat(fixture.path, &status) == 0)
    #expect(status.st_mode & 0o777 == 0o600)
  }

  @Test func aCallIsAnsweredOverTheSocket() throws {
    let fixture = try Fixture()
    let peer = try fixture.connect()
    peer.send(#"{"jsonrpc":"2.0","id":1,"method":"ping"}"# + "\n")
    #expect(peer.waitForLines(1) == [#"{"jsonrpc":"2.0","id":1,"result":{}}"#])
  }

  @Test func aClientThatStopsSendingStillGetsItsAnswers() throws {
    let fixture = try Fixture()
    let peer = try fixture.connect()
    peer.send(#"{"jsonrpc":"2.0","id":1,"method":"wait.window","params":{"window":"foot"}}"#)
    peer.endSending()
    fixture.run { !fixture.backend.waits.isEmpty }
    for _ in 0..<3 { fixture.loop.dispatch(timeoutMilliseconds: 1) }
    #expect(fixture.server.connectionCount == 1)
    fixture.backend.waits[0].succeed(.init(window: nil))
    peer.waitForClose()
    #expect(peer.lines == [#"{"jsonrpc":"2.0","id":1,"result":{}}"#])
    #expect(fixture.server.connectionCount == 0)
  }

  @Test func aClientThatGoesHasItsCallsCancelled() throws {
    let fixture = try Fixture()
    var peer: Peer? = try fixture.connect()
    peer?.send(#"{"jsonrpc":"2.0","id":1,"method":"wait.window","params":{"window":"foot"}}"# + "\n")
    fixture.run { !fixture.backend.waits.isEmpty }
    peer = nil
    fixture.run { fixture.server.connectionCount == 0 }
    #expect(fixture.backend.waits[0].isCancelled)
  }

  @Test func anAnswerBiggerThanTheSocketGoesOutWhole() throws {
    let fixture = try Fixture()
    let peer = try fixture.connect()
    peer.send(#"{"jsonrpc":"2.0","id":1,"method":"shot"}"# + "\n")
    fixture.run { !fixture.backend.shots.isEmpty }
    let png = Base64((0..<700_000).map { UInt8(truncatingIfNeeded: $0 &* 31) })
    fixture.backend.shots[0].succeed(.init(png: png, width: 1, height: 1, scale: 1, windows: []))
    let line = peer.waitForLines(1)[0]
    let result = try JSONValue(parsing: Array(line.utf8))["result"]!.decode(Shot.Result.self, strictly: true)
    #expect(result.png == png)
  }

  @Test func aSlowReaderOfEventsIsDroppedAndOthersAreNot() throws {
    let fixture = try Fixture()
    let (slow, quick) = (try fixture.connect(), try fixture.connect())
    for peer in [slow, quick] {
      peer.send(#"{"jsonrpc":"2.0","id":1,"method":"events.subscribe"}"# + "\n")
      _ = peer.waitForLines(1)
    }
    let event = ControlEvent(.windowAttention, time: 1, reason: String(repeating: "x", count: 10_000))
    for _ in 0..<400 {
      fixture.server.notify(event)
      quick.read()
    }
    slow.waitForClose()
    #expect(slow.lines.last?.contains(#""method":"dropped""#) == true)
    #expect(slow.lines.dropLast().allSatisfy { $0.hasSuffix("}") })
    fixture.run { fixture.server.connectionCount == 1 }
    #expect(quick.waitForLines(401).count == 401)
    #expect(fixture.server.wants(.windowAttention))
  }

  @Test func manyConnectionsAtOnceAreServed() throws {
    let fixture = try Fixture()
    let peers = try (0..<100).map { _ in try fixture.connect() }
    for (id, peer) in peers.enumerated() { peer.send(#"{"jsonrpc":"2.0","id":\#(id),"method":"ping"}"# + "\n") }
    for (id, peer) in peers.enumerated() { #expect(peer.waitForLines(1) == [#"{"jsonrpc":"2.0","id":\#(id),"result":{}}"#]) }
    #expect(fixture.server.connectionCount == 100)
  }

  @Test func oneConnectionTooManyIsToldSoAndTheOthersStay() throws {
    let fixture = try Fixture()
    var peers: [Peer] = []
    for _ in 0..<ControlServer.maximumConnections { peers.append(try fixture.connect()) }
    fixture.run { fixture.server.connectionCount == ControlServer.maximumConnections }
    let extra = try fixture.connect()
    fixture.run {
      extra.read()
      return extra.isClosed
    }
    #expect(extra.lines.last?.contains("no room for more connections") == true)
    peers[1000].send(#"{"jsonrpc":"2.0","id":5,"method":"ping"}"# + "\n")
    fixture.run {
      peers[1000].read()
      return !peers[1000].lines.isEmpty
    }
    #expect(peers[1000].lines == [#"{"jsonrpc":"2.0","id":5,"result":{}}"#])
  }

  @Test func manyCallsInOneWriteAreAllAnsweredThoughAnswersPileUp() throws {
    let fixture = try Fixture()
    let peer = try fixture.connect()
    let count = 1500
    peer.send((0..<count).map { #"{"jsonrpc":"2.0","id":\#($0),"method":"windows"}"# + "\n" }.joined())
    #expect(peer.waitForLines(count).last?.hasPrefix(#"{"jsonrpc":"2.0","id":\#(count - 1),"#) == true)
  }

  @Test func aPathThatIsTooLongIsRefusedInWords() throws {
    let fixture = try Fixture()
    let error = #expect(throws: SocketError.self) {
      try fixture.server.listen(path: fixture.directory + "/" + String(repeating: "x", count: 120))
    }
    #expect(error?.description.contains("more than the 107 that fit") == true)
  }

  @Test func stoppingRemovesTheSocketAndTheConnections() throws {
    let fixture = try Fixture()
    let peer = try fixture.connect()
    fixture.run { fixture.server.connectionCount == 1 }
    fixture.server.stop()
    peer.waitForClose()
    unsafe #expect(access(fixture.path, F_OK) != 0)
  }
}
