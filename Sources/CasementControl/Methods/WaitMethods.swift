/// `wait.window`: until a window is in a state.
package enum WaitWindow: ControlMethod {
  package static let name = "wait.window"
  package static let summary = "Waits until a window is in a state; answers at once where it is already."

  /// What is waited for.
  package enum State: String, ControlChoice {
    /// It has content, shown or hidden.
    case mapped
    /// It is shown.
    case visible
    /// It gets the keyboard.
    case key
    /// No such window exists.
    case gone
    package static var noun: String { "state of a window" }
  }

  /// Which window, which state, how long.
  package struct Parameters: ControlObject, Hashable {
    package var window: WindowSelector
    package var state: State?
    package var timeout: Int?

    /// Until `window` is in `state`, at most `timeout` milliseconds.
    package init(window: WindowSelector, state: State? = nil, timeout: Int? = nil) {
      self.window = window
      self.state = state
      self.timeout = timeout
    }

    package static var notes: KeyValuePairs<String, String> {
      [
        "window": "the window; where several match, one of them is enough, and `gone` wants all of them gone",
        "state": "the state; `visible` where absent",
        "timeout": "milliseconds of real time, \(Wait.defaultTimeout) where absent",
      ]
    }
  }

  /// The window that is in the state.
  package struct Result: ControlObject, Hashable {
    package var window: WindowInfo?

    /// The window `window`.
    package init(window: WindowInfo?) { self.window = window }

    package static var notes: KeyValuePairs<String, String> { ["window": "the window; absent for `gone`"] }
  }
}

/// `wait.settled`: until nothing changes any more.
package enum WaitSettled: ControlMethod {
  package static let name = "wait.settled"
  package static let summary =
    "Waits until, for a time, no commit changed a visible pixel, every configure is acked and committed, and input is played to its end and read."
  package typealias Result = Nothing

  /// How long it must be quiet, where, and how long to wait.
  package struct Parameters: ControlObject, Hashable {
    package var quiet: Int?
    package var window: WindowSelector?
    package var screen: String?
    package var region: Rectangle?
    package var timeout: Int?

    /// Until it was quiet for `quiet` milliseconds, at most `timeout` milliseconds.
    package init(
      quiet: Int? = nil, window: WindowSelector? = nil, screen: String? = nil, region: Rectangle? = nil, timeout: Int? = nil
    ) {
      self.quiet = quiet
      self.window = window
      self.screen = screen
      self.region = region
      self.timeout = timeout
    }

    package static var notes: KeyValuePairs<String, String> {
      [
        "quiet": "milliseconds without a change; 100 where absent",
        "window": "only this window counts; all where absent",
        "screen": "only this screen counts; all where absent",
        "region": "only this part of the screen counts, in points of the screen, or of the layout where no screen is given",
        "timeout": "milliseconds of real time, \(Wait.defaultTimeout) where absent",
      ]
    }
  }
}

/// `wait.screen`: until a screen is in a state.
package enum WaitScreen: ControlMethod {
  package static let name = "wait.screen"
  package static let summary = "Waits until a screen is in a state; answers at once where it is already."

  /// What is waited for.
  package enum State: String, ControlChoice {
    /// It is there.
    case connected
    /// No such screen exists.
    case gone
    /// Somebody captures it.
    case captured
    package static var noun: String { "state of a screen" }
  }

  /// Which screen, which state, how long.
  package struct Parameters: ControlObject, Hashable {
    package var name: String
    package var state: State?
    package var timeout: Int?

    /// Until the screen `name` is in `state`, at most `timeout` milliseconds.
    package init(name: String, state: State? = nil, timeout: Int? = nil) {
      self.name = name
      self.state = state
      self.timeout = timeout
    }

    package static var notes: KeyValuePairs<String, String> {
      [
        "name": "name of the screen", "state": "the state; `connected` where absent",
        "timeout": "milliseconds of real time, \(Wait.defaultTimeout) where absent",
      ]
    }
  }

  /// The screen that is in the state.
  package struct Result: ControlObject, Hashable {
    package var screen: ScreenInfo?

    /// The screen `screen`.
    package init(screen: ScreenInfo?) { self.screen = screen }

    package static var notes: KeyValuePairs<String, String> { ["screen": "the screen; absent for `gone`"] }
  }
}

/// What the waiting methods have in common.
package enum Wait {
  /// Milliseconds to wait where a call does not say.
  package static let defaultTimeout = 10_000

  /// What was waited for did not come in time; `pending` says for each window or client what is missing.
  package static func timedOut(
    _ what: String, after milliseconds: Int, pending: [String], window: WindowReference? = nil
  ) -> ControlError {
    let reason = pending.isEmpty ? "" : ": " + pending.joined(separator: "; ")
    return ControlError(
      .timedOut, "\(what) did not come within \(milliseconds) ms\(reason)",
      .init(window: window?.window, appID: window?.appID, reason: pending.first, pending: pending))
  }
}
