import CasementControl

/// The commands that read and write the clipboard.
enum ClipboardCommands {
  static let primary = Option(flag: "--primary", "The primary selection, which the middle button pastes, in place of the clipboard.")
  static let type = Option("--type", "MIME", "The MIME type; the best of the plain texts where not given.", parse: Values.name)
  static let offeredType = Option(
    "--type", "MIME", "Offer it as this MIME type only; under all names of plain text where not given.", parse: Values.name)
  static let types = Option(flag: "--types", "Print the types on offer, one a line, in place of the content.")
  static let clear = Option(flag: "--clear", "Empty it.")

  static let all: [Command] = [
    ControlCommand.many(
      "clipboard get", "Prints what is on the clipboard, as it is: without a line end of its own.", methods: [GetClipboard.self],
      options: [primary.any, type.any, types.any], waits: true
    ) { session, arguments in
      let wanted = GetClipboard.Parameters(type: arguments[type], primary: arguments.has(primary) ? true : nil)
      let value = try session.client.callForJSON(GetClipboard.self, wanted)
      let result = try value.decode(GetClipboard.Result.self, strictly: false)
      if session.wantsJSON || arguments.has(types) {
        return try session.print(json: value) { result.types.map { $0.printable() + "\n" }.joined() }
      }
      guard let bytes = result.text.map({ Array($0.utf8) }) ?? result.data?.bytes else {
        let place = arguments.has(primary) ? "the primary selection" : "the clipboard"
        throw Failure(
          result.types.isEmpty ? "\(place) is empty" : "\(place) has no text; its types are \(result.types.joined(separator: ", "))")
      }
      guard Output.out(bytes) else { throw Failure("cannot write to standard output: \(System.reason())") }
    },
    ControlCommand.many(
      "clipboard set", "Puts a text, or what comes from standard input, on the clipboard.", methods: [SetClipboard.self],
      positionals: [Positional(name: "TEXT", help: "The text; standard input where it is not given.", isOptional: true)],
      options: [primary.any, offeredType.any, clear.any]
    ) { session, arguments in
      var wanted = SetClipboard.Parameters(type: arguments[offeredType], primary: arguments.has(primary) ? true : nil)
      if arguments.has(clear) {
        guard arguments.words.isEmpty else { throw UsageError("--clear goes with no text") }
      } else if let text = arguments.words.first {
        wanted.text = text
      } else {
        // what a line of the control socket has room for, in Base64
        let bytes = try FileContent.read("-", atMost: 700_000)
        wanted.text = String(validating: bytes, as: UTF8.self)
        if wanted.text == nil {
          guard wanted.type != nil else { throw UsageError("what comes from standard input is no text; say with --type what it is") }
          wanted.data = Base64(bytes)
        }
      }
      let value = try session.client.callForJSON(SetClipboard.self, wanted)
      try session.print(json: value) { "" }
    },
  ]
}
