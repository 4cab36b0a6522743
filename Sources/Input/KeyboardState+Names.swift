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

extension KeyboardState {
  /// The masks for holding `keys`, and the modifiers with these names (`Shift`, `Control`, `Mod1`), on `keymap`.
  package static func masks(of keys: [UInt32], named names: [String], on keymap: Keymap) -> ModifierMasks {
    let state = KeyboardState(keymap: keymap)
    for key in keys { _ = state.press(key) }
    var masks = state.modifiers
    for name in names where !name.isEmpty {
      let index = unsafe xkb_keymap_mod_get_index(keymap.handle, name)
      if index < 32 { masks.depressed |= 1 << index }
    }
    return masks
  }
}
