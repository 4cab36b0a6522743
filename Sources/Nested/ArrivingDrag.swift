internal import Casement
internal import Glibc
internal import WaylandClient
internal import WaylandProtocols
internal import WaylandServer

/// What somebody drags in the host, over one of our windows.
final class ArrivingDrag {
  private let window: HostWindow
  private unowned let seat: HostSeat
  private let isTaken: Bool

  /// - Parameter serial: that of the host's `enter`.
  init(
    _ offer: WlDataOfferProxy, _ types: [String], _ actions: WlDataDeviceManager.DndAction, on window: HostWindow, _ x: Double,
    _ y: Double, _ serial: UInt32, _ seat: HostSeat
  ) {
    self.window = window
    self.seat = seat
    let link = seat.host.link
    let drag = ForeignDrag(
      types: types, actions: DragActions(rawValue: actions.rawValue),
      send: { type, file in
        let descriptor = file.take()
        if link.canSend, offer.isAlive { offer.receive(mimeType: type, fd: descriptor) }
        close(descriptor)
        link.flush()
      },
      targetChanged: { if link.canSend, offer.isAlive { offer.accept(serial: serial, mimeType: $0) } },
      actionChanged: { action in
        guard link.canSend, offer.isAlive, offer.version >= 3 else { return }
        let action = WlDataDeviceManager.DndAction(rawValue: action.rawValue)
        offer.setActions(dndActions: action, preferredAction: action)
      },
      finished: {
        guard link.canSend, offer.isAlive else { return }
        if offer.version >= 3 { offer.finish() }
        offer.destroy()
      }, cancelled: { if link.canSend, offer.isAlive { offer.destroy() } })
    isTaken = window.layout(x, y).map { seat.backend.service.beginForeignDrag(drag, at: $0, on: seat.device) } ?? false
    if !isTaken { offer.destroy() }
  }

  func moved(_ x: Double, _ y: Double) {
    guard isTaken, let point = window.layout(x, y) else { return }
    seat.backend.service.injectPointerMotion(to: point)
  }

  /// It went on to other windows of the host.
  func left() { if isTaken { seat.backend.service.cancelDrag() } }

  /// It was dropped here: whoever it is over takes it, or nobody does.
  func dropped() { if isTaken { seat.backend.service.injectButton(pressed: false, on: seat.device) } }
}
