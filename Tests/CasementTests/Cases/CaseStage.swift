import CasementControl
import CasementTesting
import Geometry
import Rendering
import Scene
import Surfaces
import Testing
import WaylandClient
import WaylandProtocols
import WaylandServer
import WindowModel

@testable import Casement

extension Bench {
  /// A bench with these screens, where windows have their own size and place.
  static func natural(_ screens: ScreenSpec...) throws -> Bench {
    var configuration = ServiceConfiguration.manual
    configuration.placement = .natural
    configuration.screens = screens
    return try Bench(configuration)
  }

  /// A bench with these screens, which windows fill.
  static func filled(_ screens: ScreenSpec...) throws -> Bench {
    var configuration = ServiceConfiguration.manual
    configuration.screens = screens
    return try Bench(configuration)
  }

  /// The window whose surface is `surface`.
  func id(of surface: WlSurfaceProxy) throws -> WindowID {
    let found = try self.surface(of: surface)
    return try #require(service.clientWindows.values.first { $0.surface === found }).id
  }

  /// Puts a window somewhere, in a size that its client is asked to have.
  func place(_ window: TestWindow, _ x: Int, _ y: Int, _ width: Int? = nil, _ height: Int? = nil) throws {
    let size = width.flatMap { width in height.map { Size<WindowPoints>(width: width, height: $0) } }
    service.perform(service.model.place(try id(of: window.surface), at: Point(x: x, y: y), size: size))
    try client.roundtrip()
    try witness.roundtrip()
  }

  /// A window that stands somewhere.
  func window(_ x: Int, _ y: Int, _ width: Int, _ height: Int, _ colour: UInt32 = 0xFFFF_0000, of client: TestClient? = nil) throws
    -> TestWindow
  {
    let window = try (client ?? self.client).makeWindow(width, height, colour)
    try place(window, x, y)
    return window
  }

  /// The screen at a place of the list, main first.
  func screen(_ index: Int = 0) throws -> ScreenID {
    try #require(service.model.screens.indices.contains(index) ? service.model.screens[index].id : nil)
  }

  /// One pixel of a screen, 0xRRGGBB.
  func pixel(_ x: Int, _ y: Int, on index: Int = 0, cursor: Bool = false) throws -> UInt32 {
    try client.roundtrip()
    try witness.roundtrip()
    return try #require(service.capture(screen: screen(index), cursor: cursor)).picture[x, y] & 0xFF_FFFF
  }

  /// Changes a screen.
  func change(_ index: Int = 0, _ body: (inout ScreenChange) -> Void) throws {
    var change = ScreenChange()
    body(&change)
    try service.updateScreen(screen(index), change)
  }

  func remove(_ index: Int) throws { service.perform(service.model.removeScreen(try screen(index))) }

  /// Ends a client's connection, as when its process dies.
  func kill(_ client: TestClient) throws {
    let number: UInt64 = client === self.client ? 1 : client === witness ? 2 : 3
    try #require(service.display.connectedClients.first { $0.number == number }).disconnect()
    test.pump()
  }
}

/// Looks at a screen again and again, draws only what changed, and compares with a picture drawn anew.
final class Repainter {
  private let service: WindowService
  private let screen: ScreenID
  private let cursor: Bool
  private let capturer = Capturer()

  init(_ bench: Bench, _ index: Int = 0, cursor: Bool = false) throws {
    service = bench.service
    screen = try bench.screen(index)
    self.cursor = cursor
    _ = try repaint()
  }

  /// Draws what changed. - Returns: the region that was drawn.
  @discardableResult
  func repaint(_ location: SourceLocation = #_sourceLocation) throws -> Region<ScreenPixels> {
    let frame = try #require(SceneBuilder.frame(of: screen, in: service, cursor: cursor)).frame
    let outcome = capturer.update(to: frame) { key, since in
      service.surface(SurfaceID(rawValue: key.rawValue))?.state.history.damage(since: since)
    }
    let fresh = PixelBuffer(size: Size(width: frame.size.width, height: frame.size.height), format: .xrgb8888)
    try frame.render(into: fresh)
    let kept = try #require(capturer.picture)
    var wrong = 0
    for y in 0..<fresh.size.height {
      for x in 0..<fresh.size.width where (fresh[x, y] ^ kept[x, y]) & 0xFF_FFFF != 0 { wrong += 1 }
    }
    #expect(wrong == 0, "pixels that a full repaint shows otherwise", sourceLocation: location)
    return outcome.painted
  }
}

extension TestClient {
  /// Where popups may be put: 20 × 20 at the corner of the parent's point.
  func menu(_ x: Int32 = 100, _ y: Int32 = 100, _ width: Int32 = 20, _ height: Int32 = 20) -> XdgPositionerProxy {
    let positioner = wmBase.createPositioner()
    positioner.setSize(width: width, height: height)
    positioner.setAnchorRect(x: x, y: y, width: 1, height: 1)
    positioner.setAnchor(anchor: .topLeft)
    positioner.setGravity(gravity: .bottomRight)
    return positioner
  }

  /// A desynchronised subsurface that shows one colour.
  func child(of parent: WlSurfaceProxy, _ x: Int32, _ y: Int32, _ width: Int, _ height: Int, _ colour: UInt32) -> (
    surface: WlSurfaceProxy, role: WlSubsurfaceProxy
  ) {
    let surface = compositor.createSurface()
    let role = bind(WlSubcompositorProxy.self).getSubsurface(surface: surface, parent: parent)
    role.setPosition(x: x, y: y)
    role.setDesync()
    surface.attach(buffer: makeBuffer(width, height, colour), x: 0, y: 0)
    surface.commit()
    parent.commit()
    return (surface, role)
  }
}

extension ScreenSpec {
  static func sized(_ width: Int, _ height: Int, scale: Double = 1, name: String? = nil) -> ScreenSpec {
    var spec = ScreenSpec(width: width, height: height)
    spec.scale = scale
    spec.name = name
    return spec
  }
}
