internal import Casement
internal import Geometry
internal import WaylandClient
internal import WaylandProtocols

/// Gestures on the host's touchpad, while its pointer is on one of our windows.
final class HostGestures {
  private unowned let seat: HostSeat
  private let pointer: WlPointerProxy
  private var swipe: ZwpPointerGestureSwipeV1Proxy?
  private var pinch: ZwpPointerGesturePinchV1Proxy?
  private var hold: ZwpPointerGestureHoldV1Proxy?

  init(_ pointer: WlPointerProxy, _ seat: HostSeat) {
    self.pointer = pointer
    self.seat = seat
  }

  private var service: WindowService { seat.backend.service }

  /// Hears of gestures from now on, where the host tells of them.
  func listen() {
    guard let manager = seat.host.gestures else { return }
    swipe = manager.getSwipeGesture(pointer: pointer)
    swipe?.onEvent = { [unowned self] event in
      switch event {
      case .begin(let serial, _, let surface, let fingers): self.begin(.swipe, surface, serial, fingers)
      case .update(_, let x, let y): self.update(x, y)
      case .end(_, _, let cancelled): self.service.hostGestureEnded(isCancelled: cancelled != 0)
      }
    }
    pinch = manager.getPinchGesture(pointer: pointer)
    pinch?.onEvent = { [unowned self] event in
      switch event {
      case .begin(let serial, _, let surface, let fingers): self.begin(.pinch, surface, serial, fingers)
      case .update(_, let x, let y, let scale, let rotation): self.update(x, y, scale: scale, rotation: rotation)
      case .end(_, _, let cancelled): self.service.hostGestureEnded(isCancelled: cancelled != 0)
      }
    }
    guard manager.version >= 3 else { return }
    hold = manager.getHoldGesture(pointer: pointer)
    hold?.onEvent = { [unowned self] event in
      switch event {
      case .begin(let serial, _, let surface, let fingers): self.begin(.hold, surface, serial, fingers)
      case .end(_, _, let cancelled): self.service.hostGestureEnded(isCancelled: cancelled != 0)
      }
    }
  }

  private func begin(_ kind: HostGesture, _ surface: WlSurfaceProxy?, _ serial: UInt32, _ fingers: UInt32) {
    guard surface.flatMap({ seat.backend.window(of: $0) }) != nil else { return }
    seat.lastSerial = serial
    service.hostGestureBegan(kind, fingers: Int(min(fingers, 10)))
  }

  private func update(_ x: Double, _ y: Double, scale: Double = 1, rotation: Double = 0) {
    let points = seat.pointer?.window?.pointScale ?? 1
    service.hostGestureMoved(by: PrecisePoint(x: x * points, y: y * points), scale: scale, rotation: rotation)
  }

  /// The pointer is gone.
  func end() {
    guard seat.host.link.canSend else { return }
    swipe?.destroy()
    pinch?.destroy()
    hold?.destroy()
  }
}
