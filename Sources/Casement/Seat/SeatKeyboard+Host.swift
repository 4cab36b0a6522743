internal import Input

/// A host that lends its keyboard, and takes it back.
extension SeatKeyboard {
  /// The host gives its keyboard, with `keys` held on it: nobody is told of a press that was the host's.
  func hostGave(_ keys: [UInt32], on device: InputDevice, drivesModifiers: Bool) {
    let before = state.heldKeys
    _ = state.releaseAll(on: device)
    for key in keys { _ = state.press(key, on: device, drivesModifiers: drivesModifiers) }
    adoptHeldKeys()
    if isAbsent {
      returnKeyboard()
    } else if state.heldKeys != before, let target {
      leave(target)
      targetChanged()
    }
  }

  /// The host takes its keyboard away: whoever has it is left, and no key of it and no modifier is held any more. The key window stays key.
  func hostTook(_ device: InputDevice) {
    _ = state.releaseAll(on: device)
    adoptHeldKeys()
    _ = state.setModifiers(ModifierMasks(locked: state.modifiers.locked, group: state.modifiers.group))
    guard !isAbsent else { return }
    if let target { leave(target) }
    isAbsent = true
    targetChanged()
  }

  /// Somebody has the keyboard again: the host gave it back, or a key comes from elsewhere, which the host has no say in.
  func returnKeyboard() {
    guard isAbsent else { return }
    isAbsent = false
    targetChanged()
  }
}
