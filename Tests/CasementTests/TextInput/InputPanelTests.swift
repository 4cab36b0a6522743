import CasementTesting
import Geometry
import Testing
import WaylandClient
import WaylandProtocols
import WaylandServer
import WindowModel

@testable import Casement

/// A window of a client that speaks the window extension, with a text field, and an input method with a keyboard on the screen.
private struct Scene {
  let world: World
  let client: ExtensionClient
  let a: ExtensionWindow
  let method: TestClient
  let im: ZwpInputMethodV1Proxy
  let surface: WlSurfaceProxy
  let panel: ZwpInputPanelSurfaceV1Proxy
  let field: ZwpTextInputV3Proxy

  init(docked: Bool = true) throws {
    world = try World()
    client = try world.connect()
    a = try client.makeShown("A")
    a.makeKey()
    method = try world.test.connect()
    im = method.bind(ZwpInputMethodV1Proxy.self)
    surface = method.compositor.createSurface()
    panel = method.bind(ZwpInputPanelV1Proxy.self).getInputPanelSurface(surface: surface)
    if docked { panel.setToplevel(output: method.bind(WlOutputProxy.self), position: 0) } else { panel.setOverlayPanel() }
    surface.attach(buffer: method.makeBuffer(200, 40, 0xFF00_FF00), x: 0, y: 0)
    surface.commit()
    try method.roundtrip()
    field = client.core.bind(ZwpTextInputManagerV3Proxy.self).getTextInput(seat: client.core.seat)
    try world.sync()
    try world.forget()
  }

  /// The window of the panel, where it is shown.
  var window: WindowID? {
    world.service.clientWindows.values.first { $0.client.number == 2 && $0.shownScreen != nil }?.id
  }

  func enable() {
    field.enable()
    field.setCursorRectangle(x: 20, y: 30, width: 1, height: 10)
    field.commit()
  }

  func disable() {
    field.disable()
    field.commit()
  }
}

@Test("43: the keyboard of a real input method is in front of every client's window") func theKeyboardOfAnInputMethodIsInFront() throws {
  let scene = try Scene()
  scene.a.setLevel(1e12)
  try scene.world.sync()
  #expect(scene.window == nil)
  scene.enable()
  try scene.world.sync()
  let keyboard = try #require(scene.window)
  let main = try #require(scene.world.service.model.mainScreen)
  #expect(scene.world.service.model.frontToBack(on: main).first { _ in true } == keyboard)
  #expect(scene.world.service.model.window(keyboard)?.level.rawValue == 10_000_000)
}

@Test("44: the keyboard of a real input method: key stays, keyboard_frame and a bottom inset") func theKeyboardOfAnInputMethodIsTold()
  throws
{
  let scene = try Scene()
  scene.enable()
  #expect(try scene.world.everything() == ["A insets 0,0,40,0", "A keyboard 0,110,200,40"])
  #expect(try scene.world.key() == "A")
  // it grows
  scene.surface.attach(buffer: scene.method.makeBuffer(200, 60, 0xFF00_FF00), x: 0, y: 0)
  scene.surface.commit()
  try scene.method.roundtrip()
  #expect(try scene.world.everything() == ["A insets 0,0,60,0", "A keyboard 0,90,200,60"])
  scene.disable()
  #expect(try scene.world.everything() == ["A insets 0,0,0,0", "A keyboard 0,0,0,0"])
  scene.enable()
  try scene.world.sync()
  try scene.world.forget()
  scene.surface.destroy()
  try scene.method.roundtrip()
  #expect(try scene.world.everything() == ["A insets 0,0,0,0", "A keyboard 0,0,0,0"])
}

@Test("45: an input accessory takes the field above the keyboard of a real input method") func anAccessoryTakesTheField() throws {
  let scene = try Scene()
  let accessory = try scene.client.makeShown("I")
  accessory.setLevel(10)
  try scene.world.place(accessory, 0, 90, 200, 20)
  scene.enable()
  try scene.world.sync()
  try scene.world.forget()
  scene.world.touchDown(0, 50, 100)
  #expect(try scene.world.key() == "I")
  // its own field brings the keyboard back, which the first one's lost
  #expect(scene.window == nil)
  scene.enable()
  try scene.world.sync()
  #expect(scene.window != nil)
}

@Test func anOverlayPanelStandsBesideTheCursorAndIsNoKeyboard() throws {
  let scene = try Scene(docked: false)
  scene.surface.attach(buffer: scene.method.makeBuffer(50, 20, 0xFF00_FF00), x: 0, y: 0)
  scene.surface.commit()
  try scene.method.roundtrip()
  scene.enable()
  #expect(try scene.world.everything() == [])
  let window = try #require(scene.window)
  #expect(scene.world.service.model.frame(of: window) == Rect(x: 20, y: 40, width: 50, height: 20))
}

@Test func aPanelGoesWithItsInputMethod() throws {
  let scene = try Scene()
  scene.enable()
  try scene.world.sync()
  #expect(scene.window != nil)
  scene.world.service.display.connectedClients.first { $0.number == 2 }?.disconnect()
  #expect(try scene.world.everything().suffix(2) == ["A insets 0,0,0,0", "A keyboard 0,0,0,0"])
  #expect(scene.window == nil)
}

@Test func fieldsOfVersionOneSayWhetherTheyWantTheKeyboard() throws {
  let scene = try Scene()
  let input = scene.client.core.bind(ZwpTextInputManagerV1Proxy.self).createTextInput()
  var states: [UInt32] = []
  input.onEvent = { event in if case .inputPanelState(let state) = event { states.append(state) } }
  input.activate(seat: scene.client.core.seat, surface: scene.a.base.surface)
  try scene.world.sync()
  #expect(scene.window == nil)
  input.showInputPanel()
  try scene.world.sync()
  #expect(scene.window != nil)
  input.hideInputPanel()
  try scene.world.sync()
  #expect(scene.window == nil)
  input.showInputPanel()
  input.deactivate(seat: scene.client.core.seat)
  try scene.world.sync()
  #expect(scene.window == nil)
  #expect(states == [1, 0, 1, 0])
}

@Test func aPanelOnASurfaceOfAnotherRoleEndsTheClient() throws {
  let test = try TestService()
  let client = try test.connect()
  let window = TestWindow(client)
  _ = client.bind(ZwpInputPanelV1Proxy.self).getInputPanelSurface(surface: window.surface)
  #expect(isError(client.failure(), "wl_display", 3))
}

@Test func aPositionOfAPanelThatIsNoneEndsTheClient() throws {
  let test = try TestService()
  let client = try test.connect()
  let panel = client.bind(ZwpInputPanelV1Proxy.self).getInputPanelSurface(surface: client.compositor.createSurface())
  panel.setToplevel(output: client.bind(WlOutputProxy.self), position: 1)
  #expect(isError(client.failure(), "wl_display", 3))
}
