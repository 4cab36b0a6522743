internal import Glibc

/// Reads JSON in its plainest form where it lies: without a tree, without a copy.
///
/// Input goes through here, event by event, between the program that injects it and the client that waits for it. What is not plain (an
/// escape, a character beyond ASCII, an exponent, a member twice) it does not see, and says nothing of: `JSONParser` reads the same line
/// then, and finds the words for what is wrong. What both see they see alike.
@safe struct PlainReader {
  private let bytes: UnsafeBufferPointer<UInt8>
  private let end: Int
  /// Where the next value or bracket is looked for.
  private(set) var index: Int

  /// A reader of `bytes`, which must outlive it, from `index`.
  init(_ bytes: UnsafeBufferPointer<UInt8>, at index: Int = 0) {
    unsafe self.bytes = bytes
    end = bytes.count
    self.index = index
  }

  /// A member's name, to be matched with what a type knows.
  @safe struct Name {
    fileprivate let text: UnsafeBufferPointer<UInt8>

    static func ~= (name: StaticString, other: Name) -> Bool {
      guard unsafe name.utf8CodeUnitCount == other.text.count else { return false }
      return unsafe memcmp(name.utf8Start, other.text.baseAddress!, name.utf8CodeUnitCount) == 0
    }
  }

  /// Whether nothing but space is left.
  mutating func isAtEnd() -> Bool {
    skipSpace()
    return index == end
  }

  /// Reads an object: `member` gets each name with the reader at its value, takes that, and says whether it could.
  ///
  /// - Returns: false where it is not a plain object, or `member` said so.
  mutating func object(_ member: (Name, inout PlainReader) -> Bool) -> Bool {
    guard take(UInt8(ascii: "{")) else { return false }
    if take(UInt8(ascii: "}")) { return true }
    while true {
      skipSpace()
      guard let name = plainText(), take(UInt8(ascii: ":")) else { return false }
      skipSpace()
      guard unsafe member(Name(text: UnsafeBufferPointer(rebasing: bytes[name])), &self) else { return false }
      if take(UInt8(ascii: "}")) { return true }
      guard take(UInt8(ascii: ",")) else { return false }
    }
  }

  /// Reads a text into `value`, which must have none yet.
  mutating func text(into value: inout String?) -> Bool {
    guard value == nil, let range = plainText() else { return false }
    value = unsafe String(decoding: UnsafeBufferPointer(rebasing: bytes[range]), as: UTF8.self)
    return true
  }

  /// Reads a number into `value`, which must have none yet.
  mutating func number(into value: inout Double?) -> Bool {
    guard value == nil, let (digits, fraction, isNegative) = decimal() else { return false }
    // both are exact, so that the quotient is the nearest there is
    let magnitude = Double(digits) / Self.powers[fraction]
    value = isNegative ? -magnitude : magnitude
    return true
  }

  /// Reads a whole number, written without a fraction, into `value`, which must have none yet.
  mutating func integer(into value: inout Int?) -> Bool {
    guard value == nil, let (digits, fraction, isNegative) = decimal(), fraction == 0 else { return false }
    value = isNegative ? -digits : digits
    return true
  }

  /// Reads a word of a choice into `value`, which must have none yet.
  mutating func choice<Choice: ControlChoice>(into value: inout Choice?) -> Bool {
    var word: String?
    guard value == nil, text(into: &word), let word, let choice = Choice(rawValue: word) else { return false }
    value = choice
    return true
  }

  /// Reads a whole number or a text as it is written into `value`, which must have none yet.
  mutating func identifier(into value: inout JSONValue?) -> Bool {
    guard value == nil else { return false }
    if next == UInt8(ascii: "\"") {
      var text: String?
      guard self.text(into: &text), let text else { return false }
      value = .string(text)
      return true
    }
    let start = index
    guard let (_, fraction, _) = decimal(), fraction == 0 else { return false }
    value = unsafe .number(JSONNumber(unchecked: String(decoding: UnsafeBufferPointer(rebasing: bytes[start..<index]), as: UTF8.self)))
    return true
  }

  /// Goes past a plain object. - Returns: where it begins; nil where it is none.
  mutating func skipObject() -> Int? {
    guard next == UInt8(ascii: "{") else { return nil }
    let start = index
    return skip(depth: 0) ? start : nil
  }

  // MARK: Bytes

  /// As deep as plain parameters nest.
  private static let depth = 4
  private static let powers: [Double] = [1, 10, 100, 1e3, 1e4, 1e5, 1e6, 1e7, 1e8, 1e9, 1e10, 1e11, 1e12, 1e13, 1e14, 1e15]

  private var next: UInt8? { unsafe index < end ? bytes[index] : nil }

  private mutating func skipSpace() {
    while let byte = next, byte == 0x20 || byte == 0x09 || byte == 0x0D { index += 1 }
  }

  private mutating func take(_ byte: UInt8) -> Bool {
    skipSpace()
    guard next == byte else { return false }
    index += 1
    return true
  }

  /// The bytes of a text between its quotation marks.
  private mutating func plainText() -> Range<Int>? {
    guard next == UInt8(ascii: "\"") else { return nil }
    index += 1
    let start = index
    while let byte = next {
      if byte == UInt8(ascii: "\"") {
        index += 1
        return start..<index - 1
      }
      guard byte >= 0x20, byte < 0x7F, byte != UInt8(ascii: "\\") else { return nil }
      index += 1
    }
    return nil
  }

  /// A number of at most 15 digits, and how many of them are behind the point.
  private mutating func decimal() -> (digits: Int, fraction: Int, isNegative: Bool)? {
    let isNegative = next == UInt8(ascii: "-")
    if isNegative { index += 1 }
    var (value, count, fraction) = (0, 0, 0)
    let first = next
    while let byte = next, byte &- 0x30 < 10 {
      (value, count, index) = (value &* 10 &+ Int(byte &- 0x30), count + 1, index + 1)
      guard count <= 15 else { return nil }
    }
    guard count > 0, count == 1 || first != UInt8(ascii: "0") else { return nil }
    if next == UInt8(ascii: ".") {
      index += 1
      while let byte = next, byte &- 0x30 < 10 {
        (value, count, fraction, index) = (value &* 10 &+ Int(byte &- 0x30), count + 1, fraction + 1, index + 1)
        guard count <= 15 else { return nil }
      }
      guard fraction > 0 else { return nil }
    }
    guard next != UInt8(ascii: "e"), next != UInt8(ascii: "E") else { return nil }
    return (value, fraction, isNegative)
  }

  /// Goes past one plain value. What is in it is looked at by who takes it.
  private mutating func skip(depth: Int) -> Bool {
    switch next {
    case UInt8(ascii: "\""): return plainText() != nil
    case UInt8(ascii: "-"), .some(0x30...0x39): return decimal() != nil
    case UInt8(ascii: "{"):
      guard depth < Self.depth else { return false }
      return object { _, reader in reader.skip(depth: depth + 1) }
    default: return false
    }
  }
}
