internal import Casement
internal import WaylandClient
internal import WaylandProtocols

extension WlDataOfferProxy: HostOffer {
  func request(_ type: String, into descriptor: Int32) { receive(mimeType: type, fd: descriptor) }
  func discard() { destroy() }
}

extension ZwpPrimarySelectionOfferV1Proxy: HostOffer {
  func request(_ type: String, into descriptor: Int32) { receive(mimeType: type, fd: descriptor) }
  func discard() { destroy() }
}

extension WlDataSourceProxy: HostSource {
  func offer(_ type: String) { offer(mimeType: type) }
  func discard() { destroy() }
}

extension ZwpPrimarySelectionSourceV1Proxy: HostSource {
  func offer(_ type: String) { offer(mimeType: type) }
  func discard() { destroy() }
}

/// The host's `wl_data_device`: its clipboard, and what is dragged over our windows or away from them.
final class HostDataDevice {
  private let proxy: WlDataDeviceProxy
  private(set) var selection: HostSelection!
  private let manager: WlDataDeviceManagerProxy
  private unowned let seat: HostSeat
  /// What the host drags over one of our windows.
  private var arriving: ArrivingDrag?
  /// What a client of ours drags, as far as the host took it.
  private(set) var departing: DepartingDrag?
  /// What was offered and not yet put to a use.
  private var offered: (offer: WlDataOfferProxy, types: [String], actions: WlDataDeviceManager.DndAction)?

  init(_ manager: WlDataDeviceManagerProxy, _ seat: HostSeat) {
    self.manager = manager
    self.seat = seat
    proxy = manager.getDataDevice(seat: seat.proxy)
    selection = HostSelection(
      .clipboard, seat,
      makeSource: { selection in
        let source = manager.createDataSource()
        source.onEvent = { [unowned source, unowned selection] event in
          switch event {
          case .send(let type, let descriptor): selection.send(type, into: descriptor)
          case .cancelled: selection.cancelled(source)
          default: break
          }
        }
        return source
      }, select: { [unowned self] in self.proxy.setSelection(source: $0 as? WlDataSourceProxy, serial: $1) })
    proxy.onEvent = { [unowned self] in self.handle($0) }
  }

  private func handle(_ event: WlDataDeviceEvent) {
    switch event {
    case .dataOffer(let offer):
      offered = (offer, [], offer.version < 3 ? .copy : [])
      offer.onEvent = { [unowned self, unowned offer] event in
        guard self.offered?.offer === offer else { return }
        switch event {
        case .offer(let type): self.offered?.types.append(type)
        case .sourceActions(let actions): self.offered?.actions = actions
        case .action: break
        }
      }
    case .selection(let offer):
      let types = offer != nil && offered?.offer === offer ? offered?.types ?? [] : []
      offered = nil
      selection.hostSelected(offer, types: types)
    case .enter(let serial, let surface, let x, let y, let offer): entered(surface, x, y, offer, serial)
    case .motion(_, let x, let y):
      arriving?.moved(x, y)
      departing?.moved(x, y)
    case .leave:
      arriving?.left()
      arriving = nil
      departing?.left()
    case .drop:
      arriving?.dropped()
      arriving = nil
      departing?.dropped()
    }
  }

  // MARK: What is dragged

  private func entered(_ surface: WlSurfaceProxy?, _ x: Double, _ y: Double, _ offer: WlDataOfferProxy?, _ serial: UInt32) {
    guard let offer, let known = offered, known.offer === offer else { return }
    offered = nil
    guard let window = surface.flatMap({ seat.backend.window(of: $0) }) else { return offer.destroy() }
    if known.types.contains(seat.backend.selectionMark) {
      guard let departing else { return offer.destroy() }
      departing.came(over: window, x, y, offer, serial)
    } else {
      arriving = ArrivingDrag(offer, known.types, known.actions, on: window, x, y, serial, seat)
    }
  }

  /// A client of ours drags something: the host carries it, so that it can be dropped anywhere.
  func dragBegan() {
    guard departing == nil, seat.host.link.canSend, let pointer = seat.pointer, let window = pointer.window,
      let button = pointer.heldButton,
      let drag = seat.backend.service.draggedHere
    else { return }
    departing = DepartingDrag(drag, manager.createDataSource(), button: button, seat) { [unowned self] in self.departing = nil }
    departing?.begin(on: proxy, from: window)
  }

  /// The drag may have ended here without the host.
  func check() {
    guard let drag = departing, drag.isGone else { return }
    departing = nil
    drag.end()
  }

  func end() {
    selection.end()
    // what the host carries, it carries no more
    if arriving != nil || departing?.isCarried == true { seat.backend.service.cancelDrag() }
    arriving = nil
    departing?.end()
    departing = nil
    if proxy.version >= 2, seat.host.link.canSend { proxy.release() } else { proxy.destroyProxy() }
  }
}

/// The host's `zwp_primary_selection_device_v1`.
final class HostPrimaryDevice {
  private let proxy: ZwpPrimarySelectionDeviceV1Proxy
  private unowned let seat: HostSeat
  private(set) var selection: HostSelection!
  private var offered: (offer: ZwpPrimarySelectionOfferV1Proxy, types: [String])?

  init(_ manager: ZwpPrimarySelectionDeviceManagerV1Proxy, _ seat: HostSeat) {
    self.seat = seat
    proxy = manager.getDevice(seat: seat.proxy)
    selection = HostSelection(
      .primary, seat,
      makeSource: { selection in
        let source = manager.createSource()
        source.onEvent = { [unowned source, unowned selection] event in
          switch event {
          case .send(let type, let descriptor): selection.send(type, into: descriptor)
          case .cancelled: selection.cancelled(source)
          }
        }
        return source
      }, select: { [unowned self] in self.proxy.setSelection(source: $0 as? ZwpPrimarySelectionSourceV1Proxy, serial: $1) })
    proxy.onEvent = { [unowned self] event in
      switch event {
      case .dataOffer(let offer):
        self.offered = (offer, [])
        offer.onEvent = { [unowned self, unowned offer] event in
          if case .offer(let type) = event, self.offered?.offer === offer { self.offered?.types.append(type) }
        }
      case .selection(let offer):
        let types = offer != nil && self.offered?.offer === offer ? self.offered?.types ?? [] : []
        self.offered = nil
        self.selection.hostSelected(offer, types: types)
      }
    }
  }

  func end() {
    selection.end()
    if seat.host.link.canSend { proxy.destroy() } else { proxy.destroyProxy() }
  }
}
