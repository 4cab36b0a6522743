internal import CWaylandUtil
internal import Glibc

/// The literals that the scanner wrote, one a protocol.
enum InterfaceLiterals {}

/// libwayland's `wl_interface` tables, built once from the scanner's literals.
///
/// A literal holds NUL-terminated fields: for each interface its name, version and counts of requests and events; then for each
/// message its name, its signature, and the interfaces of its arguments separated by commas. Names and signatures are used where
/// they lie; nothing is copied. Every program that starts pays for this, so no Swift string is made on the way.
package enum InterfaceTable {
  // Written once, before anyone can read it, and never again; libwayland keeps pointers into it for the life of the process.
  private static nonisolated(unsafe) let tables: InterfaceNames = build()

  /// The address of the `wl_interface` named `name`, which is valid for ever.
  ///
  /// - Precondition: the scanner has seen the interface.
  package static func address(of name: String) -> UnsafeRawPointer {
    let found = unsafe name.withCString { unsafe tables.find($0, count: strlen($0)) }
    guard let table = unsafe found else { preconditionFailure("no protocol of this build has an interface \(name)") }
    return UnsafeRawPointer(table)
  }

  /// More arguments than any message has.
  private static let mostArguments = 32

  private static func build() -> InterfaceNames {
    var names = InterfaceNames()
    // what messages without objects, which are most, have in common
    let noTypes = UnsafeMutablePointer<UnsafePointer<wl_interface>?>.allocate(capacity: mostArguments)
    unsafe noTypes.initialize(repeating: nil, count: mostArguments)
    var pending: [(message: UnsafeMutablePointer<wl_message>, types: UnsafePointer<CChar>, count: Int)] = unsafe []
    for literal in InterfaceLiterals.all {
      var fields = unsafe Fields(literal)
      while let (name, nameLength) = unsafe fields.next() {
        let version = unsafe fields.number()
        let (requests, events) = unsafe (fields.number(), fields.number())
        let messages = UnsafeMutablePointer<wl_message>.allocate(capacity: max(requests + events, 1))
        for index in 0..<(requests + events) {
          guard let (name, _) = unsafe fields.next(), let (signature, _) = unsafe fields.next(),
            let (types, length) = unsafe fields.next()
          else { preconditionFailure("the scanner writes whole messages") }
          unsafe (messages + index).initialize(to: wl_message(name: name, signature: signature, types: noTypes))
          let commas = unsafe strspn(types, ",")
          if commas < length {
            unsafe pending.append((messages + index, types, length))
          } else {
            precondition(commas < mostArguments, "a message has fewer arguments")
          }
        }
        let table = UnsafeMutablePointer<wl_interface>.allocate(capacity: 1)
        unsafe table.initialize(
          to: wl_interface(
            name: name, version: Int32(version), method_count: Int32(requests), methods: messages, event_count: Int32(events),
            events: messages + requests))
        unsafe names.insert(table, name, count: nameLength)
      }
    }
    for unsafe(message, types, count) in unsafe pending {
      unsafe message.pointee.types = unsafe list(of: types, count, names)
    }
    return names
  }

  /// The interfaces of one message's arguments.
  private static func list(
    of types: UnsafePointer<CChar>, _ count: Int, _ names: InterfaceNames
  ) -> UnsafeMutablePointer<UnsafePointer<wl_interface>?> {
    let comma = CChar(UInt8(ascii: ","))
    var arguments = 1
    for index in 0..<count where unsafe types[index] == comma { arguments += 1 }
    let list = UnsafeMutablePointer<UnsafePointer<wl_interface>?>.allocate(capacity: arguments)
    var (start, argument) = (0, 0)
    for index in 0...count where unsafe index == count || types[index] == comma {
      let table = unsafe index == start ? nil : names.find(types + start, count: index - start)
      unsafe (list + argument).initialize(to: table.map { unsafe UnsafePointer($0) })
      (start, argument) = (index + 1, argument + 1)
    }
    return unsafe list
  }

  /// Walks over the NUL-terminated fields of a literal.
  @unsafe private struct Fields {
    private var cursor: UnsafePointer<CChar>
    private let end: UnsafePointer<CChar>

    init(_ literal: StaticString) {
      unsafe cursor = UnsafeRawPointer(literal.utf8Start).assumingMemoryBound(to: CChar.self)
      unsafe end = cursor + literal.utf8CodeUnitCount
    }

    mutating func next() -> (field: UnsafePointer<CChar>, length: Int)? {
      guard unsafe cursor < end else { return nil }
      let field = unsafe cursor
      let length = unsafe strlen(field)
      unsafe cursor += length + 1
      return unsafe (field, length)
    }

    mutating func number() -> Int {
      guard let (field, length) = unsafe next() else { return 0 }
      var value = 0
      for index in 0..<length { value = unsafe value * 10 + Int(field[index]) - Int(UInt8(ascii: "0")) }
      return value
    }
  }
}
