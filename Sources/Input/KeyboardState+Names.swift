internal import CXKBCommon

extension KeyboardState {
  /// The names, in the keymap, of the modifiers that apply now, in the keymap's order.
  package var activeModifierNames: [String] {
    (0..<UInt32(32)).compactMap { bit in
      guard modifiers.effective & (1 << bit) != 0 else { return nil }
      return unsafe xkb_keymap_mod_get_name(keymap.handle, bit).map { unsafe String(cString: $0) }
    }
  }
}
