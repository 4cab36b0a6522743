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

/// A window with a buffer that is painted a little at a time.
private func paint(_ bench: Bench, _ repainters: [Repainter], _ width: Int, _ height: Int) throws {
  let window = TestWindow(bench.client)
  window.surface.commit()
  try bench.client.roundtrip()
  let canvas = Canvas(bench.client, width, height, 0xFFFF_FFFF)
  window.surface.attach(buffer: canvas.buffer, x: 0, y: 0)
  window.surface.damage(x: 0, y: 0, width: .max, height: .max)
  window.surface.commit()
  try bench.client.roundtrip()
  for repainter in repainters { try repainter.repaint() }
  for step in 0..<12 {
    let (x, y) = (step * 37 % (width - 9), step * 53 % (height - 7))
    canvas.fill(x, y, 9, 7, 0xFF00_0000 | UInt32(step * 1_234_567 & 0xFF_FFFF))
    window.surface.damage(x: Int32(x), y: Int32(y), width: 9, height: 7)
    window.surface.commit()
    bench.move(Double(x), Double(y))
    try bench.client.roundtrip()
    for repainter in repainters { try repainter.repaint() }
  }
}

@Test(arguments: [1, 1.5, 2])
func field46AMirrorIsRepaintedAsTheScreenThatItShows(scale: Double) throws {
  let bench = try Bench.filled(.sized(320, 240, name: "main"), .sized(200, 300, scale: scale, name: "mirror"))
  #expect(bench.service.model.screens[1].mirrors != nil)
  let repainters = [try Repainter(bench, 0), try Repainter(bench, 1), try Repainter(bench, 1, cursor: true)]
  try paint(bench, repainters, 320, 240)
}

@Test(arguments: [ScreenOverscan.Compensation.scale, .inset, .none])
func field47AScreenWithOverscanIsRepaintedWhereItsPictureIs(compensation: ScreenOverscan.Compensation) throws {
  var spec = ScreenSpec.sized(320, 240, name: "tv")
  spec.overscan = ScreenOverscan(top: 9, left: 13, bottom: 7, right: 21)
  spec.compensation = compensation
  let bench = try Bench.filled(spec)
  let bounds = try #require(bench.service.model.screens.first).windowBounds
  #expect((bounds.width == 286) == (compensation == .inset))
  try paint(bench, [try Repainter(bench, 0), try Repainter(bench, 0, cursor: true)], bounds.width, bounds.height)
}

@Test(arguments: ["destroyed", "unmapped", "hidden", "killed", "fullscreen", "locked"], [false, true])
func field48AWindowThatGoesWhileItIsDraggedLeavesThePointerFree(how: String, isResize: Bool) throws {
  let bench = try Bench.natural(.sized(640, 480))
  let (pointer, foreign) = (PointerListener(bench.client), PointerListener(bench.witness))
  let window = try bench.window(100, 100, 200, 150)
  let other = try bench.window(0, 0, 640, 480, of: bench.witness)
  bench.service.perform(bench.service.model.raise(try bench.id(of: window.surface)))
  bench.move(110, 110)
  bench.button(true)
  try bench.client.roundtrip()
  if isResize {
    window.toplevel.resize(seat: bench.client.seat, serial: pointer.pressSerial, edges: .topLeft)
  } else {
    window.toplevel.move(seat: bench.client.seat, serial: pointer.pressSerial)
  }
  try bench.client.roundtrip()
  bench.move(90, 95)
  #expect(bench.service.model.interaction != nil)
  switch how {
  case "destroyed": window.surface.destroy()
  case "unmapped":
    window.surface.attach(buffer: nil, x: 0, y: 0)
    window.surface.commit()
  case "hidden": bench.service.perform(bench.service.model.setHidden(try bench.id(of: window.surface), true))
  case "killed": try bench.kill(bench.client)
  case "fullscreen": window.toplevel.setFullscreen(output: nil)
  default: bench.service.perform(bench.service.model.setLocked(true))
  }
  if how != "killed" { try bench.client.roundtrip() }
  #expect(bench.service.model.interaction == nil)
  bench.move(300, 300)
  bench.button(false)
  if how == "locked" { bench.service.perform(bench.service.model.setLocked(false)) }
  try bench.witness.roundtrip()
  _ = foreign.log.taken
  bench.move(600, 400)
  bench.button(true)
  bench.button(false)
  try bench.witness.roundtrip()
  let heard = foreign.log.taken.filter { $0.hasPrefix("press") || $0.hasPrefix("release") }
  #expect(heard == (how == "fullscreen" ? [] : ["press 272", "release 272"]))
  #expect(bench.service.model.violations() == [])
  _ = other
}

@Test func field49APopupsSubsurfaceIsShownAndTakesInput() throws {
  let bench = try Bench.natural(.sized(320, 240))
  let pointer = PointerListener(bench.client)
  let window = try bench.window(10, 10, 100, 100)
  let repainter = try Repainter(bench)
  let popup = PopupProbe(bench.client, on: window.xdgSurface, bench.client.menu(50, 50, 60, 60))
  try popup.map()
  let child = bench.client.child(of: popup.surface, 50, 50, 30, 30, 0xFF00_00FF)
  pointer.names[ObjectIdentifier(child.surface)] = "child"
  try bench.client.roundtrip()
  try repainter.repaint()
  #expect(try bench.pixel(130, 130) == 0x00_00FF)
  bench.move(130, 130)
  try bench.client.roundtrip()
  #expect(pointer.log.taken == ["enter child 20,20", "frame"])
  child.surface.attach(buffer: nil, x: 0, y: 0)
  child.surface.commit()
  try bench.client.roundtrip()
  try repainter.repaint()
  #expect(pointer.log.taken == ["leave child", "frame"])
}

@Test func field50ScreensThatComeAndGoWithoutEnd() throws {
  let bench = try Bench.filled(.sized(320, 240, name: "main"))
  let window = try bench.client.window(320, 240)
  let id = try bench.id(of: window.surface)
  for round in 0..<100 {
    let screen = try bench.service.connectScreen(.sized(100 + round, 100, name: "other"))
    if round % 2 == 0 { bench.service.perform(bench.service.model.setScreen(id, screen)) }
    let output = bench.client.bind(WlOutputProxy.self, index: bench.client.globals.count { $0.interface == "wl_output" } - 1)
    try bench.client.roundtrip()
    bench.service.perform(bench.service.model.removeScreen(screen))
    try bench.client.roundtrip()
    output.release()
  }
  #expect(bench.error() == nil && bench.client.globals.count { $0.interface == "wl_output" } == 1)
  #expect(bench.service.outputs.count == 1 && bench.service.model.violations() == [])
  #expect(try bench.surface(of: window.surface).enteredScreen?.name == "main")
}
