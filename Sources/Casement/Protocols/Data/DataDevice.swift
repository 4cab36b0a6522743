internal import WaylandProtocols
internal import WaylandServer

/// `wl_data_device`: a client's access to the clipboard, and its end of drags.
final class DataDevice: WlDataDeviceRequests, SelectionDevice {
  let resource: WlDataDeviceResource
  let seat: Seat

  init(_ resource: WlDataDeviceResource, _ seat: Seat) {
    self.resource = resource
    self.seat = seat
  }

  var client: Client { resource.client }
  var needsFocus: Bool { true }

  func startDrag(source: WlDataSourceResource?, origin: WlSurfaceResource, icon: WlSurfaceResource?, serial: UInt32)
    throws(ProtocolError)
  {
    let data = source?.source
    if let data, data.use != .none { throw .wlDataDevice(.usedSource, "wl_data_source#\(data.resource.id) was used before") }
    let icon = icon?.surface
    if let icon, let kind = icon.roleKind, kind != .dragIcon {
      throw .wlDataDevice(.role, "wl_surface#\(icon.resource.id) is already a \(kind.rawValue)")
    }
    try seat.startDrag(of: data, by: client, icon: icon, serial: serial)
  }

  func setSelection(source: WlDataSourceResource?, serial: UInt32) throws(ProtocolError) {
    let selection = seat.selections.clipboard
    if let data = source?.source {
      // a client that selects again what it has selected says nothing new, and toolkits do so
      guard data.use == .none || data === selection.source else {
        throw .wlDataDevice(.usedSource, "wl_data_source#\(data.resource.id) was used before")
      }
      guard data.actions == nil else {
        throw .wlDataSource(.invalidSource, on: data.resource, "a source with actions is for dragging only")
      }
      guard data.toplevelDrag == nil else {
        throw .wlDataSource(.invalidSource, on: data.resource, "a source with a toplevel drag is for dragging only")
      }
    }
    seat.selections.request(source?.source, for: selection, serial: serial, by: client)
  }

  /// Makes an object for data, sends it with its types, and returns it; nil where the client can have no more objects.
  func makeOffer(of source: TransferSource, in negotiation: DragNegotiation?) -> WlDataOfferResource? {
    do {
      let offer = try WlDataOfferResource(client: client, version: resource.version, id: 0)
      offer.handler = DataOffer(offer, source, negotiation)
      resource.sendDataOffer(id: offer)
      for type in source.types { offer.sendOffer(mimeType: type) }
      return offer
    } catch {
      client.post(error, from: resource)
      return nil
    }
  }

  func tell(_ selection: Selection) {
    guard let source = selection.source else { return resource.sendSelection(id: nil) }
    if let offer = makeOffer(of: source, in: nil) { resource.sendSelection(id: offer) }
  }

  func resourceDestroyed() {
    seat.selections.clipboard.remove(self)
    seat.knownClient(client.id)?.dataDevices.removeAll { $0 === self }
  }
}
