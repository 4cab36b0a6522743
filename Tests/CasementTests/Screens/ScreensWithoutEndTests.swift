import CasementControl
import CasementTesting
import Geometry
import Testing
import WaylandClient
import WaylandProtocols
import WaylandServer
import WindowModel

@testable import Casement

// Screens that come and go, however often, neither end a client that does not read, nor fill the memory, nor leave it in a wrong belief.

extension Bench {
  /// A second screen comes and goes.
  fileprivate func flicker(_ times: Int, as name: (Int) -> String = { _ in "S2" }, after: () throws -> Void = {}) throws {
    for step in 0..<times {
      let id = try service.connectScreen(.called(name(step), 80, 60))
      test.pump()
      try after()
      service.perform(service.model.removeScreen(id))
      test.pump()
      try after()
    }
  }

  fileprivate func outputs(_ client: TestClient) -> [UInt32] { client.globals.filter { $0.interface == "wl_output" }.map(\.name) }
}

@Test("case 59: screens that come and go without end do not end who does not read; at last it knows which there are")
func screensWithoutEnd() throws {
  let bench = try Bench()
  try bench.flicker(3000)
  #expect(bench.test.connected == 2)
  #expect(bench.service.lateNews.count < 10 && bench.service.retiredGlobals.count < 3000)
  let kept = bench.service.retiredGlobals.count
  try bench.flicker(500, after: { try bench.client.roundtrip() })
  // what it was never told of is not kept for it
  bench.service.retiredGlobals.look(at: Clock.monotonic)
  bench.service.retiredGlobals.look(at: Clock.monotonic + 6_000_000_000)
  #expect(bench.service.retiredGlobals.count <= kept)
  try bench.service.connectScreen(.called("S3", 70, 50))
  try bench.test.wake(bench.witness) { bench.service.lateNews.count == 0 }
  try bench.client.roundtrip()
  #expect(bench.outputs(bench.witness) == bench.outputs(bench.client) && bench.outputs(bench.witness).count == 2)
  var size: [Int32] = []
  let last = bench.witness.bind(WlOutputProxy.self, index: 1)
  last.onEvent = { event in if case .mode(_, let width, let height, _) = event { size = [width, height] } }
  try bench.witness.roundtrip()
  #expect(size == [70, 50])
  // nobody can mean any of them now
  bench.service.retiredGlobals.look(at: Clock.monotonic)
  bench.service.retiredGlobals.look(at: Clock.monotonic + 6_000_000_000)
  #expect(bench.service.retiredGlobals.count == 0)
}

@Test("a screen that went while its client did not read can be bound until it knows") func aScreenThatWentUnread() throws {
  let bench = try Bench()
  let id = try bench.service.connectScreen(.called("S2", 80, 60))
  try bench.witness.roundtrip()
  let name = try #require(bench.outputs(bench.witness).last)
  bench.service.perform(bench.service.model.removeScreen(id))
  try bench.flicker(3000)
  bench.service.retiredGlobals.look(at: Clock.monotonic)
  bench.service.retiredGlobals.look(at: Clock.monotonic + 6_000_000_000)
  _ = bench.witness.registry.bind(name: name, WlOutputProxy.self, version: 4)
  try bench.witness.roundtrip()
  #expect(bench.test.connected == 2)
}

@Test("screens that came and went before a client looked, all of which it binds") func aClientThatBindsWhatItSees() throws {
  let bench = try Bench()
  let registry = bench.witness.connection.displayProxy.getRegistry()
  var bound: [WlOutputProxy] = []
  registry.onEvent = { event in
    if case .global(let name, "wl_output", _) = event { bound.append(registry.bind(name: name, WlOutputProxy.self, version: 4)) }
  }
  try bench.witness.roundtrip()
  try bench.flicker(20)
  try bench.witness.roundtrip()
  try bench.witness.roundtrip()
  #expect(bound.count == 21 && bench.test.connected == 2)
}

@Test("a registry that is made before its client reads is told all there is, once") func registriesThatComeLate() throws {
  let bench = try Bench()
  try bench.flicker(1500)
  try bench.service.connectScreen(.called("S3", 70, 50))
  let registry = bench.witness.connection.displayProxy.getRegistry()
  var names: [UInt32] = []
  registry.onEvent = { event in
    switch event {
    case .global(let name, "wl_output", _): names.append(name)
    case .globalRemove(let name): names.removeAll { $0 == name }
    default: break
    }
  }
  #expect(bench.witness.connection.flush())
  bench.test.pump()
  try bench.client.roundtrip()
  try bench.test.wake(bench.witness) { bench.service.lateNews.count == 0 }
  try bench.client.roundtrip()
  #expect(names == bench.outputs(bench.client) && bench.outputs(bench.witness) == names)
}

@Test("case 59: heads that are turned off and on without end, each time by another name or not") func headsWithoutEnd() throws {
  let bench = try Bench()
  let watcher = try HeadClient(bench.witness)
  _ = bench.witness.bind(ZwlrOutputPowerManagerV1Proxy.self)
  let window = try bench.witness.window(1280, 720)
  try bench.flicker(1200, as: { "N\($0)" }, after: { try bench.client.roundtrip() })
  let heads = try HeadClient(bench.client)
  for _ in 0..<600 {
    let name = heads.heads[0].name
    #expect(try heads.configuration(off: [name]).use(bench.client) == ["succeeded"])
    #expect(try heads.configuration().use(bench.client) == ["succeeded"])
  }
  #expect(bench.test.connected == 2)
  try bench.test.wake(bench.witness) { bench.service.lateNews.count == 0 }
  #expect(watcher.heads.count { !$0.isFinished } == 1 && watcher.heads.count < 1000)
  #expect(bench.outputs(bench.witness) == bench.outputs(bench.client) && bench.outputs(bench.witness).count == 1)
  #expect(window.configures.last?.width == 1280)
}

@Test func globalsAreNumberedAsRegistriesSay() throws {
  let bench = try Bench()
  let global = bench.service.display.advertise(WlShmResource.self, version: 1) { _ in }
  try bench.client.roundtrip()
  #expect(bench.client.globals.last?.name == global.name && bench.client.globals.last?.interface == "wl_shm")
  _ = bench.service.display.withdraw(global)
  try bench.client.roundtrip()
  #expect(bench.client.globals.last?.interface != "wl_shm")
}
