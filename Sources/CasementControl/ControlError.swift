/// Why a call failed: the error object of JSON-RPC 2.0.
package struct ControlError: Error, Hashable, Codable, Sendable {
  /// The kind of failure, as the number that travels.
  package struct Code: RawRepresentable, Hashable, Codable, Sendable {
    package let rawValue: Int
    package init(rawValue: Int) { self.rawValue = rawValue }

    /// The line is not JSON.
    package static let parse = Code(rawValue: -32700)
    /// The JSON is not a request.
    package static let invalidRequest = Code(rawValue: -32600)
    /// No method of that name is served.
    package static let methodNotFound = Code(rawValue: -32601)
    /// The parameters are of the wrong kind, out of bounds, or unknown.
    package static let invalidParameters = Code(rawValue: -32602)
    /// The service failed.
    package static let internalError = Code(rawValue: -32603)
    /// No window, screen or type of data is what the call names.
    package static let notFound = Code(rawValue: -32000)
    /// Several windows are what the call names.
    package static let ambiguous = Code(rawValue: -32001)
    /// What was waited for did not come in time.
    package static let timedOut = Code(rawValue: -32002)
    /// The call is sound, but cannot be done in the present state, such as `step` under the real clock.
    package static let refused = Code(rawValue: -32003)
    /// A bound of the connection was passed: a line, the calls under way, what waits to be read.
    package static let tooMuch = Code(rawValue: -32004)
    /// The service is shutting down, or the connection has gone.
    package static let closing = Code(rawValue: -32005)

    /// All of them, with what they mean.
    package static let all: [(code: Code, meaning: String)] = [
      (parse, "The line is not JSON."), (invalidRequest, "The JSON is not a request."),
      (methodNotFound, "No method of that name is served; `data.expected` has near ones."),
      (invalidParameters, "The parameters are of the wrong kind, out of bounds, or unknown; `data.parameter` says which."),
      (internalError, "The service failed."), (notFound, "No window, screen or type of data is what the call names."),
      (ambiguous, "Several windows are what the call names."),
      (timedOut, "What was waited for did not come in time; `data.pending` says what is missing."),
      (refused, "The call is sound, but cannot be done in the present state, such as `step` under the real clock."),
      (tooMuch, "A bound of the connection was passed: a line, the calls under way, what waits to be read."),
      (closing, "The service is shutting down, or the connection has gone."),
    ]
  }

  /// What a program needs to act on an error; each member is there where it has a meaning.
  package struct Detail: ControlObject, Hashable {
    /// The parameter, as a path.
    package var parameter: String?
    /// What was given.
    package var given: String?
    /// What would have been right.
    package var expected: [String]?
    /// The window concerned.
    package var window: Int?
    /// Its app id.
    package var appID: String?
    /// The screen concerned.
    package var screen: String?
    /// Why, in a word or a sentence.
    package var reason: String?
    /// What was still awaited when time ran out.
    package var pending: [String]?
    /// Where in the line, in bytes from its start.
    package var offset: Int?

    /// A detail with the members that are given.
    package init(
      parameter: String? = nil, given: String? = nil, expected: [String]? = nil, window: Int? = nil, appID: String? = nil,
      screen: String? = nil, reason: String? = nil, pending: [String]? = nil, offset: Int? = nil
    ) {
      self.parameter = parameter
      self.given = given
      self.expected = expected
      self.window = window
      self.appID = appID
      self.screen = screen
      self.reason = reason
      self.pending = pending
      self.offset = offset
    }

    package static var notes: KeyValuePairs<String, String> {
      [
        "parameter": "the parameter that is wrong, as a path such as `region.width`",
        "given": "what was given",
        "expected": "what would have been right: names, words or bounds",
        "window": "id of the window concerned",
        "appID": "its app id",
        "screen": "name of the screen concerned",
        "reason": "why, in a word or a sentence",
        "pending": "what was still awaited when the time ran out, one sentence for each window or client",
        "offset": "where in the line, in bytes from its start",
      ]
    }
  }

  /// The kind of failure.
  package var code: Code
  /// What went wrong, as a sentence for a person.
  package var message: String
  /// The same for a program.
  package var data: Detail?

  /// An error of a kind, with its sentence.
  package init(_ code: Code, _ message: String, _ data: Detail? = nil) {
    self.code = code
    self.message = message
    self.data = data
  }

  /// A parameter is wrong; the sentence is completed with what would be right.
  package static func badParameter(
    _ message: String, parameter: String? = nil, given: String? = nil, expected: [String] = []
  ) -> ControlError {
    let hint = expected.isEmpty ? "" : "; expected \(expected.joined(separator: ", "))"
    return ControlError(
      .invalidParameters, message + hint,
      Detail(parameter: parameter, given: given, expected: expected.isEmpty ? nil : expected))
  }

  /// No window is what `selector` names; `windows` are those that exist.
  package static func noWindow(_ selector: WindowSelector, among windows: [WindowInfo]) -> ControlError {
    let names = windows.map { "\($0.id)" + ($0.appID.map { " (\($0))" } ?? "") }
    let hint = names.isEmpty ? "there is no window" : "the windows are \(names.joined(separator: ", "))"
    return ControlError(
      .notFound, "no window is \(selector.spoken); \(hint)", Detail(given: selector.description, expected: windows.map { String($0.id) }))
  }

  /// No screen is called `name`; `names` are those that exist.
  package static func noScreen(_ name: String, among names: [String]) -> ControlError {
    let hint = names.isEmpty ? "there is no screen" : "the screens are \(names.joined(separator: ", "))"
    return ControlError(.notFound, "no screen is called “\(name)”; \(hint)", Detail(given: name, expected: names, screen: name))
  }
}
