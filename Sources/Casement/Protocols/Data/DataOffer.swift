internal import WaylandProtocols
internal import WaylandServer

/// `wl_data_offer`: data that a client can have, from the clipboard or from a drag over it.
final class DataOffer: WlDataOfferRequests {
  private let resource: WlDataOfferResource
  private let source: TransferSource
  /// What is agreed upon with the source of the drag; nil: the data is on the clipboard.
  private let negotiation: DragNegotiation?

  init(_ resource: WlDataOfferResource, _ source: TransferSource, _ negotiation: DragNegotiation?) {
    self.resource = resource
    self.source = source
    self.negotiation = negotiation
  }

  func accept(serial: UInt32, mimeType: String?) throws(ProtocolError) { try negotiation?.accept(mimeType) }

  func receive(mimeType: String, fd: consuming OwnedFileDescriptor) throws(ProtocolError) {
    if let negotiation { guard try negotiation.mayReceive() else { return } }
    source.send(mimeType, into: fd, for: resource.client)
  }

  func finish() throws(ProtocolError) {
    guard let negotiation else { throw .wlDataOffer(.invalidFinish, "the data is on the clipboard; nothing was dropped") }
    try negotiation.finish()
  }

  func setActions(dndActions: DataSource.Action, preferredAction: DataSource.Action) throws(ProtocolError) {
    guard let negotiation else { throw .wlDataOffer(.invalidOffer, "the data is on the clipboard; there are no actions") }
    try negotiation.setActions(dndActions, preferred: preferredAction)
  }

  func resourceDestroyed() { negotiation?.offerGone(resource) }
}
