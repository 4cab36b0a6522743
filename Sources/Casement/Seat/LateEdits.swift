internal import WaylandServer

/// What an input method typed into a field whose client does not read: as few steps as will do, for when it does.
final class LateEdits: NewsTeller {
  let field: any TextField
  let client: Client
  private unowned let inputs: TextInputs
  private(set) var edits: [TextEdit]
  private var bytes = 0

  /// How much waits; what is typed beyond it is lost, as a key that nobody hears.
  private static let mostBytes = 16_384

  init(_ first: TextEdit, into field: any TextField, of client: Client, _ inputs: TextInputs) {
    (self.field, self.client, self.inputs) = (field, client, inputs)
    (edits, bytes) = ([first], first.wireBytes)
  }

  func add(_ edit: TextEdit) {
    if let merged = edits[edits.count - 1].merged(with: edit), bytes - edits[edits.count - 1].wireBytes + merged.wireBytes <= Self.mostBytes
    {
      bytes += merged.wireBytes - edits[edits.count - 1].wireBytes
      edits[edits.count - 1] = merged
    } else if bytes + edit.wireBytes <= Self.mostBytes {
      bytes += edit.wireBytes
      edits.append(edit)
    }
  }

  func catchUp() { inputs.catchUp(self) }
}

extension TextEdit {
  /// About what it takes to send it.
  var wireBytes: Int {
    96 + (preedit.map { $0.text.utf8.count + $0.fallback.utf8.count + 20 * $0.styles.count } ?? 0) + (commit?.utf8.count ?? 0)
  }

  /// The most bytes of text in one event: an event has 4096, and a client's library not more room.
  private static var mostText: Int { 3072 }

  /// One step that does what this and then `next` do; nil where there is none.
  func merged(with next: TextEdit) -> TextEdit? {
    if commit == nil, deletion == nil, cursor == nil { return next }
    guard next.deletion == nil, next.cursor == nil, cursor == nil else { return nil }
    var both = self
    both.preedit = next.preedit
    guard let text = next.commit else { return both }
    both.commit = (commit ?? "") + text
    return both.commit!.utf8.count <= Self.mostText ? both : nil
  }
}
