/// The parameters of `pointer.swipe`, `pointer.pinch` and `pointer.hold`.
package struct GestureParameters: ControlObject, Hashable {
  package var at: PointSpec?
  package var fingers: Int?
  package var dx: Double?
  package var dy: Double?
  package var scale: Double?
  package var rotation: Double?
  package var steps: Int?
  package var duration: Int?
  package var cancelled: Bool?

  /// A gesture on a touchpad, after a move to `at` where it is given.
  package init(
    at: PointSpec? = nil, fingers: Int? = nil, dx: Double? = nil, dy: Double? = nil, scale: Double? = nil, rotation: Double? = nil,
    steps: Int? = nil, duration: Int? = nil, cancelled: Bool? = nil
  ) {
    self.at = at
    self.fingers = fingers
    self.dx = dx
    self.dy = dy
    self.scale = scale
    self.rotation = rotation
    self.steps = steps
    self.duration = duration
    self.cancelled = cancelled
  }

  package static var notes: KeyValuePairs<String, String> {
    [
      "at": "where to move the pointer first; where it is where absent",
      "fingers": "how many fingers, 1 to 10; 3 for a swipe, 2 for a pinch, 1 for holding where absent",
      "dx": "points that the middle of the fingers moves to the right; 0 where absent, and for holding",
      "dy": "points that it moves down; 0 where absent, and for holding",
      "scale": "how far apart the fingers of a pinch are at its end, compared with its beginning; 1 where absent",
      "rotation": "degrees that the fingers of a pinch turn clockwise; 0 where absent",
      "steps": "how many updates, 1 to 10000; 10 where absent",
      "duration": "milliseconds from the beginning to the end; 0 where absent",
      "cancelled": "whether the gesture ends as one that shall count for nothing; no where absent",
    ]
  }
}

/// `pointer.swipe`: fingers move on a touchpad.
package enum SwipePointer: ControlMethod {
  package static let name = "pointer.swipe"
  package static let summary = "Moves several fingers together on a touchpad, over what the pointer is on."
  package typealias Parameters = GestureParameters
  package typealias Result = InputResult
}

/// `pointer.pinch`: fingers move apart or together on a touchpad.
package enum PinchPointer: ControlMethod {
  package static let name = "pointer.pinch"
  package static let summary = "Moves fingers on a touchpad apart, together or around each other, over what the pointer is on."
  package typealias Parameters = GestureParameters
  package typealias Result = InputResult
}

/// `pointer.hold`: fingers rest on a touchpad.
package enum HoldPointer: ControlMethod {
  package static let name = "pointer.hold"
  package static let summary = "Lets fingers rest on a touchpad, over what the pointer is on."
  package typealias Parameters = GestureParameters
  package typealias Result = InputResult
}
