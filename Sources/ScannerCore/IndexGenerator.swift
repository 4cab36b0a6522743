/// Writes the list of all protocols' literals.
package struct IndexGenerator {
  package init() {}

  /// The Swift file that names the literal of each of `descriptions`.
  package func generate(_ descriptions: [WaylandProtocol]) -> String {
    var out = CodeWriter()
    out.line("// Generated: every protocol that this build knows.")
    out.block("extension InterfaceLiterals") { out in
      out.line("static var all: [StaticString] {")
      out.line("  [" + descriptions.map { SharedGenerator.literalName($0) }.joined(separator: ", ") + "]")
      out.line("}")
    }
    return out.text
  }
}
