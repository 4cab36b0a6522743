import Foundation
import ScannerCore
import Testing

/// Every error that the description of a served protocol names can be sent, and is provoked by a test.
@Suite struct ServedErrorsTests {
  private static let icc = "profiles are not offered: asking for the object is an error of the manager"
  /// Errors that are never sent, and why.
  private static let never = [
    "wl_display.invalid_object": "libwayland sends it",
    "wl_display.invalid_method": "libwayland sends it",
    "wl_display.no_memory": "sent as ProtocolError.noMemory; a client that asks for too much is provoked in the tests of hostile clients",
    "wl_display.implementation": "sent as ProtocolError.implementation",
    "wl_seat.missing_capability": "the seat has a pointer, a keyboard and a touch screen from first to last",
    "wl_surface.defunct_role_object": "many clients destroy a surface before its role at their end; the role's object is inert then",
    "wp_color_management_surface_feedback_v1.unsupported_feature": "parameters can be used here",
    "wp_image_description_creator_params_v1.unsupported_feature": "all features of parameters are announced but one that has no request",
    "wp_image_description_creator_icc_v1.incomplete_set": icc,
    "wp_image_description_creator_icc_v1.already_set": icc,
    "wp_image_description_creator_icc_v1.bad_fd": icc,
    "wp_image_description_creator_icc_v1.bad_size": icc,
    "wp_image_description_creator_icc_v1.out_of_file": icc,
    "wp_presentation.invalid_timestamp": "no request carries a time",
    "wp_presentation.invalid_flag": "no request carries flags",
    "zwp_virtual_keyboard_manager_v1.unauthorized": "who may not use it does not see the global",
    "xdg_wm_base.unresponsive": "a client may be stopped in a debugger; it is asked, and not ended",
  ]

  private struct Named {
    var interface: String
    var error: String
    var value: UInt32
    var key: String { "\(interface).\(error)" }
    var swiftError: String { Self.lower(error) }
    /// The forms in which Swift code names the interface.
    var swiftInterfaces: [String] {
      [".\(Self.lower(interface))(", "\(Self.upper(interface)).Error", "\"\(interface)\""]
    }

    private static func upper(_ name: String) -> String {
      name.split(separator: "_").map { $0.prefix(1).uppercased() + $0.dropFirst() }.joined()
    }
    private static func lower(_ name: String) -> String { upper(name).prefix(1).lowercased() + upper(name).dropFirst() }
    static func swiftName(_ interface: String) -> String { upper(interface) }
  }

  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The lines of a list of ours, without comments.
  private static func list(_ name: String) throws -> [String] {
    try String(contentsOf: root.appendingPathComponent("protocol/\(name)"), encoding: .utf8)
      .split(separator: "\n").map(String.init).filter { !$0.hasPrefix("#") }
  }

  /// The Swift files below a folder.
  private static func texts(_ folder: String) throws -> [String] {
    let files = FileManager.default.enumerator(at: root.appendingPathComponent(folder), includingPropertiesForKeys: nil)!
    return try files.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }.map { try String(contentsOf: $0, encoding: .utf8) }
  }

  /// The errors of every protocol of which a global is in the table.
  private static func errors() throws -> [Named] {
    let table = try String(contentsOf: root.appendingPathComponent("Sources/Casement/Service/GlobalTable.swift"), encoding: .utf8)
    let paths =
      try list("served.list").map { root.appendingPathComponent("protocol/\($0)") }
      + list("system.list").map { URL(fileURLWithPath: "/usr/share/wayland-protocols/\($0)") }
    return try paths.flatMap { path in
      let described = try WaylandProtocol(xml: Data(contentsOf: path))
      guard described.interfaces.contains(where: { table.contains("entry(\(Named.swiftName($0.name))Resource.self") }) else {
        return [Named]()
      }
      return described.interfaces.flatMap { interface in
        interface.enums.filter { $0.name == "error" }.flatMap(\.entries).map {
          Named(interface: interface.name, error: $0.name, value: $0.value)
        }
      }
    }
  }

  @Test func everyErrorOfAServedProtocolCanBeSent() throws {
    let sources = try Self.texts("Sources/Casement")
    let errors = try Self.errors()
    #expect(errors.count > 80, "the lists were read")
    for error in errors where Self.never[error.key] == nil {
      let isSent = sources.contains { text in
        text.contains(".\(error.swiftError)") && error.swiftInterfaces.contains { text.contains($0) }
      }
      #expect(isSent, "\(error.key) is never sent")
    }
  }

  @Test func everyErrorOfAServedProtocolIsProvokedByATest() throws {
    let tests = try Self.texts("Tests/CasementTests")
    for error in try Self.errors() where Self.never[error.key] == nil {
      let isProvoked = tests.contains { text in
        guard error.swiftInterfaces.contains(where: { text.contains($0) }) else { return false }
        return text.contains(".\(error.swiftError)") || text.contains("\", \(error.value),") || text.contains("\", \(error.value))")
      }
      #expect(isProvoked, "no test provokes \(error.key)")
    }
  }
}
