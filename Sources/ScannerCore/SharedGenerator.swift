/// Writes what server and client have in common: the enums, and the literal from which `wl_interface` tables are built.
package struct SharedGenerator {
  package init() {}

  /// The Swift file for one protocol.
  package func generate(_ description: WaylandProtocol) -> String {
    var out = CodeWriter()
    out.line("// Generated from the protocol \(description.name).")
    for interface in description.interfaces {
      out.line()
      out.document(interface.summary)
      out.block("package enum \(Names.type(interface.name))") { out in
        out.line("package static var name: String { \"\(interface.name)\" }")
        out.line("package static var version: UInt32 { \(interface.version) }")
        for enumeration in interface.enums { write(enumeration, to: &out) }
      }
    }
    out.line()
    out.block("extension InterfaceLiterals") { out in
      out.line("/// Every interface of the protocol: see `InterfaceTable` for the form.")
      out.line("static var \(Self.literalName(description)): StaticString {")
      out.line("  \"\(description.interfaces.map(literal).joined())\"")
      out.line("}")
    }
    return out.text
  }

  /// The name under which `InterfaceLiterals` has the protocol.
  static func literalName(_ description: WaylandProtocol) -> String {
    Names.camel(description.name.split(separator: "-").joined(separator: "_"))
  }

  private func write(_ enumeration: WaylandProtocol.Enumeration, to out: inout CodeWriter) {
    let kind = enumeration.isBitfield ? "OptionSet, Hashable, Sendable" : "RawRepresentable, Hashable, Sendable"
    out.line()
    out.document(enumeration.summary)
    out.block("@usableFromInline package struct \(Names.enumeration(enumeration.name)): \(kind)") { out in
      out.line("@usableFromInline package let rawValue: UInt32")
      out.line("@inlinable package init(rawValue: UInt32) { self.rawValue = rawValue }")
      for entry in enumeration.entries where !(enumeration.isBitfield && entry.value == 0) {
        out.document(entry.summary)
        out.line("@inlinable package static var \(Names.entry(entry.name)): Self { Self(rawValue: \(entry.value)) }")
      }
      out.line("/// Whether the protocol names the value, at `version` of the interface.")
      if enumeration.isBitfield {
        out.block("package func isValid(version: UInt32 = .max) -> Bool") { out in
          out.line("var known: UInt32 = 0")
          for entry in enumeration.entries {
            out.line(entry.since > 1 ? "if version >= \(entry.since) { known |= \(entry.value) }" : "known |= \(entry.value)")
          }
          out.line("return rawValue & ~known == 0")
        }
      } else {
        out.block("package func isValid(version: UInt32 = .max) -> Bool") { out in
          out.block("switch rawValue") { out in
            let always = Set(enumeration.entries.filter { $0.since == 1 }.map(\.value)).sorted()
            if !always.isEmpty { out.line("case \(always.map(String.init).joined(separator: ", ")): true") }
            for entry in enumeration.entries where entry.since > 1 { out.line("case \(entry.value): version >= \(entry.since)") }
            out.line("default: false")
          }
        }
      }
    }
  }

  /// One interface as NUL-terminated fields: name, version, counts of requests and events, then name, signature and types of each message.
  private func literal(_ interface: WaylandProtocol.Interface) -> String {
    var fields = [interface.name, "\(interface.version)", "\(interface.requests.count)", "\(interface.events.count)"]
    for message in interface.requests + interface.events {
      fields += [message.name, signature(message), types(message)]
    }
    return fields.map { $0 + "\\0" }.joined()
  }

  /// libwayland's signature string of a message.
  func signature(_ message: WaylandProtocol.Message) -> String {
    let arguments = message.arguments.map { argument in
      (argument.isNullable ? "?" : "")
        + {
          switch argument.type {
          case .int: "i"
          case .uint: "u"
          case .fixed: "f"
          case .string: "s"
          case .object: "o"
          case .newID: argument.interface == nil ? "sun" : "n"
          case .array: "a"
          case .fd: "h"
          }
        }()
    }
    return (message.since > 1 ? "\(message.since)" : "") + arguments.joined()
  }

  /// One entry a wire argument, separated by commas; empty where it has no interface.
  func types(_ message: WaylandProtocol.Message) -> String {
    message.arguments.map { argument in
      switch argument.type {
      case .newID where argument.interface == nil: ",,"
      case .object, .newID: argument.interface ?? ""
      default: ""
      }
    }.joined(separator: ",")
  }
}
