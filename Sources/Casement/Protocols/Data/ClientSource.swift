internal import WaylandServer

/// What the source objects of all protocols are sent alike.
protocol SourceResource: Resource {
  func sendSend(mimeType: String, fd: Int32)
  func sendCancelled()
}

extension WlDataSourceResource: SourceResource {}
extension ZwpPrimarySelectionSourceV1Resource: SourceResource {}
extension GtkPrimarySelectionSourceResource: SourceResource {}
extension ZwlrDataControlSourceV1Resource: SourceResource {}
extension ExtDataControlSourceV1Resource: SourceResource {}

/// Data that a client writes when it is asked.
class ClientSource: TransferSource {
  private let wire: any SourceResource
  final let seat: Seat

  init(_ wire: any SourceResource, _ seat: Seat) {
    self.wire = wire
    self.seat = seat
  }

  /// Whose data it is.
  final var client: Client { wire.client }

  /// The most bytes that the names of the types of all sources of a client may take together.
  private static var mostBytesOfAll: Int { 4 << 20 }

  /// The client names a type.
  final func offer(_ type: String) throws(ProtocolError) {
    let before = typeBytes
    try add(type)
    client.typeBytes += typeBytes - before
    if client.typeBytes > Self.mostBytesOfAll { throw .tooMuch("more than \(Self.mostBytesOfAll) bytes of MIME types") }
  }

  override func write(_ type: String, into file: consuming OwnedFileDescriptor, for reader: Client?) {
    guard client.maySendFile() else { return }
    // libwayland sends a duplicate; ours is closed here
    wire.sendSend(mimeType: type, fd: file.borrowed)
  }

  override func wasCancelled() { wire.sendCancelled() }

  func resourceDestroyed() {
    client.typeBytes -= typeBytes
    end()
    seat.selections.sourceGone(self)
  }
}
