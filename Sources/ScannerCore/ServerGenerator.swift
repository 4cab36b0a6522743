/// Writes the server's side of a protocol: for each interface the protocol that its handler conforms to and the class of its resources,
/// which decodes requests and sends events.
package struct ServerGenerator {
  package init() {}

  /// Interfaces that libwayland answers itself.
  private static let builtIn: Set<String> = ["wl_display", "wl_registry"]

  /// The Swift file for one protocol.
  package func generate(_ description: WaylandProtocol) -> String {
    var out = CodeWriter()
    out.line("// Generated from the protocol \(description.name).")
    out.line("internal import CWaylandServer")
    if description.usesEnums(onServer: true) { out.line("package import WaylandProtocols") }
    for interface in description.interfaces where !Self.builtIn.contains(interface.name) {
      out.line()
      writeRequests(interface, to: &out)
      out.line()
      writeResource(interface, to: &out)
      if interface.enums.contains(where: { $0.name == "error" }) {
        out.line()
        writeErrors(interface, to: &out)
      }
    }
    return out.text
  }

  // MARK: What a handler implements

  private func writeRequests(_ interface: WaylandProtocol.Interface, to out: inout CodeWriter) {
    let name = Names.type(interface.name)
    out.line("/// What a client may ask of a `\(interface.name)`.")
    out.block("package protocol \(name)Requests: RequestHandler") { out in
      for request in interface.requests {
        out.document(request.summary)
        out.line("func \(Names.member(request.name))(\(parameters(request, in: interface))) throws(ProtocolError)")
      }
    }
    let plain = interface.requests.filter { $0.isDestructor && $0.arguments.isEmpty }
    if !plain.isEmpty {
      out.line()
      out.block("extension \(name)Requests") { out in
        for request in plain { out.line("package func \(Names.member(request.name))() throws(ProtocolError) {}") }
      }
    }
  }

  private func parameters(_ request: WaylandProtocol.Message, in interface: WaylandProtocol.Interface) -> String {
    request.arguments.map { argument in
      "\(Names.member(argument.name)): \(argument.type == .fd ? "consuming " : "")\(requestType(argument, in: interface))"
    }.joined(separator: ", ")
  }

  private func requestType(_ argument: WaylandProtocol.Argument, in interface: WaylandProtocol.Interface) -> String {
    let optional = argument.isNullable ? "?" : ""
    switch argument.type {
    case .int, .uint:
      if let reference = argument.enumeration { return Names.enumReference(reference, in: interface.name) }
      return argument.type == .int ? "Int32" : "UInt32"
    case .fixed: return "Double"
    case .string: return "String" + optional
    case .array: return "[UInt8]" + optional
    case .fd: return "OwnedFileDescriptor"
    case .object, .newID:
      guard let target = argument.interface, !Self.builtIn.contains(target) else { return "OpaquePointer" + optional }
      return Names.type(target) + "Resource" + optional
    }
  }

  // MARK: The resource

  private func writeResource(_ interface: WaylandProtocol.Interface, to out: inout CodeWriter) {
    let name = Names.type(interface.name)
    out.document("A client's `\(interface.name)`: \(interface.summary)")
    out.block("package final class \(name)Resource: Resource") { out in
      out.line("private var requests: (any \(name)Requests)?")
      out.line("/// Who answers the client's requests. None: the object is inert, its requests do nothing, what it makes is inert, too.")
      out.block("package var handler: (any \(name)Requests)?") { out in
        out.line("get { requests }")
        out.line("set { requests = newValue }")
      }
      out.line("private static nonisolated(unsafe) let table = unsafe ServerInterfaces.pointer(\"\(interface.name)\")")
      out.line("override class var interface: UnsafePointer<wl_interface> { unsafe table }")
      out.line("override package class var interfaceName: String { \"\(interface.name)\" }")
      out.block("override func takeHandler() -> (any RequestHandler)?") { out in
        out.line("defer { requests = nil }")
        out.line("return requests")
      }
      if !interface.requests.isEmpty { writeDispatch(interface, to: &out) }
      for (opcode, event) in interface.events.enumerated() { writeSender(event, opcode: opcode, in: interface, to: &out) }
    }
  }

  private func writeDispatch(_ interface: WaylandProtocol.Interface, to out: inout CodeWriter) {
    out.line()
    out.block("override func dispatch(_ opcode: UInt32, _ wire: UnsafeMutablePointer<wl_argument>) throws(ProtocolError)") { out in
      out.block("switch opcode") { out in
        for (opcode, request) in interface.requests.enumerated() {
          out.line("case \(opcode):")
          // descriptors first: they must be closed when an object cannot be made
          for (index, argument) in request.arguments.enumerated() where argument.type == .fd {
            out.line("  let file\(index) = OwnedFileDescriptor(unsafe wire[\(index)].h)")
          }
          for (index, argument) in request.arguments.enumerated() where argument.type == .newID && argument.interface != nil {
            out.line("  let made\(index) = try unsafe \(Names.type(argument.interface!))Resource(by: self, id: wire[\(index)].n)")
          }
          let call = request.arguments.enumerated().map { index, argument in
            "\(Names.camel(argument.name)): \(decoded(argument, index, in: interface))"
          }.joined(separator: ", ")
          let member = Names.member(request.name)
          let unsafe = request.arguments.contains { $0.type != .fd && $0.type != .newID } ? "unsafe " : ""
          if request.isDestructor {
            out.line("  if let requests { try \(unsafe)requests.\(member)(\(call)) }")
            out.line("  destroy()")
          } else {
            out.line("  guard let requests else { return }")
            out.line("  try \(unsafe)requests.\(member)(\(call))")
          }
        }
        out.line("default: break")
      }
    }
  }

  private func decoded(_ argument: WaylandProtocol.Argument, _ index: Int, in interface: WaylandProtocol.Interface) -> String {
    let wire = "wire[\(index)]"
    switch argument.type {
    case .int:
      guard let reference = argument.enumeration else { return "\(wire).i" }
      return "\(Names.enumReference(reference, in: interface.name))(rawValue: UInt32(bitPattern: \(wire).i))"
    case .uint:
      guard let reference = argument.enumeration else { return "\(wire).u" }
      return "\(Names.enumReference(reference, in: interface.name))(rawValue: \(wire).u)"
    case .fixed: return "Wire.double(\(wire).f)"
    case .string: return argument.isNullable ? "Wire.optionalString(\(wire).s)" : "Wire.string(\(wire).s)"
    case .array: return "Wire.bytes(\(wire).a)"
    case .fd: return "file\(index)"
    case .newID: return "made\(index)"
    case .object:
      guard let target = argument.interface, !Self.builtIn.contains(target) else { return "\(wire).o" + (argument.isNullable ? "" : "!") }
      let function = argument.isNullable ? "Resource.optional" : "Resource.required"
      return "\(function)(\(wire).o, as: \(Names.type(target))Resource.self)"
    }
  }

  private func writeSender(
    _ event: WaylandProtocol.Message, opcode: Int, in interface: WaylandProtocol.Interface, to out: inout CodeWriter
  ) {
    let parameters = event.arguments.map { "\(Names.member($0.name)): \(eventType($0, in: interface))" }.joined(separator: ", ")
    out.line()
    out.document(event.summary)
    if event.since > 1 { out.line("/// Does nothing where the client bound a version below \(event.since).") }
    out.block("package func send\(Names.type(event.name))(\(parameters))") { out in
      if event.since > 1 { out.line("guard version >= \(event.since) else { return }") }
      for (index, argument) in event.arguments.enumerated() where argument.type == .object || argument.type == .newID {
        let value = Names.member(argument.name)
        if argument.isNullable {
          out.line("let object\(index) = unsafe \(value)?.pointer")
        } else {
          out.line("guard let object\(index) = unsafe \(value).pointer else { return }")
        }
      }
      var opened = 0
      for (index, argument) in event.arguments.enumerated() {
        switch argument.type {
        case .string:
          let opener = argument.isNullable ? "Wire.withOptionalCString" : "Wire.withCString"
          out.line("unsafe \(opener)(\(Names.member(argument.name))) { text\(index) in")
          opened += 1
        case .array:
          out.line("unsafe Wire.withArray(\(Names.member(argument.name))) { array\(index) in")
          opened += 1
        default: break
        }
      }
      if event.arguments.isEmpty {
        out.line("unsafe post(\(opcode), nil)")
      } else {
        out.line("unsafe withUnsafeTemporaryAllocation(of: wl_argument.self, capacity: \(event.arguments.count)) { wire in")
        for (index, argument) in event.arguments.enumerated() {
          out.line("  unsafe wire.initializeElement(at: \(index), to: \(encoded(argument, index)))")
        }
        out.line("  unsafe post(\(opcode), wire.baseAddress)")
        out.line("}")
      }
      for _ in 0..<opened { out.line("}") }
      if event.isDestructor { out.line("destroy()") }
    }
  }

  private func eventType(_ argument: WaylandProtocol.Argument, in interface: WaylandProtocol.Interface) -> String {
    switch argument.type {
    case .fd: "Int32"
    case .array: "[UInt32]"
    case .object where argument.interface == nil: "Resource" + (argument.isNullable ? "?" : "")
    default: requestType(argument, in: interface)
    }
  }

  private func encoded(_ argument: WaylandProtocol.Argument, _ index: Int) -> String {
    let value = Names.member(argument.name)
    switch argument.type {
    case .int: return argument.enumeration == nil ? "wl_argument(i: \(value))" : "wl_argument(i: Int32(bitPattern: \(value).rawValue))"
    case .uint: return argument.enumeration == nil ? "wl_argument(u: \(value))" : "wl_argument(u: \(value).rawValue)"
    case .fixed: return "wl_argument(f: Wire.fixed(\(value)))"
    case .string: return "wl_argument(s: text\(index))"
    case .array: return "wl_argument(a: array\(index))"
    case .fd: return "wl_argument(h: \(value))"
    case .object, .newID: return "wl_argument(o: object\(index))"
    }
  }

  private func writeErrors(_ interface: WaylandProtocol.Interface, to out: inout CodeWriter) {
    let name = Names.type(interface.name)
    out.block("extension ProtocolError") { out in
      out.line("/// An error of `\(interface.name)`. - Parameter resource: the object it is posted on; none: the one whose request failed.")
      out.block(
        "package static func \(Names.camel(interface.name))(_ code: \(name).Error, on resource: \(name)Resource? = nil, _ message: String) -> Self"
      ) { out in
        out.line("Self(interface: \"\(interface.name)\", code: code.rawValue, resource: resource, message: message)")
      }
    }
  }
}
