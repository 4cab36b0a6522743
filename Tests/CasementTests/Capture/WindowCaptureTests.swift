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

@Test func aWindowIsCapturedWholeThoughCoveredOrHidden() throws {
  let bench = try Bench.small()
  let window = try bench.client.window(160, 120, 0xFF20_40C0)
  let copy = try bench.imageCopy()
  let session = try copy.windowSession()
  #expect(session.log == ["size 160×120", "done"] && session.formats.first == .argb8888)
  let id = try #require(bench.service.model.windowList.first)
  // covered
  _ = try bench.witness.window(160, 120, 0xFFFF_FFFF)
  let buffer = CaptureBuffer(bench.client, 160, 120, format: .argb8888)
  let first = session.capture(into: buffer)
  try bench.client.roundtrip()
  #expect(first.isReady && first.transform == .normal && buffer.word(80, 60) == 0xFF20_40C0)
  first.frame.destroy()
  // and hidden: it still draws, and is told to
  bench.service.perform(bench.service.model.setHidden(id, true))
  let second = session.capture(into: buffer, damage: [])
  var isDone = false
  window.surface.frame().onDone { _ in isDone = true }
  window.surface.commit()
  try bench.client.roundtrip()
  try bench.tick()
  #expect(isDone && !second.isReady)
  window.surface.attach(buffer: bench.client.makeBuffer(160, 120, 0xFF00_FF00), x: 0, y: 0)
  window.surface.damageBuffer(x: 3, y: 4, width: 5, height: 6)
  window.surface.commit()
  try bench.client.roundtrip()
  try bench.tick()
  #expect(second.isReady && second.damage == [[3, 4, 5, 6]])
  #expect(buffer.word(3, 4) == 0xFF00_FF00 && buffer.word(2, 4) == 0xFF20_40C0)
}

@Test func aHiddenWindowThatNobodyCapturesIsNotToldToDraw() throws {
  let bench = try Bench.small()
  let window = try bench.client.window(160, 120, 0xFF20_40C0)
  let session = try bench.imageCopy().windowSession()
  session.capture(into: CaptureBuffer(bench.client, 160, 120)).frame.destroy()
  try bench.client.roundtrip()
  bench.service.perform(bench.service.model.setHidden(try #require(bench.service.model.windowList.first), true))
  #expect(!window.states.contains(9))
  session.session.destroy()
  try bench.client.roundtrip()
  #expect(window.states.contains(9))
  var isDone = false
  window.surface.frame().onDone { _ in isDone = true }
  window.surface.commit()
  try bench.client.roundtrip()
  try bench.tick()
  #expect(!isDone && bench.service.nextDue == nil)
}

@Test func aWindowOfAnotherSizeIsToldOnce() throws {
  let bench = try Bench.natural()
  let window = try bench.client.window(100, 80)
  let session = try bench.imageCopy().windowSession()
  let first = session.capture(into: CaptureBuffer(bench.client, 100, 80))
  try bench.client.roundtrip()
  first.frame.destroy()
  let waiting = session.capture(into: CaptureBuffer(bench.client, 100, 80))
  try bench.client.roundtrip()
  window.show(120, 90, 0xFF00_00FF)
  try bench.client.roundtrip()
  #expect(session.log == ["size 100×80", "done", "size 120×90", "done"] && waiting.failure == .bufferConstraints)
  waiting.frame.destroy()
  let buffer = CaptureBuffer(bench.client, 120, 90)
  let next = session.capture(into: buffer)
  try bench.client.roundtrip()
  try bench.tick()
  #expect(next.isReady && next.damage == [[0, 0, 120, 90]] && buffer[119, 89] == 0xFF)
}

@Test func theOtherWindowsAreNotInAWindowsPicture() throws {
  let bench = try Bench.natural()
  _ = try bench.client.window(100, 80, 0x8000_0000)
  let session = try bench.imageCopy().windowSession()
  _ = try bench.witness.window(100, 80, 0xFFFF_FFFF)
  let buffer = CaptureBuffer(bench.client, 100, 80, format: .argb8888)
  let frame = session.capture(into: buffer)
  try bench.client.roundtrip()
  #expect(frame.isReady && buffer.word(50, 40) == 0x8000_0000)
}

@Test func aWindowThatLosesItsContentStopsItsSession() throws {
  let bench = try Bench.natural()
  let window = try bench.client.window(100, 80)
  let copy = try bench.imageCopy()
  let session = try copy.windowSession()
  let source = copy.toplevels.createSource(toplevelHandle: try #require(copy.handles.last))
  let first = session.capture(into: CaptureBuffer(bench.client, 100, 80))
  try bench.client.roundtrip()
  first.frame.destroy()
  let waiting = session.capture(into: CaptureBuffer(bench.client, 100, 80))
  window.surface.attach(buffer: nil, x: 0, y: 0)
  window.surface.commit()
  try bench.client.roundtrip()
  #expect(session.isStopped && waiting.failure == .stopped)
  // it is another toplevel when it comes back
  window.surface.commit()
  try bench.client.roundtrip()
  window.show(100, 80, 0xFF00_0000)
  let stale = TestCaptureSession(copy.manager.createSession(source: source, options: []))
  try bench.client.roundtrip()
  #expect(stale.log == ["stopped"])
  #expect(try copy.windowSession().log == ["size 100×80", "done"])
}

@Test func aWindowThatIsDestroyedStopsItsSession() throws {
  let bench = try Bench.natural()
  let copy = try bench.imageCopy()
  let window = try bench.witness.window(100, 80)
  try bench.client.roundtrip()
  let session = try copy.windowSession()
  window.toplevel.destroy()
  try bench.witness.roundtrip()
  try bench.client.roundtrip()
  #expect(session.isStopped)
}

@Test("a locked session shows its windows to nobody") func windowsDoNotLeakThroughALock() throws {
  let bench = try Bench.small()
  let window = try bench.witness.window(160, 120, 0xFFFF_FFFF)
  let copy = try bench.imageCopy()
  let session = try copy.windowSession()
  let lock = bench.client.bind(ExtSessionLockManagerV1Proxy.self).lock()
  try bench.client.roundtrip()
  let buffer = CaptureBuffer(bench.client, 160, 120)
  let frame = session.capture(into: buffer)
  try bench.client.roundtrip()
  window.show(160, 120, 0xFF00_FF00)
  try bench.witness.roundtrip()
  for _ in 0..<3 { try bench.tick() }
  #expect(!frame.isReady && frame.failure == nil && buffer.isUntouched)
  lock.unlockAndDestroy()
  try bench.client.roundtrip()
  try bench.tick()
  #expect(frame.isReady && buffer[80, 60] == 0xFF00)
}

@Test func aShotOfAWindowIsRefusedWhileTheSessionIsLocked() throws {
  let bench = try Bench.small()
  _ = try bench.witness.window(160, 120, 0xFFFF_FFFF)
  let id = try #require(bench.service.model.windowList.first)
  var answers: [String] = []
  func shoot(_ parameters: Shot.Parameters) {
    bench.service.controller.shot(
      parameters,
      reply: ControlReply { result in
        switch result {
        case .success(let shot): answers.append("\(shot.windows.count) windows")
        case .failure(let error): answers.append(error.code == .refused && error.message.contains("locked") ? "refused" : error.message)
        }
      })
  }
  shoot(.init(window: .id(id.rawValue)))
  let lock = bench.client.bind(ExtSessionLockManagerV1Proxy.self).lock()
  try bench.client.roundtrip()
  shoot(.init(window: .id(id.rawValue)))
  shoot(.init())
  #expect(answers == ["1 windows", "refused", "0 windows"])
  withExtendedLifetime(lock) {}
}

@Test func theCursorIsPaintedOnTheWindowThatItIsOver() throws {
  let bench = try Bench.natural()
  _ = try bench.client.window(200, 150, 0xFF00_0000)
  let id = try #require(bench.service.model.windowList.first)
  bench.service.perform(bench.service.model.place(id, at: Point(x: 300, y: 200), size: nil))
  bench.service.injectPointerMotion(to: PrecisePoint(x: 350, y: 250))
  let copy = try bench.imageCopy()
  for cursors in [false, true] {
    let buffer = CaptureBuffer(bench.client, 200, 150, format: .argb8888)
    let frame = try copy.windowSession(cursors: cursors).capture(into: buffer)
    try bench.client.roundtrip()
    #expect(frame.isReady)
    let seen = (50..<70).contains { y in (50..<70).contains { buffer[$0, y] != 0 } }
    #expect(seen == cursors)
  }
}
