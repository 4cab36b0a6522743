import CasementControl
import CasementTesting
import Geometry
import Rendering
import Scene
import Surfaces
import Testing
import WaylandClient
import WaylandProtocols
import WaylandServer
import WindowModel

@testable import Casement

@Test func case06ASizeThatIsNoMultipleOfTheScale() throws {
  try Offence("", "wl_surface", WlSurface.Error.invalidSize.rawValue) { bench in
    let window = TestWindow(bench.client)
    window.surface.commit()
    try bench.client.roundtrip()
    window.surface.setBufferScale(scale: 2)
    window.surface.attach(buffer: bench.client.makeBuffer(101, 50, 0), x: 0, y: 0)
    window.surface.commit()
  }.check()
}

@Test func case06InASynchronisedSubsurfaceItIsAnErrorAtItsOwnCommit() throws {
  try Offence("", "wl_surface", WlSurface.Error.invalidSize.rawValue) { bench in
    let window = try bench.client.window()
    let child = bench.surface()
    _ = bench.subcompositor.getSubsurface(surface: child, parent: window.surface)
    child.setBufferScale(scale: 3)
    child.attach(buffer: bench.client.makeBuffer(30, 50, 0), x: 0, y: 0)
    child.commit()
  }.check()
}

@Test(arguments: 0..<8 as Range<UInt32>)
func case07DamageUnderABufferTransform(transform: UInt32) throws {
  let bench = try Bench.natural(.sized(160, 120))
  let window = TestWindow(bench.client)
  window.surface.commit()
  try bench.client.roundtrip()
  let canvas = Canvas(bench.client, 60, 40, 0xFFFF_0000)
  window.surface.setBufferTransform(transform: .init(rawValue: transform))
  window.surface.attach(buffer: canvas.buffer, x: 0, y: 0)
  window.surface.commit()
  try bench.client.roundtrip()
  try bench.place(window, 10, 10)
  let repainter = try Repainter(bench)
  // the corner that is top-left on the surface is somewhere else in memory
  let turn = try #require(Transform(rawValue: Int32(transform)))
  let seen = Size<SurfacePoints>(width: transform % 2 == 0 ? 60 : 40, height: transform % 2 == 0 ? 40 : 60)
  let inMemory: Rect<SurfacePoints> = turn.apply(Rect(x: 0, y: 0, width: 10, height: 5), in: seen)
  canvas.fill(inMemory.x, inMemory.y, inMemory.width, inMemory.height, 0xFF00_FF00)
  window.surface.damage(x: 0, y: 0, width: 10, height: 5)
  window.surface.commit()
  try bench.client.roundtrip()
  #expect(try repainter.repaint() == Region(Rect(x: 10, y: 10, width: 10, height: 5)))
  #expect(try bench.pixel(10, 10) == 0x00_FF00 && bench.pixel(19, 14) == 0x00_FF00 && bench.pixel(20, 10) == 0xFF_0000)
}

@Test(arguments: [1, 2], [Int32(100), 150, 33])
func case08DamageUnderViewportScaling(scale: Double, side: Int32) throws {
  let bench = try Bench.natural(.sized(320, 320, scale: scale))
  let window = TestWindow(bench.client)
  window.surface.commit()
  try bench.client.roundtrip()
  let canvas = Canvas(bench.client, 200, 200, 0xFFFF_0000)
  bench.viewporter.getViewport(surface: window.surface).setDestination(width: side, height: side)
  window.surface.attach(buffer: canvas.buffer, x: 0, y: 0)
  window.surface.commit()
  try bench.client.roundtrip()
  try bench.place(window, 3, 5)
  let repainter = try Repainter(bench)
  canvas.fill(100, 100, 100, 100, 0xFF00_FF00)
  let half = side / 2
  window.surface.damage(x: half, y: half, width: side - half, height: side - half)
  window.surface.commit()
  try bench.client.roundtrip()
  try repainter.repaint()
  canvas.fill(0, 0, 1, 1, 0xFF00_00FF)
  window.surface.damageBuffer(x: 0, y: 0, width: 1, height: 1)
  window.surface.commit()
  try bench.client.roundtrip()
  try repainter.repaint()
  let last = Int((Double(3 + side) * scale).rounded()) - 1
  #expect(try bench.pixel(last, Int((Double(5 + side) * scale).rounded()) - 1) == 0x00_FF00)
}

@Test(arguments: 0..<8 as Range<UInt32>)
func case09TransformThenScaleThenCrop(transform: UInt32) throws {
  let bench = try Bench.natural(.sized(160, 120))
  let window = TestWindow(bench.client)
  window.surface.commit()
  try bench.client.roundtrip()
  let canvas = Canvas(bench.client, 80, 40)
  let turn = try #require(Transform(rawValue: Int32(transform)))
  // as it is seen, before scaling: four quarters, red green over blue white
  let seen = Size<SurfacePoints>(width: transform % 2 == 0 ? 80 : 40, height: transform % 2 == 0 ? 40 : 80)
  let colours: [UInt32] = [0xFFFF_0000, 0xFF00_FF00, 0xFF00_00FF, 0xFFFF_FFFF]
  for (index, colour) in colours.enumerated() {
    let quarter = Rect<SurfacePoints>(
      x: index % 2 * seen.width / 2, y: index / 2 * seen.height / 2, width: seen.width / 2, height: seen.height / 2)
    let place: Rect<SurfacePoints> = turn.apply(quarter, in: seen)
    canvas.fill(place.x, place.y, place.width, place.height, colour)
  }
  window.surface.attach(buffer: canvas.buffer, x: 0, y: 0)
  window.surface.setBufferTransform(transform: .init(rawValue: transform))
  window.surface.setBufferScale(scale: 2)
  let (width, height) = (Double(seen.width) / 2, Double(seen.height) / 2)
  let viewport = bench.viewporter.getViewport(surface: window.surface)
  for (index, colour) in colours.enumerated() {
    viewport.setSource(x: Double(index % 2) * width / 2, y: Double(index / 2) * height / 2, width: width / 2, height: height / 2)
    viewport.setDestination(width: 50, height: 50)
    window.surface.commit()
    try bench.client.roundtrip()
    try bench.place(window, 0, 0)
    for (x, y) in [(1, 1), (48, 48), (48, 1), (25, 25)] {
      #expect(try bench.pixel(x, y) == colour & 0xFF_FFFF, "quarter \(index) at \(x),\(y)")
    }
  }
}

@Test func case10TheSourceIsJudgedAtTheCommitAgainstTheNewBuffer() throws {
  let bench = try Bench()
  let window = try bench.client.window(10, 10)
  let viewport = bench.viewporter.getViewport(surface: window.surface)
  viewport.setSource(x: 0, y: 0, width: 100, height: 100)
  window.surface.attach(buffer: bench.client.makeBuffer(100, 100, 0), x: 0, y: 0)
  window.surface.commit()
  #expect(bench.error() == nil)
  // the other way round: the buffer shrinks and the source with it, in one commit
  viewport.setSource(x: 0, y: 0, width: 10, height: 10)
  window.surface.attach(buffer: bench.client.makeBuffer(10, 10, 0), x: 0, y: 0)
  window.surface.commit()
  #expect(bench.error() == nil)
  // a source that waits for a buffer is no error while there is none
  window.surface.attach(buffer: nil, x: 0, y: 0)
  viewport.setSource(x: 0, y: 0, width: 500, height: 500)
  window.surface.commit()
  #expect(bench.error() == nil)
}

@Test func case10ALargerSourceWithoutTheBufferIsOutOfIt() throws {
  for change in 0..<3 {
    try Offence("", "wp_viewport", WpViewport.Error.outOfBuffer.rawValue) { bench in
      let window = try bench.client.window(10, 20)
      let viewport = bench.viewporter.getViewport(surface: window.surface)
      viewport.setSource(x: 0, y: 0, width: 10, height: 20)
      window.surface.commit()
      switch change {
      case 0: viewport.setSource(x: 0, y: 0, width: 11, height: 20)
      case 1: window.surface.attach(buffer: bench.client.makeBuffer(8, 20, 0), x: 0, y: 0)
      default: window.surface.setBufferTransform(transform: ._90)
      }
      window.surface.commit()
    }.check()
  }
}

@Test(arguments: [1.25, 1.4, 1.5, 1.75])
func case11FractionalSeamsAndResidue(scale: Double) throws {
  let bench = try Bench.natural(.sized(240, 200, scale: scale))
  // a chequerboard of windows that abut: no line of the background between them
  var windows: [TestWindow] = []
  for row in 0..<3 {
    for column in 0..<3 { windows.append(try bench.window(column * 37, row * 31, 37, 31, 0xFFFF_FFFF)) }
  }
  let picture = try bench.capture().picture
  let (right, bottom) = (Int((111 * scale).rounded()), Int((93 * scale).rounded()))
  var background = 0
  for y in 0..<min(bottom, 200) { for x in 0..<min(right, 240) where picture[x, y] & 0xFF_FFFF != 0xFF_FFFF { background += 1 } }
  #expect(background == 0)
  let repainter = try Repainter(bench)
  for step in 1...3 {
    try bench.place(windows[4], 37 + step, 31 + step)
    try repainter.repaint()
  }
  let canvas = Canvas(bench.client, 37, 31, 0xFF00_FF00)
  windows[4].surface.attach(buffer: canvas.buffer, x: 0, y: 0)
  windows[4].surface.damage(x: 0, y: 0, width: 37, height: 31)
  windows[4].surface.commit()
  for row in 0..<31 {
    canvas.fill(0, row, 37, 1, 0xFF00_0000 | UInt32(row * 8))
    windows[4].surface.damage(x: 0, y: Int32(row), width: 37, height: 1)
    windows[4].surface.commit()
    try bench.client.roundtrip()
    try repainter.repaint()
  }
}

@Test(arguments: [1, 1.5, 2])
func case12DamageWithoutBounds(scale: Double) throws {
  let bench = try Bench.natural(.sized(320, 240, scale: scale))
  let layer = TestLayer(bench.client, bench.client.bind(ZwlrLayerShellV1Proxy.self))
  layer.layer.setSize(width: 40, height: 30)
  try layer.map()
  let window = try bench.window(20, 20, 50, 50)
  let child = bench.client.child(of: window.surface, 10, 10, 20, 20, 0xFF00_00FF).surface
  bench.viewporter.getViewport(surface: child).setDestination(width: 33, height: 11)
  child.commit()
  try bench.client.roundtrip()
  let repainter = try Repainter(bench)
  for surface in [window.surface, layer.surface, child] {
    let size = try bench.surface(of: surface).state.shape.bufferSize!
    let canvas = Canvas(bench.client, size.width, size.height, 0xFF65_4321)
    for (x, y) in [(Int32(0), Int32(0)), (7, 9), (.min, .min), (.max, 0), (-1, -1)] {
      surface.attach(buffer: canvas.buffer, x: 0, y: 0)
      surface.damage(x: x, y: y, width: .max, height: .max)
      surface.damageBuffer(x: x, y: y, width: .max, height: .max)
      surface.commit()
      #expect(bench.error() == nil)
      try repainter.repaint()
    }
  }
}

/// Chosen: a rectangle of negative size is empty, one that reaches beyond the numbers ends where they end.
@Test func case13NegativeAndExtremeRegions() throws {
  let bench = try Bench()
  let window = try bench.client.window(1280, 720, 0x8000_0000)
  let region = bench.compositor.createRegion()
  region.add(x: 0, y: 0, width: -5, height: 10)
  region.add(x: 0, y: .max, width: 1, height: 1)
  region.add(x: .max, y: .max, width: .max, height: .max)
  region.subtract(x: .min, y: .min, width: .max, height: .max)
  window.surface.setOpaqueRegion(region: region)
  window.surface.setInputRegion(region: region)
  window.surface.commit()
  try bench.client.roundtrip()
  bench.move(1, 1)
  #expect(bench.service.seat.pointer.target == nil)
  // the other kind: all there is
  region.add(x: .min, y: .min, width: .max, height: .max)
  region.add(x: -1, y: -1, width: .max, height: .max)
  window.surface.setInputRegion(region: region)
  window.surface.setOpaqueRegion(region: region)
  window.surface.commit()
  try bench.client.roundtrip()
  #expect(bench.service.seat.pointer.target?.resource.id == window.surface.id)
  _ = try bench.capture()
  #expect(bench.error() == nil)
}
