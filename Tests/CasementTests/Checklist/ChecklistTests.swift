import Foundation
import Testing

/// The 87 lines of the window model's checklist, and the tests that show them: display names begin with the numbers of the lines.
@Suite struct ChecklistTests {
  private struct Named {
    var lines: [Int]
    var name: String
    var file: String
    var isWire: Bool
  }

  private static let tests: URL = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
    .deletingLastPathComponent()

  /// Every test whose name begins with numbers.
  private func named() throws -> [Named] {
    var found: [Named] = []
    for target in ["CasementTests", "WindowModelTests"] {
      let folder = Self.tests.appendingPathComponent(target)
      let files = FileManager.default.enumerator(at: folder, includingPropertiesForKeys: nil)
      for case let file as URL in files! where file.pathExtension == "swift" && file.lastPathComponent != "ChecklistTests.swift" {
        let text = try String(contentsOf: file, encoding: .utf8)
        for part in text.components(separatedBy: "@Test(").dropFirst() {
          let start = part.drop { $0.isWhitespace }
          guard start.first == "\"", let end = start.dropFirst().firstIndex(of: "\"") else { continue }
          let name = String(start[start.index(after: start.startIndex)..<end])
          guard let colon = name.firstIndex(of: ":") else { continue }
          let lines = name[..<colon].split(separator: ",").map { Int($0.trimmingCharacters(in: .whitespaces)) }
          guard lines.allSatisfy({ $0 != nil }) else { continue }
          found.append(
            Named(lines: lines.compactMap { $0 }, name: name, file: file.lastPathComponent, isWire: target == "CasementTests"))
        }
      }
    }
    return found
  }

  @Test func everyLineHasATest() throws {
    let tests = try named()
    for test in tests { #expect(test.lines.allSatisfy { (1...87).contains($0) }, "\(test.name)") }
    let shown = Set(tests.flatMap(\.lines))
    #expect((1...87).filter { !shown.contains($0) } == [])
  }

  @Test func everyLineIsShownThroughTheWire() throws {
    let shown = Set(try named().filter(\.isWire).flatMap(\.lines))
    #expect((1...87).filter { !shown.contains($0) } == [])
  }

  @Test func theTableInTheDocumentsIsTrue() throws {
    let text = try String(contentsOf: Self.tests.appendingPathComponent("README.md"), encoding: .utf8)
    let tests = try named()
    for line in 1...87 {
      let ofLine = tests.filter { $0.lines.contains(line) }
      func files(_ isWire: Bool) -> String { Set(ofLine.filter { $0.isWire == isWire }.map(\.file)).sorted().joined(separator: ", ") }
      let row = "| \(line) | \(files(true)) | \(files(false)) |"
      #expect(text.contains(row), "the table lacks: \(row)")
    }
  }
}
