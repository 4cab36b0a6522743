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

private let badSurface = WlSubcompositor.Error.badSurface.rawValue
private let badParent = WlSubcompositor.Error.badParent.rawValue

private let offences = [
  Offence("a surface on itself", "wl_subcompositor", badParent) {
    let surface = $0.surface()
    $0.subcompositor.getSubsurface(surface: surface, parent: surface)
  },
  Offence("a loop of two", "wl_subcompositor", badParent) {
    let (a, b) = ($0.surface(), $0.surface())
    $0.subcompositor.getSubsurface(surface: b, parent: a)
    $0.subcompositor.getSubsurface(surface: a, parent: b)
  },
  Offence("a loop of three", "wl_subcompositor", badParent) {
    let (a, b, c) = ($0.surface(), $0.surface(), $0.surface())
    $0.subcompositor.getSubsurface(surface: b, parent: a)
    $0.subcompositor.getSubsurface(surface: c, parent: b)
    $0.subcompositor.getSubsurface(surface: a, parent: c)
  },
  Offence("two subsurfaces of one surface", "wl_subcompositor", badSurface) {
    let (a, b) = ($0.surface(), $0.surface())
    $0.subcompositor.getSubsurface(surface: a, parent: b)
    $0.subcompositor.getSubsurface(surface: a, parent: b)
  },
  Offence("a toplevel as a subsurface", "wl_subcompositor", badSurface) {
    let window = try $0.client.window()
    $0.subcompositor.getSubsurface(surface: window.surface, parent: $0.surface())
  },
  Offence("place_above a stranger", "wl_subsurface", WlSubsurface.Error.badSurface.rawValue) {
    let subsurface = $0.subcompositor.getSubsurface(surface: $0.surface(), parent: $0.surface())
    subsurface.placeAbove(sibling: $0.surface())
  },
  Offence("place_below a stranger", "wl_subsurface", WlSubsurface.Error.badSurface.rawValue) {
    let subsurface = $0.subcompositor.getSubsurface(surface: $0.surface(), parent: $0.surface())
    subsurface.placeBelow(sibling: $0.surface())
  },
  Offence("place_above itself", "wl_subsurface", WlSubsurface.Error.badSurface.rawValue) {
    let surface = $0.surface()
    $0.subcompositor.getSubsurface(surface: surface, parent: $0.surface()).placeAbove(sibling: surface)
  },
  Offence("place_above a grandparent", "wl_subsurface", WlSubsurface.Error.badSurface.rawValue) {
    let (a, b) = ($0.surface(), $0.surface())
    $0.subcompositor.getSubsurface(surface: b, parent: a)
    $0.subcompositor.getSubsurface(surface: $0.surface(), parent: b).placeAbove(sibling: a)
  },
  Offence("10,000 surfaces on each other", "wl_subcompositor", badParent) {
    var parent = $0.surface()
    for _ in 1..<10_000 {
      let child = $0.surface()
      $0.subcompositor.getSubsurface(surface: child, parent: parent)
      parent = child
      try $0.client.roundtrip()
    }
  },
]

@Test(arguments: offences)
private func aWrongSubsurfaceEndsItsClient(_ offence: Offence) throws { try offence.check() }

private let oddities = [
  Oddity("requests on a subsurface whose surface is gone") { bench in
    let (surface, parent) = (bench.surface(), bench.surface())
    let subsurface = bench.subcompositor.getSubsurface(surface: surface, parent: parent)
    surface.destroy()
    subsurface.setPosition(x: 1, y: 1)
    subsurface.placeAbove(sibling: parent)
    subsurface.setDesync()
    subsurface.destroy()
  },
  Oddity("requests on a subsurface whose parent is gone") { bench in
    let (surface, parent, other) = (bench.surface(), bench.surface(), bench.surface())
    let subsurface = bench.subcompositor.getSubsurface(surface: surface, parent: parent)
    parent.destroy()
    subsurface.setPosition(x: 1, y: 1)
    subsurface.placeAbove(sibling: other)
    subsurface.setDesync()
    subsurface.setSync()
    surface.commit()
    subsurface.destroy()
    surface.commit()
  },
  Oddity("the same surface as a subsurface again") { bench in
    let (surface, first, second) = (bench.surface(), bench.surface(), bench.surface())
    bench.subcompositor.getSubsurface(surface: surface, parent: first).destroy()
    let again = bench.subcompositor.getSubsurface(surface: surface, parent: second)
    again.setPosition(x: .min, y: .max)
    second.commit()
  },
  Oddity("many on each other, as deep as allowed, with content") { bench in
    let window = try bench.client.window()
    var parent = window.surface
    for _ in 1..<SurfaceNode.maximumDepth {
      let child = bench.surface()
      bench.subcompositor.getSubsurface(surface: child, parent: parent).setDesync()
      child.attach(buffer: bench.client.makeBuffer(2, 2, 0), x: 0, y: 0)
      child.commit()
      parent = child
      try bench.client.roundtrip()
    }
    window.surface.commit()
    try bench.client.roundtrip()
    _ = try bench.capture()
    window.surface.destroy()
  },
]

@Test(arguments: oddities)
private func anOddRequestOnASubsurfaceIsNoError(_ oddity: Oddity) throws { try oddity.check() }

/// The colour at a point of the main screen, 0xRRGGBB.
private func colour(_ bench: Bench, _ x: Int, _ y: Int) throws -> UInt32 {
  let capture = try bench.capture()
  var pixel: UInt32 = 0
  unsafe capture.picture.withPixels { pixel = unsafe $0.load(fromByteOffset: y * capture.picture.stride + x * 4, as: UInt32.self) }
  return pixel & 0xFF_FFFF
}

/// A full-screen red window with a green subsurface of 10×10.
private struct Pair {
  let bench: Bench
  let window: TestWindow
  let child: WlSurfaceProxy
  let subsurface: WlSubsurfaceProxy

  init() throws {
    bench = try Bench()
    window = try bench.client.window(1280, 720, 0xFFFF_0000)
    child = bench.surface()
    subsurface = bench.subcompositor.getSubsurface(surface: child, parent: window.surface)
  }

  func paint(_ colour: UInt32) {
    child.attach(buffer: bench.client.makeBuffer(10, 10, colour), x: 0, y: 0)
    child.damage(x: 0, y: 0, width: 10, height: 10)
    child.commit()
  }

  func pixel(_ x: Int, _ y: Int) throws -> UInt32 {
    try bench.client.roundtrip()
    return try colour(bench, x, y)
  }
}

@Test func aNewSubsurfaceIsHiddenUntilItsParentCommits() throws {
  let pair = try Pair()
  pair.paint(0xFF00_FF00)
  #expect(try pair.pixel(0, 0) == 0xFF0000)
  pair.window.surface.commit()
  #expect(try pair.pixel(0, 0) == 0x00FF00)
  // cached while synchronised, shown by set_desync
  pair.paint(0xFF00_00FF)
  #expect(try pair.pixel(0, 0) == 0x00FF00)
  pair.subsurface.setDesync()
  #expect(try pair.pixel(0, 0) == 0x0000FF)
}

@Test func aSubsurfacesPlaceWaitsForTheParentEvenWhenDesynchronised() throws {
  let pair = try Pair()
  pair.subsurface.setDesync()
  pair.paint(0xFF00_FF00)
  pair.window.surface.commit()
  pair.subsurface.setPosition(x: 100, y: 50)
  pair.child.commit()
  #expect(try pair.pixel(0, 0) == 0x00FF00)
  pair.window.surface.commit()
  #expect(try pair.pixel(0, 0) == 0xFF0000)
  #expect(try pair.pixel(100, 50) == 0x00FF00)
}

@Test func aSubsurfaceBehindItsParentIsHiddenByIt() throws {
  let pair = try Pair()
  pair.paint(0xFF00_FF00)
  pair.subsurface.placeBelow(sibling: pair.window.surface)
  pair.window.surface.commit()
  #expect(try pair.pixel(0, 0) == 0xFF0000)
  pair.subsurface.placeAbove(sibling: pair.window.surface)
  #expect(try pair.pixel(0, 0) == 0xFF0000)
  pair.window.surface.commit()
  #expect(try pair.pixel(0, 0) == 0x00FF00)
}

@Test func destroyingTheSubsurfaceUnmapsAtOnce() throws {
  let pair = try Pair()
  pair.paint(0xFF00_FF00)
  pair.window.surface.commit()
  #expect(try pair.pixel(0, 0) == 0x00FF00)
  pair.subsurface.destroy()
  #expect(try pair.pixel(0, 0) == 0xFF0000)
}

@Test func subsurfacesOfADestroyedParentLeaveTheScreen() throws {
  let pair = try Pair()
  let output = pair.bench.client.bind(WlOutputProxy.self)
  let log = EventLog()
  pair.child.onEvent = { event in
    switch event {
    case .enter(let entered): log.add("enter \(entered === output)")
    case .leave(let left): log.add("leave \(left === output)")
    default: break
    }
  }
  pair.paint(0xFF00_FF00)
  pair.window.surface.commit()
  try pair.bench.client.roundtrip()
  #expect(log.taken == ["enter true"])
  pair.window.surface.destroy()
  try pair.bench.client.roundtrip()
  #expect(log.taken == ["leave true"])
}

@Test func unmappingAParentHidesItsSubsurfacesAndRemappingRestoresThem() throws {
  let bench = try Bench()
  let window = try bench.client.window(1280, 720, 0xFFFF_0000)
  let (middle, child) = (bench.surface(), bench.surface())
  bench.subcompositor.getSubsurface(surface: middle, parent: window.surface).setDesync()
  bench.subcompositor.getSubsurface(surface: child, parent: middle).setDesync()
  for surface in [child, middle] {
    surface.attach(buffer: bench.client.makeBuffer(10, 10, surface === child ? 0xFF00_FF00 : 0xFF00_00FF), x: 0, y: 0)
    surface.commit()
  }
  window.surface.commit()
  try bench.client.roundtrip()
  #expect(try colour(bench, 5, 5) == 0x00FF00)
  middle.attach(buffer: nil, x: 0, y: 0)
  middle.commit()
  try bench.client.roundtrip()
  #expect(try colour(bench, 5, 5) == 0xFF0000)
  middle.attach(buffer: bench.client.makeBuffer(10, 10, 0xFF00_00FF), x: 0, y: 0)
  middle.commit()
  try bench.client.roundtrip()
  #expect(try colour(bench, 5, 5) == 0x00FF00)
}
