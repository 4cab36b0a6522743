import CasementControl
import CasementTesting
import Geometry
import Testing
import WaylandClient
import WindowModel

@testable import Casement

@Suite struct RoutingTests {
  /// A in the left half of the screen and B in the right one; key moves by requests only.
  private func twoHalves(
    keyPolicy: ServiceConfiguration.KeyPolicy = .explicit, _ others: ScreenSpec...
  ) throws -> (World, ExtensionClient, a: ExtensionWindow, b: ExtensionWindow) {
    let world = try World(keyPolicy: keyPolicy)
    for other in others { try world.service.addScreen(other) }
    let client = try world.connect()
    let a = try client.makeShown("A")
    let b = try client.makeShown("B")
    try world.place(a, 0, 0, 100, 150)
    try world.place(b, 100, 0, 100, 150)
    try world.forget()
    return (world, client, a, b)
  }

  @Test("46: a touch begun in A and moved over B: A gets every motion and the up, B nothing") func touchStays() throws {
    let (world, _, _, _) = try twoHalves()
    world.touchDown(0, 50, 60)
    world.touchMove(0, 150, 70)
    world.touchUp()
    #expect(try world.decisions() == ["down 0 A 50,60", "move 0 150,70", "up 0"])
  }

  @Test("47: touch 0 in A, touch 1 in B: each gets its own only") func twoTouches() throws {
    let (world, _, _, _) = try twoHalves()
    world.touchDown(0, 50, 60)
    world.touchDown(1, 150, 60)
    world.touchMove(1, 160, 60)
    world.touchMove(0, 60, 60)
    #expect(try world.decisions() == ["down 0 A 50,60", "down 1 B 50,60", "move 1 60,60", "move 0 60,60"])
  }

  @Test("48: a touch in A, A loses key: the touch goes on") func keyLost() throws {
    let (world, _, a, b) = try twoHalves()
    a.makeKey()
    world.touchDown(0, 50, 60)
    b.makeKey()
    try world.forget()
    world.touchMove(0, 51, 60)
    world.touchUp()
    #expect(try world.decisions() == ["move 0 51,60", "up 0"])
  }

  @Test("49: A hides mid-touch: one touch_cancelled; later motion goes nowhere, not to what is beneath") func hidden() throws {
    let (world, client, a, _) = try twoHalves()
    let beneath = try client.makeShown("beneath")
    beneath.setLevel(-1)
    // a touch on a subsurface of the window is one of the window's, too
    let child = a.makeSurface("child")
    let subsurface = client.core.bind(WlSubcompositorProxy.self).getSubsurface(surface: child, parent: a.base.surface)
    subsurface.setPosition(x: 0, y: 100)
    a.paint(child, 50, 50, 0x00_00FF)
    try a.draw(0xFF_0000)
    world.touchDown(0, 50, 60)
    world.touchDown(1, 20, 120)
    try world.forget()
    a.hide()
    try world.sync()
    world.touchMove(0, 51, 60)
    world.touchUp(0)
    let told = try world.everything().filter { !$0.contains("configure") }
    #expect(told == ["A cancelled [0, 1]", "up 0", "up 1", "touch frame", "A hidden"])
  }

  @Test("50: touch 0 in A, 1 in A2 of one client; A hides: only 0 is cancelled") func onlyOne() throws {
    let (world, _, a, _) = try twoHalves()
    world.touchDown(0, 50, 60)
    world.touchDown(1, 150, 60)
    try world.forget()
    a.hide()
    try world.sync()
    world.touchMove(1, 151, 60)
    world.touchUp(1)
    #expect(try world.decisions() == ["A cancelled [0]", "up 0", "A hidden", "move 1 51,60", "up 1"])
  }

  @Test("51: A is destroyed mid-touch: the id is dead until the finger lifts; nobody else sees it") func destroyed() throws {
    let (world, client, a, _) = try twoHalves()
    try client.makeShown("beneath").setLevel(-1)
    try world.sync()
    world.touchDown(0, 50, 60)
    try world.forget()
    a.base.toplevel.destroy()
    try world.sync()
    world.touchMove(0, 55, 60)
    world.touchUp()
    #expect(try world.decisions() == ["up 0"])
    world.touchDown(0, 50, 60)
    #expect(try world.decisions() == ["down 0 beneath 50,60"])
  }

  @Test("51: A's client dies mid-touch: nobody else sees the finger") func clientDies() throws {
    let (world, client, _, _) = try twoHalves()
    let other = try world.connect()
    try other.makeShown("beneath").setLevel(-1)
    try world.sync()
    world.touchDown(0, 50, 60)
    try world.kill(client)
    try world.forget()
    world.touchMove(0, 55, 60)
    world.touchUp()
    #expect(try world.decisions() == [])
  }

  @Test("52: mid-touch, B is raised over A, A gets a new level and a new root: the touch stays with A") func midTouch() throws {
    let (world, client, a, b) = try twoHalves()
    let (first, second) = (a.makeSurface("first"), a.makeSurface("second"))
    a.paint(first, 100, 150, 0xFF_0000)
    a.proxy.setRoot(surface: first)
    try a.draw(0)
    try world.forget()
    world.touchDown(0, 50, 60)
    #expect(try world.decisions() == ["down 0 first 50,60"])
    try world.place(b, 0, 0, 200, 150)
    b.makeKeyAndVisible()
    a.setLevel(-3)
    a.paint(second, 100, 150, 0x00_FF00)
    a.proxy.setRoot(surface: second)
    try a.draw(0)
    try world.forget()
    world.touchMove(0, 51, 62)
    world.touchUp()
    #expect(try world.decisions() == ["move 0 51,62", "up 0"])
    _ = client
  }

  @Test("53: A moves to S2 mid-touch: cancelled") func movesAway() throws {
    let (world, client, a, _) = try twoHalves(.called("S2", 160, 120))
    let second = try client.screen("S2")
    world.touchDown(0, 50, 60)
    try world.forget()
    a.proxy.setScreen(screen: second.proxy)
    let told = try world.decisions().filter { !$0.hasPrefix("S2:") }
    #expect(told == ["A cancelled [0]", "up 0", "A screen S2 S2 requested"])
  }

  @Test("54, 55: x = 0 is inside, x = width is outside; outside the window or its input region the next one gets it") func edges() throws {
    let (world, client, a, b) = try twoHalves()
    b.hide()
    _ = client
    let beneath = try client.makeShown("beneath")
    beneath.setLevel(-1)
    try world.place(a, 20, 30, 50, 40)
    a.setInput(a.base.surface, 0, 0, 50, 30)
    try a.draw(0xFF_0000)
    for (finger, point) in [(20.0, 30.0), (69.996, 59.996), (70, 40), (30, 60), (30, 65)].enumerated() {
      try world.forget()
      world.touchDown(Int32(finger), point.0, point.1)
      let isInside = finger < 2
      #expect(try world.decisions().first?.hasPrefix("down \(finger) \(isInside ? "A" : "beneath")") == true, "\(point)")
    }
  }

  @Test("56: key is A, B hovered: key events go to A") func keysToKey() throws {
    let (world, _, a, _) = try twoHalves()
    a.makeKey()
    try world.sync()
    world.point(150, 50)
    try world.forget()
    world.typeKey(30)
    world.typeKey(30, false)
    #expect(try world.decisions() == ["A key 30 down", "A key 30 up"])
  }

  @Test("57: no button: motion goes to the front window under the pointer; a button held: to the window of the press") func pointer() throws
  {
    let (world, _, _, _) = try twoHalves()
    world.point(50, 50)
    world.point(150, 50)
    #expect(try world.decisions() == ["pointer in A 50,50", "pointer out A", "pointer in B 50,50"])
    world.press()
    world.point(50, 50)
    world.press(false)
    #expect(try world.decisions() == ["B button down", "B motion -50,50", "B button up", "pointer out B", "pointer in A 50,50"])
  }

  @Test("58: explicit: B pressed or touched: key and order unchanged; press: key is B", arguments: ServiceConfiguration.KeyPolicy.allCases)
  func policies(policy: ServiceConfiguration.KeyPolicy) throws {
    let (world, _, a, b) = try twoHalves(keyPolicy: policy)
    for way in ["touch", "press"] {
      a.makeKeyAndVisible()
      try world.forget()
      let order = world.order
      if way == "touch" {
        world.touchDown(0, 150, 50)
        world.touchUp()
      } else {
        world.point(150, 50)
        world.press()
        world.press(false)
      }
      #expect(try world.key() == (policy == .press ? "B" : "A"), "\(way)")
      #expect(world.order == order, "\(way)")
      let keys = try world.decisions().filter { $0.contains("resigned") || $0.hasSuffix("key press") }
      #expect(keys == (policy == .press ? ["A resigned press", "B key press"] : []), "\(way)")
    }
    _ = b
  }

  @Test("59: the session locks: all touches are cancelled, no key reaches a client") func locked() throws {
    let (world, _, a, _) = try twoHalves()
    a.makeKey()
    try world.sync()
    world.touchDown(0, 50, 50)
    world.touchDown(1, 150, 50)
    try world.forget()
    try world.lockSession()
    #expect(
      try world.decisions() == ["A cancelled [0]", "B cancelled [1]", "up 0", "up 1", "A resigned lock", "leave A"])
    world.typeKey(30)
    world.touchMove(0, 60, 50)
    world.touchDown(2, 60, 60)
    #expect(try world.decisions() == [])
    #expect(world.pixel(50, 50) == 0)
    try world.unlockSession()
    #expect(try world.key() != nil)
  }
}
