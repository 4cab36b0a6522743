extension JSONValue {
  /// The value of a type that this JSON stands for.
  ///
  /// - Parameter strictly: whether a member that the type does not know is an error.
  /// - Throws: a parameter error with the path of what is wrong and what would be right.
  package func decode<Value: Decodable>(_ type: Value.Type = Value.self, strictly: Bool) throws(ControlError) -> Value {
    let visits = JSONVisits()
    do {
      let value = try JSONTreeDecoder(value: self, codingPath: [], visits: visits).decode(type)
      if strictly { try visits.rejectUnknownMembers() }
      return value
    } catch let error as ControlError {
      throw error
    } catch {
      throw ControlError(.invalidParameters, "the parameters are not right: \(error)")
    }
  }
}

/// The objects that were read while decoding, with the members that were asked for.
private final class JSONVisits {
  private var objects: [(path: [any CodingKey], names: [String], asked: JSONAsked)] = []

  func visit(_ members: [JSONValue.Member], at path: [any CodingKey]) -> JSONAsked {
    let asked = JSONAsked()
    objects.append((path, members.map(\.name), asked))
    return asked
  }

  func rejectUnknownMembers() throws(ControlError) {
    for object in objects {
      for name in object.names where !object.asked.names.contains(name) {
        let path = spell(object.path + [JSONPathKey(name)])
        throw .badParameter("there is no parameter “\(path)”", parameter: path, given: name, expected: object.asked.names)
      }
    }
  }
}

/// The members of one object that a type asked for, in order.
private final class JSONAsked {
  private(set) var names: [String] = []
  func insert(_ name: String) { if !names.contains(name) { names.append(name) } }
}

private struct JSONPathKey: CodingKey {
  let stringValue: String
  let intValue: Int?
  init(_ name: String) { (stringValue, intValue) = (name, nil) }
  init(_ index: Int) { (stringValue, intValue) = (String(index), index) }
  init?(stringValue: String) { self.init(stringValue) }
  init?(intValue: Int) { self.init(intValue) }
}

private func spell(_ path: [any CodingKey]) -> String {
  var text = ""
  for key in path {
    if let index = key.intValue {
      text += "[\(index)]"
    } else {
      text += text.isEmpty ? key.stringValue : "." + key.stringValue
    }
  }
  return text
}

private struct JSONTreeDecoder: Decoder {
  let value: JSONValue
  let codingPath: [any CodingKey]
  let visits: JSONVisits
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  /// Decodes, and adds the path to an error of a type's own that has none.
  func decode<Value: Decodable>(_ type: Value.Type) throws -> Value {
    do {
      return try Value(from: self)
    } catch var error as ControlError {
      if !codingPath.isEmpty, error.data?.parameter == nil || error.data?.parameter?.hasPrefix(spell(codingPath)) == false {
        let path = spell(codingPath)
        var data = error.data ?? .init()
        if data.parameter == nil { error.message = "\(path): \(error.message)" }
        data.parameter = path
        error.data = data
      }
      throw error
    }
  }

  func mismatch(_ wanted: String) -> ControlError {
    let path = spell(codingPath)
    let what = path.isEmpty ? "the parameters are" : "“\(path)” is"
    return .badParameter("\(what) \(value.kind)", parameter: path.isEmpty ? nil : path, expected: [wanted])
  }

  func container<Key: CodingKey>(keyedBy type: Key.Type) throws -> KeyedDecodingContainer<Key> {
    guard case .object(let members) = value else { throw mismatch("an object") }
    return KeyedDecodingContainer(
      Keyed(members: members, codingPath: codingPath, visits: visits, asked: visits.visit(members, at: codingPath)))
  }

  func unkeyedContainer() throws -> any UnkeyedDecodingContainer {
    guard case .array(let elements) = value else { throw mismatch("an array") }
    return Unkeyed(elements: elements, codingPath: codingPath, visits: visits)
  }

  func singleValueContainer() -> any SingleValueDecodingContainer { Single(decoder: self) }
}

extension JSONTreeDecoder {
  struct Keyed<Key: CodingKey>: KeyedDecodingContainerProtocol {
    let members: [JSONValue.Member]
    let codingPath: [any CodingKey]
    let visits: JSONVisits
    let asked: JSONAsked

    var allKeys: [Key] { members.compactMap { Key(stringValue: $0.name) } }

    private func find(_ key: Key) -> JSONValue? {
      asked.insert(key.stringValue)
      return members.first { $0.name == key.stringValue }?.value
    }

    private func decoder(_ key: Key) throws(ControlError) -> JSONTreeDecoder {
      let path = codingPath + [key]
      guard let value = find(key) else {
        throw .badParameter("“\(spell(path))” is missing", parameter: spell(path))
      }
      return JSONTreeDecoder(value: value, codingPath: path, visits: visits)
    }

    func contains(_ key: Key) -> Bool { find(key) != nil }
    func decodeNil(forKey key: Key) throws -> Bool { try decoder(key).value == .null }
    func decode<Value: Decodable>(_ type: Value.Type, forKey key: Key) throws -> Value { try decoder(key).decode(type) }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) throws -> KeyedDecodingContainer<Nested> {
      try decoder(key).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) throws -> any UnkeyedDecodingContainer { try decoder(key).unkeyedContainer() }

    func superDecoder() -> any Decoder { JSONTreeDecoder(value: .object(members), codingPath: codingPath, visits: visits) }
    func superDecoder(forKey key: Key) throws -> any Decoder { try decoder(key) }
  }

  struct Unkeyed: UnkeyedDecodingContainer {
    let elements: [JSONValue]
    let codingPath: [any CodingKey]
    let visits: JSONVisits
    var currentIndex = 0

    init(elements: [JSONValue], codingPath: [any CodingKey], visits: JSONVisits) {
      self.elements = elements
      self.codingPath = codingPath
      self.visits = visits
    }

    var count: Int? { elements.count }
    var isAtEnd: Bool { currentIndex == elements.count }

    private mutating func next() throws(ControlError) -> JSONTreeDecoder {
      let path = codingPath + [JSONPathKey(currentIndex)]
      guard !isAtEnd else { throw .badParameter("“\(spell(path))” is missing", parameter: spell(path)) }
      defer { currentIndex += 1 }
      return JSONTreeDecoder(value: elements[currentIndex], codingPath: path, visits: visits)
    }

    mutating func decodeNil() throws -> Bool {
      guard !isAtEnd, elements[currentIndex] == .null else { return false }
      currentIndex += 1
      return true
    }

    mutating func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try next().decode(type) }

    mutating func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) throws -> KeyedDecodingContainer<Nested> {
      try next().container(keyedBy: type)
    }

    mutating func nestedUnkeyedContainer() throws -> any UnkeyedDecodingContainer { try next().unkeyedContainer() }
    mutating func superDecoder() throws -> any Decoder { try next() }
  }

  struct Single: SingleValueDecodingContainer {
    let decoder: JSONTreeDecoder
    var codingPath: [any CodingKey] { decoder.codingPath }

    func decodeNil() -> Bool { decoder.value == .null }

    func decode(_ type: Bool.Type) throws -> Bool {
      guard case .bool(let value) = decoder.value else { throw decoder.mismatch("true or false") }
      return value
    }

    func decode(_ type: String.Type) throws -> String {
      guard case .string(let value) = decoder.value else { throw decoder.mismatch("a text") }
      return value
    }

    func decode(_ type: Double.Type) throws -> Double {
      guard case .number(let number) = decoder.value else { throw decoder.mismatch("a number") }
      guard let value = number.double else {
        throw ControlError.badParameter(
          "“\(spell(codingPath))” is \(number.text), which no number here can be", parameter: spell(codingPath), given: number.text,
          expected: ["a finite number"])
      }
      return value
    }

    func decode(_ type: Float.Type) throws -> Float { Float(try decode(Double.self)) }

    private func integer<Value: FixedWidthInteger>(_ type: Value.Type) throws -> Value {
      guard case .number(let number) = decoder.value else { throw decoder.mismatch("a whole number") }
      // no number here is near an Int's end, so that sums of two are none either
      let (low, high) = (Value(clamping: -JSONNumber.largest), Value(clamping: JSONNumber.largest))
      guard let value = number.integer(type), value >= low, value <= high else {
        let path = spell(codingPath)
        throw ControlError.badParameter(
          "“\(path)” is \(number.text)", parameter: path, given: number.text, expected: ["a whole number, \(low) to \(high)"])
      }
      return value
    }

    func decode(_ type: Int.Type) throws -> Int { try integer(type) }
    func decode(_ type: Int8.Type) throws -> Int8 { try integer(type) }
    func decode(_ type: Int16.Type) throws -> Int16 { try integer(type) }
    func decode(_ type: Int32.Type) throws -> Int32 { try integer(type) }
    func decode(_ type: Int64.Type) throws -> Int64 { try integer(type) }
    func decode(_ type: UInt.Type) throws -> UInt { try integer(type) }
    func decode(_ type: UInt8.Type) throws -> UInt8 { try integer(type) }
    func decode(_ type: UInt16.Type) throws -> UInt16 { try integer(type) }
    func decode(_ type: UInt32.Type) throws -> UInt32 { try integer(type) }
    func decode(_ type: UInt64.Type) throws -> UInt64 { try integer(type) }
    func decode<Value: Decodable>(_ type: Value.Type) throws -> Value { try decoder.decode(type) }
  }
}
