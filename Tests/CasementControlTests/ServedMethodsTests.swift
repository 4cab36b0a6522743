import Testing

@testable import CasementControl

@Suite struct ServedMethodsTests {
  @Test func namesAreUniqueAndLowerCase() {
    #expect(Set(ServedMethods.names).count == ServedMethods.names.count)
    for name in ServedMethods.names { #expect(name.allSatisfy { $0.isLowercase || $0 == "." }) }
  }

  @Test func everyParameterHasItsSentence() throws {
    for method in ServedMethods.all { try check(method.type) }
  }

  @Test func theValuesThatTravelHaveTheirSentences() throws {
    try check(WindowInfo.self)
    try check(ScreenInfo.self)
    try check(ScreenModeInfo.self)
    try check(SeatInfo.self)
    try check(ControlEvent.self)
    try check(ClientError.self)
    try check(InputInfo.self)
    try check(GetClipboard.Result.self)
    try check(Shot.Result.self)
    try check(Step.Result.self)
    try check(ControlError.Detail.self)
    try check(TouchStep.self)
  }

  private func check<Method: ControlMethod>(_ method: Method.Type) throws {
    try check(Method.Parameters.self)
    #expect(Method.summary.hasSuffix("."))
  }

  /// The members that a type asks for when it is decoded are those that it has notes about.
  private func check<Object: ControlObject>(_ type: Object.Type) throws {
    let asked = FieldRecorder.fields(of: type)
    #expect(asked == type.notes.map(\.key), "\(type)")
  }

  @Test(
    arguments: [
      ("windws", ["windows"]), ("screen", ["screens", "screen.add", "screen.set"]), ("pres", ["press"]), ("", nil), ("xyzzy", nil),
    ] as [(String, [String]?)])
  func nearNamesAreFound(word: String, near: [String]?) {
    #expect(nearest(to: word, among: ServedMethods.names) == near)
  }
}
