import CXKBCommon

/// The keyboard of a seat: its keymap, the keys held, and the modifiers that follow from them.
///
/// It knows nothing of clients. A client that gets the keyboard is sent `heldKeys`, then `modifiers`.
@safe package final class KeyboardState {
  /// The most keys that can be held at once; further presses are ignored, so that no virtual keyboard fills the memory.
  package static let mostHeldKeys = 128

  /// What the keys mean.
  package private(set) var keymap: Keymap
  /// What `wl_keyboard.modifiers` says now.
  package private(set) var modifiers = ModifierMasks()
  private var held: [HeldKey] = []
  /// xkbcommon's state, owned; nil while nobody has asked for it.
  private var made: OpaquePointer?
  private var state: OpaquePointer {
    get {
      if let made = unsafe made { return unsafe made }
      let new = unsafe KeyboardState.makeState(keymap)
      unsafe made = unsafe new
      return unsafe new
    }
    set { unsafe made = unsafe newValue }
  }

  /// A key that is down.
  private struct HeldKey {
    let key: UInt32
    /// Who holds it; never empty.
    var devices: [InputDevice]
    /// Whether its press went through the keymap's actions, so that its release must, too.
    let drivesModifiers: Bool
  }

  /// A keyboard with no key held.
  package init(keymap: Keymap) { self.keymap = keymap }

  deinit { unsafe xkb_state_unref(made) }

  /// The keys held, in the order in which they were pressed: the array of `wl_keyboard.enter`.
  package var heldKeys: [UInt32] { held.map(\.key) }

  /// Whether `key` is down on any device.
  package func isHeld(_ key: UInt32) -> Bool { held.contains { $0.key == key } }

  /// Whether `device` holds `key`.
  package func isHeld(_ key: UInt32, on device: InputDevice) -> Bool { held.contains { $0.key == key && $0.devices.contains(device) } }

  /// Presses `key` on `device`.
  ///
  /// - Parameter drivesModifiers: false for a device that states its modifiers itself (`zwp_virtual_keyboard_v1.modifiers`).
  package func press(_ key: UInt32, on device: InputDevice = .standard, drivesModifiers: Bool = true) -> KeyChange {
    if let index = held.firstIndex(where: { $0.key == key }) {
      if !held[index].devices.contains(device) { held[index].devices.append(device) }
      return KeyChange(key: key, pressed: true, isNew: false, modifiers: nil)
    }
    guard held.count < KeyboardState.mostHeldKeys, let code = Keymap.code(of: key) else {
      return KeyChange(key: key, pressed: true, isNew: false, modifiers: nil)
    }
    held.append(HeldKey(key: key, devices: [device], drivesModifiers: drivesModifiers))
    if drivesModifiers { unsafe xkb_state_update_key(state, code, XKB_KEY_DOWN) }
    return KeyChange(key: key, pressed: true, isNew: true, modifiers: changedModifiers())
  }

  /// Releases `key` on `device`. It stays held while another device holds it.
  package func release(_ key: UInt32, on device: InputDevice = .standard) -> KeyChange {
    guard let index = held.firstIndex(where: { $0.key == key }), let holder = held[index].devices.firstIndex(of: device) else {
      return KeyChange(key: key, pressed: false, isNew: false, modifiers: nil)
    }
    held[index].devices.remove(at: holder)
    guard held[index].devices.isEmpty else { return KeyChange(key: key, pressed: false, isNew: false, modifiers: nil) }
    let drivesModifiers = held.remove(at: index).drivesModifiers
    if drivesModifiers, let code = Keymap.code(of: key) { unsafe xkb_state_update_key(state, code, XKB_KEY_UP) }
    return KeyChange(key: key, pressed: false, isNew: true, modifiers: changedModifiers())
  }

  /// Releases all that `device` holds, the newest first, because it is gone.
  package func releaseAll(on device: InputDevice) -> [KeyChange] {
    held.reversed().filter { $0.devices.contains(device) }.map { release($0.key, on: device) }
  }

  /// Forgets the keys held and the modifiers that follow from them, because the host took the keyboard away.
  ///
  /// Locked modifiers and the layout stay. When the keyboard returns, the host's held keys are pressed again before any
  /// client is told.
  ///
  /// - Returns: the new state of the modifiers, nil where it is as before.
  package func clear() -> ModifierMasks? {
    let kept = ModifierMasks(locked: modifiers.locked, group: modifiers.group)
    held = []
    unsafe xkb_state_unref(state)
    unsafe state = KeyboardState.makeState(keymap)
    apply(kept)
    return changedModifiers()
  }

  /// Sets the modifiers as a device states them (`zwp_virtual_keyboard_v1.modifiers`, or the host's `wl_keyboard.modifiers`).
  ///
  /// - Returns: the new state of the modifiers, nil where it is as before.
  package func setModifiers(_ masks: ModifierMasks) -> ModifierMasks? {
    apply(masks)
    return changedModifiers()
  }

  /// Switches to the layout numbered `index`; one that the keymap does not have changes nothing.
  ///
  /// - Returns: the new state of the modifiers, nil where it is as before.
  package func switchLayout(to index: Int) -> ModifierMasks? {
    guard (0..<Int(unsafe xkb_keymap_num_layouts(keymap.handle))).contains(index) else { return nil }
    var masks = modifiers
    masks.group = UInt32(index)
    return setModifiers(masks)
  }

  /// Exchanges the keymap. Held keys and the modifiers that they give stay, and so do locked modifiers of the same names and
  /// the layout; latched ones end.
  ///
  /// Clients are sent the keymap, then the modifiers, whether or not their masks changed.
  package func setKeymap(_ new: Keymap) {
    let locked = modifiers.locked
    let old = keymap
    let depressedByMask = held.contains { $0.drivesModifiers } ? 0 : modifiers.depressed
    let next = unsafe KeyboardState.makeState(new)
    for key in held where key.drivesModifiers {
      if let code = Keymap.code(of: key.key) { unsafe xkb_state_update_key(next, code, XKB_KEY_DOWN) }
    }
    unsafe xkb_state_unref(state)
    unsafe state = next
    keymap = new
    let layouts = max(1, unsafe xkb_keymap_num_layouts(new.handle))
    let depressed = unsafe xkb_state_serialize_mods(state, XKB_STATE_MODS_DEPRESSED)
    apply(
      ModifierMasks(
        depressed: depressed | KeyboardState.translate(depressedByMask, from: old, to: new),
        locked: KeyboardState.translate(locked, from: old, to: new), group: min(modifiers.group, layouts - 1)))
    modifiers = currentModifiers()
  }
}

extension KeyboardState {
  private static func makeState(_ keymap: Keymap) -> OpaquePointer {
    guard let state = unsafe xkb_state_new(keymap.handle) else { preconditionFailure("there is memory for a keyboard's state") }
    return unsafe state
  }

  /// `mask` of `old` as `new` counts it: modifiers correspond by name.
  package static func translate(_ mask: UInt32, from old: Keymap, to new: Keymap) -> UInt32 {
    var result: UInt32 = 0
    for bit in 0..<UInt32(32) where mask & (1 << bit) != 0 {
      guard let name = unsafe xkb_keymap_mod_get_name(old.handle, bit) else { continue }
      let index = unsafe xkb_keymap_mod_get_index(new.handle, name)
      if index < 32 { result |= 1 << index }
    }
    return result
  }

  private func apply(_ masks: ModifierMasks) {
    unsafe xkb_state_update_mask(state, masks.depressed, masks.latched, masks.locked, 0, 0, masks.group)
  }

  private func currentModifiers() -> ModifierMasks {
    ModifierMasks(
      depressed: unsafe xkb_state_serialize_mods(state, XKB_STATE_MODS_DEPRESSED),
      latched: unsafe xkb_state_serialize_mods(state, XKB_STATE_MODS_LATCHED),
      locked: unsafe xkb_state_serialize_mods(state, XKB_STATE_MODS_LOCKED),
      group: unsafe xkb_state_serialize_layout(state, XKB_STATE_LAYOUT_EFFECTIVE))
  }

  private func changedModifiers() -> ModifierMasks? {
    let now = currentModifiers()
    guard now != modifiers else { return nil }
    modifiers = now
    return now
  }
}

extension KeyboardState {
  /// The lights of a keyboard.
  package struct Lights: OptionSet, Hashable, Sendable {
    /// One bit a light.
    package let rawValue: UInt8
    /// The lights of `rawValue`.
    package init(rawValue: UInt8) { self.rawValue = rawValue }
    /// Caps Lock is on.
    package static let capsLock = Lights(rawValue: 1)
    /// Num Lock is on.
    package static let numLock = Lights(rawValue: 2)
    /// Scroll Lock is on.
    package static let scrollLock = Lights(rawValue: 4)
  }

  /// The lights that are on.
  package var lights: Lights {
    let names: [(String, Lights)] = [(XKB_LED_NAME_CAPS, .capsLock), (XKB_LED_NAME_NUM, .numLock), (XKB_LED_NAME_SCROLL, .scrollLock)]
    return names.reduce(into: []) { lights, led in
      if unsafe xkb_state_led_name_is_active(state, led.0) > 0 { lights.insert(led.1) }
    }
  }

  /// The keysym that `key` gives under the present modifiers, 0 where it gives none or several.
  package func keysym(of key: UInt32) -> UInt32 {
    guard let code = Keymap.code(of: key) else { return 0 }
    return unsafe xkb_state_key_get_one_sym(state, code)
  }

  /// The text that `key` gives under the present modifiers, empty for keys that give none.
  package func text(of key: UInt32) -> String {
    guard let code = Keymap.code(of: key) else { return "" }
    let length = Int(unsafe xkb_state_key_get_utf8(state, code, nil, 0))
    guard length > 0 else { return "" }
    var buffer = [CChar](repeating: 0, count: length + 1)
    unsafe xkb_state_key_get_utf8(state, code, &buffer, buffer.count)
    return String(decoding: buffer.prefix(length).map { UInt8(bitPattern: $0) }, as: UTF8.self)
  }

  /// A name for logs, such as `Return` or `a`: the keysym that `key` gives.
  package func name(of key: UInt32) -> String { Keysym.name(keysym(of: key)) }
}
