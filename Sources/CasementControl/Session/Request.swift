/// One request as it came in.
struct Request {
  /// What its answer carries; nil for a notification, which gets none.
  let id: JSONValue?
  let method: String
  let parameters: JSONValue

  /// The request that `value` is, or the refusal that it gets.
  static func read(_ value: JSONValue) -> Swift.Result<Request, Refusal> {
    guard case .object = value else {
      return .failure(Response(id: .null, .failure(ControlError(.invalidRequest, "a request is an object, not \(value.kind)"))))
    }
    let id = value["id"]
    func refuse(_ code: ControlError.Code, _ message: String, _ detail: ControlError.Detail? = nil) -> Swift.Result<Request, Refusal> {
      .failure(Response(id: id ?? .null, .failure(ControlError(code, message, detail))))
    }
    guard value["jsonrpc"]?.text == "2.0" else {
      return refuse(.invalidRequest, "the member “jsonrpc” must be \"2.0\"", .init(parameter: "jsonrpc", expected: ["\"2.0\""]))
    }
    guard let method = value["method"]?.text else {
      return refuse(.invalidRequest, "the member “method” must be the name of a method", .init(parameter: "method"))
    }
    let parameters = value["params"] ?? .object([])
    guard case .object = parameters else {
      return id == nil
        ? .success(Request(id: nil, method: method, parameters: parameters))
        : refuse(
          .invalidParameters, "parameters go by name: “params” must be an object, not \(parameters.kind)", .init(parameter: "params"))
    }
    return .success(Request(id: id, method: method, parameters: parameters))
  }

  typealias Refusal = Response
}

/// One answer as it goes out.
struct Response: Error {
  let id: JSONValue
  let result: Swift.Result<JSONValue, ControlError>

  init(id: JSONValue, _ result: Swift.Result<JSONValue, ControlError>) {
    self.id = id
    self.result = result
  }

  /// The answer as JSON text.
  var bytes: [UInt8] {
    let outcome: JSONValue.Member
    switch result {
    case .success(let value): outcome = .init("result", value)
    case .failure(let error): outcome = .init("error", (try? JSONValue(encoding: error)) ?? .null)
    }
    return JSONValue.object([.init("jsonrpc", .string("2.0")), .init("id", id), outcome]).bytes
  }
}

/// The answers of one batch, sent together when all of its calls were answered.
final class Batch {
  private var missing: Int
  private var room: Int
  private var answers: [[UInt8]] = []
  private let send: ([UInt8]) -> Void

  /// A batch of `count` calls whose answers have at most `limit` bytes together.
  init(count: Int, limit: Int, send: @escaping ([UInt8]) -> Void) {
    missing = count
    room = limit
    self.send = send
  }

  /// Adds the answer of one call, or nil for a notification.
  func add(_ response: Response?) {
    if let response {
      var bytes = response.bytes
      if bytes.count > room {
        bytes = Response(id: response.id, .failure(ControlError(.tooMuch, "the answers of the batch are too big together"))).bytes
      }
      room -= bytes.count
      answers.append(bytes)
    }
    missing -= 1
    guard missing == 0, !answers.isEmpty else { return }
    send([UInt8(ascii: "[")] + answers.joined(separator: [UInt8(ascii: ",")]) + [UInt8(ascii: "]")])
  }
}
