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

@Test func field43SubsurfacesThatReachBeyondTheNumbers() throws {
  let bench = try Bench.natural(.sized(320, 240))
  let window = try bench.client.window(100, 100)
  for (x, y) in [(Int32.min, Int32.min), (.max, .max)] {
    let child = bench.client.child(of: window.surface, x, y, 4, 4, 0xFF00_FF00)
    bench.viewporter.getViewport(surface: child.surface).setDestination(width: .max, height: .max)
    child.surface.commit()
  }
  try bench.client.roundtrip()
  // every way from here on has numbers larger than the wire's
  window.toplevel.setMaximized()
  window.toplevel.unsetMaximized()
  window.toplevel.setFullscreen(output: nil)
  window.toplevel.unsetFullscreen()
  try bench.client.roundtrip()
  let pointer = PointerListener(bench.client)
  bench.move(10, 10)
  bench.service.injectTouchDown(0, at: PrecisePoint(x: 300, y: 200))
  bench.service.injectTouchMotion(0, to: PrecisePoint(x: 310, y: 200))
  let popup = PopupProbe(bench.client, on: window.xdgSurface, bench.client.menu(.max, .min, .max, .max))
  popup.surface.commit()
  try bench.client.roundtrip()
  let id = try bench.id(of: window.surface)
  _ = try bench.capture()
  bench.service.perform(bench.service.model.place(id, at: Point(x: .max, y: .min), size: Size(width: .max, height: .max)))
  _ = try bench.service.controller.windows()
  try bench.change { $0.transform = .rotated90 }
  try bench.change { $0.scale = 8 }
  #expect(bench.error() == nil)
  #expect(bench.service.model.violations() == [])
  _ = pointer
}

@Test func field44AWindowOfTheExtensionWithExtremeContent() throws {
  let bench = try Bench.filled(.sized(320, 240))
  let base = TestWindow(bench.client)
  let window = bench.client.bind(CasementManagerV1Proxy.self).getWindow(toplevel: base.toplevel)
  var frames = 0
  window.onEvent = { event in if case .frameChanged = event { frames += 1 } }
  base.surface.commit()
  try bench.client.roundtrip()
  bench.viewporter.getViewport(surface: base.surface).setDestination(width: .max, height: .max)
  base.xdgSurface.setWindowGeometry(x: .max - 1, y: .max - 1, width: .max, height: .max)
  base.show(10, 10, 0xFFFF_0000)
  window.setHidden(hidden: 0)
  window.setOrientations(orientations: .init(rawValue: 1))
  try bench.client.roundtrip()
  try bench.change { $0.transform = .rotated270 }
  base.toplevel.setMaximized()
  base.toplevel.setFullscreen(output: nil)
  try bench.client.roundtrip()
  bench.move(5, 5)
  _ = try bench.capture()
  _ = bench.service.capture(window: try bench.id(of: base.surface))
  #expect(bench.error() == nil && frames > 0)
}

@Test func field45ATouchStepOfAControllerIsHeldToItsFingers() throws {
  let bench = try Bench()
  for id in [-1, 32, Int(Int32.max) + 1, .max, .min] {
    var error: ControlError?
    let point = try PointSpec(parsing: "5,5")
    bench.service.controller.touch(
      .init(steps: [TouchStep(.down, id: id, to: point)]),
      reply: ControlReply { result in if case .failure(let failure) = result { error = failure } })
    #expect(error?.message.contains("0 to 31") == true, "\(id)")
  }
  #expect(bench.service.seat.touch.fingersDown.isEmpty)
}
