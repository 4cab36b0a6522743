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

/// A window at (100, 100) of 200×200 with a pointer listener, under natural placement.
private struct Scene {
  let bench: Bench
  let pointer: PointerListener
  let window: TestWindow
  let id: WindowID

  init(version: UInt32? = nil) throws {
    bench = try Bench.natural()
    pointer = PointerListener(bench.client, version: version)
    window = try bench.client.window(200, 200)
    id = try #require(bench.service.clientWindows.keys.first)
    bench.service.perform(bench.service.model.place(id, at: Point(x: 100, y: 100)))
    pointer.names[ObjectIdentifier(window.surface)] = "a"
  }

  /// Another window of the same client.
  func second(_ name: String, at x: Int, _ y: Int) throws -> (window: TestWindow, id: WindowID) {
    let window = try bench.client.window(200, 200)
    let id = try #require(bench.service.clientWindows.keys.max())
    bench.service.perform(bench.service.model.place(id, at: Point(x: x, y: y)))
    pointer.names[ObjectIdentifier(window.surface)] = name
    return (window, id)
  }

  func heard() throws -> [String] {
    try bench.client.roundtrip()
    return pointer.log.taken
  }
}

@Test func thePointerEntersMovesAndLeavesInFrames() throws {
  let scene = try Scene()
  scene.bench.move(50, 50)
  #expect(try scene.heard() == [])
  scene.bench.move(110.5, 120.25)
  #expect(try scene.heard() == ["enter a 10.5,20.25", "frame"])
  scene.bench.move(111, 121)
  #expect(try scene.heard() == ["motion 11,21", "frame"])
  scene.bench.move(300, 100)
  #expect(try scene.heard() == ["leave a", "frame"])
  scene.bench.move(310, 100)
  #expect(try scene.heard() == [])
}

@Test func leaveComesBeforeEnterBetweenSurfacesOfOneClient() throws {
  let scene = try Scene()
  _ = try scene.second("b", at: 300, 100)
  scene.bench.move(299, 150)
  #expect(try scene.heard() == ["enter a 199,50", "frame"])
  scene.bench.move(300, 150)
  let heard = try scene.heard()
  #expect(heard.filter { $0 != "frame" } == ["leave a", "enter b 0,50"])
  #expect(heard.last == "frame")
}

@Test func beforeVersionFiveThereAreNoFrames() throws {
  let scene = try Scene(version: 4)
  scene.bench.move(110, 120)
  scene.bench.button(true)
  scene.bench.button(false)
  #expect(try scene.heard() == ["enter a 10,20", "press 272", "release 272"])
}

@Test func aWindowThatAppearsUnderAStillPointerIsEntered() throws {
  let scene = try Scene()
  scene.bench.move(350, 150)
  #expect(try scene.heard() == [])
  let other = try scene.second("b", at: 300, 100)
  #expect(try scene.heard().suffix(2) == ["enter b 50,50", "frame"] || scene.pointer.proxy.version > 0)
  scene.bench.move(351, 150)
  #expect(try scene.heard() == ["motion 51,50", "frame"])
  // it is moved away, and comes back, while the pointer is still
  scene.bench.service.perform(scene.bench.service.model.place(other.id, at: Point(x: 600, y: 100)))
  #expect(try scene.heard() == ["leave b", "frame"])
  scene.bench.service.perform(scene.bench.service.model.place(other.id, at: Point(x: 300, y: 100)))
  #expect(try scene.heard() == ["enter b 51,50", "frame"])
  // its input region, its unmapping and its destruction count, too
  other.window.surface.setInputRegion(region: scene.bench.compositor.createRegion())
  other.window.surface.commit()
  #expect(try scene.heard() == ["leave b", "frame"])
  other.window.surface.setInputRegion(region: nil)
  other.window.surface.commit()
  #expect(try scene.heard() == ["enter b 51,50", "frame"])
  other.window.surface.attach(buffer: nil, x: 0, y: 0)
  other.window.surface.commit()
  #expect(try scene.heard() == ["leave b", "frame"])
}

@Test func aSubsurfaceWithAnEmptyInputRegionLetsThrough() throws {
  let scene = try Scene()
  let child = scene.bench.surface()
  scene.bench.subcompositor.getSubsurface(surface: child, parent: scene.window.surface)
  child.setInputRegion(region: scene.bench.compositor.createRegion())
  child.attach(buffer: scene.bench.client.makeBuffer(200, 200, 0), x: 0, y: 0)
  child.commit()
  scene.window.surface.commit()
  try scene.bench.client.roundtrip()
  scene.bench.move(150, 150)
  #expect(try scene.heard() == ["enter a 50,50", "frame"])
}

@Test func aSubsurfaceReachesBeyondItsParent() throws {
  let scene = try Scene()
  let child = scene.bench.surface()
  scene.pointer.names[ObjectIdentifier(child)] = "child"
  let subsurface = scene.bench.subcompositor.getSubsurface(surface: child, parent: scene.window.surface)
  subsurface.setPosition(x: 150, y: -20)
  child.attach(buffer: scene.bench.client.makeBuffer(100, 100, 0), x: 0, y: 0)
  child.commit()
  scene.window.xdgSurface.setWindowGeometry(x: 0, y: 0, width: 200, height: 200)
  scene.window.surface.commit()
  try scene.bench.client.roundtrip()
  scene.bench.move(340, 90)
  #expect(try scene.heard() == ["enter child 90,10", "frame"])
}

@Test func aHeldButtonKeepsThePointerWithItsSurface() throws {
  let scene = try Scene()
  _ = try scene.second("b", at: 300, 100)
  scene.bench.move(150, 150)
  scene.bench.button(true)
  _ = try scene.heard()
  scene.bench.move(350, 150)
  #expect(try scene.heard() == ["motion 250,50", "frame"])
  scene.bench.button(true, Bench.right)
  scene.bench.button(false)
  #expect(try scene.heard() == ["press 273", "frame", "release 272", "frame"])
  scene.bench.move(360, 150)
  #expect(try scene.heard() == ["motion 260,50", "frame"])
  scene.bench.button(false, Bench.right)
  let heard = try scene.heard()
  #expect(heard.filter { $0 != "frame" } == ["release 273", "leave a", "enter b 60,50"])
}

@Test func aGrabbedWindowThatDiesLeavesNoStuckButton() throws {
  let scene = try Scene()
  let other = try scene.bench.witness.window(200, 200)
  let otherID = try #require(scene.bench.service.clientWindows.keys.max())
  scene.bench.service.perform(scene.bench.service.model.place(otherID, at: Point(x: 300, y: 100)))
  let foreign = PointerListener(scene.bench.witness)
  foreign.names[ObjectIdentifier(other.surface)] = "b"
  try scene.bench.witness.roundtrip()
  scene.bench.move(150, 150)
  scene.bench.button(true)
  scene.bench.move(350, 150)
  try scene.bench.client.roundtrip()
  scene.bench.service.display.connectedClients.first { $0.number == 1 }?.disconnect()
  try scene.bench.witness.roundtrip()
  #expect(foreign.log.taken == ["enter b 50,50", "frame"])
  scene.bench.button(true, Bench.right)
  scene.bench.button(false)
  scene.bench.button(false, Bench.right)
  try scene.bench.witness.roundtrip()
  #expect(foreign.log.taken.filter { $0 != "frame" } == ["press 273", "release 273"])
  #expect(scene.bench.service.seat.pointer.heldButtons.isEmpty)
}

@Test func aNewPointerObjectIsToldWhereItIs() throws {
  let scene = try Scene()
  scene.bench.move(150, 160)
  try scene.bench.client.roundtrip()
  let late = PointerListener(scene.bench.client)
  late.names[ObjectIdentifier(scene.window.surface)] = "a"
  try scene.bench.client.roundtrip()
  #expect(late.log.taken == ["enter a 50,60", "frame"])
  let foreign = PointerListener(scene.bench.witness)
  try scene.bench.witness.roundtrip()
  #expect(foreign.log.taken == [])
}

@Test(arguments: 1...9)
func scrollingSaysWhatTheVersionKnows(version: UInt32) throws {
  let scene = try Scene(version: version)
  scene.bench.move(150, 150)
  _ = try scene.heard()
  let seat = scene.bench.service.seat.pointer
  seat.scroll(AxisEvent(source: .wheel, vertical: .init(value: 15, value120: 120, isInverted: true)))
  let frame = version >= 5 ? ["frame"] : []
  let wheel =
    switch version {
    case 1...4: ["axis 0 15"]
    case 5...7: ["source 0", "discrete 0 1", "axis 0 15"]
    case 8: ["source 0", "value120 0 120", "axis 0 15"]
    default: ["source 0", "direction 0 1", "value120 0 120", "axis 0 15"]
    }
  #expect(try scene.heard() == wheel + frame)
  // a part of a click is no click to those who count in clicks
  seat.scroll(AxisEvent(source: .wheel, horizontal: .init(value: 5, value120: 40)))
  let part =
    switch version {
    case 1...4: ["axis 1 5"]
    case 5...7: ["source 0", "axis 1 5"]
    case 8: ["source 0", "value120 1 40", "axis 1 5"]
    default: ["source 0", "direction 1 0", "value120 1 40", "axis 1 5"]
    }
  #expect(try scene.heard() == part + frame)
  seat.scroll(AxisEvent(source: .finger, vertical: .stop))
  #expect(try scene.heard() == (version >= 5 ? ["source 1", "stop 0", "frame"] : []))
  seat.scroll(AxisEvent(source: .wheelTilt, horizontal: .init(value: 1)))
  let tilt = version >= 9 ? ["source 3", "direction 1 0", "axis 1 1"] : version >= 6 ? ["source 3", "axis 1 1"] : ["axis 1 1"]
  #expect(try scene.heard() == tilt + frame)
}

// MARK: Cursors

@Test func aSurfaceWithAnotherRoleIsNoCursor() throws {
  try Offence("a window as a cursor", "wl_pointer", WlPointer.Error.role.rawValue) { bench in
    let pointer = PointerListener(bench.client)
    pointer.proxy.setCursor(serial: 0, surface: try bench.client.window().surface, hotspotX: 0, hotspotY: 0)
  }.check()
}

@Test func onlyTheLatestEnterMaySetTheCursor() throws {
  let scene = try Scene()
  _ = try scene.second("b", at: 300, 100)
  scene.bench.move(150, 150)
  try scene.bench.client.roundtrip()
  let stale = scene.pointer.enterSerial
  let cursor = scene.bench.surface()
  cursor.attach(buffer: scene.bench.client.makeBuffer(8, 8, 0xFFFF_FFFF), x: 0, y: 0)
  cursor.commit()
  func isSurface() throws -> Bool {
    try scene.bench.client.roundtrip()
    if case .surface = scene.bench.service.seat.pointer.cursor { return true }
    return false
  }
  scene.pointer.proxy.setCursor(serial: stale, surface: cursor, hotspotX: 1, hotspotY: 2)
  #expect(try isSurface())
  scene.bench.move(350, 150)
  #expect(try !isSurface())
  scene.pointer.proxy.setCursor(serial: stale, surface: cursor, hotspotX: 1, hotspotY: 2)
  #expect(try !isSurface())
  scene.pointer.proxy.setCursor(serial: scene.pointer.enterSerial, surface: cursor, hotspotX: 1, hotspotY: 2)
  #expect(try isSurface())
}

@Test func aCursorIsDrawnAtItsHotspotAndMovesItByOffsets() throws {
  let scene = try Scene()
  scene.bench.move(150, 150)
  try scene.bench.client.roundtrip()
  let cursor = scene.bench.surface()
  let output = scene.bench.client.bind(WlOutputProxy.self)
  let log = EventLog()
  cursor.onEvent = { event in
    switch event {
    case .enter(let entered): log.add("enter \(entered === output)")
    case .leave(let left): log.add("leave \(left === output)")
    default: break
    }
  }
  cursor.attach(buffer: scene.bench.client.makeBuffer(8, 8, 0xFF12_3456), x: 0, y: 0)
  cursor.commit()
  scene.pointer.proxy.setCursor(serial: scene.pointer.enterSerial, surface: cursor, hotspotX: 3, hotspotY: 2)
  try scene.bench.client.roundtrip()
  #expect(log.taken == ["enter true"])
  func pixel(_ x: Int, _ y: Int) throws -> UInt32 {
    try scene.bench.client.roundtrip()
    let screen = try #require(scene.bench.service.model.mainScreen)
    let picture = try #require(scene.bench.service.capture(screen: screen, cursor: true)).picture
    var value: UInt32 = 0
    unsafe picture.withPixels { value = unsafe $0.load(fromByteOffset: picture.stride * y + 4 * x, as: UInt32.self) }
    return value & 0xFF_FFFF
  }
  #expect(try pixel(147, 148) == 0x12_3456 && pixel(154, 155) == 0x12_3456)
  #expect(try pixel(146, 148) != 0x12_3456 && pixel(147, 147) != 0x12_3456 && pixel(155, 150) != 0x12_3456)
  // the offset moves the picture, so the hotspot moves the other way
  cursor.offset(x: -2, y: 1)
  cursor.commit()
  #expect(try pixel(145, 149) == 0x12_3456 && pixel(144, 149) != 0x12_3456 && pixel(145, 148) != 0x12_3456)
  // no buffer, no cursor
  cursor.attach(buffer: nil, x: 0, y: 0)
  cursor.commit()
  #expect(try pixel(150, 152) != 0x12_3456)
  #expect(log.taken == ["leave true"])
  scene.pointer.proxy.setCursor(serial: scene.pointer.enterSerial, surface: nil, hotspotX: 0, hotspotY: 0)
  #expect(scene.bench.error() == nil)
}

@Test func aCursorSurfaceThatIsReplacedLeavesTheScreen() throws {
  let scene = try Scene()
  scene.bench.move(150, 150)
  try scene.bench.client.roundtrip()
  let cursor = scene.bench.surface()
  let log = EventLog()
  cursor.onEvent = { event in
    if case .enter = event { log.add("enter") }
    if case .leave = event { log.add("leave") }
  }
  _ = scene.bench.client.bind(WlOutputProxy.self)
  cursor.attach(buffer: scene.bench.client.makeBuffer(8, 8, 0xFF12_3456), x: 0, y: 0)
  cursor.commit()
  scene.pointer.proxy.setCursor(serial: scene.pointer.enterSerial, surface: cursor, hotspotX: 0, hotspotY: 0)
  try scene.bench.client.roundtrip()
  #expect(log.taken == ["enter"])
  scene.pointer.proxy.setCursor(serial: scene.pointer.enterSerial, surface: nil, hotspotX: 0, hotspotY: 0)
  try scene.bench.client.roundtrip()
  #expect(log.taken == ["leave"])
}

@Test func theCursorsSurfaceMayBeDestroyedWhileItIsShown() throws {
  let scene = try Scene()
  scene.bench.move(150, 150)
  try scene.bench.client.roundtrip()
  let cursor = scene.bench.surface()
  cursor.attach(buffer: scene.bench.client.makeBuffer(8, 8, 0xFF12_3456), x: 0, y: 0)
  cursor.commit()
  scene.pointer.proxy.setCursor(serial: scene.pointer.enterSerial, surface: cursor, hotspotX: 0, hotspotY: 0)
  cursor.destroy()
  scene.bench.move(151, 150)
  #expect(scene.bench.error() == nil)
  _ = try #require(scene.bench.service.capture(screen: scene.bench.service.model.screens[0].id, cursor: true))
}

// MARK: Cursor shapes

@Test func aShapeOfTheRightSerialIsTaken() throws {
  let scene = try Scene()
  scene.bench.move(150, 150)
  try scene.bench.client.roundtrip()
  let device = scene.bench.client.bind(WpCursorShapeManagerV1Proxy.self).getPointer(pointer: scene.pointer.proxy)
  func shape() throws -> UInt32 {
    try scene.bench.client.roundtrip()
    if case .shape(let shape) = scene.bench.service.seat.pointer.cursor { return shape.rawValue }
    return 0
  }
  device.setShape(serial: scene.pointer.enterSerial &+ 1, shape: .text)
  #expect(try shape() == WpCursorShapeDeviceV1.Shape.default.rawValue)
  device.setShape(serial: scene.pointer.enterSerial, shape: .text)
  #expect(try shape() == WpCursorShapeDeviceV1.Shape.text.rawValue)
  // the device outlives its pointer, to no effect
  scene.pointer.proxy.release()
  device.setShape(serial: scene.pointer.enterSerial, shape: .help)
  #expect(try shape() == WpCursorShapeDeviceV1.Shape.text.rawValue)
  device.destroy()
  #expect(scene.bench.error() == nil)
}

@Test(arguments: [0, 1000, UInt32.max])
func anUnknownShapeEndsItsClient(value: UInt32) throws {
  try Offence("", "wp_cursor_shape_device_v1", WpCursorShapeDeviceV1.Error.invalidShape.rawValue) { bench in
    let pointer = PointerListener(bench.client)
    bench.client.bind(WpCursorShapeManagerV1Proxy.self).getPointer(pointer: pointer.proxy).setShape(
      serial: 0, shape: .init(rawValue: value))
  }.check()
}
