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

/// The tools of a host's tablet, and gestures on its touchpad, on our windows.
@Suite struct TabletTests {
  let stage: NestedStage
  let window: TestWindow

  init() throws {
    stage = try NestedStage()
    window = try stage.makeWindow(0xFFFF_0000)
  }

  private var pen: TabletTool { stage.host.service.seat.tablet.tool(.pen) }

  private func onWindow(_ x: Double, _ y: Double) -> PrecisePoint<LayoutPoints> {
    let frame = stage.host.service.model.frame(of: stage.hostWindows[0])!
    return PrecisePoint(x: Double(frame.x) + x, y: Double(frame.y) + y)
  }

  private func settle() throws {
    for _ in 0..<2 {
      stage.settle()
      try window.client.roundtrip()
    }
  }

  /// What a client hears of tools, as short lines.
  private final class Log {
    private(set) var lines: [String] = []
    private(set) var tool: ZwpTabletToolV2Proxy?
    private(set) var proximitySerial: UInt32 = 0
    private let seat: ZwpTabletSeatV2Proxy

    init(_ client: TestClient) {
      seat = client.bind(ZwpTabletManagerV2Proxy.self).getTabletSeat(seat: client.seat)
      seat.onEvent = { [unowned self] event in
        guard case .toolAdded(let tool) = event else { return }
        self.tool = tool
        tool.onEvent = { [unowned self] in self.hear($0) }
      }
    }

    private func hear(_ event: ZwpTabletToolV2Event) {
      switch event {
      case .type(let type): lines.append("type \(type.rawValue)")
      case .hardwareSerial, .hardwareIdWacom, .capability, .done, .removed: break
      case .proximityIn(let serial, _, _):
        proximitySerial = serial
        lines.append("in")
      case .proximityOut: lines.append("out")
      case .down: lines.append("down")
      case .up: lines.append("up")
      case .motion(let x, let y): lines.append("motion \(x),\(y)")
      case .pressure(let value): lines.append("pressure \(value)")
      case .distance(let value): lines.append("distance \(value)")
      case .tilt(let x, let y): lines.append("tilt \(x),\(y)")
      case .rotation(let degrees): lines.append("rotation \(degrees)")
      case .slider(let value): lines.append("slider \(value)")
      case .wheel(let degrees, let clicks): lines.append("wheel \(degrees) \(clicks)")
      case .button(_, let button, let state): lines.append("button \(button) \(state.rawValue)")
      case .frame: lines.append("frame")
      }
    }

    func take() -> [String] {
      defer { lines = [] }
      return lines
    }
  }

  @Test func aToolOfTheHostIsAToolOfOurs() throws {
    let log = Log(window.client)
    try settle()
    pen.move(to: onWindow(10.5, 20.25))
    try settle()
    #expect(log.take() == ["type 320", "in", "motion 10.5,20.25", "frame"])
    pen.move(
      to: onWindow(11, 21), TabletTool.Axes(pressure: 0.5, distance: 1, tilt: (10, -20), rotation: 90, slider: -1, wheel: 30))
    try settle()
    #expect(
      log.take() == [
        "motion 11.0,21.0", "pressure 32768", "distance 65535", "tilt 10.0,-20.0", "rotation 90.0", "slider -65535", "wheel 30.0 2",
        "frame",
      ])
    pen.button(TabletTool.tip, pressed: true)
    pen.button(0x14B, pressed: true)
    try settle()
    #expect(log.take() == ["down", "frame", "button 331 1", "frame"])
    pen.button(0x14B, pressed: false)
    pen.button(TabletTool.tip, pressed: false)
    try settle()
    #expect(log.take() == ["button 331 0", "frame", "up", "frame"])
    pen.leave()
    try settle()
    #expect(log.take() == ["out", "frame"])
  }

  @Test func theToolsPictureIsShownByTheHost() throws {
    let log = Log(window.client)
    try settle()
    pen.move(to: onWindow(10, 20))
    try settle()
    let cursor = window.client.compositor.createSurface()
    cursor.attach(buffer: window.client.makeBuffer(6, 8, 0xFF12_3456), x: 0, y: 0)
    cursor.commit()
    let tool = try #require(log.tool)
    tool.setCursor(serial: log.proximitySerial, surface: cursor, hotspotX: 1, hotspotY: 2)
    try settle()
    guard case .surface(let shown) = pen.cursor else { Issue.record("no picture"); return }
    #expect(shown.hotspot == Point(x: 1, y: 2))
    #expect(shown.surface.state.size == Size(width: 6, height: 8))
    let shapes = window.client.bind(WpCursorShapeManagerV1Proxy.self).getTabletToolV2(tabletTool: tool)
    shapes.setShape(serial: log.proximitySerial, shape: .crosshair)
    try settle()
    guard case .shape(.crosshair) = pen.cursor else { Issue.record("no shape"); return }
  }

  @Test func aClientThatKnowsNoTabletsSeesThePointer() throws {
    let log = SeatLog(window.client)
    try settle()
    _ = log.take()
    pen.move(to: onWindow(10, 20))
    pen.button(TabletTool.tip, pressed: true)
    pen.button(TabletTool.tip, pressed: false)
    try settle()
    #expect(log.take() == ["pointer enter 10.0,20.0", "button 272 down", "button 272 up"])
    // the pointer is where the tool is: it is not drawn a second time
    stage.step(2)
    #expect(stage.isShownTruly)
  }

  @Test func aToolOfAWindowThatGoesIsTakenAway() throws {
    let log = Log(window.client)
    try settle()
    pen.move(to: onWindow(10, 20))
    pen.button(TabletTool.tip, pressed: true)
    try settle()
    _ = log.take()
    stage.backend.stop()
    try settle()
    #expect(log.take() == ["up", "out", "frame"])
  }

  @Test func gesturesArePassedOn() throws {
    let pointer = window.client.seat.getPointer()
    let manager = window.client.bind(ZwpPointerGesturesV1Proxy.self)
    var lines: [String] = []
    let swipe = manager.getSwipeGesture(pointer: pointer)
    swipe.onEvent = { event in
      switch event {
      case .begin(_, _, _, let fingers): lines.append("swipe \(fingers)")
      case .update(_, let x, let y): lines.append("by \(x),\(y)")
      case .end(_, _, let cancelled): lines.append("end \(cancelled)")
      }
    }
    let pinch = manager.getPinchGesture(pointer: pointer)
    pinch.onEvent = { event in
      switch event {
      case .begin(_, _, _, let fingers): lines.append("pinch \(fingers)")
      case .update(_, let x, let y, let scale, let rotation): lines.append("by \(x),\(y) to \(scale) turned \(rotation)")
      case .end(_, _, let cancelled): lines.append("end \(cancelled)")
      }
    }
    let hold = manager.getHoldGesture(pointer: pointer)
    hold.onEvent = { event in
      switch event {
      case .begin(_, _, _, let fingers): lines.append("hold \(fingers)")
      case .end(_, _, let cancelled): lines.append("end \(cancelled)")
      }
    }
    try settle()
    stage.host.service.injectPointerMotion(to: onWindow(10, 20))
    try settle()
    let gestures = stage.host.service.seat.gestures
    gestures.begin(.swipe, fingers: 3)
    gestures.update(by: PrecisePoint(x: 2.5, y: -1))
    gestures.end(isCancelled: false)
    gestures.begin(.pinch, fingers: 2)
    gestures.update(by: PrecisePoint(x: 0, y: 1), scale: 1.5, rotation: 10)
    gestures.end(isCancelled: true)
    gestures.begin(.hold, fingers: 4)
    gestures.end(isCancelled: false)
    try settle()
    #expect(lines == ["swipe 3", "by 2.5,-1.0", "end 0", "pinch 2", "by 0.0,1.0 to 1.5 turned 10.0", "end 1", "hold 4", "end 0"])
  }
}
