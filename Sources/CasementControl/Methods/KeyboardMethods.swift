/// `type`: types text.
package enum TypeText: ControlMethod {
  package static let name = "type"
  package static let summary = "Types any text into the window that gets the keyboard, characters outside the keymap too."
  package typealias Result = InputResult

  /// What, and how fast.
  package struct Parameters: ControlObject, Hashable {
    package var text: String
    package var delay: Int?

    /// `text`, with `delay` milliseconds between characters.
    package init(text: String, delay: Int? = nil) {
      self.text = text
      self.delay = delay
    }

    package static var notes: KeyValuePairs<String, String> {
      [
        "text": "what to type; a newline is Return, a tab is Tab; modifiers that are held stay so, and count",
        "delay": "milliseconds of the service's clock between characters; 0 where absent",
      ]
    }
  }
}

/// `press`: presses a chord.
package enum PressKeys: ControlMethod {
  package static let name = "press"
  package static let summary = "Presses a chord such as ctrl+shift+t: all of its keys down in order, then up in reverse."
  package typealias Result = InputResult

  /// Which half of a press is meant.
  package enum Action: String, ControlChoice {
    case press, down, up
    package static var noun: String { "key action" }
  }

  /// Which keys, and how.
  package struct Parameters: ControlObject, Hashable {
    package var keys: KeyChord
    package var action: Action?
    package var hold: Int?
    package var count: Int?

    /// `count` presses of `keys`, each held for `hold` milliseconds.
    package init(keys: KeyChord, action: Action? = nil, hold: Int? = nil, count: Int? = nil) {
      self.keys = keys
      self.action = action
      self.hold = hold
      self.count = count
    }

    package static var notes: KeyValuePairs<String, String> {
      [
        "keys": "the chord: modifiers and one key, joined by “+”",
        "action": "`down` holds the keys, `up` lets go of them; `press`, which is both, where absent",
        "hold": "milliseconds of the service's clock from down to up, with key repeat as for a person; 0 where absent",
        "count": "how many presses, 1 to 1000; 1 where absent",
      ]
    }
  }
}
