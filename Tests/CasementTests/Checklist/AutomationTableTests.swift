import Foundation
import Testing

/// The table of automation in `Tests/README.md`: every test that it names is there.
@Suite struct AutomationTableTests {
  @Test func everyTestThatTheTableNamesIsThere() throws {
    let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent().deletingLastPathComponent()
    var sources = ""
    for case let file as URL in FileManager.default.enumerator(at: tests, includingPropertiesForKeys: nil)!
    where file.pathExtension == "swift" {
      sources += try String(contentsOf: file, encoding: .utf8)
    }
    let page = try String(contentsOf: tests.appendingPathComponent("README.md"), encoding: .utf8)
    let section = try #require(page.components(separatedBy: "\n## Automation\n").last?.components(separatedBy: "\n## ").first)
    let rows = section.split(separator: "\n").filter { $0.hasPrefix("| ") }.dropFirst()
    #expect(rows.count > 30)
    for row in rows {
      let cells = row.split(separator: " | ")
      let names = try #require(cells.last).split(separator: "`").filter { $0.allSatisfy { $0.isLetter || $0.isNumber } }
      // what takes minutes is a target of make, named in the row itself
      #expect(!names.isEmpty || cells[0].contains("`make "), "\(row)")
      for name in names { #expect(sources.contains("func \(name)("), "\(name)") }
    }
  }
}
