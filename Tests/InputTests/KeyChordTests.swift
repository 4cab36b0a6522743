import Testing

@testable import Input

@Test(
  arguments: [
    ("a", [], 30), ("A", [42], 30), ("ctrl+shift+t", [29, 42], 20), ("ctrl+T", [29, 42], 20), ("alt+F4", [56], 62), ("ALT+f4", [56], 62),
    ("Return", [], 28), ("enter", [], 28), ("ESC", [], 1), ("super", [], 125), ("Super_R", [], 126), ("ctrl", [], 29),
    ("ctrl+alt+Delete", [29, 56], 111),
    ("+", [42], 13), ("ctrl++", [29, 42], 13), ("ctrl+shift+plus", [29, 42], 13), ("ctrl+?", [29, 42], 53), ("page_up", [], 104),
    ("PgDn", [], 109),
    ("space", [], 57), (" ", [], 57), ("shift+Tab", [42], 15), ("Control_R+c", [97], 46), ("left", [], 105), ("(", [42], 10),
    ("caps", [], 58),
    ("num+a", [69], 30),
    ("<", [42], 51),
  ] as [(String, [UInt32], UInt32)])
func chordsNameKeysOfTheKeymap(text: String, modifiers: [UInt32], key: UInt32) throws {
  let chord = try KeyChord(parsing: text, on: Keymap())
  #expect(chord.modifiers == modifiers)
  #expect(chord.key == key)
}

@Test func aChordFollowsTheLayout() throws {
  let german = try Keymap(KeymapNames(layout: "de"))
  #expect(try KeyChord(parsing: "ctrl+z", on: german).key == 21)
  #expect(try KeyChord(parsing: "@", on: german) == KeyChord(parsing: "altgr+at", on: german))
  let both = try Keymap(KeymapNames(layout: "us,ru"))
  #expect(try KeyChord(parsing: "ф", on: both, modifiers: ModifierMasks(group: 1)).key == 30)
}

@Test func keysAreReleasedInTheOppositeOrder() throws {
  let chord = try KeyChord(parsing: "ctrl+shift+t", on: Keymap())
  #expect(
    chord.steps == [
      .key(29, pressed: true), .key(42, pressed: true), .key(20, pressed: true), .key(20, pressed: false), .key(42, pressed: false),
      .key(29, pressed: false),
    ])
}

@Test(arguments: [
  ("", "no key"), ("ctrl+", "part 2"), ("+a", "part 1"), ("ctrl++t", "part 2"), ("strg+c", "“strg” in “strg+c” is not a modifier"),
  ("t+ctrl", "“t” in “t+ctrl” is not a modifier"), ("ctrl+ctrl+c", "“ctrl” is in “ctrl+ctrl+c” twice"), ("ctrl+Foo", "no key “Foo”"),
  ("é", "“é” is not on the present keymap"), ("EACUTE", "may be “eacute” or “Eacute”"), ("Thai_kokai", "not on the present keymap"),
  ("ctrl+control", "twice"), ("😀", "not on the present keymap"), ("a b", "no key “a b”"), ("%s%n", "no key"),
])
func whatIsNoChordIsToldByItsPart(text: String, complaint: String) throws {
  let error = #expect(throws: KeyChord.ParseError.self) { try KeyChord(parsing: text, on: Keymap()) }
  let description = try #require(error).description
  #expect(description.contains(complaint), "\(description)")
}
