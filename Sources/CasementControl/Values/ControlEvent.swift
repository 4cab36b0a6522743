/// One thing that happened, as subscribers are told it.
package struct ControlEvent: ControlObject, Hashable {
  /// What happened.
  package enum Kind: String, ControlChoice {
    case windowCreated, windowMapped, windowUnmapped, windowGone
    case windowVisible, windowHidden, windowTitle, windowAppID, windowFrame, windowLevel, windowOrder, windowScreen, windowInsets
    case windowAttention
    case becameKey, resignedKey
    case screenConnected, screenChanged, screenDisconnected, screenCaptured
    case clientConnected, clientGone, clientError
    case input, clipboard
    package static var noun: String { "kind of event" }
  }

  package var kind: Kind
  package var time: Double
  package var window: Int?
  package var appID: String?
  package var title: String?
  package var frame: Rectangle?
  package var level: Double?
  package var screen: String?
  package var captured: Bool?
  package var pid: Int?
  package var reason: String?
  package var message: String?

  /// An event with the members that its kind has.
  package init(
    _ kind: Kind, time: Double, window: Int? = nil, appID: String? = nil, title: String? = nil, frame: Rectangle? = nil,
    level: Double? = nil, screen: String? = nil, captured: Bool? = nil, pid: Int? = nil, reason: String? = nil, message: String? = nil
  ) {
    self.kind = kind
    self.time = time
    self.window = window
    self.appID = appID
    self.title = title
    self.frame = frame
    self.level = level
    self.screen = screen
    self.captured = captured
    self.pid = pid
    self.reason = reason
    self.message = message
  }

  package static var notes: KeyValuePairs<String, String> {
    [
      "kind": "what happened",
      "time": "when, in milliseconds of the service's clock",
      "window": "id of the window that it happened to",
      "appID": "its app id",
      "title": "its title",
      "frame": "its new place, in points of its screen",
      "level": "its new level",
      "screen": "name of the screen that it happened to, or that the window is on now",
      "captured": "whether the screen is captured now",
      "pid": "process of the client",
      "reason": "why: for key windows one of the reasons of `casement_window_v1`",
      "message": "a sentence: what a client was told before it was ended, what input was",
    ]
  }
}
