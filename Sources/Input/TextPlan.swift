/// The key events that type a text, whatever is in it.
///
/// Characters that the keymap has come from its own keys, with its own modifiers. The others come from keys that are added to it: clients get
/// an `ExtendedKeymap`, as few of them as can be.
package struct TextPlan {
  /// One thing to do.
  package enum Step: Hashable, Sendable {
    /// Give clients this keymap, which is the keyboard's own and more.
    case useKeymap(String)
    /// Press or release a key, as Linux numbers it.
    case key(UInt32, pressed: Bool)
  }

  /// A character that no key can give.
  package struct Untypable: Error, Hashable, CustomStringConvertible {
    /// Which character it is in the text, the first being 1.
    package let position: Int
    /// The character.
    package let scalar: Unicode.Scalar
    /// Whether that is so because its key is held.
    package var isHeld = false

    /// A sentence for people.
    package var description: String {
      let number = String(scalar.value, radix: 16, uppercase: true)
      return
        "character \(position) of the text, U+\(String(repeating: "0", count: max(0, 4 - number.count)))\(number), cannot be typed\(isHeld ? ": its key is down" : "")"
    }
  }

  /// What to do, in order. At the end no key is held.
  package private(set) var steps: [Step] = []
  /// The characters that the keymap in use at the end has beyond the keyboard's own, in the order of their keys.
  package private(set) var added: [Unicode.Scalar]
  private var held: [UInt32] = []
  private let down: [UInt32]

  /// Plans typing `text`: line ends are Return, tabs Tab, and a combining mark is a key event of its own.
  ///
  /// - Parameters:
  ///   - keymap: the keyboard's own.
  ///   - added: the characters that the keymap in use has beyond it.
  ///   - modifiers: the keyboard's, of which the layout and the locks count.
  ///   - down: the keys that are held: modifiers among them stay so.
  /// - Throws: `Untypable` for control characters other than those of editing, for noncharacters, and for what needs a key that is held.
  package init(
    _ text: String, on keymap: Keymap, added: [Unicode.Scalar] = [], modifiers: ModifierMasks = ModifierMasks(), down: [UInt32] = []
  ) throws(Untypable) {
    self.added = added
    self.down = down
    let scalars = try TextPlan.scalars(of: text)
    let index = KeymapIndex(keymap, modifiers: modifiers)
    let strokes = scalars.map { index.stroke(for: $0) }
    for (position, (scalar, stroke)) in zip(scalars, strokes).enumerated() {
      if let stroke {
        guard !down.contains(stroke.key) else { throw Untypable(position: position + 1, scalar: scalar, isHeld: true) }
        hold(stroke.modifiers)
        tap(stroke.key)
        continue
      }
      hold([])
      if !self.added.contains(scalar) {
        add(zip(scalars, strokes).dropFirst(position).lazy.filter { $0.1 == nil }.map(\.0))
        guard let text = ExtendedKeymap.text(of: keymap, with: self.added) else { throw Untypable(position: position + 1, scalar: scalar) }
        steps.append(.useKeymap(text))
      }
      if let place = self.added.firstIndex(of: scalar) { tap(ExtendedKeymap.keys.lowerBound + UInt32(place)) }
    }
    hold([])
  }

  /// Makes room for as many of `wanted`, the next first, as one keymap has, beside what is there where all of it fits.
  private mutating func add(_ wanted: some Sequence<Unicode.Scalar>) {
    var new: [Unicode.Scalar] = []
    for scalar in wanted where !new.contains(scalar) && new.count < ExtendedKeymap.capacity { new.append(scalar) }
    let kept = added.filter { !new.contains($0) }
    added = kept.count + new.count <= ExtendedKeymap.capacity ? added + new.filter { !added.contains($0) } : new
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

  private mutating func tap(_ key: UInt32) { steps += [.key(key, pressed: true), .key(key, pressed: false)] }

  /// Presses and releases modifier keys until just `keys` are held.
  private mutating func hold(_ wanted: [UInt32]) {
    let keys = wanted.filter { !down.contains($0) }
    for key in held.reversed() where !keys.contains(key) { steps.append(.key(key, pressed: false)) }
    for key in keys where !held.contains(key) { steps.append(.key(key, pressed: true)) }
    held = keys
  }
}
