import CasementTesting
import Geometry
import Testing
import WaylandClient

@testable import Casement

@Suite struct CreationTests {
  @Test("a minimised window is not visible: set_hidden(0) and make_key_and_visible bring it back") func minimised() throws {
    let world = try World()
    let client = try world.connect()
    let a = try client.makeShown("A", 0xFF_0000)
    a.makeKey()
    try world.forget()
    a.base.toplevel.setMinimized()
    #expect(try world.decisions() == ["A resigned window_hidden", "leave A", "A hidden"])
    #expect(world.pixel(5, 5) == 0)
    a.show()
    #expect(try world.decisions() == ["A visible"])
    #expect(try world.key() == nil && world.pixel(5, 5) == 0xFF_0000)
    a.base.toplevel.setMinimized()
    try world.forget()
    a.makeKeyAndVisible()
    #expect(try world.decisions() == ["A visible", "enter A", "A key requested"])
  }

  @Test("1: a new window whose content is committed is hidden, draws no pixel, and becomes nothing") func newWindow() throws {
    let world = try World()
    let client = try world.connect()
    _ = try client.makeHidden("A", 0xFF_0000)
    #expect(try world.decisions() == ["A screen - main fallback"])
    #expect(world.pixel(100, 75) == 0 && world.window("A").isHidden && !world.window("A").isVisible)
    #expect(try world.key() == nil)
  }

  @Test("2: set_hidden(0): exactly one became_visible; key unchanged") func showing() throws {
    let world = try World()
    let client = try world.connect()
    _ = try client.makeShown("B").makeKey()
    let a = try client.makeHidden("A", 0x00_FF00)
    try world.forget()
    a.show()
    #expect(try world.decisions() == ["A visible"])
    #expect(try world.key() == "B" && world.pixel(0, 0) == 0x00_FF00)
  }

  @Test("3: the present value of hidden or level again: no event, no reorder") func repeating() throws {
    let world = try World()
    let client = try world.connect()
    let a = try client.makeShown("A")
    let b = try client.makeShown("B")
    let c = try client.makeHidden("C")
    try world.forget()
    a.setLevel(0)
    a.show()
    b.setLevel(0)
    c.hide()
    #expect(try world.everything() == [])
    #expect(world.order == ["A", "B", "C"] || world.order == ["C", "A", "B"])
  }

  @Test("4: hidden A, make_key_and_visible: became_visible comes before became_key") func keyAndVisible() throws {
    let world = try World()
    let client = try world.connect()
    let a = try client.makeHidden("A")
    try world.forget()
    a.makeKeyAndVisible()
    #expect(try world.decisions() == ["A visible", "enter A", "A key requested"])
  }

  @Test("5: hidden A commits buffers: none shows; the latest shows on unhide") func commitsWhileHidden() throws {
    let world = try World()
    let client = try world.connect()
    let a = try client.makeHidden("A", 0xFF_0000)
    try a.draw(0x00_FF00)
    #expect(world.pixel(100, 75) == 0)
    try a.draw(0x00_00FF)
    a.show()
    try world.sync()
    #expect(world.pixel(100, 75) == 0x00_00FF)
  }

  @Test("6: another application takes key: nobody becomes visible or hidden") func switching() throws {
    let world = try World()
    let (one, two) = (try world.connect(), try world.connect())
    try one.makeShown("A").makeKey()
    try two.makeShown("B").show()
    try world.forget()
    world.window("B").makeKeyAndVisible()
    #expect(try world.decisions() == ["A resigned controller", "leave A", "enter B", "B key controller"])
  }

  @Test("7: the client unmaps A: A counts as hidden; level and screen survive") func unmapping() throws {
    let world = try World(.called("S2", 160, 120))
    let client = try world.connect()
    let a = try client.makeShown("A")
    a.setLevel(7)
    a.proxy.setScreen(screen: try client.screen("S2").proxy)
    try world.forget()
    a.unmap()
    #expect(try world.decisions() == ["A hidden", "S2: mirrored - main", "S2: done"])
    a.base.toplevel.setTitle(title: "A")
    a.base.surface.commit()
    try world.sync()
    try a.draw(0xFF_0000)
    #expect(try world.decisions() == ["A visible", "S2: mirrored - none", "S2: done"])
    #expect(world.window("A").level == 7.0 && world.window("A").screen?.name == "S2" && world.pixel(0, 0, on: "S2") == 0xFF_0000)
  }

  @Test("8: a stock toplevel, when first mapped: level 0, fills the screen, key") func stock() throws {
    let world = try World()
    let client = try world.connect()
    let window = try client.makeStock("A", 200, 150)
    #expect(try world.decisions() == ["enter A"])
    #expect(window.configures.first?.width == 200 && window.configures.first?.height == 150 && window.isActivated)
    #expect(world.window("A").level == .normal && world.window("A").frame.width == 200)
    #expect(try world.key() == "A")
  }

  @Test("made key and visible before it has content: shown and key when it has") func earlyRequest() throws {
    let world = try World()
    let client = try world.connect()
    try client.makeShown("B").makeKey()
    let a = try client.makeWindow("A")
    a.makeKeyAndVisible()
    try world.forget()
    try a.draw(0xFF_0000)
    #expect(try world.decisions() == ["A visible", "B resigned requested", "leave B", "enter A", "A key requested"])
    #expect(try world.key() == "A" && world.order == ["B", "A"])
  }

  @Test("every configure of the toplevel has one of the window, with the same size, before xdg_surface.configure") func configures() throws
  {
    let world = try World()
    let client = try world.connect()
    let a = try client.makeWindow("A")
    #expect(try world.everything() == ["A screen - main fallback", "A configure 200x150 120 8", "A xdg configure"])
    try a.draw(0xFF_0000)
    #expect(try world.everything().contains("A frame 0,0,200,150"))
    a.makeKeyAndVisible()
    let told = try world.everything()
    let own = told.indices.filter { told[$0].hasPrefix("A configure") }
    #expect(!own.isEmpty && own.allSatisfy { told[$0 + 1] == "A xdg configure" })
    #expect(told.filter { $0 == "A xdg configure" }.count == own.count)
  }
}
