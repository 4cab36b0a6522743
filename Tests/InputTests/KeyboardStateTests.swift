import Testing

@testable import Input

/// Keys as Linux numbers them.
enum Key {
  static let q: UInt32 = 16
  static let returnKey: UInt32 = 28
  static let leftControl: UInt32 = 29
  static let a: UInt32 = 30
  static let s: UInt32 = 31
  static let leftShift: UInt32 = 42
  static let leftAlt: UInt32 = 56
  static let capsLock: UInt32 = 58
  static let numLock: UInt32 = 69
  static let rightAlt: UInt32 = 100
}

/// The modifiers that every xkb keymap has, by their fixed places.
private enum Mask {
  static let shift: UInt32 = 1
  static let lock: UInt32 = 2
  static let control: UInt32 = 4
}

private let left = InputDevice(id: 1)
private let right = InputDevice(id: 2)

@Test func aPressIsNewAndARepeatedOneIsNot() throws {
  let keyboard = KeyboardState(keymap: try Keymap())
  #expect(keyboard.press(Key.a) == KeyChange(key: Key.a, pressed: true, isNew: true, modifiers: nil))
  #expect(!keyboard.press(Key.a).isNew)
  #expect(keyboard.release(Key.a) == KeyChange(key: Key.a, pressed: false, isNew: true, modifiers: nil))
  #expect(!keyboard.release(Key.a).isNew)
}

@Test func heldKeysAreInTheOrderOfTheirPresses() throws {
  let keyboard = KeyboardState(keymap: try Keymap())
  for key in [Key.s, Key.leftShift, Key.a] { _ = keyboard.press(key) }
  _ = keyboard.release(Key.leftShift)
  #expect(keyboard.heldKeys == [Key.s, Key.a])
  #expect(keyboard.isHeld(Key.a))
  #expect(!keyboard.isHeld(Key.leftShift))
}

@Test func aKeyHeldOnTwoDevicesIsReleasedWithTheSecond() throws {
  let keyboard = KeyboardState(keymap: try Keymap())
  #expect(keyboard.press(Key.leftShift, on: left).modifiers == ModifierMasks(depressed: Mask.shift))
  #expect(!keyboard.press(Key.leftShift, on: right).isNew)
  let first = keyboard.release(Key.leftShift, on: left)
  #expect(!first.isNew)
  #expect(first.modifiers == nil)
  #expect(!keyboard.release(Key.leftShift, on: left).isNew)
  #expect(keyboard.release(Key.leftShift, on: right).modifiers == ModifierMasks())
}

@Test func aDeviceThatGoesReleasesOnlyWhatItAloneHolds() throws {
  let keyboard = KeyboardState(keymap: try Keymap())
  _ = keyboard.press(Key.a, on: left)
  _ = keyboard.press(Key.s, on: left)
  _ = keyboard.press(Key.s, on: right)
  let changes = keyboard.releaseAll(on: left)
  #expect(changes.filter(\.isNew).map(\.key) == [Key.a])
  #expect(keyboard.heldKeys == [Key.s])
}

@Test func modifiersFollowTheirKeys() throws {
  let keyboard = KeyboardState(keymap: try Keymap())
  #expect(keyboard.press(Key.leftControl).modifiers == ModifierMasks(depressed: Mask.control))
  #expect(keyboard.press(Key.leftShift).modifiers == ModifierMasks(depressed: Mask.control | Mask.shift))
  #expect(keyboard.release(Key.leftControl).modifiers == ModifierMasks(depressed: Mask.shift))
  #expect(keyboard.modifiers.effective == Mask.shift)
}

@Test func capsLockStaysOnAndLightsUp() throws {
  let keyboard = KeyboardState(keymap: try Keymap())
  _ = keyboard.press(Key.capsLock)
  #expect(keyboard.release(Key.capsLock).modifiers == ModifierMasks(locked: Mask.lock))
  #expect(keyboard.lights == .capsLock)
  #expect(keyboard.text(of: Key.a) == "A")
  _ = keyboard.press(Key.capsLock)
  _ = keyboard.release(Key.capsLock)
  #expect(keyboard.lights == [])
  _ = keyboard.press(Key.numLock)
  #expect(keyboard.lights == .numLock)
}

@Test func keysHaveNamesAndTextUnderThePresentModifiers() throws {
  let keyboard = KeyboardState(keymap: try Keymap(KeymapNames(layout: "de")))
  #expect(keyboard.text(of: Key.q) == "q")
  #expect(keyboard.name(of: Key.returnKey) == "Return")
  _ = keyboard.press(Key.rightAlt)
  #expect(keyboard.text(of: Key.q) == "@")
  #expect(keyboard.name(of: Key.q) == "at")
  #expect(keyboard.text(of: 700) == "")
  #expect(keyboard.name(of: .max) == "NoSymbol")
}

@Test func switchingTheLayoutKeepsModifiers() throws {
  let keyboard = KeyboardState(keymap: try Keymap(KeymapNames(layout: "us,ru")))
  _ = keyboard.press(Key.leftShift)
  #expect(keyboard.switchLayout(to: 1) == ModifierMasks(depressed: Mask.shift, group: 1))
  #expect(keyboard.text(of: Key.a) == "Ф")
  #expect(keyboard.switchLayout(to: 1) == nil)
  #expect(keyboard.switchLayout(to: 2) == nil)
  #expect(keyboard.switchLayout(to: -1) == nil)
  #expect(keyboard.release(Key.leftShift).modifiers == ModifierMasks(group: 1))
}

@Test func aLayoutSwitchesByItsKeys() throws {
  let keyboard = KeyboardState(keymap: try Keymap(KeymapNames(layout: "us,ru", options: "grp:caps_toggle")))
  #expect(keyboard.press(Key.capsLock).modifiers == ModifierMasks(group: 1))
  _ = keyboard.release(Key.capsLock)
  #expect(keyboard.modifiers.group == 1)
}

@Test func aNewKeymapKeepsHeldKeysAndModifiers() throws {
  let keyboard = KeyboardState(keymap: try Keymap(KeymapNames(layout: "us,ru")))
  _ = keyboard.press(Key.capsLock)
  _ = keyboard.release(Key.capsLock)
  _ = keyboard.press(Key.leftControl)
  _ = keyboard.press(Key.a)
  _ = keyboard.switchLayout(to: 1)
  keyboard.setKeymap(try Keymap(KeymapNames(layout: "de,ru")))
  #expect(keyboard.heldKeys == [Key.leftControl, Key.a])
  #expect(keyboard.modifiers == ModifierMasks(depressed: Mask.control, locked: Mask.lock, group: 1))
  #expect(keyboard.release(Key.leftControl).modifiers == ModifierMasks(locked: Mask.lock, group: 1))
  keyboard.setKeymap(try Keymap())
  #expect(keyboard.modifiers == ModifierMasks(locked: Mask.lock))
}

@Test func aNewKeymapKeepsModifiersThatADeviceStated() throws {
  let keyboard = KeyboardState(keymap: try Keymap())
  _ = keyboard.press(Key.a, drivesModifiers: false)
  _ = keyboard.setModifiers(ModifierMasks(depressed: Mask.control))
  keyboard.setKeymap(try Keymap(KeymapNames(layout: "fr")))
  #expect(keyboard.modifiers.depressed == Mask.control)
}

@Test func aDeviceThatStatesItsModifiersDoesNotDriveThemByKeys() throws {
  let keyboard = KeyboardState(keymap: try Keymap())
  #expect(keyboard.press(Key.leftShift, drivesModifiers: false).modifiers == nil)
  #expect(keyboard.setModifiers(ModifierMasks(depressed: Mask.shift)) == ModifierMasks(depressed: Mask.shift))
  #expect(keyboard.setModifiers(ModifierMasks(depressed: Mask.shift)) == nil)
  let release = keyboard.release(Key.leftShift)
  #expect(release.isNew)
  #expect(release.modifiers == nil)
  #expect(keyboard.setModifiers(ModifierMasks()) == ModifierMasks())
}

@Test func clearingForgetsKeysAndTheirModifiersButNotLocks() throws {
  let keyboard = KeyboardState(keymap: try Keymap())
  _ = keyboard.press(Key.capsLock)
  _ = keyboard.release(Key.capsLock)
  _ = keyboard.press(Key.leftShift)
  #expect(keyboard.clear() == ModifierMasks(locked: Mask.lock))
  #expect(keyboard.heldKeys.isEmpty)
  #expect(!keyboard.release(Key.leftShift).isNew)
  #expect(keyboard.press(Key.leftShift).modifiers == ModifierMasks(depressed: Mask.shift, locked: Mask.lock))
}

@Test func hostileKeysNeitherCrashNorFillTheMemory() throws {
  let keyboard = KeyboardState(keymap: try Keymap())
  #expect(!keyboard.press(.max).isNew)
  #expect(!keyboard.press(.max - 7).isNew)
  for key in UInt32(1000)..<5000 { _ = keyboard.press(key) }
  #expect(keyboard.heldKeys.count == KeyboardState.mostHeldKeys)
  _ = keyboard.setModifiers(ModifierMasks(depressed: .max, latched: .max, locked: .max, group: .max))
  #expect(keyboard.modifiers.group == 0)
}
