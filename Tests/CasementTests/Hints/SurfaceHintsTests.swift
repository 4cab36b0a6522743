import CasementControl
import CasementTesting
import Geometry
import Rendering
import Scene
import Surfaces
import Testing
import WaylandClient
import WaylandProtocols

@testable import Casement

private let offences = [
  Offence("two modifiers", "wp_alpha_modifier_v1", WpAlphaModifierV1.Error.alreadyConstructed.rawValue) { bench in
    let (manager, surface) = (bench.client.bind(WpAlphaModifierV1Proxy.self), bench.surface())
    manager.getSurface(surface: surface)
    manager.getSurface(surface: surface)
  },
  Offence("a modifier of no surface", "wp_alpha_modifier_surface_v1", WpAlphaModifierSurfaceV1.Error.noSurface.rawValue) { bench in
    let surface = bench.surface()
    let modifier = bench.client.bind(WpAlphaModifierV1Proxy.self).getSurface(surface: surface)
    surface.destroy()
    modifier.setMultiplier(factor: 0)
  },
  Offence("two content types", "wp_content_type_manager_v1", WpContentTypeManagerV1.Error.alreadyConstructed.rawValue) { bench in
    let (manager, surface) = (bench.client.bind(WpContentTypeManagerV1Proxy.self), bench.surface())
    manager.getSurfaceContentType(surface: surface)
    manager.getSurfaceContentType(surface: surface)
  },
  Offence("two tearing controls", "wp_tearing_control_manager_v1", WpTearingControlManagerV1.Error.tearingControlExists.rawValue) { bench in
    let (manager, surface) = (bench.client.bind(WpTearingControlManagerV1Proxy.self), bench.surface())
    manager.getTearingControl(surface: surface)
    manager.getTearingControl(surface: surface)
  },
]

@Test(arguments: offences)
private func aWrongHintEndsItsClient(_ offence: Offence) throws { try offence.check() }

private let oddities = [
  Oddity("an object for each surface, and another when it is gone") { bench in
    let alpha = bench.client.bind(WpAlphaModifierV1Proxy.self)
    let types = bench.client.bind(WpContentTypeManagerV1Proxy.self)
    let tearing = bench.client.bind(WpTearingControlManagerV1Proxy.self)
    let surface = bench.surface()
    for _ in 0..<2 {
      let (a, b, c) = (
        alpha.getSurface(surface: surface), types.getSurfaceContentType(surface: surface), tearing.getTearingControl(surface: surface)
      )
      a.destroy()
      b.destroy()
      c.destroy()
    }
  },
  Oddity("objects that outlive manager and surface") { bench in
    let surface = bench.surface()
    let alpha = bench.client.bind(WpAlphaModifierV1Proxy.self)
    let types = bench.client.bind(WpContentTypeManagerV1Proxy.self)
    let tearing = bench.client.bind(WpTearingControlManagerV1Proxy.self)
    let modifier = alpha.getSurface(surface: surface)
    let (type, control) = (types.getSurfaceContentType(surface: surface), tearing.getTearingControl(surface: surface))
    alpha.destroy()
    types.destroy()
    tearing.destroy()
    modifier.setMultiplier(factor: 1)
    surface.commit()
    surface.destroy()
    type.setContentType(contentType: .game)
    control.setPresentationHint(hint: .async)
    modifier.destroy()
    type.destroy()
    control.destroy()
  },
]

@Test(arguments: oddities)
private func anOddHintIsNoError(_ oddity: Oddity) throws { try oddity.check() }

/// Red, green and blue of a pixel of the main screen.
private func pixel(_ bench: Bench, _ x: Int, _ y: Int) throws -> UInt32 {
  let picture = try bench.capture().picture
  var word: UInt32 = 0
  unsafe picture.withPixels { word = unsafe $0.load(fromByteOffset: picture.stride * y + 4 * x, as: UInt32.self) }
  return word & 0xFF_FFFF
}

@Test func theAlphaModifierLetsThroughWhatIsBehindFromTheNextCommitOn() throws {
  let bench = try Bench.small()
  let back = try bench.client.window(160, 120, 0xFF00_00FF)
  let front = try bench.client.window(160, 120, 0xFFFF_0000)
  #expect(try pixel(bench, 80, 60) == 0xFF_0000)
  let modifier = bench.client.bind(WpAlphaModifierV1Proxy.self).getSurface(surface: front.surface)
  modifier.setMultiplier(factor: 0x8080_8080)
  try bench.client.roundtrip()
  #expect(try pixel(bench, 80, 60) == 0xFF_0000)
  front.surface.commit()
  try bench.client.roundtrip()
  let mixed = try pixel(bench, 80, 60)
  #expect([0x80, 0x7F].contains(mixed >> 16) && [0x80, 0x7F].contains(mixed & 0xFF) && (mixed >> 8) & 0xFF == 0)
  modifier.setMultiplier(factor: 0)
  front.surface.commit()
  try bench.client.roundtrip()
  #expect(try pixel(bench, 80, 60) == 0x00_00FF)
  modifier.destroy()
  try bench.client.roundtrip()
  #expect(try pixel(bench, 80, 60) == 0x00_00FF)
  front.surface.commit()
  try bench.client.roundtrip()
  #expect(try pixel(bench, 80, 60) == 0xFF_0000)
  _ = back
}

@Test func anOpaqueRegionAndAnOpaqueFormatHideNothingWhileTheSurfaceIsFaded() throws {
  let bench = try Bench.small()
  _ = try bench.client.window(160, 120, 0xFF00_00FF)
  let front = try bench.client.window(160, 120, 0xFFFF_0000)
  let region = bench.compositor.createRegion()
  region.add(x: 0, y: 0, width: 160, height: 120)
  front.surface.setOpaqueRegion(region: region)
  bench.client.bind(WpAlphaModifierV1Proxy.self).getSurface(surface: front.surface).setMultiplier(factor: 0)
  front.surface.commit()
  try bench.client.roundtrip()
  #expect(try pixel(bench, 80, 60) == 0x00_00FF)
  front.surface.attach(buffer: bench.client.makeBuffer(160, 120, 0xFFFF_0000, format: .xrgb8888), x: 0, y: 0)
  front.surface.damageBuffer(x: 0, y: 0, width: 160, height: 120)
  front.surface.commit()
  try bench.client.roundtrip()
  #expect(try pixel(bench, 80, 60) == 0x00_00FF)
}

@Test func theAlphaModifierFadesOnlyItsOwnSurface() throws {
  let bench = try Bench.small()
  let window = try bench.client.window(160, 120, 0xFFFF_0000)
  let child = bench.surface()
  bench.subcompositor.getSubsurface(surface: child, parent: window.surface)
  child.attach(buffer: bench.client.makeBuffer(20, 20, 0xFF00_FF00), x: 0, y: 0)
  child.commit()
  bench.client.bind(WpAlphaModifierV1Proxy.self).getSurface(surface: window.surface).setMultiplier(factor: 0)
  window.surface.commit()
  try bench.client.roundtrip()
  #expect(try pixel(bench, 5, 5) == 0x00_FF00)
  #expect(try pixel(bench, 80, 60) == 0)
}

@Test func aSynchronisedSubsurfaceFadesWithItsParentsCommit() throws {
  let bench = try Bench.small()
  let window = try bench.client.window(160, 120, 0xFFFF_0000)
  let child = bench.surface()
  bench.subcompositor.getSubsurface(surface: child, parent: window.surface)
  child.attach(buffer: bench.client.makeBuffer(20, 20, 0xFF00_FF00), x: 0, y: 0)
  child.commit()
  window.surface.commit()
  bench.client.bind(WpAlphaModifierV1Proxy.self).getSurface(surface: child).setMultiplier(factor: 0)
  child.commit()
  try bench.client.roundtrip()
  #expect(try pixel(bench, 5, 5) == 0x00_FF00)
  window.surface.commit()
  try bench.client.roundtrip()
  #expect(try pixel(bench, 5, 5) == 0xFF_0000)
}

@Test func controllersAreToldOfHintsOnceTheyAreCommitted() throws {
  let bench = try Bench()
  let window = try bench.client.window()
  func told() throws -> WindowInfo { try #require(try bench.service.controller.windows().first) }
  #expect(try told().contentType == nil && told().mayTear == nil && told().opacity == nil)
  let type = bench.client.bind(WpContentTypeManagerV1Proxy.self).getSurfaceContentType(surface: window.surface)
  let tearing = bench.client.bind(WpTearingControlManagerV1Proxy.self).getTearingControl(surface: window.surface)
  let alpha = bench.client.bind(WpAlphaModifierV1Proxy.self).getSurface(surface: window.surface)
  tearing.setPresentationHint(hint: .async)
  alpha.setMultiplier(factor: 0)
  type.setContentType(contentType: .video)
  try bench.client.roundtrip()
  #expect(try told().contentType == nil && told().mayTear == nil && told().opacity == nil)
  window.surface.commit()
  try bench.client.roundtrip()
  #expect(try told().contentType == "video" && told().mayTear == true && told().opacity == 0)
  for (value, word) in [(1, "photo"), (3, "game"), (77, nil), (0, nil)] as [(UInt32, String?)] {
    type.setContentType(contentType: .init(rawValue: value))
    window.surface.commit()
    try bench.client.roundtrip()
    #expect(try told().contentType == word)
  }
  type.setContentType(contentType: .photo)
  window.surface.commit()
  type.destroy()
  tearing.destroy()
  alpha.destroy()
  try bench.client.roundtrip()
  #expect(try told().contentType == "photo" && told().mayTear == true && told().opacity == 0)
  window.surface.commit()
  try bench.client.roundtrip()
  #expect(try told().contentType == nil && told().mayTear == nil && told().opacity == nil)
}
