/// The parameters of a method that is about one window.
package struct WindowParameters: ControlObject, Hashable {
  package var window: WindowSelector

  /// About `window`.
  package init(window: WindowSelector) { self.window = window }

  package static var notes: KeyValuePairs<String, String> { ["window": "the window"] }
}

/// `key`: makes a window key.
package enum MakeKey: ControlMethod {
  package static let name = "key"
  package static let summary = "Makes a window key, without showing it or changing its order. Answers with the window as it is then."
  package typealias Parameters = WindowParameters
  package typealias Result = WindowInfo
}

/// `show`: shows a window.
package enum ShowWindow: ControlMethod {
  package static let name = "show"
  package static let summary = "Shows a hidden window, without making it key. Answers with the window as it is then."
  package typealias Parameters = WindowParameters
  package typealias Result = WindowInfo
}

/// `hide`: hides a window.
package enum HideWindow: ControlMethod {
  package static let name = "hide"
  package static let summary = "Hides a window. Answers with the window as it is then."
  package typealias Parameters = WindowParameters
  package typealias Result = WindowInfo
}

/// `close`: asks a client to close a window.
package enum CloseWindow: ControlMethod {
  package static let name = "close"
  package static let summary = "Asks the client to close a window; whether it does is its own affair (wait for the window to be gone)."
  package typealias Parameters = WindowParameters
  package typealias Result = WindowInfo
}

/// `raise`: brings a window to the front of its level.
package enum RaiseWindow: ControlMethod {
  package static let name = "raise"
  package static let summary = "Brings a window to the front of its level. Answers with the window as it is then."
  package typealias Parameters = WindowParameters
  package typealias Result = WindowInfo
}

/// `level`: gives a window a level.
package enum SetLevel: ControlMethod {
  package static let name = "level"
  package static let summary = "Gives a window a level. Answers with the window as it is then."
  package typealias Result = WindowInfo

  /// What a level may be, in words.
  package static let levels = "a finite number below 10000000"

  /// Whether `level` is one that a window can be given: keyboards and the session lock stay in front of all.
  package static func isLevel(_ level: Double) -> Bool { level.isFinite && level < 10_000_000 }

  /// Which window, and its level.
  package struct Parameters: ControlObject, Hashable {
    package var window: WindowSelector
    package var level: Double

    /// The level `level` for `window`.
    package init(window: WindowSelector, level: Double) {
      self.window = window
      self.level = level
    }

    package static var notes: KeyValuePairs<String, String> {
      ["window": "the window", "level": "\(SetLevel.levels): normal is 0, a status bar 1000, an alert 2000"]
    }
  }
}

/// `place`: gives a window a position and perhaps a size.
package enum PlaceWindow: ControlMethod {
  package static let name = "place"
  package static let summary = "Puts a window at a place on its screen, and asks for a size. Answers with the window as it is then."
  package typealias Result = WindowInfo

  /// Which window, and where.
  package struct Parameters: ControlObject, Hashable {
    package var window: WindowSelector
    package var x: Int
    package var y: Int
    package var width: Int?
    package var height: Int?

    /// The place (x, y) for `window`, and the size where both sides are given.
    package init(window: WindowSelector, x: Int, y: Int, width: Int? = nil, height: Int? = nil) {
      self.window = window
      self.x = x
      self.y = y
      self.width = width
      self.height = height
    }

    package static var notes: KeyValuePairs<String, String> {
      [
        "window": "the window", "x": "left edge, in points of its screen", "y": "top edge, in points of its screen",
        "width": "width in points; with `height` or not at all", "height": "height in points",
      ]
    }
  }
}

/// `move`: puts a window on another screen.
package enum MoveWindow: ControlMethod {
  package static let name = "move"
  package static let summary = "Moves a window to another screen, at once and without hiding it. Answers with the window as it is then."
  package typealias Result = WindowInfo

  /// Which window, and the screen.
  package struct Parameters: ControlObject, Hashable {
    package var window: WindowSelector
    package var screen: String

    /// The screen `screen` for `window`.
    package init(window: WindowSelector, screen: String) {
      self.window = window
      self.screen = screen
    }

    package static var notes: KeyValuePairs<String, String> { ["window": "the window", "screen": "name of the screen"] }
  }
}
