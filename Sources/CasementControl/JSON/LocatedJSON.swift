/// A value of a file that a person wrote in JSON5, with where it stands.
package struct LocatedJSON: Sendable {
  /// One member of an object.
  package struct Member: Sendable {
    /// The member's name.
    package let name: String
    /// Where the name begins, in bytes.
    package let offset: Int
    /// The member's value.
    package let value: LocatedJSON
  }

  /// The value.
  package let value: JSONValue
  /// Where it begins, in bytes.
  package let offset: Int
  /// The elements of an array; none of anything else.
  package let elements: [LocatedJSON]
  /// The members of an object; none of anything else.
  package let members: [Member]

  /// The value that `bytes` write in JSON5.
  ///
  /// - Throws: a parse error whose message says what is wrong, and whose detail says where in `bytes`.
  package init(parsingJSON5 bytes: [UInt8]) throws(ControlError) {
    let (value, marks) = try JSONParser.parseJSON5(bytes)
    var rest = marks[...]
    self.init(value, &rest)
  }

  /// - Parameter marks: where the value, its parts and what follows them begin.
  private init(_ value: JSONValue, _ marks: inout ArraySlice<Int>) {
    self.value = value
    offset = marks.removeFirst()
    var elements: [LocatedJSON] = []
    var members: [Member] = []
    switch value {
    case .array(let values):
      for value in values { elements.append(LocatedJSON(value, &marks)) }
    case .object(let values):
      for member in values {
        members.append(Member(name: member.name, offset: marks.removeFirst(), value: LocatedJSON(member.value, &marks)))
      }
    default: break
    }
    self.elements = elements
    self.members = members
  }
}

/// A place in a text as editors count it.
package struct TextPosition: Hashable, Sendable {
  /// The line, from 1.
  package fileprivate(set) var line = 1
  /// The character in the line, from 1.
  package fileprivate(set) var column = 1
}

/// Finds the lines and columns of many places in one text, in their order, in one walk over it.
package struct TextPositions {
  private let bytes: [UInt8]
  private var next: Int
  private var position = TextPosition()

  /// Places in `bytes`, a text of UTF-8. A byte order mark at its beginning is no character.
  package init(in bytes: [UInt8]) {
    self.bytes = bytes
    next = bytes.starts(with: [0xEF, 0xBB, 0xBF]) ? 3 : 0
  }

  /// The place of the byte at `offset`, which is not before one that was asked for already.
  package mutating func position(of offset: Int) -> TextPosition {
    while next < min(offset, bytes.count) {
      let index = next
      next += 1
      // of the two characters that end a line in some files, the second does
      let isLastOfLineEnd = index + 1 == bytes.count || bytes[index + 1] != 0x0A
      switch bytes[index] {
      case let byte where byte == 0x0A || (byte == 0x0D && isLastOfLineEnd):
        position.line += 1
        position.column = 1
      case 0x80...0xBF: break  // not the first byte of its character
      default: position.column += 1
      }
    }
    return position
  }
}
