import CXKBCommon

/// Writes keymaps that have more characters than another, for text that the keyboard's own keymap does not have.
///
/// All else is as in the other: keys, modifiers and locks mean what they meant, so that a client may keep it. It should keep it for a while: an
/// X server hands it on to its clients, and they look up what a key means only later, in whatever keymap is the newest then.
package enum ExtendedKeymap {
  /// The most characters that are added to one keymap.
  package static var capacity: Int { keys.count }

  /// The keys that get the characters, as Linux numbers them: F13 to F24. Programs do not act on their place, as they do with Escape's,
  /// yet all know them, also X servers, which have no keys beyond 247.
  static let keys: ClosedRange<UInt32> = 183...194

  /// The keymap `base` with `scalars` on `keys`, in order.
  ///
  /// - Precondition: there are at most `capacity` scalars.
  /// - Returns: nil where the keymap has no room for these keys.
  package static func text(of base: Keymap, with scalars: [Unicode.Scalar]) -> String? {
    precondition(scalars.count <= capacity, "one keymap has room for \(capacity) characters more")
    guard unsafe xkb_keymap_min_keycode(base.handle) <= keys.lowerBound + 8 else { return nil }
    let layouts = max(1, unsafe xkb_keymap_num_layouts(base.handle))
    var places = ""
    var symbols = ""
    for (key, scalar) in zip(keys, scalars) {
      let name: String
      if let known = unsafe xkb_keymap_key_get_name(base.handle, key + 8) {
        name = unsafe String(cString: known)
      } else {
        name = "T\(key)"
        places += "\n  <\(name)> = \(key + 8);"
      }
      let groups = (1...layouts).map { "type[Group\($0)] = \"TYPED\", symbols[Group\($0)] = [ U\(hexadecimal(scalar)) ]" }
      symbols += "\n  key <\(name)> { \(groups.joined(separator: ", ")) };"
    }
    var text = Array(base.text.utf8)
    if unsafe xkb_keymap_max_keycode(base.handle) < keys.upperBound + 8 { raiseMaximum(in: &text) }
    // from the last section to the first, so that what was found stays true
    for (section, addition) in [("xkb_symbols", symbols), ("xkb_types", type(in: text)), ("xkb_keycodes", places)] where !addition.isEmpty {
      guard let start = text.firstIndex(of: section.utf8, from: 0), let end = text.firstIndex(of: "\n};".utf8, from: start) else {
        return nil
      }
      text.insert(contentsOf: addition.utf8, at: end)
    }
    return String(decoding: text, as: UTF8.self)
  }

  /// A type of one level that consumes what else would change a character: Shift, Caps Lock, and the third level's modifier.
  private static func type(in text: [UInt8]) -> String {
    let third = text.firstIndex(of: "LevelThree".utf8, from: 0) == nil ? "" : "+LevelThree"
    return "\n  type \"TYPED\" { modifiers = Shift+Lock\(third); level_name[1] = \"Any\"; };"
  }

  /// Makes room for the new keys in a keymap that ends before them.
  private static func raiseMaximum(in text: inout [UInt8]) {
    let label = "maximum = "
    guard let start = text.firstIndex(of: label.utf8, from: 0).map({ $0 + label.utf8.count }),
      let end = text[start...].firstIndex(of: UInt8(ascii: ";"))
    else { return }
    text.replaceSubrange(start..<end, with: "255".utf8)
  }

  private static func hexadecimal(_ scalar: Unicode.Scalar) -> String {
    let digits = String(scalar.value, radix: 16, uppercase: true)
    return String(repeating: "0", count: max(0, 4 - digits.count)) + digits
  }
}

extension [UInt8] {
  /// Where `part` begins, at `start` or later.
  fileprivate func firstIndex(of part: String.UTF8View, from start: Int) -> Int? {
    let part = Array(part)
    guard count - start >= part.count else { return nil }
    return (start...count - part.count).first { self[$0..<$0 + part.count].elementsEqual(part) }
  }
}
