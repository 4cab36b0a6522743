import Foundation
import Testing

/// The tables of cases in `Tests/README.md`, kept true: which test shows which of the faults from the field, and of those found since.
@Suite struct CasesTests {
  private static let tests: URL = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// The files whose tests are named for each number: functions named `prefix` and two digits, display names `word` and a number.
  private func named(_ prefix: String, _ word: String) throws -> [Int: Set<String>] {
    var found: [Int: Set<String>] = [:]
    let files = FileManager.default.enumerator(at: Self.tests, includingPropertiesForKeys: nil)
    for case let file as URL in files! where file.pathExtension == "swift" && file.lastPathComponent != "CasesTests.swift" {
      let text = try String(contentsOf: file, encoding: .utf8)
      for (separator, digits) in [("func \(prefix)", 2), ("\"\(word) ", 3)] {
        for part in text.components(separatedBy: separator).dropFirst() {
          let number = part.prefix(digits).prefix { $0.isNumber }
          guard let number = Int(number) else { continue }
          found[number, default: []].insert(file.lastPathComponent)
        }
      }
    }
    return found
  }

  /// Checks that each row names files with tests of its number. - Returns: the numbers that have a row.
  private func check(_ found: [Int: Set<String>], _ heading: String) throws -> Set<Int> {
    let text = try String(contentsOf: Self.tests.appendingPathComponent("README.md"), encoding: .utf8)
    let section = try #require(text.components(separatedBy: heading).dropFirst().first?.components(separatedBy: "\n## ").first)
    var rows: [Int: String] = [:]
    for line in section.components(separatedBy: "\n") {
      let cells = line.components(separatedBy: " | ")
      guard let first = cells.first, let number = Int(first.drop { $0 == "|" || $0 == " " }) else { continue }
      rows[number] = line
    }
    for (number, row) in rows.sorted(by: { $0.key < $1.key }) {
      let cells = row.components(separatedBy: " | ")
      let files = cells.last?.replacingOccurrences(of: " |", with: "").components(separatedBy: ", ") ?? []
      let missing = files.filter { found[number]?.contains($0) != true }
      #expect(missing == [], "no test named for \(number) is in these files")
    }
    return Set(rows.keys)
  }

  @Test func theTableOfCasesIsTrue() throws {
    let rows = try check(named("case", "case"), "## Cases from the field")
    #expect((1...64).filter { !rows.contains($0) } == [])
  }

  @Test func theTableOfFurtherFaultsIsTrue() throws {
    let found = try named("field", "field")
    let rows = try check(found, "## Further faults from the field")
    #expect(Set(found.keys) == rows)
  }
}
