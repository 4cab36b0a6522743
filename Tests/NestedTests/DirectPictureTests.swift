import CasementControl
import CasementTesting
import Geometry
import Glibc
import Nested
import Rendering
import Scene
import Surfaces
import Testing
import WaylandClient
import WaylandProtocols
import WindowModel

@testable import Casement

/// What the host puts together itself: one colour, and a client's buffer on it.
@Suite struct DirectPictureTests {
  /// What a surface of the host shows.
  private enum Content: Equatable {
    case nothing
    case colour(Colour)
    /// A buffer of this size.
    case buffer(Int, Int)
  }

  private func content(_ state: SurfaceState) -> Content {
    switch (state.buffer?.buffer as? ClientBuffer)?.content {
    case .colour(let colour): .colour(colour)
    case .shm(let picture): .buffer(picture.size.width, picture.size.height)
    case nil: .nothing
    }
  }

  private func ground(_ stage: NestedStage) -> Content { content(stage.hostWindow.surface.state) }

  /// What the window's subsurface shows, and where.
  private func inset(_ stage: NestedStage) -> (content: Content, place: Point<SurfacePoints>)? {
    stage.hostWindow.surface.node.children.first.map { (content($0.state), $0.position) }
  }

  /// A fullscreen window smaller than its screen: there is black around it.
  private func makeSmallWindow(_ stage: NestedStage, _ width: Int = 100, _ height: Int = 80) throws -> (TestWindow, SealedBuffer) {
    let client = try stage.inner.connect()
    let window = TestWindow(client)
    window.toplevel.setFullscreen(output: nil)
    window.surface.commit()
    try client.roundtrip()
    let buffer = SealedBuffer(client, width, height, 0x00FF_0000)
    try buffer.show(on: window)
    stage.step(2)
    return (window, buffer)
  }

  @Test func anEmptyScreenIsOnePixelOnTheHost() throws {
    let stage = try NestedStage()
    stage.step(2)
    #expect(ground(stage) == .colour(.black))
    #expect(stage.hostWindow.surface.state.size == Size(width: 320, height: 200))
    #expect(stage.isShownTruly)
  }

  @Test func aWindowOnOneColourIsHandedOverInFrontOfIt() throws {
    let stage = try NestedStage()
    let (window, buffer) = try makeSmallWindow(stage)
    #expect(ground(stage) == .colour(.black))
    let shown = try #require(inset(stage))
    #expect(shown.content == .buffer(100, 80))
    #expect(shown.place == Point(x: 110, y: 60))
    #expect(stage.isShownTruly)
    #expect(stage.pixel(109, 100) == 0xFF00_0000)
    #expect(stage.pixel(110, 60) == 0xFFFF_0000)
    // the next one takes its place, and its client has the first one back
    let second = SealedBuffer(window.client, 100, 80, 0x0000_FF00)
    try second.show(on: window)
    stage.step(2)
    try window.client.roundtrip()
    #expect(buffer.isFree)
    #expect(!second.isFree)
    #expect(stage.pixel(110, 60) == 0xFF00_FF00)
    #expect(stage.isShownTruly)
  }

  @Test func theWindowsBufferCoversAllWhenItIsAsLargeAndGoesWithIt() throws {
    let stage = try NestedStage()
    let (window, _) = try makeSmallWindow(stage)
    let large = SealedBuffer(window.client, 320, 200, 0x0000_00FF)
    try large.show(on: window)
    stage.step(2)
    #expect(ground(stage) == .buffer(320, 200))
    #expect(try #require(inset(stage)).content == .nothing)
    #expect(stage.isShownTruly)
    let small = SealedBuffer(window.client, 50, 50, 0x00FF_FFFF)
    try small.show(on: window)
    stage.step(2)
    #expect(ground(stage) == .colour(.black))
    #expect(try #require(inset(stage)).content == .buffer(50, 50))
    #expect(stage.isShownTruly)
    window.surface.attach(buffer: nil, x: 0, y: 0)
    window.surface.commit()
    try window.client.roundtrip()
    stage.step(2)
    #expect(ground(stage) == .colour(.black))
    #expect(try #require(inset(stage)).content == .nothing)
    #expect(stage.isShownTruly)
  }

  @Test func moreThanThatIsComposed() throws {
    let stage = try NestedStage()
    let (window, _) = try makeSmallWindow(stage)
    let part = window.client.compositor.createSurface()
    window.client.bind(WlSubcompositorProxy.self).getSubsurface(surface: part, parent: window.surface).setDesync()
    part.attach(buffer: window.client.makeBuffer(10, 10, 0x8080_8080), x: 0, y: 0)
    part.commit()
    window.surface.commit()
    try window.client.roundtrip()
    stage.step(2)
    #expect(ground(stage) == .buffer(320, 200))
    #expect(try #require(inset(stage)).content == .nothing)
    #expect(stage.isShownTruly)
  }

  @Test func bentColoursAreInNoBufferOfAClients() throws {
    let stage = try NestedStage()
    let window = try stage.makeWindow(0xFF00_0000)
    try SealedBuffer(window.client, 320, 200, 0x00FF_FFFF).show(on: window)
    stage.step(2)
    #expect(stage.pixel(5, 5) == 0xFFFF_FFFF)
    let file = unsafe SharedFile.make(size: 768 * 2) { unsafe memset($0, 0, 768 * 2) }
    let manager = window.client.bind(ZwlrGammaControlManagerV1Proxy.self)
    manager.getGammaControl(output: window.client.bind(WlOutputProxy.self)).setGamma(fd: file)
    closeFile(file)
    try window.client.roundtrip()
    stage.step(2)
    #expect(stage.pixel(5, 5) == 0xFF00_0000)
    #expect(stage.isShownTruly)
  }

  @Test(arguments: ["wp_single_pixel_buffer_manager_v1", "wp_viewporter", "wl_subcompositor"])
  func aHostThatLacksAnyOfItIsGivenWholePictures(interface: String) throws {
    var options = NestedOptions()
    options.limits = [interface: 0]
    let stage = try NestedStage(options: options)
    _ = try makeSmallWindow(stage)
    #expect(ground(stage) == .buffer(320, 200))
    #expect(stage.hostWindow.surface.node.children.isEmpty)
    #expect(stage.isShownTruly)
  }

  @Test func placesBetweenTheHostsPointsAreComposed() throws {
    // 100 × 80 pixels in the middle of 1200 × 800 at a scale of 1.5: at 550 and 360, which are 366⅔ and 240 points
    let stage = try NestedStage(placement: .fill, hostScreen: ScreenSpec(width: 1200, height: 800).scaled(1.5))
    stage.step(2)
    _ = try makeSmallWindow(stage, 66, 66)
    #expect(stage.isShownTruly)
  }

  @Test func aStarvedWindowGivesItsClientsBufferBack() throws {
    var options = NestedOptions()
    options.starvation = 1
    let stage = try NestedStage(options: options)
    let (window, first) = try makeSmallWindow(stage)
    let second = SealedBuffer(window.client, 100, 80, 0x0000_FF00)
    window.surface.frame()
    try second.show(on: window)
    let third = SealedBuffer(window.client, 100, 80, 0x0000_00FF)
    window.surface.frame()
    try third.show(on: window)
    let start = time(nil)
    while !(first.isFree && second.isFree), time(nil) - start < 20 {
      stage.inner.service.dispatch(timeoutMilliseconds: 20)
      stage.host.pump()
      try window.client.roundtrip()
    }
    #expect(first.isFree && second.isFree)
    stage.step(3)
    #expect(stage.pixel(110, 60) == 0xFF00_00FF)
    #expect(stage.isShownTruly)
  }

  @Test func theGroundTakesNoInputAway() throws {
    let stage = try NestedStage()
    let (window, _) = try makeSmallWindow(stage)
    let log = SeatLog(window.client)
    try window.client.roundtrip()
    _ = log.take()
    let frame = stage.host.service.model.frame(of: stage.hostWindows[0])!
    stage.host.service.injectPointerMotion(to: PrecisePoint(x: Double(frame.x) + 115, y: Double(frame.y) + 70))
    stage.settle()
    try window.client.roundtrip()
    #expect(log.take() == ["pointer enter 5.0,10.0"])
  }
}
