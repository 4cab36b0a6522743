/// Who got injected input.
package struct InputResult: ControlObject, Hashable {
  package var delivered: [WindowReference]
  package var unread: [WindowReference]

  /// Delivered to these windows, of which `unread` belong to programs that have not read all of it.
  package init(delivered: [WindowReference], unread: [WindowReference] = []) {
    self.delivered = delivered
    self.unread = unread
  }

  package static var notes: KeyValuePairs<String, String> {
    [
      "delivered": "the windows that it was sent to, each once, in the order in which they first were; empty where nobody got it",
      "unread":
        "those of them whose program had not read all of it \(patience) ms after the last of it was sent: it is stopped, or busy; empty where all have",
    ]
  }

  /// Milliseconds of real time that programs have to read what they were sent, until a call is answered.
  package static let patience = 200
}

extension InputResult {
  /// What it encodes to, made without an encoder.
  var json: JSONValue {
    .object([.init("delivered", .array(delivered.map(\.json))), .init("unread", .array(unread.map(\.json)))])
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
