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

/// What a surface is told of screens.
private func listen(_ surface: WlSurfaceProxy, _ log: EventLog) {
  surface.onEvent = { event in
    switch event {
    case .enter: log.add("enter")
    case .leave: log.add("leave")
    case .preferredBufferScale(let factor): log.add("scale \(factor)")
    default: break
    }
  }
}

@Test func case44ABindInFlightWhenItsScreenGoes() throws {
  let bench = try Bench.filled(.sized(320, 240), .sized(200, 150))
  let names = bench.client.globals.filter { $0.interface == "wl_output" }.map(\.name)
  let late = bench.client.registry.bind(name: names[1], WlOutputProxy.self, version: 4)
  let xdg = bench.client.bind(ZxdgOutputManagerV1Proxy.self).getXdgOutput(output: late)
  let layer = TestLayer(bench.client, bench.client.bind(ZwlrLayerShellV1Proxy.self), on: late)
  layer.layer.setSize(width: 10, height: 10)
  layer.surface.commit()
  let window = TestWindow(bench.client)
  window.toplevel.setFullscreen(output: late)
  window.surface.commit()
  try bench.remove(1)
  try bench.client.roundtrip()
  #expect(layer.isClosed)
  #expect(window.configures.last?.states.contains(2) == true && window.configures.last?.width == 320)
  // and once more, when the client could have known
  let later = bench.client.registry.bind(name: names[1], WlOutputProxy.self, version: 1)
  window.toplevel.setFullscreen(output: later)
  #expect(bench.error() == nil)
  xdg.destroy()
  late.release()
  #expect(bench.error() == nil)
}

@Test(arguments: [false, true])
func case45AClientMapsWithNoScreenAtAll(mapsBefore: Bool) throws {
  let bench = try Bench.natural()
  let keyboard = KeyboardListener(bench.client)
  try bench.remove(0)
  let window = TestWindow(bench.client)
  let (log, frames) = (EventLog(), EventLog())
  listen(window.surface, log)
  window.surface.commit()
  try bench.client.roundtrip()
  if mapsBefore {
    window.show(50, 40, 0xFFFF_0000)
    window.surface.frame().onDone { _ in frames.add("frame") }
    window.surface.commit()
    let popup = PopupProbe(bench.client, on: window.xdgSurface, bench.client.menu(10, 10))
    try popup.map()
    _ = PointerListener(bench.client)
    bench.move(5, 5)
    bench.button(true)
    bench.button(false)
    bench.key(30, true)
    bench.key(30, false)
  }
  try bench.client.roundtrip()
  try bench.tick()
  #expect(log.taken == [] && frames.taken == [])
  try bench.service.connectScreen(.sized(320, 240, scale: 2))
  try bench.client.roundtrip()
  if !mapsBefore {
    window.show(50, 40, 0xFFFF_0000)
    window.surface.frame().onDone { _ in frames.add("frame") }
    window.surface.commit()
    try bench.client.roundtrip()
  }
  _ = bench.client.bind(WlOutputProxy.self)
  try bench.client.roundtrip()
  #expect(log.taken.sorted() == ["enter", "scale 2"])
  try bench.tick()
  #expect(frames.taken == ["frame"])
  // whoever maps a window expects to type into it
  #expect(window.isActivated)
  _ = keyboard.log.taken
  bench.key(30, true)
  try bench.client.roundtrip()
  #expect(keyboard.log.taken == ["key 30 1"])
}

@Test func case45TheOnlyScreenGoesAndComesBack() throws {
  let bench = try Bench.filled(.sized(320, 240, name: "only"))
  let keyboard = KeyboardListener(bench.client)
  let (first, second) = (try bench.client.window(320, 240), try bench.client.window(320, 240, 0xFF00_FF00))
  try bench.client.roundtrip()
  _ = keyboard.log.taken
  try bench.remove(0)
  try bench.client.roundtrip()
  #expect(keyboard.log.taken == ["leave it"] && !second.isActivated && bench.service.model.key == nil)
  try bench.service.connectScreen(.sized(640, 480, name: "only"))
  try bench.client.roundtrip()
  #expect(second.isActivated && !first.isActivated)
  #expect(second.configures.last?.width == 640)
  bench.key(30, true)
  try bench.client.roundtrip()
  #expect(keyboard.log.taken.last == "key 30 1")
}

/// Chosen: windows of stock clients go to main, and back when a screen of the same name comes; others wait for theirs.
@Test(arguments: [false, true])
func case46UnplugUnderAFullscreenWindow(isHidden: Bool) throws {
  let bench = try Bench.filled(.sized(320, 240, name: "one"), .sized(200, 150, name: "two"))
  let window = TestWindow(bench.client)
  window.toplevel.setFullscreen(output: bench.client.bind(WlOutputProxy.self, index: 1))
  window.surface.commit()
  try bench.client.roundtrip()
  window.show(200, 150, 0xFFFF_0000)
  try bench.client.roundtrip()
  // another window is key
  _ = try bench.witness.window(320, 240, 0xFF00_FF00)
  let id = try bench.id(of: window.surface)
  if isHidden { bench.service.perform(bench.service.model.setHidden(id, true)) }
  try bench.remove(1)
  try bench.client.roundtrip()
  #expect(bench.service.model.window(id)?.screen == bench.service.model.mainScreen)
  let configured = try #require(window.configures.last)
  #expect(configured.width == 320 && configured.height == 240 && configured.states.contains(2))
  window.show(320, 240, 0xFFFF_0000)
  try bench.client.roundtrip()
  #expect(bench.service.model.violations() == [])
  try bench.service.connectScreen(.sized(400, 300, name: "two"))
  try bench.client.roundtrip()
  #expect(window.configures.last?.width == 400 && window.configures.last?.states.contains(2) == true)
  #expect(try bench.service.model.window(id)?.screen == bench.screen(1))
  window.show(400, 300, 0xFFFF_0000)
  if isHidden { bench.service.perform(bench.service.model.setHidden(id, false)) }
  #expect(try bench.pixel(5, 5, on: 1) == 0xFF_0000)
}

@Test func case47UnplugUnderALayerSurfaceWithAPopup() throws {
  let bench = try Bench.filled(.sized(320, 240, name: "one"), .sized(200, 150, name: "two"))
  let output = bench.client.bind(WlOutputProxy.self, index: 1)
  let layer = TestLayer(bench.client, bench.client.bind(ZwlrLayerShellV1Proxy.self), on: output)
  layer.layer.setSize(width: 100, height: 100)
  try layer.map()
  let log = EventLog()
  let popup = PopupProbe(bench.client, on: nil, bench.client.menu(10, 10), log: log)
  layer.layer.getPopup(popup: popup.popup)
  try popup.map()
  let nested = PopupProbe(bench.client, on: popup.xdgSurface, bench.client.menu(5, 5), name: "nested", log: log)
  try nested.map()
  _ = log.taken
  let told = layer.layer.onEvent
  layer.layer.onEvent = { event in
    if case .closed = event { log.add("closed") }
    told?(event)
  }
  try bench.remove(1)
  try bench.client.roundtrip()
  #expect(log.taken == ["nested done", "popup done", "closed"])
  // late requests of a client that does not know
  layer.layer.setSize(width: 1, height: 1)
  layer.surface.commit()
  layer.show(5, 5)
  popup.show()
  nested.surface.commit()
  let another = PopupProbe(bench.client, on: nil, bench.client.menu(10, 10), log: log)
  layer.layer.getPopup(popup: another.popup)
  another.surface.commit()
  #expect(bench.error() == nil)
  try bench.service.connectScreen(.sized(200, 150, name: "two"))
  another.destroy()
  nested.destroy()
  popup.destroy()
  layer.layer.destroy()
  #expect(bench.error() == nil)
  _ = try bench.capture()
}

@Test func case48AnUnrelatedSurfaceLeavesExclusiveZonesAlone() throws {
  let bench = try Bench.natural(.sized(640, 480))
  let shell = bench.client.bind(ZwlrLayerShellV1Proxy.self)
  let bar = try TestLayer.bar(bench.client, shell)
  let window = TestWindow(bench.witness)
  window.toplevel.setMaximized()
  window.surface.commit()
  try bench.witness.roundtrip()
  window.show(640, 450, 0xFF00_FF00)
  try bench.witness.roundtrip()
  let id = try bench.id(of: window.surface)
  func isBelow() throws -> Bool {
    try bench.client.roundtrip()
    try bench.witness.roundtrip()
    return bench.service.model.frame(of: id) == Rect(x: 0, y: 30, width: 640, height: 450) && window.configures.last?.height == 450
  }
  #expect(try isBelow())
  for layer in [ZwlrLayerShellV1.Layer.background, .bottom, .top, .overlay] {
    for zone in [Int32(-1), 0] {
      let launcher = TestLayer(bench.client, shell, layer)
      launcher.layer.setSize(width: 300, height: 200)
      launcher.layer.setExclusiveZone(zone: zone)
      try launcher.map()
      #expect(try isBelow())
      launcher.layer.setSize(width: 100, height: 100)
      launcher.surface.commit()
      #expect(try isBelow())
      launcher.unmap()
      #expect(try isBelow())
      launcher.layer.destroy()
      launcher.surface.destroy()
      #expect(try isBelow())
    }
  }
  #expect(window.configures.allSatisfy { $0.height == 450 })
  _ = bar
}

@Test func case49ALayerSurfaceIsRemapped() throws {
  let bench = try Bench.filled(.sized(640, 480))
  let bar = try TestLayer.bar(bench.client, bench.client.bind(ZwlrLayerShellV1Proxy.self))
  let window = try bench.witness.window(640, 450)
  for round in 1...3 {
    bar.unmap()
    try bench.client.roundtrip()
    try bench.witness.roundtrip()
    #expect(bar.configures.count == round && window.configures.last?.height == 480)
    bar.surface.commit()
    try bench.client.roundtrip()
    #expect(bar.configures.count == round + 1 && bar.configures.last?.height == 30 && bar.configures.last?.width == 640)
    bar.show(640, 30)
    try bench.client.roundtrip()
    try bench.witness.roundtrip()
    #expect(window.configures.last?.height == 450)
  }
}

@Test func case51AnUndamagedFrameLoopRunsAtTheScreensRate() throws {
  let bench = try Bench()
  let window = try bench.client.window()
  var times: [UInt32] = []
  for _ in 0..<60 {
    window.surface.frame().onDone { times.append($0) }
    window.surface.commit()
    let before = times.count
    try bench.client.roundtrip()
    #expect(times.count == before, "never during the commit")
    try bench.tick()
    #expect(times.count == before + 1)
  }
  #expect(zip(times.dropFirst(), times).allSatisfy { (16...17).contains($0 - $1) })
}

@Test func case52AHiddenClientPilesUpCallbacks() throws {
  let bench = try Bench()
  let window = try bench.client.window()
  let id = try bench.id(of: window.surface)
  bench.service.perform(bench.service.model.setHidden(id, true))
  var done = 0
  for index in 1...5000 {
    window.surface.frame().onDone { _ in done += 1 }
    window.surface.commit()
    if index % 250 == 0 { try bench.client.roundtrip() }
  }
  #expect(done == 0)
  bench.service.perform(bench.service.model.setHidden(id, false))
  for _ in 0..<200 where done < 5000 { try bench.tick() }
  #expect(done == 5000 && bench.error() == nil)
}

@Test func case58OnlyAVisibleInhibitorCountsAlsoUnfocusedOrOnASubsurface() throws {
  let bench = try Bench.natural(.sized(320, 240))
  let manager = bench.client.bind(ZwpIdleInhibitManagerV1Proxy.self)
  let never = manager.createInhibitor(surface: bench.surface())
  try bench.client.roundtrip()
  #expect(!bench.service.idle.isInhibited)
  let window = try bench.window(0, 0, 50, 50)
  let child = bench.client.child(of: window.surface, 0, 0, 10, 10, 0xFF00_FF00)
  let ofChild = manager.createInhibitor(surface: child.surface)
  try bench.client.roundtrip()
  #expect(bench.service.idle.isInhibited)
  _ = try bench.window(100, 100, 50, 50, of: bench.witness)
  #expect(bench.service.idle.isInhibited, "another window is key")
  bench.service.perform(bench.service.model.setHidden(try bench.id(of: window.surface), true))
  try bench.client.roundtrip()
  #expect(!bench.service.idle.isInhibited)
  bench.service.perform(bench.service.model.setHidden(try bench.id(of: window.surface), false))
  #expect(bench.service.idle.isInhibited)
  // a window that covers it, opaque or not, and with a hole
  let cover = try bench.window(0, 0, 50, 50, 0x8000_0000, of: bench.witness)
  #expect(bench.service.idle.isInhibited, "what covers it is transparent")
  let region = bench.witness.compositor.createRegion()
  region.add(x: 0, y: 0, width: 50, height: 50)
  cover.surface.setOpaqueRegion(region: region)
  cover.show(50, 50, 0xFF00_0000)
  try bench.witness.roundtrip()
  #expect(!bench.service.idle.isInhibited, "an opaque window covers it")
  region.subtract(x: 5, y: 5, width: 1, height: 1)
  cover.surface.setOpaqueRegion(region: region)
  cover.surface.commit()
  try bench.witness.roundtrip()
  #expect(bench.service.idle.isInhibited, "one pixel of it can be seen")
  try bench.place(cover, 5, 5)
  #expect(bench.service.idle.isInhibited, "only a part of it is covered")
  child.role.destroy()
  try bench.client.roundtrip()
  #expect(!bench.service.idle.isInhibited)
  ofChild.destroy()
  never.destroy()
  #expect(bench.error() == nil)
}

@Test func case61ANewScreenWhileLockedShowsNothingOfTheSession() throws {
  let bench = try Bench.natural(.sized(320, 240))
  let window = try bench.window(0, 0, 320, 240, 0xFF00_FF00)
  let lock = bench.witness.bind(ExtSessionLockManagerV1Proxy.self).lock()
  try bench.witness.roundtrip()
  try bench.tick(bench.witness)
  let id = try bench.id(of: window.surface)
  let second = try bench.service.connectScreen(.sized(200, 150))
  // even where a window is sent there, grows beyond its screen, or maps there
  bench.service.perform(bench.service.model.setScreen(id, second))
  #expect(try bench.pixel(5, 5, on: 1) == 0 && bench.pixel(5, 5) == 0)
  try bench.change(1) { $0.customMode = ScreenMode(size: Size(width: 400, height: 300), refresh: 60_000) }
  window.show(400, 300, 0xFFFF_FFFF)
  _ = try bench.client.window(400, 300, 0xFFFF_FFFF)
  #expect(try bench.pixel(5, 5, on: 1) == 0 && bench.pixel(399, 299, on: 1) == 0)
  let (pointer, keyboard, touch) = (PointerListener(bench.client), KeyboardListener(bench.client), TouchListener(bench.client))
  try bench.client.roundtrip()
  _ = keyboard.log.taken
  bench.move(330, 10)
  bench.button(true)
  bench.button(false)
  bench.key(30, true)
  bench.service.injectTouchDown(0, at: PrecisePoint(x: 330, y: 10))
  bench.service.injectScroll(.init(source: .wheel, vertical: .init(value: 10)))
  try bench.client.roundtrip()
  #expect(pointer.log.taken == [] && keyboard.log.taken == [] && touch.log.taken == [])
  lock.unlockAndDestroy()
  try bench.witness.roundtrip()
  #expect(try bench.pixel(5, 5, on: 1) == 0xFF_FFFF)
}

@Test(arguments: [false, true])
func case63ScreensChangeBetweenTheFirstConfigureAndTheBuffer(isFullscreen: Bool) throws {
  let bench = try Bench.filled(.sized(320, 240, name: "one"))
  let window = TestWindow(bench.client)
  if isFullscreen { window.toplevel.setFullscreen(output: nil) }
  window.surface.commit()
  try bench.client.roundtrip()
  try bench.service.connectScreen(.sized(400, 300, name: "two"))
  try bench.change(0) { $0.scale = 2 }
  try bench.change(1) { $0.transform = .rotated90 }
  try bench.remove(0)
  try bench.service.connectScreen(.sized(500, 200, name: "three"))
  try bench.change(0) { $0.scale = 1.25 }
  try bench.client.roundtrip()
  let configured = try #require(window.configures.last)
  #expect((configured.width, configured.height) == (240, 320))
  window.show(240, 320, 0xFF12_3456)
  #expect(try bench.pixel(10, 10) == 0x12_3456)
  #expect(window.isActivated && bench.error() == nil)
  #expect(bench.service.model.violations() == [])
}

@Test func case64FullscreenStaysWhereItWasAsked() throws {
  let bench = try Bench.filled(.sized(320, 240), .sized(640, 480, scale: 2))
  _ = bench.client.bind(WlOutputProxy.self)
  let outputs = (0..<2).map { bench.client.bind(WlOutputProxy.self, index: $0) }
  let window = TestWindow(bench.client)
  let log = EventLog()
  listen(window.surface, log)
  bench.move(330, 20)
  window.surface.commit()
  try bench.client.roundtrip()
  window.show(320, 240, 0xFFFF_0000)
  try bench.client.roundtrip()
  _ = log.taken
  window.toplevel.setFullscreen(output: outputs[0])
  try bench.client.roundtrip()
  for (width, height) in [(320, 240), (640, 480), (100, 700), (1, 1), (320, 240)] {
    window.show(width, height, 0xFFFF_0000)
    bench.move(320 + Double(width % 300), 20)
    try bench.client.roundtrip()
    #expect(try bench.service.model.window(bench.id(of: window.surface))?.screen == bench.screen(0))
  }
  #expect(log.taken == [])
  let sizes = window.configures.suffix(1).map { [$0.width, $0.height] }
  #expect(sizes == [[320, 240]])
}
