import CasementTesting
import Geometry
import Scene
import Testing
import WaylandClient
import WaylandProtocols

@testable import Casement

/// Screens that turn, and windows that do not turn with them.
@Suite struct TurnedWindowTests {
  @Test("71: portrait to landscape: bounds swaps, native_bounds does not") func orientation() throws {
    let world = try World()
    let client = try world.connect()
    let main = try client.screen("main")
    let a = try client.makeShown("A")
    _ = try main.take()
    world.screen("main").orientation = .portrait
    #expect(try main.take() == ["bounds 150x200", "orientation 1", "done"])
    #expect(a.size == (150, 200) && a.configured?.orientation == .portrait)
    #expect(world.screen("main").nativeBounds.width == 200)
  }

  @Test("72: a rotation mid-touch: no cancel; new coordinates from the first motion after the acknowledged commit")
  func rotationMidTouch() throws {
    let world = try World()
    let client = try world.connect()
    let a = try client.makeShown("A")
    world.touchDown(0, 50, 50)
    try world.forget()
    world.screen("main").orientation = .portrait
    #expect(try world.decisions() == [])
    world.touchMove(0, 60, 50)
    // what the client has drawn is 150 points high and stands in the middle of 200, which it does not know
    #expect(try world.decisions() == ["move 0 60,50"])
    // a finger that comes now counts where it is seen
    world.touchDown(1, 60, 50)
    #expect(try world.decisions() == ["down 1 A 60,25"])
    try a.draw(0xFF_0000)
    #expect(try world.decisions() == [])
    world.touchMove(0, 61, 50)
    world.touchMove(1, 61, 51)
    #expect(try world.decisions() == ["move 0 61,50", "move 1 61,51"])
  }

  @Test("72: neither time nor a commit without the acknowledgement gives the new coordinates; a second turn does not either")
  func rotationWithoutAcknowledgement() throws {
    let world = try World()
    let client = try world.connect()
    let window = try client.makeStock("A", 200, 150)
    var serials: [UInt32] = []
    window.xdgSurface.onEvent = { if case .configure(let serial) = $0 { serials.append(serial) } }
    world.touchDown(0, 100, 50)
    try world.forget()
    world.screen("main").orientation = .portrait
    try world.sync()
    window.surface.commit()
    try world.sync()
    world.touchMove(0, 110, 60)
    #expect(try world.decisions() == ["move 0 110,60"])
    world.screen("main").orientation = .portraitUpsideDown
    world.touchMove(0, 111, 60)
    #expect(try world.decisions() == ["move 0 111,60"])
    // the answer to the first turn is none to the second
    try #require(serials.count == 2)
    window.xdgSurface.ackConfigure(serial: serials[0])
    window.surface.commit()
    try world.sync()
    world.touchMove(0, 112, 60)
    #expect(try world.decisions() == ["move 0 112,60"])
    window.xdgSurface.ackConfigure(serial: serials[1])
    window.show(150, 200, 0xFFFF_0000)
    try world.sync()
    world.touchMove(0, 113, 60)
    #expect(try world.decisions() == ["move 0 113,60"])
    world.screen("main").orientation = .landscapeRight
    // it left the screen's middle by the turn, and is told so when it knows
    world.touchMove(0, 114, 60)
    #expect(try world.decisions() == ["move 0 114,60"])
  }

  /// A window that allows landscape only, red with a green square in its upper left corner, on a screen that lies as `orientation`.
  private func turned(_ orientation: Casement.Screen.Orientation) throws -> (World, ExtensionClient, ExtensionWindow) {
    let world = try World(keyPolicy: .explicit)
    let client = try world.connect()
    let a = try client.makeShown("A", 0xFF_0000)
    a.proxy.setOrientations(orientations: .landscapeRight)
    let corner = a.makeSurface("corner")
    _ = client.core.bind(WlSubcompositorProxy.self).getSubsurface(surface: corner, parent: a.base.surface)
    a.paint(corner, 20, 10, 0x00_FF00)
    try a.draw(0xFF_0000)
    try world.forget()
    world.screen("main").orientation = orientation
    return (world, client, a)
  }

  @Test("73: A's mask excludes the new orientation: A keeps size and transform, and is drawn and touched turned") func mask() throws {
    let (world, _, a) = try turned(.portrait)
    #expect(try world.everything() == ["A frame 0,0,150,200"])
    #expect(a.size == (200, 150))
    // turned by three quarters: what is at (x, y) is seen at (150 − y, x)
    let picture = world.picture()
    #expect(picture.size == Size(width: 150, height: 200))
    #expect(picture[149, 0] & 0xFF_FFFF == 0x00_FF00 && picture[140, 19] & 0xFF_FFFF == 0x00_FF00)
    #expect(picture[139, 0] & 0xFF_FFFF == 0xFF_0000 && picture[149, 20] & 0xFF_FFFF == 0xFF_0000)
    #expect(picture[0, 199] & 0xFF_FFFF == 0xFF_0000)
    world.touchDown(0, 145, 12)
    world.touchDown(1, 100, 150)
    world.touchMove(1, 101, 160)
    #expect(try world.decisions() == ["down 0 corner 12,5", "down 1 A 150,50", "move 1 160,49"])
    // every edge point of the screen is on the window
    for (finger, point) in [(0.0, 0.0), (149.996, 0), (0, 199.996)].enumerated() {
      world.touchDown(Int32(finger) + 5, point.0, point.1)
      #expect(try world.decisions().count == 1)
    }
  }

  @Test("73: upside down, and by the quarter the other way") func otherTurns() throws {
    let (upsideDown, _, _) = try turned(.landscapeLeft)
    #expect(upsideDown.pixel(199, 149) == 0x00_FF00 && upsideDown.pixel(180, 140) == 0x00_FF00)
    #expect(upsideDown.pixel(179, 149) == 0xFF_0000 && upsideDown.pixel(0, 0) == 0xFF_0000)
    let (quarter, _, _) = try turned(.portraitUpsideDown)
    #expect(quarter.pixel(0, 199) == 0x00_FF00 && quarter.pixel(9, 180) == 0x00_FF00)
    #expect(quarter.pixel(10, 199) == 0xFF_0000 && quarter.pixel(0, 179) == 0xFF_0000 && quarter.pixel(149, 0) == 0xFF_0000)
  }

  @Test("76: the same where A is turned: the point is rotated") func turnedConversion() throws {
    let (world, client, a) = try turned(.portrait)
    let b = try client.makeShown("B")
    #expect(try a.convert(10, 20, to: nil)! == (130, 10))
    #expect(try a.convert(10, 20, to: b)! == (130, 10) && b.convert(130, 10, to: a)! == (10, 20))
    _ = world
  }
}
