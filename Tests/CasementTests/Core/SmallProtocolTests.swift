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

// MARK: wp_fractional_scale_v1

private func scaled(_ scale: Double) throws -> Bench {
  var configuration = ServiceConfiguration.manual
  var spec = ScreenSpec(width: 1280, height: 720)
  spec.scale = scale
  configuration.screens = [spec]
  return try Bench(configuration)
}

@Test func oneSurfaceHasOneFractionalScale() throws {
  try Offence("", "wp_fractional_scale_manager_v1", WpFractionalScaleManagerV1.Error.fractionalScaleExists.rawValue) { bench in
    let manager = bench.client.bind(WpFractionalScaleManagerV1Proxy.self)
    let surface = bench.surface()
    manager.getFractionalScale(surface: surface)
    manager.getFractionalScale(surface: surface)
  }.check()
}

@Test func theExactScaleIsToldInPartsOf120() throws {
  let bench = try scaled(1.5)
  let manager = bench.client.bind(WpFractionalScaleManagerV1Proxy.self)
  let window = TestWindow(bench.client)
  var told: [UInt32] = []
  let scale = manager.getFractionalScale(surface: window.surface)
  scale.onEvent = { event in if case .preferredScale(let value) = event { told.append(value) } }
  window.surface.commit()
  try bench.client.roundtrip()
  // known before the first buffer, so that it is right
  #expect(told == [180])
  window.show(10, 10, 0)
  try bench.client.roundtrip()
  #expect(told == [180])
  var change = ScreenChange()
  change.scale = 1.25
  let screen = try #require(bench.service.model.mainScreen)
  bench.service.perform(try bench.service.model.updateScreen(screen, change))
  try bench.client.roundtrip()
  #expect(told == [180, 150])
  // another may be made when the first is gone, in any order with the surface
  scale.destroy()
  let again = manager.getFractionalScale(surface: window.surface)
  window.surface.destroy()
  again.destroy()
  #expect(bench.error() == nil)
}

// MARK: wp_presentation

private final class Feedback {
  private(set) var outcome = "none"
  private(set) var flags: UInt32?
  private(set) var synced = 0
  private(set) var refresh: UInt32 = 0
  private(set) var time: UInt64 = 0
  private(set) var sequence: UInt64 = 0

  init(_ bench: Bench, _ surface: WlSurfaceProxy) {
    let proxy = bench.presentation.feedback(surface: surface)
    // the object goes with its answer
    proxy.onEvent = { event in
      switch event {
      case .syncOutput: self.synced += 1
      case .presented(let secondsHigh, let secondsLow, let nanoseconds, let refresh, let high, let low, let flags):
        self.outcome = "presented"
        self.flags = flags.rawValue
        self.refresh = refresh
        self.time = (UInt64(secondsHigh) << 32 | UInt64(secondsLow)) * 1_000_000_000 + UInt64(nanoseconds)
        self.sequence = UInt64(high) << 32 | UInt64(low)
      case .discarded: self.outcome = "discarded"
      }
    }
  }
}

@Test func shownContentIsPresentedAtItsTick() throws {
  let bench = try Bench()
  _ = bench.client.bind(WlOutputProxy.self)
  var clock: UInt32?
  bench.presentation.onEvent = { event in if case .clockId(let id) = event { clock = id } }
  let window = try bench.client.window()
  #expect(clock == 1)
  let first = Feedback(bench, window.surface)
  window.show(10, 10, 0)
  try bench.client.roundtrip()
  #expect(first.outcome == "none")
  try bench.tick()
  #expect(first.outcome == "presented")
  #expect(first.synced == 1 && first.flags == 0)
  #expect(first.refresh == 16_666_666 || first.refresh == 16_666_667)
  #expect(first.time == bench.service.clock.now)
  let second = Feedback(bench, window.surface)
  window.show(10, 10, 0)
  try bench.client.roundtrip()
  try bench.tick()
  #expect(second.outcome == "presented" && second.sequence > first.sequence && second.time > first.time)
}

@Test func contentThatIsReplacedBeforeTheTickIsDiscarded() throws {
  let bench = try Bench()
  let window = try bench.client.window()
  let (first, second) = (Feedback(bench, window.surface), Feedback(bench, window.surface))
  window.show(10, 10, 0)
  let third = Feedback(bench, window.surface)
  window.show(10, 10, 0)
  try bench.client.roundtrip()
  #expect([first.outcome, second.outcome, third.outcome] == ["discarded", "discarded", "none"])
  try bench.tick()
  #expect(third.outcome == "presented")
}

@Test func contentThatIsNeverShownIsDiscarded() throws {
  let bench = try Bench()
  let window = try bench.client.window()
  let (committed, pending) = (Feedback(bench, window.surface), { Feedback(bench, window.surface) })
  window.show(10, 10, 0)
  let late = pending()
  window.surface.destroy()
  try bench.client.roundtrip()
  #expect([committed.outcome, late.outcome] == ["discarded", "discarded"])
}

@Test func takingTheContentAwayDiscards() throws {
  let bench = try Bench()
  let window = try bench.client.window()
  let feedback = Feedback(bench, window.surface)
  window.surface.attach(buffer: nil, x: 0, y: 0)
  window.surface.commit()
  try bench.client.roundtrip()
  #expect(feedback.outcome == "discarded")
}

@Test func cachedContentOfADestroyedSubsurfaceIsDiscarded() throws {
  let bench = try Bench()
  let window = try bench.client.window()
  let child = bench.surface()
  bench.subcompositor.getSubsurface(surface: child, parent: window.surface)
  let feedback = Feedback(bench, child)
  child.attach(buffer: bench.client.makeBuffer(5, 5, 0), x: 0, y: 0)
  child.commit()
  try bench.client.roundtrip()
  #expect(feedback.outcome == "none")
  child.destroy()
  try bench.client.roundtrip()
  #expect(feedback.outcome == "discarded")
}

// MARK: wp_single_pixel_buffer

@Test func aSinglePixelBufferFillsItsViewport() throws {
  let bench = try Bench()
  let window = TestWindow(bench.client)
  window.surface.commit()
  try bench.client.roundtrip()
  let manager = bench.client.bind(WpSinglePixelBufferManagerV1Proxy.self)
  let buffer = manager.createU32RgbaBuffer(r: 0xFFFF_FFFF, g: 0x8000_0000, b: 0, a: 0xFFFF_FFFF)
  window.surface.attach(buffer: buffer, x: 0, y: 0)
  bench.viewporter.getViewport(surface: window.surface).setDestination(width: 1280, height: 720)
  window.surface.damageBuffer(x: 0, y: 0, width: .max, height: .max)
  window.surface.commit()
  buffer.destroy()
  manager.destroy()
  try bench.client.roundtrip()
  let picture = try bench.capture().picture
  var pixel: UInt32 = 0
  unsafe picture.withPixels { pixel = unsafe $0.load(fromByteOffset: picture.stride * 700 + 4 * 1200, as: UInt32.self) }
  #expect(pixel & 0xFF_FFFF == 0xFF_8000 || pixel & 0xFF_FFFF == 0xFF_7F00)
}

@Test func aScaleOfTwoDoesNotDivideASinglePixel() throws {
  try Offence("", "wl_surface", WlSurface.Error.invalidSize.rawValue) { bench in
    let surface = bench.surface()
    surface.attach(
      buffer: bench.client.bind(WpSinglePixelBufferManagerV1Proxy.self).createU32RgbaBuffer(r: 0, g: 0, b: 0, a: 0), x: 0, y: 0)
    surface.setBufferScale(scale: 2)
    surface.commit()
  }.check()
}

// MARK: zxdg_decoration

private let decorationOffences = [
  // of an object that does not come to be: posted on its maker
  Offence("two decorations of one window", "zxdg_decoration_manager_v1", ZxdgToplevelDecorationV1.Error.alreadyConstructed.rawValue) {
    let window = TestWindow($0.client)
    $0.decorations.getToplevelDecoration(toplevel: window.toplevel)
    $0.decorations.getToplevelDecoration(toplevel: window.toplevel)
  },
  Offence(
    "a decoration of a window with a buffer", "zxdg_decoration_manager_v1", ZxdgToplevelDecorationV1.Error.unconfiguredBuffer.rawValue
  ) {
    $0.decorations.getToplevelDecoration(toplevel: try $0.client.window().toplevel)
  },
  Offence("the window goes before its decoration", "zxdg_decoration_manager_v1", ZxdgToplevelDecorationV1.Error.orphaned.rawValue) {
    let window = TestWindow($0.client)
    $0.decorations.getToplevelDecoration(toplevel: window.toplevel)
    window.toplevel.destroy()
  },
  Offence(
    "the window goes before its decoration, after the manager", "zxdg_toplevel_decoration_v1",
    ZxdgToplevelDecorationV1.Error.orphaned.rawValue
  ) {
    let window = TestWindow($0.client)
    $0.decorations.getToplevelDecoration(toplevel: window.toplevel)
    $0.decorations.destroy()
    window.toplevel.destroy()
  },
  Offence("a mode that does not exist", "zxdg_toplevel_decoration_v1", 3) {
    $0.decorations.getToplevelDecoration(toplevel: TestWindow($0.client).toplevel).setMode(mode: .init(rawValue: 7))
  },
]

@Test(arguments: decorationOffences)
private func aWrongDecorationEndsItsClient(_ offence: Offence) throws { try offence.check() }

@Test(arguments: [ServiceConfiguration.Placement.fill, .natural])
func theDecorationModeComesWithAConfigure(placement: ServiceConfiguration.Placement) throws {
  var configuration = ServiceConfiguration.manual
  configuration.placement = placement
  let bench = try Bench(configuration)
  let window = TestWindow(bench.client)
  let decoration = bench.decorations.getToplevelDecoration(toplevel: window.toplevel)
  var modes: [UInt32] = []
  decoration.onEvent = { event in if case .configure(let mode) = event { modes.append(mode.rawValue) } }
  try bench.client.roundtrip()
  #expect(modes == [])
  let (client, server): (UInt32, UInt32) = (1, 2)
  decoration.setMode(mode: .clientSide)
  try bench.client.roundtrip()
  #expect(modes == [placement == .fill ? server : client])
  #expect(window.configures.isEmpty, "the client has not asked how to be")
  window.surface.commit()
  try bench.client.roundtrip()
  #expect(modes.last == (placement == .fill ? server : client))
  let configures = window.configures.count
  decoration.setMode(mode: .serverSide)
  try bench.client.roundtrip()
  #expect(modes.last == server)
  #expect(window.configures.count == configures + 1)
  decoration.setMode(mode: .clientSide)
  try bench.client.roundtrip()
  #expect(modes.last == (placement == .fill ? server : client))
  decoration.unsetMode()
  decoration.destroy()
  window.toplevel.destroy()
  #expect(bench.error() == nil)
}
