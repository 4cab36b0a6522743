import CasementControl
import CasementTesting
import Geometry
import Testing
import WaylandClient
import WaylandProtocols
import WaylandServer
import WindowModel

@testable import Casement

/// A window of the client at (100, 100), of 200×200, with the pointer in it at (120, 130), and a virtual pointer of another client.
private struct Scene {
  let bench: Bench
  let pointer: PointerListener
  let window: TestWindow
  let manager: ZwlrVirtualPointerManagerV1Proxy
  let virtual: ZwlrVirtualPointerV1Proxy

  init() throws {
    bench = try Bench.natural()
    pointer = PointerListener(bench.client)
    window = try bench.client.window(200, 200)
    let id = try #require(bench.service.clientWindows.keys.first)
    bench.service.perform(bench.service.model.place(id, at: Point(x: 100, y: 100)))
    bench.move(120, 130)
    manager = bench.witness.bind(ZwlrVirtualPointerManagerV1Proxy.self)
    virtual = manager.createVirtualPointer(seat: nil)
    _ = try heard()
  }

  func heard() throws -> [String] {
    try bench.witness.roundtrip()
    try bench.client.roundtrip()
    return pointer.log.taken
  }
}

@Test(arguments: ["axis", "stop", "discrete", "source"])
func scrollingThatIsNoneEndsTheClient(request: String) throws {
  let code = request == "source" ? ZwlrVirtualPointerV1.Error.invalidAxisSource : .invalidAxis
  try Offence(request, "zwlr_virtual_pointer_v1", code.rawValue) { bench in
    let virtual = bench.client.bind(ZwlrVirtualPointerManagerV1Proxy.self).createVirtualPointer(seat: bench.client.seat)
    switch request {
    case "axis": virtual.axis(time: 0, axis: .init(rawValue: 2), value: 1)
    case "stop": virtual.axisStop(time: 0, axis: .init(rawValue: 2))
    case "discrete": virtual.axisDiscrete(time: 0, axis: .init(rawValue: 2), value: 1, discrete: 1)
    default: virtual.axisSource(axisSource: .init(rawValue: 4))
    }
  }.check()
}

@Test func aButtonStateThatIsNoneEndsTheClient() throws {
  try Offence("", "wl_display", 3) { bench in
    bench.client.bind(ZwlrVirtualPointerManagerV1Proxy.self).createVirtualPointer(seat: nil).button(
      time: 0, button: Bench.left, state: .init(rawValue: 2))
  }.check()
}

@Test func eventsOfAVirtualPointerWaitForTheirFrame() throws {
  let scene = try Scene()
  scene.virtual.motion(time: 0, dx: 7, dy: 22)
  scene.virtual.button(time: 0, button: Bench.left, state: .pressed)
  scene.virtual.axis(time: 0, axis: .verticalScroll, value: 5)
  #expect(try scene.heard() == [])
  scene.virtual.frame()
  #expect(
    try scene.heard() == ["motion 27,52", "press 272", "direction 0 0", "axis 0 5", "frame"])
  scene.virtual.frame()
  #expect(try scene.heard() == [])
  scene.virtual.button(time: 0, button: Bench.left, state: .released)
  scene.virtual.button(time: 0, button: Bench.right, state: .pressed)
  scene.virtual.frame()
  #expect(try scene.heard().filter { $0 != "frame" } == ["release 272", "press 273"])
}

@Test func scrollingHasOneSourceAndItsClicks() throws {
  let scene = try Scene()
  scene.virtual.axisDiscrete(time: 0, axis: .horizontalScroll, value: 5, discrete: 4)
  scene.virtual.axisDiscrete(time: 0, axis: .horizontalScroll, value: 10, discrete: 1)
  scene.virtual.axisSource(axisSource: .wheel)
  scene.virtual.frame()
  #expect(try scene.heard() == ["source 0", "direction 1 0", "value120 1 600", "axis 1 15", "frame"])
  scene.virtual.axisSource(axisSource: .finger)
  scene.virtual.axis(time: 0, axis: .verticalScroll, value: -2)
  scene.virtual.axisStop(time: 0, axis: .verticalScroll)
  scene.virtual.frame()
  #expect(try scene.heard() == ["source 1", "direction 0 0", "axis 0 -2", "stop 0", "frame"])
  // a source is that of its frame
  scene.virtual.axis(time: 0, axis: .verticalScroll, value: 1)
  scene.virtual.frame()
  #expect(try scene.heard() == ["direction 0 0", "axis 0 1", "frame"])
}

@Test func clicksWithoutEndDoNotOverflow() throws {
  let scene = try Scene()
  scene.virtual.axisDiscrete(time: 0, axis: .verticalScroll, value: 5, discrete: .max)
  scene.virtual.frame()
  #expect(try scene.heard() == ["direction 0 0", "axis 0 5", "frame"])
}

@Test func anAbsolutePlaceIsAPartOfAllScreensOrOfOne() throws {
  var configuration = ServiceConfiguration.manual
  configuration.screens = [ScreenSpec(width: 400, height: 300), ScreenSpec(width: 200, height: 100)]
  configuration.placement = .natural
  let bench = try Bench(configuration)
  let manager = bench.client.bind(ZwlrVirtualPointerManagerV1Proxy.self)
  let all = manager.createVirtualPointer(seat: nil)
  all.motionAbsolute(time: 0, x: 1, y: 1, xExtent: 2, yExtent: 3)
  all.frame()
  try bench.client.roundtrip()
  #expect(bench.service.seat.pointer.position == PrecisePoint(x: 300, y: 100))
  let one = manager.createVirtualPointerWithOutput(seat: bench.client.seat, output: bench.client.bind(WlOutputProxy.self, index: 1))
  one.motionAbsolute(time: 0, x: 1, y: 1, xExtent: 2, yExtent: 2)
  one.frame()
  try bench.client.roundtrip()
  #expect(bench.service.seat.pointer.position == PrecisePoint(x: 500, y: 50))
  // the last place of the extent is still on the screen, and an area of no size has no places
  one.motionAbsolute(time: 0, x: 2, y: 2, xExtent: 2, yExtent: 2)
  one.motionAbsolute(time: 0, x: 0, y: 0, xExtent: 0, yExtent: 2)
  one.motionAbsolute(time: 0, x: 0, y: 0, xExtent: 2, yExtent: 0)
  one.frame()
  try bench.client.roundtrip()
  #expect(bench.service.seat.pointer.position == PrecisePoint(x: 600 - 1 / 256, y: 100 - 1 / 256))
}

@Test func aVirtualPointerThatGoesLetsGoOfItsButtons() throws {
  let scene = try Scene()
  scene.virtual.button(time: 0, button: Bench.left, state: .pressed)
  scene.virtual.button(time: 0, button: Bench.right, state: .pressed)
  scene.virtual.frame()
  scene.virtual.motion(time: 0, dx: 5, dy: 5)
  #expect(try scene.heard() == ["press 272", "press 273", "frame"])
  scene.virtual.destroy()
  #expect(try scene.heard().filter { $0 != "frame" } == ["release 273", "release 272"])
  #expect(scene.bench.service.seat.pointer.heldButtons == [])
}

@Test func aButtonHeldOnTwoPointersIsReleasedByTheSecond() throws {
  let scene = try Scene()
  let second = scene.manager.createVirtualPointer(seat: nil)
  for pointer in [scene.virtual, second] {
    pointer.button(time: 0, button: Bench.left, state: .pressed)
    pointer.frame()
  }
  #expect(try scene.heard() == ["press 272", "frame"])
  scene.virtual.button(time: 0, button: Bench.left, state: .released)
  scene.virtual.frame()
  #expect(try scene.heard() == [])
  second.button(time: 0, button: Bench.left, state: .released)
  second.frame()
  #expect(try scene.heard() == ["release 272", "frame"])
}

@Test func framesThatNeverComeDoNotFillTheMemory() throws {
  let scene = try Scene()
  for _ in 0..<3000 { scene.virtual.motion(time: 0, dx: 0.125, dy: 0) }
  _ = try scene.heard()
  // twice as many as are kept were carried out
  #expect(scene.bench.service.seat.pointer.position == PrecisePoint(x: 120 + 2048 * 0.125, y: 130))
}

@Test func virtualDevicesChangeNoCapability() throws {
  let bench = try Bench()
  var told: [UInt32] = []
  let seat = bench.client.bind(WlSeatProxy.self)
  seat.onEvent = { event in if case .capabilities(let capabilities) = event { told.append(capabilities.rawValue) } }
  try bench.client.roundtrip()
  let pointer = bench.witness.bind(ZwlrVirtualPointerManagerV1Proxy.self).createVirtualPointer(seat: nil)
  let keyboard = bench.witness.bind(ZwpVirtualKeyboardManagerV1Proxy.self).createVirtualKeyboard(seat: bench.witness.seat)
  try bench.witness.roundtrip()
  pointer.destroy()
  keyboard.destroy()
  try bench.witness.roundtrip()
  try bench.client.roundtrip()
  #expect(told == [7])
}
