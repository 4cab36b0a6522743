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

/// A client's `wl_pointer`: its events in words, and the last serials.
final class PointerListener {
  let proxy: WlPointerProxy
  let log = EventLog()
  private(set) var enterSerial: UInt32 = 0
  private(set) var pressSerial: UInt32 = 0
  var names: [ObjectIdentifier: String] = [:]

  init(_ client: TestClient, version: UInt32? = nil) {
    proxy = client.bind(WlSeatProxy.self, version: version).getPointer()
    proxy.onEvent = { [weak self] in if let self { self.log.add(self.words($0)) } }
  }

  private func name(_ surface: WlSurfaceProxy?) -> String {
    surface.flatMap { names[ObjectIdentifier($0)] } ?? (surface == nil ? "nothing" : "it")
  }

  private func words(_ event: WlPointerEvent) -> String {
    switch event {
    case .enter(let serial, let surface, let x, let y):
      enterSerial = serial
      return "enter \(name(surface)) \(short(x)),\(short(y))"
    case .leave(_, let surface): return "leave \(name(surface))"
    case .motion(_, let x, let y): return "motion \(short(x)),\(short(y))"
    case .button(let serial, _, let button, let state):
      if state == .pressed { pressSerial = serial }
      return "\(state == .pressed ? "press" : "release") \(button)"
    case .axis(_, let axis, let value): return "axis \(axis.rawValue) \(short(value))"
    case .frame: return "frame"
    case .axisSource(let source): return "source \(source.rawValue)"
    case .axisStop(_, let axis): return "stop \(axis.rawValue)"
    case .axisDiscrete(let axis, let discrete): return "discrete \(axis.rawValue) \(discrete)"
    case .axisValue120(let axis, let value): return "value120 \(axis.rawValue) \(value)"
    case .axisRelativeDirection(let axis, let direction): return "direction \(axis.rawValue) \(direction.rawValue)"
    }
  }
}

/// A client's `wl_keyboard`.
final class KeyboardListener {
  let proxy: WlKeyboardProxy
  let log = EventLog()
  private(set) var keySerial: UInt32 = 0
  private(set) var keymap: (file: Int32, size: UInt32)?
  var names: [ObjectIdentifier: String] = [:]

  init(_ client: TestClient, version: UInt32? = nil) {
    proxy = client.bind(WlSeatProxy.self, version: version).getKeyboard()
    proxy.onEvent = { [weak self] in if let self { self.log.add(self.words($0)) } }
  }

  deinit { if let keymap { closeFile(keymap.file) } }

  private func name(_ surface: WlSurfaceProxy?) -> String {
    surface.flatMap { names[ObjectIdentifier($0)] } ?? (surface == nil ? "nothing" : "it")
  }

  private func words(_ event: WlKeyboardEvent) -> String {
    switch event {
    case .keymap(let format, let file, let size):
      if let keymap { closeFile(keymap.file) }
      keymap = (file, size)
      return "keymap \(format.rawValue)"
    case .enter(_, let surface, let keys): return "enter \(name(surface)) \(keys.words)"
    case .leave(_, let surface): return "leave \(name(surface))"
    case .key(let serial, _, let key, let state):
      keySerial = serial
      return "key \(key) \(state.rawValue)"
    case .modifiers(_, let depressed, let latched, let locked, let group): return "modifiers \(depressed) \(latched) \(locked) \(group)"
    case .repeatInfo(let rate, let delay): return "repeat \(rate) \(delay)"
    }
  }
}

/// A client's `wl_touch`.
final class TouchListener {
  let proxy: WlTouchProxy
  let log = EventLog()
  private(set) var downSerial: UInt32 = 0

  init(_ client: TestClient, version: UInt32? = nil) {
    proxy = client.bind(WlSeatProxy.self, version: version).getTouch()
    proxy.onEvent = { [weak self] in if let self { self.log.add(self.words($0)) } }
  }

  private func words(_ event: WlTouchEvent) -> String {
    switch event {
    case .down(let serial, _, _, let id, let x, let y):
      downSerial = serial
      return "down \(id) \(short(x)),\(short(y))"
    case .up(_, _, let id): return "up \(id)"
    case .motion(_, let id, let x, let y): return "motion \(id) \(short(x)),\(short(y))"
    case .frame: return "frame"
    case .cancel: return "cancel"
    case .shape(let id, _, _): return "shape \(id)"
    case .orientation(let id, _): return "orientation \(id)"
    }
  }
}

private func short(_ value: Double) -> String { value == value.rounded() ? "\(Int(value))" : "\(value)" }

extension Bench {
  /// The left button, as Linux numbers it.
  static let left: UInt32 = 0x110
  static let right: UInt32 = 0x111

  func move(_ x: Double, _ y: Double) { service.seat.pointer.move(to: PrecisePoint(x: x, y: y)) }
  func button(_ pressed: Bool, _ code: UInt32 = Bench.left) { service.seat.pointer.button(code, pressed: pressed) }
  func key(_ code: UInt32, _ pressed: Bool) { service.seat.keyboard.key(code, pressed: pressed) }

  /// Presses the left button on a point and lets it go. - Returns: the press's serial, as `pointer` heard it.
  func click(_ x: Double, _ y: Double, _ pointer: PointerListener) throws -> UInt32 {
    move(x, y)
    button(true)
    button(false)
    try client.roundtrip()
    return pointer.pressSerial
  }
}
