import Testing

@testable import CasementControl

@Suite struct PlainRequestTests {
  /// What the reader sees in `text`; nil where it is not plain.
  private func plain<Parameters: PlainParameters>(_ text: some Collection<UInt8>, as type: Parameters.Type) -> Parameters? {
    unsafe Array(text).withUnsafeBufferPointer { bytes in
      var reader = unsafe PlainReader(bytes)
      guard let value = Parameters(plain: &reader), reader.isAtEnd() else { return nil }
      return value
    }
  }

  private func decoded<Parameters: PlainParameters>(_ text: some Collection<UInt8>, as type: Parameters.Type) -> Parameters? {
    try? JSONValue(parsing: Array(text)).decode(type, strictly: true)
  }

  private func expectPlain<Parameters: PlainParameters & Equatable>(
    _ texts: [String], as type: Parameters.Type, _ location: SourceLocation = #_sourceLocation
  ) {
    for text in texts {
      let value = plain(text.utf8, as: type)
      #expect(value != nil, "\(text)", sourceLocation: location)
      #expect(value == decoded(text.utf8, as: type), "\(text)", sourceLocation: location)
    }
  }

  static let moves = [
    #"{"to":{"x":600,"y":300}}"#, #" { "to" : { "y" : -1.25 , "x" : 0.1 } , "steps" : 4 , "duration" : 100 } "#, #"{"to":"12,34.5"}"#,
    #"{"to":{"x":1,"y":2,"screen":"HEADLESS-1"}}"#, #"{"to":{"window":7,"x":1,"y":2}}"#, #"{"to":{"x":1,"window":"title=Form","y":2}}"#,
    #"{"to":{"x":0.00000000000001,"y":123456789012345}}"#, #"{"to":{"x":-0,"y":99999.9999999999}}"#,
  ]

  @Test func plainParametersAreWhatDecodingSees() {
    expectPlain(Self.moves, as: MovePointer.Parameters.self)
    expectPlain(["{}", #"{"button":"right","at":{"x":1,"y":2}}"#], as: PointerButtonParameters.self)
    expectPlain(["{}", #"{"count":2,"at":"key@3,4","button":"middle"}"#], as: ClickPointer.Parameters.self)
    expectPlain([#"{"dy":-3}"#, #"{"dx":0.5,"source":"finger","at":{"x":1,"y":2}}"#], as: ScrollPointer.Parameters.self)
    expectPlain([#"{"at":{"x":1,"y":2}}"#, #"{"at":"1,2","hold":5,"count":3}"#], as: Tap.Parameters.self)
    expectPlain([#"{"text":"echo hello"}"#, #"{"text":"","delay":10}"#], as: TypeText.Parameters.self)
    expectPlain([#"{"keys":"ctrl+shift+t"}"#, #"{"keys":"a","action":"down","hold":1,"count":2}"#], as: PressKeys.Parameters.self)
  }

  @Test(arguments: [
    #"{"to":{"x":1e2,"y":2}}"#, #"{"to":{"x":1,"y":2},"to":{"x":1,"y":2}}"#, #"{"to":{"x":1,"x":1,"y":2}}"#, #"{"to":{"x":01,"y":2}}"#,
    #"{"to":{"x":1.,"y":2}}"#, #"{"to":{"x":.5,"y":2}}"#, #"{"to":{"x":-,"y":2}}"#, #"{"to":{"x":1,"y":2},"steps":null}"#,
    #"{"to":{"x":1,"y":2},"steps":2.0}"#, #"{"to":{"x":1,"y":2},"way":1}"#, #"{"to":{"x":1,"y":2,"screen":"a","window":1}}"#,
    #"{"to":{"x":1,"y":2,"screen":"\u0041"}}"#, #"{"to":{"x":1,"y":2,"screen":"é"}}"#, #"{"to":{"x":1234567890123456,"y":2}}"#,
    #"{"to":{"x":1,"y":2}"#, #"{"to":{"x":1,"y":2}}}"#, #"{"to":{"x":1,"y":2},}"#, #"{"to":{"x":"1","y":2}}"#, #"{"to":{"x":1}}"#, "{}", "",
    "[]", #"{"to":"nowhere"}"#, #"{"to":[1,2]}"#,
  ])
  func whatIsNotPlainIsLeftToTheParser(text: String) {
    #expect(plain(text.utf8, as: MovePointer.Parameters.self) == nil)
  }

  @Test func whateverIsSeenPlainIsWhatDecodingSees() {
    var state: UInt64 = 20_261_201
    func random(_ bound: Int) -> Int {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return Int(state >> 33) % bound
    }
    let alphabet = Array(#"0123456789.-+eE"\,:{}[] xyton"#.utf8) + [0, 0x09, 0x0A, 0x0D, 0x7F, 0xC3, 0xA9, 0xFF]
    var seen = 0
    for _ in 0..<20_000 {
      var bytes = Array(Self.moves[random(Self.moves.count)].utf8)
      for _ in 0...random(3) {
        let place = random(bytes.count)
        switch random(3) {
        case 0: bytes[place] = alphabet[random(alphabet.count)]
        case 1: bytes.insert(alphabet[random(alphabet.count)], at: place)
        default: bytes.remove(at: place)
        }
      }
      guard let value = plain(bytes, as: MovePointer.Parameters.self) else { continue }
      seen += 1
      #expect(value == decoded(bytes, as: MovePointer.Parameters.self), "\(String(decoding: bytes, as: UTF8.self))")
    }
    #expect(seen > 500, "too few of them are plain for this to say anything: \(seen)")
  }

  @Test func aPlainRequestHasAnIDAndParametersInAnyOrder() throws {
    func read(_ text: String) -> (id: JSONValue, method: String, parameters: Int)? {
      unsafe Array(text.utf8).withUnsafeBufferPointer { unsafe PlainRequest($0) }.map { ($0.id, $0.method, $0.parameters) }
    }
    let usual = try #require(read(#"{"jsonrpc":"2.0","id":12,"method":"pointer.move","params":{"to":{"x":1,"y":2}}}"#))
    #expect(usual == (.number(JSONNumber(12)), "pointer.move", 58))
    let turned = try #require(read(#" {"params":{}, "method":"tap", "id":"a b", "jsonrpc":"2.0"} "#))
    #expect(turned == (.string("a b"), "tap", 11))
    for other in [
      #"{"jsonrpc":"2.0","method":"tap","params":{}}"#, #"{"jsonrpc":"1.0","id":1,"method":"tap","params":{}}"#,
      #"{"jsonrpc":"2.0","id":null,"method":"tap","params":{}}"#, #"{"jsonrpc":"2.0","id":1,"method":"tap","params":[]}"#,
      #"{"jsonrpc":"2.0","id":1,"method":"tap"}"#, #"{"jsonrpc":"2.0","id":1,"id":1,"method":"tap","params":{}}"#,
      #"{"jsonrpc":"2.0","id":1,"method":"tap","params":{}} x"#, #"[{"jsonrpc":"2.0","id":1,"method":"tap","params":{}}]"#,
      #"{"jsonrpc":"2.0","id":1,"method":"tap","params":{"a":{"b":{"c":{"d":{"e":1}}}}}}"#, "",
    ] { #expect(read(other) == nil, "\(other)") }
  }

  @Test func anInputResultIsWrittenAsItEncodes() throws {
    var layer = WindowReference(window: 3, appID: nil)
    layer.kind = "layer"
    let result = InputResult(delivered: [WindowReference(window: 1, appID: "foot"), layer], unread: [layer])
    #expect(try result.json == JSONValue(encoding: result))
    #expect(try InputResult(delivered: []).json == JSONValue(encoding: InputResult(delivered: [])))
  }
}
