internal import Casement
internal import Geometry
internal import WaylandClient
internal import WaylandProtocols

/// A tool of the host's tablet, while it is near one of our windows.
final class HostTool {
  /// What came since the last frame.
  private struct Group {
    var place: PrecisePoint<LayoutPoints>?
    var axes = StylusAxes()
    var buttons: [(code: UInt32, isPressed: Bool)] = []
    var isLeaving = false
  }

  private let proxy: ZwpTabletToolV2Proxy
  private unowned let seat: HostSeat
  private let gone: (HostTool) -> Void
  private lazy var cursor = HostCursor(proxy, seat.host)
  /// The tool of ours that it is; nil before it was used.
  private var stylus: Stylus?
  private var kind: UInt32?
  private var window: HostWindow?
  private var enterSerial: UInt32 = 0
  private var group = Group()

  /// - Parameter gone: called when the host has it no more.
  init(_ proxy: ZwpTabletToolV2Proxy, _ seat: HostSeat, gone: @escaping (HostTool) -> Void) {
    self.proxy = proxy
    self.seat = seat
    self.gone = gone
    proxy.onEvent = { [unowned self] in self.handle($0) }
  }

  private func handle(_ event: ZwpTabletToolV2Event) {
    switch event {
    case .type(let type): kind = type.rawValue
    case .hardwareSerial, .hardwareIdWacom, .capability, .done: break
    case .removed: gone(self)
    case .proximityIn(let serial, _, let surface):
      guard let surface, let entered = seat.backend.window(of: surface) else { return }
      (window, enterSerial, group) = (entered, serial, Group())
      cursor.forget()
    case .proximityOut: group.isLeaving = true
    case .down(let serial): press(StylusAxes.tip, serial)
    case .up: group.buttons.append((StylusAxes.tip, false))
    case .motion(let x, let y): group.place = window?.layout(x, y)
    case .pressure(let value): group.axes.pressure = Double(value) / 65535
    case .distance(let value): group.axes.distance = Double(value) / 65535
    case .tilt(let x, let y): group.axes.tilt = (x, y)
    case .rotation(let degrees): group.axes.rotation = degrees
    case .slider(let position): group.axes.slider = Double(position) / 65535
    case .wheel(let degrees, _): group.axes.wheel = (group.axes.wheel ?? 0) + degrees
    case .button(let serial, let button, let state):
      if state == .pressed { press(button, serial) } else { group.buttons.append((button, false)) }
    case .frame: perform()
    }
  }

  private func press(_ code: UInt32, _ serial: UInt32) {
    seat.pressed(serial)
    group.buttons.append((code, true))
  }

  private func perform() {
    let events = group
    group = Group()
    guard window != nil else { return }
    let stylus = stylus ?? seat.backend.service.stylus(kind)
    self.stylus = stylus
    stylus.perform(at: events.place, events.axes, events.buttons)
    if events.isLeaving { leave() }
  }

  private func leave() {
    guard window != nil else { return }
    window = nil
    stylus?.leave()
  }

  /// Where it is; nil where it is not near.
  var position: PrecisePoint<LayoutPoints>? { window == nil ? nil : stylus?.position }

  /// Shows on the host what our tool looks like.
  func update() {
    guard let window, let stylus else { return }
    cursor.show(stylus.picture, serial: enterSerial, on: window) { stylus.pixels(scale: $0) }
  }

  func windowClosed(_ closed: HostWindow) { if window === closed { leave() } }

  /// The tool, or all of its tablet, is gone.
  func end() {
    leave()
    cursor.end()
    if seat.host.link.canSend { proxy.destroy() }
  }
}
