internal import WaylandServer

/// Data that the service itself offers: what a controller put on the clipboard.
final class ServiceSource: TransferSource {
  private let content: [String: [UInt8]]
  private let transfers: Transfers

  /// - Precondition: there are at most `mostTypes` types.
  init(_ content: [ClipboardItem], _ transfers: Transfers) {
    self.content = Dictionary(content.map { ($0.mimeType, $0.bytes) }) { first, _ in first }
    self.transfers = transfers
    super.init()
    for item in content {
      do { try add(item.mimeType) } catch { preconditionFailure("a clipboard has at most \(Self.mostTypes) types, of short names") }
    }
  }

  override func write(_ type: String, into file: consuming OwnedFileDescriptor, for reader: Client?) {
    guard let bytes = content[type] else { return }
    transfers.write(bytes, into: file, for: reader)
  }
}
