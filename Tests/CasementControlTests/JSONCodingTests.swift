import Testing

@testable import CasementControl

@Suite struct JSONCodingTests {
  struct Inner: Codable, Hashable {
    var count: UInt8
    var rate: Double?
  }
  struct Outer: Codable, Hashable {
    var name: String
    var inner: Inner
    var list: [Inner]
    var flag: Bool?
  }

  private func decode<Value: Decodable>(_ text: String, as type: Value.Type = Value.self) throws(ControlError) -> Value {
    try JSONValue(parsing: Array(text.utf8)).decode(type, strictly: true)
  }

  @Test func membersKeepTheOrderOfTheirDeclaration() throws {
    let value = Outer(name: "a", inner: Inner(count: 1, rate: 2.5), list: [Inner(count: 2, rate: 3)], flag: nil)
    let json = try JSONValue(encoding: value)
    #expect(
      String(decoding: json.bytes, as: UTF8.self) == #"{"name":"a","inner":{"count":1,"rate":2.5},"list":[{"count":2,"rate":3}]}"#)
    #expect(try json.decode(Outer.self, strictly: true) == value)
  }

  @Test(arguments: [
    (#"{"inner":{"count":1},"list":[]}"#, "name", "missing"),
    (#"{"name":1,"inner":{"count":1},"list":[]}"#, "name", "a text"),
    (#"{"name":"a","inner":[],"list":[]}"#, "inner", "an object"),
    (#"{"name":"a","inner":{"count":256},"list":[]}"#, "inner.count", "0 to 255"),
    (#"{"name":"a","inner":{"count":1.5},"list":[]}"#, "inner.count", "0 to 255"),
    (#"{"name":"a","inner":{"count":1,"rate":"x"},"list":[]}"#, "inner.rate", "a number"),
    (#"{"name":"a","inner":{"count":1},"list":[{"count":1},{}]}"#, "list[1].count", "missing"),
    (#"{"name":"a","inner":{"count":1},"list":{}}"#, "list", "an array"),
    (#"{"name":"a","inner":{"count":1},"list":[{"count":1,"x":2}]}"#, "list[0].x", "count, rate"),
    (#"{"name":"a","inner":{"count":1},"list":[],"flga":true}"#, "flga", "flag"),
    ("[]", "", "an object"),
  ])
  func anErrorNamesTheParameterAndWhatWouldBeRight(text: String, parameter: String, hint: String) {
    let error = #expect(throws: ControlError.self) { try decode(text, as: Outer.self) }
    #expect(error?.code == .invalidParameters)
    #expect(error?.data?.parameter ?? "" == parameter)
    #expect(error?.message.contains(hint) == true, "\(error?.message ?? "")")
  }

  @Test func anIntegerMayBeWrittenWithAFractionOfZero() throws {
    #expect(try decode("3.0", as: Int.self) == 3)
    #expect(try decode("1e3", as: Int.self) == 1000)
  }

  @Test func aWordThatIsNoChoiceIsAnsweredWithTheChoices() {
    let error = #expect(throws: ControlError.self) {
      try decode(#"{"window":"foot","state":"shown"}"#, as: WaitWindow.Parameters.self)
    }
    #expect(error?.data?.parameter == "state")
    #expect(error?.data?.expected == ["mapped", "visible", "key", "gone"])
  }

  @Test func anUnknownMemberIsForgivenWhereNotStrict() throws {
    let value = try JSONValue(parsing: Array(#"{"count":1,"new":2}"#.utf8)).decode(Inner.self, strictly: false)
    #expect(value == Inner(count: 1, rate: nil))
  }
}
