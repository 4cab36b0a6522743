/// The seat: who has the keyboard, where the pointer is, what is held.
package struct SeatInfo: ControlObject, Hashable {
  package var name: String
  package var capabilities: [String]
  package var key: WindowReference?
  package var pointer: PointerInfo
  package var touches: [TouchInfo]
  package var pressedKeys: [Int]
  package var modifiers: [String]
  package var keymap: KeymapInfo
  package var `repeat`: RepeatInfo

  /// A seat with all of its members.
  package init(
    name: String, capabilities: [String], key: WindowReference?, pointer: PointerInfo, touches: [TouchInfo], pressedKeys: [Int],
    modifiers: [String], keymap: KeymapInfo, repeat: RepeatInfo
  ) {
    self.name = name
    self.capabilities = capabilities
    self.key = key
    self.pointer = pointer
    self.touches = touches
    self.pressedKeys = pressedKeys
    self.modifiers = modifiers
    self.keymap = keymap
    self.repeat = `repeat`
  }

  package static var notes: KeyValuePairs<String, String> {
    [
      "name": "its name",
      "capabilities": "of `pointer`, `keyboard` and `touch`, those that it has",
      "key": "the window that gets the keyboard; absent where none does",
      "pointer": "the pointer",
      "touches": "the fingers that are down",
      "pressedKeys": "key codes that are down, as evdev numbers them",
      "modifiers": "modifiers that are in effect, by their names in the keymap",
      "keymap": "the keymap",
      "repeat": "key repeat",
    ]
  }
}

/// The pointer of a seat.
package struct PointerInfo: ControlObject, Hashable {
  package var x: Double
  package var y: Double
  package var window: WindowReference?
  package var buttons: [String]

  /// A pointer with all of its members.
  package init(x: Double, y: Double, window: WindowReference?, buttons: [String]) {
    self.x = x
    self.y = y
    self.window = window
    self.buttons = buttons
  }

  package static var notes: KeyValuePairs<String, String> {
    [
      "x": "in points of the layout", "y": "in points of the layout", "window": "the window under it; absent where there is none",
      "buttons": "the buttons that are down",
    ]
  }
}

/// One finger that is down.
package struct TouchInfo: ControlObject, Hashable {
  package var id: Int
  package var x: Double
  package var y: Double
  package var window: WindowReference?

  /// A finger with all of its members.
  package init(id: Int, x: Double, y: Double, window: WindowReference?) {
    self.id = id
    self.x = x
    self.y = y
    self.window = window
  }

  package static var notes: KeyValuePairs<String, String> {
    [
      "id": "number of the finger", "x": "in points of the layout", "y": "in points of the layout",
      "window": "the window that it began in; absent where there is none",
    ]
  }
}

/// The keymap of a seat, by the names that xkb has for its parts.
package struct KeymapInfo: ControlObject, Hashable {
  package var layout: String
  package var variant: String
  package var options: String

  /// A keymap with all of its members.
  package init(layout: String, variant: String, options: String) {
    self.layout = layout
    self.variant = variant
    self.options = options
  }

  package static var notes: KeyValuePairs<String, String> {
    ["layout": "xkb layout", "variant": "xkb variant; empty for the plain one", "options": "xkb options, separated by commas"]
  }
}

/// Key repeat of a seat.
package struct RepeatInfo: ControlObject, Hashable {
  package var rate: Int
  package var delay: Int

  /// Key repeat with all of its members.
  package init(rate: Int, delay: Int) {
    self.rate = rate
    self.delay = delay
  }

  package static var notes: KeyValuePairs<String, String> {
    ["rate": "repeats a second; 0 is off", "delay": "milliseconds before the first repeat"]
  }
}
