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

/// A window that fills the screen and was clicked, and popups on it.
private final class Menus {
  let bench: Bench
  let pointer: PointerListener
  let keyboard: KeyboardListener
  let window: TestWindow
  let log = EventLog()
  let serial: UInt32

  init(_ bench: Bench) throws {
    self.bench = bench
    pointer = PointerListener(bench.client)
    keyboard = KeyboardListener(bench.client)
    window = try bench.client.window(1280, 720)
    pointer.names[ObjectIdentifier(window.surface)] = "window"
    keyboard.names[ObjectIdentifier(window.surface)] = "window"
    serial = try bench.click(10, 10, pointer)
    _ = (pointer.log.taken, keyboard.log.taken)
  }

  func popup(_ name: String, on parent: XdgSurfaceProxy? = nil, grabs: Bool = true, _ positioner: XdgPositionerProxy? = nil) throws
    -> PopupProbe
  {
    let popup = PopupProbe(bench.client, on: parent ?? window.xdgSurface, positioner ?? bench.client.menu(), name: name, log: log)
    keyboard.names[ObjectIdentifier(popup.surface)] = name
    pointer.names[ObjectIdentifier(popup.surface)] = name
    if grabs { popup.popup.grab(seat: bench.client.seat, serial: serial) }
    try popup.map()
    return popup
  }
}

@Test func case21AClientKilledWithNestedGrabs() throws {
  let bench = try Bench()
  let other = try bench.witness.window(1280, 720)
  let (pointer, keyboard, touch) = (PointerListener(bench.witness), KeyboardListener(bench.witness), TouchListener(bench.witness))
  keyboard.names[ObjectIdentifier(other.surface)] = "other"
  let menus = try Menus(bench)
  let first = try menus.popup("first")
  _ = try menus.popup("second", on: first.xdgSurface)
  bench.button(true)
  try bench.witness.roundtrip()
  _ = (pointer.log.taken, keyboard.log.taken)
  try bench.kill(bench.client)
  bench.button(false)
  try bench.witness.roundtrip()
  #expect(keyboard.log.taken == ["enter other []", "modifiers 0 0 0 0"])
  _ = pointer.log.taken
  bench.button(true)
  bench.button(false)
  bench.key(30, true)
  bench.key(30, false)
  bench.service.injectTouchDown(0, at: PrecisePoint(x: 5, y: 5))
  try bench.witness.roundtrip()
  #expect(pointer.log.taken.filter { $0 != "frame" } == ["press 272", "release 272"])
  #expect(keyboard.log.taken == ["key 30 1", "key 30 0"])
  #expect(touch.log.taken == ["down 0 5,5", "frame"])
}

@Test func case22APopupWithoutAGrabStealsNoFocus() throws {
  let menus = try Menus(Bench())
  let tip = try menus.popup("tip", grabs: false)
  let count = menus.window.configures.count
  menus.bench.key(30, true)
  menus.bench.key(30, false)
  // also where it is clicked
  menus.bench.move(110, 110)
  menus.bench.button(true)
  menus.bench.button(false)
  menus.bench.key(48, true)
  try menus.bench.client.roundtrip()
  #expect(menus.keyboard.log.taken == ["key 30 1", "key 30 0", "key 48 1"])
  #expect(menus.window.isActivated && menus.window.configures.count == count)
  tip.destroy()
  try menus.bench.client.roundtrip()
  #expect(menus.keyboard.log.taken == [])
}

/// Chosen: the press that dismisses reaches nobody, neither as a press nor as a release; a finger neither.
@Test(arguments: [false, true])
func case23DismissalIsFromTheTopAndTheClickPassesToNobody(byFinger: Bool) throws {
  let bench = try Bench.natural()
  let pointer = PointerListener(bench.client)
  let window = try bench.window(0, 0, 300, 300)
  let other = try bench.window(600, 0, 200, 200, of: bench.witness)
  let (foreign, fingers) = (PointerListener(bench.witness), TouchListener(bench.witness))
  let log = EventLog()
  let serial = try bench.click(10, 10, pointer)
  let first = PopupProbe(bench.client, on: window.xdgSurface, bench.client.menu(), name: "first", log: log)
  first.popup.grab(seat: bench.client.seat, serial: serial)
  try first.map()
  let second = PopupProbe(bench.client, on: first.xdgSurface, bench.client.menu(5, 5), name: "second", log: log)
  second.popup.grab(seat: bench.client.seat, serial: serial)
  try second.map()
  _ = log.taken
  if byFinger {
    bench.service.injectTouchDown(0, at: PrecisePoint(x: 650, y: 50))
    bench.service.injectTouchUp(0)
  } else {
    bench.move(650, 50)
    bench.button(true)
    bench.button(false)
  }
  try bench.client.roundtrip()
  try bench.witness.roundtrip()
  #expect(log.taken == ["second done", "first done"])
  #expect(foreign.log.taken.filter { $0.hasPrefix("press") || $0.hasPrefix("release") } == [])
  #expect(fingers.log.taken == [])
  // what comes next is the other window's
  if byFinger {
    bench.service.injectTouchDown(0, at: PrecisePoint(x: 650, y: 50))
    try bench.witness.roundtrip()
    #expect(fingers.log.taken.first == "down 0 50,50")
  } else {
    bench.button(true)
    bench.button(false)
    try bench.witness.roundtrip()
    #expect(foreign.log.taken.filter { $0 != "frame" }.suffix(2) == ["press 272", "release 272"])
  }
  // the client takes its popups down in order, a late destroy is no error
  second.destroy()
  first.destroy()
  #expect(bench.error() == nil)
  _ = other
}

@Test(arguments: [false, true])
func case24TheParentPopupGoesFirst(grabs: Bool) throws {
  try Offence("", "xdg_wm_base", 2) { bench in
    let menus = try Menus(bench)
    let parent = try menus.popup("parent", grabs: grabs)
    _ = try menus.popup("child", on: parent.xdgSurface, grabs: grabs)
    parent.popup.destroy()
  }.check()
}

@Test func case25APopupDismissedBeforeItsFirstConfigureWasAnswered() throws {
  let menus = try Menus(Bench())
  for stage in 0..<4 {
    let popup = PopupProbe(menus.bench.client, on: menus.window.xdgSurface, menus.bench.client.menu(), log: menus.log)
    popup.acknowledges = false
    if stage > 0 { popup.popup.grab(seat: menus.bench.client.seat, serial: menus.serial) }
    if stage > 1 { popup.surface.commit() }
    try menus.bench.client.roundtrip()
    if stage > 2 {
      popup.xdgSurface.ackConfigure(serial: popup.lastSerial)
      popup.show()
      try menus.bench.client.roundtrip()
    }
    try #require(menus.bench.service.clientWindows.values.first).dismissPopups()
    // unaware of it
    if stage == 0 { popup.popup.grab(seat: menus.bench.client.seat, serial: menus.serial) }
    if stage == 2 { popup.xdgSurface.ackConfigure(serial: popup.lastSerial) }
    popup.xdgSurface.setWindowGeometry(x: 0, y: 0, width: 5, height: 5)
    if stage > 1 { popup.show() } else { popup.surface.commit() }
    popup.popup.reposition(positioner: menus.bench.client.menu(), token: 1)
    try menus.bench.client.roundtrip()
    #expect(menus.log.taken.contains("popup done"), "stage \(stage)")
    #expect(try menus.bench.surface(of: popup.surface).enteredScreen == nil)
    popup.destroy()
    #expect(menus.bench.error() == nil, "stage \(stage)")
  }
}

@Test func case26TheConfigureSaysTheAdjustedPlaceAndThePixelsAgree() throws {
  let menus = try Menus(Bench())
  let positioner = menus.bench.client.menu(1275, 300, 100, 50)
  positioner.setConstraintAdjustment(constraintAdjustment: [.slideX])
  let popup = try menus.popup("popup", grabs: false, positioner)
  #expect(popup.place == (1180, 300, 100, 50))
  #expect(try menus.bench.pixel(1180, 300) == 0x00_FF00 && menus.bench.pixel(1279, 349) == 0x00_FF00)
  #expect(try menus.bench.pixel(1179, 300) == 0xFF_0000 && menus.bench.pixel(1279, 350) == 0xFF_0000)
}

@Test func case27TheAxesAreSolvedByThemselvesAndAUselessFlipIsUndone() throws {
  let menus = try Menus(Bench())
  // right of the screen: slides. Taller than above or below the anchor: flipping helps neither way, so it stays where it was
  let positioner = menus.bench.client.menu(1270, 360, 100, 500)
  positioner.setConstraintAdjustment(constraintAdjustment: [.slideX, .flipY])
  let popup = try menus.popup("popup", grabs: false, positioner)
  #expect(popup.place == (1180, 360, 100, 500))
  // where it may also slide, it ends on the screen
  let sliding = menus.bench.client.menu(1270, 360, 100, 500)
  sliding.setConstraintAdjustment(constraintAdjustment: [.slideX, .flipY, .slideY])
  let second = try menus.popup("second", grabs: false, sliding)
  #expect(second.place == (1180, 220, 100, 500))
  // and where a flip helps on one axis only, that one is flipped
  let flipping = menus.bench.client.menu(640, 700, 1000, 100)
  flipping.setConstraintAdjustment(constraintAdjustment: [.flipX, .flipY])
  let third = try menus.popup("third", grabs: false, flipping)
  #expect(third.place == (640, 601, 1000, 100))
}

@Test func case28TheWindowGeometrysOffsetCounts() throws {
  let bench = try Bench.natural()
  let window = TestWindow(bench.client)
  window.surface.commit()
  try bench.client.roundtrip()
  window.xdgSurface.setWindowGeometry(x: 61, y: 55, width: 400, height: 300)
  window.show(522, 410, 0xFFFF_0000)
  try bench.client.roundtrip()
  try bench.place(window, 860, 400)
  let positioner = bench.client.menu(390, 290, 80, 60)
  positioner.setConstraintAdjustment(constraintAdjustment: [.slideX, .slideY])
  let popup = PopupProbe(bench.client, on: window.xdgSurface, positioner)
  // its own geometry has an offset, too
  popup.surface.commit()
  try bench.client.roundtrip()
  popup.xdgSurface.setWindowGeometry(x: 7, y: 9, width: 80, height: 60)
  popup.surface.attach(buffer: bench.client.makeBuffer(94, 78, 0xFF00_FF00), x: 0, y: 0)
  popup.surface.commit()
  #expect(popup.place == (340, 260, 80, 60))
  let popupCorner = (x: 860 + 340, y: 400 + 260)
  #expect(try bench.pixel(popupCorner.x - 7, popupCorner.y - 9) == 0x00_FF00)
  #expect(try bench.pixel(popupCorner.x - 8, popupCorner.y) != 0x00_FF00 && bench.pixel(popupCorner.x, popupCorner.y - 10) != 0x00_FF00)
  #expect(try bench.pixel(1279, 719) == 0x00_FF00)
  // and the pointer finds it there
  let pointer = PointerListener(bench.client)
  try bench.client.roundtrip()
  bench.move(Double(popupCorner.x), Double(popupCorner.y))
  try bench.client.roundtrip()
  #expect(pointer.log.taken == ["enter it 7,9", "frame"])
}
