import CasementControl

/// What the commands that control a running service have in common.
enum ControlCommand {
  static let json = Option(flag: "--json", "Print the answer as one line of JSON.")
  static let service = Option(
    "--service", "NAME", "Speak to the service of this name, or at this path; otherwise to the one in CASEMENT_SOCKET.", parse: Values.name)

  /// Exit statuses of all of them.
  static let statuses: [(Int32, String)] = [
    (1, "The service refused, and standard error says why."), (3, "There is no such service, or it went before it answered."),
  ]
  /// That of those which wait for something.
  private static let late: (Int32, String) = (124, "What was waited for did not come in time; standard error says what is missing.")

  /// A command that makes one call.
  ///
  /// - Parameters:
  ///   - parameters: makes the call's parameters of the command line.
  ///   - waits: whether it ends with 124 where something does not come in time.
  ///   - text: what is printed of the answer where no JSON is wanted.
  static func one<Method: ControlMethod>(
    _ name: String, _ method: Method.Type, details: [String] = [], positionals: [Positional] = [], options: [AnyOption] = [],
    waits: Bool = false,
    parameters: @escaping @Sendable (Arguments) throws(UsageError) -> Method.Parameters,
    text: @escaping @Sendable (Method.Result) -> String = { _ in "" }
  ) -> Command {
    many(
      name, Method.summary, methods: [method], details: details, positionals: positionals, options: options, waits: waits,
      check: { arguments throws(UsageError) in _ = try parameters(arguments) }
    ) { session, arguments in
      let value = try session.client.callForJSON(method, try parameters(arguments))
      try session.print(json: value) { text(try value.decode(Method.Result.self, strictly: false)) }
    }
  }

  /// A command that does anything with the service.
  ///
  /// - Parameter check: looks at the command line, before the service is looked for.
  static func many(
    _ name: String, _ summary: String, methods: [any ControlMethod.Type], details: [String] = [], positionals: [Positional] = [],
    options: [AnyOption] = [], statuses: [(Int32, String)]? = nil, waits: Bool = false,
    check: @escaping @Sendable (Arguments) throws(UsageError) -> Void = { _ in },
    body: @escaping @Sendable (Session, Arguments) throws -> Void
  ) -> Command {
    Command(
      words: name.split(separator: " ").map(String.init), summary: summary, details: details, positionals: positionals,
      options: options + [json.any, service.any],
      statuses: (statuses ?? Self.statuses) + (waits ? [late] : []), methods: methods
    ) { arguments in
      try check(arguments)
      let wantsJSON = arguments.has(json)
      do {
        let client = try ControlClient.find(name: arguments[service], variable: System.variable)
        try body(Session(client: client, wantsJSON: wantsJSON), arguments)
        return 0
      } catch let error as ControlClientError {
        throw failure(error, wantsJSON: wantsJSON)
      }
    }
  }

  static func failure(_ error: ControlClientError, wantsJSON: Bool) -> Failure {
    switch error {
    case .refused(let refusal):
      if wantsJSON, let value = try? JSONValue(encoding: refusal) {
        Output.out(JSONValue.object([.init("error", value)]).bytes + [UInt8(ascii: "\n")])
      }
      return Failure(refusal.message, status: refusal.code == .timedOut ? 124 : 1)
    case .unreachable: return Failure(error.description, status: 3)
    case .closed: return Failure(error.description, status: 3)
    case .timedOut: return Failure(error.description, status: 124)
    case .nonsense: return Failure(error.description, status: 1)
    }
  }

  /// A connection to the service, and how its answers are printed.
  struct Session {
    let client: ControlClient
    let wantsJSON: Bool

    /// Prints an answer: as JSON where that is wanted, else as `text`.
    ///
    /// - Throws: `Failure` where standard output does not take it: an empty answer must not look like one.
    func print(json: JSONValue, text: () throws -> String) throws {
      let answer = wantsJSON ? String(decoding: json.bytes, as: UTF8.self) + "\n" : try text()
      guard Output.out(answer) else { throw Failure("cannot write the answer to standard output: \(System.reason())") }
    }
  }
}
