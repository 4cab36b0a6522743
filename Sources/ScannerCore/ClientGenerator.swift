/// Writes the client's side of a protocol: for each interface an enum of its events and the class of its proxies, which sends requests.
package struct ClientGenerator {
  package init() {}

  /// The Swift file for one protocol.
  package func generate(_ description: WaylandProtocol) -> String {
    var out = CodeWriter()
    out.line("// Generated from the protocol \(description.name).")
    out.line("internal import CWaylandClient")
    if description.usesEnums(onServer: false) { out.line("package import WaylandProtocols") }
    for interface in description.interfaces {
      if !interface.events.isEmpty {
        out.line()
        writeEvents(interface, to: &out)
      }
      out.line()
      writeProxy(interface, to: &out)
    }
    return out.text
  }

  private func writeEvents(_ interface: WaylandProtocol.Interface, to out: inout CodeWriter) {
    out.line("/// What a `\(interface.name)` may be told.")
    out.block("package enum \(Names.type(interface.name))Event") { out in
      for event in interface.events {
        let values = event.arguments.map { "\(Names.member($0.name)): \(eventType($0, in: interface))" }.joined(separator: ", ")
        out.document(event.summary)
        out.line("case \(Names.member(event.name))" + (values.isEmpty ? "" : "(\(values))"))
      }
    }
  }

  private func eventType(_ argument: WaylandProtocol.Argument, in interface: WaylandProtocol.Interface) -> String {
    switch argument.type {
    case .fd: return "Int32"
    case .array: return "[UInt8]"
    case .object: return (argument.interface.map { Names.type($0) + "Proxy" } ?? "Proxy") + "?"
    case .newID: return Names.type(argument.interface!) + "Proxy"
    default: return requestType(argument, in: interface)
    }
  }

  private func requestType(_ argument: WaylandProtocol.Argument, in interface: WaylandProtocol.Interface) -> String {
    let optional = argument.isNullable ? "?" : ""
    switch argument.type {
    case .int, .uint:
      if let reference = argument.enumeration { return Names.enumReference(reference, in: interface.name) }
      return argument.type == .int ? "Int32" : "UInt32"
    case .fixed: return "Double"
    case .string: return "String" + optional
    case .array: return "[UInt32]"
    case .fd: return "Int32"
    case .object, .newID: return (argument.interface.map { Names.type($0) + "Proxy" } ?? "Proxy") + optional
    }
  }

  private func writeProxy(_ interface: WaylandProtocol.Interface, to out: inout CodeWriter) {
    let name = Names.type(interface.name)
    out.document("Our `\(interface.name)`: \(interface.summary)")
    out.block("package final class \(name)Proxy: Proxy") { out in
      out.line("private static nonisolated(unsafe) let table = unsafe ClientInterfaces.pointer(\"\(interface.name)\")")
      out.line("override class var interface: UnsafePointer<wl_interface> { unsafe table }")
      out.line("override package class var interfaceName: String { \"\(interface.name)\" }")
      if !interface.events.isEmpty {
        out.line("/// Called with each event, in order.")
        out.line("package var onEvent: ((\(name)Event) -> Void)?")
        if interface.name != "wl_display" { writeDispatch(interface, to: &out) }
      }
      for (opcode, request) in interface.requests.enumerated() { writeRequest(request, opcode: opcode, in: interface, to: &out) }
    }
  }

  private func writeDispatch(_ interface: WaylandProtocol.Interface, to out: inout CodeWriter) {
    out.line()
    out.block("override func dispatch(_ opcode: UInt32, _ wire: UnsafeMutablePointer<wl_argument>)") { out in
      out.block("switch opcode") { out in
        for (opcode, event) in interface.events.enumerated() {
          let values = event.arguments.enumerated().map { index, argument in
            "\(Names.camel(argument.name)): \(decoded(argument, index, in: interface))"
          }.joined(separator: ", ")
          let unsafe = event.arguments.isEmpty ? "" : "unsafe "
          let member = Names.member(event.name)
          out.line("case \(opcode):")
          out.line("  let event = \(unsafe)\(Names.type(interface.name))Event.\(member)" + (values.isEmpty ? "" : "(\(values))"))
          if event.isDestructor { out.line("  defer { destroyProxy() }") }
          let files = event.arguments.indices.filter { event.arguments[$0].type == .fd }
          if files.isEmpty {
            out.line("  onEvent?(event)")
          } else {
            // the descriptors are the listener's to close; without one, nobody would
            let closing = files.map { "unsafe Wire.close(wire[\($0)].h)" }.joined(separator: "; ")
            out.line("  if let onEvent { onEvent(event) } else { \(closing) }")
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
    case .fd: return "\(wire).h"
    case .newID: return "\(Names.type(argument.interface!))Proxy(\(wire).o!, connection)"
    case .object:
      guard let target = argument.interface else { return "Proxy.known(\(wire).o)" }
      return "Proxy.known(\(wire).o) as? \(Names.type(target))Proxy"
    }
  }

  private func writeRequest(
    _ request: WaylandProtocol.Message, opcode: Int, in interface: WaylandProtocol.Interface, to out: inout CodeWriter
  ) {
    let made = request.arguments.first { $0.type == .newID }
    let isBind = made != nil && made?.interface == nil
    var parameters = request.arguments.filter { $0.type != .newID }.map {
      "\(Names.member($0.name)): \(requestType($0, in: interface))"
    }
    if isBind { parameters += ["_ type: Made.Type", "version: UInt32"] }
    let result = made.map { isBind ? "Made" : Names.type($0.interface!) + "Proxy" }
    out.line()
    out.document(request.summary)
    if result != nil { out.line("@discardableResult") }
    out.block(
      "package func \(Names.member(request.name))\(isBind ? "<Made: Proxy>" : "")(\(parameters.joined(separator: ", ")))"
        + (result.map { " -> \($0)" } ?? "")
    ) { out in
      var wire: [String] = []
      for (index, argument) in request.arguments.enumerated() {
        if argument.type == .newID, argument.interface == nil {
          wire += ["wl_argument(s: madeName)", "wl_argument(u: version)"]
        }
        wire.append(encoded(argument, index))
      }
      var opened = 0
      func open(_ line: String, _ out: inout CodeWriter) {
        out.line((result != nil ? "return " : "") + line)
        opened += 1
      }
      for (index, argument) in request.arguments.enumerated() {
        switch argument.type {
        case .string:
          let opener = argument.isNullable ? "Wire.withOptionalCString" : "Wire.withCString"
          open("unsafe \(opener)(\(Names.member(argument.name))) { text\(index) in", &out)
        case .array:
          open("unsafe Wire.withArray(\(Names.member(argument.name))) { array\(index) in", &out)
        default: break
        }
      }
      if isBind { open("unsafe Wire.withCString(Made.interfaceName) { madeName in", &out) }
      if wire.isEmpty {
        out.line("unsafe marshal(\(opcode), nil, destroys: \(request.isDestructor))")
      } else {
        open("unsafe withUnsafeTemporaryAllocation(of: wl_argument.self, capacity: \(wire.count)) { wire in", &out)
        for (index, value) in wire.enumerated() { out.line("unsafe wire.initializeElement(at: \(index), to: \(value))") }
        if let result {
          let version = isBind ? "version" : "self.version"
          out.line("return unsafe \(result)(make(\(opcode), wire.baseAddress, \(result).interface, version: \(version)), connection)")
        } else {
          out.line("unsafe marshal(\(opcode), wire.baseAddress, destroys: \(request.isDestructor))")
        }
      }
      for _ in 0..<opened { out.line("}") }
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
    case .object: return "wl_argument(o: \(value)\(argument.isNullable ? "?" : "").object)"
    case .newID: return "wl_argument(o: nil)"
    }
  }
}
