/// What JSON5 (json5.org, version 1.0.0) has more than JSON.
extension JSONParser {
  // MARK: Between values

  /// Throws where the text is not UTF-8.
  func checkEncoding() throws(ControlError) {
    guard String(validating: bytes, as: UTF8.self) == nil else { return }
    var iterator = bytes.makeIterator()
    var parser = Unicode.UTF8.ForwardParser()
    var offset = 0
    while case .valid(let character) = parser.parseScalar(from: &iterator) { offset += character.count }
    throw error("the text is not UTF-8", at: offset)
  }

  /// Skips spaces and line ends of every kind, and comments.
  mutating func skipSpaceAndComments() throws(ControlError) {
    while let byte = next {
      switch byte {
      case 0x20, 0x09...0x0D: index += 1
      case UInt8(ascii: "/"): try skipComment()
      case 0x80...:
        let scalar = scalar()
        guard scalar.properties.generalCategory == .spaceSeparator || "\u{2028}\u{2029}\u{FEFF}".unicodeScalars.contains(scalar) else {
          return
        }
        index += UTF8.width(scalar)
      default: return
      }
    }
  }

  private mutating func skipComment() throws(ControlError) {
    let start = index
    index += 1
    switch next {
    case UInt8(ascii: "/"):
      while next != nil, !isAtLineEnd { index += 1 }
    case UInt8(ascii: "*"):
      index += 1
      while !bytes[index...].starts(with: "*/".utf8) {
        guard next != nil else { throw error("a comment does not end", at: start) }
        index += 1
      }
      index += 2
    default: throw error("neither a value nor a comment begins like this", at: start)
    }
  }

  private var isAtLineEnd: Bool {
    next == 0x0A || next == 0x0D || bytes[index...].starts(with: "\u{2028}".utf8) || bytes[index...].starts(with: "\u{2029}".utf8)
  }

  /// The character at the index, which is at the start of one.
  private func scalar() -> Unicode.Scalar {
    var iterator = bytes[index...].makeIterator()
    var parser = Unicode.UTF8.ForwardParser()
    guard case .valid(let bytes) = parser.parseScalar(from: &iterator) else { preconditionFailure("the text was checked to be UTF-8") }
    return Unicode.UTF8.decode(bytes)
  }

  // MARK: Values

  /// The value at the index where it is written as JSON has it not; nil where it is one of JSON.
  mutating func valueOfJSON5() throws(ControlError) -> JSONValue? {
    switch next {
    case UInt8(ascii: "'"): return .string(try string())
    case UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."), UInt8(ascii: "I"), UInt8(ascii: "N"), .some(0x30...0x39):
      return .number(try numberOfJSON5())
    default: return nil
    }
  }

  private mutating func numberOfJSON5() throws(ControlError) -> JSONNumber {
    let start = index
    var sign = ""
    if next == UInt8(ascii: "+") || next == UInt8(ascii: "-") {
      if next == UInt8(ascii: "-") { sign = "-" }
      index += 1
    }
    for word in ["Infinity", "NaN"] where bytes[index...].starts(with: word.utf8) {
      index += word.utf8.count
      return JSONNumber(unchecked: sign + word)
    }
    let text: String
    if let digits = try hexadecimal() { text = digits } else { text = try decimal() }
    if let byte = next, byte >= 0x80 || isNamePart(Unicode.Scalar(byte), isFirst: false) {
      throw error("a number does not end like this", at: start)
    }
    return JSONNumber(unchecked: sign + text)
  }

  /// The number at the index in decimal digits, where it begins with `0x`.
  private mutating func hexadecimal() throws(ControlError) -> String? {
    guard next == UInt8(ascii: "0"), index + 1 < bytes.count, bytes[index + 1] | 0x20 == UInt8(ascii: "x") else { return nil }
    let start = index
    index += 2
    let first = index
    while let byte = next, Character(Unicode.Scalar(byte)).hexDigitValue != nil { index += 1 }
    guard index > first else { throw error("a hexadecimal digit is due") }
    guard let value = UInt64(String(decoding: bytes[first..<index], as: UTF8.self), radix: 16) else {
      throw error("a hexadecimal number has more than 64 bits", at: start)
    }
    return String(value)
  }

  /// The number at the index in JSON's grammar: a point has digits on both sides.
  private mutating func decimal() throws(ControlError) -> String {
    var text = ""
    if next == UInt8(ascii: "0") {
      index += 1
      text = "0"
    } else {
      text = try next == UInt8(ascii: ".") ? "0" : digitText()
    }
    if next == UInt8(ascii: ".") {
      let isBare = bytes[..<index].last.map { !(0x30...0x39).contains($0) } ?? true
      index += 1
      if isBare || next.map({ (0x30...0x39).contains($0) }) == true {
        text += try "." + digitText()
      }
    }
    if let byte = next, byte | 0x20 == UInt8(ascii: "e") {
      index += 1
      text += "e"
      if let sign = next, sign == UInt8(ascii: "+") || sign == UInt8(ascii: "-") {
        index += 1
        text.unicodeScalars.append(Unicode.Scalar(sign))
      }
      text += try digitText()
    }
    return text
  }

  private mutating func digitText() throws(ControlError) -> String {
    let start = index
    try digits()
    return String(decoding: bytes[start..<index], as: UTF8.self)
  }

  // MARK: Names

  /// A member's name without quotation marks, or in single ones; nil where neither begins here.
  mutating func plainOrSingleQuotedName() throws(ControlError) -> String? {
    if next == UInt8(ascii: "'") { return try string() }
    var name = ""
    while let byte = next {
      let start = index
      let scalar: Unicode.Scalar
      if byte == UInt8(ascii: "\\") {
        guard index + 1 < bytes.count, bytes[index + 1] == UInt8(ascii: "u") else { throw error("a name has only escapes with \\u") }
        index += 2
        scalar = try unicodeEscape()
      } else {
        scalar = self.scalar()
        guard isNamePart(scalar, isFirst: name.isEmpty) else { break }
        index += UTF8.width(scalar)
      }
      guard isNamePart(scalar, isFirst: name.isEmpty) else { throw error("a name cannot have this character", at: start) }
      name.unicodeScalars.append(scalar)
    }
    return name.isEmpty ? nil : name
  }

  /// Whether a plain name may have `scalar`, as ECMAScript 5.1 has it (`IdentifierName`).
  private func isNamePart(_ scalar: Unicode.Scalar, isFirst: Bool) -> Bool {
    switch scalar {
    case "a"..."z", "A"..."Z", "_", "$": true
    case "0"..."9": !isFirst
    case _ where scalar.isASCII: false
    default: isFirst ? scalar.properties.isIDStart : scalar.properties.isIDContinue || scalar == "\u{200C}" || scalar == "\u{200D}"
    }
  }

  // MARK: Texts

  /// What the escape at the index stands for; nothing for an escaped line end.
  mutating func escapeOfJSON5() throws(ControlError) -> String {
    let start = index
    guard index + 1 < bytes.count else { throw error("a text does not end") }
    switch bytes[index + 1] {
    case UInt8(ascii: "b"), UInt8(ascii: "f"), UInt8(ascii: "n"), UInt8(ascii: "r"), UInt8(ascii: "t"), UInt8(ascii: "u"):
      return String(Character(try escape()))
    case UInt8(ascii: "v"):
      index += 2
      return "\u{0B}"
    case UInt8(ascii: "0") where index + 2 >= bytes.count || !(0x30...0x39).contains(bytes[index + 2]):
      index += 2
      return "\0"
    case 0x30...0x39: throw error("there is no such escape", at: start)
    case UInt8(ascii: "x"):
      index += 2
      guard let scalar = Unicode.Scalar(try hexDigits(2)) else { preconditionFailure("all of Latin-1 are characters") }
      return String(Character(scalar))
    default:
      index += 1
      if isAtLineEnd {
        index += bytes[index...].starts(with: "\r\n".utf8) ? 2 : UTF8.width(scalar())
        return ""
      }
      let scalar = scalar()
      index += UTF8.width(scalar)
      return String(Character(scalar))
    }
  }
}
