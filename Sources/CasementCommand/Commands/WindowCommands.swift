import CasementControl

/// The commands that do something to a window, and those that do something to a screen.
enum WindowCommands {
  /// How a window is named, for the help.
  static let window = Positional(
    name: "WINDOW", help: "An id, an app id (also app-id=TEXT), title=TEXT, tag=TEXT, or key. \(WindowSelector.patterns)")

  static func window(_ arguments: Arguments) throws(UsageError) -> WindowSelector {
    try Values.parsed(arguments.words[0]) { text throws(ControlError) in try WindowSelector(parsing: text) }
  }

  private static func simple<Method: ControlMethod>(_ method: Method.Type) -> Command where Method.Parameters == WindowParameters {
    ControlCommand.one(
      Method.name, method, positionals: [window],
      parameters: { arguments throws(UsageError) in WindowParameters(window: try window(arguments)) })
  }

  /// Whether a text is a key with modifiers.
  private static func isChord(_ text: String) -> Bool {
    guard text.contains("+"), let chord = try? KeyChord(parsing: text) else { return false }
    return !chord.modifiers.isEmpty
  }

  static let all: [Command] = [
    ControlCommand.one(
      MakeKey.name, MakeKey.self, details: ["", "Keys of the keyboard are pressed by “casement press”."], positionals: [window],
      parameters: { arguments throws(UsageError) in
        let selector = try window(arguments)
        // nobody calls a program so
        if case .appID(let name) = selector, isChord(name) {
          throw UsageError("it makes a window key, and “\(name)” looks like a chord; keys are pressed by “casement press \(name)”")
        }
        return WindowParameters(window: selector)
      }),
    simple(ShowWindow.self), simple(HideWindow.self), simple(CloseWindow.self), simple(RaiseWindow.self),
    ControlCommand.one(
      "level", SetLevel.self,
      positionals: [
        window, Positional(name: "VALUE", help: "A finite number below 10000000: normal is 0, a status bar 1000, an alert 2000."),
      ],
      parameters: { arguments throws(UsageError) in
        SetLevel.Parameters(window: try window(arguments), level: try Values.level(arguments.words[1]))
      }),
    ControlCommand.one(
      "place", PlaceWindow.self,
      positionals: [window, Positional(name: "X,Y[,WxH]", help: "The place in points of its screen, and the size.")],
      parameters: { arguments throws(UsageError) in
        let place = try Values.place(arguments.words[1])
        return PlaceWindow.Parameters(
          window: try window(arguments), x: place.x, y: place.y, width: place.size?.width, height: place.size?.height)
      }),
    ControlCommand.one(
      "move", MoveWindow.self, positionals: [window, Positional(name: "SCREEN", help: "The name of the screen.")],
      parameters: { arguments throws(UsageError) in MoveWindow.Parameters(window: try window(arguments), screen: arguments.words[1]) }),
  ]
}

/// The commands that connect, change and disconnect screens.
enum ScreenCommands {
  static let all: [Command] = [
    ControlCommand.one(
      "screen add", AddScreen.self, positionals: [Positional(name: "SPEC", help: "\(ScreenSpec.form).")],
      parameters: { arguments throws(UsageError) in
        AddScreen.Parameters(spec: try Values.parsed(arguments.words[0]) { text throws(ControlError) in try ScreenSpec(parsing: text) })
      }, text: { InspectionCommands.table(of: [$0]) }),
    ControlCommand.one(
      "screen remove", RemoveScreen.self, positionals: [Positional(name: "NAME", help: "The name of the screen.")],
      parameters: { arguments in RemoveScreen.Parameters(name: arguments.words[0]) }),
    ControlCommand.one(
      "screen set", SetScreen.self,
      positionals: [
        Positional(name: "NAME", help: "The name of the screen."),
        Positional(
          name: "KEY=VALUE",
          help: "mode=WxH[@HZ], scale=S, transform=T, x=X, y=Y, mirror=NAME (or none, or auto), overscan=N|T:L:B:R or compensation=C.",
          isRepeated: true),
      ],
      parameters: { arguments throws(UsageError) in
        var changes = ScreenChanges()
        for word in arguments.words.dropFirst() {
          changes = try Values.parsed(word) { text throws(ControlError) in
            var next = changes
            try next.set(text, allowed: ["mode", "scale", "transform", "x", "y", "mirror", "overscan", "compensation"])
            return next
          }
        }
        return SetScreen.Parameters(name: arguments.words[0], changes: changes)
      }, text: { InspectionCommands.table(of: [$0]) }),
  ]
}
