/// The key events that type a text, whatever is in it.
///
/// Characters that the keymap has come from its own keys, with its own modifiers. From the first to the last of those that it
/// has not, the text comes from temporary keymaps, so that clients get as few keymaps as can be.
package struct TextPlan {
  /// One thing to do.
  package enum Step: Hashable, Sendable {
    /// Give clients this keymap instead of the keyboard's (`KeyboardState.borrow`).
    case useKeymap(String)
    /// Press or release a key, as Linux numbers it.
    case key(UInt32, pressed: Bool)
    /// Give clients the keyboard's keymap again (`KeyboardState.restoreKeymap`).
    case restoreKeymap
  }

  /// A character that no key can give.
  package struct Untypable: Error, Hashable, CustomStringConvertible {
    /// Which character it is in the text, the first being 1.
    package let position: Int
    /// The character.
    package let scalar: Unicode.Scalar

    /// A sentence for people.
    package var description: String {
      let number = String(scalar.value, radix: 16, uppercase: true)
      return "character \(position) of the text, U+\(String(repeating: "0", count: max(0, 4 - number.count)))\(number), cannot be typed"
    }
  }

  /// What to do, in order. At the end no key is held and the keyboard has its own keymap.
  package private(set) var steps: [Step] = []
  private var held: [UInt32] = []

  /// Plans typing `text`: line ends are Return, tabs Tab, and a combining mark is a key event of its own.
  ///
  /// - Parameter modifiers: the keyboard's, of which the layout and the locks count.
  /// - Throws: `Untypable` for control characters other than those of editing, and for noncharacters.
  package init(_ text: String, on keymap: Keymap, modifiers: ModifierMasks = ModifierMasks()) throws(Untypable) {
    let scalars = try TextPlan.scalars(of: text)
    let index = KeymapIndex(keymap, modifiers: modifiers)
    let strokes = scalars.map { index.stroke(for: $0) }
    let first = strokes.firstIndex { $0 == nil } ?? scalars.count
    let last = strokes.lastIndex { $0 == nil } ?? -1
    for stroke in strokes[..<first] { add(stroke) }
    hold([])
    if first <= last {
      addBorrowed(scalars[first...last])
      for stroke in strokes[(last + 1)...] { add(stroke) }
      hold([])
    }
  }

  /// The scalars of `text`, each line end one line feed.
  private static func scalars(of text: String) throws(Untypable) -> [Unicode.Scalar] {
    var result: [Unicode.Scalar] = []
    var position = 0
    for character in text {
      position += 1
      if character == "\r\n" {
        result.append("\n")
        continue
      }
      for scalar in character.unicodeScalars {
        guard Keysym.isTypable(scalar) else { throw Untypable(position: position, scalar: scalar) }
        result.append(scalar)
      }
    }
    return result
  }

  private mutating func add(_ stroke: KeymapIndex.Stroke?) {
    guard let stroke else { return }
    hold(stroke.modifiers)
    tap(stroke.key)
  }

  private mutating func tap(_ key: UInt32) { steps += [.key(key, pressed: true), .key(key, pressed: false)] }

  /// Presses and releases modifier keys until just `keys` are held.
  private mutating func hold(_ keys: [UInt32]) {
    for key in held.reversed() where !keys.contains(key) { steps.append(.key(key, pressed: false)) }
    for key in keys where !held.contains(key) { steps.append(.key(key, pressed: true)) }
    held = keys
  }

  /// Types `scalars` from temporary keymaps, each filled with as many different ones as it holds.
  private mutating func addBorrowed(_ scalars: ArraySlice<Unicode.Scalar>) {
    var rest = scalars
    while !rest.isEmpty {
      var keys: [Unicode.Scalar: UInt32] = [:]
      var wanted: [Unicode.Scalar] = []
      let chunk = rest.prefix { scalar in
        if TextPlan.fixedKey(for: scalar) != nil || keys[scalar] != nil { return true }
        guard wanted.count < TextKeymap.capacity else { return false }
        keys[scalar] = TextKeymap.keys[wanted.count]
        wanted.append(scalar)
        return true
      }
      steps.append(.useKeymap(TextKeymap.text(for: wanted)))
      for scalar in chunk {
        if let key = TextPlan.fixedKey(for: scalar) ?? keys[scalar] { tap(key) }
      }
      rest = rest[chunk.endIndex...]
    }
    steps.append(.restoreKeymap)
  }

  /// The key that has `scalar` in each temporary keymap.
  private static func fixedKey(for scalar: Unicode.Scalar) -> UInt32? {
    switch scalar {
    case "\n", "\r": 28
    case "\t": 15
    case "\u{8}": 14
    case "\u{1B}": 1
    case "\u{7F}": 111
    case " ": 57
    default: nil
    }
  }
}
