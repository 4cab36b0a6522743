/// The state of the modifiers as `wl_keyboard.modifiers` carries it: masks of the keymap's modifiers, and a layout.
package struct ModifierMasks: Hashable, Sendable {
  /// Modifiers whose keys are held.
  package var depressed: UInt32
  /// Modifiers that apply to the next key only.
  package var latched: UInt32
  /// Modifiers that stay on, such as Caps Lock.
  package var locked: UInt32
  /// The effective layout.
  package var group: UInt32

  /// The given masks; by default none, and the first layout.
  package init(depressed: UInt32 = 0, latched: UInt32 = 0, locked: UInt32 = 0, group: UInt32 = 0) {
    self.depressed = depressed
    self.latched = latched
    self.locked = locked
    self.group = group
  }

  /// All modifiers that apply.
  package var effective: UInt32 { depressed | latched | locked }
}
