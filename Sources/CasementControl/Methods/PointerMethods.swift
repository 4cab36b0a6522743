/// `pointer.move`: moves the pointer.
package enum MovePointer: ControlMethod {
  package static let name = "pointer.move"
  package static let summary = "Moves the pointer to a point, at once or on a straight line."
  package typealias Result = InputResult

  /// Where to, and how.
  package struct Parameters: ControlObject, Hashable {
    package var to: PointSpec
    package var steps: Int?
    package var duration: Int?

    /// To `to`, with `steps` motions over `duration` milliseconds.
    package init(to: PointSpec, steps: Int? = nil, duration: Int? = nil) {
      self.to = to
      self.steps = steps
      self.duration = duration
    }

    package static var notes: KeyValuePairs<String, String> {
      [
        "to": "the point", "steps": "how many motions, 1 to 10000; 1 where absent",
        "duration": "milliseconds of the service's clock from the first motion to the last; 0 where absent",
      ]
    }
  }
}

/// The parameters of `pointer.down` and `pointer.up`.
package struct PointerButtonParameters: ControlObject, Hashable {
  package var button: PointerButton?
  package var at: PointSpec?

  /// The button, after a move to `at` where it is given.
  package init(button: PointerButton? = nil, at: PointSpec? = nil) {
    self.button = button
    self.at = at
  }

  package static var notes: KeyValuePairs<String, String> {
    ["button": "the button; `left` where absent", "at": "where to move first; where the pointer is where absent"]
  }
}

/// `pointer.down`: presses a button.
package enum PressPointer: ControlMethod {
  package static let name = "pointer.down"
  package static let summary = "Presses a button of the pointer and holds it."
  package typealias Parameters = PointerButtonParameters
  package typealias Result = InputResult
}

/// `pointer.up`: lets go of a button.
package enum ReleasePointer: ControlMethod {
  package static let name = "pointer.up"
  package static let summary = "Lets go of a button of the pointer."
  package typealias Parameters = PointerButtonParameters
  package typealias Result = InputResult
}

/// `pointer.click`: presses a button and lets go.
package enum ClickPointer: ControlMethod {
  package static let name = "pointer.click"
  package static let summary = "Presses a button of the pointer and lets go, once or several times in quick succession."
  package typealias Result = InputResult

  /// Which button, where, how often.
  package struct Parameters: ControlObject, Hashable {
    package var button: PointerButton?
    package var at: PointSpec?
    package var count: Int?

    /// `count` clicks, after a move to `at` where it is given.
    package init(button: PointerButton? = nil, at: PointSpec? = nil, count: Int? = nil) {
      self.button = button
      self.at = at
      self.count = count
    }

    package static var notes: KeyValuePairs<String, String> {
      [
        "button": "the button; `left` where absent", "at": "where to move first; where the pointer is where absent",
        "count": "how many clicks, 1 to 100; 1 where absent",
      ]
    }
  }
}

/// `pointer.scroll`: turns the wheel, or scrolls with fingers.
package enum ScrollPointer: ControlMethod {
  package static let name = "pointer.scroll"
  package static let summary = "Scrolls: detents of a wheel with their discrete steps, or smoothly with a stop at the end."
  package typealias Result = InputResult

  /// What scrolls.
  package enum Source: String, ControlChoice {
    case wheel, finger, continuous
    package static var noun: String { "scroll source" }
  }

  /// How far, and how.
  package struct Parameters: ControlObject, Hashable {
    package var dx: Double?
    package var dy: Double?
    package var source: Source?
    package var at: PointSpec?

    /// By (dx, dy), after a move to `at` where it is given.
    package init(dx: Double? = nil, dy: Double? = nil, source: Source? = nil, at: PointSpec? = nil) {
      self.dx = dx
      self.dy = dy
      self.source = source
      self.at = at
    }

    package static var notes: KeyValuePairs<String, String> {
      [
        "dx": "to the right: detents of a wheel (fractions are parts of 120), points otherwise; 0 where absent",
        "dy": "down, likewise",
        "source": "what scrolls; `wheel` where absent",
        "at": "where to move first; where the pointer is where absent",
      ]
    }
  }
}

/// `pointer.drag`: presses, moves along a path, lets go.
package enum DragPointer: ControlMethod {
  package static let name = "pointer.drag"
  package static let summary = "Presses a button at the first point, moves along the others, and lets go at the last."
  package typealias Result = InputResult

  /// The path, and how.
  package struct Parameters: ControlObject, Hashable {
    package var path: [PointSpec]
    package var button: PointerButton?
    package var steps: Int?
    package var duration: Int?

    /// Along `path`, with `steps` motions to each of its points, over `duration` milliseconds in all.
    package init(path: [PointSpec], button: PointerButton? = nil, steps: Int? = nil, duration: Int? = nil) {
      self.path = path
      self.button = button
      self.steps = steps
      self.duration = duration
    }

    package static var notes: KeyValuePairs<String, String> {
      [
        "path": "two or more points", "button": "the button; `left` where absent",
        "steps": "how many motions to each point, 1 to 10000; 10 where absent",
        "duration": "milliseconds of the service's clock from press to release; 0 where absent",
      ]
    }
  }
}
