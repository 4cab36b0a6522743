/// A pattern of texts: `*` stands for any characters, also none, `?` for one; all else for itself.
package struct Glob {
  private let pattern: [Unicode.Scalar]

  /// The pattern that `text` writes.
  package init(_ text: String) { pattern = Array(text.unicodeScalars) }

  /// Whether all of `text` is as the pattern says. Takes at most the product of both lengths.
  package func matches(_ text: String) -> Bool {
    let text = Array(text.unicodeScalars)
    var (place, index) = (0, 0)
    // where to go on when the last star must stand for one more
    var star: (place: Int, index: Int)?
    while index < text.count {
      if place < pattern.count, pattern[place] == "*" {
        star = (place, index)
        place += 1
      } else if place < pattern.count, pattern[place] == "?" || pattern[place] == text[index] {
        place += 1
        index += 1
      } else if let last = star {
        star = (last.place, last.index + 1)
        (place, index) = (last.place + 1, last.index + 1)
      } else {
        return false
      }
    }
    return pattern[place...].allSatisfy { $0 == "*" }
  }
}
