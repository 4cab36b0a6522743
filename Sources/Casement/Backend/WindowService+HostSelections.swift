internal import Glibc
package import WaylandServer

/// The two selections of a seat.
package enum SelectionKind: CaseIterable, Sendable {
  /// What was copied.
  case clipboard
  /// What was marked.
  case primary
}

/// Data that somebody outside of the service has selected, in another session.
final class ForeignSource: TransferSource {
  private let send: (String, consuming OwnedFileDescriptor) -> Void

  /// - Parameter send: has a type written into a file.
  init(_ types: [String], _ send: @escaping (String, consuming OwnedFileDescriptor) -> Void) {
    self.send = send
    super.init()
    for type in types.prefix(Self.mostTypes) {
      guard (try? add(type)) != nil else { break }
    }
  }

  override func write(_ type: String, into file: consuming OwnedFileDescriptor, for reader: Client?) { send(type, file) }
}

/// Selections that a backend shares with its host.
extension WindowService {
  private func selection(_ kind: SelectionKind) -> Selection {
    switch kind {
    case .clipboard: seat.selections.clipboard
    case .primary: seat.selections.primary
    }
  }

  /// Selects what the host has selected: `types`, of which `send` has one written into a file.
  package func select(_ kind: SelectionKind, types: [String], send: @escaping (String, consuming OwnedFileDescriptor) -> Void) {
    seat.selections.set(ForeignSource(types, send), for: selection(kind))
  }

  /// The host has nothing selected: nothing is, unless it was selected here.
  package func endForeignSelection(_ kind: SelectionKind) {
    guard selection(kind).source is ForeignSource else { return }
    seat.selections.set(nil, for: selection(kind))
  }

  /// The types of what is selected here; nil where that is the host's own, empty where nothing is selected.
  package func ownSelectionTypes(_ kind: SelectionKind) -> [String]? {
    guard let source = selection(kind).source else { return [] }
    return source is ForeignSource ? nil : source.types
  }

  /// Has what is selected here written into a file.
  package func sendSelection(_ kind: SelectionKind, _ type: String, into file: consuming OwnedFileDescriptor) {
    selection(kind).source?.send(type, into: file)
  }
}
