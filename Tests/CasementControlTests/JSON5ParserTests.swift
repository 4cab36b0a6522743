import Testing

@testable import CasementControl

@Suite struct JSON5ParserTests {
  private func parse(_ text: String) throws(ControlError) -> LocatedJSON { try LocatedJSON(parsingJSON5: Array(text.utf8)) }

  @Test(arguments: [
    ("{a: 1, $b_2: 2, 'c d': 3, \"e\": 4, ünï: 5, \\u0061x: 6}", #"{"a":1,"$b_2":2,"c d":3,"e":4,"ünï":5,"ax":6}"#),
    ("[1, 2,]", "[1,2]"), ("{a: [],}", #"{"a":[]}"#), ("[]", "[]"), ("{}", "{}"), ("{true: 1}", #"{"true":1}"#),
    ("// one\n/* two\n * three **/ 1 // four", "1"), ("\u{FEFF}\u{A0}\u{2028}\u{0B}\u{0C}\u{3000}null", "null"), ("//\u{2028}1", "1"),
    (
      "[+1, -2, .5, -.5, 5., 5.e1, 0x1F, -0XfF, 0xFFFFFFFFFFFFFFFF, 1e-3, 0.25]",
      "[1,-2,0.5,-0.5,5,5e1,31,-255,18446744073709551615,1e-3,0.25]"
    ),
    (#"'it\'s "so"'"#, #""it's \"so\"""#), (#"'\x41\u00e9\v\0\q\/'"#, #""Aé\u000b\u0000q/""#), ("'a\\\nb\\\r\nc\\\u{2029}d'", #""abcd""#),
    ("'a\tb'", #""a\tb""#), (#""\ud83d\ude00""#, #""😀""#), ("[0.,0]", "[0,0]"),
  ])
  func whatAPersonWritesIsRead(text: String, json: String) throws {
    #expect(String(decoding: try parse(text).value.bytes, as: UTF8.self) == json)
  }

  @Test(arguments: ["Infinity", "-Infinity", "+NaN"])
  func whatIsNoFiniteNumberIsANumberWithoutAValue(text: String) throws {
    guard case .number(let number) = try parse(text).value else {
      Issue.record("not a number")
      return
    }
    #expect(number.double == nil)
    #expect(number.integer(Int.self) == nil)
  }

  @Test(arguments: [
    ("", 1, 1), ("{\n  a: 1\n  b: 2\n}", 3, 3), ("[1,,2]", 1, 4), ("[,]", 1, 2), ("{,}", 1, 2), ("{a 1}", 1, 4), ("{a-b: 1}", 1, 3),
    ("{1a: 1}", 1, 2), ("/* no end", 1, 1), ("[1] /", 1, 5), ("\n\n  'no end", 3, 3), ("'no\nend'", 1, 4), ("'\\8'", 1, 2),
    ("'\\x4'", 1, 5), ("'\\x-0'", 1, 4),
    ("01", 1, 1), ("0x", 1, 3), ("0x11112222333344445", 1, 1), ("1a", 1, 1), (".", 1, 2), ("+", 1, 2), ("1e", 1, 3), ("--1", 1, 2),
    ("\r\n\r é", 3, 2), ("'é' x", 1, 5), ("{a: 1, 'a': 2}", 1, 8), ("{a: 1", 1, 6), ("undefined", 1, 1), ("{\\x61: 1}", 1, 2),
    ("'\\", 1, 2),
    ("{\\u0031a: 1}", 1, 2), ("Infinit", 1, 1),
  ])
  func anErrorHasItsLineAndColumn(text: String, line: Int, column: Int) throws {
    let error = #expect(throws: ControlError.self) { _ = try parse(text) }
    let offset = try #require(error?.data?.offset)
    var positions = TextPositions(in: Array(text.utf8))
    let position = positions.position(of: offset)
    #expect((position.line, position.column) == (line, column), "\(error?.message ?? "")")
  }

  @Test(arguments: [[0x27, 0x61, 0xFF, 0x27], [0x2F, 0x2F, 0xFF, 0x0A], [0x2F, 0x2F, 0xC3]] as [[UInt8]])
  func whatIsNotUTF8IsRefusedWithItsPlace(bytes: [UInt8]) {
    let error = #expect(throws: ControlError.self) { _ = try LocatedJSON(parsingJSON5: bytes) }
    #expect(error?.data?.offset == 2)
  }

  @Test func eachValueAndNameKnowsWhereItStands() throws {
    let text = "/* é */ {a: [1, {b: 2}], c: 'x'}"
    let root = try parse(text)
    func at(_ offset: Int) -> String { String(decoding: Array(text.utf8)[offset...].prefix(3), as: UTF8.self) }
    #expect(at(root.offset) == "{a:")
    #expect(root.members.map { at($0.offset) } == ["a: ", "c: "])
    let list = root.members[0].value
    #expect(list.elements.map { at($0.offset) } == ["1, ", "{b:"])
    #expect(at(list.elements[1].members[0].offset) == "b: ")
    #expect(at(list.elements[1].members[0].value.offset) == "2}]")
    #expect(at(root.members[1].value.offset) == "'x'")
  }

  @Test func depthIsBounded() throws {
    let depth = JSONParser.maximumDepth + 1
    let error = #expect(throws: ControlError.self) {
      _ = try parse(String(repeating: "[", count: depth) + String(repeating: "]", count: depth))
    }
    #expect(error?.message == "it nests deeper than 64")
  }
}
