import CasementTesting
import Geometry
import Surfaces
import Testing
import WaylandClient
import WaylandProtocols
import WaylandServer
import WindowModel

@testable import Casement

/// A window at (100, 100) of 200×200 that has key and the pointer in its middle; all that its client hears of the pointer goes to one log.
final class ConstraintScene {
  let bench: Bench
  let pointer: PointerListener
  let window: TestWindow
  let constraints: ZwpPointerConstraintsV1Proxy
  let relative: ZwpRelativePointerV1Proxy
  let log = EventLog()
  private var kept: [AnyObject] = []
  var client: TestClient { bench.client }
  var service: WindowService { bench.service }
  var position: PrecisePoint<LayoutPoints> { service.seat.pointer.position }

  init(_ make: () throws -> Bench = { try Bench.natural() }) throws {
    bench = try make()
    pointer = PointerListener(bench.client)
    window = try bench.client.window(200, 200)
    constraints = bench.client.bind(ZwpPointerConstraintsV1Proxy.self)
    relative = bench.client.bind(ZwpRelativePointerManagerV1Proxy.self).getRelativePointer(pointer: pointer.proxy)
    let id = try #require(bench.service.clientWindows.keys.first)
    bench.service.perform(bench.service.model.place(id, at: Point(x: 100, y: 100)))
    relative.onEvent = { [weak self] event in
      guard case .relativeMotion(let high, let low, let dx, let dy, let rawX, let rawY) = event else { return }
      self?.log.add("by \(dx),\(dy) of \(rawX),\(rawY) at \(UInt64(high) << 32 | UInt64(low))")
    }
    bench.move(200, 200)
    _ = try heard()
  }

  func lock(_ surface: WlSurfaceProxy? = nil, _ region: WlRegionProxy? = nil, _ lifetime: ZwpPointerConstraintsV1.Lifetime = .persistent)
    -> ZwpLockedPointerV1Proxy
  {
    let lock = constraints.lockPointer(surface: surface ?? window.surface, pointer: pointer.proxy, region: region, lifetime: lifetime)
    lock.onEvent = { [weak self] event in
      switch event {
      case .locked: self?.log.add("locked")
      case .unlocked: self?.log.add("unlocked")
      }
    }
    kept.append(lock)
    return lock
  }

  func confine(_ region: WlRegionProxy? = nil, _ lifetime: ZwpPointerConstraintsV1.Lifetime = .persistent) -> ZwpConfinedPointerV1Proxy {
    let made = constraints.confinePointer(surface: window.surface, pointer: pointer.proxy, region: region, lifetime: lifetime)
    made.onEvent = { [weak self] event in
      switch event {
      case .confined: self?.log.add("confined")
      case .unconfined: self?.log.add("unconfined")
      }
    }
    kept.append(made)
    return made
  }

  func region(_ rects: (Int32, Int32, Int32, Int32)...) -> WlRegionProxy {
    let region = client.compositor.createRegion()
    for (x, y, width, height) in rects { region.add(x: x, y: y, width: width, height: height) }
    return region
  }

  /// What the client heard since the last time: constraints and relative motion, then `wl_pointer`, each in its order.
  func heard() throws -> [String] {
    try client.roundtrip()
    return log.taken + pointer.log.taken
  }

  func move(by x: Double, _ y: Double) { service.seat.pointer.move(by: PrecisePoint(x: x, y: y)) }
}
