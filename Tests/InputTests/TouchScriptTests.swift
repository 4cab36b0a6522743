import Geometry
import Testing

@testable import Input

@Test func statementsFollowEachOtherInFramesOfTheirOwn() throws {
  let script = try TouchScript(parsing: "down 0 100,200; move 0 150.5,200; wait 50; up 0")
  #expect(
    script.steps == [
      .init(0, .down(0, at(100, 200))), .init(0, .frame), .init(0, .move(0, at(150.5, 200))), .init(0, .frame), .init(50, .up(0)),
      .init(50, .frame),
    ])
  #expect(script.duration == 50)
  #expect(script.fingers.isEmpty)
}

@Test func fingersJoinedByAnAmpersandShareFrames() throws {
  let script = try TouchScript(parsing: "down 0 0,0 & down 1 9,9\nmove 0 0,64 in 32 & move 1 9,73 in 32\nup 1 & up 0")
  #expect(
    script.steps.map(\.event) == [
      .down(0, at(0, 0)), .down(1, at(9, 9)), .frame, .move(0, at(0, 32)), .move(1, at(9, 41)), .frame, .move(0, at(0, 64)),
      .move(1, at(9, 73)), .frame, .up(1), .up(0), .frame,
    ])
  #expect(script.duration == 32)
}

@Test func aTapTakesAFreeFinger() throws {
  let script = try TouchScript(parsing: "down 0 0,0; tap 5,5; tap 1,1 & tap 2,2")
  #expect(script.steps.filter { $0.event == .up(1) }.map(\.time) == [50, 100])
  #expect(script.steps.contains(.init(50, .down(2, at(2, 2)))))
  #expect(Array(script.fingers.keys) == [0])
}

@Test func aScriptGoesOnWhereTheOneBeforeEnded() throws {
  let first = try TouchScript(parsing: "down 4 10,10; move 4 20,10")
  #expect(first.fingers == [4: at(20, 10)])
  let second = try TouchScript(parsing: "move 4 20,42 in 32; up 4", fingers: first.fingers)
  #expect(second.steps.first == .init(16, .move(4, at(20, 26))))
  #expect(second.fingers.isEmpty)
}

@Test(arguments: ["", " \n ; ;; ", "\r\n"])
func nothingIsAScriptThatDoesNothing(text: String) throws {
  #expect(try TouchScript(parsing: text).steps.isEmpty)
}

@Test func placesMayBeMoreThanNumbers() throws {
  let script = try TouchScript(parsing: "tap button") { text throws(TouchScript.PlaceError) in
    guard text == "button" else { throw TouchScript.PlaceError("no such place") }
    return at(7, 8)
  }
  #expect(script.steps.first == .init(0, .down(0, at(7, 8))))
}

@Test(arguments: [
  ("jump 0 1,1", 1, "“jump” is no statement"), ("down 0 1,1; hop", 13, "“hop”"), ("down", 5, "a finger's number is missing"),
  ("down 0", 7, "a place is missing"), ("down x 1,1", 6, "“x” is not a finger"), ("down 99 1,1", 6, "0 to 31"), ("down -1 1,1", 6, "“-1”"),
  ("down 0 1", 8, "“1” is not a place"), ("down 0 1,nan", 8, "not a place"), ("down 0 1e9,1", 8, "not a place"),
  ("down 0 0x5,1", 8, "not a place"),
  ("down 0 1,2,3", 8, "not a place"), ("down 0 1,1 now", 12, "“now” is too much"), ("up 0", 1, "finger 0 is not down"),
  ("down 0 1,1; down 0 2,2", 13, "finger 0 is down already"), ("move 0 1,1", 1, "not down"), ("down 0 1,1; move 0 2,2 on 5", 24, "“on”"),
  ("down 0 1,1; move 0 2,2 in", 26, "a time in milliseconds is missing"), ("wait", 5, "missing"), ("wait -1", 6, "not a time"),
  ("wait 99999999", 6, "not a time"), ("wait 1 & wait 1", 1, "stands alone"), ("down 0 1,1 & up 0", 14, "two things at once"),
  ("& down 0 1,1", 1, "before"), ("down 0 1,1 &", 12, "after"), ("down 0 1,1 & & up 0", 14, "before"), ("ä down", 1, "“ä”"),
  ("wait 1\nüp", 8, "“üp”"),
])
func errorsSayWhereAndWhat(text: String, position: Int, reason: String) throws {
  let error = try #require(throws: TouchScript.ParseError.self) { try TouchScript(parsing: text) }
  #expect(error.position == position)
  #expect(error.description.contains(reason), "\(error)")
}

@Test func aScriptWithoutEndIsRefused() {
  let long = "down 0 0,0;" + String(repeating: "move 0 9,9 in 600000;move 0 0,0 in 600000;", count: 2)
  #expect(throws: TouchScript.ParseError.self) { try TouchScript(parsing: long) }
}
