import CasementTesting
import Geometry
import Testing
import WaylandClient
import WaylandProtocols
import WaylandServer
import WindowModel

@testable import Casement

@Test func textInputsFollowTheKeyboard() throws {
  let scene = try TextScene()
  let log = EventLog()
  let second = scene.another(log)
  #expect(try scene.told().app == [])
  #expect(log.taken == ["enter window"])
  let other = try scene.method.makeWindow(100, 100, 0xFF00_00FF)
  #expect(try scene.told().app == ["leave window"])
  #expect(log.taken == ["leave window"])
  other.toplevel.destroy()
  other.xdgSurface.destroy()
  #expect(try scene.told().app == ["enter window"])
  let dialog = try scene.app.makeWindow(50, 50, 0xFF00_FF00)
  #expect(try scene.told().app == ["leave window", "enter another"])
  withExtendedLifetime((second, dialog)) {}
}

@Test func aTextInputMadeLaterIsToldAtOnce() throws {
  let scene = try TextScene(hasMethod: false)
  let log = EventLog()
  let second = scene.another(log)
  _ = try scene.told()
  #expect(log.taken == ["enter window"])
  second.destroy()
  #expect(scene.app.failure() == nil)
}

@Test func aSurfaceThatIsDestroyedIsNotLeft() throws {
  let scene = try TextScene()
  try scene.enable()
  scene.window.surface.destroy()
  let told = try scene.told()
  #expect(told.app == [])
  #expect(told.method == ["deactivate", "done"])
}

@Test func aGrabbingPopupHasTheTextInput() throws {
  let scene = try TextScene()
  let pointer = PointerListener(scene.app)
  _ = try scene.told()
  scene.service.click(640, 360)
  _ = try scene.told()
  let plain = TestPopup(scene.app, size: (40, 40), anchor: (0, 0, 1, 1), parent: scene.window.xdgSurface)
  plain.surface.commit()
  _ = try scene.told()
  plain.show(0xFF00_FF00)
  #expect(try scene.told().app == [])
  plain.popup.destroy()
  plain.xdgSurface.destroy()
  let popup = TestPopup(scene.app, size: (40, 40), anchor: (0, 0, 1, 1), parent: scene.window.xdgSurface)
  popup.popup.grab(seat: scene.app.seat, serial: pointer.pressSerial)
  popup.surface.commit()
  _ = try scene.told()
  popup.show(0xFF00_FF00)
  #expect(try scene.told().app == ["leave window", "enter another"])
}

@Test func anEnabledFieldActivatesTheInputMethodWithItsState() throws {
  let scene = try TextScene()
  scene.input.enable()
  scene.input.setSurroundingText(text: "some text", cursor: 2, anchor: 1)
  scene.input.setTextChangeCause(cause: .other)
  scene.input.setContentType(hint: [.autoCapitalization, .sensitiveData], purpose: .name)
  #expect(try scene.told().method == [])
  scene.input.commit()
  #expect(try scene.told().method == ["activate", "text some text 2 1", "cause 1", "type 132 7", "done"])
  // the cause is that of one change
  scene.input.setSurroundingText(text: "other", cursor: 5, anchor: 5)
  scene.input.commit()
  #expect(try scene.told().method == ["text other 5 5", "cause 0", "type 132 7", "done"])
  scene.input.disable()
  scene.input.commit()
  #expect(try scene.told().method == ["deactivate", "done"])
}

@Test func enablingAgainForgetsAllThatWasSaid() throws {
  let scene = try TextScene()
  scene.input.enable()
  scene.input.setSurroundingText(text: "secret", cursor: 0, anchor: 0)
  scene.input.setContentType(hint: .hiddenText, purpose: .password)
  scene.input.commit()
  _ = try scene.told()
  scene.input.enable()
  scene.input.commit()
  #expect(try scene.told().method == ["activate", "cause 0", "done"])
  // also what was asked before in the same commit
  scene.input.setSurroundingText(text: "secret", cursor: 0, anchor: 0)
  scene.input.enable()
  scene.input.commit()
  #expect(try scene.told().method == ["activate", "cause 0", "done"])
}

@Test func placesOutsideOfTheTextAreAtItsEnds() throws {
  let scene = try TextScene()
  scene.input.enable()
  scene.input.setSurroundingText(text: "abc", cursor: -4, anchor: 900)
  scene.input.commit()
  #expect(try scene.told().method == ["activate", "text abc 0 3", "cause 0", "done"])
}

@Test func aCauseThatIsNoneEndsTheClient() throws {
  let scene = try TextScene()
  scene.input.setTextChangeCause(cause: .init(rawValue: 2))
  #expect(isError(scene.app.failure(), "wl_display", 3))
}

@Test func aFieldWithoutTheKeyboardIsNotActive() throws {
  let scene = try TextScene()
  let other = try scene.method.makeWindow(100, 100, 0xFF00_00FF)
  _ = try scene.told()
  scene.input.enable()
  scene.input.commit()
  #expect(try scene.told().method == [])
  other.toplevel.destroy()
  other.xdgSurface.destroy()
  // what was said while it had not the keyboard counts for nothing
  #expect(try scene.told() == (["enter window"], []))
  scene.input.setSurroundingText(text: "abc", cursor: 0, anchor: 0)
  scene.input.commit()
  #expect(try scene.told().method == [])
}

@Test func aSecondFieldIsIgnoredWhileOneIsActive() throws {
  let scene = try TextScene()
  let log = EventLog()
  let second = scene.another(log)
  try scene.enable()
  second.enable()
  second.setSurroundingText(text: "second", cursor: 0, anchor: 0)
  second.commit()
  #expect(try scene.told().method == [])
  scene.input.disable()
  scene.input.commit()
  second.enable()
  second.commit()
  #expect(try scene.told().method == ["deactivate", "done", "activate", "cause 0", "done"])
  second.destroy()
  #expect(try scene.told().method == ["deactivate", "done"])
}

@Test func whoLosesTheKeyboardIsNoActiveField() throws {
  let scene = try TextScene()
  try scene.enable()
  let other = try scene.method.makeWindow(100, 100, 0xFF00_00FF)
  #expect(try scene.told().method == ["deactivate", "done"])
  other.toplevel.destroy()
  other.xdgSurface.destroy()
  #expect(try scene.told().method == [])
}

@Test func aClientThatDiesIsNoActiveField() throws {
  let scene = try TextScene()
  try scene.enable()
  scene.service.display.connectedClients.first { $0.number == 1 }?.disconnect()
  for _ in 0..<2 { try scene.method.roundtrip() }
  #expect(scene.methodLog.taken == ["deactivate", "done"])
  #expect(scene.service.seat.textInputs.active == nil)
}
