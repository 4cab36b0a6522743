import CXKBCommon

/// How to get a character or a keysym out of a keymap: which key, with which modifier keys held.
package struct KeymapIndex {
  /// A key, and the modifier keys that must be held for it, as Linux numbers them.
  package struct Stroke: Hashable, Sendable {
    /// The key.
    package let key: UInt32
    /// Keys to hold, in the order in which to press them.
    package let modifiers: [UInt32]
  }

  private var bySymbol: [UInt32: Stroke] = [:]
  private var byScalar: [Unicode.Scalar: Stroke] = [:]

  /// Looks through `keymap` in the layout and with the locked modifiers of `modifiers`.
  package init(_ keymap: Keymap, modifiers: ModifierMasks = ModifierMasks()) {
    let base = KeyLookup(keymap, modifiers, held: [])
    var holders: [UInt32: UInt32] = [:]
    for key in base.keys {
      let symbol = base.symbol(of: key)
      if holders[symbol] == nil { holders[symbol] = key }
    }
    let shift = holders[UInt32(XKB_KEY_Shift_L)] ?? holders[UInt32(XKB_KEY_Shift_R)]
    let third = holders[UInt32(XKB_KEY_ISO_Level3_Shift)]
    let fifth = holders[UInt32(XKB_KEY_ISO_Level5_Shift)]
    let combinations: [[UInt32?]] = [[], [shift], [third], [shift, third], [fifth], [shift, fifth]]
    let lookups = combinations.compactMap { keys -> KeyLookup? in
      let held = keys.compactMap { $0 }
      return held.count == keys.count ? KeyLookup(keymap, modifiers, held: held) : nil
    }
    // Keys that every keyboard has, with or without modifiers, before those that few have: “(” is Shift and 9.
    for isCommon in [true, false] {
      for lookup in lookups {
        for key in lookup.keys where KeymapIndex.isCommon(key) == isCommon {
          add(lookup.symbol(of: key), Stroke(key: key, modifiers: lookup.held))
        }
      }
    }
  }

  /// How to get `keysym`, nil where the keymap does not have it.
  package func stroke(forKeysym keysym: UInt32) -> Stroke? { bySymbol[keysym] }

  /// How to get `scalar`, nil where the keymap does not have it. A line feed is Return's.
  package func stroke(for scalar: Unicode.Scalar) -> Stroke? {
    if let keysym = Keysym.ofControl(scalar) { return bySymbol[keysym] }
    return byScalar[scalar]
  }

  private mutating func add(_ symbol: UInt32, _ stroke: Stroke) {
    guard symbol != 0 else { return }
    if bySymbol[symbol] == nil { bySymbol[symbol] = stroke }
    // The keypad depends on Num Lock.
    guard !(UInt32(XKB_KEY_KP_Space)...UInt32(XKB_KEY_KP_9)).contains(symbol), symbol != XKB_KEY_KP_Equal else { return }
    guard let scalar = Unicode.Scalar(xkb_keysym_to_utf32(symbol)), scalar.value >= 32, byScalar[scalar] == nil else { return }
    byScalar[scalar] = stroke
  }

  /// Whether `key` is in the main block of every keyboard.
  private static func isCommon(_ key: UInt32) -> Bool { key <= 58 && key != 55 }
}

/// What keys give while certain others are held.
@safe private final class KeyLookup {
  let held: [UInt32]
  let keys: ClosedRange<UInt32>
  private let state: OpaquePointer

  init(_ keymap: Keymap, _ modifiers: ModifierMasks, held: [UInt32]) {
    guard let state = unsafe xkb_state_new(keymap.handle) else { preconditionFailure("there is memory for a keyboard's state") }
    unsafe self.state = unsafe state
    self.held = held
    let first = max(8, unsafe xkb_keymap_min_keycode(keymap.handle))
    // Beyond Linux's last key there is none that a client's keymap can mean.
    let last = min(max(first, unsafe xkb_keymap_max_keycode(keymap.handle)), first + 0x300)
    keys = first - 8...last - 8
    unsafe xkb_state_update_mask(state, 0, 0, modifiers.locked, 0, 0, modifiers.group)
    for key in held { unsafe xkb_state_update_key(state, key + 8, XKB_KEY_DOWN) }
  }

  deinit { unsafe xkb_state_unref(state) }

  func symbol(of key: UInt32) -> UInt32 { unsafe xkb_state_key_get_one_sym(state, key + 8) }
}
