import CasementControl

/// The commands that wait, step the clock, read and write the clipboard, and follow events.
enum WaitCommands {
  static let timeout = Option(
    "--timeout", "SECONDS",
    "How long to wait at most; where not given, what \(timeoutVariable) says, or else \(Wait.defaultTimeout / 1000).",
    parse: Values.seconds)
  static let timeoutVariable = "CASEMENT_TIMEOUT"

  /// How long to wait at most, in milliseconds; nil: as long as the service does by itself.
  private static func limit(_ arguments: Arguments) throws(UsageError) -> Int? {
    if let given = arguments[timeout] { return given }
    guard let text = System.variable(timeoutVariable), !text.isEmpty else { return nil }
    do throws(UsageError) { return try Values.seconds(text) } catch { throw UsageError("\(timeoutVariable): \(error.message)") }
  }

  static let window = Option<WindowSelector>("--window", "WINDOW", "Only this window counts.") { text throws(UsageError) in
    try Values.parsed(text) { text throws(ControlError) in try WindowSelector(parsing: text) }
  }
  static let screen = Option("--screen", "NAME", "Only this screen counts.", parse: Values.name)
  static let region = Option("--region", "X,Y,WxH", "Only this part of the screen counts, in points.") { text throws(UsageError) in
    try Values.region(text)
  }

  static let tolerance = Option("--tolerance", "N", "How far red, green and blue may be from it, of 255; 0 where not given.") {
    text throws(UsageError) in try Values.integer(text, in: 0...255)
  }

  static let all: [Command] = [
    ControlCommand.one(
      "wait window", WaitWindow.self,
      positionals: [
        Positional(name: "WINDOW", help: "An app id, an id, title=TEXT, or key. \(WindowSelector.patterns)"),
        Positional(name: "STATE", help: "\(WaitWindow.State.words.joined(separator: ", ")); visible where not given.", isOptional: true),
      ],
      options: [timeout.any], waits: true,
      parameters: { arguments throws(UsageError) in
        WaitWindow.Parameters(
          window: try WindowCommands.window(arguments), state: try state(arguments), timeout: try limit(arguments))
      }),
    ControlCommand.one(
      "wait settled", WaitSettled.self,
      positionals: [Positional(name: "MS", help: "Milliseconds without a change; 100 where not given.", isOptional: true)],
      options: [window.any, screen.any, region.any, timeout.any], waits: true,
      parameters: { arguments throws(UsageError) in
        let quiet = try arguments.words.first.map { text throws(UsageError) in try InputCommands.milliseconds(text) }
        return WaitSettled.Parameters(
          quiet: quiet, window: arguments[window], screen: arguments[screen], region: arguments[region], timeout: try limit(arguments))
      }),
    ControlCommand.one(
      "wait pixel", WaitPixel.self,
      positionals: [
        Positional(name: "POINT", help: "\(InputCommands.pointHelp) The window need not be there yet."),
        Positional(name: "COLOUR", help: "#rrggbb"),
      ],
      options: [tolerance.any, timeout.any], waits: true,
      parameters: { arguments throws(UsageError) in
        WaitPixel.Parameters(
          at: try InputCommands.point(arguments.words[0]),
          colour: try Values.parsed(arguments.words[1]) { text throws(ControlError) in try PixelColour(parsing: text) },
          tolerance: arguments[tolerance], timeout: try limit(arguments))
      }, text: CaptureCommands.text(of:)),
    ControlCommand.one(
      "wait picture", WaitPicture.self,
      details: ["", "The picture is what “casement shot” wrote with the same --window, --screen, --region and --scale."],
      positionals: [Positional(name: "FILE", help: "A PNG: how it should look.")],
      options: [
        CaptureCommands.screen.any, CaptureCommands.window.any, CaptureCommands.region.any, CaptureCommands.scale.any,
        CompareCommand.tolerance.any, CompareCommand.perceptual.any, CompareCommand.threshold.any, timeout.any,
      ], waits: true,
      parameters: { arguments throws(UsageError) in
        let path = try RecordCommand.absolute(arguments.words[0])
        return WaitPicture.Parameters(
          path: path, screen: arguments[CaptureCommands.screen], window: arguments[CaptureCommands.window],
          region: arguments[CaptureCommands.region], scale: arguments[CaptureCommands.scale],
          tolerance: arguments[CompareCommand.tolerance],
          perceptual: arguments[CompareCommand.perceptual], allowed: try CompareCommand.allowed(arguments, of: path),
          timeout: try limit(arguments))
      }, text: { "\($0.differing) pixels differ\n" }),
    ControlCommand.one(
      "wait screen", WaitScreen.self,
      positionals: [
        Positional(name: "NAME", help: "The name of the screen."),
        Positional(name: "STATE", help: "\(WaitScreen.State.words.joined(separator: ", ")); connected where not given.", isOptional: true),
      ],
      options: [timeout.any], waits: true,
      parameters: { arguments throws(UsageError) in
        WaitScreen.Parameters(name: arguments.words[0], state: try state(arguments), timeout: try limit(arguments))
      }),
  ]

  private static func state<State: ControlChoice>(_ arguments: Arguments) throws(UsageError) -> State? {
    guard arguments.words.count > 1 else { return nil }
    return try Values.parsed(arguments.words[1]) { text throws(ControlError) in try State(word: text) }
  }
}

/// The command that lets time pass.
enum ClockCommands {
  static let patience = Option(
    "--timeout", "SECONDS", "How long the clients of each frame may take, in real time; 1 where not given.", parse: Values.seconds)

  static let all: [Command] = [
    ControlCommand.one(
      "step", Step.self,
      details: ["", "Prints the time on the clock, and the windows whose program did neither in time."],
      positionals: [
        Positional(
          name: "FRAMES|MSms", help: "Frames of the main screen, or a time such as 250ms; 1 frame where not given.", isOptional: true)
      ], options: [patience.any],
      parameters: { arguments throws(UsageError) in
        let patience = arguments[patience]
        guard let word = arguments.words.first else { return Step.Parameters(timeout: patience) }
        if word.hasSuffix("ms") {
          return Step.Parameters(milliseconds: try Values.integer(String(word.dropLast(2)), in: 1...86_400_000), timeout: patience)
        }
        return Step.Parameters(frames: try Values.integer(word, in: 1...100_000), timeout: patience)
      },
      text: { result in
        let late = result.unanswered.map { "window \($0.window) did not answer\n" }.joined()
        return "\(result.now.short) ms\n\(late)"
      })
  ]
}

/// The command that follows events.
enum EventCommands {
  static let kind = Option<ControlEvent.Kind>(
    "--kind", "KIND", isRepeatable: true, "Only events of this kind: \(ControlEvent.Kind.words.joined(separator: ", ")).",
    parse: Values.choice)

  static let all: [Command] = [
    ControlCommand.many(
      "events", "Prints each event as one line of JSON, until it is ended or the service goes.", methods: [SubscribeEvents.self],
      options: [kind.any]
    ) { session, arguments in
      let kinds = arguments.all(kind)
      _ = try session.client.call(SubscribeEvents.self, .init(kinds: kinds.isEmpty ? nil : kinds))
      while true {
        let event: ControlEvent
        do throws(ControlClientError) { event = try session.client.nextEvent() } catch .closed(reason: nil) { return }
        guard Output.out(try JSONValue(encoding: event).bytes + [UInt8(ascii: "\n")]) else { return }
      }
    }
  ]
}
