/// One thing that happened, as subscribers are told it.
package struct ControlEvent: ControlObject, Hashable {
  /// What happened.
  package enum Kind: String, ControlChoice {
    case windowCreated, windowGone, windowVisible, windowHidden, windowTitle, windowAppID
    case windowFrame, windowLevel, windowOrder, windowScreen, windowInsets, windowState, windowAttention
    case becameKey, resignedKey
    case screenConnected, screenChanged, screenDisconnected, screenMirrors, screenCaptured
    case locked, unlocked
    case clientConnected, clientGone, protocolError, input, bell
    package static var noun: String { "kind of event" }
  }

  package var kind: Kind
  package var time: Double
  package var window: Int?
  package var appID: String?
  package var title: String?
  package var frame: Rectangle?
  package var insets: Insets?
  package var level: Double?
  package var order: Int?
  package var screen: String?
  package var mirrors: String?
  package var captured: Bool?
  package var reason: String?
  package var client: Int?
  package var pid: Int?
  package var error: ClientError?
  package var input: InputInfo?

  /// An event of a kind; its members are set one by one.
  package init(_ kind: Kind, time: Double, window: Int? = nil, reason: String? = nil) {
    self.kind = kind
    self.time = time
    self.window = window
    self.reason = reason
  }

  package static var notes: KeyValuePairs<String, String> {
    [
      "kind": "what happened",
      "time": "when, in milliseconds of the service's clock",
      "window": "id of the window that it happened to",
      "appID": "its app id",
      "title": "its title",
      "frame": "its place, in points of its screen",
      "insets": "what system windows cover of its edges, in points",
      "level": "its level",
      "order": "its place in the stack of all windows",
      "screen": "name of the screen that it happened to, or that the window is on",
      "mirrors": "name of the screen that the screen shows now; absent where it shows its own windows",
      "captured": "whether the screen is captured now",
      "reason": "why: one of the reasons of `casement_window_v1`",
      "client": "number of the client, never used again: of `clientConnected`, `clientGone` and `protocolError`",
      "pid": "the client's process; absent where the system does not know it",
      "error": "what the client did wrong: of `protocolError`",
      "input": "what was delivered to `window`, or to nobody where that is absent: of `input`",
    ]
  }
}
