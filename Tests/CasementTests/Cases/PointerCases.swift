import CasementControl
import CasementTesting
import Geometry
import Input
import Rendering
import Scene
import Surfaces
import Testing
import WaylandClient
import WaylandProtocols
import WaylandServer
import WindowModel

@testable import Casement

@Test func case14ASubsurfaceWithAnEmptyInputRegionSwallowsNoClickAndNoTouch() throws {
  let bench = try Bench.natural()
  let (pointer, touch) = (PointerListener(bench.client), TouchListener(bench.client))
  let window = try bench.window(100, 100, 200, 200)
  pointer.names[ObjectIdentifier(window.surface)] = "parent"
  let child = bench.client.child(of: window.surface, 0, 0, 200, 200, 0xFF00_FF00).surface
  let grandchild = bench.client.child(of: child, 50, 50, 20, 20, 0xFF00_00FF).surface
  pointer.names[ObjectIdentifier(grandchild)] = "grandchild"
  child.setInputRegion(region: bench.compositor.createRegion())
  child.commit()
  try bench.client.roundtrip()
  bench.move(110, 110)
  bench.button(true)
  bench.button(false)
  bench.service.injectTouchDown(1, at: PrecisePoint(x: 120, y: 130))
  bench.service.injectTouchUp(1)
  try bench.client.roundtrip()
  #expect(pointer.log.taken.filter { $0 != "frame" } == ["enter parent 10,10", "press 272", "release 272"])
  #expect(touch.log.taken == ["down 1 20,30", "frame", "up 1", "frame"])
  // what lies on the child has a region of its own
  bench.move(155, 155)
  try bench.client.roundtrip()
  #expect(pointer.log.taken.filter { $0 != "frame" } == ["leave parent", "enter grandchild 5,5"])
}

@Test func case15ASurfaceThatAppearsUnderAStillPointer() throws {
  let bench = try Bench.natural()
  let pointer = PointerListener(bench.client)
  let window = try bench.window(0, 0, 400, 300)
  pointer.names[ObjectIdentifier(window.surface)] = "window"
  bench.move(110, 110)
  try bench.client.roundtrip()
  _ = pointer.log.taken
  // a popup maps beneath the pointer
  let popup = PopupProbe(bench.client, on: window.xdgSurface, bench.client.menu())
  pointer.names[ObjectIdentifier(popup.surface)] = "popup"
  try popup.map()
  #expect(pointer.log.taken == ["leave window", "frame", "enter popup 10,10", "frame"] || pointer.log.lines.isEmpty)
  popup.destroy()
  try bench.client.roundtrip()
  #expect(pointer.log.taken.filter { $0 != "frame" } == ["leave nothing", "enter window 110,110"])
  // an overlay of the layer shell
  let overlay = TestLayer(bench.client, bench.client.bind(ZwlrLayerShellV1Proxy.self), .overlay)
  pointer.names[ObjectIdentifier(overlay.surface)] = "overlay"
  overlay.layer.setSize(width: 300, height: 300)
  overlay.layer.setAnchor(anchor: [.top, .left])
  try overlay.map(width: 300, height: 300)
  #expect(pointer.log.taken.filter { $0 != "frame" } == ["leave window", "enter overlay 110,110"])
  overlay.unmap()
  try bench.client.roundtrip()
  #expect(pointer.log.taken.filter { $0 != "frame" } == ["leave overlay", "enter window 110,110"])
  // a subsurface that grows beneath it
  let child = bench.client.child(of: window.surface, 100, 100, 5, 5, 0xFF00_00FF).surface
  pointer.names[ObjectIdentifier(child)] = "child"
  try bench.client.roundtrip()
  #expect(pointer.log.taken == [])
  child.attach(buffer: bench.client.makeBuffer(50, 50, 0xFF00_00FF), x: 0, y: 0)
  child.commit()
  try bench.client.roundtrip()
  #expect(pointer.log.taken.filter { $0 != "frame" } == ["leave window", "enter child 10,10"])
  // and the window itself, when the screen's scale changes the layout beneath it
  child.destroy()
  try bench.client.roundtrip()
  _ = pointer.log.taken
  try bench.place(window, 300, 300)
  #expect(pointer.log.taken.filter { $0 != "frame" } == ["leave window"])
}

@Test func case16AReleaseOutsideTheWindow() throws {
  let bench = try Bench.natural()
  let (pointer, foreign) = (PointerListener(bench.client), PointerListener(bench.witness))
  let a = try bench.window(0, 0, 100, 100)
  let b = try bench.window(200, 0, 100, 100, of: bench.witness)
  pointer.names[ObjectIdentifier(a.surface)] = "a"
  foreign.names[ObjectIdentifier(b.surface)] = "b"
  bench.move(50, 50)
  bench.button(true)
  for (x, y) in [(150.0, 50.0), (250, 50), (250, 400)] { bench.move(x, y) }
  try bench.client.roundtrip()
  try bench.witness.roundtrip()
  #expect(pointer.log.taken.filter { $0 != "frame" } == ["enter a 50,50", "press 272", "motion 150,50", "motion 250,50", "motion 250,400"])
  #expect(foreign.log.taken == [])
  bench.move(250, 50)
  bench.button(false)
  try bench.client.roundtrip()
  try bench.witness.roundtrip()
  #expect(pointer.log.taken.filter { $0 != "frame" } == ["motion 250,50", "release 272", "leave a"])
  #expect(foreign.log.taken.filter { $0 != "frame" } == ["enter b 50,50"])
  bench.move(50, 50)
  try bench.client.roundtrip()
  #expect(pointer.log.taken.filter { $0 != "frame" } == ["enter a 50,50"])
}

@Test(arguments: ["killed", "surface destroyed", "unmapped", "hidden"])
func case17AGrabbedWindowGoesWithTheButtonHeld(how: String) throws {
  let bench = try Bench.natural()
  let (pointer, foreign) = (PointerListener(bench.client), PointerListener(bench.witness))
  let a = try bench.window(0, 0, 200, 200)
  let b = try bench.window(100, 0, 200, 200, of: bench.witness)
  bench.service.perform(bench.service.model.raise(try bench.id(of: a.surface)))
  bench.move(150, 50)
  bench.button(true)
  try bench.client.roundtrip()
  switch how {
  case "killed": try bench.kill(bench.client)
  case "surface destroyed": a.surface.destroy()
  case "unmapped":
    a.surface.attach(buffer: nil, x: 0, y: 0)
    a.surface.commit()
  default: bench.service.perform(bench.service.model.setHidden(try bench.id(of: a.surface), true))
  }
  if how != "killed" { try bench.client.roundtrip() }
  _ = pointer.log.taken
  try bench.witness.roundtrip()
  bench.button(true, Bench.right)
  bench.button(false)
  bench.button(false, Bench.right)
  try bench.witness.roundtrip()
  let heard = foreign.log.taken.filter { $0 != "frame" }
  // b never hears of the left button, and of the right one both
  #expect(heard.filter { $0.hasSuffix("272") } == [] && heard.filter { $0.hasSuffix("273") } == ["press 273", "release 273"], "\(heard)")
  #expect(bench.service.seat.pointer.heldButtons == [])
  bench.button(true)
  bench.button(false)
  try bench.witness.roundtrip()
  #expect(foreign.log.taken.filter { $0 != "frame" } == ["press 272", "release 272"])
  _ = b
}

@Test func case18AStaleSerialOfAnotherSurfaceSetsNoCursor() throws {
  let bench = try Bench.natural()
  let pointer = PointerListener(bench.client)
  _ = try bench.window(0, 0, 100, 100)
  _ = try bench.window(200, 0, 100, 100)
  bench.move(50, 50)
  try bench.client.roundtrip()
  let ofA = pointer.enterSerial
  bench.move(250, 50)
  try bench.client.roundtrip()
  let cursor = bench.surface()
  cursor.attach(buffer: bench.client.makeBuffer(8, 8, 0xFFFF_FFFF), x: 0, y: 0)
  cursor.commit()
  pointer.proxy.setCursor(serial: pointer.enterSerial, surface: cursor, hotspotX: 0, hotspotY: 0)
  #expect(try bench.pixel(251, 51, cursor: true) == 0xFF_FFFF)
  // a stale request hides nothing, and moves no hotspot
  pointer.proxy.setCursor(serial: ofA, surface: nil, hotspotX: 0, hotspotY: 0)
  pointer.proxy.setCursor(serial: ofA, surface: cursor, hotspotX: 100, hotspotY: 100)
  #expect(try bench.pixel(251, 51, cursor: true) == 0xFF_FFFF)
}

@Test(arguments: [1, 1.5, 2], [Int32(1), 2])
func case19TheHotspotIsAtThePointer(scale: Double, bufferScale: Int32) throws {
  let bench = try Bench.natural(.sized(640, 480, scale: scale))
  let pointer = PointerListener(bench.client)
  _ = try bench.window(0, 0, 300, 200, 0xFF00_00FF)
  bench.move(100, 100)
  try bench.client.roundtrip()
  let cursor = bench.surface()
  let canvas = Canvas(bench.client, 64 * Int(bufferScale), 64 * Int(bufferScale), 0)
  let side = Int(bufferScale)
  canvas.fill(32 * side, 32 * side, side, side, 0xFF12_3456)
  cursor.setBufferScale(scale: bufferScale)
  cursor.attach(buffer: canvas.buffer, x: 0, y: 0)
  cursor.commit()
  pointer.proxy.setCursor(serial: pointer.enterSerial, surface: cursor, hotspotX: 32, hotspotY: 32)
  let place = Int(100 * scale)
  // exact where a point is a whole number of the buffer's pixels, else mixed with what is beside it
  let pixel = try bench.pixel(place, place, cursor: true)
  if scale == Double(bufferScale) { #expect(pixel == 0x12_3456) } else { #expect(pixel != 0x00_00FF) }
  #expect(try bench.pixel(place - 2, place - 2, cursor: true) == 0x00_00FF)
  #expect(try bench.pixel(place + Int(scale) + 2, place, cursor: true) == 0x00_00FF)
  #expect(try bench.pixel(place, place) == 0x00_00FF, "only who asks for the pointer sees it")
  cursor.attach(buffer: nil, x: 0, y: 0)
  cursor.commit()
  #expect(try bench.pixel(place, place, cursor: true) == 0x00_00FF)
}

@Test(arguments: [false, true])
func case20ASoftwareCursorLeavesNoTrail(ofTheClient: Bool) throws {
  let bench = try Bench.natural(.sized(240, 200, scale: 2), .sized(160, 120))
  let pointer = PointerListener(bench.client)
  _ = try bench.window(0, 0, 120, 100, 0xFF00_00FF)
  _ = try bench.window(120, 0, 160, 100, 0xFF00_FFFF)
  bench.move(60, 60)
  try bench.client.roundtrip()
  if ofTheClient {
    let cursor = bench.surface()
    cursor.attach(buffer: bench.client.makeBuffer(24, 24, 0xFF12_3456), x: 0, y: 0)
    cursor.commit()
    pointer.proxy.setCursor(serial: pointer.enterSerial, surface: cursor, hotspotX: 4, hotspotY: 4)
    try bench.client.roundtrip()
  }
  let repainters = [try Repainter(bench, 0, cursor: true), try Repainter(bench, 1, cursor: true)]
  // up, then across the border of the screens and back
  var places: [(Double, Double)] = (0..<8).map { (60, 60 - Double($0) * 8) }
  places += (0..<16).map { (60 + Double($0) * 8, 4) }
  places += [(119.5, 50), (0, 0)]
  for (x, y) in places {
    bench.move(x, y)
    try bench.client.roundtrip()
    for repainter in repainters { try repainter.repaint() }
  }
}

@Test func case20ACursorThatStraddlesTwoScreensIsSeenOnBoth() throws {
  let bench = try Bench.natural(.sized(240, 200, scale: 2), .sized(160, 120))
  let pointer = PointerListener(bench.client)
  _ = try bench.window(0, 0, 120, 100, 0xFF00_00FF)
  bench.move(110, 50)
  try bench.client.roundtrip()
  let cursor = bench.surface()
  cursor.attach(buffer: bench.client.makeBuffer(24, 24, 0xFF12_3456), x: 0, y: 0)
  cursor.commit()
  pointer.proxy.setCursor(serial: pointer.enterSerial, surface: cursor, hotspotX: 0, hotspotY: 0)
  #expect(try bench.pixel(221, 101, cursor: true) == 0x12_3456 && bench.pixel(239, 140, cursor: true) == 0x12_3456)
  #expect(try bench.pixel(5, 60, on: 1, cursor: true) == 0x12_3456 && bench.pixel(14, 60, on: 1, cursor: true) != 0x12_3456)
}
