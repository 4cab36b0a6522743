@testable import CasementControl

/// Decodes a type from invented values, only to see which members it asks for, in order.
enum FieldRecorder {
  static func fields<Object: Decodable>(of type: Object.Type) -> [String] {
    let names = Names()
    _ = try? Object(from: Recorder(names: names))
    return names.list
  }

  final class Names { var list: [String] = [] }

  struct Recorder: Decoder {
    let names: Names
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
      KeyedDecodingContainer(Keyed<Key>(names: names))
    }
    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { Empty() }
    func singleValueContainer() throws -> any SingleValueDecodingContainer { Sample() }
  }

  struct Unsuitable: Error {}

  struct Keyed<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let names: Names
    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { [] }
    func contains(_ key: Key) -> Bool {
      names.list.append(key.stringValue)
      return false
    }
    func decodeNil(forKey key: Key) throws -> Bool { true }
    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
      names.list.append(key.stringValue)
      return try sample(type)
    }
    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) throws -> KeyedDecodingContainer<Nested> {
      throw Unsuitable()
    }
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer { throw Unsuitable() }
    func superDecoder() throws -> any Decoder { throw Unsuitable() }
    func superDecoder(forKey key: Key) throws -> any Decoder { throw Unsuitable() }
  }

  /// An array with nothing in it.
  struct Empty: UnkeyedDecodingContainer {
    var codingPath: [any CodingKey] { [] }
    var count: Int? { 0 }
    var isAtEnd: Bool { true }
    var currentIndex: Int { 0 }
    mutating func decodeNil() throws -> Bool { throw Unsuitable() }
    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { throw Unsuitable() }
    mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) throws -> KeyedDecodingContainer<Nested> {
      throw Unsuitable()
    }
    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { throw Unsuitable() }
    mutating func superDecoder() throws -> any Decoder { throw Unsuitable() }
  }

  /// Some value of a type: a word of a choice, a text that every parser takes, zero, an object of such values.
  static func sample<Value: Decodable>(_ type: Value.Type) throws -> Value {
    if let choice = type as? any ControlChoice.Type { return firstCase(choice) as! Value }
    if type == ScreenSpec.self { return try ScreenSpec(parsing: "1x1") as! Value }
    if type == Base64.self { return Base64([]) as! Value }
    if type == PixelColour.self { return PixelColour(word: 0) as! Value }
    if type == PointSpec.self { return PointSpec(x: 0, y: 0) as! Value }
    return try Value(from: Recorder(names: Names()))
  }

  private static func firstCase<Choice: ControlChoice>(_ type: Choice.Type) -> Choice { type.allCases.first! }

  struct Sample: SingleValueDecodingContainer {
    var codingPath: [any CodingKey] { [] }
    func decodeNil() -> Bool { false }
    func decode(_ type: Bool.Type) throws -> Bool { false }
    func decode(_ type: String.Type) throws -> String { "a" }
    func decode(_ type: Double.Type) throws -> Double { 0 }
    func decode(_ type: Float.Type) throws -> Float { 0 }
    func decode(_ type: Int.Type) throws -> Int { 0 }
    func decode(_ type: Int8.Type) throws -> Int8 { 0 }
    func decode(_ type: Int16.Type) throws -> Int16 { 0 }
    func decode(_ type: Int32.Type) throws -> Int32 { 0 }
    func decode(_ type: Int64.Type) throws -> Int64 { 0 }
    func decode(_ type: UInt.Type) throws -> UInt { 0 }
    func decode(_ type: UInt8.Type) throws -> UInt8 { 0 }
    func decode(_ type: UInt16.Type) throws -> UInt16 { 0 }
    func decode(_ type: UInt32.Type) throws -> UInt32 { 0 }
    func decode(_ type: UInt64.Type) throws -> UInt64 { 0 }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try FieldRecorder.sample(type) }
  }
}
