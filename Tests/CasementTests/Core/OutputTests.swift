import CasementControl
import CasementTesting
import Geometry
import Scene
import Surfaces
import Testing
import WaylandClient
import WaylandProtocols
import WaylandServer
import WindowModel

@testable import Casement

private func listen(_ output: WlOutputProxy, _ log: EventLog) {
  output.onEvent = { event in
    switch event {
    case .geometry(let x, let y, let width, let height, _, let make, _, let transform):
      log.add("geometry \(x),\(y) \(width)×\(height) \(make) \(transform.rawValue)")
    case .mode(let flags, let width, let height, let refresh): log.add("mode \(flags.rawValue) \(width)×\(height) \(refresh)")
    case .done: log.add("done")
    case .scale(let factor): log.add("scale \(factor)")
    case .name(let name): log.add("name \(name)")
    case .description: log.add("description")
    }
  }
}

private func listen(_ output: ZxdgOutputV1Proxy, _ log: EventLog) {
  output.onEvent = { event in
    switch event {
    case .logicalPosition(let x, let y): log.add("logical \(x),\(y)")
    case .logicalSize(let width, let height): log.add("logical \(width)×\(height)")
    case .done: log.add("xdg done")
    case .name(let name): log.add("xdg name \(name)")
    case .description: log.add("xdg description")
    }
  }
}

private func bench(scale: Double = 1) throws -> Bench {
  var configuration = ServiceConfiguration.manual
  var spec = ScreenSpec(width: 1280, height: 720)
  spec.scale = scale
  configuration.screens = [spec]
  return try Bench(configuration)
}

@Test(arguments: 1...4)
func anOutputSaysWhatItsVersionKnowsAndThenDone(version: UInt32) throws {
  let bench = try bench()
  let log = EventLog()
  listen(bench.client.bind(WlOutputProxy.self, version: version), log)
  try bench.client.roundtrip()
  let said = log.taken
  var expected = ["geometry 0,0 0×0 Casement 0", "mode 3 1280×720 60000"]
  if version >= 2 { expected += ["scale 1", "done"] }
  #expect(said.filter { !$0.hasPrefix("name") && $0 != "description" } == expected)
  #expect(said.contains("name headless-1") == (version >= 4))
  #expect(said.contains("description") == (version >= 4))
  if version >= 2 { #expect(said.last == "done") }
}

@Test func theIntegerScaleIsTheCeilingOfTheExactOne() throws {
  let bench = try bench(scale: 1.25)
  let log = EventLog()
  listen(bench.client.bind(WlOutputProxy.self), log)
  try bench.client.roundtrip()
  #expect(log.taken.contains("scale 2"))
}

@Test(arguments: 1...3)
func anXdgOutputEndsItsSequenceAsItsVersionSays(version: UInt32) throws {
  let bench = try bench(scale: 2)
  let log = EventLog()
  let output = bench.client.bind(WlOutputProxy.self)
  try bench.client.roundtrip()
  listen(output, log)
  let manager = bench.client.bind(ZxdgOutputManagerV1Proxy.self, version: version)
  listen(manager.getXdgOutput(output: output), log)
  try bench.client.roundtrip()
  let said = log.taken
  #expect(said.filter { $0.hasPrefix("logical") } == ["logical 0,0", "logical 640×360"])
  #expect(said.contains("xdg name headless-1") == (version >= 2))
  #expect(said.last == (version >= 3 ? "done" : "xdg done"))
  #expect(said.contains("xdg done") == (version < 3))
}

@Test func aChangeIsOneBatch() throws {
  let bench = try bench()
  let (log, output) = (EventLog(), bench.client.bind(WlOutputProxy.self))
  listen(output, log)
  let xdg = bench.client.bind(ZxdgOutputManagerV1Proxy.self).getXdgOutput(output: output)
  listen(xdg, log)
  try bench.client.roundtrip()
  _ = log.taken
  var change = ScreenChange()
  change.scale = 2
  let screen = try #require(bench.service.model.mainScreen)
  bench.service.perform(try bench.service.model.updateScreen(screen, change))
  try bench.client.roundtrip()
  let said = log.taken
  #expect(said.contains("scale 2") && said.contains("logical 640×360"))
  #expect(said.filter { $0 == "done" }.count == 1)
  #expect(said.last == "done")
  // nothing changes, nothing is said
  bench.service.perform(try bench.service.model.updateScreen(screen, change))
  try bench.client.roundtrip()
  #expect(log.taken == [])
}

@Test func aBindThatRacesARemovalGetsAnInertObject() throws {
  let bench = try bench()
  let second = try bench.service.connectScreen(ScreenSpec(width: 800, height: 600))
  try bench.client.roundtrip()
  let names = bench.client.globals.filter { $0.interface == "wl_output" }.map(\.name)
  try #require(names.count == 2)
  // the request is on its way when the screen goes
  let output = bench.client.registry.bind(name: names[1], WlOutputProxy.self, version: 4)
  let log = EventLog()
  listen(output, log)
  bench.service.perform(bench.service.model.removeScreen(second))
  try bench.client.roundtrip()
  #expect(log.taken == [])
  #expect(bench.client.globals.filter { $0.interface == "wl_output" }.count == 1)
  // what names the inert object is no error, and what it makes is inert
  let window = TestWindow(bench.client)
  window.toplevel.setFullscreen(output: output)
  window.surface.commit()
  let xdg = bench.client.bind(ZxdgOutputManagerV1Proxy.self).getXdgOutput(output: output)
  listen(xdg, log)
  try bench.client.roundtrip()
  #expect(log.taken == [])
  xdg.destroy()
  output.release()
  #expect(bench.error() == nil)
  // a client that comes later does not see it
  #expect(try bench.test.connect().globals.filter { $0.interface == "wl_output" }.count == 1)
}

@Test func aScreenThatGoesTellsThoseOnItToLeave() throws {
  let bench = try bench()
  let window = try bench.client.window()
  let second = try bench.service.connectScreen(ScreenSpec(width: 800, height: 600))
  try bench.client.roundtrip()
  let outputs = [bench.client.bind(WlOutputProxy.self), bench.client.bind(WlOutputProxy.self, index: 1)]
  let log = EventLog()
  window.surface.onEvent = { event in
    switch event {
    case .enter(let entered): log.add("enter \(outputs.firstIndex { $0 === entered } ?? -1)")
    case .leave(let left): log.add("leave \(outputs.firstIndex { $0 === left } ?? -1)")
    default: break
    }
  }
  try bench.client.roundtrip()
  // a client that binds late is told where its surfaces are
  #expect(log.taken == ["enter 0"])
  let first = try #require(bench.service.model.mainScreen)
  bench.service.perform(bench.service.model.removeScreen(first))
  try bench.client.roundtrip()
  #expect(log.taken == ["leave 0", "enter 1"])
  #expect(bench.service.model.mainScreen == second)
}

@Test func fullscreenOnOneOfTwoScreensStaysThere() throws {
  let bench = try bench()
  var spec = ScreenSpec(width: 1600, height: 1200)
  spec.scale = 2
  try bench.service.connectScreen(spec)
  try bench.client.roundtrip()
  let first = bench.client.bind(WlOutputProxy.self)
  let window = TestWindow(bench.client)
  let log = EventLog()
  window.surface.onEvent = { event in
    if case .enter = event { log.add("enter") }
    if case .leave = event { log.add("leave") }
  }
  bench.move(1300, 100)
  window.toplevel.setFullscreen(output: first)
  window.surface.commit()
  try bench.client.roundtrip()
  for side in [100, 700, 1280, 50] {
    window.show(side, side, 0xFFFF_FFFF)
    try bench.client.roundtrip()
  }
  #expect(log.taken == ["enter"])
}

@Test(arguments: [30_000, 144_000, 1_000])
func anotherRefreshRateWhileSomebodyWaitsIsKeptFromTheNextTickOn(refresh: Int) throws {
  let bench = try bench()
  let window = try bench.client.window()
  let screen = try #require(bench.service.model.mainScreen)
  var times: [UInt32] = []
  for step in 0..<4 {
    window.surface.frame().onDone { times.append($0) }
    window.surface.commit()
    try bench.client.roundtrip()
    if step == 1 {
      var change = ScreenChange()
      change.customMode = ScreenMode(size: Size(width: 1280, height: 720), refresh: refresh)
      bench.service.perform(try bench.service.model.updateScreen(screen, change))
    }
    try bench.tick()
  }
  #expect(times.count == 4)
  let interval = 1_000_000 / refresh
  #expect((interval...interval + 1).contains(Int(times[3]) - Int(times[2])))
}
