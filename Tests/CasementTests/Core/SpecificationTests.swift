import CasementControl
import CasementTesting
import Geometry
import Input
import Scene
import Surfaces
import Testing
import WaylandClient
import WaylandProtocols
import WaylandServer
import WindowModel

@testable import Casement

// Rules that the descriptions of protocols state, and that belong to no other file of tests.

@Test func aSeatSaysItsNameBeforeItsCapabilities() throws {
  let bench = try Bench()
  let log = EventLog()
  let seat = bench.client.bind(WlSeatProxy.self)
  seat.onEvent = { event in
    switch event {
    case .name(let name): log.add("name \(name)")
    case .capabilities(let capabilities): log.add("capabilities \(capabilities.rawValue)")
    }
  }
  try bench.client.roundtrip()
  #expect(log.taken == ["name seat0", "capabilities 7"])
}

@Test func fingersOfOneBatchOnTwoClientsEndInAFrameForEach() throws {
  let bench = try Bench.natural()
  _ = try bench.window(0, 0, 100, 100)
  _ = try bench.window(200, 0, 100, 100, 0xFF00_FF00, of: bench.witness)
  let touches = [TouchListener(bench.client), TouchListener(bench.witness)]
  try bench.client.roundtrip()
  try bench.witness.roundtrip()
  let touch = bench.service.seat.touch
  touch.down(FingerID(0), at: PrecisePoint(x: 10, y: 10))
  touch.down(FingerID(1), at: PrecisePoint(x: 210, y: 20))
  touch.frame()
  try bench.client.roundtrip()
  try bench.witness.roundtrip()
  #expect(touches[0].log.taken == ["down 0 10,10", "frame"])
  #expect(touches[1].log.taken == ["down 1 10,20", "frame"])
  touch.move(FingerID(0), to: PrecisePoint(x: 20, y: 10))
  touch.up(FingerID(1))
  touch.frame()
  try bench.client.roundtrip()
  try bench.witness.roundtrip()
  #expect(touches[0].log.taken == ["motion 0 20,10", "frame"])
  #expect(touches[1].log.taken == ["up 1", "frame"])
}

@Test func theScaleIsToldBeforeTheFirstConfigure() throws {
  var configuration = ServiceConfiguration.manual
  var screen = ScreenSpec(width: 1280, height: 720)
  screen.scale = 2
  configuration.screens = [screen]
  let bench = try Bench(configuration)
  let log = EventLog()
  func listen(_ surface: WlSurfaceProxy) {
    surface.onEvent = { event in
      if case .preferredBufferScale(let factor) = event { log.add("scale \(factor)") }
    }
  }
  let window = TestWindow(bench.client)
  listen(window.surface)
  window.surface.commit()
  try bench.client.roundtrip()
  #expect(log.taken == ["scale 2"] && window.configures.count == 1)
  window.show(640, 360, 0xFFFF_0000)
  try bench.client.roundtrip()
  #expect(log.taken == [], "and not again, where it stays")
  let popup = PopupProbe(bench.client, on: window.xdgSurface, bench.client.menu(), log: log)
  listen(popup.surface)
  popup.surface.commit()
  try bench.client.roundtrip()
  let told = log.taken
  #expect(told.firstIndex(of: "scale 2") ?? .max < told.firstIndex(of: "popup configure") ?? 0)
  let layer = TestLayer(bench.client, bench.client.bind(ZwlrLayerShellV1Proxy.self))
  listen(layer.surface)
  layer.layer.setSize(width: 10, height: 10)
  layer.surface.commit()
  try bench.client.roundtrip()
  #expect(log.taken == ["scale 2"] && layer.configures.count == 1)
}

@Test func aPopupMadeLaterIsInFrontWhicheverIsMappedLast() throws {
  let bench = try Bench()
  let window = try bench.client.window(1280, 720)
  let first = PopupProbe(bench.client, on: window.xdgSurface, bench.client.menu(100, 100, 50, 50))
  let second = PopupProbe(bench.client, on: window.xdgSurface, bench.client.menu(100, 100, 50, 50))
  try second.map(0xFF00_00FF)
  try first.map(0xFF00_FF00)
  #expect(try bench.pixel(110, 110) == 0x0000FF)
  // unmapping and mapping again changes nothing of that
  first.surface.attach(buffer: nil, x: 0, y: 0)
  first.surface.commit()
  try first.map(0xFF00_FF00)
  #expect(try bench.pixel(110, 110) == 0x0000FF)
  second.destroy()
  try bench.client.roundtrip()
  #expect(try bench.pixel(110, 110) == 0x00FF00)
}

@Test func aGeometryIsClampedWhenItIsGivenAndNotAnew() throws {
  let bench = try Bench.natural()
  let window = try bench.client.window(100, 100)
  let id = try bench.id(of: window.surface)
  window.xdgSurface.setWindowGeometry(x: 0, y: 0, width: 200, height: 200)
  window.surface.commit()
  try bench.client.roundtrip()
  #expect(bench.service.model.frame(of: id)?.size == Size(width: 100, height: 100))
  window.show(300, 300, 0xFFFF_0000)
  try bench.client.roundtrip()
  #expect(bench.service.model.frame(of: id)?.size == Size(width: 100, height: 100))
  window.xdgSurface.setWindowGeometry(x: 0, y: 0, width: 200, height: 200)
  window.surface.commit()
  try bench.client.roundtrip()
  #expect(bench.service.model.frame(of: id)?.size == Size(width: 200, height: 200))
}

@Test func aZoneThatSaysNoEdgeCountsAsNone() throws {
  let bench = try Bench()
  let shell = bench.client.bind(ZwlrLayerShellV1Proxy.self)
  // anchored to all edges, a positive zone is as good as zero: the surface gives way to the bar, which is on a lower layer and younger
  let all = TestLayer(bench.client, shell, .overlay)
  all.layer.setAnchor(anchor: [.top, .left, .right, .bottom])
  all.layer.setExclusiveZone(zone: 10)
  try all.map()
  let bar = try TestLayer.bar(bench.client, shell)
  try bench.client.roundtrip()
  #expect(bar.configures.last.map { [$0.width, $0.height] } == [1280, 30])
  #expect(all.configures.last.map { [$0.width, $0.height] } == [1280, 690])
}

@Test func anotherBufferWithoutDamageIsShownAsAWhole() throws {
  let bench = try Bench.small()
  let window = try bench.client.window(160, 120, 0xFFFF_0000)
  #expect(try bench.pixel(80, 60) == 0xFF0000)
  window.surface.attach(buffer: bench.client.makeBuffer(160, 120, 0xFF00_FF00), x: 0, y: 0)
  window.surface.commit()
  try bench.client.roundtrip()
  #expect(try bench.pixel(80, 60) == 0x00FF00)
}
