import CasementControl
import CasementTesting
import Geometry
import Input
import Scene
import Surfaces
import Testing
import WaylandClient
import WaylandProtocols
import WaylandServer
import WindowModel

@testable import Casement

@Test func field15AMenuOpenedByAPressSurvivesTheRelease() throws {
  let bench = try Bench()
  let pointer = PointerListener(bench.client)
  let window = try bench.client.window(1280, 720)
  let log = EventLog()
  bench.move(600, 600)
  bench.button(true)
  try bench.client.roundtrip()
  let popup = PopupProbe(bench.client, on: window.xdgSurface, bench.client.menu(), log: log)
  popup.popup.grab(seat: bench.client.seat, serial: pointer.pressSerial)
  try popup.map()
  _ = log.taken
  // let go beside the menu, on the window that opened it
  bench.button(false)
  try bench.client.roundtrip()
  #expect(log.taken == [] && bench.service.seat.popupGrabs.count == 1)
  // and by press, drag and release: the item is what gets the release
  _ = pointer.log.taken
  bench.move(600, 600)
  bench.button(true)
  bench.move(110, 110)
  pointer.names[ObjectIdentifier(popup.surface)] = "menu"
  bench.button(false)
  try bench.client.roundtrip()
  #expect(log.taken == [])
  #expect(pointer.log.taken.contains("release 272"))
}

@Test func field16APressRightAfterAMenuIsGoneReachesWhatIsBeneath() throws {
  let bench = try Bench()
  let pointer = PointerListener(bench.client)
  let window = try bench.client.window(1280, 720)
  pointer.names[ObjectIdentifier(window.surface)] = "window"
  let serial = try bench.click(110, 110, pointer)
  let popup = PopupProbe(bench.client, on: window.xdgSurface, bench.client.menu())
  popup.popup.grab(seat: bench.client.seat, serial: serial)
  try popup.map()
  popup.destroy()
  try bench.client.roundtrip()
  _ = pointer.log.taken
  bench.button(true)
  bench.button(false)
  try bench.client.roundtrip()
  #expect(pointer.log.taken.filter { $0 != "frame" } == ["press 272", "release 272"])
}

@Test(arguments: ["window killed", "toplevel destroyed", "unmapped", "parent surface destroyed", "screen removed"])
func field17AGrabEndsWithTheWindowBeneathIt(how: String) throws {
  let bench = try Bench.filled(.sized(640, 480, name: "one"), .sized(640, 480, name: "two"))
  let pointer = PointerListener(bench.client)
  let other = try bench.witness.window(640, 480)
  let (foreign, keys) = (PointerListener(bench.witness), KeyboardListener(bench.witness))
  let window = try bench.client.window(640, 480)
  let serial = try bench.click(10, 10, pointer)
  let popup = PopupProbe(bench.client, on: window.xdgSurface, bench.client.menu())
  popup.popup.grab(seat: bench.client.seat, serial: serial)
  try popup.map()
  switch how {
  case "window killed": try bench.kill(bench.client)
  case "toplevel destroyed": window.toplevel.destroy()
  case "unmapped":
    window.surface.attach(buffer: nil, x: 0, y: 0)
    window.surface.commit()
  case "parent surface destroyed": window.surface.destroy()
  default:
    bench.service.perform(bench.service.model.setScreen(try bench.id(of: other.surface), try bench.screen(1)))
    try bench.remove(0)
    bench.service.perform(bench.service.model.setHidden(try bench.id(of: window.surface), true))
  }
  if how != "window killed" { try bench.client.roundtrip() }
  #expect(bench.service.seat.popupGrabs.isEmpty)
  try bench.witness.roundtrip()
  _ = (foreign.log.taken, keys.log.taken)
  bench.move(20, 20)
  bench.button(true)
  bench.button(false)
  bench.key(30, true)
  try bench.witness.roundtrip()
  #expect(foreign.log.taken.filter { $0.hasPrefix("press") || $0.hasPrefix("release") } == ["press 272", "release 272"])
  #expect(keys.log.taken == ["key 30 1"])
  #expect(bench.service.model.violations() == [])
}

@Test func field18ANestedMenuThatGoesLeavesTheKeyboardWithItsParent() throws {
  let bench = try Bench()
  let (pointer, keyboard) = (PointerListener(bench.client), KeyboardListener(bench.client))
  let window = try bench.client.window(1280, 720)
  let serial = try bench.click(10, 10, pointer)
  let first = PopupProbe(bench.client, on: window.xdgSurface, bench.client.menu())
  first.popup.grab(seat: bench.client.seat, serial: serial)
  try first.map()
  keyboard.names[ObjectIdentifier(first.surface)] = "first"
  for _ in 0..<3 {
    let second = PopupProbe(bench.client, on: first.xdgSurface, bench.client.menu(5, 5))
    second.popup.grab(seat: bench.client.seat, serial: serial)
    try second.map()
    _ = keyboard.log.taken
    second.destroy()
    try bench.client.roundtrip()
    #expect(keyboard.log.taken.suffix(2) == ["enter first []", "modifiers 0 0 0 0"])
    #expect(bench.service.seat.popupGrabs.count == 1)
  }
}

@Test(arguments: ["key", "touch", "release"])
func field19AMenuMayBeOpenedByAnyActionOfTheUser(how: String) throws {
  let bench = try Bench()
  let (pointer, keyboard, touch) = (PointerListener(bench.client), KeyboardListener(bench.client), TouchListener(bench.client))
  let window = try bench.client.window(1280, 720)
  var serial: UInt32 = 0
  switch how {
  case "key":
    bench.key(127, true)
    try bench.client.roundtrip()
    serial = keyboard.keySerial
  case "touch":
    bench.service.injectTouchDown(0, at: PrecisePoint(x: 10, y: 10))
    try bench.client.roundtrip()
    serial = touch.downSerial
  default:
    bench.key(127, true)
    bench.key(127, false)
    try bench.client.roundtrip()
    serial = keyboard.keySerial
  }
  let log = EventLog()
  let popup = PopupProbe(bench.client, on: window.xdgSurface, bench.client.menu(), log: log)
  popup.popup.grab(seat: bench.client.seat, serial: serial)
  try popup.map()
  #expect(!log.taken.contains("popup done") && bench.service.seat.popupGrabs.count == 1)
  _ = pointer
}

@Test func field20AReleasedSeatKeepsItsDevices() throws {
  let bench = try Bench()
  let window = try bench.client.window(1280, 720)
  let seat = bench.client.bind(WlSeatProxy.self)
  let pointer = seat.getPointer()
  let keyboard = seat.getKeyboard()
  let log = EventLog()
  pointer.onEvent = { event in if case .enter = event { log.add("enter") } }
  keyboard.onEvent = { event in if case .key(_, _, let key, _) = event { log.add("key \(key)") } }
  seat.release()
  try bench.client.roundtrip()
  bench.move(10, 10)
  bench.key(30, true)
  try bench.client.roundtrip()
  #expect(log.taken == ["enter", "key 30"])
  _ = window
}

@Test func field21EachOfSeveralDevicesHearsOnce() throws {
  let bench = try Bench()
  _ = try bench.client.window(1280, 720)
  let pointers = (0..<3).map { _ in PointerListener(bench.client) }
  let keyboards = (0..<3).map { _ in KeyboardListener(bench.client) }
  let touches = (0..<3).map { _ in TouchListener(bench.client) }
  try bench.client.roundtrip()
  for keyboard in keyboards { _ = keyboard.log.taken }
  bench.move(10, 10)
  bench.button(true)
  bench.key(30, true)
  bench.service.injectTouchDown(0, at: PrecisePoint(x: 5, y: 5))
  try bench.client.roundtrip()
  for pointer in pointers { #expect(pointer.log.taken == ["enter it 10,10", "frame", "press 272", "frame"]) }
  for keyboard in keyboards { #expect(keyboard.log.taken == ["key 30 1"]) }
  for touch in touches { #expect(touch.log.taken == ["down 0 5,5", "frame"]) }
  // one object less in the middle of it all
  pointers[1].proxy.release()
  bench.button(false)
  try bench.client.roundtrip()
  #expect(pointers[0].log.taken == ["release 272", "frame"] && pointers[2].log.taken == ["release 272", "frame"])
}

@Test func field22CapsLockGoesWithTheKeyboardFromWindowToWindow() throws {
  let bench = try Bench()
  let (mine, foreign) = (KeyboardListener(bench.client), KeyboardListener(bench.witness))
  let a = try bench.client.window()
  let b = try bench.witness.window()
  bench.key(58, true)
  bench.key(58, false)
  try bench.witness.roundtrip()
  #expect(foreign.log.taken.last == "modifiers 0 0 2 0")
  bench.service.perform(bench.service.model.makeKey(try bench.id(of: a.surface), authority: .controller))
  try bench.client.roundtrip()
  #expect(mine.log.taken.last == "modifiers 0 0 2 0")
  bench.key(58, true)
  bench.key(58, false)
  try bench.client.roundtrip()
  #expect(mine.log.taken.last == "modifiers 0 0 0 0")
  bench.service.perform(bench.service.model.makeKey(try bench.id(of: b.surface), authority: .controller))
  try bench.witness.roundtrip()
  #expect(foreign.log.taken.last == "modifiers 0 0 0 0")
}

@Test func field23PressingASubsurfaceGivesItsWindowTheKeyboard() throws {
  let bench = try Bench.natural()
  let keyboard = KeyboardListener(bench.client)
  let window = try bench.window(0, 0, 100, 100)
  keyboard.names[ObjectIdentifier(window.surface)] = "window"
  _ = bench.client.child(of: window.surface, 0, 0, 100, 100, 0xFF00_FF00)
  _ = try bench.window(300, 0, 100, 100, of: bench.witness)
  try bench.client.roundtrip()
  _ = keyboard.log.taken
  bench.move(50, 50)
  bench.button(true)
  bench.button(false)
  try bench.client.roundtrip()
  #expect(keyboard.log.taken == ["enter window []", "modifiers 0 0 0 0"])
}

@Test func field24AFingerOnNothingIsNobodysUntilItIsLifted() throws {
  let bench = try Bench.natural()
  let touch = TouchListener(bench.client)
  let window = try bench.window(100, 100, 100, 100)
  bench.service.injectTouchDown(0, at: PrecisePoint(x: 10, y: 10))
  bench.service.injectTouchMotion(0, to: PrecisePoint(x: 150, y: 150))
  bench.service.injectTouchUp(0)
  try bench.client.roundtrip()
  #expect(touch.log.taken == [])
  bench.service.injectTouchDown(0, at: PrecisePoint(x: 150, y: 150))
  window.surface.destroy()
  try bench.client.roundtrip()
  #expect(touch.log.taken == ["down 0 50,50", "frame", "up 0", "frame"])
  bench.service.injectTouchMotion(0, to: PrecisePoint(x: 151, y: 150))
  bench.service.injectTouchUp(0)
  let next = try bench.window(100, 100, 100, 100)
  bench.service.injectTouchDown(0, at: PrecisePoint(x: 150, y: 150))
  try bench.client.roundtrip()
  #expect(touch.log.taken == ["down 0 50,50", "frame"])
  _ = next
}

@Test(arguments: 0..<8 as Range<UInt32>)
func field25OnATurnedScreenThePointerIsWhereThePixelIs(transform: UInt32) throws {
  var spec = ScreenSpec.sized(300, 200, scale: 2)
  spec.transform = try #require(ScreenTransform(outputTransform: Int32(transform)))
  let bench = try Bench.natural(spec)
  let pointer = PointerListener(bench.client)
  let window = try bench.window(20, 30, 40, 25, 0xFFFF_0000)
  #expect(try bench.pixel(40, 60) == 0xFF_0000 && bench.pixel(119, 109) == 0xFF_0000 && bench.pixel(39, 60) == 0)
  bench.move(20, 30)
  bench.move(59.5, 54.5)
  try bench.client.roundtrip()
  #expect(pointer.log.taken.filter { $0 != "frame" } == ["enter it 0,0", "motion 39.5,24.5"])
  _ = window
}

@Test func field26ThePointerOfAScreenThatGoesComesToAnother() throws {
  let bench = try Bench.natural(.sized(320, 240), .sized(320, 240))
  let pointer = PointerListener(bench.client)
  let window = try bench.window(0, 0, 320, 240)
  pointer.names[ObjectIdentifier(window.surface)] = "window"
  bench.move(500, 100)
  try bench.client.roundtrip()
  #expect(pointer.log.taken == [])
  try bench.remove(1)
  try bench.client.roundtrip()
  #expect(pointer.log.taken.count == 2 && bench.service.seat.pointer.position.x < 320)
  // a smaller mode moves it, too
  bench.move(300, 200)
  try bench.change { $0.customMode = ScreenMode(size: Size(width: 100, height: 80), refresh: 60_000) }
  #expect(bench.service.seat.pointer.position.x < 100 && bench.service.seat.pointer.position.y < 80)
}

@Test func field27AKeyHeldWhileTheLockComesAndGoesIsNotStuck() throws {
  let bench = try Bench()
  let keyboard = KeyboardListener(bench.client)
  _ = try bench.client.window()
  bench.key(29, true)
  try bench.client.roundtrip()
  _ = keyboard.log.taken
  bench.service.perform(bench.service.model.setLocked(true))
  bench.key(29, false)
  bench.key(30, true)
  try bench.client.roundtrip()
  #expect(keyboard.log.taken == ["leave it"])
  bench.service.perform(bench.service.model.setLocked(false))
  try bench.client.roundtrip()
  #expect(keyboard.log.taken == ["enter it [30]", "modifiers 0 0 0 0"])
  bench.key(30, false)
  try bench.client.roundtrip()
  #expect(keyboard.log.taken == ["key 30 0"])
}
