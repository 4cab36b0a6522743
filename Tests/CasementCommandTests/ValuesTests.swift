import CasementControl
import Testing

@testable import CasementCommand

@Suite struct ValuesTests {
  @Test(arguments: [("1", 1000), ("0.5", 500), ("0.0001", 1), ("1000000", 1_000_000_000)]) func secondsAreRead(
    text: String, milliseconds: Int
  ) throws {
    #expect(try Values.seconds(text) == milliseconds)
  }

  @Test(arguments: ["", "0", "-1", "nan", "inf", "1e3", "1s", "1000001"]) func whatIsNotSecondsIsRefused(text: String) {
    #expect(throws: UsageError.self) { try Values.seconds(text) }
  }

  @Test(arguments: [("0", 0), ("-5.5", -5.5), ("9999999.5", 9_999_999.5), ("-1e308", -1e308), ("1e6", 1_000_000), ("0x10", 16)])
  func levelsAreAnyFiniteNumbersBelowTheKeyboards(text: String, level: Double) throws {
    #expect(try Values.level(text) == level)
  }

  @Test(arguments: ["", "high", "nan", "inf", "-inf", "1e7", "10000000", "1e400"]) func whatIsNoLevelIsRefused(text: String) throws {
    let error = try #require(#expect(throws: UsageError.self) { try Values.level(text) })
    #expect(error.message.contains("a finite number below 10000000"))
  }

  @Test func placesHaveAnOptionalSize() throws {
    let place = try Values.place("-5,7,640x480")
    #expect((place.x, place.y) == (-5, 7))
    #expect(place.size! == (640, 480))
    #expect(try Values.place("1,2").size == nil)
    for text in ["", "1", "1,2,3", "1,2,3x", "1,2,0x4", "1.5,2", "99999999,1", "1,2,3x4,5"] {
      #expect(throws: UsageError.self) { try Values.place(text) }
    }
    #expect(throws: UsageError.self) { try Values.region("1,2") }
    #expect(try Values.region("1,2,3x4") == Rectangle(x: 1, y: 2, width: 3, height: 4))
  }
}
