extension StringProtocol {
  /// What follows `prefix`; nil where the text does not begin with it.
  func after(prefix: String) -> String? {
    hasPrefix(prefix) ? String(dropFirst(prefix.count)) : nil
  }

  /// The parts before and after the first `separator`; nil where there is none.
  func cut(at separator: Character) -> (before: String, after: String)? {
    guard let index = firstIndex(of: separator) else { return nil }
    return (String(self[..<index]), String(self[self.index(after: index)...]))
  }

  /// The parts before and after the last `separator`; nil where there is none.
  func cutAtLast(_ separator: Character) -> (before: String, after: String)? {
    guard let index = lastIndex(of: separator) else { return nil }
    return (String(self[..<index]), String(self[self.index(after: index)...]))
  }
}

/// The number that `text` writes in decimal digits with an optional sign and fraction; nil for anything else, and for what is not finite.
package func decimalNumber(_ text: some StringProtocol) -> Double? {
  guard !text.isEmpty, text.utf8.allSatisfy({ (0x30...0x39).contains($0) || $0 == 0x2E || $0 == 0x2D || $0 == 0x2B }) else { return nil }
  guard let value = Double(text), value.isFinite else { return nil }
  return value
}

/// The whole number that `text` writes in decimal digits with an optional sign; nil for anything else.
package func wholeNumber(_ text: some StringProtocol) -> Int? {
  Int(text)
}

extension StringProtocol {
  /// The text without characters that would move a terminal's cursor or worse: clients and files write what they like.
  ///
  /// - Parameter keepsLines: whether line ends stay, as in a message of several lines.
  package func printable(keepsLines: Bool = false) -> String {
    String(
      String.UnicodeScalarView(
        unicodeScalars.map { scalar in
          if keepsLines, scalar == "\n" { return scalar }
          return scalar.value < 0x20 || (0x7F..<0xA0).contains(scalar.value) ? "\u{FFFD}" : scalar
        }))
  }
}
