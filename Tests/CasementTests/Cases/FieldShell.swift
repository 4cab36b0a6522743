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

@Test func field28AGeometryThatTheContentOutgrewIsNoErrorLater() throws {
  let bench = try Bench.natural()
  let window = try bench.client.window(100, 100)
  window.xdgSurface.setWindowGeometry(x: 60, y: 60, width: 30, height: 30)
  window.surface.commit()
  try bench.client.roundtrip()
  window.show(20, 20, 0xFFFF_0000)
  #expect(bench.error() == nil)
  let popup = PopupProbe(bench.client, on: window.xdgSurface, bench.client.menu(5, 5, 50, 50))
  popup.surface.commit()
  try bench.client.roundtrip()
  popup.xdgSurface.setWindowGeometry(x: 8, y: 4, width: 40, height: 40)
  popup.show()
  try bench.client.roundtrip()
  popup.surface.attach(buffer: bench.client.makeBuffer(8, 4, 0xFF00_FF00), x: 0, y: 0)
  popup.surface.commit()
  #expect(bench.error() == nil)
}

@Test func field29APopupRepositionedBeforeItIsConfigured() throws {
  let bench = try Bench()
  let window = try bench.client.window(1280, 720)
  let log = EventLog()
  let popup = PopupProbe(bench.client, on: window.xdgSurface, bench.client.menu(10, 10, 1, 1), log: log)
  popup.popup.reposition(positioner: bench.client.menu(30, 30, 40, 40), token: 7)
  popup.surface.commit()
  // once more, before the answer is read
  popup.popup.reposition(positioner: bench.client.menu(50, 60, 70, 80), token: 8)
  try bench.client.roundtrip()
  #expect(popup.place == (50, 60, 70, 80))
  #expect(log.taken.filter { $0.contains("repositioned") }.last == "popup repositioned 8")
  popup.show()
  #expect(bench.error() == nil)
  #expect(try bench.pixel(50, 60) == 0x00_FF00 && bench.pixel(119, 139) == 0x00_FF00)
}

@Test func field30AToplevelIsExportedBeforeItsFirstCommit() throws {
  let bench = try Bench()
  let window = TestWindow(bench.client)
  let exported = bench.client.bind(ZxdgExporterV2Proxy.self).exportToplevel(surface: window.surface)
  var handle: String?
  exported.onEvent = { event in if case .handle(let given) = event { handle = given } }
  #expect(bench.error() == nil)
  try bench.client.roundtrip()
  #expect(handle?.isEmpty == false)
}

@Test func field31BackFromFullscreenAWindowIsWhatItWas() throws {
  let bench = try Bench.natural(.sized(640, 480), .sized(800, 600))
  let window = try bench.window(50, 60, 200, 150)
  func asked() -> [Int] { window.configures.last.map { [$0.width, $0.height] } ?? [] }
  func answer() throws {
    try bench.client.roundtrip()
    let size = asked() == [0, 0] ? [200, 150] : asked()
    window.show(size[0], size[1], 0xFFFF_0000)
    try bench.client.roundtrip()
  }
  window.toplevel.setFullscreen(output: nil)
  try answer()
  #expect(asked() == [640, 480])
  window.toplevel.unsetFullscreen()
  try answer()
  #expect(asked() == [200, 150])
  // maximised beneath fullscreen stays so
  window.toplevel.setMaximized()
  try answer()
  window.toplevel.setFullscreen(output: nil)
  try answer()
  window.toplevel.unsetFullscreen()
  try answer()
  #expect(asked() == [640, 480] && window.states.contains(1) && !window.states.contains(2))
  // also where another screen was meanwhile
  bench.service.perform(bench.service.model.setScreen(try bench.id(of: window.surface), try bench.screen(1)))
  try answer()
  #expect(asked() == [800, 600])
  window.toplevel.unsetMaximized()
  try answer()
  #expect(asked() == [200, 150] && !window.states.contains(1))
  let frame = try #require(try bench.service.model.frame(of: bench.id(of: window.surface)))
  #expect(frame.size == Size(width: 200, height: 150))
}

@Test func field32AToplevelMayGoWithItsPopupsOpen() throws {
  let bench = try Bench()
  let window = try bench.client.window(1280, 720)
  let log = EventLog()
  let popup = PopupProbe(bench.client, on: window.xdgSurface, bench.client.menu(), log: log)
  try popup.map()
  let nested = PopupProbe(bench.client, on: popup.xdgSurface, bench.client.menu(5, 5), name: "nested", log: log)
  try nested.map()
  _ = log.taken
  window.toplevel.destroy()
  window.xdgSurface.destroy()
  try bench.client.roundtrip()
  #expect(log.taken == ["nested done", "popup done"])
  nested.show()
  popup.show()
  popup.popup.reposition(positioner: bench.client.menu(), token: 1)
  nested.destroy()
  popup.destroy()
  window.surface.destroy()
  #expect(bench.error() == nil)
  _ = try bench.capture()
}

@Test func field33ASecondInitialCommitAsksForNothingMore() throws {
  let bench = try Bench()
  let window = TestWindow(bench.client)
  window.acknowledges = false
  window.surface.commit()
  window.surface.commit()
  window.surface.commit()
  try bench.client.roundtrip()
  #expect(window.configures.count == 1)
  window.xdgSurface.ackConfigure(serial: window.lastSerial)
  window.surface.commit()
  try bench.client.roundtrip()
  #expect(window.configures.count == 1)
  window.show(1280, 720, 0xFFFF_0000)
  #expect(bench.error() == nil)
}

@Test func field34TwoAcknowledgementsInOrderNeedNoCommitBetween() throws {
  let bench = try Bench()
  let window = try bench.client.window()
  window.acknowledges = false
  window.toplevel.setMaximized()
  try bench.client.roundtrip()
  let older = window.lastSerial
  window.toplevel.unsetMaximized()
  try bench.client.roundtrip()
  window.xdgSurface.ackConfigure(serial: older)
  window.xdgSurface.ackConfigure(serial: window.lastSerial)
  window.show(100, 100, 0xFFFF_0000)
  #expect(bench.error() == nil)
}

@Test func field35AnUnknownPongAndAnUnansweredPingHarmNobody() throws {
  let bench = try Bench()
  let window = try bench.client.window()
  bench.client.wmBase.pong(serial: 12345)
  bench.client.wmBase.pong(serial: 0)
  #expect(bench.error() == nil)
  bench.client.wmBase.onEvent = { _ in }
  for _ in 0..<10 { bench.service.answers.ping(try bench.surface(of: window.surface).client) {} }
  bench.move(10, 10)
  for _ in 0..<5 { try bench.tick() }
  #expect(bench.error() == nil)
}

@Test func field36ASurfaceBecomesAToplevelAgain() throws {
  let bench = try Bench()
  let window = try bench.client.window(1280, 720, 0xFFFF_0000)
  window.toplevel.destroy()
  window.xdgSurface.destroy()
  #expect(try bench.pixel(5, 5) == 0)
  // its old content is attached still: a new xdg_surface wants none
  window.surface.attach(buffer: nil, x: 0, y: 0)
  window.surface.commit()
  let xdgSurface = bench.client.wmBase.getXdgSurface(surface: window.surface)
  let toplevel = xdgSurface.getToplevel()
  xdgSurface.onEvent = { [unowned xdgSurface] event in
    if case .configure(let serial) = event { xdgSurface.ackConfigure(serial: serial) }
  }
  window.surface.commit()
  try bench.client.roundtrip()
  window.show(1280, 720, 0xFF00_FF00)
  #expect(try bench.pixel(5, 5) == 0x00_FF00)
  toplevel.destroy()
  #expect(bench.error() == nil)
}

@Test func field37AChangeOfTheScreenReachesAFullscreenWindow() throws {
  let bench = try Bench.natural(.sized(640, 480))
  let window = TestWindow(bench.client)
  window.toplevel.setFullscreen(output: nil)
  window.surface.commit()
  try bench.client.roundtrip()
  window.show(640, 480, 0xFFFF_0000)
  let changes: [((inout ScreenChange) -> Void, [Int])] = [
    ({ $0.scale = 2 }, [320, 240]), ({ $0.transform = .rotated90 }, [240, 320]),
    ({ $0.customMode = ScreenMode(size: Size(width: 1000, height: 500), refresh: 60_000) }, [250, 500]),
    ({ $0.scale = 1.25 }, [400, 800]), ({ $0.transform = .normal }, [800, 400]),
  ]
  for (change, size) in changes {
    try bench.change(0, change)
    try bench.client.roundtrip()
    #expect(window.configures.last.map { [$0.width, $0.height] } == size && window.states.contains(2))
    window.show(size[0], size[1], 0xFFFF_0000)
    #expect(try bench.pixel(0, 0) == 0xFF_0000)
  }
}

@Test func field38AWindowStaysReachableWhenItsScreenBecomesSmall() throws {
  let bench = try Bench.natural(.sized(1280, 720), .sized(640, 480))
  let windows = try [(150, 100), (150, 100), (50, 50)].map { try bench.client.window($0.0, $0.1) }
  // where a person has moved them; what a controller places stays there
  for (window, origin) in zip(windows, [Point<LayoutPoints>(x: 1100, y: 600), Point(x: -140, y: 300), Point(x: 600, y: 710)]) {
    bench.service.model.moveGeometry(try bench.id(of: window.surface), to: origin)
  }
  try bench.change { $0.customMode = ScreenMode(size: Size(width: 320, height: 240), refresh: 60_000) }
  for window in windows {
    let frame = try #require(try bench.service.model.frame(of: bench.id(of: window.surface)))
    #expect(frame.intersects(Rect(x: 0, y: 0, width: 320, height: 240)), "\(frame)")
  }
  #expect(bench.service.model.violations() == [])
}

@Test func field39ALayerSurfaceIsNotMovedByAScreenItIsNotOn() throws {
  let bench = try Bench.filled(.sized(640, 480, name: "one"), .sized(640, 480, name: "two"))
  let shell = bench.client.bind(ZwlrLayerShellV1Proxy.self)
  let outputs = (0..<2).map { bench.client.bind(WlOutputProxy.self, index: $0) }
  let bars = [try TestLayer.bar(bench.client, shell, on: outputs[0]), try TestLayer.bar(bench.client, shell, height: 40, on: outputs[1])]
  let window = try bench.witness.window(640, 450)
  let told = window.configures.count
  try bench.remove(1)
  try bench.client.roundtrip()
  try bench.witness.roundtrip()
  #expect(bars[1].isClosed && !bars[0].isClosed && bars[0].configures.count == 1)
  #expect(window.configures.count == told && window.configures.last?.height == 450)
  try bench.service.connectScreen(.sized(640, 480, name: "two"))
  try bench.client.roundtrip()
  #expect(bars[0].configures.count == 1 && !bars[0].isClosed)
}

@Test func field40AReleasedOutputIsNotSpokenTo() throws {
  let bench = try Bench.filled(.sized(320, 240, name: "one"), .sized(320, 240, name: "two"))
  let outputs = (0..<2).map { bench.client.bind(WlOutputProxy.self, index: $0) }
  let xdg = bench.client.bind(ZxdgOutputManagerV1Proxy.self).getXdgOutput(output: outputs[0])
  let window = try bench.client.window(320, 240)
  outputs[0].release()
  bench.service.perform(bench.service.model.setScreen(try bench.id(of: window.surface), try bench.screen(1)))
  try bench.change(0) { $0.scale = 2 }
  try bench.change(1) { $0.scale = 2 }
  try bench.client.roundtrip()
  bench.service.perform(bench.service.model.setScreen(try bench.id(of: window.surface), try bench.screen(0)))
  try bench.remove(0)
  xdg.destroy()
  #expect(bench.error() == nil)
}

@Test func field41ALockSurfacesCallbacksComeWithoutAMotion() throws {
  let bench = try Bench.filled(.sized(320, 240, name: "one"))
  let lock = bench.client.bind(ExtSessionLockManagerV1Proxy.self).lock()
  let surface = bench.surface()
  let role = lock.getLockSurface(surface: surface, output: bench.client.bind(WlOutputProxy.self))
  var size = (0, 0)
  role.onEvent = { [unowned role] event in
    guard case .configure(let serial, let width, let height) = event else { return }
    role.ackConfigure(serial: serial)
    size = (Int(width), Int(height))
  }
  try bench.client.roundtrip()
  func draw(_ done: @escaping () -> Void) throws {
    surface.attach(buffer: bench.client.makeBuffer(size.0, size.1, 0xFF11_2233), x: 0, y: 0)
    surface.damage(x: 0, y: 0, width: .max, height: .max)
    surface.frame().onDone { _ in done() }
    surface.commit()
    try bench.client.roundtrip()
  }
  var frames = 0
  for _ in 0..<3 {
    try draw { frames += 1 }
    try bench.tick()
  }
  #expect(frames == 3)
  // the screen changes while the callback is pending
  try draw { frames += 1 }
  try bench.change { $0.customMode = ScreenMode(size: Size(width: 200, height: 100), refresh: 30_000) }
  try bench.client.roundtrip()
  try draw { frames += 1 }
  for _ in 0..<2 { try bench.tick() }
  #expect(frames == 5 && size == (200, 100))
  #expect(try bench.pixel(150, 90) == 0x11_2233)
}

@Test func field42ADisplaySizedDialogAndALimitTakenBack() throws {
  let bench = try Bench.filled(.sized(640, 480))
  let window = TestWindow(bench.client)
  window.toplevel.setMinSize(width: 200, height: 100)
  window.toplevel.setMaxSize(width: 200, height: 100)
  window.surface.commit()
  try bench.client.roundtrip()
  #expect(window.configures.last.map { [$0.width, $0.height] } == [0, 0])
  window.show(200, 100, 0xFFFF_0000)
  #expect(try bench.pixel(220, 190) == 0xFF_0000 && bench.pixel(219, 190) == 0)
  // the larger of two limits that contradict each other within one commit is an error only at the commit
  window.toplevel.setMinSize(width: 500, height: 0)
  window.toplevel.setMaxSize(width: 0, height: 0)
  window.surface.commit()
  try bench.client.roundtrip()
  #expect(window.configures.last.map { [$0.width, $0.height] } == [640, 480])
  window.toplevel.setMaxSize(width: 400, height: 0)
  #expect(bench.error() == nil)
  window.surface.commit()
  #expect(bench.error() == WireError("xdg_toplevel", 2))
}
