import CasementControl
import CasementTesting
import Geometry
import Glibc
import Scene
import Surfaces
import Testing
import WaylandClient
import WaylandProtocols
import WaylandServer
import WindowModel

@testable import Casement

/// A socket that listens, the way to connect to it, and a pipe that ends the context.
private final class SandboxSocket {
  let path: String
  private(set) var listening: Int32
  private(set) var ends: [Int32] = [0, 0]

  init() {
    path = "/tmp/casement-test-sandbox-\(getpid())-\(UInt64.random(in: 0 ... .max))"
    listening = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0)
    var address = Self.address(path)
    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
    let status = unsafe withUnsafePointer(to: &address) {
      unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe bind(listening, $0, size) }
    }
    precondition(status == 0 && listen(listening, 8) == 0, "a test's socket cannot be had")
    precondition(unsafe pipe(&ends) == 0, "a test's pipe cannot be had")
  }

  deinit {
    unsafe unlink(path)
    close(listening)
    for end in ends where end >= 0 { close(end) }
  }

  private static func address(_ path: String) -> sockaddr_un {
    var address = sockaddr_un()
    address.sun_family = sa_family_t(AF_UNIX)
    unsafe withUnsafeMutableBytes(of: &address.sun_path) { unsafe $0.copyBytes(from: path.utf8) }
    return address
  }

  /// Ends the context.
  func hangUp() {
    close(ends[1])
    ends[1] = -1
  }

  /// A connection that waits to be accepted.
  func connect() -> Int32 {
    let descriptor = socket(AF_UNIX, Int32(SOCK_STREAM.rawValue) | Int32(SOCK_CLOEXEC.rawValue), 0)
    var address = Self.address(path)
    let size = socklen_t(MemoryLayout<sockaddr_un>.size)
    let status = unsafe withUnsafePointer(to: &address) {
      unsafe $0.withMemoryRebound(to: sockaddr.self, capacity: 1) { unsafe Glibc.connect(descriptor, $0, size) }
    }
    precondition(status == 0, "a test cannot connect")
    return descriptor
  }

  /// A client that came through the socket.
  func client(of test: TestService) throws -> TestClient {
    let connection = try Connection(fileDescriptor: connect())
    connection.pump = { test.pump() }
    return try TestClient(connection)
  }
}

extension Bench {
  fileprivate func context(_ socket: SandboxSocket) -> WpSecurityContextV1Proxy {
    client.bind(WpSecurityContextManagerV1Proxy.self).createListener(listenFd: socket.listening, closeFd: socket.ends[0])
  }
}

private let manager = "wp_security_context_manager_v1"
private let object = "wp_security_context_v1"

private func described(
  _ title: String, _ code: UInt32, _ body: @escaping @Sendable (WpSecurityContextV1Proxy) -> Void
) -> Offence {
  Offence(title, object, code) { bench in
    body(bench.context(SandboxSocket()))
    try bench.client.roundtrip()
  }
}

private func listening(_ title: String, _ make: @escaping @Sendable () -> Int32) -> Offence {
  Offence(title, manager, 1) { bench in
    let descriptor = make()
    defer { close(descriptor) }
    let pipe = SandboxSocket()
    bench.client.bind(WpSecurityContextManagerV1Proxy.self).createListener(listenFd: descriptor, closeFd: pipe.ends[0])
    try bench.client.roundtrip()
  }
}

private let offences = [
  described("two engines", 2) { context in
    context.setSandboxEngine(name: "org.flatpak")
    context.setSandboxEngine(name: "org.flatpak")
  },
  described("two app ids", 2) { context in
    context.setAppId(appId: "a")
    context.setAppId(appId: "b")
  },
  described("two instance ids", 2) { context in
    context.setInstanceId(instanceId: "a")
    context.setInstanceId(instanceId: "a")
  },
  described("two commits", 1) { context in
    context.commit()
    context.commit()
  },
  described("an engine after the commit", 1) { context in
    context.commit()
    context.setSandboxEngine(name: "a")
  },
  described("an app id after the commit", 1) { context in
    context.commit()
    context.setAppId(appId: "a")
  },
  described("an instance id after the commit", 1) { context in
    context.commit()
    context.setInstanceId(instanceId: "a")
  },
  described("an engine without a name", 3) { context in
    context.setSandboxEngine(name: "")
    context.commit()
  },
  listening("a file instead of a socket") { unsafe SharedFile.make(size: 16) { _ in } },
  listening("a socket that does not listen") { socket(AF_UNIX, Int32(SOCK_STREAM.rawValue), 0) },
  listening("a socket of datagrams") { socket(AF_UNIX, Int32(SOCK_DGRAM.rawValue), 0) },
  listening("a socket of the network") {
    let descriptor = socket(AF_INET, Int32(SOCK_STREAM.rawValue), 0)
    _ = listen(descriptor, 1)
    return descriptor
  },
]

@Test(arguments: offences)
private func wrongSecurityContextsEndTheirClient(_ offence: Offence) throws { try offence.check() }

@Test func aClientInAContextSeesNothingPrivileged() throws {
  let bench = try Bench()
  let socket = SandboxSocket()
  let context = bench.context(socket)
  context.setSandboxEngine(name: "org.example.box")
  context.setAppId(appId: "org.example.App")
  context.commit()
  // neither the object nor its client is needed any more
  context.destroy()
  try bench.client.roundtrip()
  let inside = try socket.client(of: bench.test)
  let shown = Set(inside.globals.map(\.interface))
  let all = Set(bench.client.globals.map(\.interface))
  #expect(all.subtracting(shown) == GlobalTable.privilegedInterfaces)
  #expect(shown.isSuperset(of: ["wl_compositor", "wl_shm", "wl_seat", "wl_output", "xdg_wm_base", "wl_data_device_manager"]))
  #expect(!shown.contains(manager))
  // what others know by its number is not there for it
  let hidden = try #require(bench.client.globals.first { $0.interface == "zwlr_screencopy_manager_v1" })
  inside.registry.bind(name: hidden.name, ZwlrScreencopyManagerV1Proxy.self, version: 1)
  #expect(throws: ConnectionError.self) { try inside.roundtrip() }
  try bench.othersAreServed()
}

@Test func newGlobalsAreHiddenFromContextsOnlyWherePrivileged() throws {
  let bench = try Bench()
  let socket = SandboxSocket()
  bench.context(socket).commit()
  try bench.client.roundtrip()
  let inside = try socket.client(of: bench.test)
  try bench.service.connectScreen(.init(width: 100, height: 100))
  try inside.roundtrip()
  #expect(inside.globals.count { $0.interface == "wl_output" } == 2)
}

@Test func whatTheSandboxSaysIsToldOfItsWindows() throws {
  let bench = try Bench()
  let socket = SandboxSocket()
  let context = bench.context(socket)
  context.setSandboxEngine(name: "org.example.box")
  context.setInstanceId(instanceId: "17")
  context.commit()
  try bench.client.roundtrip()
  let inside = try socket.client(of: bench.test)
  _ = try inside.makeWindow(100, 80, 0xFFFF_FFFF)
  _ = try bench.witness.window()
  let windows = try bench.service.controller.windows()
  let sandboxed = try #require(windows.first { $0.sandbox != nil }?.sandbox)
  #expect(sandboxed.engine == "org.example.box" && sandboxed.instanceID == "17" && sandboxed.appID == nil)
  #expect(windows.count == 2 && windows.count { $0.sandbox == nil } == 1)
}

@Test func nobodyIsAcceptedBeforeTheCommitNorAfterTheHangUp() throws {
  let bench = try Bench()
  let socket = SandboxSocket()
  let context = bench.context(socket)
  try bench.client.roundtrip()
  let count = bench.service.display.connectedClients.count
  let early = socket.connect()
  defer { close(early) }
  bench.test.pump()
  #expect(bench.service.display.connectedClients.count == count)
  context.commit()
  try bench.client.roundtrip()
  for _ in 0..<2 { bench.test.pump() }
  #expect(bench.service.display.connectedClients.count == count + 1)
  let inside = try socket.client(of: bench.test)
  socket.hangUp()
  for _ in 0..<2 { bench.test.pump() }
  let late = socket.connect()
  defer { close(late) }
  for _ in 0..<3 { bench.test.pump() }
  #expect(bench.service.display.connectedClients.count == count + 2)
  // who is there stays, and stays marked
  try inside.roundtrip()
  #expect(!inside.globals.contains { $0.interface == manager })
}

@Test func aContextOutlivesTheClientThatMadeIt() throws {
  let bench = try Bench()
  let socket = SandboxSocket()
  let engine = try bench.test.connect()
  engine.bind(WpSecurityContextManagerV1Proxy.self).createListener(listenFd: socket.listening, closeFd: socket.ends[0]).commit()
  try engine.roundtrip()
  bench.endNewestClient()
  bench.test.pump()
  #expect(!(try socket.client(of: bench.test).globals.isEmpty))
}

@Test func aContextThatIsNotCommittedClosesItsDescriptors() throws {
  let bench = try Bench()
  let socket = SandboxSocket()
  let context = bench.context(socket)
  context.setAppId(appId: "a")
  try bench.client.roundtrip()
  close(socket.ends[0])
  context.destroy()
  try bench.client.roundtrip()
  // nobody holds the reading end any more
  signal(SIGPIPE, SIG_IGN)
  #expect(unsafe write(socket.ends[1], "x", 1) == -1 && errno == EPIPE)
}
