import Testing

@testable import CasementControl

@Suite struct JSONParserTests {
  private func parse(_ text: String) throws(ControlError) -> JSONValue { try JSONValue(parsing: Array(text.utf8)) }

  @Test(arguments: [
    "null", "true", "false", "0", "-1", "1.0", "1e400", "0.5e-3", "123456789012345678901234567890", #""""#, "[]", "{}", "[[],{}]",
    #"{"b":1,"a":[true,null]}"#, #""é😀""#,
  ])
  func whatIsReadIsWrittenAsItWas(text: String) throws {
    #expect(String(decoding: try parse(text).bytes, as: UTF8.self) == text)
  }

  @Test(arguments: [
    (#""\u00e9\ud83d\ude00""#, "é😀"), (#""\"\\\/\b\f\n\r\t""#, "\"\\/\u{8}\u{c}\n\r\t"), (#""\u0000""#, "\0"),
  ])
  func escapesAreUndone(text: String, value: String) throws {
    #expect(try parse(text) == .string(value))
    #expect(try JSONValue(parsing: JSONValue.string(value).bytes) == .string(value))
  }

  @Test(arguments: [
    ("", 0), ("   ", 3), ("nul", 0), ("{", 1), (#"{"a"}"#, 4), (#"{"a":1,}"#, 7), ("[1,]", 3), ("[1 2]", 3), ("01", 1), ("+1", 0),
    ("1.", 2), (".5", 0), ("1e", 2), ("-", 1), ("tru", 0), (#""abc"#, 4), ("\"a\nb\"", 2), (#""\x""#, 2), (#""\u12g4""#, 5),
    (#""\ud800""#, 1), (#""\ud800\u0041""#, 1), (#""\udc00""#, 1), ("1 1", 2), (#"{"a":1,"a":2}"#, 7), ("NaN", 0), ("'a'", 0),
    ("{a:1}", 1), ("]", 0),
  ])
  func whatIsNotJSONIsRefusedWithItsPlace(text: String, offset: Int) {
    let error = #expect(throws: ControlError.self) { try parse(text) }
    #expect(error?.code == .parse)
    #expect(error?.data?.offset == offset)
  }

  @Test(arguments: [[0x22, 0xFF, 0x22], [0x22, 0xC0, 0x80, 0x22], [0x22, 0xED, 0xA0, 0x80, 0x22], [0xFF]] as [[UInt8]])
  func whatIsNotUTF8IsRefused(bytes: [UInt8]) {
    let error = #expect(throws: ControlError.self) { try JSONValue(parsing: bytes) }
    #expect(error?.code == .parse)
  }

  @Test func depthIsBounded() throws {
    func nested(_ depth: Int) -> String { String(repeating: "[", count: depth) + String(repeating: "]", count: depth) }
    _ = try parse(nested(JSONParser.maximumDepth))
    let error = #expect(throws: ControlError.self) { try parse(nested(JSONParser.maximumDepth + 1)) }
    #expect(error?.message.contains("nests deeper") == true)
  }
}
