import CasementTesting
import Geometry
import Input
import Surfaces
import Testing
import WindowModel

@testable import Casement

@Suite struct FrontWindowTests {
  /// What is in front is kept between looks; whatever the model does meanwhile, the next look is as good as a first one.
  @Test func whatIsUnderAPointIsLookedUpAnewAfterEachChange() throws {
    let bench = try Bench.natural()
    let windows = try (0..<4).map { try bench.client.window(120 + $0 * 40, 200 - $0 * 30) }
    defer { withExtendedLifetime(windows) {} }
    let service = bench.service
    let ids = service.clientWindows.keys.sorted()
    #expect(ids.count == 4)
    var state: UInt64 = 7
    func random(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    var hits: [SurfaceID: Int] = [:]
    for _ in 0..<600 {
      let id = ids[random(ids.count)]
      switch random(8) {
      case 0: service.perform(service.model.place(id, at: Point(x: random(500), y: random(300))))
      case 1: service.perform(service.model.raise(id))
      case 2: service.perform(try service.model.setLevel(id, Double(random(3))))
      case 3: service.perform(service.model.setHidden(id, random(3) == 0))
      case 4: service.perform(service.model.setFullscreen(id, random(4) == 0))
      default: break
      }
      let point = PrecisePoint<LayoutPoints>(x: Double(random(700)), y: Double(random(500)) + 0.5)
      let quick = SeatScene(service).hit(at: point)
      service.front = nil
      let fresh = SeatScene(service).hit(at: point)
      #expect(quick?.target == fresh?.target)
      #expect(quick?.local == fresh?.local)
      if let quick { hits[quick.target, default: 0] += 1 }
    }
    #expect(hits.count == 4, "each was in front at times: \(hits)")
  }
}
