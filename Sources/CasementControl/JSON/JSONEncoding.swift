extension JSONValue {
  /// The JSON that `value` encodes to, its members in the order of their declaration.
  package init(encoding value: some Encodable) throws {
    let node = JSONNode()
    try node.encode(value, at: [])
    self = node.value
  }
}

/// One value that is being encoded: an `Encoder` fills it in.
private final class JSONNode {
  private enum Content {
    case single(JSONValue)
    case array([JSONNode])
    case object([(name: String, node: JSONNode)])
  }

  private var content: Content?

  var value: JSONValue {
    switch content {
    case .single(let value): value
    case .array(let nodes): .array(nodes.map(\.value))
    case .object(let members): .object(members.map { .init($0.name, $0.node.value) })
    case nil: .object([])
    }
  }

  var count: Int {
    if case .array(let nodes) = content { nodes.count } else { 0 }
  }

  func become(_ value: JSONValue) { content = .single(value) }

  func becomeArray() {
    if case .array = content { return }
    content = .array([])
  }

  func becomeObject() {
    if case .object = content { return }
    content = .object([])
  }

  func append() -> JSONNode {
    guard case .array(var nodes) = content else { preconditionFailure("an element is encoded into something that is no array") }
    content = nil
    let node = JSONNode()
    nodes.append(node)
    content = .array(nodes)
    return node
  }

  func member(_ name: String) -> JSONNode {
    guard case .object(var members) = content else { preconditionFailure("a member is encoded into something that is no object") }
    if let there = members.first(where: { $0.name == name }) { return there.node }
    content = nil
    let node = JSONNode()
    members.append((name, node))
    content = .object(members)
    return node
  }

  func encode(_ value: some Encodable, at path: [any CodingKey]) throws {
    try value.encode(to: JSONTreeEncoder(node: self, codingPath: path))
  }
}

private struct JSONTreeEncoder: Encoder {
  let node: JSONNode
  let codingPath: [any CodingKey]
  var userInfo: [CodingUserInfoKey: Any] { [:] }

  func container<Key: CodingKey>(keyedBy type: Key.Type) -> KeyedEncodingContainer<Key> {
    node.becomeObject()
    return KeyedEncodingContainer(Keyed(node: node, codingPath: codingPath))
  }

  func unkeyedContainer() -> any UnkeyedEncodingContainer {
    node.becomeArray()
    return Unkeyed(node: node, codingPath: codingPath)
  }

  func singleValueContainer() -> any SingleValueEncodingContainer { Single(node: node, codingPath: codingPath) }
}

extension JSONTreeEncoder {
  struct Keyed<Key: CodingKey>: KeyedEncodingContainerProtocol {
    let node: JSONNode
    let codingPath: [any CodingKey]

    func encodeNil(forKey key: Key) { node.member(key.stringValue).become(.null) }

    func encode(_ value: some Encodable, forKey key: Key) throws {
      try node.member(key.stringValue).encode(value, at: codingPath + [key])
    }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type, forKey key: Key) -> KeyedEncodingContainer<Nested> {
      JSONTreeEncoder(node: node.member(key.stringValue), codingPath: codingPath + [key]).container(keyedBy: type)
    }

    func nestedUnkeyedContainer(forKey key: Key) -> any UnkeyedEncodingContainer {
      JSONTreeEncoder(node: node.member(key.stringValue), codingPath: codingPath + [key]).unkeyedContainer()
    }

    func superEncoder() -> any Encoder { JSONTreeEncoder(node: node.member("super"), codingPath: codingPath) }

    func superEncoder(forKey key: Key) -> any Encoder {
      JSONTreeEncoder(node: node.member(key.stringValue), codingPath: codingPath + [key])
    }
  }

  struct Unkeyed: UnkeyedEncodingContainer {
    let node: JSONNode
    let codingPath: [any CodingKey]
    var count: Int { node.count }

    func encodeNil() { node.append().become(.null) }

    func encode(_ value: some Encodable) throws { try node.append().encode(value, at: codingPath) }

    func nestedContainer<Nested: CodingKey>(keyedBy type: Nested.Type) -> KeyedEncodingContainer<Nested> {
      JSONTreeEncoder(node: node.append(), codingPath: codingPath).container(keyedBy: type)
    }

    func nestedUnkeyedContainer() -> any UnkeyedEncodingContainer {
      JSONTreeEncoder(node: node.append(), codingPath: codingPath).unkeyedContainer()
    }

    func superEncoder() -> any Encoder { JSONTreeEncoder(node: node.append(), codingPath: codingPath) }
  }

  struct Single: SingleValueEncodingContainer {
    let node: JSONNode
    let codingPath: [any CodingKey]

    func encodeNil() { node.become(.null) }
    func encode(_ value: Bool) { node.become(.bool(value)) }
    func encode(_ value: String) { node.become(.string(value)) }
    func encode(_ value: Int) { node.become(.number(JSONNumber(value))) }
    func encode(_ value: Int8) { node.become(.number(JSONNumber(value))) }
    func encode(_ value: Int16) { node.become(.number(JSONNumber(value))) }
    func encode(_ value: Int32) { node.become(.number(JSONNumber(value))) }
    func encode(_ value: Int64) { node.become(.number(JSONNumber(value))) }
    func encode(_ value: UInt) { node.become(.number(JSONNumber(value))) }
    func encode(_ value: UInt8) { node.become(.number(JSONNumber(value))) }
    func encode(_ value: UInt16) { node.become(.number(JSONNumber(value))) }
    func encode(_ value: UInt32) { node.become(.number(JSONNumber(value))) }
    func encode(_ value: UInt64) { node.become(.number(JSONNumber(value))) }
    func encode(_ value: Float) throws { try encode(Double(value)) }

    func encode(_ value: Double) throws {
      guard value.isFinite else {
        throw EncodingError.invalidValue(value, .init(codingPath: codingPath, debugDescription: "JSON has no number for \(value)"))
      }
      node.become(.number(JSONNumber(value)))
    }

    func encode(_ value: some Encodable) throws { try node.encode(value, at: codingPath) }
  }
}
