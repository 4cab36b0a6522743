import CasementControl
import CasementTesting
import Geometry
import Glibc
import Scene
import Surfaces
import Testing
import WaylandClient
import WaylandProtocols
import WaylandServer
import WindowModel

@testable import Casement

extension ImageCopyClient {
  /// A cursor session over the main screen.
  fileprivate func cursorSession() throws -> TestCursorSession {
    let source = outputs.createSource(output: output)
    let cursor = TestCursorSession(manager.createPointerCursorSession(source: source, pointer: client.seat.getPointer()))
    source.destroy()
    try client.roundtrip()
    return cursor
  }
}

/// A client's own cursor of one colour, 20×10, over its window.
private func setCursor(_ bench: Bench, _ window: TestWindow, colour: UInt32) throws -> (pointer: WlPointerProxy, surface: WlSurfaceProxy) {
  let pointer = bench.client.seat.getPointer()
  var serial: UInt32 = 0
  pointer.onEvent = { event in if case .enter(let value, _, _, _) = event { serial = value } }
  try bench.client.roundtrip()
  bench.service.injectPointerMotion(to: PrecisePoint(x: 80, y: 60))
  try bench.client.roundtrip()
  let surface = bench.surface()
  pointer.setCursor(serial: serial, surface: surface, hotspotX: 3, hotspotY: 4)
  surface.attach(buffer: bench.client.makeBuffer(20, 10, colour), x: 0, y: 0)
  surface.damageBuffer(x: 0, y: 0, width: .max, height: .max)
  surface.commit()
  try bench.client.roundtrip()
  return (pointer, surface)
}

@Test func aCursorSessionTellsWhereTheCursorIs() throws {
  let bench = try Bench.small()
  let window = try bench.client.window(160, 120, 0xFF00_0000)
  let cursor = try bench.imageCopy().cursorSession()
  #expect(cursor.taken.isEmpty)
  let (pointer, surface) = try setCursor(bench, window, colour: 0xFFFF_0000)
  #expect(cursor.taken.first == "enter")
  bench.service.injectPointerMotion(to: PrecisePoint(x: 90, y: 61))
  try bench.client.roundtrip()
  #expect(cursor.taken == ["position 90,61"])
  // the same again is no news
  bench.service.injectPointerMotion(to: PrecisePoint(x: 90, y: 61))
  try bench.client.roundtrip()
  #expect(cursor.taken.isEmpty)
  surface.attach(buffer: nil, x: 0, y: 0)
  surface.commit()
  try bench.client.roundtrip()
  #expect(cursor.taken == ["leave"])
  surface.attach(buffer: bench.client.makeBuffer(20, 10, 0xFFFF_FFFF), x: 0, y: 0)
  surface.commit()
  try bench.client.roundtrip()
  #expect(cursor.taken == ["enter", "position 90,61", "hotspot 3,4"])
  withExtendedLifetime(pointer) {}
}

@Test func theCursorsPictureIsCaptured() throws {
  let bench = try Bench.small()
  let window = try bench.client.window(160, 120, 0xFF00_0000)
  let cursor = try bench.imageCopy().cursorSession()
  let session = TestCaptureSession(cursor.session.getCaptureSession())
  try bench.client.roundtrip()
  #expect(session.log.last == "done" && session.size.width > 0)
  let (pointer, surface) = try setCursor(bench, window, colour: 0x8000_4000)
  #expect(session.size == (20, 10))
  let buffer = CaptureBuffer(bench.client, 20, 10, format: .argb8888)
  let frame = session.capture(into: buffer)
  try bench.client.roundtrip()
  #expect(frame.isReady && buffer.word(19, 9) == 0x8000_4000)
  frame.frame.destroy()
  let second = session.capture(into: buffer, damage: [])
  // motion alone changes nothing of the picture
  bench.service.injectPointerMotion(to: PrecisePoint(x: 20, y: 20))
  try bench.client.roundtrip()
  try bench.tick()
  #expect(!second.isReady)
  surface.attach(buffer: bench.client.makeBuffer(20, 10, 0xFF00_00FF), x: 0, y: 0)
  surface.damageBuffer(x: 0, y: 0, width: 2, height: 2)
  surface.commit()
  try bench.client.roundtrip()
  try bench.tick()
  #expect(second.isReady && second.damage == [[0, 0, 2, 2]] && buffer.word(1, 1) == 0xFF00_00FF)
  withExtendedLifetime(pointer) {}
}

@Test func aHiddenCursorHasNoPicture() throws {
  let bench = try Bench.small()
  let cursor = try bench.imageCopy().cursorSession()
  let session = TestCaptureSession(cursor.session.getCaptureSession())
  try bench.client.roundtrip()
  let frame = session.capture(into: CaptureBuffer(bench.client, session.size.width, session.size.height, format: .argb8888))
  try bench.client.roundtrip()
  #expect(!frame.isReady && frame.failure == nil)
  bench.service.injectPointerMotion(to: PrecisePoint(x: 10, y: 10))
  try bench.client.roundtrip()
  try bench.tick()
  #expect(frame.isReady)
}

@Test func aCursorSessionStopsWithItsScreen() throws {
  let bench = try Bench.small()
  bench.service.injectPointerMotion(to: PrecisePoint(x: 10, y: 10))
  let cursor = try bench.imageCopy().cursorSession()
  let session = TestCaptureSession(cursor.session.getCaptureSession())
  try bench.client.roundtrip()
  #expect(cursor.taken.first == "enter")
  bench.service.perform(bench.service.model.removeScreen(try #require(bench.service.model.mainScreen)))
  try bench.client.roundtrip()
  #expect(cursor.taken == ["leave"] && session.isStopped)
}
