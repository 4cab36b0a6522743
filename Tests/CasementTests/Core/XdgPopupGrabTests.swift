import CasementTesting
import Geometry
import Scene
import Surfaces
import Testing
import WaylandClient
import WaylandProtocols
import WaylandServer
import WindowModel

@testable import Casement

extension Bench {
  /// A positioner of 20×20 at the corner of the parent.
  fileprivate func menu(_ x: Int32 = 100, _ y: Int32 = 100) -> XdgPositionerProxy {
    let positioner = client.wmBase.createPositioner()
    positioner.setSize(width: 20, height: 20)
    positioner.setAnchorRect(x: x, y: y, width: 1, height: 1)
    positioner.setAnchor(anchor: .topLeft)
    positioner.setGravity(gravity: .bottomRight)
    return positioner
  }
}

/// A client with a window that was clicked, so that it may grab.
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

  convenience init() throws { try self.init(Bench()) }

  func popup(_ name: String, on parent: XdgSurfaceProxy? = nil, grabs: Bool = true) throws -> PopupProbe {
    let popup = PopupProbe(bench.client, on: parent ?? window.xdgSurface, bench.menu(), name: name, log: log)
    pointer.names[ObjectIdentifier(popup.surface)] = name
    keyboard.names[ObjectIdentifier(popup.surface)] = name
    if grabs { popup.popup.grab(seat: bench.client.seat, serial: serial) }
    try popup.map()
    _ = log.taken
    return popup
  }
}

private let offences = [
  Offence("a grab of a mapped popup", "xdg_popup", WaylandProtocols.XdgPopup.Error.invalidGrab.rawValue) {
    let menus = try Menus($0)
    try menus.popup("a", grabs: false).popup.grab(seat: $0.client.seat, serial: menus.serial)
  },
  Offence("a grab on a popup without one", "xdg_popup", WaylandProtocols.XdgPopup.Error.invalidGrab.rawValue) {
    let menus = try Menus($0)
    let parent = try menus.popup("a", grabs: false)
    _ = try menus.popup("b", on: parent.xdgSurface)
  },
  Offence("a grab beside the topmost popup", "xdg_wm_base", WaylandProtocols.XdgWmBase.Error.notTheTopmostPopup.rawValue) {
    let menus = try Menus($0)
    _ = try menus.popup("a")
    _ = try menus.popup("b")
  },
  Offence("the parent popup goes first", "xdg_wm_base", WaylandProtocols.XdgWmBase.Error.notTheTopmostPopup.rawValue) {
    let menus = try Menus($0)
    let parent = try menus.popup("a")
    _ = try menus.popup("b", on: parent.xdgSurface)
    parent.popup.destroy()
  },
  Offence("the same without grabs", "xdg_wm_base", WaylandProtocols.XdgWmBase.Error.notTheTopmostPopup.rawValue) {
    let menus = try Menus($0)
    let parent = try menus.popup("a", grabs: false)
    _ = try menus.popup("b", on: parent.xdgSurface, grabs: false)
    parent.popup.destroy()
  },
]

@Test(arguments: offences)
private func aWrongPopupEndsItsClient(_ offence: Offence) throws { try offence.check() }

@Test func aPopupWithoutAGrabLeavesTheKeyboardAlone() throws {
  let menus = try Menus()
  let states = menus.window.configures.count
  _ = try menus.popup("tip", grabs: false)
  menus.bench.key(30, true)
  try menus.bench.client.roundtrip()
  #expect(menus.keyboard.log.taken == ["key 30 1"])
  #expect(menus.window.isActivated)
  #expect(menus.window.configures.count == states)
}

@Test func aGrabbingPopupHasTheKeyboardUntilItGoes() throws {
  let menus = try Menus()
  let states = menus.window.configures.count
  let popup = try menus.popup("menu")
  #expect(menus.keyboard.log.taken == ["leave window", "enter menu []", "modifiers 0 0 0 0"])
  #expect(menus.window.configures.count == states)
  let nested = try menus.popup("nested", on: popup.xdgSurface)
  #expect(menus.keyboard.log.taken == ["leave menu", "enter nested []", "modifiers 0 0 0 0"])
  nested.destroy()
  try menus.bench.client.roundtrip()
  #expect(menus.keyboard.log.taken == ["enter menu []", "modifiers 0 0 0 0"] || menus.keyboard.log.taken == [])
  popup.destroy()
  try menus.bench.client.roundtrip()
  menus.bench.key(30, true)
  try menus.bench.client.roundtrip()
  #expect(menus.keyboard.log.taken.suffix(2).first?.hasPrefix("modifiers") == true)
}

@Test func aGrabWithASerialOfNothingIsAnsweredByPopupDone() throws {
  for serial in [UInt32(0), 1, 0xFFFF_FFFF] {
    let menus = try Menus()
    let popup = PopupProbe(menus.bench.client, on: menus.window.xdgSurface, menus.bench.menu(), log: menus.log)
    popup.popup.grab(seat: menus.bench.client.seat, serial: serial)
    popup.surface.commit()
    try menus.bench.client.roundtrip()
    #expect(menus.log.taken == ["popup done"])
    popup.destroy()
    #expect(menus.bench.error() == nil)
  }
}

@Test func whoHasTheGrabNeedsNoSerialForAPopupOnThePopup() throws {
  let menus = try Menus()
  let parent = try menus.popup("parent")
  let child = PopupProbe(menus.bench.client, on: parent.xdgSurface, menus.bench.menu(), name: "child", log: menus.log)
  child.popup.grab(seat: menus.bench.client.seat, serial: 0)
  try child.map()
  #expect(!menus.log.taken.contains("child done"))
  #expect(menus.bench.service.seat.popupGrabs.count == 2)
}

@Test func aPressOutsideDismissesTheTopmostFirstAndReachesNobody() throws {
  let bench = try Bench.natural()
  let other = try bench.witness.window(200, 200)
  let otherID = try #require(bench.service.clientWindows.keys.first)
  bench.service.perform(bench.service.model.place(otherID, at: Point(x: 1000, y: 400)))
  let menus: Menus
  do {
    let pointer = PointerListener(bench.client)
    _ = pointer
    let window = try bench.client.window(300, 300)
    let id = try #require(bench.service.clientWindows.keys.first { $0 != otherID })
    bench.service.perform(bench.service.model.place(id, at: Point(x: 0, y: 0)))
    window.toplevel.destroy()
    window.xdgSurface.destroy()
    window.surface.destroy()
    try bench.client.roundtrip()
    menus = try Menus(bench)
  }
  bench.service.perform(
    bench.service.model.place(
      try #require(bench.service.clientWindows.keys.first { $0 != otherID }), at: Point(x: 0, y: 0), size: Size(width: 300, height: 300)))
  let foreign = PointerListener(bench.witness)
  let first = try menus.popup("first")
  _ = try menus.popup("second", on: first.xdgSurface)
  bench.service.perform(bench.service.model.raise(otherID))
  _ = menus.pointer.log.taken
  bench.move(1100, 500)
  bench.button(true)
  bench.button(false)
  try bench.client.roundtrip()
  try bench.witness.roundtrip()
  #expect(menus.log.taken == ["second done", "first done"])
  #expect(!menus.pointer.log.taken.contains { $0.hasPrefix("press") || $0.hasPrefix("release") })
  #expect(!foreign.log.taken.contains { $0.hasPrefix("press") || $0.hasPrefix("release") })
  // the next press is the other window's
  bench.button(true)
  bench.button(false)
  try bench.witness.roundtrip()
  #expect(foreign.log.taken.filter { $0 != "frame" }.suffix(2) == ["press 272", "release 272"])
  _ = other
}

@Test func aClientKilledDuringItsGrabLeavesNothingBehind() throws {
  let bench = try Bench()
  let other = try bench.witness.window(1280, 720)
  let foreign = (pointer: PointerListener(bench.witness), keyboard: KeyboardListener(bench.witness))
  foreign.keyboard.names[ObjectIdentifier(other.surface)] = "other"
  foreign.pointer.names[ObjectIdentifier(other.surface)] = "other"
  let menus = try Menus(bench)
  _ = try menus.popup("menu")
  try bench.witness.roundtrip()
  _ = (foreign.pointer.log.taken, foreign.keyboard.log.taken)
  let client = try #require(bench.service.clientWindows.values.first { $0.client.number == 1 }?.client)
  client.disconnect()
  try bench.witness.roundtrip()
  #expect(bench.service.seat.popupGrabs.isEmpty)
  #expect(foreign.keyboard.log.taken == ["enter other []", "modifiers 0 0 0 0"])
  #expect(foreign.pointer.log.taken == ["enter other 10,10", "frame"])
  bench.button(true)
  bench.key(30, true)
  try bench.witness.roundtrip()
  #expect(foreign.pointer.log.taken == ["press 272", "frame"])
  #expect(foreign.keyboard.log.taken == ["key 30 1"])
}

@Test func aClientThatDoesNotKnowOfTheDismissalYetIsNotPunished() throws {
  let menus = try Menus()
  let popup = PopupProbe(menus.bench.client, on: menus.window.xdgSurface, menus.bench.menu(), log: menus.log)
  popup.acknowledges = false
  popup.popup.grab(seat: menus.bench.client.seat, serial: menus.serial)
  popup.surface.commit()
  try menus.bench.client.roundtrip()
  try #require(menus.bench.service.clientWindows.values.first).dismissPopups()
  // unaware
  popup.xdgSurface.ackConfigure(serial: popup.lastSerial)
  popup.show()
  popup.popup.reposition(positioner: menus.bench.menu(), token: 9)
  let nested = PopupProbe(menus.bench.client, on: popup.xdgSurface, menus.bench.menu(), name: "nested", log: menus.log)
  nested.popup.grab(seat: menus.bench.client.seat, serial: menus.serial)
  nested.surface.commit()
  try menus.bench.client.roundtrip()
  #expect(menus.log.taken.suffix(2) == ["popup done", "nested done"])
  #expect(try menus.bench.surface(of: popup.surface).enteredScreen == nil)
  nested.destroy()
  popup.destroy()
  #expect(menus.bench.error() == nil)
}

@Test func hidingAWindowDismissesItsPopups() throws {
  let menus = try Menus()
  _ = try menus.popup("menu")
  let id = try #require(menus.bench.service.clientWindows.keys.first)
  menus.bench.service.perform(menus.bench.service.model.setHidden(id, true))
  try menus.bench.client.roundtrip()
  #expect(menus.log.taken == ["menu done"])
}

@Test func aNewWindowDismissesGrabs() throws {
  let menus = try Menus()
  _ = try menus.popup("menu")
  _ = try menus.bench.client.window()
  #expect(menus.log.taken == ["menu done"])
}

@Test func unmappingAPopupDismissesThoseOnIt() throws {
  let menus = try Menus()
  let popup = try menus.popup("menu")
  _ = try menus.popup("nested", on: popup.xdgSurface)
  popup.surface.attach(buffer: nil, x: 0, y: 0)
  popup.surface.commit()
  try menus.bench.client.roundtrip()
  #expect(menus.log.taken == ["nested done"])
  #expect(menus.bench.service.seat.popupGrabs.isEmpty)
  // it can be shown again, after a new configure
  popup.surface.commit()
  try menus.bench.client.roundtrip()
  #expect(menus.log.taken.count == 2)
  popup.show()
  #expect(menus.bench.error() == nil)
}

@Test func pointerEventsOfTheGrabsClientGoWhereTheyAlwaysGo() throws {
  let menus = try Menus()
  _ = try menus.popup("menu")
  _ = menus.pointer.log.taken
  menus.bench.move(105, 106)
  menus.bench.move(50, 50)
  menus.bench.button(true)
  menus.bench.button(false)
  try menus.bench.client.roundtrip()
  let events = menus.pointer.log.taken.filter { $0 != "frame" }
  #expect(events == ["leave window", "enter menu 5,6", "leave menu", "enter window 50,50", "press 272", "release 272"])
  // the window is the grab's own client's: nothing is dismissed
  #expect(menus.log.taken == [])
}
