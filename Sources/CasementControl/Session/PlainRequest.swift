/// A call in its plainest form: an id, a method, and parameters that are plain, too.
///
/// Requests of any other form are none: `Request` reads them, and says what is wrong with those that are.
struct PlainRequest {
  /// What its answer carries.
  let id: JSONValue
  let method: String
  /// Where its parameters begin in the line.
  let parameters: Int

  /// The request that `line` holds; nil where it is no plain one.
  init?(_ line: UnsafeBufferPointer<UInt8>) {
    var reader = unsafe PlainReader(line)
    var version: String?
    var (id, method, parameters): (JSONValue?, String?, Int?)
    let isPlain = reader.object { name, reader in
      switch name {
      case "jsonrpc": return reader.text(into: &version)
      case "id": return reader.identifier(into: &id)
      case "method": return reader.text(into: &method)
      case "params":
        guard parameters == nil, let start = reader.skipObject() else { return false }
        parameters = start
        return true
      default: return false
      }
    }
    guard isPlain, reader.isAtEnd(), version == "2.0", let id, let method, let parameters else { return nil }
    (self.id, self.method, self.parameters) = (id, method, parameters)
  }
}
