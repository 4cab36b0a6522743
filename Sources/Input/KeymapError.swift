/// Why there is no keymap.
package enum KeymapError: Error, Hashable, CustomStringConvertible {
  /// Layout, variant or options are malformed; the text says where.
  case badNames(String)
  /// No such layout in the system's data, or a keymap text that does not compile; the text is the compiler's first complaint.
  case notCompiled(String)
  /// A keymap text of this many bytes: none, or more than `Keymap.largestText`.
  case badSize(Int)
  /// A keymap file that ends before its stated size, or cannot be read.
  case unreadable(String)

  /// A sentence for people.
  package var description: String {
    switch self {
    case .badNames(let text), .unreadable(let text): text
    case .notCompiled(let text): "the keymap does not compile: \(text)"
    case .badSize(let size): "a keymap text of \(size) bytes; from 1 to \(Keymap.largestText) are possible"
    }
  }
}
