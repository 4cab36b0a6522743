/// Reads one JSON text (RFC 8259), whole, strictly, and with bounded depth.
struct JSONParser {
  /// How deep arrays and objects may nest.
  static let maximumDepth = 64

  private let bytes: [UInt8]
  private var index = 0
  private var depth = 0

  /// The value that `bytes` write.
  ///
  /// - Throws: a parse error that says what is wrong, and where in `bytes`.
  static func parse(_ bytes: [UInt8]) throws(ControlError) -> JSONValue {
    var parser = JSONParser(bytes: bytes)
    let value = try parser.value()
    parser.skipSpace()
    guard parser.index == bytes.count else { throw parser.error("there is more after the value") }
    return value
  }

  private init(bytes: [UInt8]) { self.bytes = bytes }

  private var next: UInt8? { index < bytes.count ? bytes[index] : nil }

  private func error(_ message: String, at offset: Int? = nil) -> ControlError {
    let offset = offset ?? index
    return ControlError(.parse, "the line is not JSON: \(message), at byte \(offset)", .init(offset: offset))
  }

  private mutating func skipSpace() {
    while let byte = next, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { index += 1 }
  }

  private mutating func value() throws(ControlError) -> JSONValue {
    skipSpace()
    switch next {
    case UInt8(ascii: "{"): return try object()
    case UInt8(ascii: "["): return try array()
    case UInt8(ascii: "\""): return .string(try string())
    case UInt8(ascii: "t"): return try word("true", .bool(true))
    case UInt8(ascii: "f"): return try word("false", .bool(false))
    case UInt8(ascii: "n"): return try word("null", .null)
    case UInt8(ascii: "-"), .some(0x30...0x39): return .number(try number())
    case nil: throw error("it ends where a value is due")
    default: throw error("no value begins like this")
    }
  }

  private mutating func word(_ word: StaticString, _ value: JSONValue) throws(ControlError) -> JSONValue {
    let length = word.utf8CodeUnitCount
    let isThere = word.withUTF8Buffer { unsafe bytes[index...].starts(with: $0) }
    guard isThere else { throw error("no value begins like this") }
    index += length
    return value
  }

  private mutating func enter() throws(ControlError) {
    guard depth < Self.maximumDepth else { throw error("it nests deeper than \(Self.maximumDepth)") }
    depth += 1
    index += 1
    skipSpace()
  }

  private mutating func array() throws(ControlError) -> JSONValue {
    try enter()
    var elements: [JSONValue] = []
    if next == UInt8(ascii: "]") {
      index += 1
    } else {
      repeat { elements.append(try value()) } while try goesOn(until: UInt8(ascii: "]"))
    }
    depth -= 1
    return .array(elements)
  }

  private mutating func object() throws(ControlError) -> JSONValue {
    try enter()
    var members: [JSONValue.Member] = []
    var names: Set<String> = []
    if next == UInt8(ascii: "}") {
      index += 1
    } else {
      repeat {
        skipSpace()
        let start = index
        guard next == UInt8(ascii: "\"") else { throw error("a member's name is due") }
        let name = try string()
        guard names.insert(name).inserted else { throw error("the member “\(name)” is there twice", at: start) }
        skipSpace()
        guard next == UInt8(ascii: ":") else { throw error("a colon is due") }
        index += 1
        members.append(.init(name, try value()))
      } while try goesOn(until: UInt8(ascii: "}"))
    }
    depth -= 1
    return .object(members)
  }

  /// Whether a comma follows, and not the end of the array or object.
  private mutating func goesOn(until end: UInt8) throws(ControlError) -> Bool {
    skipSpace()
    guard let byte = next, byte == UInt8(ascii: ",") || byte == end else {
      throw error("a comma or a closing bracket is due")
    }
    index += 1
    return byte != end
  }

  private mutating func number() throws(ControlError) -> JSONNumber {
    let start = index
    if next == UInt8(ascii: "-") { index += 1 }
    if next == UInt8(ascii: "0") { index += 1 } else { try digits() }
    if next == UInt8(ascii: ".") {
      index += 1
      try digits()
    }
    if next == UInt8(ascii: "e") || next == UInt8(ascii: "E") {
      index += 1
      if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") { index += 1 }
      try digits()
    }
    return JSONNumber(unchecked: String(decoding: bytes[start..<index], as: UTF8.self))
  }

  private mutating func digits() throws(ControlError) {
    let start = index
    while let byte = next, (0x30...0x39).contains(byte) { index += 1 }
    guard index > start else { throw error("a digit is due") }
  }

  private mutating func string() throws(ControlError) -> String {
    index += 1
    var text = ""
    var start = index
    while let byte = next {
      switch byte {
      case UInt8(ascii: "\""):
        text += try plain(start..<index)
        index += 1
        return text
      case UInt8(ascii: "\\"):
        text += try plain(start..<index)
        text.unicodeScalars.append(try escape())
        start = index
      case 0..<0x20: throw error("a control character stands in a text")
      default: index += 1
      }
    }
    throw error("a text does not end")
  }

  private func plain(_ range: Range<Int>) throws(ControlError) -> String {
    guard let text = String(validating: bytes[range], as: UTF8.self) else {
      throw error("a text is not UTF-8", at: range.lowerBound)
    }
    return text
  }

  private mutating func escape() throws(ControlError) -> Unicode.Scalar {
    index += 1
    guard let byte = next else { throw error("a text does not end") }
    index += 1
    switch byte {
    case UInt8(ascii: "\""), UInt8(ascii: "\\"), UInt8(ascii: "/"): return Unicode.Scalar(byte)
    case UInt8(ascii: "b"): return "\u{08}"
    case UInt8(ascii: "f"): return "\u{0C}"
    case UInt8(ascii: "n"): return "\n"
    case UInt8(ascii: "r"): return "\r"
    case UInt8(ascii: "t"): return "\t"
    case UInt8(ascii: "u"): return try unicodeEscape()
    default: throw error("there is no such escape", at: index - 1)
    }
  }

  private mutating func unicodeEscape() throws(ControlError) -> Unicode.Scalar {
    let start = index - 2
    let first = try fourHexDigits()
    if let scalar = Unicode.Scalar(first) { return scalar }
    // A high surrogate needs its low one; anything else is no character.
    guard (0xD800...0xDBFF).contains(first), next == UInt8(ascii: "\\") else { throw error("half a surrogate pair", at: start) }
    index += 1
    guard next == UInt8(ascii: "u") else { throw error("half a surrogate pair", at: start) }
    index += 1
    let second = try fourHexDigits()
    guard (0xDC00...0xDFFF).contains(second), let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)) else {
      throw error("half a surrogate pair", at: start)
    }
    return scalar
  }

  private mutating func fourHexDigits() throws(ControlError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<4 {
      guard let byte = next, let digit = Character(Unicode.Scalar(byte)).hexDigitValue else { throw error("a hexadecimal digit is due") }
      value = value << 4 | UInt32(digit)
      index += 1
    }
    return value
  }
}

extension JSONValue {
  /// The value that `bytes` write.
  ///
  /// - Throws: a parse error that says what is wrong, and where in `bytes`.
  package init(parsing bytes: [UInt8]) throws(ControlError) {
    self = try JSONParser.parse(bytes)
  }
}
