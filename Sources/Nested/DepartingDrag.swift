internal import Casement
internal import WaylandClient
internal import WaylandProtocols
internal import WaylandServer

/// What a client of ours drags, carried by the host: it comes back to us as long as it is over our windows, and may be dropped on others.
final class DepartingDrag {
  private let drag: DepartedDrag
  private let source: WlDataSourceProxy
  private let button: UInt32
  private unowned let seat: HostSeat
  private let over: () -> Void
  /// Our window that it is over, and the host's offer of what is ours.
  private var window: HostWindow?
  private var offer: WlDataOfferProxy?
  /// Whether the host took it: else the pointer stayed ours.
  private(set) var isCarried = false
  /// Whether it was dropped on somebody else's window.
  private var isHandedOver = false
  private var isOver = false

  init(_ drag: DepartedDrag, _ source: WlDataSourceProxy, button: UInt32, _ seat: HostSeat, over: @escaping () -> Void) {
    self.drag = drag
    self.source = source
    self.button = button
    self.seat = seat
    self.over = over
    source.onEvent = { [weak self] in self?.handle($0) }
  }

  private var service: WindowService { seat.backend.service }

  /// Has the host carry it.
  func begin(on device: WlDataDeviceProxy, from origin: HostWindow) {
    var bytes = 0
    for type in [seat.backend.selectionMark] + drag.types {
      bytes += type.utf8.count + 16
      if bytes > 2500 { break }
      source.offer(mimeType: type)
    }
    if source.version >= 3 { source.setActions(dndActions: .init(rawValue: drag.actions.rawValue)) }
    device.startDrag(source: source, origin: origin.surface, icon: nil, serial: seat.pressSerial)
    seat.host.link.flush()
  }

  private func handle(_ event: WlDataSourceEvent) {
    switch event {
    case .target(let type): if window == nil { drag.targetChanged(type) }
    case .action(let action): if window == nil { drag.actionChanged(DragActions(rawValue: action.rawValue)) }
    case .send(let type, let descriptor): drag.send(type, into: OwnedFileDescriptor(descriptor))
    case .dndDropPerformed:
      guard window == nil, isCarried else { return }
      isHandedOver = true
      service.handOverDrag()
      drag.dropPerformed()
    case .dndFinished:
      if isHandedOver { drag.finished() }
      finish()
    case .cancelled:
      if isHandedOver { drag.cancel() } else if isCarried, !isOver { service.cancelDrag() }
      finish()
    }
  }

  /// The host took the pointer away for the drag. - Returns: whether that is so.
  func pointerLeft() -> Bool {
    isCarried = !isHandedOver
    return isCarried
  }

  /// It is over a window of ours.
  func came(over window: HostWindow, _ x: Double, _ y: Double, _ offer: WlDataOfferProxy, _ serial: UInt32) {
    isCarried = true
    self.offer?.destroy()
    self.window = window
    self.offer = offer
    // whether it is taken is decided here at the drop
    offer.accept(serial: serial, mimeType: seat.backend.selectionMark)
    if offer.version >= 3 {
      let actions = WlDataDeviceManager.DndAction(rawValue: drag.actions.rawValue)
      offer.setActions(dndActions: actions, preferredAction: [.copy, .move, .ask].first { actions.contains($0) } ?? [])
    }
    moved(x, y)
  }

  func moved(_ x: Double, _ y: Double) {
    if let point = window?.layout(x, y) { service.injectPointerMotion(to: point) }
  }

  /// It is over no window of ours any more, unless it was dropped.
  func left() {
    guard !isOver, window != nil else { return }
    window = nil
    offer?.destroy()
    offer = nil
    service.dragLeft()
  }

  /// It was dropped on a window of ours, if it is over one.
  func dropped() {
    guard window != nil else { return }
    isOver = true
    service.injectButton(button, pressed: false, on: seat.device)
    if let offer {
      if offer.version >= 3 { offer.finish() }
      offer.destroy()
    }
    offer = nil
    // older hosts do not say when it is over
    if source.version < 3 { finish() }
  }

  /// Whether it ended here, without the host.
  var isGone: Bool { !isHandedOver && !isOver && service.draggedHere == nil }

  private func finish() {
    end()
    over()
  }

  /// The host carries it no longer.
  func end() {
    isOver = true
    source.onEvent = nil
    if seat.host.link.canSend {
      offer?.destroy()
      if source.isAlive { source.destroy() }
    }
    offer = nil
  }
}
