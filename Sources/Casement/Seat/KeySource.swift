internal import Input
internal import WaylandServer

/// Something that keys come from: the seat's own keyboard, or a client's virtual one. Each has its own keymap, held keys and modifiers.
final class KeySource {
  let device: InputDevice
  /// Whose it is; nil: the service's own.
  let client: Client?
  let state: KeyboardState
  /// What clients are sent of its keymap.
  private(set) var file: SentKeymap

  init(_ device: InputDevice, of client: Client? = nil, keymap: Keymap, file: SentKeymap) {
    self.device = device
    self.client = client
    self.file = file
    state = KeyboardState(keymap: keymap)
  }

  /// Exchanges the keymap. Held keys stay held.
  func setKeymap(_ keymap: Keymap, _ file: SentKeymap) {
    state.setKeymap(keymap)
    self.file = file
  }
}

/// Who gets keys instead of the client with the keyboard: an input method.
protocol KeyboardGrab: AnyObject {
  var client: Client { get }
  func sendKeymap(_ file: SentKeymap)
  func sendModifiers(_ masks: ModifierMasks, serial: UInt32)
  func sendKey(_ key: UInt32, pressed: Bool, serial: UInt32, time: UInt32)
}

/// One side that hears of keys, and what it knows.
struct KeyEar {
  /// Where the last key that it heard of came from.
  var source: KeySource
  /// The modifiers that it was told; nil: none since it has its keymap.
  var modifiers: ModifierMasks?
  /// The keymap that it was told.
  var file: SentKeymap?
}
