/// One event of an input device, as subscribers are told it.
package struct InputInfo: ControlObject, Hashable {
  /// What kind of device it came from.
  package enum Device: String, ControlChoice {
    case pointer, keyboard, touch
    package static var noun: String { "input device" }
  }

  /// What it did.
  package enum Action: String, ControlChoice {
    case motion, press, release, scroll, down, up, cancel
    package static var noun: String { "input action" }
  }

  package var device: Device
  package var action: Action
  package var code: Int?
  package var key: String?
  package var finger: Int?
  package var x: Double?
  package var y: Double?
  package var dx: Double?
  package var dy: Double?

  /// `action` of `device`; the other members are set one by one.
  package init(_ device: Device, _ action: Action) {
    self.device = device
    self.action = action
  }

  package static var notes: KeyValuePairs<String, String> {
    [
      "device": "what kind of device",
      "action": "what it did",
      "code": "the button or key, as evdev numbers it",
      "key": "the key's name in the keymap",
      "finger": "the finger",
      "x": "where the pointer or the finger is, in points of the layout",
      "y": "likewise",
      "dx": "how far it scrolled to the right, in points",
      "dy": "how far it scrolled down, in points",
    ]
  }
}
