internal import Glibc
internal import Input
internal import WaylandServer

/// The selections of the seat, and who may set them.
final class Selections {
  private unowned let service: WindowService
  let clipboard: Selection
  let primary: Selection
  /// What the service itself writes to clients and reads from them.
  let transfers: Transfers

  init(_ service: WindowService) {
    self.service = service
    clipboard = Selection(.clipboard, service)
    primary = Selection(.primary, service)
    transfers = Transfers(service.eventLoop)
    clipboard.onChange = { [unowned service] in service.backend?.selectionChanged(.clipboard) }
    primary.onChange = { [unowned service] in service.backend?.selectionChanged(.primary) }
  }

  /// A client asks, through an ordinary protocol, that the data of `source` be selected, or nothing.
  ///
  /// It must name an input event that it was sent, and one not older than that of the present selection: else a client in the
  /// background could take the clipboard, or a slow one undo what its user did since. A source that is refused is cancelled, so
  /// that its client does not believe that it has the selection.
  ///
  /// Serial 0 stands for no event, and is refused like any number that the client was never sent. The conformance suite sets
  /// selections with it, from clients without the keyboard; its module alone turns on `allowsSelectionsWithoutSerial`.
  func request(_ source: TransferSource?, for selection: Selection, serial: UInt32, by client: Client) {
    let ledger = service.seat.ledger
    if serial == 0, service.allowsSelectionsWithoutSerial {
      selection.set(source, serial: ledger.latest)
    } else if ledger.allowsSelection(serial, of: client.id, replacing: selection.serial) {
      selection.set(source, serial: serial)
    } else if source !== selection.source {
      source?.use = .selection
      source?.cancel()
    }
  }

  /// The service, or a client that controls the selections, selects the data of `source`, or nothing.
  ///
  /// It counts as if set by the latest event, so that a client's request about that same event may still follow.
  func set(_ source: TransferSource?, for selection: Selection) { selection.set(source, serial: service.seat.ledger.latest) }

  func focusMoved(to client: Client?) {
    clipboard.focusMoved(to: client)
    primary.focusMoved(to: client)
  }

  /// The client of a device has read what it was told before.
  func catchUp(_ device: any SelectionDevice) {
    clipboard.catchUp(device)
    primary.catchUp(device)
  }

  /// A source was destroyed.
  func sourceGone(_ source: TransferSource) {
    clipboard.sourceGone(source)
    primary.sourceGone(source)
  }

  /// A client is gone: what it has selected goes before anyone else gets the keyboard, and an offer with it.
  func clientGone(_ client: Client) {
    for selection in [clipboard, primary] {
      if let source = selection.source as? ClientSource, source.client === client { selection.sourceGone(source) }
    }
  }
}
