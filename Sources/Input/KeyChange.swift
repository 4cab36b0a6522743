/// What a key event changed, and so what the client with the keyboard is told: first the key, then the modifiers.
package struct KeyChange: Hashable, Sendable {
  /// The key, numbered as Linux does.
  package let key: UInt32
  /// Whether it went down.
  package let pressed: Bool
  /// Whether clients see it: false for a key held on another device too, held already, or not held.
  package let isNew: Bool
  /// The new state of the modifiers, nil where it is as before.
  package let modifiers: ModifierMasks?
}
