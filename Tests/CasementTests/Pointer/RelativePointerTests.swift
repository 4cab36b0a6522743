import CasementTesting
import Geometry
import Testing
import WaylandClient
import WaylandProtocols
import WaylandServer
import WindowModel

@testable import Casement

@Test func relativeMotionHasMicrosecondsAndTheWayBeforeAcceleration() throws {
  let scene = try ConstraintScene()
  scene.service.clock.advance(to: 5_000_000_000_123_456)
  scene.service.seat.pointer.move(by: PrecisePoint(x: 8, y: 0.5), unaccelerated: PrecisePoint(x: 4, y: 0.25))
  #expect(try scene.heard() == ["by 8.0,0.5 of 4.0,0.25 at 5000000000123", "motion 108,100.5", "frame"])
}

@Test func aPlaceGivenByADeviceIsAWayToo() throws {
  let scene = try ConstraintScene()
  scene.bench.move(203, 190)
  #expect(try scene.heard() == ["by 3.0,-10.0 of 3.0,-10.0 at 1000000", "motion 103,90", "frame"])
  _ = scene.lock()
  _ = try scene.heard()
  // places are counted from each other, although the pointer stays
  scene.bench.move(213, 190)
  scene.bench.move(223, 195)
  #expect(
    try scene.heard() == ["by 10.0,0.0 of 10.0,0.0 at 1000000", "by 10.0,5.0 of 10.0,5.0 at 1000000", "frame", "frame"])
}

@Test func theWayIsNotClippedAtTheScreensEdge() throws {
  let scene = try ConstraintScene()
  scene.bench.button(true)
  scene.move(by: -500, 0)
  let heard = try scene.heard()
  #expect(heard.first == "by -500.0,0.0 of -500.0,0.0 at 1000000")
  #expect(heard.contains("motion -100,100"))
}

@Test func aPointerThatCannotMoveSendsNoEmptyFrame() throws {
  let scene = try ConstraintScene()
  scene.relative.destroy()
  _ = scene.confine()
  scene.move(by: 1000, 1000)
  _ = try scene.heard()
  scene.move(by: 1000, 1000)
  #expect(try scene.heard() == [])
}

@Test func aClientThatDoesNotReadIsToldTheSumOfTheWays() throws {
  let scene = try ConstraintScene()
  _ = scene.lock()
  _ = try scene.heard()
  var way = 0.0
  var count = 0
  scene.relative.onEvent = { event in
    guard case .relativeMotion(_, _, let dx, _, _, _) = event else { return }
    way += dx
    count += 1
  }
  for _ in 0..<20_000 {
    scene.move(by: 1, 0)
    scene.service.display.flush()
  }
  try scene.client.roundtrip()
  scene.service.dispatch(timeoutMilliseconds: 100)
  try scene.client.roundtrip()
  #expect(way == 20_000)
  #expect(count < 20_000)
}

@Test func onlyWhoHasThePointerIsToldOfItsWay() throws {
  let scene = try ConstraintScene()
  let other = PointerListener(scene.bench.witness)
  let relative = scene.bench.witness.bind(ZwpRelativePointerManagerV1Proxy.self).getRelativePointer(pointer: other.proxy)
  var isTold = false
  relative.onEvent = { _ in isTold = true }
  scene.move(by: 1, 1)
  try scene.bench.witness.roundtrip()
  #expect(!isTold)
  scene.bench.move(700, 500)
  _ = try scene.heard()
  scene.move(by: 1, 1)
  #expect(try scene.heard() == [])
}

@Test func aTurnedWindowIsToldTheWayAsItCountsIt() throws {
  let world = try World(keyPolicy: .explicit)
  let client = try world.connect()
  let window = try client.makeShown("A", 0xFF_0000)
  window.proxy.setOrientations(orientations: .landscapeRight)
  try window.draw(0xFF_0000)
  try world.forget()
  world.screen("main").orientation = .portrait
  let pointer = client.core.seat.getPointer()
  let relative = client.core.bind(ZwpRelativePointerManagerV1Proxy.self).getRelativePointer(pointer: pointer)
  var ways: [[Double]] = []
  relative.onEvent = { event in
    if case .relativeMotion(_, _, let dx, let dy, let rawX, let rawY) = event { ways.append([dx, dy, rawX, rawY]) }
  }
  try client.core.roundtrip()
  world.service.seat.pointer.move(to: PrecisePoint(x: 75, y: 100))
  world.service.seat.pointer.move(by: PrecisePoint(x: 3, y: 5), unaccelerated: PrecisePoint(x: 1, y: 2))
  try client.core.roundtrip()
  // what is at (x, y) of the window is seen at (150 − y, x)
  #expect(ways == [[5, -3, 2, -1]])
}
