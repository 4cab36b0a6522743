import CasementTesting
import Geometry
import Input
import Testing
import WaylandClient
import WaylandProtocols
import WaylandServer
import WindowModel

@testable import Casement

@Test func aSeatHasOneInputMethod() throws {
  let scene = try TextScene()
  try scene.enable()
  let log = EventLog()
  let third = try scene.test.connect()
  let second = scene.become(third, log)
  try third.roundtrip()
  #expect(log.taken == ["unavailable"])
  second.commitString(text: "x")
  second.commit(serial: 0)
  let grab = second.grabKeyboard()
  scene.type(30)
  try third.roundtrip()
  #expect(try scene.told().app == [])
  #expect(log.taken == [])
  // when the first goes, the next that asks is the one
  scene.im.destroy()
  _ = try scene.told()
  let next = scene.become(third, log)
  try third.roundtrip()
  #expect(log.taken == ["activate", "cause 0", "done"])
  second.destroy()
  next.destroy()
  withExtendedLifetime(grab) {}
  #expect(third.failure() == nil)
}

@Test func textComesToTheFieldAsOneStepWithTheCountOfItsCommits() throws {
  let scene = try TextScene()
  try scene.enable()
  scene.input.setSurroundingText(text: "ab", cursor: 1, anchor: 1)
  scene.input.commit()
  _ = try scene.told()
  scene.im.commitString(text: "żółw")
  scene.im.deleteSurroundingText(beforeLength: 1, afterLength: 2)
  scene.im.setPreeditString(text: "ni", cursorBegin: 1, cursorEnd: 2)
  #expect(try scene.told().app == [])
  scene.im.commit(serial: scene.doneCount)
  #expect(try scene.told().app == ["preedit ni 1 2", "commit żółw", "delete 1 2", "done 2"])
  // what was sent once is not sent again
  scene.im.commit(serial: scene.doneCount)
  #expect(try scene.told().app == ["done 2"])
  scene.im.setPreeditString(text: "", cursorBegin: -1, cursorEnd: -1)
  scene.im.commit(serial: scene.doneCount)
  #expect(try scene.told().app == ["preedit  -1 -1", "done 2"])
}

@Test func theCountOfCommitsGoesOnWithoutTheKeyboard() throws {
  let scene = try TextScene()
  try scene.enable()
  let other = try scene.method.makeWindow(100, 100, 0xFF00_00FF)
  _ = try scene.told()
  scene.input.commit()
  scene.input.commit()
  other.toplevel.destroy()
  other.xdgSurface.destroy()
  _ = try scene.told()
  try scene.enable()
  scene.im.commitString(text: "a")
  scene.im.commit(serial: scene.doneCount)
  #expect(try scene.told().app == ["commit a", "done 4"])
}

@Test func textThatCrossesANewStateStillArrives() throws {
  let scene = try TextScene()
  try scene.enable()
  scene.input.setSurroundingText(text: "ab", cursor: 1, anchor: 1)
  scene.input.commit()
  _ = try scene.told()
  scene.im.commitString(text: "late")
  scene.im.commit(serial: scene.doneCount - 1)
  #expect(try scene.told().app == ["commit late", "done 2"])
}

@Test func textMeantForAnotherFieldDoesNotArrive() throws {
  let scene = try TextScene()
  try scene.enable()
  let serial = scene.doneCount
  scene.im.commitString(text: "for the first")
  scene.input.disable()
  scene.input.commit()
  try scene.app.roundtrip()
  try scene.enable()
  scene.im.commit(serial: serial)
  #expect(try scene.told().app == [])
  scene.im.commitString(text: "for the second")
  scene.im.commit(serial: scene.doneCount)
  #expect(try scene.told().app == ["commit for the second", "done 3"])
}

@Test func withoutAFieldTextGoesNowhere() throws {
  let scene = try TextScene()
  scene.im.commitString(text: "a")
  scene.im.commit(serial: 0)
  #expect(try scene.told().app == [])
  try scene.enable()
  scene.im.commit(serial: scene.doneCount)
  #expect(try scene.told().app == ["done 1"])
}

@Test func aNewInputMethodIsToldOfTheActiveField() throws {
  let scene = try TextScene(hasMethod: false)
  scene.input.enable()
  scene.input.setContentType(hint: .latin, purpose: .email)
  scene.input.commit()
  _ = try scene.told()
  let made = scene.become(scene.method, scene.methodLog)
  #expect(try scene.told().method == ["activate", "cause 0", "type 256 6", "done"])
  // and takes what it was composing with it
  made.destroy()
  #expect(try scene.told().app == ["preedit  0 0", "done 1"])
}

// MARK: The keyboard

@Test func aGrabTakesTheKeysWithTheirKeymapAndModifiers() throws {
  let scene = try TextScene()
  let keyboard = KeyboardListener(scene.app)
  _ = try scene.told()
  _ = keyboard.log.taken
  let grab = scene.grab()
  #expect(try scene.told().method == ["repeat 25 600", "keymap 1 large", "modifiers 0 0 0 0"])
  scene.service.seat.keyboard.key(29, pressed: true)
  scene.type(30)
  scene.service.seat.keyboard.key(29, pressed: false)
  #expect(
    try scene.told().method == ["key 29 1", "modifiers 4 0 0 0", "key 30 1", "key 30 0", "key 29 0", "modifiers 0 0 0 0"])
  #expect(keyboard.log.taken == [])
  grab.release()
  _ = try scene.told()
  scene.type(30)
  #expect(try scene.told().method == [])
  #expect(keyboard.log.taken == ["key 30 1", "key 30 0"])
}

@Test func keysHeldWhenTheKeyboardIsTakenAreReleasedWhereTheyWerePressed() throws {
  let scene = try TextScene()
  let keyboard = KeyboardListener(scene.app)
  _ = try scene.told()
  scene.service.seat.keyboard.key(30, pressed: true)
  let grab = scene.grab()
  _ = try scene.told()
  scene.service.seat.keyboard.key(48, pressed: true)
  scene.service.seat.keyboard.key(30, pressed: false)
  _ = try scene.told()
  #expect(keyboard.log.taken.suffix(1) == ["key 30 0"])
  grab.release()
  _ = try scene.told()
  // the other one's release is nobody's
  scene.service.seat.keyboard.key(48, pressed: false)
  _ = try scene.told()
  #expect(keyboard.log.taken == [])
}

@Test func keysThatTheInputMethodSendsItselfGoToTheWindow() throws {
  let scene = try TextScene()
  let keyboard = KeyboardListener(scene.app)
  let virtual = scene.method.bind(ZwpVirtualKeyboardManagerV1Proxy.self).createVirtualKeyboard(seat: scene.method.seat)
  virtual.setKeymap(scene.service.seat.keyboard.state.keymap.text)
  let grab = scene.grab()
  _ = try scene.told()
  _ = keyboard.log.taken
  scene.service.seat.keyboard.key(42, pressed: true)
  #expect(try scene.told().method == ["key 42 1", "modifiers 1 0 0 0"])
  virtual.modifiers(modsDepressed: 1, modsLatched: 0, modsLocked: 0, group: 0)
  virtual.key(time: 0, key: 30, state: 1)
  virtual.key(time: 0, key: 30, state: 0)
  #expect(try scene.told().method == [])
  #expect(keyboard.log.taken == ["modifiers 1 0 0 0", "key 30 1", "key 30 0"])
  // what it passes on does not come back to it
  scene.service.seat.keyboard.key(42, pressed: false)
  #expect(try scene.told().method == ["key 42 0", "modifiers 0 0 0 0"])
  virtual.modifiers(modsDepressed: 0, modsLatched: 0, modsLocked: 0, group: 0)
  _ = try scene.told()
  #expect(keyboard.log.taken == ["modifiers 0 0 0 0"])
  withExtendedLifetime(grab) {}
}

@Test func aGrabHearsNoKeysOfTheSessionsLock() throws {
  let scene = try TextScene()
  let grab = scene.grab()
  _ = try scene.told()
  scene.service.perform(scene.service.model.setLocked(true))
  scene.type(30)
  #expect(try scene.told().method == [])
  scene.service.perform(scene.service.model.setLocked(false))
  scene.type(30)
  #expect(try scene.told().method == ["key 30 1", "key 30 0"])
  withExtendedLifetime(grab) {}
}

@Test func anInputMethodThatDiesGivesTheKeyboardBack() throws {
  let scene = try TextScene()
  let keyboard = KeyboardListener(scene.app)
  try scene.enable()
  let grab = scene.grab()
  _ = try scene.told()
  _ = keyboard.log.taken
  scene.service.display.connectedClients.first { $0.number == 2 }?.disconnect()
  scene.type(30)
  try scene.app.roundtrip()
  #expect(keyboard.log.taken == ["key 30 1", "key 30 0"])
  withExtendedLifetime(grab) {}
}

@Test func aKeyThatTheInputMethodPassesOnWhileItIsHeldArrives() throws {
  let scene = try TextScene()
  let keyboard = KeyboardListener(scene.app)
  let virtual = scene.method.bind(ZwpVirtualKeyboardManagerV1Proxy.self).createVirtualKeyboard(seat: scene.method.seat)
  virtual.setKeymap(scene.service.seat.keyboard.state.keymap.text)
  let grab = scene.grab()
  _ = try scene.told()
  _ = keyboard.log.taken
  scene.service.seat.keyboard.key(30, pressed: true)
  virtual.key(time: 0, key: 30, state: 1)
  _ = try scene.told()
  #expect(keyboard.log.taken == ["key 30 1"])
  scene.service.seat.keyboard.key(30, pressed: false)
  #expect(try scene.told().method == ["key 30 0"])
  #expect(keyboard.log.taken == [])
  virtual.key(time: 0, key: 30, state: 0)
  _ = try scene.told()
  #expect(keyboard.log.taken == ["key 30 0"])
  withExtendedLifetime(grab) {}
}

// MARK: Popups

@Test func aPopupNeedsASurfaceWithoutAnotherRole() throws {
  let scene = try TextScene()
  let window = TestWindow(scene.method)
  _ = scene.im.getInputPopupSurface(surface: window.surface)
  #expect(isError(scene.method.failure(), "zwp_input_method_v2", ZwpInputMethodV2.Error.role.rawValue))
}

@Test func aPopupStandsBelowTheCursorWhileAFieldIsActive() throws {
  let scene = try TextScene()
  let id = try scene.service.id(of: scene.window.surface)
  let origin = try #require(scene.service.model.frame(of: id)).origin
  let popup = scene.popup(80, 30)
  _ = try scene.told()
  #expect(scene.frame(of: popup.surface) == nil)
  scene.input.enable()
  scene.input.setCursorRectangle(x: 20, y: 40, width: 2, height: 16)
  scene.input.commit()
  _ = try scene.told()
  #expect(scene.frame(of: popup.surface) == Rect(x: origin.x + 20, y: origin.y + 56, width: 80, height: 30))
  #expect(popup.log.taken == ["0,-16 2x16"])
  scene.input.setCursorRectangle(x: 60, y: 40, width: 2, height: 16)
  scene.input.commit()
  _ = try scene.told()
  #expect(scene.frame(of: popup.surface)?.x == origin.x + 60)
  #expect(popup.log.taken == [])
  scene.input.disable()
  scene.input.commit()
  _ = try scene.told()
  #expect(scene.frame(of: popup.surface) == nil)
  popup.popup.destroy()
  #expect(scene.method.failure() == nil)
}

@Test func aPopupStaysOnTheScreenAndLeavesTheCursorFree() throws {
  let scene = try TextScene(placement: .natural)
  let id = try scene.service.id(of: scene.window.surface)
  scene.service.perform(scene.service.model.place(id, at: Point(x: 1180, y: 600)))
  let popup = scene.popup(80, 30)
  scene.input.enable()
  scene.input.setCursorRectangle(x: 70, y: 90, width: 2, height: 16)
  scene.input.commit()
  _ = try scene.told()
  #expect(scene.frame(of: popup.surface) == Rect(x: 1200, y: 660, width: 80, height: 30))
  #expect(popup.log.taken == ["50,30 2x16"])
  // it follows the window
  scene.service.perform(scene.service.model.place(id, at: Point(x: 100, y: 100)))
  #expect(scene.frame(of: popup.surface) == Rect(x: 170, y: 206, width: 80, height: 30))
}

@Test func aPopupIsInFrontOfEverythingAndTakesNoKey() throws {
  let scene = try TextScene()
  let popup = scene.popup(80, 30)
  scene.input.enable()
  scene.input.setCursorRectangle(x: 20, y: 40, width: 2, height: 16)
  scene.input.commit()
  _ = try scene.told()
  let frame = try #require(scene.frame(of: popup.surface))
  scene.service.click(Double(frame.x + 5), Double(frame.y + 5))
  #expect(scene.service.seat.pointer.target?.client.number == 2)
  #expect(scene.service.model.key == (try scene.service.id(of: scene.window.surface)))
  // and goes with its surface
  popup.surface.destroy()
  _ = try scene.told()
  #expect(scene.service.seat.pointer.target?.client.number != 2)
}
