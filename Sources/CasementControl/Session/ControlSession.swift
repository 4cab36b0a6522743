/// One connection to the control socket, without the socket: bytes in, calls to the backend, bytes out.
///
/// It speaks JSON-RPC 2.0, one object or batch a line. Calls begin in the order in which they came; an answer goes out as soon as it is
/// there, so a slow call does not hold up those after it. Nothing of it blocks, and all that it holds is bounded by `ControlLimits`.
package final class ControlSession {
  private unowned let backend: any ControlBackend
  private let limits: ControlLimits
  private let outputReady: () -> Void
  private var input: LineBuffer
  private var output = OutputQueue()
  private var pending: [Int: () -> Void] = [:]
  private var lastCall = 0
  private var isProcessing = false
  private var isClosed = false

  /// The kinds of events that the client wants; nil where it wants none.
  private(set) var wantedEvents: Set<ControlEvent.Kind>?
  /// Whether the connection shall be closed as soon as what waits was written.
  package private(set) var isEnding = false

  /// A session that calls `backend`, which must live at least as long, and `outputReady` whenever there is something to write or to process that was not there before.
  package init(backend: any ControlBackend, limits: ControlLimits = ControlLimits(), outputReady: @escaping () -> Void) {
    self.backend = backend
    self.limits = limits
    self.outputReady = outputReady
    input = LineBuffer(limit: limits.line)
  }

  // MARK: Bytes

  /// Whether the client should be read from: not while it does not read itself.
  package var wantsInput: Bool { !isEnding && !isClosed && output.count <= limits.pause }

  /// Takes what the client sent, and makes the calls that are complete.
  package func receive(_ bytes: UnsafeRawBufferPointer) {
    guard !isEnding, !isClosed else { return }
    unsafe input.append(bytes)
    process()
  }

  /// Makes the calls that came while the client did not read; to be called after something was written.
  package func process() {
    guard !isProcessing else { return }
    isProcessing = true
    defer { isProcessing = false }
    while wantsInput, let item = input.next() {
      switch item {
      case .tooLong:
        let message = "a line is longer than \(limits.line) bytes; the rest of it is skipped"
        send(Response(id: .null, .failure(ControlError(.tooMuch, message))).bytes)
      case .line(let line): handle(line)
      }
    }
  }

  /// Takes the end of the stream: what came since the last newline is a line, too.
  package func endInput() {
    guard !isEnding, !isClosed else { return }
    input.end()
    process()
  }

  /// Whether lines wait that could be processed now.
  package var hasWaitingInput: Bool { wantsInput && input.hasLine }

  /// Whether nothing more will come out unless something comes in: no call is under way, no line waits, no event is wanted.
  package var isIdle: Bool { pending.isEmpty && wantedEvents == nil && !input.hasLine }

  /// Whether something waits to be written.
  package var hasOutput: Bool { !output.isEmpty }

  /// Hands what waits to `write`, which returns how many bytes it took, until it takes less than it is given.
  package func drain(_ write: (UnsafeRawBufferPointer) -> Int) { unsafe output.drain(write) }

  /// Ends the session because the connection has gone: every call under way is cancelled.
  package func close() {
    isClosed = true
    wantedEvents = nil
    cancelCalls()
  }

  // MARK: Events

  /// Whether an event of this kind would be sent.
  package func wants(_ kind: ControlEvent.Kind) -> Bool { wantedEvents?.contains(kind) ?? false }

  /// Sends an event, if the client wants its kind; drops a client that does not read its events.
  package func notify(_ event: ControlEvent) {
    guard wants(event.kind), !isEnding, !isClosed else { return }
    guard let value = try? JSONValue(encoding: event) else { preconditionFailure("an event has a number that JSON has not") }
    if output.eventCount > limits.events {
      drop("\(output.eventCount) bytes of events wait to be read, more than \(limits.events)")
    } else {
      send(notification("event", value), isEvent: true)
    }
  }

  func subscribe(to kinds: [ControlEvent.Kind]?) { wantedEvents = Set(kinds ?? ControlEvent.Kind.allCases) }
  func unsubscribe() { wantedEvents = nil }

  // MARK: Calls

  private func handle(_ line: [UInt8]) {
    if callPlain(line) { return }
    guard line.contains(where: { $0 != 0x20 && $0 != 0x09 && $0 != 0x0D }) else { return }
    let value: JSONValue
    do { value = try JSONValue(parsing: line) } catch {
      send(Response(id: .null, .failure(error)).bytes)
      return
    }
    guard case .array(let requests) = value else {
      call(value) { [unowned self] in if let answer = $0 { send(answer) } }
      return
    }
    guard (1...limits.batch).contains(requests.count) else {
      let message = requests.isEmpty ? "the batch is empty" : "the batch has \(requests.count) requests, more than \(limits.batch)"
      send(Response(id: .null, .failure(ControlError(.invalidRequest, message))).bytes)
      return
    }
    let batch = Batch(count: requests.count, limit: limits.answers) { [unowned self] in send($0) }
    for request in requests { call(request) { batch.add($0) } }
  }

  /// Makes one call; `answer` gets its response, or nil for a notification.
  private func call(_ value: JSONValue, answer: @escaping (Response?) -> Void) {
    let request: Request
    switch Request.read(value) {
    case .failure(let refusal): return answer(refusal)
    case .success(let sound): request = sound
    }
    let finish: (Result<JSONValue, ControlError>) -> Void = { result in
      answer(request.id.map { Response(id: $0, result) })
    }
    guard let method = ServedMethods.named(request.method) else {
      let expected = ServedMethods.names
      return finish(
        .failure(
          ControlError(
            .methodNotFound, "no method is called “\(request.method)”",
            .init(given: request.method, expected: nearest(to: request.method, among: expected) ?? expected))))
    }
    if method.isDeferred, !hasRoom {
      return finish(.failure(ControlError(.tooMuch, "\(pending.count) calls wait for their answer; no more may begin")))
    }
    method.call(makeCall(finish), request.parameters)
  }

  /// Whether one more call may wait for its answer.
  private var hasRoom: Bool { pending.count < limits.calls }

  /// Makes the call in `line`, where that is the plainest form of one of input. - Returns: false, with nothing done, where it is not.
  private func callPlain(_ line: [UInt8]) -> Bool {
    unsafe line.withUnsafeBufferPointer { bytes in
      guard hasRoom, let request = unsafe PlainRequest(bytes), let callPlain = ServedMethods.named(request.method)?.callPlain else {
        return false
      }
      var reader = unsafe PlainReader(bytes, at: request.parameters)
      return callPlain(&reader) { makeCall { [unowned self] in send(Response(id: request.id, $0)) } }
    }
  }

  /// A call that is under way until it is answered.
  private func makeCall(_ finish: @escaping (Result<JSONValue, ControlError>) -> Void) -> ServedMethod.Call {
    lastCall += 1
    let number = lastCall
    return ServedMethod.Call(
      backend: backend, session: self,
      finish: { [weak self] result in
        guard let self else { return }
        pending[number] = nil
        if !isClosed, !isEnding { finish(result) }
      },
      hold: { [unowned self] cancel in pending[number] = cancel })
  }

  private func cancelCalls() {
    let cancels = pending.sorted { $0.key < $1.key }.map(\.value)
    pending = [:]
    for cancel in cancels { cancel() }
  }

  // MARK: Output

  private func send(_ response: Response) { send(response.bytes) }

  private func send(_ line: [UInt8], isEvent: Bool = false) {
    guard !isClosed, !isEnding else { return }
    if output.count > limits.answers {
      return drop("\(output.count) bytes of answers wait to be read, more than \(limits.answers)")
    }
    output.append(line + [UInt8(ascii: "\n")], isEvent: isEvent)
    outputReady()
  }

  private func drop(_ reason: String) {
    output.dropUnbegun()
    let error = ControlError(.tooMuch, "the connection is closed because its client does not read: \(reason)")
    let value = (try? JSONValue(encoding: error)) ?? .null
    output.append(notification("dropped", value) + [UInt8(ascii: "\n")], isEvent: false)
    isEnding = true
    wantedEvents = nil
    cancelCalls()
    outputReady()
  }

  private func notification(_ method: String, _ parameters: JSONValue) -> [UInt8] {
    JSONValue.object([.init("jsonrpc", .string("2.0")), .init("method", .string(method)), .init("params", parameters)]).bytes
  }

  deinit { cancelCalls() }
}
