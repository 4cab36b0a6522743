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

@Test func aSessionTellsHowBuffersHaveToBe() throws {
  let bench = try Bench.small()
  let session = try bench.imageCopy().screenSession()
  #expect(session.log == ["size 160×120", "done"])
  #expect(session.formats.contains(.xrgb8888) && session.formats.contains(.argb8888))
}

@Test func theFirstFrameIsTheWholePictureAtOnce() throws {
  let bench = try Bench.small()
  _ = try bench.client.window(160, 120, 0xFF20_40C0)
  let session = try bench.imageCopy().screenSession()
  let buffer = CaptureBuffer(bench.client, 160, 120, offset: 4096, padding: 32, after: 64)
  let frame = session.capture(into: buffer)
  try bench.client.roundtrip()
  #expect(frame.log == ["transform", "damage", "time", "ready"])
  #expect(frame.damage == [[0, 0, 160, 120]] && frame.transform == .normal && frame.time == bench.service.clock.now)
  #expect(buffer[0, 0] == 0x20_40C0 && buffer[159, 119] == 0x20_40C0 && buffer.neighboursAreIntact)
}

@Test func everyAnnouncedFormatCanBeHad() throws {
  let bench = try Bench.small()
  let window = try bench.client.window(160, 120, 0xFF20_40C0)
  let session = try bench.imageCopy().screenSession()
  for format in session.formats {
    let buffer = CaptureBuffer(bench.client, 160, 120, format: format)
    let frame = session.capture(into: buffer)
    window.show(160, 120, 0xFF20_40C0)
    try bench.client.roundtrip()
    try bench.tick()
    #expect(frame.isReady, "\(format.rawValue)")
    let isReversed = format == .xbgr8888 || format == .abgr8888
    #expect(buffer[80, 60] == (isReversed ? 0xC0_4020 : 0x20_40C0), "\(format.rawValue)")
    if format == .argb8888 || format == .abgr8888 { #expect(buffer.word(80, 60) >> 24 == 0xFF) }
    frame.frame.destroy()
  }
}

@Test("only what changed, and what the buffer lacks, is drawn") func damageIsExact() throws {
  let bench = try Bench.small()
  let window = try bench.client.window(160, 120, 0xFF00_0000)
  let session = try bench.imageCopy().screenSession()
  let first = session.capture(into: CaptureBuffer(bench.client, 160, 120))
  try bench.client.roundtrip()
  #expect(first.isReady)
  first.frame.destroy()
  let buffer = CaptureBuffer(bench.client, 160, 120)
  let second = session.capture(into: buffer, damage: [(0, 0, 5, 5)])
  try bench.client.roundtrip()
  #expect(!second.isReady)
  window.surface.attach(buffer: bench.client.makeBuffer(160, 120, 0xFFFF_FFFF), x: 0, y: 0)
  window.surface.damageBuffer(x: 10, y: 20, width: 30, height: 40)
  window.surface.damageBuffer(x: 100, y: 100, width: 5, height: 5)
  window.surface.commit()
  try bench.client.roundtrip()
  try bench.tick()
  #expect(second.isReady && second.damage == [[10, 20, 30, 40], [100, 100, 5, 5]])
  func isDrawn(_ x: Int, _ y: Int) -> Bool { buffer.word(x, y) != 0xA5A5_A5A5 }
  #expect(isDrawn(0, 0) && isDrawn(4, 4) && !isDrawn(5, 4) && !isDrawn(4, 5))
  #expect(isDrawn(10, 20) && isDrawn(39, 59) && !isDrawn(40, 20) && !isDrawn(9, 20) && !isDrawn(10, 60))
  #expect(isDrawn(100, 100) && !isDrawn(105, 100) && !isDrawn(159, 119))
}

@Test func aSessionOfAPictureThatRestsHasNoTimer() throws {
  let bench = try Bench.small()
  _ = try bench.client.window(160, 120, 0xFF00_0000)
  let session = try bench.imageCopy().screenSession()
  session.capture(into: CaptureBuffer(bench.client, 160, 120)).frame.destroy()
  let waiting = session.capture(into: CaptureBuffer(bench.client, 160, 120))
  try bench.client.roundtrip()
  for _ in 0..<3 { try bench.tick() }
  #expect(!waiting.isReady && bench.service.nextDue == nil)
}

@Test func damageCountsFromTheLastFrameThatWasReady() throws {
  let bench = try Bench.small()
  let window = try bench.client.window(160, 120, 0xFF00_0000)
  let session = try bench.imageCopy().screenSession()
  session.capture(into: CaptureBuffer(bench.client, 160, 120)).frame.destroy()
  func change(_ x: Int32) throws {
    window.surface.attach(buffer: bench.client.makeBuffer(160, 120, 0xFFFF_FFFF), x: 0, y: 0)
    window.surface.damageBuffer(x: x, y: 0, width: 10, height: 10)
    window.surface.commit()
    try bench.client.roundtrip()
    try bench.tick()
  }
  try change(0)
  // one that fails, and one that is given up, take nothing away
  let wrong = session.capture(into: CaptureBuffer(bench.client, 10, 10))
  try bench.client.roundtrip()
  #expect(wrong.failure == .bufferConstraints)
  wrong.frame.destroy()
  try change(50)
  let last = session.capture(into: CaptureBuffer(bench.client, 160, 120))
  try bench.client.roundtrip()
  try bench.tick()
  #expect(last.damage == [[0, 0, 10, 10], [50, 0, 10, 10]])
}

@Test func anotherModeIsToldAndFailsWhatWaits() throws {
  let bench = try Bench.small()
  let copy = try bench.imageCopy()
  let session = try copy.screenSession()
  let early = session.capture(into: CaptureBuffer(bench.client, 160, 120))
  try bench.client.roundtrip()
  early.frame.destroy()
  let waiting = session.capture(into: CaptureBuffer(bench.client, 160, 120))
  try bench.client.roundtrip()
  var change = ScreenChange()
  change.customMode = ScreenMode(size: Size(width: 200, height: 100))
  bench.service.perform(try bench.service.model.updateScreen(try #require(bench.service.model.mainScreen), change))
  try bench.client.roundtrip()
  #expect(session.log == ["size 160×120", "done", "size 200×100", "done"])
  #expect(waiting.failure == .bufferConstraints)
  waiting.frame.destroy()
  let next = session.capture(into: CaptureBuffer(bench.client, 200, 100))
  try bench.client.roundtrip()
  try bench.tick()
  #expect(next.isReady && next.damage == [[0, 0, 200, 100]])
}

@Test func aTurnedScreenSaysHowItLies() throws {
  let bench = try Bench.small()
  var change = ScreenChange()
  change.transform = .rotated90
  bench.service.perform(try bench.service.model.updateScreen(try #require(bench.service.model.mainScreen), change))
  let session = try bench.imageCopy().screenSession()
  #expect(session.size == (160, 120))
  let frame = session.capture(into: CaptureBuffer(bench.client, 160, 120))
  try bench.client.roundtrip()
  #expect(frame.transform == ._90 && frame.isReady)
}

@Test func aScreenThatGoesStopsItsSession() throws {
  let bench = try Bench.small()
  let copy = try bench.imageCopy()
  let session = try copy.screenSession()
  let first = session.capture(into: CaptureBuffer(bench.client, 160, 120))
  try bench.client.roundtrip()
  first.frame.destroy()
  let waiting = session.capture(into: CaptureBuffer(bench.client, 160, 120))
  try bench.client.roundtrip()
  bench.service.perform(bench.service.model.removeScreen(try #require(bench.service.model.mainScreen)))
  try bench.client.roundtrip()
  #expect(session.isStopped && waiting.failure == .stopped)
  waiting.frame.destroy()
  let late = session.capture(into: CaptureBuffer(bench.client, 160, 120))
  let lateSession = try copy.screenSession()
  try bench.client.roundtrip()
  #expect(late.failure == .stopped && lateSession.log == ["stopped"])
}

@Test func buffersThatWillNotDoAreRefused() throws {
  let bench = try Bench.small()
  let session = try bench.imageCopy().screenSession()
  let colour = bench.client.bind(WpSinglePixelBufferManagerV1Proxy.self).createU32RgbaBuffer(r: 0, g: 0, b: 0, a: 0)
  let buffers = [
    CaptureBuffer(bench.client, 159, 120).buffer, CaptureBuffer(bench.client, 160, 121).buffer,
    CaptureBuffer(bench.client, 160, 120, format: .rgb565).buffer, colour,
  ]
  for buffer in buffers {
    let frame = TestCaptureFrame(session.session.createFrame())
    frame.frame.attachBuffer(buffer: buffer)
    frame.frame.capture()
    try bench.client.roundtrip()
    #expect(frame.failure == .bufferConstraints && !frame.isReady)
    frame.frame.destroy()
  }
}

@Test func aSessionOutlivesItsSourceAndAFrameItsSession() throws {
  let bench = try Bench.small()
  let window = try bench.client.window(160, 120, 0xFF00_0000)
  let session = try bench.imageCopy().screenSession()
  session.capture(into: CaptureBuffer(bench.client, 160, 120)).frame.destroy()
  let buffer = CaptureBuffer(bench.client, 160, 120)
  let waiting = session.capture(into: buffer)
  session.session.destroy()
  window.show(160, 120, 0xFF12_3456)
  try bench.client.roundtrip()
  let screen = try #require(bench.service.model.mainScreen)
  #expect(bench.service.model.screen(screen)?.isCaptured == true)
  try bench.tick()
  #expect(waiting.isReady && buffer[1, 1] == 0x12_3456)
  #expect(bench.service.model.screen(screen)?.isCaptured == false)
}

@Test("80: two sessions are one capture") func sessionsCaptureTheirScreen() throws {
  let bench = try Bench.small()
  let screen = try #require(bench.service.model.mainScreen)
  var events: [WindowEvent] = []
  bench.service.observers.append { event in if case .capturedChanged = event { events.append(event) } }
  let copy = try bench.imageCopy()
  let sessions = [try copy.screenSession(), try copy.screenSession()]
  #expect(events.isEmpty)
  for session in sessions { session.capture(into: CaptureBuffer(bench.client, 160, 120)).frame.destroy() }
  try bench.client.roundtrip()
  #expect(events == [.capturedChanged(screen, true)])
  sessions[0].session.destroy()
  try bench.client.roundtrip()
  #expect(events.count == 1)
  sessions[1].session.destroy()
  try bench.client.roundtrip()
  #expect(events == [.capturedChanged(screen, true), .capturedChanged(screen, false)])
}
