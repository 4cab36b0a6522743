import CasementControl
import CasementTesting
import Testing
import WaylandClient

@testable import Casement

/// A client of the extension beside clients that know nothing of it, as captured pictures show them.
@Suite struct SideBySideTests {
  private static let terminal: UInt32 = 0x20_2020
  private static let alert: UInt32 = 0xFF_0000
  private static let bar: UInt32 = 0x00_00FF

  @Test("39, 40: an alert over a stock window takes key, is dismissed, and key returns by D3") func alertOverAStockWindow() throws {
    let world = try World()
    let (stock, ours) = (try world.connect(), try world.connect())
    let terminal = try stock.makeStock("terminal", 200, 150, Self.terminal)
    let alert = try ours.makeHidden("alert")
    alert.setLevel(2000)
    try world.place(alert, 50, 50, 100, 50, Self.alert)
    #expect(try world.key() == "terminal" && world.pixel(100, 75) == Self.terminal)
    alert.makeKeyAndVisible(token: world.service.mintActivationToken())
    #expect(try world.key() == "alert")
    #expect(!terminal.isActivated && alert.base.isActivated)
    #expect(world.pixel(100, 75) == Self.alert && world.pixel(49, 75) == Self.terminal && world.pixel(150, 75) == Self.terminal)
    alert.hide()
    #expect(try world.key() == "terminal")
    #expect(terminal.isActivated && world.pixel(100, 75) == Self.terminal)
  }

  @Test("78: a status bar takes its inset from a window of ours, and its room from a stock one") func statusBar() throws {
    let world = try World()
    let (stock, ours) = (try world.connect(), try world.connect())
    let window = try ours.makeShown("ours", 0x00_FF00)
    let terminal = try stock.makeStock("terminal", 200, 150, Self.terminal)
    let bar = try ours.makeShown("bar", Self.bar)
    // what takes the room is of the same level, and older there
    _ = try world.showBar(height: 20)
    bar.setLevel(1000)
    bar.proxy.setCanBecomeKey(canBecomeKey: 0)
    try world.place(bar, 0, 0, 200, 20, Self.bar)
    try world.sync()
    terminal.show(200, 130, 0xFF00_0000 | Self.terminal)
    try world.sync()
    #expect(window.insets == [20, 0, 0, 0] && terminal.configures.last?.height == 130)
    #expect(world.pixel(100, 19) == Self.bar && world.pixel(100, 20) == Self.terminal && world.pixel(100, 149) == Self.terminal)
    terminal.toplevel.destroy()
    try world.sync()
    #expect(world.pixel(100, 19) == Self.bar && world.pixel(100, 20) == 0x00_FF00)
  }

  @Test("62, 63, 66, 67: a second screen mirrors, shows its own window, is unplugged and comes back") func secondScreen() throws {
    let world = try World()
    let (stock, ours) = (try world.connect(), try world.connect())
    _ = try stock.makeStock("terminal", 200, 150, Self.terminal)
    try world.service.addScreen(.called("S2", 100, 150))
    // main's picture, fitted into the middle of the smaller screen
    #expect(
      world.pixel(50, 75, on: "S2") == Self.terminal && world.pixel(50, 36, on: "S2") == 0 && world.pixel(50, 38, on: "S2") == Self.terminal
    )
    let sign = try ours.makeHidden("sign")
    sign.proxy.setScreen(screen: try ours.screen("S2").proxy)
    try world.sync()
    try sign.draw(0x00_FF00)
    sign.show()
    try world.sync()
    #expect(world.pixel(50, 75, on: "S2") == 0x00_FF00 && world.pixel(0, 0, on: "S2") == 0x00_FF00 && world.pixel(50, 75) == Self.terminal)
    world.remove("S2")
    try world.sync()
    #expect(world.pixel(50, 75) == Self.terminal && world.window("sign").screen == nil)
    try world.service.addScreen(.called("S2", 100, 150))
    try world.sync()
    try sign.draw(0x00_FF00)
    #expect(world.pixel(50, 75, on: "S2") == 0x00_FF00 && world.pixel(50, 75) == Self.terminal)
    #expect(try world.key() == "terminal")
  }
}
