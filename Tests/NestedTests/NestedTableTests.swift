import Foundation
import Testing

/// The table of promises in `Tests/README.md`, kept true: each of its tests exists.
@Suite struct NestedTableTests {
  @Test func theTableOfNestedSessionsIsTrue() throws {
    let tests = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    let readme = try String(contentsOf: tests.appendingPathComponent("README.md"), encoding: .utf8)
    let section = try #require(
      readme.components(separatedBy: "\n## Nested sessions").dropFirst().first?.components(separatedBy: "\n## ").first)
    var code = ""
    for folder in ["NestedTests", "CasementCommandTests"] {
      let names = try FileManager.default.contentsOfDirectory(atPath: tests.appendingPathComponent(folder).path)
      for name in names where name.hasSuffix(".swift") && name != "NestedTableTests.swift" {
        code += try String(contentsOf: tests.appendingPathComponent("\(folder)/\(name)"), encoding: .utf8)
      }
    }
    var count = 0
    for row in section.components(separatedBy: "\n") where row.hasPrefix("| ") && row.contains(" | `") {
      let named = row.components(separatedBy: " | ").last?.components(separatedBy: "`").filter { !$0.contains(" ") && !$0.isEmpty } ?? []
      #expect(!named.isEmpty, "\(row)")
      for name in named {
        #expect(code.contains("func \(name)("), "there is no test \(name)")
        count += 1
      }
    }
    #expect(count > 60)
  }
}
