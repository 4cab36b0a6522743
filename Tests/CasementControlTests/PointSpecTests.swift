import Testing

@testable import CasementControl

@Suite struct PointSpecTests {
  @Test(arguments: [
    ("1,2", PointSpec(x: 1, y: 2)), ("-1.5,+2", PointSpec(x: -1.5, y: 2)), ("headless-1:3,4", PointSpec(.screen("headless-1"), x: 3, y: 4)),
    ("foot@5,6", PointSpec(.window(.appID("foot")), x: 5, y: 6)), ("12@5,6", PointSpec(.window(.id(12)), x: 5, y: 6)),
    ("key@0,0", PointSpec(.window(.key), x: 0, y: 0)), ("title=a@b:c,d@1,2", PointSpec(.window(.title("a@b:c,d")), x: 1, y: 2)),
  ])
  func eachFormIsRead(text: String, point: PointSpec) throws {
    #expect(try PointSpec(parsing: text) == point)
    #expect(try PointSpec(parsing: point.description) == point)
    #expect(try JSONValue(encoding: point).decode(PointSpec.self, strictly: true) == point)
  }

  @Test(arguments: [
    ("", "not a point"), ("1", "not a point"), ("1,", "not a number"), (",1", "not a number"), ("a,b", "“a”"), ("1,2,3", "“2,3”"),
    ("1,nan", "“nan”"), ("inf,1", "“inf”"), (":1,2", "no screen"), ("@1,2", "named by nothing"), ("1e3,0", "“1e3”"), ("0x10,0", "“0x10”"),
  ])
  func anErrorSaysWhatIsWrong(text: String, hint: String) {
    let error = #expect(throws: ControlError.self) { try PointSpec(parsing: text) }
    #expect(error?.message.contains(hint) == true, "\(error?.message ?? "")")
  }

  @Test func anObjectIsAPointToo() throws {
    func decode(_ text: String) throws -> PointSpec {
      try JSONValue(parsing: Array(text.utf8)).decode(PointSpec.self, strictly: true)
    }
    #expect(try decode(#"{"x":1,"y":2.5}"#) == PointSpec(x: 1, y: 2.5))
    #expect(try decode(#"{"x":1,"y":2,"screen":"s"}"#) == PointSpec(.screen("s"), x: 1, y: 2))
    #expect(try decode(#"{"x":1,"y":2,"window":4}"#) == PointSpec(.window(.id(4)), x: 1, y: 2))
    #expect(throws: ControlError.self) { try decode(#"{"x":1,"y":2,"window":4,"screen":"s"}"#) }
    #expect(throws: ControlError.self) { try decode(#"{"x":1}"#) }
    #expect(throws: ControlError.self) { try decode(#"{"x":1,"y":2,"z":3}"#) }
  }
}
