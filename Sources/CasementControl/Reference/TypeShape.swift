/// What a type that travels looks like as JSON, found out by decoding it: there is no second list that could differ.
struct TypeShape {
  /// One member of an object.
  struct Member {
    let name: String
    let type: Any.Type
    let isOptional: Bool
  }

  /// The members of an object, in the order in which they travel.
  static func members<Object: Decodable>(of type: Object.Type) -> [Member] {
    let found = Found()
    _ = try? Object(from: Recorder(found: found))
    return found.members
  }

  private final class Found { var members: [Member] = [] }

  private struct Unsuitable: Error {}

  private struct Recorder: Decoder {
    let found: Found
    var codingPath: [any CodingKey] { [] }
    var userInfo: [CodingUserInfoKey: Any] { [:] }

    func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
      KeyedDecodingContainer(Keyed<Key>(found: found))
    }
    func unkeyedContainer() throws -> any UnkeyedDecodingContainer { throw Unsuitable() }
    func singleValueContainer() throws -> any SingleValueDecodingContainer { throw Unsuitable() }
  }

  /// Notes each member that is asked for, and gives it a value so that the next is asked for, too.
  private struct Keyed<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let found: Found
    var codingPath: [any CodingKey] { [] }
    var allKeys: [Key] { [] }

    private func note(_ key: Key, _ type: Any.Type, isOptional: Bool) {
      guard !found.members.contains(where: { $0.name == key.stringValue }) else { return }
      found.members.append(Member(name: key.stringValue, type: type, isOptional: isOptional))
    }

    func contains(_ key: Key) -> Bool { true }
    func decodeNil(forKey key: Key) throws -> Bool { false }
    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value {
      note(key, type, isOptional: false)
      return try TypeShape.sample(type)
    }
    func decodeIfPresent<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value? {
      note(key, type, isOptional: true)
      return nil
    }
    func decodeIfPresent(_ type: Bool.Type, forKey key: Key) throws -> Bool? {
      note(key, type, isOptional: true)
      return nil
    }
    func decodeIfPresent(_ type: String.Type, forKey key: Key) throws -> String? {
      note(key, type, isOptional: true)
      return nil
    }
    func decodeIfPresent(_ type: Double.Type, forKey key: Key) throws -> Double? {
      note(key, type, isOptional: true)
      return nil
    }
    func decodeIfPresent(_ type: Int.Type, forKey key: Key) throws -> Int? {
      note(key, type, isOptional: true)
      return nil
    }
    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) throws -> KeyedDecodingContainer<Nested> {
      throw Unsuitable()
    }
    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer { throw Unsuitable() }
    func superDecoder() throws -> any Decoder { throw Unsuitable() }
    func superDecoder(forKey key: Key) throws -> any Decoder { throw Unsuitable() }
  }

  /// Some value of a type.
  private static func sample<Value: Decodable>(_ type: Value.Type) throws -> Value {
    let samples: [any Sendable] = [
      false, 0, 0.0, "", PointSpec(x: 0, y: 0), WindowSelector.key, Base64([]), PixelColour(word: 0), try KeyChord(parsing: "a"),
      ScreenSpec(width: 1, height: 1), try ScreenModeSpec(parsing: "1x1"), ControlError.Code.parse,
    ]
    if let sample = samples.lazy.compactMap({ $0 as? Value }).first { return sample }
    if let choice = type as? any ControlChoice.Type, let first = firstCase(of: choice) as? Value { return first }
    if let list = type as? any EmptyList.Type, let empty = list.init() as? Value { return empty }
    return try Value(from: Recorder(found: Found()))
  }

  private static func firstCase<Choice: ControlChoice>(of type: Choice.Type) -> Any { type.allCases.first! }
}

/// An array of anything.
protocol EmptyList {
  static var element: Any.Type { get }
  init()
}

extension Array: EmptyList {
  static var element: Any.Type { Element.self }
}
