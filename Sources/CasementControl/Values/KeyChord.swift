/// Keys pressed together: modifiers and one key, such as `ctrl+shift+t`, `super`, or `ctrl++`.
///
/// The key is a name of xkbcommon's (`Return`, `F5`, `eacute`) or one character; the service looks it up in the keymap.
package struct KeyChord: Hashable, Sendable {
  /// A modifier by its name on the command line.
  package enum Modifier: String, ControlChoice {
    case ctrl, shift, alt, `super`, altgr, caps, num
    package static var noun: String { "modifier" }

    /// The keysym name of the key on the left that sets it.
    package var keysymName: String {
      switch self {
      case .ctrl: "Control_L"
      case .shift: "Shift_L"
      case .alt: "Alt_L"
      case .super: "Super_L"
      case .altgr: "ISO_Level3_Shift"
      case .caps: "Caps_Lock"
      case .num: "Num_Lock"
      }
    }
  }

  /// The modifiers, in the order in which they are pressed.
  package var modifiers: [Modifier]
  /// The key; nil for a chord of modifiers alone.
  package var key: String?

  /// The chord that `text` names; words of modifiers are taken in any case, and `control`, `logo`, `meta`, `win` are known, too.
  ///
  /// - Throws: a parameter error that names the part that is wrong.
  package init(parsing text: String) throws(ControlError) {
    guard !text.isEmpty else { throw .badParameter("the chord is empty", given: text, expected: ["such as ctrl+shift+t"]) }
    var body = text
    // “ctrl++” presses the plus key.
    let hasPlus = text == "+" || text.hasSuffix("++")
    if hasPlus { body = String(text.dropLast(text == "+" ? 1 : 2)) }
    var parts = body.isEmpty ? [] : body.split(separator: "+", omittingEmptySubsequences: false).map(String.init)
    if hasPlus { parts.append("+") }
    guard !parts.contains("") else {
      throw .badParameter("“\(text)” has nothing between two “+”", given: text, expected: ["such as ctrl+shift+t, ctrl++"])
    }
    modifiers = []
    for part in parts.dropLast() {
      guard let modifier = Self.modifier(part) else {
        throw .badParameter("“\(part)” in “\(text)” is not a modifier", given: text, expected: Modifier.words)
      }
      modifiers.append(modifier)
    }
    let last = parts[parts.count - 1]
    if let modifier = Self.modifier(last) { modifiers.append(modifier) } else { key = last }
    guard Set(modifiers).count == modifiers.count else { throw .badParameter("“\(text)” has a modifier twice", given: text) }
  }

  private static func modifier(_ word: String) -> Modifier? {
    switch word.lowercased() {
    case "control": .ctrl
    case "logo", "meta", "win": .super
    case let name: Modifier(rawValue: name)
    }
  }
}

extension KeyChord: Codable, CustomStringConvertible {
  /// The chord as text that parses to it again.
  package var description: String { (modifiers.map(\.rawValue) + (key.map { [$0] } ?? [])).joined(separator: "+") }

  package init(from decoder: any Decoder) throws {
    self = try Self(parsing: String(from: decoder))
  }

  package func encode(to encoder: any Encoder) throws {
    try description.encode(to: encoder)
  }
}
