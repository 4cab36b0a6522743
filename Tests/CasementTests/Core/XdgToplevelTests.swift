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

private func states(_ window: TestWindow) -> Set<UInt32> { Set(window.states) }
private let maximised: UInt32 = 1
private let fullscreen: UInt32 = 2
private let activated: UInt32 = 4

@Test func theInitialCommitIsAnsweredByExactlyOneConfigure() throws {
  let bench = try Bench()
  let window = TestWindow(bench.client)
  try bench.client.roundtrip()
  #expect(window.configures.isEmpty)
  window.surface.commit()
  try bench.client.roundtrip()
  #expect(window.configures.count == 1)
  #expect(window.lastSerial != 0)
  #expect(window.configures[0].width == 1280 && window.configures[0].height == 720)
  #expect(states(window).contains(maximised))
  // another commit without a buffer asks for nothing
  window.surface.commit()
  try bench.client.roundtrip()
  #expect(window.configures.count == 1)
}

@Test func aFloatingWindowIsConfiguredWithoutASizeEvenWhenActivated() throws {
  let bench = try Bench.natural()
  let window = try bench.client.window(100, 80)
  #expect(window.configures.allSatisfy { $0.width == 0 && $0.height == 0 })
  #expect(states(window) == [activated])
}

@Test func requestsForStatesAreAlwaysAnswered() throws {
  let bench = try Bench.natural()
  let window = try bench.client.window(100, 80)
  func answered(_ request: () -> Void) throws -> Bool {
    let before = window.configures.count
    request()
    try bench.client.roundtrip()
    return window.configures.count > before
  }
  #expect(try answered { window.toplevel.setMaximized() })
  #expect(states(window).contains(maximised))
  #expect(window.configures.last.map { $0.width == 1280 && $0.height == 720 } == true)
  #expect(try answered { window.toplevel.setMaximized() })
  // maximised survives fullscreen
  #expect(try answered { window.toplevel.setFullscreen(output: nil) })
  #expect(states(window).contains(fullscreen))
  #expect(try answered { window.toplevel.unsetFullscreen() })
  #expect(states(window).contains(maximised) && !states(window).contains(fullscreen))
  #expect(try answered { window.toplevel.unsetMaximized() })
  #expect(!states(window).contains(maximised))
  #expect(try answered { window.toplevel.unsetMaximized() })
  #expect(try answered { window.toplevel.unsetFullscreen() })
}

@Test func unmappingBeginsAnew() throws {
  let bench = try Bench()
  let window = try bench.client.window()
  window.toplevel.setFullscreen(output: nil)
  try bench.client.roundtrip()
  window.surface.attach(buffer: nil, x: 0, y: 0)
  window.surface.commit()
  let before = window.configures.count
  try bench.client.roundtrip()
  #expect(window.configures.count == before)
  #expect(bench.service.clientWindows.values.allSatisfy { $0.shownScreen == nil && $0.role.title.isEmpty && $0.role.appID.isEmpty })
  window.surface.commit()
  try bench.client.roundtrip()
  #expect(window.configures.count == before + 1)
  window.show(10, 10, 0)
  try bench.client.roundtrip()
  #expect(window.isActivated)
  #expect(bench.service.clientWindows.values.allSatisfy { $0.shownScreen != nil })
}

@Test(arguments: 1...6)
func aClientGetsOnlyWhatItsVersionKnows(version: UInt32) throws {
  let bench = try Bench.natural()
  let base = bench.client.bind(XdgWmBaseProxy.self, version: version)
  let surface = bench.surface()
  let xdgSurface = base.getXdgSurface(surface: surface)
  let toplevel = xdgSurface.getToplevel()
  var events: [String] = []
  var seen: Set<UInt32> = []
  toplevel.onEvent = { event in
    switch event {
    case .configure(_, _, let states):
      events.append("configure")
      seen.formUnion(states.words)
    case .configureBounds(let width, let height): events.append("bounds \(width)×\(height)")
    case .wmCapabilities(let list): events.append("capabilities \(list.words)")
    case .close: events.append("close")
    }
  }
  xdgSurface.onEvent = { [weak xdgSurface] event in
    if case .configure(let serial) = event { xdgSurface?.ackConfigure(serial: serial) }
  }
  try bench.client.roundtrip()
  #expect(events == (version >= 5 ? ["capabilities [2, 3, 4]"] : []))
  surface.commit()
  try bench.client.roundtrip()
  var expected = ["configure"]
  if version >= 4 { expected.insert("bounds 1280×720", at: 0) }
  if version >= 5 { expected.insert("capabilities [2, 3, 4]", at: 0) }
  #expect(events == expected)
  surface.attach(buffer: bench.client.makeBuffer(10, 10, 0), x: 0, y: 0)
  surface.commit()
  try bench.client.roundtrip()
  let id = try #require(bench.service.clientWindows.keys.first)
  bench.service.perform(bench.service.model.setTiled(id, [.left, .top]))
  bench.service.perform(bench.service.model.setHidden(id, true))
  try bench.client.roundtrip()
  #expect(seen.contains(5) == (version >= 2))
  #expect(seen.contains(9) == (version >= 6))
  #expect(seen.allSatisfy { $0 <= (version >= 6 ? 9 : version >= 2 ? 8 : 4) })
}

@Test func aParentThatIsUnmappedIsReplacedByItsOwnParent() throws {
  let bench = try Bench()
  let (a, b, c) = (try bench.client.window(), try bench.client.window(), try bench.client.window())
  b.toplevel.setParent(parent: a.toplevel)
  c.toplevel.setParent(parent: b.toplevel)
  try bench.client.roundtrip()
  let ids = bench.service.clientWindows.keys.sorted()
  #expect(bench.service.model.window(ids[2])?.parent == ids[1])
  b.surface.attach(buffer: nil, x: 0, y: 0)
  b.surface.commit()
  try bench.client.roundtrip()
  #expect(bench.service.model.window(ids[2])?.parent == ids[0])
}

@Test func fullscreenOnAnotherScreenBeforeTheFirstCommit() throws {
  var configuration = ServiceConfiguration.manual
  configuration.screens = [ScreenSpec(width: 1280, height: 720), ScreenSpec(width: 800, height: 600)]
  let bench = try Bench(configuration)
  let second = bench.client.bind(WlOutputProxy.self, index: 1)
  let window = TestWindow(bench.client)
  window.toplevel.setFullscreen(output: second)
  window.surface.commit()
  try bench.client.roundtrip()
  #expect(window.configures.count == 1)
  #expect(window.configures.first.map { $0.width == 800 && $0.height == 600 && $0.states.contains(fullscreen) } == true)
  // a smaller buffer is centred on an opaque backdrop
  window.show(400, 300, 0xFFFF_0000)
  try bench.client.roundtrip()
  let screen = try #require(bench.service.model.screens.last)
  #expect(try bench.surface(of: window.surface).enteredScreen?.screen == screen.id)
  let picture = try #require(bench.service.capture(screen: screen.id)).picture
  func pixel(_ x: Int, _ y: Int) -> UInt32 {
    var value: UInt32 = 0
    unsafe picture.withPixels { value = unsafe $0.load(fromByteOffset: picture.stride * y + 4 * x, as: UInt32.self) }
    return value & 0xFF_FFFF
  }
  #expect(pixel(199, 150) == 0 && pixel(200, 149) == 0 && pixel(600, 300) == 0)
  #expect(pixel(200, 150) == 0xFF0000 && pixel(599, 449) == 0xFF0000)
}

@Test func theWindowGeometryIsClampedToTheSurfaceAndItsSubsurfaces() throws {
  let bench = try Bench.natural()
  let window = try bench.client.window(100, 100)
  let child = bench.surface()
  let subsurface = bench.subcompositor.getSubsurface(surface: child, parent: window.surface)
  subsurface.setPosition(x: 90, y: 0)
  child.attach(buffer: bench.client.makeBuffer(30, 30, 0), x: 0, y: 0)
  child.commit()
  window.xdgSurface.setWindowGeometry(x: -50, y: 10, width: 1000, height: 20)
  window.surface.commit()
  try bench.client.roundtrip()
  let id = try #require(bench.service.clientWindows.keys.first)
  #expect(bench.service.clientWindows[id]?.geometryOrigin == Point(x: 0, y: 10))
  #expect(bench.service.model.frame(of: id)?.size == Size(width: 120, height: 20))
}

@Test func withoutAWindowGeometryItIsAllThereIs() throws {
  let bench = try Bench.natural()
  let window = try bench.client.window(100, 100)
  let child = bench.surface()
  let subsurface = bench.subcompositor.getSubsurface(surface: child, parent: window.surface)
  subsurface.setPosition(x: -20, y: -10)
  child.attach(buffer: bench.client.makeBuffer(10, 10, 0), x: 0, y: 0)
  child.commit()
  window.surface.commit()
  try bench.client.roundtrip()
  let id = try #require(bench.service.clientWindows.keys.first)
  #expect(bench.service.clientWindows[id]?.geometryOrigin == Point(x: -20, y: -10))
  #expect(bench.service.model.frame(of: id)?.size == Size(width: 120, height: 110))
}

@Test func aToplevelSurvivesScreensThatChangeBeforeItsBuffer() throws {
  let bench = try Bench()
  let window = TestWindow(bench.client)
  window.surface.commit()
  try bench.client.roundtrip()
  let first = try #require(bench.service.model.mainScreen)
  let spec = ScreenSpec(width: 640, height: 480)
  let second = try bench.service.connectScreen(spec)
  bench.service.perform(bench.service.model.removeScreen(first))
  try bench.client.roundtrip()
  #expect(window.configures.last.map { $0.width == 640 && $0.height == 480 } == true)
  window.show(640, 480, 0xFFFF_FFFF)
  try bench.client.roundtrip()
  #expect(try bench.surface(of: window.surface).enteredScreen?.screen == second)
}

@Test func aWindowWithNoScreenIsToldWhenOneComes() throws {
  let bench = try Bench()
  bench.service.perform(bench.service.model.removeScreen(try #require(bench.service.model.mainScreen)))
  let window = TestWindow(bench.client)
  var done = 0
  window.surface.commit()
  try bench.client.roundtrip()
  #expect(window.configures.last.map { $0.width == 0 && $0.height == 0 } == true)
  window.show(50, 50, 0xFFFF_FFFF)
  window.surface.frame().onDone { _ in done += 1 }
  window.surface.commit()
  try bench.client.roundtrip()
  try bench.tick()
  #expect(done == 0)
  try bench.service.connectScreen(ScreenSpec(width: 640, height: 480))
  try bench.client.roundtrip()
  #expect(window.configures.last.map { $0.width == 640 && $0.height == 480 } == true)
  #expect(try bench.surface(of: window.surface).enteredScreen != nil)
  try bench.tick()
  #expect(done == 1)
}
