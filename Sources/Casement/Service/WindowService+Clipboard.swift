/// Data for the clipboard in one MIME type.
public struct ClipboardItem: Hashable, Sendable {
  /// The type, such as `text/plain;charset=utf-8`.
  public var mimeType: String
  /// The data.
  public var bytes: [UInt8]

  /// `bytes` as `mimeType`.
  public init(mimeType: String, bytes: [UInt8]) {
    self.mimeType = mimeType
    self.bytes = bytes
  }
}

/// Why the clipboard could not be read.
public enum ClipboardError: Error, Hashable, CustomStringConvertible {
  /// Nothing of this type is on the clipboard.
  case noSuchType(String)
  /// There is more than these bytes of it.
  case tooLarge(limit: Int)
  /// The client that offers it did not write it in time.
  case timedOut(milliseconds: Int)
  /// Too many reads go on already.
  case busy
  /// The service was shut down meanwhile.
  case interrupted
  /// The system failed.
  case system(errno: Int32)

  /// A sentence for people.
  public var description: String {
    switch self {
    case .noSuchType(let type): "nothing on the clipboard is \(type)"
    case .tooLarge(let limit): "the content is larger than \(limit) bytes"
    case .timedOut(let milliseconds): "the client did not write the content within \(milliseconds) ms"
    case .busy: "too many programs read the clipboard at once"
    case .interrupted: "the service was shut down"
    case .system(let number): "the system failed with error \(number)"
    }
  }
}

/// The clipboard, for the program that owns the service: set and read without a window.
extension WindowService {
  /// Names of plain text in UTF-8, the best first; the last ones are X11's, which programs still ask for.
  private static var textTypes: [String] { ["text/plain;charset=utf-8", "text/plain", "UTF8_STRING", "TEXT", "STRING"] }

  /// Puts text on the clipboard, under all names that programs have for text.
  public func setClipboard(text: String) { setClipboard(Self.items(of: text)) }

  /// Puts data on the clipboard, in several types of which a client takes what it knows. None empties the clipboard.
  ///
  /// - Precondition: at most 1000 types.
  public func setClipboard(_ content: [ClipboardItem]) { set(content, for: seat.selections.clipboard) }

  /// Makes data the primary selection, which the middle button pastes, in several types of which a client takes what it knows. None
  /// takes the selection away.
  ///
  /// - Precondition: at most 1000 types.
  public func setPrimarySelection(_ content: [ClipboardItem]) { set(content, for: seat.selections.primary) }

  /// Makes text the primary selection, under all names that programs have for text.
  public func setPrimarySelection(text: String) { setPrimarySelection(Self.items(of: text)) }

  private static func items(of text: String) -> [ClipboardItem] {
    let bytes = Array(text.utf8)
    return textTypes.map { ClipboardItem(mimeType: $0, bytes: bytes) }
  }

  private func set(_ content: [ClipboardItem], for selection: Selection) {
    let selections = seat.selections
    selections.set(content.isEmpty ? nil : ServiceSource(content, selections.transfers), for: selection)
  }

  /// The types in which what is on the clipboard can be had, in the order of whoever put it there; none: it is empty.
  public var clipboardTypes: [String] { seat.selections.clipboard.source?.types ?? [] }

  /// The types in which the primary selection can be had; none: nothing is selected.
  public var primarySelectionTypes: [String] { seat.selections.primary.source?.types ?? [] }

  /// The type of `clipboardTypes` that is plain text, and the best such; nil: there is no text.
  public var clipboardTextType: String? { Self.textType(among: clipboardTypes) }

  /// The best plain text of some types; nil: there is none.
  static func textType(among types: [String]) -> String? { textTypes.first { types.contains($0) } }

  /// Whether `type` is text, so that its bytes are UTF-8.
  static func isText(_ type: String) -> Bool { type.hasPrefix("text/") || textTypes.contains(type) }

  /// Reads what is on the clipboard. Whoever put it there writes it, while the service runs; one that ends in the middle cannot be told
  /// from one that is done.
  ///
  /// - Parameters:
  ///   - mimeType: one of `clipboardTypes`.
  ///   - limit: the most bytes; more is an error.
  ///   - milliseconds: how long it may take, in real time whatever the service's clock is.
  ///   - completion: called once: from `dispatch` or `shutDown`, or before this returns where there is nothing to read.
  public func readClipboard(
    mimeType: String, atMost limit: Int = 1 << 26, timeoutMilliseconds milliseconds: Int = 5000,
    completion: @escaping (Result<[UInt8], ClipboardError>) -> Void
  ) {
    read(mimeType, from: seat.selections.clipboard, atMost: limit, within: milliseconds, completion)
  }

  /// Reads the primary selection, as `readClipboard` does the clipboard.
  public func readPrimarySelection(
    mimeType: String, atMost limit: Int = 1 << 26, timeoutMilliseconds milliseconds: Int = 5000,
    completion: @escaping (Result<[UInt8], ClipboardError>) -> Void
  ) {
    read(mimeType, from: seat.selections.primary, atMost: limit, within: milliseconds, completion)
  }

  private func read(
    _ mimeType: String, from selection: Selection, atMost limit: Int, within milliseconds: Int,
    _ completion: @escaping (Result<[UInt8], ClipboardError>) -> Void
  ) {
    guard let source = selection.source, source.types.contains(mimeType) else {
      return completion(.failure(.noSuchType(mimeType)))
    }
    seat.selections.transfers.read(mimeType, of: source, atMost: limit, within: milliseconds, completion)
  }
}
