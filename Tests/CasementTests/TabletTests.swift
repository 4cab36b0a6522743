import CasementControl
import CasementTesting
import Geometry
import Input
import Scene
import Testing
import WaylandClient
import WaylandProtocols
import WaylandServer
import WindowModel

@testable import Casement

/// A client that knows of tablets, with a window at (100, 100) of 200×200.
private final class Scene {
  let bench: Bench
  let window: TestWindow
  let seat: ZwpTabletSeatV2Proxy
  let log = EventLog()
  private(set) var tablets: [ZwpTabletV2Proxy] = []
  private(set) var tools: [ZwpTabletToolV2Proxy] = []
  private(set) var proximitySerial: UInt32 = 0
  private(set) var downSerial: UInt32 = 0
  var service: WindowService { bench.service }
  var pen: TabletTool { service.seat.tablet.tool(.pen) }

  init() throws {
    bench = try Bench.natural()
    window = try bench.client.window(200, 200)
    let id = try #require(bench.service.clientWindows.keys.first)
    bench.service.perform(bench.service.model.place(id, at: Point(x: 100, y: 100)))
    seat = bench.client.bind(ZwpTabletManagerV2Proxy.self).getTabletSeat(seat: bench.client.seat)
    seat.onEvent = { [weak self] event in
      guard let self else { return }
      switch event {
      case .tabletAdded(let tablet):
        self.tablets.append(tablet)
        self.log.add("tablet")
        tablet.onEvent = { [weak self] event in
          switch event {
          case .name(let name): self?.log.add("name \(name)")
          case .done: self?.log.add("tablet done")
          default: self?.log.add("?")
          }
        }
      case .toolAdded(let tool):
        self.tools.append(tool)
        self.log.add("tool")
        tool.onEvent = { [weak self] in if let self { self.log.add(self.words($0)) } }
      case .padAdded: self.log.add("pad")
      }
    }
    try bench.client.roundtrip()
  }

  private func words(_ event: ZwpTabletToolV2Event) -> String {
    switch event {
    case .type(let type): return "type \(type.rawValue)"
    case .hardwareSerial, .hardwareIdWacom: return "hardware"
    case .capability(let capability): return "can \(capability.rawValue)"
    case .done: return "tool done"
    case .removed: return "removed"
    case .proximityIn(let serial, let tablet, let surface):
      proximitySerial = serial
      return "in \(tablet === tablets.first ? "tablet" : "?") \(surface === window.surface ? "window" : "another")"
    case .proximityOut: return "out"
    case .down(let serial):
      downSerial = serial
      return "down"
    case .up: return "up"
    case .motion(let x, let y): return "motion \(x),\(y)"
    case .pressure(let value): return "pressure \(value)"
    case .distance(let value): return "distance \(value)"
    case .tilt(let x, let y): return "tilt \(x),\(y)"
    case .rotation(let degrees): return "rotation \(degrees)"
    case .slider(let value): return "slider \(value)"
    case .wheel(let degrees, let clicks): return "wheel \(degrees) \(clicks)"
    case .button(_, let button, let state): return "button \(button) \(state.rawValue)"
    case .frame(let time): return "frame \(time)"
    }
  }

  func heard() throws -> [String] {
    try bench.client.roundtrip()
    return log.taken
  }

  /// Brings the pen into the window.
  func near() throws {
    pen.move(to: PrecisePoint(x: 150, y: 160))
    _ = try heard()
  }
}

@Test func theTabletComesWithItsFirstUseAndDescribesItself() throws {
  let scene = try Scene()
  #expect(try scene.heard() == [])
  scene.pen.move(to: PrecisePoint(x: 150, y: 160))
  #expect(
    try scene.heard() == [
      "tablet", "name Casement tablet", "tablet done", "tool", "type 320", "can 1", "can 2", "can 3", "can 4", "can 5", "can 6",
      "tool done", "in tablet window", "motion 50.0,60.0", "frame 1000",
    ])
  // one that comes later learns the same, and another tool comes with its own first use
  let late = scene.bench.client.bind(ZwpTabletManagerV2Proxy.self).getTabletSeat(seat: scene.bench.client.seat)
  var added: [String] = []
  late.onEvent = { event in
    switch event {
    case .tabletAdded: added.append("tablet")
    case .toolAdded: added.append("tool")
    case .padAdded: added.append("pad")
    }
  }
  try scene.bench.client.roundtrip()
  _ = scene.service.seat.tablet.tool(.eraser)
  try scene.bench.client.roundtrip()
  #expect(added == ["tablet", "tool", "tool"])
  #expect(try scene.heard().contains("type 321"))
}

@Test func aToolMovesTouchesAndLeavesInFrames() throws {
  let scene = try Scene()
  try scene.near()
  scene.pen.move(
    to: PrecisePoint(x: 151, y: 160),
    TabletTool.Axes(pressure: 0.5, distance: 1, tilt: (10, -20), rotation: 90, slider: -1, wheel: 30))
  #expect(
    try scene.heard() == [
      "motion 51.0,60.0", "pressure 32768", "distance 65535", "tilt 10.0,-20.0", "rotation 90.0", "slider -65535", "wheel 30.0 2",
      "frame 1000",
    ])
  scene.pen.move(to: PrecisePoint(x: 151, y: 160), TabletTool.Axes(pressure: 2))
  #expect(try scene.heard() == ["pressure 65535", "frame 1000"])
  scene.pen.button(TabletTool.tip, pressed: true)
  #expect(try scene.heard() == ["down", "frame 1000"])
  let client = try #require(scene.pen.target).client.id
  #expect(scene.service.seat.ledger.activeGrab(scene.downSerial, of: client) != nil)
  scene.pen.button(0x14B, pressed: true)
  // the window keeps it while it is held
  scene.pen.move(to: PrecisePoint(x: 500, y: 160))
  #expect(try scene.heard() == ["button 331 1", "frame 1000", "motion 400.0,60.0", "frame 1000"])
  scene.pen.button(TabletTool.tip, pressed: false)
  #expect(try scene.heard() == ["up", "frame 1000"])
  scene.pen.button(0x14B, pressed: false)
  #expect(try scene.heard().filter { !$0.hasPrefix("frame") } == ["button 331 0", "out"])
  scene.pen.move(to: PrecisePoint(x: 150, y: 160))
  #expect(try scene.heard() == ["in tablet window", "motion 50.0,60.0", "frame 1000"])
}

@Test func whatIsHeldIsLetGoBeforeTheToolLeaves() throws {
  let scene = try Scene()
  try scene.near()
  scene.pen.button(TabletTool.tip, pressed: true)
  scene.pen.button(0x14B, pressed: true)
  _ = try scene.heard()
  scene.pen.leave()
  #expect(try scene.heard() == ["button 331 0", "up", "out", "frame 1000"])
  #expect(scene.pen.leave() == nil)
  #expect(scene.pen.button(TabletTool.tip, pressed: true) == nil)
  #expect(try scene.heard() == [])
}

@Test func theTipMakesItsWindowKey() throws {
  let scene = try Scene()
  let first = try scene.service.id(of: scene.window.surface)
  let other = try scene.bench.witness.window(100, 100)
  let id = try #require(scene.service.clientWindows.keys.max())
  scene.service.perform(scene.service.model.place(id, at: Point(x: 600, y: 100)))
  #expect(scene.service.model.key != first)
  try scene.near()
  scene.pen.button(TabletTool.tip, pressed: true)
  #expect(scene.service.model.key == first)
  withExtendedLifetime(other) {}
}

@Test func aWindowUnderAStillToolIsEnteredAndADestroyedOneIsNot() throws {
  let scene = try Scene()
  scene.pen.move(to: PrecisePoint(x: 700, y: 500))
  _ = try scene.heard()
  let id = try #require(scene.service.clientWindows.keys.first)
  scene.service.perform(scene.service.model.place(id, at: Point(x: 690, y: 490)))
  #expect(try scene.heard() == ["in tablet window", "motion 10.0,10.0", "frame 1000"])
  scene.window.surface.destroy()
  #expect(try scene.heard() == [])
  #expect(scene.pen.target == nil)
}

@Test func theSessionsLockTakesTheToolsAway() throws {
  let scene = try Scene()
  try scene.near()
  scene.pen.button(TabletTool.tip, pressed: true)
  _ = try scene.heard()
  scene.service.perform(scene.service.model.setLocked(true))
  #expect(try scene.heard() == ["up", "out", "frame 1000"])
}

@Test func aClientThatKnowsNoTabletsSeesThePointer() throws {
  let bench = try Bench.natural()
  let pointer = PointerListener(bench.client)
  let window = try bench.client.window(200, 200)
  let id = try #require(bench.service.clientWindows.keys.first)
  bench.service.perform(bench.service.model.place(id, at: Point(x: 100, y: 100)))
  let pen = bench.service.seat.tablet.tool(.pen)
  pen.move(to: PrecisePoint(x: 150, y: 160))
  pen.button(TabletTool.tip, pressed: true)
  pen.move(to: PrecisePoint(x: 160, y: 160))
  pen.button(TabletTool.tip, pressed: false)
  pen.button(0x14B, pressed: true)
  pen.leave()
  try bench.client.roundtrip()
  #expect(
    pointer.log.taken.filter { $0 != "frame" } == [
      "enter it 50,60", "press 272", "motion 60,60", "release 272", "press 273", "release 273",
    ])
  withExtendedLifetime(window) {}
}

@Test func aToolHasACursorOfItsOwn() throws {
  let scene = try Scene()
  try scene.near()
  let cursor = scene.bench.surface()
  let tool = try #require(scene.tools.first)
  tool.setCursor(serial: scene.proximitySerial &+ 1, surface: cursor, hotspotX: 1, hotspotY: 2)
  _ = try scene.heard()
  guard case .shape = scene.pen.cursor else {
    Issue.record("a serial that is wrong sets no cursor")
    return
  }
  tool.setCursor(serial: scene.proximitySerial, surface: cursor, hotspotX: 1, hotspotY: 2)
  cursor.attach(buffer: scene.bench.client.makeBuffer(4, 4, 0xFF12_3456), x: 0, y: 0)
  cursor.commit()
  _ = try scene.heard()
  let main = try #require(scene.service.model.mainScreen)
  let frame = try #require(SceneBuilder.frame(of: main, in: scene.service, cursor: true)).frame
  #expect(frame.elements.contains { $0.destination == Rect(x: 149, y: 158, width: 4, height: 4) })
  tool.setCursor(serial: scene.proximitySerial, surface: nil, hotspotX: 0, hotspotY: 0)
  _ = try scene.heard()
  guard case .hidden = scene.pen.cursor else {
    Issue.record("no surface hides the cursor")
    return
  }
  let device = scene.bench.client.bind(WpCursorShapeManagerV1Proxy.self).getTabletToolV2(tabletTool: tool)
  device.setShape(serial: scene.proximitySerial, shape: .crosshair)
  _ = try scene.heard()
  guard case .shape(.crosshair) = scene.pen.cursor else {
    Issue.record("a shape is the tool's")
    return
  }
}

@Test(arguments: ["toplevel", "pointer", "another tool"]) func aCursorSurfaceIsThatOfOneTool(role: String) throws {
  let scene = try Scene()
  try scene.near()
  _ = scene.service.seat.tablet.tool(.eraser)
  _ = try scene.heard()
  let surface = role == "toplevel" ? TestWindow(scene.bench.client).surface : scene.bench.surface()
  if role == "pointer" { scene.bench.client.seat.getPointer().setCursor(serial: 0, surface: surface, hotspotX: 0, hotspotY: 0) }
  if role == "another tool" { scene.tools[1].setCursor(serial: 0, surface: surface, hotspotX: 0, hotspotY: 0) }
  scene.tools[0].setCursor(serial: 0, surface: surface, hotspotX: 0, hotspotY: 0)
  #expect(isError(scene.bench.client.failure(), "zwp_tablet_tool_v2", ZwpTabletToolV2.Error.role.rawValue))
}

@Test func objectsOfATabletMayGoInAnyOrder() throws {
  let scene = try Scene()
  try scene.near()
  scene.seat.destroy()
  _ = try scene.heard()
  scene.pen.move(to: PrecisePoint(x: 151, y: 160))
  #expect(try scene.heard() == ["motion 51.0,60.0", "frame 1000"])
  scene.tablets[0].destroy()
  _ = try scene.heard()
  scene.pen.move(to: PrecisePoint(x: 700, y: 500))
  scene.pen.move(to: PrecisePoint(x: 151, y: 160))
  _ = scene.service.seat.tablet.tool(.lens)
  #expect(try scene.heard() == [])
  scene.tools[0].destroy()
  #expect(scene.bench.client.failure() == nil)
}

@Test func theControlSocketHasATablet() throws {
  let scene = try Scene()
  let controller = try #require(scene.service.controller)
  var outcomes: [String] = []
  func reply() -> ControlReply<InputResult> {
    ControlReply { result in
      switch result {
      case .success(let value): outcomes.append("\(value.delivered.count)")
      case .failure(let error): outcomes.append(error.message)
      }
    }
  }
  controller.pressTablet(TabletParameters(to: PointSpec(x: 150, y: 160), pressure: 1), reply: reply())
  controller.moveTablet(TabletParameters(to: PointSpec(x: 151, y: 160)), reply: reply())
  controller.releaseTablet(TabletParameters(), reply: reply())
  controller.pressTabletButton(TabletButton.Parameters(number: 1, action: .down), reply: reply())
  controller.leaveTablet(LeaveTablet.Parameters(), reply: reply())
  controller.moveTablet(TabletParameters(to: PointSpec(x: 1, y: 1), pressure: 1.5), reply: reply())
  var heard = try scene.heard()
  for _ in 0..<50 where outcomes.count < 6 { heard += try scene.heard() }
  #expect(
    heard.drop { $0 != "tool done" }.dropFirst().filter { !$0.hasPrefix("frame") } == [
      "in tablet window", "motion 50.0,60.0", "pressure 65535", "down", "motion 51.0,60.0", "up", "button 331 1", "button 331 0", "out",
    ])
  #expect(outcomes.prefix(5) == ["1", "1", "1", "1", "1"])
  #expect(outcomes.last?.hasPrefix("pressure is 1.5") == true)
}
