/// `windows`: all windows.
package enum ListWindows: ControlMethod {
  package static let name = "windows"
  package static let summary = "All windows, visible and hidden, back to front, without system windows."
  package typealias Parameters = Nothing
  package typealias Result = [WindowInfo]
}

/// `screens`: all screens.
package enum ListScreens: ControlMethod {
  package static let name = "screens"
  package static let summary = "All screens, the main one first."
  package typealias Parameters = Nothing
  package typealias Result = [ScreenInfo]
}

/// `seat`: the seat.
package enum DescribeSeat: ControlMethod {
  package static let name = "seat"
  package static let summary = "The seat: which window has the keyboard, where the pointer is, what is held down."
  package typealias Parameters = Nothing
  package typealias Result = SeatInfo
}

/// `ping`: nothing, at once.
package enum Ping: ControlMethod {
  package static let name = "ping"
  package static let summary = "Answers at once: the service is there."
  package typealias Parameters = Nothing
  package typealias Result = Nothing
}

/// `version`: who answers.
package enum Version: ControlMethod {
  package static let name = "version"
  package static let summary = "Which service answers, and which methods it serves."
  package typealias Parameters = Nothing

  /// The service.
  package struct Result: ControlObject, Hashable {
    package var version: String
    package var pid: Int
    package var waylandDisplay: String?
    package var methods: [String]

    /// A service with all of its members.
    package init(version: String, pid: Int, waylandDisplay: String?, methods: [String]) {
      self.version = version
      self.pid = pid
      self.waylandDisplay = waylandDisplay
      self.methods = methods
    }

    package static var notes: KeyValuePairs<String, String> {
      [
        "version": "version of Casement",
        "pid": "process of the service",
        "waylandDisplay": "what clients have in WAYLAND_DISPLAY; absent while the service listens on no socket",
        "methods": "names of the methods that it serves",
      ]
    }
  }
}
