package import Foundation
import FoundationXML

/// What is wrong with a protocol's XML, and where.
package struct ProtocolSyntaxError: Error, CustomStringConvertible {
  package var line: Int
  package var message: String
  package var description: String { "line \(line): \(message)" }
}

extension WaylandProtocol {
  /// Reads the XML of one protocol.
  ///
  /// - Throws: `ProtocolSyntaxError` for XML that is not well-formed and for a description that breaks the format's rules.
  package init(xml: Data) throws {
    let reader = ProtocolReader()
    let parser = XMLParser(data: xml)
    parser.delegate = reader
    let finished = parser.parse()
    if let error = reader.error { throw error }
    // FoundationXML may report success for a document that it could not read to its end.
    if !finished || parser.parserError != nil {
      throw ProtocolSyntaxError(line: parser.lineNumber, message: "not well-formed XML")
    }
    guard let result = reader.result else { throw ProtocolSyntaxError(line: 1, message: "no <protocol> element") }
    self = result
  }
}

/// Builds a `WaylandProtocol` from the elements as they come.
private final class ProtocolReader: NSObject, XMLParserDelegate {
  var result: WaylandProtocol?
  var error: ProtocolSyntaxError?
  private var interface: WaylandProtocol.Interface?
  private var message: WaylandProtocol.Message?
  private var enumeration: WaylandProtocol.Enumeration?

  func parser(
    _ parser: XMLParser, didStartElement element: String, namespaceURI: String?, qualifiedName: String?, attributes: [String: String]
  ) {
    do {
      try start(element, attributes, line: parser.lineNumber)
    } catch {
      self.error = error
      parser.abortParsing()
    }
  }

  func parser(_ parser: XMLParser, didEndElement element: String, namespaceURI: String?, qualifiedName: String?) {
    switch element {
    case "interface":
      if let interface { result?.interfaces.append(interface) }
      interface = nil
    case "request":
      if let message { interface?.requests.append(message) }
      message = nil
    case "event":
      if let message { interface?.events.append(message) }
      message = nil
    case "enum":
      if let enumeration { interface?.enums.append(enumeration) }
      enumeration = nil
    default: break
    }
  }

  private func start(_ element: String, _ attributes: [String: String], line: Int) throws(ProtocolSyntaxError) {
    func required(_ name: String) throws(ProtocolSyntaxError) -> String {
      guard let value = attributes[name], !value.isEmpty else {
        throw ProtocolSyntaxError(line: line, message: "<\(element)> has no \(name)")
      }
      return value
    }
    func number(_ name: String, default fallback: Int?) throws(ProtocolSyntaxError) -> Int {
      guard let text = attributes[name] else {
        if let fallback { return fallback }
        throw ProtocolSyntaxError(line: line, message: "<\(element)> has no \(name)")
      }
      guard let value = Int(text), value > 0 else {
        throw ProtocolSyntaxError(line: line, message: "\(name)=\"\(text)\" is not a positive number")
      }
      return value
    }
    switch element {
    case "protocol":
      result = WaylandProtocol(name: try required("name"))
    case "interface":
      guard result != nil, interface == nil else { throw ProtocolSyntaxError(line: line, message: "<interface> outside a protocol") }
      interface = WaylandProtocol.Interface(name: try required("name"), version: try number("version", default: nil))
    case "request", "event":
      guard interface != nil, message == nil else { throw ProtocolSyntaxError(line: line, message: "<\(element)> outside an interface") }
      message = WaylandProtocol.Message(
        name: try required("name"), since: try number("since", default: 1), isDestructor: attributes["type"] == "destructor")
    case "arg":
      guard message != nil else { throw ProtocolSyntaxError(line: line, message: "<arg> outside a message") }
      let typeName = try required("type")
      guard let type = WaylandProtocol.ArgumentType(rawValue: typeName) else {
        throw ProtocolSyntaxError(line: line, message: "no argument type is named \"\(typeName)\"")
      }
      if type == .newID, attributes["interface"] == nil, interface?.name != "wl_registry" || message?.name != "bind" {
        throw ProtocolSyntaxError(line: line, message: "a new_id without an interface is wl_registry.bind's alone")
      }
      message?.arguments.append(
        WaylandProtocol.Argument(
          name: try required("name"), type: type, interface: attributes["interface"], enumeration: attributes["enum"],
          isNullable: attributes["allow-null"] == "true"))
    case "enum":
      guard interface != nil, enumeration == nil else { throw ProtocolSyntaxError(line: line, message: "<enum> outside an interface") }
      enumeration = WaylandProtocol.Enumeration(name: try required("name"), isBitfield: attributes["bitfield"] == "true")
    case "entry":
      guard enumeration != nil else { throw ProtocolSyntaxError(line: line, message: "<entry> outside an enum") }
      let text = try required("value")
      let value = text.hasPrefix("0x") ? UInt32(text.dropFirst(2), radix: 16) : UInt32(text)
      guard let value else { throw ProtocolSyntaxError(line: line, message: "value=\"\(text)\" is not a 32-bit number") }
      enumeration?.entries.append(
        WaylandProtocol.Entry(
          name: try required("name"), value: value, since: try number("since", default: 1), summary: attributes["summary"] ?? ""))
    case "description":
      let summary = attributes["summary"] ?? ""
      if message != nil {
        message?.summary = summary
      } else if enumeration != nil {
        enumeration?.summary = summary
      } else if interface != nil {
        interface?.summary = summary
      }
    default: break
    }
  }
}
