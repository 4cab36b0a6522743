import Testing

@testable import CasementControl

@Suite struct ControlSessionTests {
  let backend = FakeBackend()

  private func session(_ change: (inout ControlLimits) -> Void = { _ in }) -> ControlSession {
    var limits = ControlLimits()
    change(&limits)
    return ControlSession(backend: backend, limits: limits) {}
  }

  private func send(_ text: String, to session: ControlSession) { send(Array(text.utf8), to: session) }

  private func send(_ bytes: [UInt8], to session: ControlSession) {
    unsafe bytes.withUnsafeBytes { unsafe session.receive($0) }
  }

  /// What waits to be written, as lines.
  private func read(_ session: ControlSession) -> [String] {
    var bytes: [UInt8] = []
    unsafe session.drain { more in
      unsafe bytes.append(contentsOf: more)
      return more.count
    }
    return String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
  }

  private func answer(to text: String) -> [String] {
    let session = session()
    send(text + "\n", to: session)
    return read(session)
  }

  private func code(_ line: String?) -> Int? {
    guard let line, let value = try? JSONValue(parsing: Array(line.utf8)), case .number(let number)? = value["error"]?["code"] else {
      return nil
    }
    return number.integer()
  }

  @Test func aCallIsAnsweredWithItsId() {
    #expect(answer(to: #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#) == [#"{"jsonrpc":"2.0","id":1,"result":{}}"#])
  }

  @Test func aWindowHasItsMembersInOrder() {
    #expect(
      answer(to: #"{"jsonrpc":"2.0","id":1,"method":"windows"}"#) == [
        #"{"jsonrpc":"2.0","id":1,"result":[{"id":1,"appID":"foot","title":"foot","pid":7,"level":0,"order":0,"#
          + #""frame":{"x":0,"y":0,"width":10,"height":20},"hidden":false,"key":true,"canBecomeKey":true,"screen":"headless-1","#
          + #""insets":{"top":0,"left":0,"bottom":0,"right":0}}]}"#
      ])
  }

  @Test(arguments: ["1", "-3", "1.5", "1.0", "1e400", "12345678901234567890123", "null", #""a""#, "true", "{}", "[1,2]", #"{"a":1}"#])
  func anIdOfAnyTypeComesBackAsItWas(id: String) {
    #expect(answer(to: #"{"jsonrpc":"2.0","id":\#(id),"method":"ping"}"#) == [#"{"jsonrpc":"2.0","id":\#(id),"result":{}}"#])
  }

  @Test(arguments: [
    ("{", -32700), ("nonsense", -32700), (#"{"a":1,"a":2}"#, -32700), ("1", -32600), ("null", -32600), ("[]", -32600), ("{}", -32600),
    (#"{"id":1,"method":"ping"}"#, -32600), (#"{"jsonrpc":"1.0","id":1,"method":"ping"}"#, -32600),
    (#"{"jsonrpc":2.0,"id":1,"method":"ping"}"#, -32600), (#"{"jsonrpc":"2.0","id":1}"#, -32600),
    (#"{"jsonrpc":"2.0","id":1,"method":7}"#, -32600), (#"{"jsonrpc":"2.0","id":1,"method":"windws"}"#, -32601),
    (#"{"jsonrpc":"2.0","id":1,"method":"key"}"#, -32602), (#"{"jsonrpc":"2.0","id":1,"method":"key","params":["foot"]}"#, -32602),
    (#"{"jsonrpc":"2.0","id":1,"method":"key","params":null}"#, -32602),
    (#"{"jsonrpc":"2.0","id":1,"method":"key","params":{"window":true}}"#, -32602),
    (#"{"jsonrpc":"2.0","id":1,"method":"key","params":{"window":1,"widow":2}}"#, -32602),
    (#"{"jsonrpc":"2.0","id":1,"method":"key","params":{"window":"bar"}}"#, -32000),
    (#"{"jsonrpc":"2.0","id":1,"method":"screen.remove","params":{"name":"x"}}"#, -32000),
    (#"{"jsonrpc":"2.0","id":1,"method":"step"}"#, -32003),
  ])
  func whatIsWrongGetsTheRightCode(line: String, expected: Int) {
    let lines = answer(to: line)
    #expect(lines.count == 1)
    #expect(code(lines.first) == expected, "\(lines)")
  }

  @Test func anErrorCarriesDataForPrograms() {
    let line = answer(to: #"{"jsonrpc":"2.0","id":1,"method":"windws"}"#)[0]
    #expect(
      line == #"{"jsonrpc":"2.0","id":1,"error":{"code":-32601,"message":"no method is called “windws”","#
        + #""data":{"given":"windws","expected":["windows"]}}}"#)
  }

  @Test func invalidUTF8IsAParseErrorAndTheNextLineCounts() {
    let session = session()
    send([0x22, 0xFF, 0x22, 0x0A] + Array(#"{"jsonrpc":"2.0","id":1,"method":"ping"}"#.utf8) + [0x0A], to: session)
    let lines = read(session)
    #expect(lines.count == 2)
    #expect(code(lines.first) == -32700)
    #expect(lines.last == #"{"jsonrpc":"2.0","id":1,"result":{}}"#)
  }

  @Test func aNotificationIsDoneAndNotAnswered() {
    #expect(answer(to: #"{"jsonrpc":"2.0","method":"key","params":{"window":"foot"}}"#) == [])
    #expect(backend.calls == ["key foot"])
    #expect(answer(to: #"{"jsonrpc":"2.0","method":"nothing"}"#) == [])
    #expect(answer(to: #"{"jsonrpc":"2.0","method":"key","params":[1]}"#) == [])
  }

  @Test func aLineMayComeByteByByteAndManyLinesAtOnce() {
    let session = session()
    for byte in Array("\r\n \n{\"jsonrpc\":\"2.0\",\"id\":\"é\",\"method\":\"ping\"}\r\n".utf8) { send([byte], to: session) }
    #expect(read(session) == [#"{"jsonrpc":"2.0","id":"é","result":{}}"#])
    send((1...3).map { #"{"jsonrpc":"2.0","id":\#($0),"method":"ping"}"# + "\n" }.joined(), to: session)
    #expect(read(session).count == 3)
  }

  @Test func aLineThatIsTooLongIsSkippedWithOneError() {
    let session = session { $0.line = 100 }
    for _ in 0..<50 { send(String(repeating: "x", count: 99), to: session) }
    send("\n" + #"{"jsonrpc":"2.0","id":1,"method":"ping"}"# + "\n", to: session)
    let lines = read(session)
    #expect(lines.count == 2)
    #expect(code(lines.first) == -32004)
    #expect(lines.last == #"{"jsonrpc":"2.0","id":1,"result":{}}"#)
  }

  @Test func aLineOfExactlyTheLimitIsRead() {
    let line = #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#
    for (limit, count) in [(line.utf8.count, nil), (line.utf8.count - 1, -32004)] as [(Int, Int?)] {
      let session = session { $0.line = limit }
      send(line + "\n", to: session)
      #expect(code(read(session).first) == count)
    }
  }

  @Test func deferredCallsDoNotHoldUpThoseAfterThem() {
    let session = session()
    send(#"{"jsonrpc":"2.0","id":1,"method":"wait.window","params":{"window":"foot"}}"# + "\n", to: session)
    send(#"{"jsonrpc":"2.0","id":2,"method":"ping"}"# + "\n", to: session)
    #expect(read(session) == [#"{"jsonrpc":"2.0","id":2,"result":{}}"#])
    backend.waits[0].succeed(.init(window: nil))
    #expect(read(session) == [#"{"jsonrpc":"2.0","id":1,"result":{}}"#])
  }

  @Test func aBatchIsAnsweredTogetherWithoutItsNotifications() {
    let session = session()
    send(
      #"[{"jsonrpc":"2.0","id":1,"method":"wait.window","params":{"window":"foot"}},1,{"jsonrpc":"2.0","method":"ping"},"#
        + #"{"jsonrpc":"2.0","id":2,"method":"ping"}]"# + "\n", to: session)
    #expect(read(session) == [])
    backend.waits[0].fail(ControlError(.timedOut, "late"))
    #expect(
      read(session) == [
        #"[{"jsonrpc":"2.0","id":null,"error":{"code":-32600,"message":"a request is an object, not a number"}},"#
          + #"{"jsonrpc":"2.0","id":2,"result":{}},{"jsonrpc":"2.0","id":1,"error":{"code":-32002,"message":"late"}}]"#
      ])
  }

  @Test func aBatchOfNotificationsIsNotAnswered() {
    #expect(answer(to: #"[{"jsonrpc":"2.0","method":"windows"},{"jsonrpc":"2.0","method":"screens"}]"#) == [])
    #expect(backend.calls == ["windows", "screens"])
  }

  @Test func batchesAreBoundedInRequestsAndInAnswers() {
    let ping = #"{"jsonrpc":"2.0","id":1,"method":"ping"}"#
    let many = session { $0.batch = 2 }
    send("[\(ping),\(ping),\(ping)]\n", to: many)
    #expect(code(read(many).first) == -32600)
    let big = session { $0.answers = 60 }
    send("[\(ping),\(ping)]\n", to: big)
    #expect(read(big).first?.contains("too big together") == true)
  }

  @Test func whenTheClientGoesItsCallsAreCancelled() {
    let session = session()
    var stopped = 0
    send(#"{"jsonrpc":"2.0","id":1,"method":"wait.window","params":{"window":"foot"}}"# + "\n", to: session)
    send(#"{"jsonrpc":"2.0","method":"wait.window","params":{"window":"foot"}}"# + "\n", to: session)
    for wait in backend.waits { wait.onCancel = { stopped += 1 } }
    session.close()
    #expect(stopped == 2)
    backend.waits[0].succeed(.init(window: nil))
    #expect(read(session) == [])
  }

  @Test func aSessionThatIsReleasedCancelsToo() {
    var session: ControlSession? = session()
    send(#"{"jsonrpc":"2.0","id":1,"method":"wait.window","params":{"window":"foot"}}"# + "\n", to: session!)
    session = nil
    #expect(backend.waits[0].isCancelled)
    backend.waits[0].succeed(.init(window: nil))
  }

  @Test func callsUnderWayAreBounded() {
    let session = session { $0.calls = 2 }
    for id in 1...3 { send(#"{"jsonrpc":"2.0","id":\#(id),"method":"wait.window","params":{"window":"foot"}}"# + "\n", to: session) }
    #expect(code(read(session).first) == -32004)
    #expect(backend.waits.count == 2)
    backend.waits[0].succeed(.init(window: nil))
    send(#"{"jsonrpc":"2.0","id":4,"method":"wait.window","params":{"window":"foot"}}"# + "\n", to: session)
    #expect(backend.waits.count == 3)
  }

  @Test func aClientThatDoesNotReadItsAnswersIsNotReadFrom() {
    let session = session { $0.pause = 50 }
    send(String(repeating: #"{"jsonrpc":"2.0","id":1,"method":"windows"}"# + "\n", count: 10), to: session)
    #expect(backend.calls.count == 1)
    #expect(!session.wantsInput)
    #expect(read(session).count == 1)
    session.process()
    #expect(backend.calls.count == 2)
    for _ in 0..<8 {
      _ = read(session)
      session.process()
    }
    #expect(backend.calls.count == 10)
    #expect(session.wantsInput == false)
    _ = read(session)
    #expect(session.wantsInput)
  }

  @Test func eventsComeToThoseWhoAskedForTheirKind() {
    let session = session()
    let event = ControlEvent(.becameKey, time: 1.5, window: 1, reason: "press")
    session.notify(event)
    #expect(read(session) == [])
    send(#"{"jsonrpc":"2.0","id":1,"method":"events.subscribe","params":{"kinds":["becameKey"]}}"# + "\n", to: session)
    #expect(session.wants(.becameKey))
    session.notify(event)
    session.notify(ControlEvent(.resignedKey, time: 2))
    #expect(
      read(session) == [
        #"{"jsonrpc":"2.0","id":1,"result":{}}"#,
        #"{"jsonrpc":"2.0","method":"event","params":{"kind":"becameKey","time":1.5,"window":1,"reason":"press"}}"#,
      ])
    send(#"{"jsonrpc":"2.0","id":1,"method":"events.unsubscribe"}"# + "\n", to: session)
    session.notify(event)
    #expect(read(session).count == 1)
  }

  @Test func aClientThatDoesNotReadItsEventsIsDroppedWithAnExplanation() {
    let session = session { $0.events = 300 }
    send(#"{"jsonrpc":"2.0","id":1,"method":"events.subscribe"}"# + "\n", to: session)
    send(#"{"jsonrpc":"2.0","id":2,"method":"wait.window","params":{"window":"foot"}}"# + "\n", to: session)
    var first: [UInt8] = []
    unsafe session.drain { more in
      unsafe first.append(contentsOf: more.prefix(5))
      return 5
    }
    for time in 0..<20 { session.notify(ControlEvent(.windowFrame, time: Double(time))) }
    #expect(session.isEnding)
    #expect(!session.wantsInput)
    #expect(backend.waits[0].isCancelled)
    let lines = read(session)
    #expect(lines.count == 2)
    #expect(String(decoding: first, as: UTF8.self) + lines[0] == #"{"jsonrpc":"2.0","id":1,"result":{}}"#)
    #expect(lines[1].hasPrefix(#"{"jsonrpc":"2.0","method":"dropped","params":{"code":-32004,"message":"the connection is closed because"#))
    backend.waits[0].succeed(.init(window: nil))
    #expect(!session.hasOutput)
  }

  @Test func aClientThatDoesNotReadItsAnswersIsDroppedAtABound() {
    let session = session { $0.answers = 100 }
    for id in 1...5 { send(#"{"jsonrpc":"2.0","id":\#(id),"method":"wait.window","params":{"window":"foot"}}"# + "\n", to: session) }
    for wait in backend.waits { wait.succeed(.init(window: FakeBackend.window)) }
    #expect(session.isEnding)
    #expect(read(session).last?.contains(#""method":"dropped""#) == true)
  }

  @Test func anAnswerThatWasForgottenIsAnError() {
    let session = session()
    send(#"{"jsonrpc":"2.0","id":1,"method":"wait.screen","params":{"name":"x"}}"# + "\n", to: session)
    #expect(code(read(session).first) == -32603)
  }

  @Test func versionNamesEveryMethodThatIsServed() throws {
    let line = answer(to: #"{"jsonrpc":"2.0","id":1,"method":"version"}"#)[0]
    let result = try JSONValue(parsing: Array(line.utf8))["result"]!.decode(Version.Result.self, strictly: true)
    #expect(result.methods == ServedMethods.names)
    #expect(result.waylandDisplay == "test-0")
  }

  @Test func randomBytesDoNoHarm() {
    var generator = SplitMix(state: 7)
    let pieces = ["{", "}", "[", "]", "\"", "\\u", "jsonrpc", "2.0", ":", ",", "\n", "null", "method", "ping", "id", "1", "\u{FFFD}", "é"]
    let session = session { $0.line = 200 }
    for _ in 0..<3000 {
      if generator.next() % 8 == 0 {
        send([UInt8(truncatingIfNeeded: generator.next())], to: session)
      } else {
        send(pieces[Int(generator.next() % UInt64(pieces.count))], to: session)
      }
    }
    _ = read(session)
    send("\n\n" + #"{"jsonrpc":"2.0","id":"last","method":"ping"}"# + "\n", to: session)
    #expect(read(session).last == #"{"jsonrpc":"2.0","id":"last","result":{}}"#)
  }
}

/// A small generator with a seed, for tests that must be the same each time.
struct SplitMix: RandomNumberGenerator {
  var state: UInt64
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}
