import CasementControl

/// The command that takes pictures.
enum CaptureCommands {
  static let screen = Option("--screen", "NAME", "The screen; the main one where neither this nor --window is given.", parse: Values.name)
  static let window = Option<WindowSelector>(
    "--window", "WINDOW", "A window in place of a screen, whole also where it is covered: an id, an app id, title=TEXT, or key."
  ) { text throws(UsageError) in try Values.parsed(text) { text throws(ControlError) in try WindowSelector(parsing: text) } }
  static let region = Option("--region", "X,Y,WxH", "Only this part, in points from its top-left corner.") { text throws(UsageError) in
    try Values.region(text)
  }
  static let scale = Option(
    "--scale", "S", "How many pixels a point the picture has, such as 1 or 0.25; as many as the screen where not given."
  ) { text throws(UsageError) in
    let value = try Values.number(text)
    guard Shot.Parameters.scales.contains(value) else {
      throw UsageError("“\(text)” is not a scale from \(Shot.Parameters.scales.lowerBound) to \(Shot.Parameters.scales.upperBound.short)")
    }
    return value
  }
  static let cursor = Option(flag: "--cursor", "Draw the pointer's cursor as well.")

  /// What is seen at a point, as a line.
  @Sendable static func text(of pixel: LookAtPixel.Result) -> String {
    let window = pixel.window.map { " window \($0.window)" + ($0.appID.map { " (\($0.printable()))" } ?? "") } ?? ""
    return "\(pixel.colour)\(window)\n"
  }

  static let all: [Command] = [
    ControlCommand.one(
      "pixel", LookAtPixel.self, positionals: [Positional(name: "POINT", help: InputCommands.pointHelp)],
      parameters: { arguments throws(UsageError) in LookAtPixel.Parameters(at: try InputCommands.point(arguments.words[0])) },
      text: text(of:)),
    ControlCommand.many(
      "shot", Shot.summary, methods: [Shot.self],
      details: ["", "The file is replaced as a whole, once the picture is there."],
      positionals: [Positional(name: "FILE", help: "Where the PNG goes; “-” is standard output.")],
      options: [screen.any, window.any, region.any, cursor.any, scale.any]
    ) { session, arguments in
      if arguments[screen] != nil, arguments[window] != nil {
        throw UsageError("--screen and --window do not go together: a picture is of one of them")
      }
      let path = arguments.words[0]
      let file = path == "-" ? nil : try ReplacedFile(path: path)
      let parameters = Shot.Parameters(
        screen: arguments[screen], window: arguments[window], region: arguments[region], cursor: arguments.has(cursor) ? true : nil,
        scale: arguments[scale])
      let result = try session.client.call(Shot.self, parameters)
      guard let file else {
        guard Output.out(result.png.bytes) else { throw Failure("cannot write the picture to standard output: \(System.reason())") }
        return
      }
      try file.replace(with: result.png.bytes)
      let windows = result.windows
      let report = JSONValue.object([
        .init("file", .string(path)), .init("width", .number(JSONNumber(result.width))),
        .init("height", .number(JSONNumber(result.height))),
        .init("scale", .number(JSONNumber(result.scale))), .init("windows", try JSONValue(encoding: windows)),
      ])
      try session.print(json: report) {
        let names = windows.map { "\($0.window)" + ($0.appID.map { " (\($0.printable()))" } ?? "") }
        let made = names.isEmpty ? "no window in it" : "windows \(names.joined(separator: ", "))"
        return "\(path): \(result.width)x\(result.height) pixels at scale \(result.scale.short), \(made)\n"
      }
    },
  ]
}
