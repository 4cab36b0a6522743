import Testing

@testable import CasementControl

@Suite struct KeyChordTests {
  @Test(
    arguments: [
      ("a", [], "a"), ("ctrl+shift+t", [.ctrl, .shift], "t"), ("Control+Return", [.ctrl], "Return"), ("super", [.super], nil),
      ("shift+alt", [.shift, .alt], nil), ("+", [], "+"), ("ctrl++", [.ctrl], "+"), ("logo+é", [.super], "é"),
    ] as [(String, [KeyChord.Modifier], String?)])
  func eachFormIsRead(text: String, modifiers: [KeyChord.Modifier], key: String?) throws {
    let chord = try KeyChord(parsing: text)
    #expect(chord.modifiers == modifiers)
    #expect(chord.key == key)
    #expect(try KeyChord(parsing: chord.description) == chord)
  }

  @Test(arguments: [
    ("", "empty"), ("ctrl+", "nothing between"), ("ctrl++a", "nothing between"), ("crtl+a", "“crtl”"), ("ctrl+ctrl+a", "twice"),
  ])
  func anErrorSaysWhatIsWrong(text: String, hint: String) {
    let error = #expect(throws: ControlError.self) { try KeyChord(parsing: text) }
    #expect(error?.message.contains(hint) == true, "\(error?.message ?? "")")
  }
}
