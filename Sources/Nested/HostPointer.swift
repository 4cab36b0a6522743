internal import Casement
internal import Geometry
internal import Input
internal import WaylandClient
internal import WaylandProtocols

/// The host's pointer: while it is on one of our windows, it is ours, and the host shows what our clients made of it.
final class HostPointer {
  let proxy: WlPointerProxy
  private unowned let seat: HostSeat
  /// The window that it is on.
  private(set) var window: HostWindow?
  /// Where it was last.
  private(set) var position: PrecisePoint<LayoutPoints>?
  private var enterSerial: UInt32 = 0
  private var held: Set<UInt32> = []
  private var axis = AxisEvent(source: nil)
  private lazy var cursor = HostCursor(proxy, seat.host)
  private lazy var hold = HostPointerHold(proxy, seat)
  private lazy var gestures = HostGestures(proxy, seat)

  init(_ proxy: WlPointerProxy, _ seat: HostSeat) {
    self.proxy = proxy
    self.seat = seat
    proxy.onEvent = { [unowned self] in self.handle($0) }
    gestures.listen()
  }

  private var service: WindowService { seat.backend.service }

  private func handle(_ event: WlPointerEvent) {
    switch event {
    case .enter(let serial, let surface, let x, let y):
      guard let surface, let entered = seat.backend.window(of: surface) else { return }
      window = entered
      enterSerial = serial
      cursor.forget()
      move(x, y)
    case .leave(_, let surface):
      guard let surface, let left = seat.backend.window(of: surface), left === window else { return }
      if seat.data?.departing?.pointerLeft() == true { forget() } else { lose() }
    case .motion(_, let x, let y): move(x, y)
    case .button(let serial, _, let button, let state):
      guard window != nil, state == .pressed ? held.insert(button).inserted : held.remove(button) != nil else { return }
      seat.pressed(serial)
      if state == .pressed { seat.pressSerial = serial }
      service.injectButton(button, pressed: state == .pressed, on: seat.device)
    case .frame: scroll()
    case .axis(_, let lane, let value):
      change(lane) { $0.value += value * scale }
      closeIfAlone()
    case .axisSource(let source): axis.source = AxisEvent.Source(rawValue: source.rawValue)
    case .axisStop(_, let lane):
      change(lane) { $0.stops = true }
      closeIfAlone()
    case .axisDiscrete(let lane, let steps): change(lane) { $0.value120 = ($0.value120 ?? 0) &+ steps &* 120 }
    case .axisValue120(let lane, let value): change(lane) { $0.value120 = ($0.value120 ?? 0) &+ value }
    case .axisRelativeDirection(let lane, let direction): change(lane) { $0.isInverted = direction == .inverted }
    }
  }

  private func move(_ x: Double, _ y: Double) {
    guard let point = window?.layout(x, y) else { return }
    position = point
    service.injectPointerMotion(to: point)
  }

  // MARK: Scrolling

  private var scale: Double { window?.pointScale ?? 1 }

  private func change(_ axis: WlPointer.Axis, _ change: (inout AxisEvent.Lane) -> Void) {
    switch axis {
    case .verticalScroll:
      var lane = self.axis.vertical ?? AxisEvent.Lane(value: 0)
      change(&lane)
      self.axis.vertical = lane
    case .horizontalScroll:
      var lane = self.axis.horizontal ?? AxisEvent.Lane(value: 0)
      change(&lane)
      self.axis.horizontal = lane
    default: break
    }
  }

  /// Before version 5 every event stands for itself.
  private func closeIfAlone() { if proxy.version < 5 { scroll() } }

  private func scroll() {
    guard axis.vertical != nil || axis.horizontal != nil else { return }
    let event = axis
    axis = AxisEvent(source: nil)
    if window != nil { service.injectScroll(event) }
  }

  // MARK: What is seen of it

  /// Shows on the host what our pointer looks like.
  func update() {
    hold.update(on: window)
    guard let window else { return }
    cursor.show(service.pointerPicture, serial: enterSerial, on: window) { service.pointerPixels(scale: $0) }
  }

  /// A button that is held on one of our windows.
  var heldButton: UInt32? { held.min() }

  /// The pointer is the host's; ours stays where it is.
  private func forget() {
    window = nil
    hold.end(isDeviceGone: false)
    position = nil
    held = []
    axis = AxisEvent(source: nil)
  }

  private func lose() {
    forget()
    service.hostPointerLeft()
  }

  func windowClosed(_ closed: HostWindow) { if window === closed { lose() } }

  /// The device is gone.
  func end() {
    if window != nil { lose() }
    hold.end(isDeviceGone: true)
    cursor.end()
    gestures.end()
    if seat.host.link.canSend, proxy.version >= 3 { proxy.release() } else { proxy.destroyProxy() }
  }
}
