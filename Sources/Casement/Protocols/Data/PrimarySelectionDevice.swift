internal import WaylandServer

/// `zwp_primary_selection_device_v1`, and its GTK namesake.
final class PrimarySelectionDevice: SelectionDevice, ZwpPrimarySelectionDeviceV1Requests, GtkPrimarySelectionDeviceRequests {
  /// Which of the two protocols the client speaks.
  enum Dialect {
    case common(ZwpPrimarySelectionDeviceV1Resource)
    case gtk(GtkPrimarySelectionDeviceResource)
  }

  private let dialect: Dialect
  let client: Client
  let seat: Seat

  init(_ dialect: Dialect, _ client: Client, _ seat: Seat) {
    self.dialect = dialect
    self.client = client
    self.seat = seat
  }

  var needsFocus: Bool { true }

  func setSelection(source: ZwpPrimarySelectionSourceV1Resource?, serial: UInt32) throws(ProtocolError) {
    select(source?.source, serial)
  }

  func setSelection(source: GtkPrimarySelectionSourceResource?, serial: UInt32) throws(ProtocolError) {
    select(source?.source, serial)
  }

  private func select(_ source: PrimarySelectionSource?, _ serial: UInt32) {
    // these protocols have no error for a source that was used and replaced: its client was told, and nothing happens
    if let source, source.use != .none, source !== seat.selections.primary.source { return }
    seat.selections.request(source, for: seat.selections.primary, serial: serial, by: client)
  }

  func tell(_ selection: Selection) {
    switch dialect {
    case .common(let resource):
      let offer = offer(of: selection, as: ZwpPrimarySelectionOfferV1Resource.self, by: resource) {
        $0.handler = $1
        resource.sendDataOffer(offer: $0)
      }
      resource.sendSelection(id: offer)
    case .gtk(let resource):
      let offer = offer(of: selection, as: GtkPrimarySelectionOfferResource.self, by: resource) {
        $0.handler = $1
        resource.sendDataOffer(offer: $0)
      }
      resource.sendSelection(id: offer)
    }
  }

  /// A client that had the keyboard is told that it knows of no selection any more (`zwp_primary_selection_device_manager_v1`); for the
  /// clipboard it follows from `wl_keyboard.leave`.
  func focusLost() {
    switch dialect {
    case .common(let resource): resource.sendSelection(id: nil)
    case .gtk(let resource): resource.sendSelection(id: nil)
    }
  }

  func destroy() throws(ProtocolError) {}

  func resourceDestroyed() { seat.selections.primary.remove(self) }
}
