internal import Casement
internal import Geometry
internal import Input
internal import WaylandClient
internal import WaylandProtocols

/// The host's touch screen.
final class HostTouch {
  private let proxy: WlTouchProxy
  private unowned let seat: HostSeat
  /// The window in which each finger began: where it is is told against that, wherever it goes.
  private var fingers: [Int32: HostWindow] = [:]
  private var isFrameOpen = false

  init(_ proxy: WlTouchProxy, _ seat: HostSeat) {
    self.proxy = proxy
    self.seat = seat
    proxy.onEvent = { [unowned self] in self.handle($0) }
  }

  private var service: WindowService { seat.backend.service }

  private func handle(_ event: WlTouchEvent) {
    switch event {
    case .down(let serial, _, let surface, let id, let x, let y):
      guard let surface, let window = seat.backend.window(of: surface), let point = window.layout(x, y) else { return }
      seat.pressed(serial)
      fingers[id] = window
      isFrameOpen = true
      service.injectTouchDown(id, at: point, on: seat.device, closesFrame: false)
    case .motion(_, let id, let x, let y):
      guard let point = fingers[id]?.layout(x, y) else { return }
      isFrameOpen = true
      service.injectTouchMotion(id, to: point, on: seat.device, closesFrame: false)
    case .up(let serial, _, let id):
      guard fingers.removeValue(forKey: id) != nil else { return }
      seat.lastSerial = serial
      isFrameOpen = true
      service.injectTouchUp(id, on: seat.device, closesFrame: false)
    case .frame:
      guard isFrameOpen else { return }
      isFrameOpen = false
      service.endTouchFrame()
    case .cancel: cancel()
    case .shape(let id, let major, let minor):
      if let window = fingers[id] {
        service.hostTouchShape(id, major: major * window.pointScale, minor: minor * window.pointScale, on: seat.device)
      }
    case .orientation(let id, let degrees):
      if fingers[id] != nil { service.hostTouchOrientation(id, degrees: degrees, on: seat.device) }
    }
  }

  private func cancel() {
    guard !fingers.isEmpty else { return }
    fingers = [:]
    isFrameOpen = false
    service.injectTouchCancel(on: seat.device)
  }

  func windowClosed(_ closed: HostWindow) { if fingers.values.contains(where: { $0 === closed }) { cancel() } }

  /// The device is gone.
  func end() {
    cancel()
    if seat.host.link.canSend, proxy.version >= 3 { proxy.release() } else { proxy.destroyProxy() }
  }
}
