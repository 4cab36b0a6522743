import Testing

@testable import CasementControl

@Suite struct TouchStepTests {
  @Test func aScriptIsItsSteps() throws {
    #expect(
      try TouchStep.script(parsing: "down 0 1,2; down 1 foot@3,4;move 0 5,6 200 ; wait 10;; up 0; up 1; cancel") == [
        TouchStep(.down, id: 0, to: PointSpec(x: 1, y: 2)),
        TouchStep(.down, id: 1, to: PointSpec(.window(.appID("foot")), x: 3, y: 4)),
        TouchStep(.move, id: 0, to: PointSpec(x: 5, y: 6), milliseconds: 200),
        TouchStep(.wait, milliseconds: 10), TouchStep(.up, id: 0), TouchStep(.up, id: 1), TouchStep(.cancel),
      ])
  }

  @Test(arguments: [
    ("", "empty"), (" ; ", "empty"), ("press 0 1,2", "down, move, up"), ("down 0", "not a touch step"), ("down 32 1,2", "0 to 31"),
    ("up", "not a touch step"), ("up x", "not a finger"), ("wait soon", "not a time"), ("wait -1", "not a time"),
    ("move 0 1,2 3 4", "not a touch step"),
    ("cancel 0", "not a touch step"), ("down 0 12", "not a point"),
  ])
  func anErrorQuotesTheStep(text: String, hint: String) {
    let error = #expect(throws: ControlError.self) { try TouchStep.script(parsing: text) }
    #expect(error?.message.contains(hint) == true, "\(error?.message ?? "")")
  }
}
