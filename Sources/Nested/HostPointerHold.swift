internal import Casement
internal import Geometry
internal import WaylandClient
internal import WaylandProtocols

/// The host's pointer, held as a client of ours holds ours: locked, or confined to a part of our window.
final class HostPointerHold {
  private unowned let seat: HostSeat
  private let pointer: WlPointerProxy
  private var window: HostWindow?
  private var hold = PointerHold.free
  private var hint: PrecisePoint<LayoutPoints>?
  private var lock: ZwpLockedPointerV1Proxy?
  private var confinement: ZwpConfinedPointerV1Proxy?
  /// Whether the host has locked its pointer, so that only the mouse moves.
  private var isLocked = false
  private lazy var mouse: ZwpRelativePointerV1Proxy? = makeMouse()

  init(_ pointer: WlPointerProxy, _ seat: HostSeat) {
    self.pointer = pointer
    self.seat = seat
  }

  /// Has the host hold its pointer on `window` as ours is held.
  func update(on window: HostWindow?) {
    let service = seat.backend.service
    let wanted = window == nil ? .free : service.pointerHold
    if wanted == .locked { hint = service.lockHint ?? hint }
    guard wanted != hold || window !== self.window, seat.host.link.canSend, let constraints = seat.host.pointerConstraints else { return }
    release()
    (hold, self.window) = (wanted, window)
    guard let window else { return }
    switch wanted {
    case .free: return
    case .locked:
      _ = mouse
      lock = constraints.lockPointer(surface: window.surface, pointer: pointer, region: nil, lifetime: .persistent)
      lock?.onEvent = { [unowned self] event in
        switch event {
        case .locked: self.isLocked = true
        case .unlocked: self.isLocked = false
        }
      }
    case .confined(let rects):
      let region = seat.host.compositor.createRegion()
      for rect in rects.prefix(64) {
        let area = window.area(of: rect)
        region.add(x: Int32(area.x), y: Int32(area.y), width: Int32(area.width), height: Int32(area.height))
      }
      confinement = constraints.confinePointer(surface: window.surface, pointer: pointer, region: region, lifetime: .persistent)
      region.destroy()
    }
  }

  /// Frees the host's pointer, after a lock where the client wants it to be.
  private func release() {
    if let lock {
      if isLocked, let hint, let window, let place = window.place(of: hint) {
        lock.setCursorPositionHint(surfaceX: place.x, surfaceY: place.y)
        window.surface.commit()
      }
      lock.destroy()
    }
    confinement?.destroy()
    (lock, confinement, hint, isLocked) = (nil, nil, nil, false)
    hold = .free
  }

  private func makeMouse() -> ZwpRelativePointerV1Proxy? {
    let proxy = seat.host.relativePointers?.getRelativePointer(pointer: pointer)
    proxy?.onEvent = { [unowned self] event in
      guard case .relativeMotion(_, _, let x, let y, let rawX, let rawY) = event, self.isLocked else { return }
      let scale = self.window?.pointScale ?? 1
      self.seat.backend.service.hostMouseMoved(
        by: PrecisePoint(x: x * scale, y: y * scale), unaccelerated: PrecisePoint(x: rawX * scale, y: rawY * scale))
    }
    return proxy
  }

  /// The pointer left our windows, or is gone.
  func end(isDeviceGone: Bool) {
    guard seat.host.link.canSend else { return }
    release()
    window = nil
    if isDeviceGone, seat.host.relativePointers != nil { mouse?.destroy() }
  }

}
