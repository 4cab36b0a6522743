/// One line of the table of served methods: a name, and how a call of it reaches the backend.
package struct ServedMethod: Sendable {
  /// One call.
  struct Call {
    let backend: any ControlBackend
    let session: ControlSession
    /// Takes the answer, once.
    let finish: (Swift.Result<JSONValue, ControlError>) -> Void
    /// Takes what cancels the call, while it is not answered.
    let hold: (_ cancel: @escaping () -> Void) -> Void
  }

  /// The name on the wire.
  package let name: String
  /// The method's type.
  package let type: any ControlMethod.Type
  /// Whether it may be answered later.
  package let isDeferred: Bool
  let call: @Sendable (Call, JSONValue) -> Void
  /// Makes a call of which the parameters stand next in the text, where they are plain; nil where the method reads none there.
  /// - Returns: false, with nothing done, where they are not.
  let callPlain: (@Sendable (inout PlainReader, () -> Call) -> Bool)?

  /// A method that the backend answers at once.
  static func immediate<Method: ControlMethod>(
    _ method: Method.Type,
    _ body: @escaping @Sendable (any ControlBackend, Method.Parameters) throws(ControlError) -> Method.Result
  ) -> ServedMethod {
    own(method) { call, parameters throws(ControlError) in try body(call.backend, parameters) }
  }

  /// A method that the session answers itself, at once.
  static func own<Method: ControlMethod>(
    _ method: Method.Type, _ body: @escaping @Sendable (Call, Method.Parameters) throws(ControlError) -> Method.Result
  ) -> ServedMethod {
    ServedMethod(
      name: Method.name, type: method, isDeferred: false,
      call: { call, parameters in
        do throws(ControlError) {
          let parameters = try parameters.decode(Method.Parameters.self, strictly: true)
          call.finish(encode(try body(call, parameters)))
        } catch {
          call.finish(.failure(error))
        }
      }, callPlain: nil)
  }

  /// A method that the backend answers when it can.
  static func deferred<Method: ControlMethod>(
    _ method: Method.Type,
    _ body: @escaping @Sendable (any ControlBackend, Method.Parameters, ControlReply<Method.Result>) -> Void
  ) -> ServedMethod {
    ServedMethod(
      name: Method.name, type: method, isDeferred: true,
      call: { begin($0, $1, encode: encode, body) }, callPlain: nil)
  }

  /// A method that sends input: it is called often, and its caller waits.
  static func input<Method: ControlMethod>(
    _ method: Method.Type,
    _ body: @escaping @Sendable (any ControlBackend, Method.Parameters, ControlReply<InputResult>) -> Void
  ) -> ServedMethod where Method.Parameters: PlainParameters, Method.Result == InputResult {
    ServedMethod(
      name: Method.name, type: method, isDeferred: true,
      call: { begin($0, $1, encode: { .success($0.json) }, body) },
      callPlain: { reader, makeCall in
        guard let parameters = Method.Parameters(plain: &reader) else { return false }
        begin(makeCall(), parameters, encode: { .success($0.json) }, body)
        return true
      })
  }

  private static func begin<Parameters: ControlObject, Result>(
    _ call: Call, _ parameters: JSONValue, encode: @escaping (Result) -> Swift.Result<JSONValue, ControlError>,
    _ body: (any ControlBackend, Parameters, ControlReply<Result>) -> Void
  ) {
    do throws(ControlError) {
      begin(call, try parameters.decode(Parameters.self, strictly: true), encode: encode, body)
    } catch {
      call.finish(.failure(error))
    }
  }

  private static func begin<Parameters, Result>(
    _ call: Call, _ parameters: Parameters, encode: @escaping (Result) -> Swift.Result<JSONValue, ControlError>,
    _ body: (any ControlBackend, Parameters, ControlReply<Result>) -> Void
  ) {
    // The reply must not keep the session: a backend may hold it long after the connection has gone.
    let reply = ControlReply<Result> { [finish = call.finish] result in
      switch result {
      case .success(let value): finish(encode(value))
      case .failure(let error): finish(.failure(error))
      }
    }
    call.hold { [weak reply] in reply?.cancel() }
    body(call.backend, parameters, reply)
  }
}

private func encode(_ value: some Encodable) -> Swift.Result<JSONValue, ControlError> {
  do {
    return .success(try JSONValue(encoding: value))
  } catch {
    return .failure(ControlError(.internalError, "the answer cannot be written as JSON: \(error)"))
  }
}
