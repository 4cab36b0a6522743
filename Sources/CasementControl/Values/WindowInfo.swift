/// One window, as controllers see it.
package struct WindowInfo: ControlObject, Hashable {
  package var id: Int
  package var appID: String?
  package var title: String?
  package var pid: Int?
  package var level: Double
  package var order: Int
  package var frame: Rectangle
  package var hidden: Bool
  package var key: Bool
  package var canBecomeKey: Bool
  package var screen: String?
  package var insets: Insets
  package var tag: String?
  package var purpose: String?
  package var icon: IconInfo?
  package var contentType: String?
  package var mayTear: Bool?
  package var opacity: Double?
  package var sandbox: SandboxInfo?

  /// A window with all that every window has.
  package init(
    id: Int, appID: String?, title: String?, pid: Int?, level: Double, order: Int, frame: Rectangle, hidden: Bool, key: Bool,
    canBecomeKey: Bool, screen: String?, insets: Insets
  ) {
    self.id = id
    self.appID = appID
    self.title = title
    self.pid = pid
    self.level = level
    self.order = order
    self.frame = frame
    self.hidden = hidden
    self.key = key
    self.canBecomeKey = canBecomeKey
    self.screen = screen
    self.insets = insets
  }

  /// The window's id and app id.
  package var reference: WindowReference { WindowReference(window: id, appID: appID) }

  package static var notes: KeyValuePairs<String, String> {
    [
      "id": "number of the window, never used again",
      "appID": "what the client calls its application; absent where it never said",
      "title": "what the client calls the window; absent where it never said",
      "pid": "process of the client; absent where the system does not know it",
      "level": "windows of a higher level are in front of all windows of a lower one; normal is 0",
      "order": "place in the stack of all windows: 0 is the back-most",
      "frame": "where it lies, in points of its screen",
      "hidden": "whether it is hidden",
      "key": "whether it gets the keyboard",
      "canBecomeKey": "whether it may get the keyboard",
      "screen": "name of its screen; absent while it has none",
      "insets": "what system windows cover of its edges, in points",
      "tag": "what the window is for, in words that its program never changes; absent where the client never said",
      "purpose": "what the window is for, in words for people; absent where the client never said",
      "icon": "its icon; absent where the client gave none",
      "contentType": "what its content is: photo, video or game; absent where the client never said",
      "mayTear": "true where the client prefers low latency to whole pictures; absent where it does not",
      "opacity": "how much of its content is seen, from 0 to 1; absent where all of it is",
      "sandbox": "what the sandbox that its client is in says of it; absent outside of one",
    ]
  }
}
