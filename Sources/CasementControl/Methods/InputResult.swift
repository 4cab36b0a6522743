/// Who got injected input.
package struct InputResult: ControlObject, Hashable {
  package var delivered: [WindowReference]

  /// Delivered to these windows.
  package init(delivered: [WindowReference]) { self.delivered = delivered }

  package static var notes: KeyValuePairs<String, String> {
    ["delivered": "the windows that got it, each once, in the order in which they first did; empty where nobody did"]
  }
}

/// A button of the pointer.
package enum PointerButton: String, ControlChoice, Hashable {
  case left, right, middle, side, extra, forward, back

  /// The button's number in Linux's input event codes, as `wl_pointer.button` sends it.
  package var code: UInt32 {
    switch self {
    case .left: 0x110
    case .right: 0x111
    case .middle: 0x112
    case .side: 0x113
    case .extra: 0x114
    case .forward: 0x115
    case .back: 0x116
    }
  }

  package static var noun: String { "button" }
}
