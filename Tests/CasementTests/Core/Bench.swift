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

/// How the connection of a client ended: the interface of the object that the error was posted on, and the code.
struct WireError: Equatable, CustomStringConvertible {
  let interface: String
  let code: UInt32

  init(_ interface: String, _ code: UInt32) {
    self.interface = interface
    self.code = code
  }

  init(_ error: ConnectionError) {
    switch error {
    case .protocolError(let interface, let code, _): self.init(interface, code)
    case .closed(let number): self.init("closed", UInt32(number))
    case .notConnected, .noLibrary: self.init("nowhere", 0)
    }
  }

  var description: String { "\(interface).\(code)" }
}

/// A service, a client under test, and a witness that must not suffer from what the client does.
final class Bench {
  let test: TestService
  let client: TestClient
  let witness: TestClient
  var service: WindowService { test.service }

  init(_ configuration: ServiceConfiguration = .manual) throws {
    test = try TestService(configuration)
    client = try test.connect()
    witness = try test.connect()
  }

  /// A bench with a screen of few pixels, for tests that draw often.
  static func small() throws -> Bench {
    var configuration = ServiceConfiguration.manual
    configuration.screens = [ScreenSpec(width: 160, height: 120)]
    return try Bench(configuration)
  }

  /// A bench where windows have their own size and place.
  static func natural() throws -> Bench {
    var configuration = ServiceConfiguration.manual
    configuration.placement = .natural
    return try Bench(configuration)
  }

  private(set) lazy var subcompositor = client.bind(WlSubcompositorProxy.self)
  private(set) lazy var viewporter = client.bind(WpViewporterProxy.self)
  private(set) lazy var decorations = client.bind(ZxdgDecorationManagerV1Proxy.self)
  private(set) lazy var presentation = client.bind(WpPresentationProxy.self)
  var compositor: WlCompositorProxy { client.compositor }

  /// A surface without a role.
  func surface() -> WlSurfaceProxy { client.compositor.createSurface() }

  /// The service's side of a surface of the client, or of another client.
  func surface(of proxy: WlSurfaceProxy) throws -> Surface {
    let found = service.surfaces.values.filter { $0.resource.id == proxy.id && $0.client.processID == $0.client.processID }
    return try #require(found.first { belongs($0, to: proxy.connection) })
  }

  private func belongs(_ surface: Surface, to connection: Connection) -> Bool {
    let number = surface.client.number
    return connection === client.connection ? number == 1 : connection === witness.connection ? number == 2 : number > 2
  }

  /// Runs one tick of the screens that are waited for, and lets the client hear of it.
  func tick(_ clients: TestClient...) throws {
    if let next = service.frameLoop.nextTick {
      service.clock.advance(to: next)
      _ = service.frameLoop.runTicks(dueAt: next)
    }
    try client.roundtrip()
    for other in clients { try other.roundtrip() }
  }

  /// The picture of the main screen.
  func capture() throws -> Capture {
    let screen = try #require(service.model.mainScreen)
    return try #require(service.capture(screen: screen))
  }

  /// Ends the connection of the client that came last.
  func endNewestClient() { service.display.connectedClients.max { $0.number < $1.number }?.disconnect() }

  /// How the client's connection ends when all that it sent is handled; nil while it stands.
  func error() -> WireError? {
    do {
      try client.roundtrip()
      return nil
    } catch { return WireError(error) }
  }

  /// Checks that others are still served, and that newcomers are.
  func othersAreServed() throws {
    try witness.roundtrip()
    try test.connect().roundtrip()
  }
}

/// Something that a client must not do, and what it is told.
struct Offence: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let expected: WireError
  let commit: @Sendable (Bench) throws -> Void

  init(_ title: String, _ interface: String, _ code: UInt32, _ commit: @escaping @Sendable (Bench) throws -> Void) {
    testDescription = title
    expected = WireError(interface, code)
    self.commit = commit
  }

  /// Does it, and checks that exactly this client is ended, with exactly this error.
  func check(_ make: () throws -> Bench = { try Bench() }, _ location: SourceLocation = #_sourceLocation) throws {
    let bench = try make()
    var error: WireError?
    do {
      try commit(bench)
      error = bench.error()
    } catch let failure as ConnectionError {
      error = WireError(failure)
    }
    #expect(error == expected, sourceLocation: location)
    try bench.othersAreServed()
  }
}

/// Something odd that a client may do.
struct Oddity: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let commit: @Sendable (Bench) throws -> Void

  init(_ title: String, _ commit: @escaping @Sendable (Bench) throws -> Void) {
    testDescription = title
    self.commit = commit
  }

  func check(_ make: () throws -> Bench = { try Bench() }, _ location: SourceLocation = #_sourceLocation) throws {
    let bench = try make()
    try commit(bench)
    #expect(bench.error() == nil, sourceLocation: location)
    try bench.othersAreServed()
  }
}

/// The events of one object, in words.
final class EventLog {
  private(set) var lines: [String] = []

  func add(_ line: String) { lines.append(line) }

  /// What came since the last time.
  var taken: [String] {
    defer { lines = [] }
    return lines
  }
}

extension TestClient {
  /// A file of `size` bytes, shared by a pool of `claimed` bytes, with the descriptor that the client keeps.
  func makePool(_ size: Int, claimed: Int32? = nil) -> (pool: WlShmPoolProxy, file: Int32) {
    let file = unsafe SharedFile.make(size: size) { _ in }
    return (shm.createPool(fd: file, size: claimed ?? Int32(size)), file)
  }

  /// A window that shows one colour at its own size.
  func window(_ width: Int = 100, _ height: Int = 80, _ colour: UInt32 = 0xFFFF_0000) throws -> TestWindow {
    try makeWindow(width, height, colour)
  }
}

extension WlCallbackProxy {
  /// Calls `body` when the callback is done.
  func onDone(_ body: @escaping (UInt32) -> Void) {
    onEvent = { event in if case .done(let data) = event { body(data) } }
  }
}
