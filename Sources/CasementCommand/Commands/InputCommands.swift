import CasementControl

/// The commands that inject input.
enum InputCommands {
  static let count = Option("--count", "N", "How often, 1 to 100; once where not given.") { text throws(UsageError) in
    try Values.integer(text, in: 1...100)
  }
  static let presses = Option("--count", "N", "How often, 1 to 1000; once where not given.") { text throws(UsageError) in
    try Values.integer(text, in: 1...1000)
  }
  static let hold = Option("--hold", "MS", "Milliseconds from down to up; 0 where not given.", parse: milliseconds)
  static let duration = Option(
    "--duration", "MS", "Milliseconds from the first motion to the last; 0 where not given.", parse: milliseconds)
  static let longHold = Option("--hold", "MS", "Milliseconds from down to up; 800 where not given.", parse: milliseconds)
  static let gestureDuration = Option(
    "--duration", "MS", "Milliseconds from the first motion to the last; 300 where not given.", parse: milliseconds)
  static let fingers = Option("--fingers", "N", "How many fingers, side by side; one where not given.") { text throws(UsageError) in
    try Values.integer(text, in: 1...10)
  }
  static let turn = Option(
    "--turn", "DEGREES", "How far the fingers turn around each other, clockwise; 0 where not given.", parse: Values.number)
  static let delay = Option("--delay", "MS", "Milliseconds between characters; 0 where not given.", parse: milliseconds)
  static let steps = Option(
    "--steps", "N", "How many motions to each point; one every 16 ms of --duration where not given, and 10 at least.", parse: motions)
  static let moves = Option("--steps", "N", "How many motions; one every 16 ms of --duration where not given.", parse: motions)
  static let updates = Option("--steps", "N", "How many updates; 10 where not given.", parse: motions)
  static let dragDuration = Option("--duration", "MS", "Milliseconds from press to release; 0 where not given.", parse: milliseconds)
  static let gesture = Option("--duration", "MS", "Milliseconds from the beginning to the end; 0 where not given.", parse: milliseconds)

  @Sendable private static func motions(_ text: String) throws(UsageError) -> Int { try Values.integer(text, in: 1...10_000) }
  static let at = Option("--at", "POINT", "Move there first; otherwise the pointer stays where it is.", parse: point)
  static let button = Option<PointerButton>(
    "--button", "BUTTON", "\(PointerButton.words.joined(separator: ", ")); left where not given.", parse: Values.choice)
  static let source = Option<ScrollPointer.Source>(
    "--source", "SOURCE", "wheel (detents), finger or continuous (points); wheel where not given.", parse: Values.choice)
  static let action = Option<PressKeys.Action>(
    "--action", "ACTION", "press, down (and hold) or up (let go of what is held); press where not given.", parse: Values.choice)

  static let pointHelp = "X,Y in points of the layout, SCREEN:X,Y, or WINDOW@X,Y."

  @Sendable static func milliseconds(_ text: String) throws(UsageError) -> Int { try Values.integer(text, in: 0...600_000) }

  @Sendable static func point(_ text: String) throws(UsageError) -> PointSpec {
    try Values.parsed(text) { text throws(ControlError) in try PointSpec(parsing: text) }
  }

  private static func path(_ arguments: Arguments) throws(UsageError) -> [PointSpec] {
    var path: [PointSpec] = []
    for word in arguments.words { path.append(try point(word)) }
    guard path.count >= 2 else { throw UsageError("TO is missing: the points to move to, in order") }
    return path
  }

  /// Who got the input, as a line.
  @Sendable static func text(of result: InputResult) -> String {
    let read = result.delivered.filter { !result.unread.contains($0) }
    let names = { (windows: [WindowReference]) in
      windows.map { "window \($0.window)" + ($0.appID.map { " (\($0.printable()))" } ?? "") }.joined(separator: ", ")
    }
    if result.delivered.isEmpty { return "delivered to no window\n" }
    return (read.isEmpty ? "" : "delivered to \(names(read))\n")
      + (result.unread.isEmpty ? "" : "sent to \(names(result.unread)), not read yet\n")
  }

  static let expect = Option<WindowSelector>(
    "--expect", "WINDOW", "Fail with status 1 unless this window got some of it: an id, an app id, title=TEXT, or key."
  ) { text throws(UsageError) in try Values.parsed(text) { text throws(ControlError) in try WindowSelector(parsing: text) } }

  private static let told = [
    "", "Prints the windows that got it, once their programs have read it; where one has not after",
    "\(InputResult.patience) ms, because it is stopped or busy, it says “sent to” in place of “delivered to”.",
  ]

  /// A command that injects input, and tells who got it.
  static func input<Method: ControlMethod>(
    _ name: String, _ method: Method.Type, details: [String] = [], positionals: [Positional] = [], options: [AnyOption] = [],
    parameters: @escaping @Sendable (Arguments) throws(UsageError) -> Method.Parameters
  ) -> Command where Method.Result == InputResult {
    ControlCommand.many(
      name, Method.summary, methods: [method, ListWindows.self], details: details + told, positionals: positionals,
      options: options + [expect.any],
      statuses: [
        (1, "The service refused, and standard error says why; or the window of --expect got none of it."), ControlCommand.statuses[1],
      ], check: { arguments throws(UsageError) in _ = try parameters(arguments) }
    ) { session, arguments in
      let parameters = try parameters(arguments)
      let expected = try arguments[expect].map { try resolve($0, session) }
      let value = try session.client.callForJSON(method, parameters)
      let result = try value.decode(InputResult.self, strictly: false)
      try session.print(json: value) { text(of: result) }
      if let expected, !result.delivered.contains(where: { $0.window == expected.id }) {
        throw Failure("the input did not go to window \(expected.id)" + (expected.appID.map { " (\($0.printable()))" } ?? ""))
      }
    }
  }

  /// The window that is meant: as it is before the input, which may close it.
  private static func resolve(_ selector: WindowSelector, _ session: ControlCommand.Session) throws(ControlClientError) -> WindowInfo {
    let windows = try session.client.call(ListWindows.self, Nothing())
    do throws(ControlError) { return try selector.resolve(among: windows) } catch { throw .refused(error) }
  }

  static let all: [Command] = [
    input(
      "tap", Tap.self, positionals: [Positional(name: "POINT", help: pointHelp)], options: [count.any, hold.any],
      parameters: { arguments throws(UsageError) in
        Tap.Parameters(at: try point(arguments.words[0]), count: arguments[count], hold: arguments[hold])
      }),
    input(
      "long-press", LongPress.self, positionals: [Positional(name: "POINT", help: pointHelp)], options: [longHold.any],
      parameters: { arguments throws(UsageError) in
        LongPress.Parameters(at: try point(arguments.words[0]), hold: arguments[longHold])
      }),
    input(
      "swipe", Swipe.self,
      positionals: [
        Positional(name: "FROM", help: pointHelp), Positional(name: "TO", help: "The points to move to, in order.", isRepeated: true),
      ],
      options: [fingers.any, gestureDuration.any],
      parameters: { arguments throws(UsageError) in
        Swipe.Parameters(path: try path(arguments), fingers: arguments[fingers], duration: arguments[gestureDuration])
      }),
    input(
      "pinch", Pinch.self,
      positionals: [
        Positional(name: "POINT", help: "The middle: \(pointHelp)"),
        Positional(name: "FROM", help: "Points from finger to finger at the start."),
        Positional(name: "TO", help: "Points from finger to finger at the end."),
      ],
      options: [turn.any, gestureDuration.any],
      parameters: { arguments throws(UsageError) in
        Pinch.Parameters(
          at: try point(arguments.words[0]), from: try Values.number(arguments.words[1]), to: try Values.number(arguments.words[2]),
          turn: arguments[turn], duration: arguments[gestureDuration])
      }),
    input(
      "touch", Touch.self,
      details: [
        "", "For example, two fingers that move apart:",
        "  casement touch 'down 0 foot@40,40 & down 1 foot@60,40;",
        "                  move 0 foot@10,40 200 & move 1 foot@90,40 200; up 0 & up 1'",
      ],
      positionals: [
        Positional(
          name: "SCRIPT", help: "Steps separated by “;”, or “&” where they begin together: \(TouchStep.forms.joined(separator: ", ")).")
      ],
      parameters: { arguments throws(UsageError) in
        Touch.Parameters(steps: try Values.parsed(arguments.words[0]) { text throws(ControlError) in try TouchStep.script(parsing: text) })
      }),
    input(
      "pointer move", MovePointer.self, positionals: [Positional(name: "POINT", help: pointHelp)], options: [moves.any, duration.any],
      parameters: { arguments throws(UsageError) in
        MovePointer.Parameters(to: try point(arguments.words[0]), steps: arguments[moves], duration: arguments[duration])
      }),
    button("pointer down", PressPointer.self),
    button("pointer up", ReleasePointer.self),
    input(
      "pointer click", ClickPointer.self, positionals: [Positional(name: "POINT", help: pointHelp, isOptional: true)],
      options: [button.any, count.any],
      parameters: { arguments throws(UsageError) in
        let at = try arguments.words.first.map { text throws(UsageError) in try point(text) }
        return ClickPointer.Parameters(button: arguments[button], at: at, count: arguments[count])
      }),
    input(
      "pointer scroll", ScrollPointer.self,
      positionals: [Positional(name: "DX,DY", help: "How far to the right and down.")],
      options: [source.any, at.any],
      parameters: { arguments throws(UsageError) in
        let far = try point(arguments.words[0])
        guard far.origin == .layout else { throw UsageError("“\(arguments.words[0])” is not a distance, such as 0,3") }
        return ScrollPointer.Parameters(dx: far.x, dy: far.y, source: arguments[source], at: arguments[at])
      }),
    input(
      "pointer drag", DragPointer.self,
      positionals: [
        Positional(name: "FROM", help: pointHelp), Positional(name: "TO", help: "The points to move to, in order.", isRepeated: true),
      ],
      options: [button.any, steps.any, dragDuration.any],
      parameters: { arguments throws(UsageError) in
        DragPointer.Parameters(
          path: try path(arguments), button: arguments[button], steps: arguments[steps], duration: arguments[dragDuration])
      }),
    input(
      "type", TypeText.self, positionals: [Positional(name: "TEXT", help: "What to type; put “--” before a text that begins with “-”.")],
      options: [delay.any],
      parameters: { arguments in TypeText.Parameters(text: arguments.words[0], delay: arguments[delay]) }),
    input(
      "press", PressKeys.self,
      positionals: [
        Positional(
          name: "CHORD",
          help: "Modifiers (\(KeyChord.Modifier.words.joined(separator: ", "))) and a key, joined by “+”: ctrl+shift+t, Return, F5, ctrl++."
        )
      ],
      options: [action.any, hold.any, presses.any],
      parameters: { arguments throws(UsageError) in
        PressKeys.Parameters(
          keys: try Values.parsed(arguments.words[0]) { text throws(ControlError) in try KeyChord(parsing: text) },
          action: arguments[action], hold: arguments[hold], count: arguments[presses])
      }),
  ]

  private static func button<Method: ControlMethod>(_ name: String, _ method: Method.Type) -> Command
  where Method.Parameters == PointerButtonParameters, Method.Result == InputResult {
    input(
      name, method, options: [button.any, at.any],
      parameters: { arguments in PointerButtonParameters(button: arguments[button], at: arguments[at]) })
  }
}
