/// The names by which a keymap of the system's data is asked for: `LAYOUT[:VARIANT[:OPTIONS]]`.
package struct KeymapNames: Hashable, Sendable, CustomStringConvertible {
  /// One layout, or several separated by commas, as in `us,ru`.
  package let layout: String
  /// One variant for each layout, separated by commas; may be empty.
  package let variant: String
  /// Options such as `grp:alt_shift_toggle,caps:escape`; may be empty.
  package let options: String

  /// American English.
  package static let us = KeymapNames(layout: "us")

  /// The named layout, variant and options.
  package init(layout: String, variant: String = "", options: String = "") {
    self.layout = layout
    self.variant = variant
    self.options = options
  }

  /// Reads `LAYOUT[:VARIANT[:OPTIONS]]`. Options contain colons of their own, so only the first two divide.
  ///
  /// - Throws: `KeymapError.badNames` for an empty layout, more variants than layouts, or a character that no name has.
  package init(parsing text: String) throws(KeymapError) {
    let parts = text.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
    self.init(layout: parts[0], variant: parts.count > 1 ? parts[1] : "", options: parts.count > 2 ? parts[2] : "")
    guard !layout.isEmpty, !layout.split(separator: ",", omittingEmptySubsequences: false).contains("") else {
      throw .badNames("keymap “\(text)” names no layout; write LAYOUT[:VARIANT[:OPTIONS]], for example us or de:nodeadkeys")
    }
    let layouts = layout.count { $0 == "," } + 1
    let variants = variant.count { $0 == "," } + 1
    guard layouts <= 4 else { throw .badNames("keymap “\(text)” has \(layouts) layouts; at most 4 fit") }
    guard variants <= layouts else {
      throw .badNames("keymap “\(text)” has \(variants) variants for \(layouts) layouts")
    }
    for (part, value, extra) in [("layout", layout, ""), ("variant", variant, ""), ("options", options, ":")] {
      if let bad = value.unicodeScalars.first(where: { !KeymapNames.isAllowed($0, extra) }) {
        throw .badNames("keymap “\(text)” has “\(bad)” in its \(part)")
      }
    }
  }

  /// The form that `init(parsing:)` reads.
  package var description: String {
    options.isEmpty ? (variant.isEmpty ? layout : "\(layout):\(variant)") : "\(layout):\(variant):\(options)"
  }

  private static func isAllowed(_ scalar: Unicode.Scalar, _ extra: String) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "0"..."9", "_", "-", ",", ".", "(", ")": true
    default: extra.unicodeScalars.contains(scalar)
    }
  }
}
