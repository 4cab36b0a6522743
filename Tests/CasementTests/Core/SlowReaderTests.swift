import CasementTesting
import Geometry
import Testing
import WaylandClient
import WaylandProtocols
import WaylandServer

@testable import Casement

extension Bench {
  /// Sends what waits, without letting any client read.
  fileprivate func turn(_ milliseconds: Int32 = 0) { service.dispatch(timeoutMilliseconds: milliseconds) }

  fileprivate func move(_ step: Int) {
    service.seat.pointer.move(to: PrecisePoint(x: Double(100 + step % 400), y: 200))
    turn()
  }

  fileprivate var connected: Int { test.connected }
}

@Test func motionsOverAClientThatDoesNotReadDoNotEndIt() throws {
  let bench = try Bench()
  let pointer = PointerListener(bench.client)
  _ = try bench.client.window(1280, 720)
  try bench.client.roundtrip()
  for step in 0..<20_000 { bench.move(step) }
  bench.service.seat.pointer.move(to: PrecisePoint(x: 777, y: 333))
  try bench.witness.roundtrip()
  #expect(bench.connected == 2)

  // it reads again: the last motion follows as soon as there is room for it
  for _ in 0..<100 where pointer.log.lines.suffix(2) != ["motion 777,333", "frame"] {
    try bench.client.roundtrip()
    bench.turn(20)
  }
  let lines = pointer.log.taken
  #expect(lines.suffix(2) == ["motion 777,333", "frame"])
  #expect(lines.count { $0.hasPrefix("motion") } < 2_000)
  #expect(!zip(lines, lines.dropFirst()).contains { $0 == ("frame", "frame") })

  // and is told everything, as before
  bench.move(1)
  bench.move(2)
  try bench.client.roundtrip()
  #expect(pointer.log.taken == ["motion 101,200", "frame", "motion 102,200", "frame"])
}

@Test func aButtonComesAfterTheMotionThatWaited() throws {
  let bench = try Bench()
  let pointer = PointerListener(bench.client)
  _ = try bench.client.window(1280, 720)
  try bench.client.roundtrip()
  for step in 0..<2_000 { bench.move(step) }
  bench.service.seat.pointer.move(to: PrecisePoint(x: 40, y: 50))
  bench.service.seat.pointer.button(272, pressed: true)
  try bench.client.roundtrip()
  #expect(pointer.log.taken.suffix(4) == ["motion 40,50", "frame", "press 272", "frame"])
}

@Test func aClientThatThePointerLeftIsNotToldOfMotionsThatWaited() throws {
  let bench = try Bench()
  let pointer = PointerListener(bench.client)
  let window = try bench.client.window(1280, 720)
  try bench.client.roundtrip()
  for step in 0..<2_000 { bench.move(step) }
  window.surface.attach(buffer: nil, x: 0, y: 0)
  window.surface.commit()
  try bench.client.roundtrip()
  // that it left waits as well, and comes alone
  try bench.test.wake(bench.client) { bench.service.lateNews.count == 0 }
  let lines = pointer.log.taken
  #expect(lines.suffix(2) == ["leave it", "frame"])
}
