internal import WaylandServer

/// What is selected, as a client can have it: the offer objects of the primary selection and of data control.
final class SelectionOffer: ZwpPrimarySelectionOfferV1Requests, GtkPrimarySelectionOfferRequests, ZwlrDataControlOfferV1Requests,
  ExtDataControlOfferV1Requests
{
  private let source: TransferSource
  private let reader: Client

  init(_ source: TransferSource, for reader: Client) {
    self.source = source
    self.reader = reader
  }

  func receive(mimeType: String, fd: consuming OwnedFileDescriptor) throws(ProtocolError) {
    source.send(mimeType, into: fd, for: reader)
  }

  func destroy() throws(ProtocolError) {}
}

/// What the offer objects of all protocols are sent alike.
protocol OfferResource: Resource {
  func sendOffer(mimeType: String)
}

extension ZwpPrimarySelectionOfferV1Resource: OfferResource {}
extension GtkPrimarySelectionOfferResource: OfferResource {}
extension ZwlrDataControlOfferV1Resource: OfferResource {}
extension ExtDataControlOfferV1Resource: OfferResource {}

extension SelectionDevice {
  /// Makes an object for what is selected, and sends it with its types. `introduce` gives it its handler and announces it.
  ///
  /// - Returns: nil where nothing is selected, or the client can have no more objects and ends.
  func offer<Offer: OfferResource>(
    of selection: Selection, as kind: Offer.Type, by device: Resource, introduce: (Offer, SelectionOffer) -> Void
  ) -> Offer? {
    guard let source = selection.source else { return nil }
    do {
      let offer = try kind.init(client: client, version: device.version, id: 0)
      introduce(offer, SelectionOffer(source, for: client))
      for type in source.types { offer.sendOffer(mimeType: type) }
      return offer
    } catch {
      client.post(error, from: device)
      return nil
    }
  }
}
