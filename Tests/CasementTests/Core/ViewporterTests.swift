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

private let badValue = WpViewport.Error.badValue.rawValue

private func source(_ title: String, _ x: Double, _ y: Double, _ width: Double, _ height: Double) -> Offence {
  Offence("set_source \(title)", "wp_viewport", badValue) {
    $0.viewporter.getViewport(surface: $0.surface()).setSource(x: x, y: y, width: width, height: height)
  }
}

private func destination(_ width: Int32, _ height: Int32) -> Offence {
  Offence("set_destination \(width)×\(height)", "wp_viewport", badValue) {
    $0.viewporter.getViewport(surface: $0.surface()).setDestination(width: width, height: height)
  }
}

private let offences = [
  destination(0, 10), destination(20, 0), destination(-20, 10), destination(-1, 10), destination(10, -1), destination(0, 0),
  source("negative x", -1, 0, 1, 1), source("negative y", 0, -0.5, 1, 1), source("no width", 0, 0, 0, 1), source("no height", 0, 0, 1, 0),
  source("negative width", 0, 0, -1, 1), source("half unset", -1, -1, -1, 1),
  Offence("two viewports", "wp_viewporter", WpViewporter.Error.viewportExists.rawValue) {
    let surface = $0.surface()
    $0.viewporter.getViewport(surface: surface)
    $0.viewporter.getViewport(surface: surface)
  },
  Offence("set_source after the surface", "wp_viewport", WpViewport.Error.noSurface.rawValue) {
    let surface = $0.surface()
    let viewport = $0.viewporter.getViewport(surface: surface)
    surface.destroy()
    viewport.setSource(x: 0, y: 0, width: 1, height: 1)
  },
  Offence("set_destination after the surface", "wp_viewport", WpViewport.Error.noSurface.rawValue) {
    let surface = $0.surface()
    let viewport = $0.viewporter.getViewport(surface: surface)
    surface.destroy()
    viewport.setDestination(width: -1, height: -1)
  },
  Offence("a fractional source without a destination", "wp_viewport", WpViewport.Error.badSize.rawValue) {
    let surface = $0.surface()
    $0.viewporter.getViewport(surface: surface).setSource(x: 0, y: 0, width: 1.5, height: 1)
    surface.attach(buffer: $0.client.makeBuffer(8, 8, 0), x: 0, y: 0)
    surface.commit()
  },
  Offence("a source larger than the buffer", "wp_viewport", WpViewport.Error.outOfBuffer.rawValue) {
    let surface = $0.surface()
    surface.attach(buffer: $0.client.makeBuffer(8, 8, 0), x: 0, y: 0)
    surface.commit()
    $0.viewporter.getViewport(surface: surface).setSource(x: 0, y: 0, width: 9, height: 8)
    surface.commit()
  },
  Offence("a source that is neither whole nor in the buffer", "wp_viewport", WpViewport.Error.outOfBuffer.rawValue) {
    let window = try $0.client.window(100, 100)
    $0.viewporter.getViewport(surface: window.surface).setSource(x: 50, y: 0, width: 50.5, height: 50)
    window.surface.commit()
  },
  Offence("a source that a smaller buffer does not hold", "wp_viewport", WpViewport.Error.outOfBuffer.rawValue) {
    let surface = $0.surface()
    $0.viewporter.getViewport(surface: surface).setSource(x: 0, y: 0, width: 8, height: 8)
    surface.attach(buffer: $0.client.makeBuffer(8, 8, 0), x: 0, y: 0)
    surface.commit()
    surface.attach(buffer: $0.client.makeBuffer(7, 8, 0), x: 0, y: 0)
    surface.commit()
  },
  Offence("a source in pixels at scale 2", "wp_viewport", WpViewport.Error.outOfBuffer.rawValue) {
    let surface = $0.surface()
    $0.viewporter.getViewport(surface: surface).setSource(x: 0, y: 0, width: 8, height: 8)
    surface.setBufferScale(scale: 2)
    surface.attach(buffer: $0.client.makeBuffer(8, 8, 0), x: 0, y: 0)
    surface.commit()
  },
  Offence("the same on a cached commit of a subsurface", "wp_viewport", WpViewport.Error.outOfBuffer.rawValue) {
    let surface = $0.surface()
    $0.subcompositor.getSubsurface(surface: surface, parent: $0.surface())
    surface.attach(buffer: $0.client.makeBuffer(8, 8, 0), x: 0, y: 0)
    surface.commit()
    $0.viewporter.getViewport(surface: surface).setSource(x: 1, y: 0, width: 8, height: 8)
    surface.commit()
  },
]

@Test(arguments: offences)
private func aWrongViewportEndsItsClient(_ offence: Offence) throws { try offence.check() }

private let oddities = [
  Oddity("a larger source and a larger buffer in one commit") { bench in
    let surface = bench.surface()
    let viewport = bench.viewporter.getViewport(surface: surface)
    surface.attach(buffer: bench.client.makeBuffer(8, 8, 0), x: 0, y: 0)
    surface.commit()
    viewport.setSource(x: 0, y: 0, width: 20, height: 20)
    surface.attach(buffer: bench.client.makeBuffer(20, 20, 0), x: 0, y: 0)
    surface.commit()
  },
  Oddity("a wrong source without a buffer") { bench in
    let surface = bench.surface()
    let viewport = bench.viewporter.getViewport(surface: surface)
    viewport.setSource(x: 500, y: 500, width: 20.5, height: 20)
    surface.commit()
    viewport.setSource(x: -1, y: -1, width: -1, height: -1)
    surface.attach(buffer: bench.client.makeBuffer(8, 8, 0), x: 0, y: 0)
    surface.commit()
  },
  Oddity("a viewport made again after the first was destroyed") { bench in
    let surface = bench.surface()
    bench.viewporter.getViewport(surface: surface).destroy()
    bench.viewporter.getViewport(surface: surface)
  },
  Oddity("a viewport destroyed after its surface") { bench in
    let surface = bench.surface()
    let viewport = bench.viewporter.getViewport(surface: surface)
    surface.destroy()
    viewport.destroy()
  },
  Oddity("an enormous destination") { bench in
    let window = try bench.client.window(10, 10)
    bench.viewporter.getViewport(surface: window.surface).setDestination(width: .max, height: .max)
    window.surface.damage(x: 0, y: 0, width: .max, height: .max)
    window.surface.commit()
    try bench.client.roundtrip()
    _ = try bench.capture()
    window.surface.damage(x: 5, y: 5, width: 1, height: 1)
    window.surface.commit()
    try bench.client.roundtrip()
    _ = try bench.capture()
  },
  Oddity("the tiniest source, stretched") { bench in
    let window = try bench.client.window(10, 10)
    let viewport = bench.viewporter.getViewport(surface: window.surface)
    viewport.setSource(x: 9.99, y: 0, width: 1.0 / 256, height: 1.0 / 256)
    viewport.setDestination(width: 1280, height: 720)
    window.surface.commit()
    try bench.client.roundtrip()
    _ = try bench.capture()
  },
]

@Test(arguments: oddities)
private func anOddViewportIsNoError(_ oddity: Oddity) throws { try oddity.check() }

@Test func aDestinationTakesEffectOnCommitAndGoesWithTheViewport() throws {
  let bench = try Bench()
  let window = try bench.client.window(40, 30)
  let surface = try bench.surface(of: window.surface)
  let viewport = bench.viewporter.getViewport(surface: window.surface)
  viewport.setDestination(width: 80, height: 60)
  try bench.client.roundtrip()
  #expect(surface.state.size == Size(width: 40, height: 30))
  window.surface.commit()
  try bench.client.roundtrip()
  #expect(surface.state.size == Size(width: 80, height: 60))
  viewport.destroy()
  try bench.client.roundtrip()
  #expect(surface.state.size == Size(width: 80, height: 60))
  window.surface.commit()
  try bench.client.roundtrip()
  #expect(surface.state.size == Size(width: 40, height: 30))
}

@Test func aSourceAloneGivesTheSize() throws {
  let bench = try Bench()
  let window = try bench.client.window(40, 30)
  bench.viewporter.getViewport(surface: window.surface).setSource(x: 0.5, y: 1.25, width: 20, height: 10)
  window.surface.commit()
  try bench.client.roundtrip()
  #expect(try bench.surface(of: window.surface).state.size == Size(width: 20, height: 10))
}

@Test func damageUnderAViewportCoversWhatItShows() throws {
  let bench = try Bench()
  let window = try bench.client.window(200, 200)
  let surface = try bench.surface(of: window.surface)
  bench.viewporter.getViewport(surface: window.surface).setDestination(width: 100, height: 100)
  window.surface.commit()
  try bench.client.roundtrip()
  let before = surface.state.contentSequence
  window.surface.damage(x: 50, y: 50, width: 50, height: 50)
  window.surface.commit()
  try bench.client.roundtrip()
  let damage = try #require(surface.state.history.damage(since: before))
  #expect(damage.contains(Rect(x: 100, y: 100, width: 100, height: 100)))
  #expect(!damage.contains(Point(x: 98, y: 98)))
}

@Test func theSourceIsReadAfterTransformAndScale() throws {
  // four colours: red green / blue white, 40×40 pixels, shown turned by 90° at scale 2: 20×20 points
  let bench = try Bench()
  let window = TestWindow(bench.client)
  window.surface.commit()
  try bench.client.roundtrip()
  let file = unsafe SharedFile.make(size: 40 * 40 * 4) { memory in
    let pixels = unsafe memory.bindMemory(to: UInt32.self, capacity: 1600)
    for y in 0..<40 {
      for x in 0..<40 { unsafe pixels[y * 40 + x] = y < 20 ? (x < 20 ? 0xFFFF_0000 : 0xFF00_FF00) : (x < 20 ? 0xFF00_00FF : 0xFFFF_FFFF) }
    }
  }
  let pool = bench.client.shm.createPool(fd: file, size: 40 * 40 * 4)
  window.surface.attach(buffer: pool.createBuffer(offset: 0, width: 40, height: 40, stride: 160, format: .argb8888), x: 0, y: 0)
  window.surface.setBufferTransform(transform: ._90)
  window.surface.setBufferScale(scale: 2)
  // the client turned its picture by 90° counter-clockwise into the buffer, so the buffer is shown turned clockwise:
  // what is top-left is the buffer's bottom-left
  for (x, y, expected) in [(0.0, 0.0, UInt32(0x0000FF)), (10, 0, 0xFF0000), (0, 10, 0xFFFFFF), (10, 10, 0x00FF00)] {
    let viewport = bench.viewporter.getViewport(surface: window.surface)
    viewport.setSource(x: x, y: y, width: 10, height: 10)
    viewport.setDestination(width: 1280, height: 720)
    window.surface.commit()
    try bench.client.roundtrip()
    let picture = try bench.capture().picture
    var pixel: UInt32 = 0
    unsafe picture.withPixels { pixel = unsafe $0.load(fromByteOffset: picture.stride * 360 + 4 * 640, as: UInt32.self) }
    #expect(pixel & 0xFF_FFFF == expected, "source at (\(x), \(y))")
    viewport.destroy()
  }
}
