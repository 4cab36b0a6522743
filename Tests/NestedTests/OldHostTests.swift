import CasementControl
import CasementTesting
import Geometry
import Input
import Nested
import Rendering
import Scene
import Surfaces
import Testing
import WaylandClient
import WaylandProtocols
import WindowModel

@testable import Casement

/// Hosts that offer less, or only older versions.
@Suite struct OldHostTests {
  private func onWindow(_ stage: NestedStage, _ x: Double, _ y: Double) -> PrecisePoint<LayoutPoints> {
    let frame = stage.host.service.model.frame(of: stage.hostWindows[0])!
    return PrecisePoint(x: Double(frame.x) + x, y: Double(frame.y) + y)
  }

  @Test(arguments: [1, 2, 3, 4, 5, 6, 7, 8, 9] as [UInt32]) func seatsOfAnyVersionWork(version: UInt32) throws {
    var options = NestedOptions()
    options.limits = ["wl_seat": version, "wl_data_device_manager": min(version, 3)]
    let stage = try NestedStage(options: options)
    let window = try stage.makeWindow(0xFFFF_0000)
    let log = SeatLog(window.client)
    func heard() throws -> [String] {
      stage.settle()
      try window.client.roundtrip()
      return log.take()
    }
    _ = try heard()
    let host = stage.host.service
    host.injectPointerMotion(to: onWindow(stage, 10, 20))
    host.injectButton(pressed: true)
    host.injectButton(pressed: false)
    #expect(try heard() == ["pointer enter 10.0,20.0", "button 272 down", "button 272 up"])
    host.injectScroll(AxisEvent(source: .wheel, vertical: .init(value: 15, value120: 120)))
    let scrolled = try heard()
    #expect(scrolled.contains("axis 0 15.0"))
    // steps are known since version 5
    #expect(scrolled.contains("value120 0 120") == (version >= 5))
    host.injectKey(30, pressed: true)
    host.injectKey(30, pressed: false)
    #expect(try heard() == ["key 30 down", "key 30 up"])
    host.injectTouchDown(0, at: onWindow(stage, 10, 20))
    host.injectTouchUp(0)
    #expect(try heard() == ["touch 0 down 10.0,20.0", "touch frame", "touch 0 up", "touch frame"])
    stage.backend.stop()
    #expect(try heard().contains("pointer leave"))
    #expect(stage.ends == [])
  }

  @Test func shapesAreDrawnWhereTheHostDoesNotKnowThem() throws {
    var options = NestedOptions()
    options.limits = ["wp_cursor_shape_manager_v1": 0]
    let stage = try NestedStage(options: options)
    _ = try stage.makeWindow(0xFFFF_0000)
    stage.host.service.injectPointerMotion(to: onWindow(stage, 10, 20))
    stage.settle()
    stage.service.seat.pointer.cursor = .shape(.text)
    stage.settle()
    guard case .surface(let shown) = stage.host.service.seat.pointer.cursor else { Issue.record("no picture"); return }
    let picture = try #require(stage.service.pointerPixels(scale: 1))
    #expect(shown.hotspot == Point(x: picture.hotspot.x, y: picture.hotspot.y))
    #expect(shown.surface.state.size == Size(width: picture.pixels.size.width, height: picture.pixels.size.height))
  }

  @Test func aHostOfWholeScalesGivesWholeScales() throws {
    var options = NestedOptions()
    options.limits = ["wp_viewporter": 0, "wp_fractional_scale_manager_v1": 0]
    let stage = try NestedStage(placement: .fill, hostScreen: ScreenSpec(width: 1200, height: 800).scaled(2), options: options)
    stage.step(2)
    #expect(stage.screen.scale120 == 240)
    #expect(stage.screen.mode.size == Size(width: 1200, height: 800))
    #expect(stage.isShownTruly)
  }

  @Test(arguments: [4, 5, 6] as [UInt32]) func theScaleComesFromTheOutputWhereSurfacesAreNotToldOne(version: UInt32) throws {
    var options = NestedOptions()
    options.limits = ["wl_compositor": version, "wp_fractional_scale_manager_v1": 0]
    var screen = ScreenSpec(width: 800, height: 600).scaled(2)
    screen.transform = .rotated270
    let stage = try NestedStage(placement: .fill, hostScreen: screen, options: options)
    stage.step(2)
    #expect(stage.screen.scale120 == 240)
    #expect(stage.screen.transform == .rotated270)
    #expect(stage.screen.pixelSize == Size(width: 600, height: 800))
    #expect(stage.isShownTruly)
  }

  @Test func aHostWithNothingButTheLeastShowsAWindow() throws {
    var options = NestedOptions()
    let least = ["wl_compositor", "wl_shm", "xdg_wm_base"]
    for global in GlobalTable.entries.map(\.interface) + ["wl_seat", "wl_output"] where !least.contains(global) {
      options.limits[global] = 0
    }
    options.limits["wl_compositor"] = 4
    options.limits["xdg_wm_base"] = 1
    let stage = try NestedStage(options: options)
    let window = try stage.makeWindow(0xFFFF_0000)
    stage.step(2)
    #expect(stage.pixel(3, 3) == 0xFFFF_0000)
    window.show(320, 200, 0xFF00_FF00)
    try window.client.roundtrip()
    stage.step(2)
    #expect(stage.pixel(3, 3) == 0xFF00_FF00)
    #expect(stage.isShownTruly)
  }
}
