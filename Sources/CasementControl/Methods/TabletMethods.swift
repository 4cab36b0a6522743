/// A tool of a graphics tablet.
package enum TabletToolName: String, ControlChoice {
  case pen, eraser, brush, pencil, airbrush, finger, mouse, lens

  package static var noun: String { "tool of a tablet" }
}

/// The parameters of `tablet.move`, `tablet.down` and `tablet.up`.
package struct TabletParameters: ControlObject, Hashable {
  package var to: PointSpec?
  package var tool: TabletToolName?
  package var pressure: Double?
  package var distance: Double?
  package var tiltX: Double?
  package var tiltY: Double?
  package var rotation: Double?
  package var slider: Double?
  package var wheel: Double?

  /// A tool at `to`, with what it measures.
  package init(
    to: PointSpec? = nil, tool: TabletToolName? = nil, pressure: Double? = nil, distance: Double? = nil, tiltX: Double? = nil,
    tiltY: Double? = nil, rotation: Double? = nil, slider: Double? = nil, wheel: Double? = nil
  ) {
    self.to = to
    self.tool = tool
    self.pressure = pressure
    self.distance = distance
    self.tiltX = tiltX
    self.tiltY = tiltY
    self.rotation = rotation
    self.slider = slider
    self.wheel = wheel
  }

  package static var notes: KeyValuePairs<String, String> {
    [
      "to": "where the tool is; where it was where absent", "tool": "which tool; `pen` where absent",
      "pressure": "how hard it presses, 0 to 1", "distance": "how far it is from the tablet, 0 to 1",
      "tiltX": "degrees that it leans to the right", "tiltY": "degrees that it leans towards its user",
      "rotation": "degrees that it is turned clockwise", "slider": "where its slider is, -1 to 1",
      "wheel": "degrees that its wheel turned",
    ]
  }
}

/// `tablet.move`: a tool moves near or on the tablet.
package enum MoveTablet: ControlMethod {
  package static let name = "tablet.move"
  package static let summary = "Moves a tool near the tablet, or on it while its tip is down."
  package typealias Parameters = TabletParameters
  package typealias Result = InputResult
}

/// `tablet.down`: the tip touches the tablet.
package enum PressTablet: ControlMethod {
  package static let name = "tablet.down"
  package static let summary = "Touches the tablet with a tool's tip."
  package typealias Parameters = TabletParameters
  package typealias Result = InputResult
}

/// `tablet.up`: the tip is lifted.
package enum ReleaseTablet: ControlMethod {
  package static let name = "tablet.up"
  package static let summary = "Lifts a tool's tip; the tool stays near."
  package typealias Parameters = TabletParameters
  package typealias Result = InputResult
}

/// `tablet.out`: a tool is taken away.
package enum LeaveTablet: ControlMethod {
  package static let name = "tablet.out"
  package static let summary = "Takes a tool away from the tablet; what it held is let go."
  package typealias Result = InputResult

  /// Which tool.
  package struct Parameters: ControlObject, Hashable {
    package var tool: TabletToolName?

    /// The tool `tool`.
    package init(tool: TabletToolName? = nil) { self.tool = tool }

    package static var notes: KeyValuePairs<String, String> { ["tool": "which tool; `pen` where absent"] }
  }
}

/// `tablet.button`: a button of a tool.
package enum TabletButton: ControlMethod {
  package static let name = "tablet.button"
  package static let summary = "Presses a button of a tool and lets go, or one of both."
  package typealias Result = InputResult

  /// Which button, and what with it.
  package struct Parameters: ControlObject, Hashable {
    package var number: Int
    package var tool: TabletToolName?
    package var action: PressKeys.Action?

    /// The button `number` of `tool`.
    package init(number: Int, tool: TabletToolName? = nil, action: PressKeys.Action? = nil) {
      self.number = number
      self.tool = tool
      self.action = action
    }

    package static var notes: KeyValuePairs<String, String> {
      [
        "number": "which button, 1 to 3, counted from the tip", "tool": "which tool; `pen` where absent",
        "action": "`down` holds the button, `up` lets go of it; `press`, which is both, where absent",
      ]
    }
  }
}
