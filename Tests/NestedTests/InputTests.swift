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

/// What a client of the nested service hears from its seat, as short lines.
final class SeatLog {
  private(set) var lines: [String] = []
  private let pointer: WlPointerProxy
  private let keyboard: WlKeyboardProxy
  private let touch: WlTouchProxy

  init(_ client: TestClient) {
    let seat = client.seat
    pointer = seat.getPointer()
    keyboard = seat.getKeyboard()
    touch = seat.getTouch()
    pointer.onEvent = { [unowned self] event in
      switch event {
      case .enter(_, _, let x, let y): self.lines.append("pointer enter \(x),\(y)")
      case .leave: self.lines.append("pointer leave")
      case .motion(_, let x, let y): self.lines.append("motion \(x),\(y)")
      case .button(_, _, let button, let state): self.lines.append("button \(button) \(state == .pressed ? "down" : "up")")
      case .axis(_, let axis, let value): self.lines.append("axis \(axis.rawValue) \(value)")
      case .axisSource(let source): self.lines.append("source \(source.rawValue)")
      case .axisStop(_, let axis): self.lines.append("stop \(axis.rawValue)")
      case .axisValue120(let axis, let value): self.lines.append("value120 \(axis.rawValue) \(value)")
      case .frame, .axisDiscrete, .axisRelativeDirection: break
      }
    }
    keyboard.onEvent = { [unowned self] event in
      switch event {
      case .keymap(_, let descriptor, _): closeFile(descriptor)
      case .enter(_, _, let keys): self.lines.append("keyboard enter \(keys.words)")
      case .leave: self.lines.append("keyboard leave")
      case .key(_, _, let key, let state): self.lines.append("key \(key) \(state == .pressed ? "down" : "up")")
      case .modifiers(_, let depressed, let latched, let locked, let group):
        self.lines.append("modifiers \(depressed) \(latched) \(locked) \(group)")
      case .repeatInfo(let rate, let delay): self.lines.append("repeat \(rate) \(delay)")
      }
    }
    touch.onEvent = { [unowned self] event in
      switch event {
      case .down(_, _, _, let id, let x, let y): self.lines.append("touch \(id) down \(x),\(y)")
      case .motion(_, let id, let x, let y): self.lines.append("touch \(id) at \(x),\(y)")
      case .up(_, _, let id): self.lines.append("touch \(id) up")
      case .cancel: self.lines.append("touch cancel")
      case .frame: self.lines.append("touch frame")
      case .shape, .orientation: break
      }
    }
  }

  /// What came since this was asked last.
  func take() -> [String] {
    defer { lines = [] }
    return lines
  }
}

@Suite struct NestedInputTests {
  let stage: NestedStage
  let window: TestWindow
  let log: SeatLog

  init() throws {
    stage = try NestedStage()
    window = try stage.makeWindow(0xFFFF_0000)
    log = SeatLog(window.client)
    try window.client.roundtrip()
    stage.settle()
    try window.client.roundtrip()
    _ = log.take()
  }

  private var host: WindowService { stage.host.service }

  private func heard() throws -> [String] {
    stage.settle()
    try window.client.roundtrip()
    return log.take()
  }

  /// A point of the host's window in the host's layout.
  private func onWindow(_ x: Double, _ y: Double) -> PrecisePoint<LayoutPoints> {
    let frame = host.model.frame(of: stage.hostWindows[0])!
    return PrecisePoint(x: Double(frame.x) + x, y: Double(frame.y) + y)
  }

  /// Another window of the host, which takes its keyboard.
  private func makeRival() throws -> TestWindow {
    let client = try stage.host.connect()
    return try client.makeWindow(50, 50, 0xFF00_0000)
  }

  @Test func thePointerComesMovesAndGoes() throws {
    host.injectPointerMotion(to: onWindow(10.5, 20.25))
    #expect(try heard() == ["pointer enter 10.5,20.25"])
    host.injectPointerMotion(to: onWindow(11.75, 20.25))
    #expect(try heard() == ["motion 11.75,20.25"])
    host.injectPointerMotion(to: onWindow(330, 20))
    #expect(try heard() == ["pointer leave"])
    host.injectPointerMotion(to: onWindow(1, 1))
    #expect(try heard() == ["pointer enter 1.0,1.0"])
  }

  @Test func buttonsArePassedOn() throws {
    host.injectPointerMotion(to: onWindow(10, 20))
    host.injectButton(0x110, pressed: true)
    host.injectButton(0x110, pressed: false)
    #expect(try heard().suffix(2) == ["button 272 down", "button 272 up"])
  }

  @Test func aWindowThatIsDraggedOutOfKeepsThePointer() throws {
    host.injectPointerMotion(to: onWindow(10, 20))
    host.injectButton(0x110, pressed: true)
    _ = try heard()
    host.injectPointerMotion(to: onWindow(400, 20))
    host.injectButton(0x110, pressed: false)
    #expect(try heard().last == "pointer leave")
    #expect(stage.service.seat.pointer.heldButtons == [])
  }

  @Test func scrollingKeepsItsSourceItsStepsAndItsStop() throws {
    host.injectPointerMotion(to: onWindow(10, 20))
    _ = try heard()
    host.injectScroll(AxisEvent(source: .wheel, vertical: .init(value: 15, value120: 120)))
    #expect(try heard() == ["source 0", "value120 0 120", "axis 0 15.0"])
    host.injectScroll(AxisEvent(source: .wheel, vertical: .init(value: 3.75, value120: 30)))
    #expect(try heard() == ["source 0", "value120 0 30", "axis 0 3.75"])
    host.injectScroll(AxisEvent(source: .finger, horizontal: .init(value: -2.5)))
    #expect(try heard() == ["source 1", "axis 1 -2.5"])
    host.injectScroll(AxisEvent(source: .finger, vertical: .stop, horizontal: .stop))
    #expect(try heard() == ["source 1", "stop 0", "stop 1"])
  }

  @Test func keysArePassedOn() throws {
    host.injectKey(30, pressed: true)
    host.injectKey(30, pressed: false)
    #expect(try heard() == ["key 30 down", "key 30 up"])
  }

  @Test func modifiersAreTheHosts() throws {
    host.injectKey(42, pressed: true)
    #expect(try heard() == ["key 42 down", "modifiers 1 0 0 0"])
    host.injectKey(42, pressed: false)
    #expect(try heard() == ["key 42 up", "modifiers 0 0 0 0"])
    // Caps Lock stays on
    host.injectKey(58, pressed: true)
    host.injectKey(58, pressed: false)
    #expect(try heard().last == "modifiers 0 0 2 0")
  }

  @Test func aKeyHeldWhenTheHostTakesTheKeyboardIsNotStuck() throws {
    host.injectKey(29, pressed: true)
    host.injectKey(30, pressed: true)
    _ = try heard()
    _ = try makeRival()
    #expect(try heard() == ["keyboard leave"])
    #expect(stage.service.seat.keyboard.state.heldKeys == [])
    #expect(stage.service.seat.keyboard.state.modifiers == ModifierMasks())
    #expect(stage.service.keyWindow != nil, "key stays where it is")
    #expect(window.isActivated)
    host.injectKey(30, pressed: false)
    host.injectKey(29, pressed: false)
    #expect(try heard() == [])
    host.perform(host.model.makeKey(stage.hostWindows[0], authority: .controller))
    #expect(try heard() == ["keyboard enter []", "modifiers 0 0 0 0"])
  }

  @Test func aKeyHeldWhenTheKeyboardComesIsInTheEnter() throws {
    _ = try makeRival()
    _ = try heard()
    host.injectKey(42, pressed: true)
    host.injectKey(31, pressed: true)
    #expect(try heard() == [])
    host.perform(host.model.makeKey(stage.hostWindows[0], authority: .controller))
    #expect(try heard() == ["keyboard enter [42, 31]", "modifiers 0 0 0 0", "modifiers 1 0 0 0"])
    host.injectKey(31, pressed: false)
    #expect(try heard() == ["key 31 up"])
  }

  @Test func aControllerTypesWhileTheHostHasTheKeyboard() throws {
    _ = try makeRival()
    _ = try heard()
    stage.service.injectKey(30, pressed: true)
    stage.service.injectKey(30, pressed: false)
    #expect(try heard() == ["keyboard enter []", "modifiers 0 0 0 0", "key 30 down", "key 30 up"])
  }

  @Test func theHostsKeymapAndRepeatAreTheSeats() throws {
    try host.seat.keyboard.setKeymap(Keymap(KeymapNames(layout: "de", variant: "", options: "")))
    host.seat.keyboard.setRepeat(rate: 33, delay: 333)
    // for clients of this version keys are repeated here
    #expect(try heard().contains("repeat 0 333"))
    #expect(stage.service.seat.keyboard.state.keymap.layoutNames == ["German"])
    #expect(stage.service.seat.keyboard.repeats == (33, 333))
  }

  @Test func touchesArePassedOnInTheirFrames() throws {
    host.injectTouchDown(0, at: onWindow(10, 20), closesFrame: false)
    host.injectTouchDown(1, at: onWindow(30, 20))
    #expect(try heard() == ["touch 0 down 10.0,20.0", "touch 1 down 30.0,20.0", "touch frame"])
    host.injectTouchMotion(1, to: onWindow(31.5, 20))
    #expect(try heard() == ["touch 1 at 31.5,20.0", "touch frame"])
    host.injectTouchUp(0)
    #expect(try heard() == ["touch 0 up", "touch frame"])
    host.injectTouchCancel()
    #expect(try heard() == ["touch cancel"])
  }

  @Test func theHostShowsTheClientsCursor() throws {
    host.injectPointerMotion(to: onWindow(10, 20))
    _ = try heard()
    guard case .shape(.default) = host.seat.pointer.cursor else { Issue.record("no shape"); return }
    stage.service.seat.pointer.cursor = .shape(.text)
    stage.settle()
    guard case .shape(.text) = host.seat.pointer.cursor else { Issue.record("another shape"); return }
    stage.service.seat.pointer.cursor = .hidden
    stage.settle()
    guard case .hidden = host.seat.pointer.cursor else { Issue.record("still seen"); return }
  }

  @Test func theHostShowsTheCursorThatAClientDrew() throws {
    let pointer = window.client.seat.getPointer()
    var serial: UInt32 = 0
    pointer.onEvent = { if case .enter(let new, _, _, _) = $0 { serial = new } }
    host.injectPointerMotion(to: onWindow(10, 20))
    _ = try heard()
    let cursor = window.client.compositor.createSurface()
    cursor.attach(buffer: window.client.makeBuffer(16, 12, 0xFF00_FFFF), x: 0, y: 0)
    cursor.commit()
    pointer.setCursor(serial: serial, surface: cursor, hotspotX: 5, hotspotY: 7)
    _ = try heard()
    stage.settle()
    guard case .surface(let shown) = host.seat.pointer.cursor else { Issue.record("no picture"); return }
    #expect(shown.hotspot == Point(x: 5, y: 7))
    #expect(shown.surface.state.size == Size(width: 16, height: 12))
  }

  @Test func aPointerThatTheHostDoesNotHaveIsInThePicture() throws {
    stage.service.injectPointerMotion(to: PrecisePoint(x: 100, y: 100))
    stage.step(2)
    let plain = stage.service.capture(screen: stage.screen.id)!.picture
    let shown = host.capture(window: stage.hostWindows[0])!.picture
    let isDrawn = (0..<24).contains { shown[100 + $0, 100 + $0 / 2] != plain[100 + $0, 100 + $0 / 2] }
    #expect(isDrawn)
    // the host's own pointer takes over
    host.injectPointerMotion(to: onWindow(50, 50))
    stage.step(2)
    #expect(stage.isShownTruly)
  }
}
