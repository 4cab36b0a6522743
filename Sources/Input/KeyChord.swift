import CXKBCommon

/// A key pressed while others are held, as `ctrl+shift+t`.
package struct KeyChord: Hashable, Sendable {
  /// Why a text is no chord. The text names the part at fault.
  package struct ParseError: Error, Hashable, CustomStringConvertible {
    /// A sentence for people.
    package let description: String
  }

  /// The keys to hold, in the order in which to press them, as Linux numbers them.
  package let modifiers: [UInt32]
  /// The key to press, as Linux numbers it.
  package let key: UInt32

  /// Reads `ctrl+shift+t`, `alt+F4`, `Return`, `super`, `a`, `ctrl++`.
  ///
  /// The last part is a character, or the name of a keysym in any case; those before it are modifiers. A character or keysym that
  /// needs Shift on this keymap brings it along: `T` is `shift+t`.
  ///
  /// - Parameter present: the keyboard's modifiers, of which the layout and the locks count.
  package init(parsing text: String, on keymap: Keymap, modifiers present: ModifierMasks = ModifierMasks()) throws(ParseError) {
    let index = KeymapIndex(keymap, modifiers: present)
    var parts = text.split(separator: "+", omittingEmptySubsequences: false).map(String.init)
    // A plus sign at the end is the key itself: “+”, “ctrl++”.
    if parts.count > 1, parts.suffix(2) == ["", ""] { parts.replaceSubrange((parts.count - 2)..., with: ["+"]) }
    if let empty = parts.firstIndex(of: "") {
      throw ParseError(description: text.isEmpty ? "no key is named" : "part \(empty + 1) of “\(text)” is empty")
    }
    let name = parts.removeLast()
    var held: [UInt32] = []
    for part in parts {
      guard let keysyms = KeyChord.modifier(named: part) else {
        throw ParseError(description: "“\(part)” in “\(text)” is not a modifier; there are ctrl, shift, alt, super, altgr, caps, num")
      }
      guard let stroke = keysyms.lazy.compactMap({ index.stroke(forKeysym: $0) }).first else {
        throw ParseError(description: "“\(part)” in “\(text)” is not on the present keymap")
      }
      guard !held.contains(stroke.key) else { throw ParseError(description: "“\(part)” is in “\(text)” twice") }
      held.append(stroke.key)
    }
    let stroke = try KeyChord.stroke(named: name, in: index)
    guard !held.contains(stroke.key) else { throw ParseError(description: "“\(name)” is in “\(text)” twice") }
    modifiers = held + stroke.modifiers.filter { !held.contains($0) }
    key = stroke.key
  }

  /// The key events: the modifiers and the key are pressed in order, and released in the opposite one.
  package var steps: [TextPlan.Step] {
    let keys = modifiers + [key]
    return keys.map { .key($0, pressed: true) } + keys.reversed().map { .key($0, pressed: false) }
  }

  private static func stroke(named name: String, in index: KeymapIndex) throws(ParseError) -> KeymapIndex.Stroke {
    if let keysyms = modifier(named: name), let stroke = keysyms.lazy.compactMap({ index.stroke(forKeysym: $0) }).first {
      return stroke
    }
    if name.unicodeScalars.count == 1, let scalar = name.unicodeScalars.first {
      guard let stroke = index.stroke(for: scalar) else {
        throw ParseError(description: "“\(name)” is not on the present keymap")
      }
      return stroke
    }
    let known = aliases[name.lowercased()] ?? name
    guard let keysym = Keysym.named(known) else {
      throw ParseError(description: "there is no key “\(name)”; a character, or a name such as Return, F4, Left or space")
    }
    let capital = Keysym.capital(of: keysym)
    if capital != keysym, !Keysym.isExact(known) {
      throw ParseError(description: "“\(name)” may be “\(Keysym.name(keysym))” or “\(Keysym.name(capital))”")
    }
    guard let stroke = index.stroke(forKeysym: keysym) else {
      throw ParseError(description: "“\(name)” is not on the present keymap")
    }
    return stroke
  }

  /// The keysyms that serve as the modifier called `name`, the preferred one first.
  private static func modifier(named name: String) -> [UInt32]? {
    let keysyms: [Int32]
    switch name.lowercased() {
    case "ctrl", "control": keysyms = [XKB_KEY_Control_L, XKB_KEY_Control_R]
    case "shift": keysyms = [XKB_KEY_Shift_L, XKB_KEY_Shift_R]
    case "alt", "option": keysyms = [XKB_KEY_Alt_L, XKB_KEY_Alt_R]
    case "super", "meta", "logo", "win", "cmd": keysyms = [XKB_KEY_Super_L, XKB_KEY_Super_R]
    case "altgr": keysyms = [XKB_KEY_ISO_Level3_Shift]
    case "caps": keysyms = [XKB_KEY_Caps_Lock]
    case "num": keysyms = [XKB_KEY_Num_Lock]
    case "control_l", "ctrl_l": keysyms = [XKB_KEY_Control_L]
    case "control_r", "ctrl_r": keysyms = [XKB_KEY_Control_R]
    case "shift_l": keysyms = [XKB_KEY_Shift_L]
    case "shift_r": keysyms = [XKB_KEY_Shift_R]
    case "alt_l": keysyms = [XKB_KEY_Alt_L]
    case "alt_r": keysyms = [XKB_KEY_Alt_R]
    case "super_l": keysyms = [XKB_KEY_Super_L]
    case "super_r": keysyms = [XKB_KEY_Super_R]
    default: return nil
    }
    return keysyms.map { UInt32($0) }
  }

  /// Names that people use for keysyms called otherwise.
  private static let aliases = [
    "enter": "Return", "esc": "Escape", "del": "Delete", "ins": "Insert", "pageup": "Prior", "pgup": "Prior", "pagedown": "Next",
    "pgdn": "Next", "capslock": "Caps_Lock", "numlock": "Num_Lock", "printscreen": "Print", "spacebar": "space",
  ]
}
