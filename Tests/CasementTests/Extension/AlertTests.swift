import CasementTesting
import Geometry
import Testing
import WaylandClient
import WindowModel

@testable import Casement

@Suite struct AlertTests {
  /// A, which is key, and the alert L, which is hidden.
  private func alertOverWindow(
    keyPolicy: ServiceConfiguration.KeyPolicy = .press
  ) throws -> (World, ExtensionClient, a: ExtensionWindow, l: ExtensionWindow) {
    let world = try World(keyPolicy: keyPolicy)
    let client = try world.connect()
    let a = try client.makeShown("A", 0x00_FF00)
    a.makeKey()
    let l = try client.makeHidden("L", 0xFF_0000)
    l.setLevel(2000)
    try world.forget()
    return (world, client, a, l)
  }

  @Test("39: key is A; alert L make_key_and_visible: L visible, A resigns, L key") func alert() throws {
    let (world, _, _, l) = try alertOverWindow()
    l.makeKeyAndVisible()
    #expect(try world.decisions() == ["L visible", "A resigned requested", "leave A", "enter L", "L key requested"])
    #expect(world.pixel(5, 5) == 0xFF_0000)
  }

  @Test("40: L dismissed: L resigns, the other becomes key, L hidden") func dismissed() throws {
    let (world, _, _, l) = try alertOverWindow()
    l.makeKeyAndVisible()
    try world.forget()
    l.hide()
    #expect(try world.decisions() == ["L resigned window_hidden", "leave L", "enter A", "A key fallback", "L hidden"])
    #expect(world.pixel(5, 5) == 0x00_FF00)
  }

  @Test("41: L covers A, L touched: A gets nothing") func covered() throws {
    let (world, _, _, l) = try alertOverWindow()
    l.makeKeyAndVisible()
    try world.forget()
    world.touchDown(0, 20, 30)
    world.touchUp()
    #expect(try world.decisions() == ["down 0 L 20,30", "up 0"])
  }

  @Test("42: a hole in L's input region, touched: A gets it; key is as the policy says", arguments: ServiceConfiguration.KeyPolicy.allCases)
  func hole(policy: ServiceConfiguration.KeyPolicy) throws {
    let (world, _, _, l) = try alertOverWindow(keyPolicy: policy)
    l.setInput(l.base.surface, 0, 0, 50, 150)
    try l.draw(0xFF_0000)
    l.makeKeyAndVisible()
    try world.forget()
    world.touchDown(0, 100, 30)
    #expect(try world.decisions().contains("down 0 A 100,30"))
    #expect(try world.key() == (policy == .press ? "A" : "L"))
  }

  // by a real input method: `InputPanelTests`
  @Test("43: whatever the client's level, the keyboard window is in front of it") func keyboardInFront() throws {
    let (world, _, a, _) = try alertOverWindow()
    a.setLevel(1e12)
    try world.sync()
    let keyboard = try world.showKeyboard(height: 40)
    a.makeKeyAndVisible()
    try world.sync()
    let main = try #require(world.service.model.mainScreen)
    #expect(world.service.model.frontToBack(on: main).first { _ in true } == keyboard)
  }

  // by a real input method: `InputPanelTests`
  @Test("44: the keyboard appears: key unchanged; the key window gets keyboard_frame and a bottom inset") func keyboardAppears() throws {
    let (world, _, _, l) = try alertOverWindow()
    l.show()
    try world.forget()
    let keyboard = try world.showKeyboard(height: 40)
    #expect(try world.everything() == ["A insets 0,0,40,0", "A keyboard 0,110,200,40"])
    l.makeKey()
    let told = try world.everything().filter { !$0.contains("configure") && !$0.contains("modifiers") }
    #expect(told.prefix(4) == ["A resigned requested", "leave A", "enter L", "L key requested"])
    #expect(
      told.dropFirst(4) == ["A insets 0,0,0,0", "A keyboard 0,0,0,0", "L insets 0,0,40,0", "L keyboard 0,110,200,40"])
    try world.removeSystemWindow(keyboard)
    #expect(try world.everything() == ["L insets 0,0,0,0", "L keyboard 0,0,0,0"])
  }

  // by a real input method: `InputPanelTests`
  @Test("45: an input-accessory window takes focus: it can become key") func accessory() throws {
    let (world, client, _, _) = try alertOverWindow()
    let accessory = try client.makeShown("I")
    accessory.setLevel(10)
    try world.place(accessory, 0, 100, 200, 20)
    _ = try world.showKeyboard(height: 30)
    world.touchDown(0, 50, 110)
    #expect(try world.key() == "I")
  }
}
