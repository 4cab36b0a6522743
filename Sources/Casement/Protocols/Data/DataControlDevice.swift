internal import WaylandProtocols
internal import WaylandServer

/// `ext_data_control_device_v1`, and its elder of wlroots: hears of both selections from the start, and sets them at any time.
final class DataControlDevice: SelectionDevice, ExtDataControlDeviceV1Requests, ZwlrDataControlDeviceV1Requests {
  /// Which of the two protocols the client speaks.
  enum Dialect {
    case ext(ExtDataControlDeviceV1Resource)
    case wlr(ZwlrDataControlDeviceV1Resource)
  }

  private let dialect: Dialect
  let client: Client
  let seat: Seat

  init(_ dialect: Dialect, _ client: Client, _ seat: Seat) {
    self.dialect = dialect
    self.client = client
    self.seat = seat
  }

  var needsFocus: Bool { false }

  /// Tells the client what is selected now, and from now on every change.
  func begin() {
    seat.selections.clipboard.add(self)
    if knowsPrimary { seat.selections.primary.add(self) }
  }

  private var knowsPrimary: Bool {
    switch dialect {
    case .ext: true
    case .wlr(let resource): resource.version >= 2
    }
  }

  // MARK: Requests

  func setSelection(source: ExtDataControlSourceV1Resource?) throws(ProtocolError) {
    try select(source?.source, for: seat.selections.clipboard)
  }

  func setSelection(source: ZwlrDataControlSourceV1Resource?) throws(ProtocolError) {
    try select(source?.source, for: seat.selections.clipboard)
  }

  func setPrimarySelection(source: ExtDataControlSourceV1Resource?) throws(ProtocolError) {
    try select(source?.source, for: seat.selections.primary)
  }

  func setPrimarySelection(source: ZwlrDataControlSourceV1Resource?) throws(ProtocolError) {
    try select(source?.source, for: seat.selections.primary)
  }

  private func select(_ source: DataControlSource?, for selection: Selection) throws(ProtocolError) {
    if let source, source.use != .none {
      let sentence = "the source was used before"
      switch dialect {
      case .ext: throw .extDataControlDeviceV1(.usedSource, sentence)
      case .wlr: throw .zwlrDataControlDeviceV1(.usedSource, sentence)
      }
    }
    seat.selections.set(source, for: selection)
  }

  func destroy() throws(ProtocolError) {}

  func resourceDestroyed() {
    seat.selections.clipboard.remove(self)
    seat.selections.primary.remove(self)
  }

  // MARK: Events

  func tell(_ selection: Selection) {
    switch dialect {
    case .ext(let resource):
      let offer = offer(of: selection, as: ExtDataControlOfferV1Resource.self, by: resource) {
        $0.handler = $1
        resource.sendDataOffer(id: $0)
      }
      switch selection.kind {
      case .clipboard: resource.sendSelection(id: offer)
      case .primary: resource.sendPrimarySelection(id: offer)
      }
    case .wlr(let resource):
      let offer = offer(of: selection, as: ZwlrDataControlOfferV1Resource.self, by: resource) {
        $0.handler = $1
        resource.sendDataOffer(id: $0)
      }
      switch selection.kind {
      case .clipboard: resource.sendSelection(id: offer)
      case .primary: resource.sendPrimarySelection(id: offer)
      }
    }
  }
}
