/// Collects lines of Swift with the indentation they stand at.
struct CodeWriter {
  private(set) var text = ""
  private var depth = 0

  mutating func line(_ line: String = "") {
    text += line.isEmpty ? "\n" : String(repeating: "  ", count: depth) + line + "\n"
  }

  /// `header {`, what `body` writes one step deeper, `}`.
  mutating func block(_ header: String, _ body: (inout CodeWriter) -> Void) {
    line(header + " {")
    depth += 1
    body(&self)
    depth -= 1
    line("}")
  }

  /// A documentation line, left out where there is nothing to say.
  mutating func document(_ summary: String) {
    let words = summary.split(whereSeparator: \.isWhitespace).joined(separator: " ")
    if !words.isEmpty { line("/// \(words)") }
  }
}
