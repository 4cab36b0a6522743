/// Reads one JSON text (RFC 8259), or one that a person wrote (JSON5), whole, strictly, and with bounded depth.
struct JSONParser {
  /// Whose grammar is read.
  enum Dialect {
    /// RFC 8259: what programs say to each other.
    case json
    /// JSON5: with comments, trailing commas, plain names, and more ways to write texts and numbers.
    case json5
  }

  /// How deep arrays and objects may nest.
  static let maximumDepth = 64
  /// So many members of an object are told apart without a table.
  private static let fewMembers = 8

  let dialect: Dialect
  let bytes: [UInt8]
  var index = 0
  private var depth = 0
  /// JSON5 only: where each value and each member's name begins, in the order of the text.
  private var marks: [Int] = []
  /// JSON5 only: the way to the value that is being read, as `rules`, `[2]`, `level`.
  private var path: [String] = []

  /// The value that `bytes` write.
  ///
  /// - Throws: a parse error that says what is wrong, and where in `bytes`.
  static func parse(_ bytes: [UInt8]) throws(ControlError) -> JSONValue {
    var parser = JSONParser(bytes: bytes, dialect: .json)
    return try parser.whole()
  }

  /// The value that `bytes` write in JSON5, and where each value and each member's name begins, in the order of the text.
  ///
  /// - Throws: a parse error whose message says what is wrong, and whose detail says where in `bytes`.
  static func parseJSON5(_ bytes: [UInt8]) throws(ControlError) -> (value: JSONValue, marks: [Int]) {
    var parser = JSONParser(bytes: bytes, dialect: .json5)
    try parser.checkEncoding()
    return (try parser.whole(), parser.marks)
  }

  private init(bytes: [UInt8], dialect: Dialect) {
    self.bytes = bytes
    self.dialect = dialect
  }

  private mutating func whole() throws(ControlError) -> JSONValue {
    let value = try value()
    try skipSpace()
    guard index == bytes.count else { throw error("there is more after the value") }
    return value
  }

  var next: UInt8? { index < bytes.count ? bytes[index] : nil }

  func error(_ message: String, at offset: Int? = nil) -> ControlError {
    let offset = offset ?? index
    let sentence = dialect == .json ? "the line is not JSON: \(message), at byte \(offset)" : message
    return ControlError(.parse, sentence, .init(offset: offset))
  }

  private mutating func skipSpace() throws(ControlError) {
    while let byte = next, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { index += 1 }
    if dialect == .json5 { try skipSpaceAndComments() }
  }

  private mutating func value() throws(ControlError) -> JSONValue {
    try skipSpace()
    if dialect == .json5 {
      marks.append(index)
      if let value = try valueOfJSON5() { return value }
    }
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
    try skipSpace()
  }

  private mutating func array() throws(ControlError) -> JSONValue {
    try enter()
    var elements: [JSONValue] = []
    if next == UInt8(ascii: "]") {
      index += 1
    } else {
      repeat {
        if dialect == .json5 { path.append("[\(elements.count)]") }
        elements.append(try value())
        if dialect == .json5 { path.removeLast() }
      } while try goesOn(until: UInt8(ascii: "]"))
    }
    depth -= 1
    return .array(elements)
  }

  private mutating func object() throws(ControlError) -> JSONValue {
    try enter()
    var members: [JSONValue.Member] = []
    // few names are looked for one by one: a set of them costs more than the rest of the object
    var names: Set<String> = []
    if next == UInt8(ascii: "}") {
      index += 1
    } else {
      repeat {
        try skipSpace()
        let start = index
        if dialect == .json5 { marks.append(index) }
        let name = try memberName()
        if members.count == Self.fewMembers { names = Set(members.map(\.name)) }
        let isNew = members.count < Self.fewMembers ? !members.contains { $0.name == name } : names.insert(name).inserted
        guard isNew else { throw doubled(name, at: start) }
        try skipSpace()
        guard next == UInt8(ascii: ":") else { throw error("a colon is due") }
        index += 1
        if dialect == .json5 { path.append(name) }
        members.append(.init(name, try value()))
        if dialect == .json5 { path.removeLast() }
      } while try goesOn(until: UInt8(ascii: "}"))
    }
    depth -= 1
    return .object(members)
  }

  private func doubled(_ name: String, at offset: Int) -> ControlError {
    var mistake = error("the member “\(name)” is there twice", at: offset)
    guard dialect == .json5 else { return mistake }
    mistake.data?.parameter = (path + [name]).reduce("") { $0 + ($0.isEmpty || $1.hasPrefix("[") ? "" : ".") + $1 }
    return mistake
  }

  private mutating func memberName() throws(ControlError) -> String {
    if dialect == .json5, let name = try plainOrSingleQuotedName() { return name }
    guard next == UInt8(ascii: "\"") else { throw error("a member's name is due") }
    return try string()
  }

  /// Whether a comma follows, and not the end of the array or object.
  private mutating func goesOn(until end: UInt8) throws(ControlError) -> Bool {
    try skipSpace()
    guard let byte = next, byte == UInt8(ascii: ",") || byte == end else {
      throw error("a comma or a closing bracket is due")
    }
    index += 1
    guard byte != end, dialect == .json5 else { return byte != end }
    // the last comma may have nothing after it
    try skipSpace()
    guard next == end else { return true }
    index += 1
    return false
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

  mutating func digits() throws(ControlError) {
    let start = index
    while let byte = next, (0x30...0x39).contains(byte) { index += 1 }
    guard index > start else { throw error("a digit is due") }
  }

  /// The text between the quotation mark at the index and the next of its kind.
  mutating func string() throws(ControlError) -> String {
    let (begin, quote) = (index, bytes[index])
    index += 1
    var text = ""
    var start = index
    while let byte = next {
      switch byte {
      case quote:
        text += try plain(start..<index)
        index += 1
        return text
      case UInt8(ascii: "\\"):
        text += try plain(start..<index)
        if dialect == .json { text.unicodeScalars.append(try escape()) } else { text += try escapeOfJSON5() }
        start = index
      case 0x0A, 0x0D: throw error(dialect == .json ? "a control character stands in a text" : "a text does not end on its line")
      case 0..<0x20 where dialect == .json: throw error("a control character stands in a text")
      default: index += 1
      }
    }
    throw error("a text does not end", at: dialect == .json ? nil : begin)
  }

  private func plain(_ range: Range<Int>) throws(ControlError) -> String {
    guard let text = String(validating: bytes[range], as: UTF8.self) else {
      throw error("a text is not UTF-8", at: range.lowerBound)
    }
    return text
  }

  mutating func escape() throws(ControlError) -> Unicode.Scalar {
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

  mutating func unicodeEscape() throws(ControlError) -> Unicode.Scalar {
    let start = index - 2
    let first = try hexDigits(4)
    if let scalar = Unicode.Scalar(first) { return scalar }
    // A high surrogate needs its low one; anything else is no character.
    guard (0xD800...0xDBFF).contains(first), next == UInt8(ascii: "\\") else { throw error("half a surrogate pair", at: start) }
    index += 1
    guard next == UInt8(ascii: "u") else { throw error("half a surrogate pair", at: start) }
    index += 1
    let second = try hexDigits(4)
    guard (0xDC00...0xDFFF).contains(second), let scalar = Unicode.Scalar(0x10000 + (first - 0xD800) << 10 + (second - 0xDC00)) else {
      throw error("half a surrogate pair", at: start)
    }
    return scalar
  }

  mutating func hexDigits(_ count: Int) throws(ControlError) -> UInt32 {
    var value: UInt32 = 0
    for _ in 0..<count {
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
