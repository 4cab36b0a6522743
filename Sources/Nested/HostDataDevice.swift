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

/// The host's `wl_data_device`: its clipboard.
final class HostDataDevice {
  private let proxy: WlDataDeviceProxy
  private(set) var selection: HostSelection!
  /// The types of what was offered and not yet put to a use.
  private var offered: (offer: WlDataOfferProxy, types: [String])?

  init(_ manager: WlDataDeviceManagerProxy, _ seat: HostSeat) {
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
      offered = (offer, [])
      offer.onEvent = { [unowned self, unowned offer] event in
        if case .offer(let type) = event, self.offered?.offer === offer { self.offered?.types.append(type) }
      }
    case .selection(let offer):
      let types = offer != nil && offered?.offer === offer ? offered?.types ?? [] : []
      offered = nil
      selection.hostSelected(offer, types: types)
    case .enter, .leave, .motion, .drop: break
    }
  }

  func end() {
    selection.end()
    if proxy.version >= 2, proxy.connection.error == nil { proxy.release() } else { proxy.destroyProxy() }
  }
}

/// The host's `zwp_primary_selection_device_v1`.
final class HostPrimaryDevice {
  private let proxy: ZwpPrimarySelectionDeviceV1Proxy
  private(set) var selection: HostSelection!
  private var offered: (offer: ZwpPrimarySelectionOfferV1Proxy, types: [String])?

  init(_ manager: ZwpPrimarySelectionDeviceManagerV1Proxy, _ seat: HostSeat) {
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
    if proxy.connection.error == nil { proxy.destroy() } else { proxy.destroyProxy() }
  }
}
