internal import CWaylandUtil

/// The literals that the scanner wrote, one a protocol.
enum InterfaceLiterals {}

/// libwayland's `wl_interface` tables, built once from the scanner's literals.
///
/// A literal holds NUL-terminated fields: for each interface its name, version and counts of requests and events; then for each
/// message its name, its signature, and the interfaces of its arguments separated by commas. Names and signatures are used where
/// they lie; nothing is copied.
package enum InterfaceTable {
  // Written once, before anyone can read it, and never again; libwayland keeps pointers into it for the life of the process.
  private static nonisolated(unsafe) let tables: [String: UnsafeMutablePointer<wl_interface>] = unsafe build()

  /// The address of the `wl_interface` named `name`, which is valid for ever.
  ///
  /// - Precondition: the scanner has seen the interface.
  package static func address(of name: String) -> UnsafeRawPointer {
    guard let table = unsafe tables[name] else { preconditionFailure("no protocol of this build has an interface \(name)") }
    return UnsafeRawPointer(table)
  }

  private static func build() -> [String: UnsafeMutablePointer<wl_interface>] {
    var tables: [String: UnsafeMutablePointer<wl_interface>] = unsafe [:]
    var pending: [(UnsafeMutablePointer<wl_message>, UnsafePointer<CChar>)] = unsafe []
    for literal in InterfaceLiterals.all {
      var fields = unsafe Fields(literal)
      while let name = unsafe fields.next() {
        let version = unsafe fields.number()
        let (requests, events) = unsafe (fields.number(), fields.number())
        func messages(_ count: Int) -> UnsafeMutablePointer<wl_message> {
          let list = UnsafeMutablePointer<wl_message>.allocate(capacity: max(count, 1))
          for index in 0..<count {
            let (name, signature, types) = unsafe (fields.next(), fields.next(), fields.next())
            unsafe (list + index).initialize(to: wl_message(name: name, signature: signature, types: nil))
            unsafe pending.append((list + index, types!))
          }
          return unsafe list
        }
        let table = UnsafeMutablePointer<wl_interface>.allocate(capacity: 1)
        let (requestList, eventList) = unsafe (messages(requests), messages(events))
        unsafe table.initialize(
          to: wl_interface(
            name: name, version: Int32(version), method_count: Int32(requests), methods: requestList, event_count: Int32(events),
            events: eventList))
        unsafe tables[String(cString: name)] = table
      }
    }
    for unsafe(message, types) in unsafe pending {
      let names = unsafe String(cString: types).split(separator: ",", omittingEmptySubsequences: false)
      let list = UnsafeMutablePointer<UnsafePointer<wl_interface>?>.allocate(capacity: names.count)
      for (index, name) in names.enumerated() {
        unsafe (list + index).initialize(to: tables[String(name)].map { unsafe UnsafePointer($0) })
      }
      unsafe message.pointee.types = unsafe list
    }
    return unsafe tables
  }

  /// Walks over the NUL-terminated fields of a literal.
  @unsafe private struct Fields {
    private var cursor: UnsafePointer<CChar>
    private let end: UnsafePointer<CChar>

    init(_ literal: StaticString) {
      unsafe cursor = UnsafeRawPointer(literal.utf8Start).assumingMemoryBound(to: CChar.self)
      unsafe end = cursor + literal.utf8CodeUnitCount
    }

    mutating func next() -> UnsafePointer<CChar>? {
      guard unsafe cursor < end else { return nil }
      let field = unsafe cursor
      while unsafe cursor.pointee != 0 { unsafe cursor += 1 }
      unsafe cursor += 1
      return unsafe field
    }

    mutating func number() -> Int {
      guard let field = unsafe next() else { return 0 }
      return Int(unsafe String(cString: field)) ?? 0
    }
  }
}
