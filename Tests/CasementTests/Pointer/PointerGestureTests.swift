import CasementControl
import CasementTesting
import Geometry
import Testing
import WaylandClient
import WaylandProtocols
import WaylandServer
import WindowModel

@testable import Casement

/// A window with the pointer in it, whose client listens to all gestures.
private final class Scene {
  let base: ConstraintScene
  let swipe: ZwpPointerGestureSwipeV1Proxy
  let pinch: ZwpPointerGesturePinchV1Proxy
  let hold: ZwpPointerGestureHoldV1Proxy
  let log = EventLog()
  var gestures: PointerGestures { base.service.seat.gestures }

  init() throws {
    base = try ConstraintScene()
    let manager = base.client.bind(ZwpPointerGesturesV1Proxy.self)
    swipe = manager.getSwipeGesture(pointer: base.pointer.proxy)
    pinch = manager.getPinchGesture(pointer: base.pointer.proxy)
    hold = manager.getHoldGesture(pointer: base.pointer.proxy)
    swipe.onEvent = { [weak self] event in
      switch event {
      case .begin(_, let time, let surface, let fingers): self?.begin("swipe", time, surface, fingers)
      case .update(_, let dx, let dy): self?.log.add("swipe by \(dx),\(dy)")
      case .end(_, _, let cancelled): self?.log.add("swipe end \(cancelled)")
      }
    }
    pinch.onEvent = { [weak self] event in
      switch event {
      case .begin(_, let time, let surface, let fingers): self?.begin("pinch", time, surface, fingers)
      case .update(_, let dx, let dy, let scale, let rotation): self?.log.add("pinch by \(dx),\(dy) to \(scale) turned \(rotation)")
      case .end(_, _, let cancelled): self?.log.add("pinch end \(cancelled)")
      }
    }
    hold.onEvent = { [weak self] event in
      switch event {
      case .begin(_, let time, let surface, let fingers): self?.begin("hold", time, surface, fingers)
      case .end(_, _, let cancelled): self?.log.add("hold end \(cancelled)")
      }
    }
    manager.release()
    try base.client.roundtrip()
  }

  private func begin(_ kind: String, _ time: UInt32, _ surface: WlSurfaceProxy?, _ fingers: UInt32) {
    log.add("\(kind) begin \(fingers) \(surface === base.window.surface ? "window" : "another") at \(time)")
  }

  func heard() throws -> [String] {
    try base.client.roundtrip()
    return log.taken
  }
}

@Test func gesturesAreToldToWhoHasThePointer() throws {
  let scene = try Scene()
  #expect(scene.gestures.begin(.swipe, fingers: 3) != nil)
  scene.gestures.update(by: PrecisePoint(x: 5, y: -2.5))
  scene.gestures.end(isCancelled: false)
  #expect(try scene.heard() == ["swipe begin 3 window at 1000", "swipe by 5.0,-2.5", "swipe end 0"])
  scene.gestures.begin(.pinch, fingers: 2)
  scene.gestures.update(by: PrecisePoint(x: 0, y: 1), scale: 1.5, rotation: 10)
  scene.gestures.end(isCancelled: true)
  #expect(try scene.heard() == ["pinch begin 2 window at 1000", "pinch by 0.0,1.0 to 1.5 turned 10.0", "pinch end 1"])
  scene.gestures.begin(.hold, fingers: 1)
  scene.gestures.update(by: PrecisePoint(x: 1, y: 1))
  scene.gestures.end(isCancelled: false)
  #expect(try scene.heard() == ["hold begin 1 window at 1000", "hold end 0"])
  #expect(scene.gestures.update(by: PrecisePoint(x: 1, y: 1)) == nil)
  #expect(scene.gestures.end(isCancelled: false) == nil)
}

@Test func oneGestureGoesOnAtATime() throws {
  let scene = try Scene()
  scene.gestures.begin(.hold, fingers: 2)
  scene.gestures.begin(.swipe, fingers: 2)
  #expect(try scene.heard() == ["hold begin 2 window at 1000", "hold end 1", "swipe begin 2 window at 1000"])
}

@Test func aGestureStaysWithItsSurface() throws {
  let scene = try Scene()
  scene.gestures.begin(.swipe, fingers: 3)
  scene.base.bench.move(900, 600)
  scene.gestures.update(by: PrecisePoint(x: 1, y: 0))
  scene.gestures.end(isCancelled: false)
  #expect(try scene.heard() == ["swipe begin 3 window at 1000", "swipe by 1.0,0.0", "swipe end 0"])
  #expect(scene.gestures.begin(.swipe, fingers: 3) == nil)
}

@Test func whatEndsAGestureFromOutside() throws {
  let scene = try Scene()
  scene.gestures.begin(.swipe, fingers: 3)
  scene.base.service.perform(scene.base.service.model.setLocked(true))
  #expect(try scene.heard() == ["swipe begin 3 window at 1000", "swipe end 1"])
  scene.base.service.perform(scene.base.service.model.setLocked(false))
  scene.gestures.begin(.swipe, fingers: 3)
  #expect(try scene.heard() == ["swipe begin 3 window at 1000"])
  scene.base.window.surface.destroy()
  #expect(try scene.heard() == ["swipe end 1"])
}

@Test func anObjectMadeOrDestroyedDuringAGestureHearsNothingOfIt() throws {
  let scene = try Scene()
  scene.gestures.begin(.swipe, fingers: 3)
  _ = try scene.heard()
  let late = scene.base.client.bind(ZwpPointerGesturesV1Proxy.self).getSwipeGesture(pointer: scene.base.pointer.proxy)
  var isTold = false
  late.onEvent = { _ in isTold = true }
  scene.swipe.destroy()
  try scene.base.client.roundtrip()
  scene.gestures.update(by: PrecisePoint(x: 1, y: 0))
  scene.gestures.end(isCancelled: false)
  #expect(try scene.heard() == [])
  #expect(!isTold)
  // objects of a pointer that is gone hear nothing any more
  scene.base.pointer.proxy.release()
  try scene.base.client.roundtrip()
  scene.gestures.begin(.pinch, fingers: 2)
  #expect(try scene.heard() == [])
}

@Test func theControlSocketMakesGestures() throws {
  let scene = try Scene()
  var results: [InputResult] = []
  let reply = ControlReply<InputResult> { result in if case .success(let value) = result { results.append(value) } }
  scene.base.service.controller.swipePointer(GestureParameters(dx: 30, dy: 0, steps: 2), reply: reply)
  #expect(try scene.heard() == ["swipe begin 3 window at 1000", "swipe by 15.0,0.0", "swipe by 15.0,0.0", "swipe end 0"])
  let second = ControlReply<InputResult> { result in if case .success(let value) = result { results.append(value) } }
  scene.base.service.controller.pinchPointer(GestureParameters(scale: 2, rotation: 90, steps: 2, cancelled: true), reply: second)
  #expect(
    try scene.heard() == [
      "pinch begin 2 window at 1000", "pinch by 0.0,0.0 to 1.5 turned 45.0", "pinch by 0.0,0.0 to 2.0 turned 45.0", "pinch end 1",
    ])
  for _ in 0..<50 where results.count < 2 { _ = try scene.heard() }
  #expect(results.map { $0.delivered.count } == [1, 1])
}

// MARK: wp_pointer_warp_v1

@Test func aClientWarpsThePointerOnTheSurfaceThatHasIt() throws {
  let scene = try ConstraintScene()
  let warp = scene.client.bind(WpPointerWarpV1Proxy.self)
  func request(_ x: Double, _ y: Double, serial: UInt32? = nil, surface: WlSurfaceProxy? = nil) throws -> [String] {
    warp.warpPointer(
      surface: surface ?? scene.window.surface, pointer: scene.pointer.proxy, x: x, y: y, serial: serial ?? scene.pointer.enterSerial)
    return try scene.heard()
  }
  // no device moved
  #expect(try request(10.5, 20) == ["motion 10.5,20", "frame"])
  #expect(scene.position == PrecisePoint(x: 110.5, y: 120))
  for (x, y) in [(-1.0, 5.0), (200, 5), (5, 200)] { #expect(try request(x, y) == []) }
  #expect(try request(30, 30, serial: scene.pointer.enterSerial &+ 1) == [])
  #expect(try request(30, 30, surface: scene.bench.surface()) == [])
  // with a button held
  scene.bench.button(true)
  _ = try scene.heard()
  #expect(try request(40, 40) == ["motion 40,40", "frame"])
  scene.bench.button(false)
  _ = try scene.heard()
  let lock = scene.lock()
  _ = try scene.heard()
  #expect(try request(50, 50) == [])
  lock.destroy()
  _ = scene.confine(scene.region((0, 0, 100, 100)))
  _ = try scene.heard()
  #expect(try request(150, 50) == ["motion 99,50", "frame"])
  scene.bench.move(900, 600)
  warp.destroy()
  #expect(scene.client.failure() == nil)
}

@Test func aClientWithoutThePointerWarpsNothing() throws {
  let scene = try ConstraintScene()
  scene.bench.move(900, 600)
  let serial = scene.pointer.enterSerial
  let warp = scene.client.bind(WpPointerWarpV1Proxy.self)
  warp.warpPointer(surface: scene.window.surface, pointer: scene.pointer.proxy, x: 10, y: 10, serial: serial)
  try scene.client.roundtrip()
  #expect(scene.position == PrecisePoint(x: 900, y: 600))
}

// MARK: ext_transient_seat_v1

@Test func furtherSeatsAreDenied() throws {
  let bench = try Bench()
  let manager = bench.client.bind(ExtTransientSeatManagerV1Proxy.self)
  let seat = manager.create()
  var told: [String] = []
  seat.onEvent = { event in
    switch event {
    case .ready: told.append("ready")
    case .denied: told.append("denied")
    }
  }
  manager.destroy()
  try bench.client.roundtrip()
  #expect(told == ["denied"])
  seat.destroy()
  #expect(bench.client.failure() == nil)
}
