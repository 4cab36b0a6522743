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

@Test func aScreencopyIsThePictureOfTheScreen() throws {
  let bench = try Bench.small()
  _ = try bench.client.window(160, 120, 0xFF20_40C0)
  let (manager, output) = try bench.screencopy()
  let shot = ScreencopyShot(manager.captureOutput(overlayCursor: 0, output: output))
  try bench.client.roundtrip()
  #expect(shot.log == ["buffer 1 160×120 640", "done"])
  let buffer = CaptureBuffer(bench.client, 160, 120)
  shot.frame.copy(buffer: buffer.buffer)
  try bench.client.roundtrip()
  #expect(shot.log.suffix(2) == ["flags 0", "ready"])
  #expect(shot.time == bench.service.clock.now)
  #expect(buffer[0, 0] == 0x20_40C0 && buffer[159, 119] == 0x20_40C0)
}

@Test(arguments: [UInt32(1), 2]) func beforeVersionThreeThereIsNoEndOfTheList(version: UInt32) throws {
  let bench = try Bench.small()
  let manager = bench.client.bind(ZwlrScreencopyManagerV1Proxy.self, version: version)
  let shot = ScreencopyShot(manager.captureOutput(overlayCursor: 0, output: bench.client.bind(WlOutputProxy.self)))
  try bench.client.roundtrip()
  #expect(shot.log == ["buffer 1 160×120 640"])
  shot.frame.copy(buffer: CaptureBuffer(bench.client, 160, 120).buffer)
  try bench.client.roundtrip()
  #expect(shot.isReady)
}

@Test("case 57: only the buffer's own bytes are written", arguments: [(4096, 64), (4, 4), (1024, 0)])
func neighboursInThePoolStayIntact(offset: Int, padding: Int) throws {
  let bench = try Bench.small()
  _ = try bench.client.window(160, 120, 0xFF20_40C0)
  let (manager, output) = try bench.screencopy()
  let buffer = CaptureBuffer(bench.client, 160, 120, offset: offset, padding: padding, after: 512)
  let shot = ScreencopyShot(manager.captureOutput(overlayCursor: 0, output: output))
  shot.frame.copy(buffer: buffer.buffer)
  try bench.client.roundtrip()
  #expect(shot.isReady && buffer[159, 119] == 0x20_40C0)
  #expect(buffer.neighboursAreIntact)
}

@Test func aRegionIsInPointsAndClippedToTheScreen() throws {
  var configuration = ServiceConfiguration.manual
  configuration.screens = [ScreenSpec(width: 160, height: 120)]
  configuration.screens[0].scale = 2
  let bench = try Bench(configuration)
  let (manager, output) = try bench.screencopy()
  let part = ScreencopyShot(manager.captureOutputRegion(overlayCursor: 0, output: output, x: 10, y: 20, width: 30, height: 5))
  let clipped = ScreencopyShot(
    manager.captureOutputRegion(overlayCursor: 0, output: output, x: 70, y: -5, width: 100, height: 20))
  let outside = ScreencopyShot(manager.captureOutputRegion(overlayCursor: 0, output: output, x: 80, y: 0, width: 9, height: 9))
  let empty = ScreencopyShot(manager.captureOutputRegion(overlayCursor: 0, output: output, x: 1, y: 1, width: 0, height: -4))
  let enormous = ScreencopyShot(
    manager.captureOutputRegion(overlayCursor: 0, output: output, x: .min, y: .min, width: .max, height: .max))
  try bench.client.roundtrip()
  #expect(part.size == (60, 10))
  #expect(clipped.size == (20, 30))
  #expect(outside.log == ["failed"] && empty.log == ["failed"] && enormous.log == ["failed"])
}

@Test func theRegionShowsWhatIsThere() throws {
  let bench = try Bench.natural()
  let window = try bench.client.window(100, 80, 0xFF00_FF00)
  let id = try #require(bench.service.model.windowList.first)
  bench.service.perform(bench.service.model.place(id, at: Point(x: 30, y: 40), size: nil))
  window.show(100, 80, 0xFF00_FF00)
  let (manager, output) = try bench.screencopy()
  let shot = ScreencopyShot(manager.captureOutputRegion(overlayCursor: 0, output: output, x: 20, y: 30, width: 20, height: 20))
  let buffer = CaptureBuffer(bench.client, 20, 20)
  shot.frame.copy(buffer: buffer.buffer)
  try bench.client.roundtrip()
  #expect(buffer[9, 9] == 0 && buffer[10, 9] == 0 && buffer[10, 10] == 0xFF00 && buffer[19, 19] == 0xFF00)
}

@Test("a turned screen's picture lies as in the panel's memory", arguments: Transform.allCases)
func aTurnedScreenIsCopiedAsThePanelHasIt(transform: Transform) throws {
  let bench = try Bench.small()
  let screen = try #require(bench.service.model.mainScreen)
  var change = ScreenChange()
  change.transform = transform
  bench.service.perform(try bench.service.model.updateScreen(screen, change))
  let upright: Size<ScreenPixels> = transform.swapsAxes ? Size(width: 120, height: 160) : Size(width: 160, height: 120)
  // a mark in the top left corner of what a person sees
  let window = try bench.client.window(upright.width, upright.height, 0xFF00_0000)
  let mark = bench.surface()
  let child = bench.subcompositor.getSubsurface(surface: mark, parent: window.surface)
  child.setPosition(x: 0, y: 0)
  mark.attach(buffer: bench.client.makeBuffer(20, 10, 0xFFFF_0000), x: 0, y: 0)
  mark.commit()
  window.surface.commit()
  let (manager, output) = try bench.screencopy()
  let shot = ScreencopyShot(manager.captureOutput(overlayCursor: 0, output: output))
  let buffer = CaptureBuffer(bench.client, 160, 120)
  shot.frame.copy(buffer: buffer.buffer)
  // and what a client that shows the corner of its picture through the same transform has in its own buffer
  let corner = ScreencopyShot(manager.captureOutputRegion(overlayCursor: 0, output: output, x: 0, y: 0, width: 20, height: 10))
  try bench.client.roundtrip()
  #expect(shot.size == (160, 120) && shot.isReady)
  let place = transform.apply(Rect<ScreenPixels>(x: 0, y: 0, width: 20, height: 10), in: upright)
  #expect(corner.size == (place.width, place.height))
  for (x, y) in [(0, 0), (159, 0), (0, 119), (159, 119), (80, 60), (place.midX, place.midY)] {
    let isMark = place.contains(Point(x: x, y: y))
    #expect(buffer[x, y] == (isMark ? 0xFF_0000 : 0), "\(x), \(y)")
  }
}

extension Rect {
  fileprivate var midX: Int { x + width / 2 }
  fileprivate var midY: Int { y + height / 2 }
}

@Test func theCursorIsInThePictureWhereItIsAskedFor() throws {
  let bench = try Bench.small()
  bench.service.injectPointerMotion(to: PrecisePoint(x: 80, y: 60))
  let (manager, output) = try bench.screencopy()
  var pictures: [[UInt32]] = []
  for overlay in [Int32(0), 1] {
    let buffer = CaptureBuffer(bench.client, 160, 120)
    let shot = ScreencopyShot(manager.captureOutput(overlayCursor: overlay, output: output))
    shot.frame.copy(buffer: buffer.buffer)
    try bench.client.roundtrip()
    try bench.tick()
    #expect(shot.isReady)
    pictures.append((60..<80).flatMap { y in (80..<100).map { buffer[$0, y] } })
  }
  #expect(pictures[0].allSatisfy { $0 == 0 } && pictures[1].contains { $0 != 0 })
}

@Test func oneClientGetsOnePictureATick() throws {
  let bench = try Bench.small()
  let (manager, output) = try bench.screencopy()
  let shots = (0..<2).map { _ in ScreencopyShot(manager.captureOutput(overlayCursor: 0, output: output)) }
  let buffers = (0..<2).map { _ in CaptureBuffer(bench.client, 160, 120) }
  for (shot, buffer) in zip(shots, buffers) { shot.frame.copy(buffer: buffer.buffer) }
  try bench.client.roundtrip()
  #expect(shots[0].isReady && !shots[1].isReady)
  let next = try #require(bench.service.frameLoop.nextTick)
  try bench.tick()
  #expect(shots[1].isReady && shots[1].time == next)
}

@Test func aPictureWithDamageWaitsForDamage() throws {
  let bench = try Bench.small()
  let window = try bench.client.window(160, 120, 0xFF00_0000)
  let (manager, output) = try bench.screencopy()
  let buffer = CaptureBuffer(bench.client, 160, 120)
  let first = ScreencopyShot(manager.captureOutput(overlayCursor: 0, output: output))
  first.frame.copyWithDamage(buffer: buffer.buffer)
  try bench.client.roundtrip()
  #expect(first.log.suffix(3) == ["flags 0", "damage", "ready"] && first.damage == [[0, 0, 160, 120]])
  let second = ScreencopyShot(manager.captureOutput(overlayCursor: 0, output: output))
  second.frame.copyWithDamage(buffer: buffer.buffer)
  try bench.client.roundtrip()
  try bench.tick()
  #expect(!second.isReady)
  // nothing is waited for but a change
  #expect(bench.service.frameLoop.nextTick == nil)
  window.surface.attach(buffer: bench.client.makeBuffer(160, 120, 0xFFFF_FFFF), x: 0, y: 0)
  window.surface.damageBuffer(x: 10, y: 20, width: 30, height: 40)
  window.surface.commit()
  try bench.client.roundtrip()
  #expect(!second.isReady)
  try bench.tick()
  #expect(second.isReady && second.damage == [[10, 20, 30, 40]])
  // all that was asked for is written, whatever was damaged
  #expect(buffer[0, 0] == 0xFF_FFFF)
}

@Test func damageOutsideOfTheRegionIsNoDamage() throws {
  let bench = try Bench.small()
  let window = try bench.client.window(160, 120, 0xFF00_0000)
  let (manager, output) = try bench.screencopy()
  let buffer = CaptureBuffer(bench.client, 40, 40)
  var shots: [ScreencopyShot] = []
  func ask() throws {
    let shot = ScreencopyShot(manager.captureOutputRegion(overlayCursor: 0, output: output, x: 40, y: 40, width: 40, height: 40))
    shot.frame.copyWithDamage(buffer: buffer.buffer)
    shots.append(shot)
    try bench.client.roundtrip()
  }
  func change(_ x: Int32, _ y: Int32) throws {
    window.surface.attach(buffer: bench.client.makeBuffer(160, 120, 0xFFFF_FFFF), x: 0, y: 0)
    window.surface.damageBuffer(x: x, y: y, width: 10, height: 10)
    window.surface.commit()
    try bench.client.roundtrip()
    try bench.tick()
  }
  try ask()
  #expect(shots[0].damage == [[0, 0, 40, 40]])
  try ask()
  try change(0, 0)
  #expect(!shots[1].isReady)
  try change(75, 45)
  #expect(shots[1].damage == [[35, 5, 5, 10]])
}

@Test func whatChangedBetweenTwoPicturesIsDamageOfTheSecond() throws {
  let bench = try Bench.small()
  let window = try bench.client.window(160, 120, 0xFF00_0000)
  let (manager, output) = try bench.screencopy()
  let buffer = CaptureBuffer(bench.client, 160, 120)
  // a plain copy counts as seen, too
  ScreencopyShot(manager.captureOutput(overlayCursor: 0, output: output)).frame.copy(buffer: buffer.buffer)
  try bench.client.roundtrip()
  for x in [Int32(0), 100] {
    window.surface.attach(buffer: bench.client.makeBuffer(160, 120, 0xFFFF_FFFF), x: 0, y: 0)
    window.surface.damageBuffer(x: x, y: 0, width: 10, height: 10)
    window.surface.commit()
  }
  try bench.client.roundtrip()
  bench.service.advanceClock(to: bench.service.clock.now + 20_000_000)
  let shot = ScreencopyShot(manager.captureOutput(overlayCursor: 0, output: output))
  shot.frame.copyWithDamage(buffer: buffer.buffer)
  try bench.client.roundtrip()
  #expect(shot.isReady && shot.damage == [[0, 0, 10, 10], [100, 0, 10, 10]])
}

@Test func aScreenThatIsGoneFails() throws {
  let bench = try Bench.small()
  let (manager, output) = try bench.screencopy()
  let pending = ScreencopyShot(manager.captureOutput(overlayCursor: 0, output: output))
  let waiting = ScreencopyShot(manager.captureOutput(overlayCursor: 0, output: output))
  let buffers = (0..<3).map { _ in CaptureBuffer(bench.client, 160, 120) }
  let first = ScreencopyShot(manager.captureOutput(overlayCursor: 0, output: output))
  first.frame.copyWithDamage(buffer: buffers[0].buffer)
  waiting.frame.copyWithDamage(buffer: buffers[1].buffer)
  try bench.client.roundtrip()
  #expect(first.isReady && !waiting.isReady)
  bench.service.perform(bench.service.model.removeScreen(try #require(bench.service.model.mainScreen)))
  try bench.client.roundtrip()
  #expect(waiting.isFailed && !pending.isFailed)
  pending.frame.copy(buffer: buffers[2].buffer)
  let late = ScreencopyShot(manager.captureOutput(overlayCursor: 0, output: output))
  try bench.client.roundtrip()
  #expect(pending.log.last == "failed" && late.log == ["failed"])
  #expect(buffers[1].isUntouched && buffers[2].isUntouched)
}

@Test("case 50: a mode that changes while a capture is pending") func aScreenThatChangedFails() throws {
  let bench = try Bench.small()
  let (manager, output) = try bench.screencopy()
  let buffer = CaptureBuffer(bench.client, 160, 120)
  let asked = ScreencopyShot(manager.captureOutput(overlayCursor: 0, output: output))
  let waiting = ScreencopyShot(manager.captureOutput(overlayCursor: 0, output: output))
  ScreencopyShot(manager.captureOutput(overlayCursor: 0, output: output)).frame.copyWithDamage(buffer: buffer.buffer)
  waiting.frame.copyWithDamage(buffer: buffer.buffer)
  try bench.client.roundtrip()
  var change = ScreenChange()
  change.customMode = ScreenMode(size: Size(width: 200, height: 100))
  bench.service.perform(try bench.service.model.updateScreen(try #require(bench.service.model.mainScreen), change))
  asked.frame.copy(buffer: buffer.buffer)
  try bench.client.roundtrip()
  try bench.tick()
  #expect(asked.log.last == "failed" && waiting.isFailed && !waiting.isReady)
  let again = ScreencopyShot(manager.captureOutput(overlayCursor: 0, output: output))
  try bench.client.roundtrip()
  #expect(again.size == (200, 100))
}

@Test func aBufferDestroyedMeanwhileIsLeftAlone() throws {
  let bench = try Bench.small()
  let window = try bench.client.window(160, 120, 0xFF00_0000)
  let (manager, output) = try bench.screencopy()
  ScreencopyShot(manager.captureOutput(overlayCursor: 0, output: output)).frame.copyWithDamage(
    buffer: CaptureBuffer(bench.client, 160, 120).buffer)
  let buffer = CaptureBuffer(bench.client, 160, 120)
  let shot = ScreencopyShot(manager.captureOutput(overlayCursor: 0, output: output))
  shot.frame.copyWithDamage(buffer: buffer.buffer)
  buffer.buffer.destroy()
  try bench.client.roundtrip()
  window.show(160, 120, 0xFFFF_FFFF)
  try bench.client.roundtrip()
  try bench.tick()
  #expect(shot.isFailed && buffer.isUntouched)
}

@Test func aFrameDestroyedMeanwhileIsForgotten() throws {
  let bench = try Bench.small()
  let window = try bench.client.window(160, 120, 0xFF00_0000)
  let (manager, output) = try bench.screencopy()
  let buffer = CaptureBuffer(bench.client, 160, 120)
  ScreencopyShot(manager.captureOutput(overlayCursor: 0, output: output)).frame.copyWithDamage(buffer: buffer.buffer)
  let other = CaptureBuffer(bench.client, 160, 120)
  let shot = ScreencopyShot(manager.captureOutput(overlayCursor: 0, output: output))
  shot.frame.copyWithDamage(buffer: other.buffer)
  shot.frame.destroy()
  manager.destroy()
  window.show(160, 120, 0xFFFF_FFFF)
  try bench.client.roundtrip()
  try bench.tick()
  #expect(bench.error() == nil && other.isUntouched)
}

@Test("80: whoever captures with screencopy is a capturer of the screen") func theScreenIsCapturedWhileSomebodyCopies() throws {
  let bench = try Bench.small()
  let screen = try #require(bench.service.model.mainScreen)
  var events: [WindowEvent] = []
  bench.service.observers.append { event in if case .capturedChanged = event { events.append(event) } }
  let (manager, output) = try bench.screencopy()
  let buffer = CaptureBuffer(bench.client, 160, 120)
  for _ in 0..<3 {
    let shot = ScreencopyShot(manager.captureOutput(overlayCursor: 0, output: output))
    shot.frame.copy(buffer: buffer.buffer)
    try bench.client.roundtrip()
    try bench.tick()
    #expect(shot.isReady)
    shot.frame.destroy()
  }
  #expect(events == [.capturedChanged(screen, true)])
  bench.service.advanceClock(to: bench.service.clock.now + 2_000_000_000)
  #expect(events == [.capturedChanged(screen, true), .capturedChanged(screen, false)])
  let last = ScreencopyShot(manager.captureOutput(overlayCursor: 0, output: output))
  last.frame.copy(buffer: buffer.buffer)
  try bench.client.roundtrip()
  #expect(last.isReady && events.count == 3)
  manager.destroy()
  try bench.client.roundtrip()
  #expect(events.count == 4 && bench.service.model.screen(screen)?.isCaptured == false)
}

@Test func aClientThatLeavesCapturesNoMore() throws {
  let bench = try Bench.small()
  let screen = try #require(bench.service.model.mainScreen)
  do {
    let other = try bench.test.connect()
    let manager = other.bind(ZwlrScreencopyManagerV1Proxy.self)
    let output = other.bind(WlOutputProxy.self)
    for _ in 0..<2 {
      manager.captureOutput(overlayCursor: 0, output: output).copyWithDamage(buffer: CaptureBuffer(other, 160, 120).buffer)
    }
    try other.roundtrip()
    #expect(bench.service.model.screen(screen)?.isCaptured == true)
    bench.endNewestClient()
  }
  try bench.client.roundtrip()
  #expect(bench.service.model.screen(screen)?.isCaptured == false)
}

@Test func whatIsCopiedOfALockedSessionIsItsLock() throws {
  let bench = try Bench.small()
  _ = try bench.witness.window(160, 120, 0xFFFF_FFFF)
  let lock = bench.client.bind(ExtSessionLockManagerV1Proxy.self).lock()
  try bench.client.roundtrip()
  let (manager, output) = try bench.screencopy()
  let buffer = CaptureBuffer(bench.client, 160, 120)
  let shot = ScreencopyShot(manager.captureOutput(overlayCursor: 1, output: output))
  shot.frame.copy(buffer: buffer.buffer)
  try bench.client.roundtrip()
  #expect(shot.isReady && buffer[80, 60] == 0)
  withExtendedLifetime(lock) {}
}
