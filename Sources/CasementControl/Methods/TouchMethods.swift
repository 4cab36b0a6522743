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
      [
        "at": "the point", "count": "how many taps, 1 to 100; 1 where absent",
        "hold": "milliseconds of the service's clock from down to up; 0 where absent",
      ]
    }
  }
}

/// `longpress`: touches, rests, and lets go.
package enum LongPress: ControlMethod {
  package static let name = "longpress"
  package static let summary = "Touches a point with one finger for as long as toolkits take for a long press, and lets go."
  package typealias Result = InputResult

  /// Where, how long.
  package struct Parameters: ControlObject, Hashable {
    package var at: PointSpec
    package var hold: Int?

    /// At `at` for `hold` milliseconds.
    package init(at: PointSpec, hold: Int? = nil) {
      self.at = at
      self.hold = hold
    }

    package static var notes: KeyValuePairs<String, String> {
      ["at": "the point", "hold": "milliseconds of the service's clock from down to up; 800 where absent"]
    }
  }
}

/// `swipe`: fingers along a path.
package enum Swipe: ControlMethod {
  package static let name = "swipe"
  package static let summary =
    "Touches the first point with one finger or several side by side, moves along the others, and lets go at the last."
  package typealias Result = InputResult

  /// The path, and how.
  package struct Parameters: ControlObject, Hashable {
    package var path: [PointSpec]
    package var fingers: Int?
    package var duration: Int?

    /// Along `path` with `fingers` fingers in `duration` milliseconds.
    package init(path: [PointSpec], fingers: Int? = nil, duration: Int? = nil) {
      self.path = path
      self.fingers = fingers
      self.duration = duration
    }

    package static var notes: KeyValuePairs<String, String> {
      [
        "path": "two or more points: the way of the first finger",
        "fingers": "how many fingers, 1 to 10, each 20 points to the right of the one before; 1 where absent",
        "duration": "milliseconds of the service's clock from the first motion to the last; 300 where absent",
      ]
    }
  }
}

/// `pinch`: two fingers apart or together.
package enum Pinch: ControlMethod {
  package static let name = "pinch"
  package static let summary = "Touches with two fingers beside a point and moves them apart or together, turning where that is wanted."
  package typealias Result = InputResult

  /// Where, how far, how long.
  package struct Parameters: ControlObject, Hashable {
    package var at: PointSpec
    package var from: Double
    package var to: Double
    package var turn: Double?
    package var duration: Int?

    /// Around `at` from a distance of `from` points to one of `to`.
    package init(at: PointSpec, from: Double, to: Double, turn: Double? = nil, duration: Int? = nil) {
      self.at = at
      self.from = from
      self.to = to
      self.turn = turn
      self.duration = duration
    }

    package static var notes: KeyValuePairs<String, String> {
      [
        "at": "the point between the fingers",
        "from": "points from finger to finger at the start, on a horizontal line",
        "to": "points from finger to finger at the end",
        "turn": "degrees that their line turns clockwise meanwhile; 0 where absent",
        "duration": "milliseconds of the service's clock from the first motion to the last; 300 where absent",
      ]
    }
  }
}

/// `touch`: several fingers, in time.
package enum Touch: ControlMethod {
  package static let name = "touch"
  package static let summary =
    "Plays a script of touches with any number of fingers. Steps of different fingers without a time between them are one frame."
  package typealias Result = InputResult

  /// The steps.
  package struct Parameters: ControlObject, Hashable {
    package var steps: [TouchStep]

    /// These steps, in order.
    package init(steps: [TouchStep]) { self.steps = steps }

    package static var notes: KeyValuePairs<String, String> { ["steps": "what the fingers do, in order"] }
  }
}
