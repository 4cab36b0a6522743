import CasementControl
import CasementTesting
import Testing
import WaylandClient
import WaylandProtocols

@testable import Casement

@Suite struct LevelTests {
  @Test("9: a window that set no level has 0.0; the constants are 0, 1000 and 2000") func constants() throws {
    let world = try World()
    let client = try world.connect()
    _ = try client.makeShown("A")
    #expect(try !world.everything().contains { $0.contains("level") })
    #expect(world.window("A").level.rawValue == 0)
    #expect([Window.Level.normal, .statusBar, .alert].map(\.rawValue) == [0, 1000, 2000])
  }

  @Test("10: A at 0, B at 1000, A make_key_and_visible: B stays in front, key is A") func higherStays() throws {
    let world = try World()
    let client = try world.connect()
    let a = try client.makeShown("A", 0xFF_0000)
    let b = try client.makeShown("B", 0x00_FF00)
    b.setLevel(1000)
    a.makeKeyAndVisible()
    #expect(try world.key() == "A" && world.order == ["A", "B"] && world.pixel(5, 5) == 0x00_FF00)
  }

  @Test("11, 12: A then B shown: B in front; then A make_key_and_visible: A in front") func lastShown() throws {
    let world = try World()
    let client = try world.connect()
    let a = try client.makeShown("A", 0xFF_0000)
    _ = try client.makeShown("B", 0x00_FF00)
    #expect(world.order == ["A", "B"] && world.pixel(5, 5) == 0x00_FF00)
    a.makeKeyAndVisible()
    try world.sync()
    #expect(world.order == ["B", "A"] && world.pixel(5, 5) == 0xFF_0000)
  }

  @Test("13: B in front of A, A make_key: order unchanged, key is A") func makeKeyKeepsOrder() throws {
    let world = try World()
    let client = try world.connect()
    let a = try client.makeShown("A", 0xFF_0000)
    _ = try client.makeShown("B", 0x00_FF00)
    a.makeKey()
    #expect(try world.key() == "A" && world.order == ["A", "B"] && world.pixel(5, 5) == 0x00_FF00)
  }

  @Test("14: levels stack in exact numeric order") func exactOrder() throws {
    let world = try World()
    let client = try world.connect()
    var windows: [Double: ExtensionWindow] = [:]
    for (index, level) in [1000.25, 999.5, 1000.000_000_1, 1000].enumerated() {
      let window = try client.makeShown("\(level)", UInt32(index + 1))
      window.setLevel(level)
      windows[level] = window
    }
    try world.sync()
    #expect(world.order == ["999.5", "1000.0", "1000.0000001", "1000.25"])
    // and so they are seen: each time that the front one goes, the next one is there
    for (level, colour) in [(1000.25, 1), (1000.000_000_1, 3), (1000, 4), (999.5, 2)] as [(Double, UInt32)] {
      #expect(world.pixel(5, 5) == colour)
      windows[level]?.hide()
      try world.sync()
    }
  }

  @Test("15: A at −1 is behind every window at level 0, and gets touches only where those let them through") func below() throws {
    let world = try World(keyPolicy: .explicit)
    let client = try world.connect()
    let a = try client.makeShown("A", 0xFF_0000)
    a.setLevel(-1)
    let b = try client.makeShown("B", 0x00_FF00)
    b.setInput(b.base.surface, 0, 0, 100, 150)
    try b.draw(0x00_FF00)
    a.makeKeyAndVisible()
    try world.forget()
    world.touchDown(0, 50, 50)
    world.touchDown(1, 150, 50)
    #expect(try world.decisions() == ["down 0 B 50,50", "down 1 A 150,50"])
    #expect(world.order == ["A", "B"])
  }

  @Test("16: A at 1000, B enters 1000: B in front") func entering() throws {
    let world = try World()
    let client = try world.connect()
    let b = try client.makeShown("B", 0x00_FF00)
    try client.makeShown("A", 0xFF_0000).setLevel(1000)
    b.setLevel(1000)
    #expect(try world.decisions().suffix(1) == ["B level 1000.0"])
    #expect(world.order == ["A", "B"] && world.pixel(5, 5) == 0x00_FF00)
  }

  @Test("17: A from 0 to 5 and back: in front of its peers at level 0") func andBack() throws {
    let world = try World()
    let client = try world.connect()
    let a = try client.makeShown("A", 0xFF_0000)
    _ = try client.makeShown("B", 0x00_FF00)
    try world.forget()
    a.setLevel(5)
    a.setLevel(0)
    #expect(try world.decisions() == ["A level 5.0", "A level 0.0"])
    #expect(world.order == ["B", "A"] && world.pixel(5, 5) == 0xFF_0000)
  }

  @Test("18: NaN and the infinities are invalid_level", arguments: [Double.nan, .infinity, -.infinity, .signalingNaN])
  func invalid(level: Double) throws {
    let world = try World()
    let client = try world.connect()
    let a = try client.makeShown("A")
    a.setLevel(level)
    expectError(client, "casement_window_v1", CasementWindowV1.Error.invalidLevel.rawValue)
  }

  @Test("18: −0.0 is 0.0") func negativeZero() throws {
    let world = try World()
    let client = try world.connect()
    let a = try client.makeShown("A")
    try world.forget()
    a.setLevel(-0.0)
    #expect(try world.everything() == [])
    a.setLevel(1)
    a.setLevel(-0.0)
    #expect(try world.decisions() == ["A level 1.0", "A level 0.0"])
  }

  @Test("19: 1e9 asked by a client is the largest double below 10 000 000") func clamped() throws {
    let world = try World()
    let client = try world.connect()
    let a = try client.makeShown("A")
    try world.forget()
    a.setLevel(1e9)
    #expect(try world.decisions() == ["A level \(Double(high: 0x4163_12CF, low: 0xFFFF_FFFF))"])
    #expect(world.window("A").level.rawValue == 1e7.nextDown)
  }

  @Test("20: a hidden window's new level is kept and used on unhide") func levelWhileHidden() throws {
    let world = try World()
    let client = try world.connect()
    let a = try client.makeHidden("A", 0xFF_0000)
    let c = try client.makeShown("C", 0x00_00FF)
    c.setLevel(10)
    _ = try client.makeShown("B", 0x00_FF00)
    a.setLevel(5)
    #expect(try world.decisions().suffix(1) == ["A level 5.0"])
    #expect(world.pixel(5, 5) == 0x00_00FF)
    a.show()
    try world.sync()
    #expect(world.order == ["B", "A", "C"] && world.pixel(5, 5) == 0x00_00FF)
    c.hide()
    try world.sync()
    #expect(world.pixel(5, 5) == 0xFF_0000)
  }

  @Test("21: two clients with 0, 10 and 5: the levels decide, whoever owns the windows") func twoClients() throws {
    let world = try World()
    let (one, two) = (try world.connect(), try world.connect())
    try one.makeShown("ten", 0xFF_0000).setLevel(10)
    _ = try two.makeShown("zero", 0x00_FF00)
    try two.makeShown("five", 0x00_00FF).setLevel(5)
    try world.sync()
    #expect(world.order == ["zero", "five", "ten"] && world.pixel(5, 5) == 0xFF_0000)
  }

  @Test("22: the list of windows has visible and hidden ones, front last, without system windows") func list() throws {
    let world = try World()
    let client = try world.connect()
    _ = try client.makeShown("A")
    try client.makeHidden("H").setLevel(5)
    _ = try client.makeShown("B")
    try world.sync()
    _ = try world.showBar(height: 10)
    #expect(world.order == ["A", "B", "H"])
    #expect(try world.service.controller.windows().map(\.title) == ["A", "B", "H"])
    #expect(try world.service.controller.windows().map(\.hidden) == [false, false, true])
  }
}

/// The connection ends with this error.
func expectError(
  _ client: ExtensionClient, _ interface: String, _ code: UInt32, sourceLocation: SourceLocation = #_sourceLocation
) {
  do {
    try client.core.roundtrip()
    Issue.record("no error", sourceLocation: sourceLocation)
  } catch {
    guard case .protocolError(let name, let number, _) = error else {
      Issue.record("\(error)", sourceLocation: sourceLocation)
      return
    }
    #expect(name == interface && number == code, sourceLocation: sourceLocation)
  }
}
