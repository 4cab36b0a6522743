import CasementControl

/// The commands that inject gestures of a touchpad, and what the tools of a graphics tablet do.
enum GestureCommands {
  static let fingers = Option("--fingers", "N", "How many fingers; 3 for a swipe, 2 for a pinch, 1 for holding where not given.") {
    text throws(UsageError) in try Values.integer(text, in: 1...10)
  }
  static let way = Option("--move", "DX,DY", "How far the middle of the fingers moves; not at all where not given.") {
    text throws(UsageError) in try pair(text)
  }
  static let rotation = Option("--rotation", "DEGREES", "How far it turns, clockwise; 0 where not given.", parse: Values.number)
  static let turned = Option(
    "--rotation", "DEGREES", "How far the tool is turned, clockwise; as before where not given.", parse: Values.number)
  static let cancel = Option(flag: "--cancel", "The gesture ends as one that shall count for nothing.")
  static let tool = Option<TabletToolName>(
    "--tool", "TOOL", "\(TabletToolName.words.joined(separator: ", ")); pen where not given.", parse: Values.choice)
  static let pressure = Option("--pressure", "PART", "How hard the tool presses, 0 to 1.", parse: Values.number)
  static let distance = Option("--distance", "PART", "How far the tool is from the tablet, 0 to 1.", parse: Values.number)
  static let tilt = Option("--tilt", "X,Y", "Degrees that the tool leans to the right and towards its user.") { text throws(UsageError) in
    try pair(text)
  }
  static let slider = Option("--slider", "PART", "Where the tool's slider is, -1 to 1.", parse: Values.number)
  static let wheel = Option("--wheel", "DEGREES", "How far the tool's wheel turned.", parse: Values.number)

  /// Two numbers.
  @Sendable static func pair(_ text: String) throws(UsageError) -> PointSpec {
    let far = try InputCommands.point(text)
    guard far.origin == .layout else { throw UsageError("“\(text)” is not a pair of numbers, such as 0,3") }
    return far
  }

  private static let axes = [tool.any, pressure.any, distance.any, tilt.any, turned.any, slider.any, wheel.any]

  private static func gesture<Method: ControlMethod>(
    _ name: String, _ method: Method.Type, positionals: [Positional] = [], options: [AnyOption],
    _ change: @escaping @Sendable (inout GestureParameters, Arguments) throws(UsageError) -> Void
  ) -> Command where Method.Parameters == GestureParameters, Method.Result == InputResult {
    InputCommands.input(
      name, method, positionals: positionals, options: [InputCommands.at.any, fingers.any] + options,
      parameters: { arguments throws(UsageError) in
        var parameters = GestureParameters(
          at: arguments[InputCommands.at], fingers: arguments[fingers], steps: arguments[InputCommands.updates],
          duration: arguments[InputCommands.gesture], cancelled: arguments.has(cancel) ? true : nil)
        try change(&parameters, arguments)
        return parameters
      })
  }

  private static func tablet<Method: ControlMethod>(_ name: String, _ method: Method.Type, isOptional: Bool) -> Command
  where Method.Parameters == TabletParameters, Method.Result == InputResult {
    InputCommands.input(
      name, method, positionals: [Positional(name: "POINT", help: InputCommands.pointHelp, isOptional: isOptional)], options: axes,
      parameters: { arguments throws(UsageError) in
        let to = try arguments.words.first.map { text throws(UsageError) in try InputCommands.point(text) }
        let tilt = arguments[tilt]
        return TabletParameters(
          to: to, tool: arguments[tool], pressure: arguments[pressure], distance: arguments[distance], tiltX: tilt?.x, tiltY: tilt?.y,
          rotation: arguments[turned], slider: arguments[slider], wheel: arguments[wheel])
      })
  }

  static let all: [Command] = [
    gesture(
      "pointer swipe", SwipePointer.self, positionals: [Positional(name: "DX,DY", help: "How far to the right and down.")],
      options: [InputCommands.updates.any, InputCommands.gesture.any, cancel.any],
      { parameters, arguments throws(UsageError) in
        let far = try pair(arguments.words[0])
        (parameters.dx, parameters.dy) = (far.x, far.y)
      }),
    gesture(
      "pointer pinch", PinchPointer.self,
      positionals: [Positional(name: "SCALE", help: "How far apart the fingers end, compared with how they begin: 2 is twice as far.")],
      options: [rotation.any, way.any, InputCommands.updates.any, InputCommands.gesture.any, cancel.any],
      { parameters, arguments throws(UsageError) in
        parameters.scale = try Values.number(arguments.words[0])
        parameters.rotation = arguments[rotation]
        (parameters.dx, parameters.dy) = (arguments[way]?.x, arguments[way]?.y)
      }),
    gesture("pointer hold", HoldPointer.self, options: [InputCommands.gesture.any, cancel.any]) { _, _ throws(UsageError) in },
    tablet("tablet move", MoveTablet.self, isOptional: false),
    tablet("tablet down", PressTablet.self, isOptional: true),
    tablet("tablet up", ReleaseTablet.self, isOptional: true),
    InputCommands.input(
      "tablet button", TabletButton.self, positionals: [Positional(name: "NUMBER", help: "1 to 3, counted from the tip.")],
      options: [tool.any, InputCommands.action.any],
      parameters: { arguments throws(UsageError) in
        TabletButton.Parameters(
          number: try Values.integer(arguments.words[0], in: 1...3), tool: arguments[tool], action: arguments[InputCommands.action])
      }),
    InputCommands.input(
      "tablet out", LeaveTablet.self, options: [tool.any],
      parameters: { arguments in LeaveTablet.Parameters(tool: arguments[tool]) }),
  ]
}
