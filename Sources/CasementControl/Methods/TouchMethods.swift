/// `tap`: touches and lets go.
package enum Tap: ControlMethod {
  package static let name = "tap"
  package static let summary = "Touches a point with one finger and lets go."
  package typealias Result = InputResult

  /// Where, how often, how long.
  package struct Parameters: ControlObject, Hashable {
    package var at: PointSpec
    package var count: Int?
    package var hold: Int?

    /// `count` taps at `at`, each `hold` milliseconds long.
    package init(at: PointSpec, count: Int? = nil, hold: Int? = nil) {
      self.at = at
      self.count = count
      self.hold = hold
    }

    package static var notes: KeyValuePairs<String, String> {
      ["at": "the point", "count": "how many taps, 1 to 100; 1 where absent", "hold": "milliseconds from down to up; 0 where absent"]
    }
  }
}

/// `touch`: several fingers, in time.
package enum Touch: ControlMethod {
  package static let name = "touch"
  package static let summary = "Plays a script of touches with any number of fingers. Steps without a wait between them are one frame."
  package typealias Result = InputResult

  /// The steps.
  package struct Parameters: ControlObject, Hashable {
    package var steps: [TouchStep]

    /// These steps, in order.
    package init(steps: [TouchStep]) { self.steps = steps }

    package static var notes: KeyValuePairs<String, String> { ["steps": "what the fingers do, in order"] }
  }
}
