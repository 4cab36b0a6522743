internal import CasementControl

/// Records of a flight recording, as JSON text in which no “<” is: it lies in a page.
enum RecordJSON {
  /// A record of a kind, at a time in milliseconds since the start; nil leaves it out.
  static func record(_ kind: String, time: Double?, _ members: [(String, JSONValue)]) -> [UInt8] {
    var all: [JSONValue.Member] = [.init("k", .string(kind))]
    if let time { all.append(.init("t", number((time * 1000).rounded() / 1000))) }
    all += members.map { .init($0.0, $0.1) }
    return harmless(JSONValue.object(all).bytes)
  }

  /// What a person should know.
  static func note(_ text: String, time: Double?) -> [UInt8] { record("note", time: time, [("text", .string(text))]) }

  /// How much is not in the file any more.
  static func dropped(pictures: Int, texts: Int) -> [UInt8] {
    record("dropped", time: nil, [("pictures", number(Double(pictures))), ("records", number(Double(texts)))])
  }

  /// A value as JSON; null for a number that JSON has not.
  static func value(_ value: some Encodable) -> JSONValue { (try? JSONValue(encoding: value)) ?? .null }

  static func number(_ value: Double) -> JSONValue { Self.value(value) }
  static func number(_ value: Int) -> JSONValue { .number(JSONNumber(value)) }

  private static func harmless(_ json: [UInt8]) -> [UInt8] {
    guard json.contains(UInt8(ascii: "<")) else { return json }
    var result: [UInt8] = []
    result.reserveCapacity(json.count + 64)
    for byte in json { if byte == UInt8(ascii: "<") { result += Array(#"\u003c"#.utf8) } else { result.append(byte) } }
    return result
  }
}
