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
