import CasementControl
import CasementTesting
import Geometry
import Glibc
import Rendering
import Scene
import Surfaces
import Testing
import WaylandClient
import WaylandProtocols
import WaylandServer
import WindowModel

@testable import Casement

@Test func field01ASubsurfaceMadeAnewIsHiddenAndAtItsParentsCorner() throws {
  let bench = try Bench.natural()
  let window = try bench.window(0, 0, 200, 200, 0xFFFF_FFFF)
  let child = bench.client.child(of: window.surface, 50, 50, 20, 20, 0xFFFF_0000)
  #expect(try bench.pixel(55, 55) == 0xFF_0000)
  child.role.destroy()
  let again = bench.subcompositor.getSubsurface(surface: child.surface, parent: window.surface)
  child.surface.commit()
  #expect(try bench.pixel(55, 55) == 0xFF_FFFF && bench.pixel(5, 5) == 0xFF_FFFF)
  window.surface.commit()
  #expect(try bench.pixel(55, 55) == 0xFF_FFFF && bench.pixel(5, 5) == 0xFF_0000)
  again.destroy()
  #expect(try bench.pixel(5, 5) == 0xFF_FFFF)
}

@Test func field02RestackingBesideASiblingThatGoesBeforeTheParentsCommit() throws {
  let bench = try Bench.natural()
  let window = try bench.window(0, 0, 100, 100, 0xFFFF_FFFF)
  let a = bench.client.child(of: window.surface, 0, 0, 20, 20, 0xFFFF_0000)
  let b = bench.client.child(of: window.surface, 0, 0, 20, 20, 0xFF00_FF00)
  let c = bench.client.child(of: window.surface, 0, 0, 20, 20, 0xFF00_00FF)
  a.role.placeAbove(sibling: c.surface)
  c.role.placeBelow(sibling: b.surface)
  c.surface.destroy()
  b.role.placeAbove(sibling: a.surface)
  a.role.destroy()
  window.surface.commit()
  #expect(try bench.pixel(5, 5) == 0x00_FF00)
  // the role is there without its surface, and without its parent
  c.role.placeAbove(sibling: b.surface)
  c.role.placeBelow(sibling: window.surface)
  c.role.setPosition(x: 1, y: 1)
  window.surface.destroy()
  b.role.placeAbove(sibling: a.surface)
  b.role.setSync()
  b.role.setDesync()
  #expect(bench.error() == nil)
}

@Test func field03ASubsurfaceThatMovesOrIsRestackedIsRepaintedWhereItWas() throws {
  for scale in [1, 1.25, 2.0] {
    let bench = try Bench.natural(.sized(320, 240, scale: scale))
    let window = try bench.window(3, 3, 100, 90, 0xFFFF_FFFF)
    let a = bench.client.child(of: window.surface, 5, 5, 30, 30, 0xFFFF_0000)
    let b = bench.client.child(of: window.surface, 20, 20, 30, 30, 0x8000_8000)
    try bench.client.roundtrip()
    let repainter = try Repainter(bench)
    for step in 0..<6 {
      switch step {
      case 0: a.role.setPosition(x: 41, y: 7)
      case 1: b.role.placeBelow(sibling: a.surface)
      case 2: a.role.placeBelow(sibling: window.surface)
      case 3: b.role.setPosition(x: -15, y: 70)
      case 4: a.role.destroy()
      default: b.surface.attach(buffer: nil, x: 0, y: 0)
      }
      b.surface.commit()
      window.surface.commit()
      try bench.client.roundtrip()
      try repainter.repaint()
    }
  }
}

@Test func field04AnOpaqueRegionBeyondTheSurfaceHidesNothing() throws {
  let bench = try Bench.natural(.sized(320, 240, scale: 1.5))
  _ = try bench.window(0, 0, 200, 150, 0xFF00_FF00)
  let front = try bench.window(20, 20, 100, 100, 0xFF00_0000)
  let region = bench.compositor.createRegion()
  region.add(x: -500, y: -500, width: 5000, height: 5000)
  front.surface.setOpaqueRegion(region: region)
  front.surface.commit()
  try bench.client.roundtrip()
  let repainter = try Repainter(bench)
  // it becomes smaller than its region, then transparent where it promised nothing
  front.show(50, 50, 0xFFFF_0000)
  try bench.client.roundtrip()
  try repainter.repaint()
  #expect(try bench.pixel(110, 110) == 0x00_FF00)
  front.surface.setOpaqueRegion(region: nil)
  front.show(60, 60, 0x0000_0000)
  try bench.client.roundtrip()
  try repainter.repaint()
  #expect(try bench.pixel(60, 60) == 0x00_FF00)
}

@Test func field05APoolThatGrowsWhileItIsShown() throws {
  let bench = try Bench()
  let window = TestWindow(bench.client)
  window.surface.commit()
  try bench.client.roundtrip()
  let file = unsafe SharedFile.make(size: 100 * 100 * 4) { unsafe memset($0, 0xFF, 40_000) }
  let pool = bench.client.shm.createPool(fd: file, size: 40_000)
  window.surface.attach(buffer: pool.createBuffer(offset: 0, width: 100, height: 100, stride: 400, format: .argb8888), x: 0, y: 0)
  window.surface.commit()
  #expect(try bench.pixel(640, 360) == 0xFF_FFFF)
  for size in [80_000, 4_000_000] {
    ftruncate(file, size)
    pool.resize(size: Int32(size))
    #expect(try bench.pixel(640, 360) == 0xFF_FFFF)
  }
  close(file)
  pool.destroy()
  #expect(try bench.pixel(640, 360) == 0xFF_FFFF)
}

@Test func field06ABufferAttachedAgainIsReleasedOnceForEachUse() throws {
  let bench = try Bench()
  let window = try bench.client.window()
  let buffer = bench.client.makeBuffer(100, 80, 0xFF12_3456)
  var releases = 0
  buffer.onEvent = { _ in releases += 1 }
  for _ in 0..<3 {
    window.surface.attach(buffer: buffer, x: 0, y: 0)
    window.surface.damage(x: 0, y: 0, width: 1, height: 1)
    window.surface.commit()
    try bench.client.roundtrip()
  }
  #expect(releases <= 2, "it is shown still")
  let before = releases
  window.show(100, 80, 0xFFFF_FFFF)
  try bench.client.roundtrip()
  #expect(releases == before + 1)
}

@Test func field07AViewportStandsOverTheLossOfTheBuffer() throws {
  let bench = try Bench.natural()
  let window = try bench.client.window(10, 10)
  let child = bench.client.child(of: window.surface, 0, 0, 10, 10, 0xFF00_FF00)
  let viewport = bench.viewporter.getViewport(surface: child.surface)
  viewport.setDestination(width: 50, height: 60)
  child.surface.commit()
  try bench.client.roundtrip()
  #expect(try bench.surface(of: child.surface).state.size == Size(width: 50, height: 60))
  child.surface.attach(buffer: nil, x: 0, y: 0)
  child.surface.commit()
  try bench.client.roundtrip()
  #expect(try bench.surface(of: child.surface).state.size == .zero)
  child.surface.attach(buffer: bench.client.makeBuffer(3, 3, 0xFF00_00FF), x: 0, y: 0)
  child.surface.commit()
  try bench.client.roundtrip()
  #expect(try bench.surface(of: child.surface).state.size == Size(width: 50, height: 60))
}

@Test func field08ChangesOfScaleAndTransformAreRepaintedWithoutDamage() throws {
  let bench = try Bench.natural(.sized(200, 160))
  let window = TestWindow(bench.client)
  window.surface.commit()
  try bench.client.roundtrip()
  let canvas = Canvas(bench.client, 80, 40, 0xFFFF_0000)
  canvas.fill(0, 0, 20, 20, 0xFF00_FF00)
  window.surface.attach(buffer: canvas.buffer, x: 0, y: 0)
  window.surface.commit()
  try bench.client.roundtrip()
  let repainter = try Repainter(bench)
  for (scale, transform) in [(Int32(1), WlOutput.Transform._90), (2, ._180), (4, .flipped), (2, .flipped270), (1, .normal)] {
    window.surface.setBufferScale(scale: scale)
    window.surface.setBufferTransform(transform: transform)
    window.surface.commit()
    try bench.client.roundtrip()
    try repainter.repaint()
  }
}

@Test func field09WindowsBeyondTheEdgesAreRepaintedAsTheyMove() throws {
  let bench = try Bench.natural(.sized(200, 160, scale: 1.25))
  let window = try bench.window(0, 0, 60, 60, 0xFFFF_0000)
  let canvas = Canvas(bench.client, 60, 60, 0xFF00_00FF)
  window.surface.attach(buffer: canvas.buffer, x: 0, y: 0)
  window.surface.damage(x: 0, y: 0, width: 60, height: 60)
  window.surface.commit()
  try bench.client.roundtrip()
  let repainter = try Repainter(bench)
  for (x, y) in [(-30, -30), (130, 100), (-59, 5), (159, 127), (0, 0)] {
    try bench.place(window, x, y)
    canvas.fill(0, 0, 60, 30, 0xFF00_0000 | UInt32(abs(x) * 77))
    window.surface.damage(x: 0, y: 0, width: 60, height: 30)
    window.surface.commit()
    try bench.client.roundtrip()
    try repainter.repaint()
  }
}

@Test func field10APopupAndItsWindowAreRepaintedWhenTheyGo() throws {
  let bench = try Bench.natural(.sized(200, 160))
  _ = try bench.window(0, 0, 150, 150, 0xFFFF_FFFF)
  let window = try bench.window(20, 20, 60, 60, 0xFFFF_0000)
  let repainter = try Repainter(bench)
  let popup = PopupProbe(bench.client, on: window.xdgSurface, bench.client.menu(40, 40, 80, 50))
  try popup.map()
  try repainter.repaint()
  bench.service.perform(bench.service.model.setHidden(try bench.id(of: window.surface), true))
  try repainter.repaint()
  #expect(try bench.pixel(90, 80) == 0xFF_FFFF && bench.pixel(155, 80) == 0)
}

@Test func field11AFrameCallbackIsNotLostWhileNothingIsShown() throws {
  let bench = try Bench.filled(.sized(320, 240, name: "only"))
  let window = try bench.client.window(320, 240)
  let id = try bench.id(of: window.surface)
  let obstacles: [(put: () throws -> Void, remove: () throws -> Void)] = [
    ({ try bench.remove(0) }, { try bench.service.connectScreen(.sized(320, 240, name: "only")) }),
    (
      { bench.service.perform(bench.service.model.setHidden(id, true)) },
      { bench.service.perform(bench.service.model.setHidden(id, false)) }
    ),
    ({ window.toplevel.setMinimized() }, { bench.service.perform(bench.service.model.setMinimised(id, false)) }),
    ({ bench.service.perform(bench.service.model.setLocked(true)) }, { bench.service.perform(bench.service.model.setLocked(false)) }),
    ({ try bench.change { $0.customMode = ScreenMode(size: Size(width: 100, height: 100), refresh: 1000) } }, {}),
  ]
  for (index, obstacle) in obstacles.enumerated() {
    var done = 0
    // once requested before, and once during
    window.surface.frame().onDone { _ in done += 1 }
    window.surface.commit()
    try bench.client.roundtrip()
    try obstacle.put()
    try bench.client.roundtrip()
    window.surface.frame().onDone { _ in done += 1 }
    window.surface.commit()
    try bench.client.roundtrip()
    try obstacle.remove()
    try bench.client.roundtrip()
    for _ in 0..<3 { try bench.tick() }
    #expect(done == 2, "obstacle \(index)")
  }
}

@Test func field12EveryVisibleSurfaceIsToldItsScreen() throws {
  let bench = try Bench.filled(.sized(320, 240, scale: 2))
  _ = bench.client.bind(WlOutputProxy.self)
  _ = bench.client.bind(WlOutputProxy.self)
  var entered: [String: Int] = [:]
  var scales: [String: Int] = [:]
  func listen(_ surface: WlSurfaceProxy, _ name: String) {
    surface.onEvent = { event in
      if case .enter = event { entered[name, default: 0] += 1 }
      if case .preferredBufferScale(let factor) = event { scales[name] = Int(factor) }
    }
  }
  let window = try bench.client.window(160, 120)
  listen(window.surface, "window")
  let child = bench.client.compositor.createSurface()
  listen(child, "child")
  bench.subcompositor.getSubsurface(surface: child, parent: window.surface)
  child.attach(buffer: bench.client.makeBuffer(5, 5, 0), x: 0, y: 0)
  child.commit()
  window.surface.commit()
  let popup = PopupProbe(bench.client, on: window.xdgSurface, bench.client.menu(10, 10))
  listen(popup.surface, "popup")
  try popup.map()
  let layer = TestLayer(bench.client, bench.client.bind(ZwlrLayerShellV1Proxy.self))
  listen(layer.surface, "layer")
  layer.layer.setSize(width: 10, height: 10)
  try layer.map()
  #expect(entered["child"] == 2 && entered["popup"] == 2 && entered["layer"] == 2, "each object of the screen")
  #expect(scales["child"] == 2 && scales["popup"] == 2 && scales["layer"] == 2)
}

@Test func field13AFractionalScaleIsToldToWhoAsksLateAndChangesWithTheScreen() throws {
  let bench = try Bench.filled(.sized(320, 240, scale: 1.5))
  let manager = bench.client.bind(WpFractionalScaleManagerV1Proxy.self)
  let window = try bench.client.window(213, 160)
  let child = bench.client.child(of: window.surface, 0, 0, 5, 5, 0)
  var told: [String: [UInt32]] = [:]
  for (name, surface) in [("window", window.surface), ("child", child.surface)] {
    manager.getFractionalScale(surface: surface).onEvent = { event in
      if case .preferredScale(let scale) = event { told[name, default: []].append(scale) }
    }
  }
  try bench.client.roundtrip()
  #expect(told["window"] == [180] && told["child"] == [180])
  try bench.change { $0.scale = 1.25 }
  try bench.client.roundtrip()
  #expect(told["window"] == [180, 150] && told["child"] == [180, 150])
}

@Test func field68OnlyAScaleOtherThanTheFirstIsTold() throws {
  // alacritty 0.11 and weston-simple-damage 10 die of events that they are too old for; before the first one, scale 1 holds
  let bench = try Bench.filled(.sized(320, 240))
  let window = try bench.client.window(320, 240)
  let log = EventLog()
  window.surface.onEvent = { event in
    switch event {
    case .preferredBufferScale(let factor): log.add("scale \(factor)")
    case .preferredBufferTransform(let transform): log.add("transform \(transform.rawValue)")
    default: break
    }
  }
  func told(_ change: (inout ScreenChange) -> Void) throws -> [String] {
    try bench.change(0, change)
    try bench.client.roundtrip()
    return log.taken
  }
  try bench.client.roundtrip()
  #expect(log.taken == [])
  #expect(try told { $0.scale = 2 } == ["scale 2"])
  #expect(try told { $0.transform = .rotated180 } == ["transform 2"])
  #expect(
    try told {
      $0.scale = 1
      $0.transform = .normal
    } == ["scale 1", "transform 0"])
}

@Test func field14ASurfaceWithNothingOfItsOwnTakesInputThroughItsViewport() throws {
  let bench = try Bench.natural()
  let pointer = PointerListener(bench.client)
  let window = try bench.window(0, 0, 10, 10)
  let single = bench.client.bind(WpSinglePixelBufferManagerV1Proxy.self)
  bench.viewporter.getViewport(surface: window.surface).setDestination(width: 300, height: 200)
  window.surface.attach(buffer: single.createU32RgbaBuffer(r: .max, g: 0, b: 0, a: .max), x: 0, y: 0)
  window.surface.damage(x: 0, y: 0, width: 300, height: 200)
  window.surface.commit()
  try bench.client.roundtrip()
  bench.move(299, 199)
  try bench.client.roundtrip()
  #expect(pointer.log.taken == ["enter it 299,199", "frame"])
  #expect(try bench.pixel(299, 199) == 0xFF_0000)
}
