/// A JSON value whose objects keep the order of their members and whose numbers keep their digits, so that what a client wrote as an
/// id comes back as it was.
package enum JSONValue: Hashable, Sendable {
  case null
  case bool(Bool)
  case number(JSONNumber)
  case string(String)
  case array([JSONValue])
  case object([Member])

  /// One member of an object.
  package struct Member: Hashable, Sendable {
    /// The member's name.
    package var name: String
    /// The member's value.
    package var value: JSONValue

    /// The member `name`.
    package init(_ name: String, _ value: JSONValue) {
      self.name = name
      self.value = value
    }
  }

  /// The member `name` of an object; nil for an object without it, and for anything else.
  package subscript(name: String) -> JSONValue? {
    guard case .object(let members) = self else { return nil }
    return members.first { $0.name == name }?.value
  }

  /// The text of a string; nil for anything else.
  package var text: String? {
    if case .string(let text) = self { text } else { nil }
  }

  /// What kind of value it is, for a sentence.
  package var kind: String {
    switch self {
    case .null: "null"
    case .bool: "a truth value"
    case .number: "a number"
    case .string: "a text"
    case .array: "an array"
    case .object: "an object"
    }
  }
}

/// A JSON number as it was written.
package struct JSONNumber: Hashable, Sendable {
  /// The digits, in JSON's grammar.
  package let text: String

  /// A number that is known to be in JSON's grammar.
  init(unchecked text: String) { self.text = text }

  /// The number `value`.
  package init(_ value: some BinaryInteger) { text = String(value) }

  /// The number `value`, without a fraction where it has none.
  ///
  /// - Precondition: it is finite.
  package init(_ value: Double) {
    precondition(value.isFinite, "JSON has no number for \(value)")
    text = value.short
  }

  /// The number as a double; nil where it is too big for one.
  package var double: Double? {
    guard let value = Double(text), value.isFinite else { return nil }
    return value
  }

  /// The largest whole number that every reader of JSON has exactly.
  package static let largest = (1 << 53) - 1

  /// The number as an integer; nil where it has a fraction or does not fit.
  package func integer<Value: FixedWidthInteger>(_ type: Value.Type = Value.self) -> Value? {
    if let value = Value(text) { return value }
    return double.flatMap { Value(exactly: $0) }
  }
}
