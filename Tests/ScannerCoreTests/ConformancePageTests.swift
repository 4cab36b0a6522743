import Foundation
import Testing

/// `Sources/Documentation/conformance.md`, kept true: each test and each source file that it names is there, and each protocol that is
/// served is in it.
@Suite struct ConformancePageTests {
  private static let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  private static func files(_ folder: String) -> [URL] {
    let all = FileManager.default.enumerator(at: root.appendingPathComponent(folder), includingPropertiesForKeys: nil)!
    return all.compactMap { $0 as? URL }.filter { $0.pathExtension == "swift" }
  }

  private static func text(_ path: String) throws -> String {
    try String(contentsOf: root.appendingPathComponent(path), encoding: .utf8)
  }

  /// The cells of each row below a heading.
  private static func rows() throws -> [[String]] {
    try text("Sources/Documentation/conformance.md").components(separatedBy: "\n").filter { $0.hasPrefix("| `") }
      .map { $0.dropFirst(2).dropLast(2).components(separatedBy: " | ") }
  }

  /// What stands between backquotes.
  private static func quoted(_ cell: String) -> [String] {
    cell.components(separatedBy: "`").enumerated().filter { $0.offset % 2 == 1 }.map(\.element)
  }

  @Test func everyTestAndFileThatThePageNamesIsThere() throws {
    let sources = Set(Self.files("Sources").map(\.lastPathComponent))
    let tests = try Self.files("Tests").map { try String(contentsOf: $0, encoding: .utf8) }.joined(separator: "\n")
    let rows = try Self.rows()
    #expect(rows.count > 150 && rows.allSatisfy { $0.count == 3 }, "the page was read")
    for row in rows {
      let places = Self.quoted(row.last ?? "")
      #expect(!places.isEmpty, "\(row[0]): nothing says where it holds")
      for place in places {
        let isThere = place.hasSuffix(".swift") ? sources.contains(place) : tests.contains("func \(place)(")
        #expect(isThere, "\(row[0]) is said to hold in \(place), which is not there")
      }
    }
  }

  @Test func everyServedProtocolIsOnThePage() throws {
    // the global, or an object of its protocol, by the words that they have in common
    let named = try Self.rows().flatMap { Self.quoted($0[0]) }
    let globals = try Self.text("Sources/Documentation/protocols.md").components(separatedBy: "\n").filter { $0.hasPrefix("| `") }
      .compactMap { Self.quoted($0).first }
    #expect(globals.count > 50)
    for global in globals {
      let stem = global.replacingOccurrences(of: "_(manager|shell|notifier|list)?(_v[0-9])?$", with: "", options: .regularExpression)
        .components(separatedBy: "_").prefix(3).joined(separator: "_")
      #expect(named.contains { $0.hasPrefix(stem) || $0.hasPrefix(String(stem.dropLast())) }, "nothing is said of \(global)")
    }
  }
}
