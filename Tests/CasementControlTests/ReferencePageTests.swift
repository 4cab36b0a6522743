import Glibc
import Testing

@testable import CasementControl

@Suite struct ReferencePageTests {
  /// The committed page, beside the sources.
  private static var path: String {
    let parts = #filePath.split(separator: "/", omittingEmptySubsequences: false)
    return parts.dropLast(3).joined(separator: "/") + "/Sources/Documentation/control-socket.md"
  }

  /// With CASEMENT_RENEW_DOCS set, the page is written instead: that is what `make docs` does.
  @Test func thePageIsTheOneThatTheTypesMake() throws {
    if unsafe getenv("CASEMENT_RENEW_DOCS") != nil {
      let file = unsafe try #require(unsafe fopen(Self.path, "w"))
      unsafe fputs(ReferencePage.text, file)
      unsafe fclose(file)
    }
    let file = unsafe try #require(unsafe fopen(Self.path, "r"))
    defer { unsafe fclose(file) }
    var bytes: [UInt8] = []
    while case let byte = unsafe fgetc(file), byte >= 0 { bytes.append(UInt8(byte)) }
    #expect(String(decoding: bytes, as: UTF8.self) == ReferencePage.text, "run “make docs”")
  }

  @Test func everyMethodAndEveryMemberIsThere() {
    let text = ReferencePage.text
    for method in ServedMethods.all {
      #expect(text.contains("### `\(method.name)`\n\(method.type.summary)"))
      for name in members(of: method.type) { #expect(text.contains("| `\(name)` |"), "\(method.name)") }
    }
    for kind in ControlEvent.Kind.words { #expect(text.contains("`\(kind)`")) }
  }

  private func members<Method: ControlMethod>(of type: Method.Type) -> [String] { Method.Parameters.notes.map(\.key) }

  @Test func shapesAreFoundByDecoding() {
    let members = TypeShape.members(of: Shot.Result.self)
    #expect(members.map(\.name) == ["png", "width", "height", "scale", "windows"])
    #expect(members.map { "\($0.type)" } == ["Base64", "Int", "Int", "Double", "Array<WindowReference>"])
    let optional = TypeShape.members(of: TypeText.Parameters.self)
    #expect(optional.map(\.isOptional) == [false, true])
  }

  @Test func linksLeadSomewhere() throws {
    let text = ReferencePage.text
    let headings = text.split(separator: "\n").filter { $0.hasPrefix("#") }.map { line in
      line.drop { $0 == "#" || $0 == " " }.lowercased().filter { $0.isLetter || $0.isNumber || $0 == " " }.replacing(" ", with: "-")
    }
    for part in text.split(separator: "](#").dropFirst() {
      let target = String(part.prefix { $0 != ")" })
      #expect(headings.filter { $0 == target }.count == 1, "\(target)")
    }
  }
}
