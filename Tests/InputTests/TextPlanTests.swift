import Testing

@testable import Input

/// Does what a plan says, as the service does, and notes what a client would read from it.
private final class Typist {
  let keyboard: KeyboardState
  let own: Keymap
  var added: [Unicode.Scalar] = []
  var text = ""
  var keymaps = 0
  var modifierChanges = 0

  init(_ names: KeymapNames = .us) throws {
    own = try Keymap(names)
    keyboard = KeyboardState(keymap: own)
  }

  func type(_ text: String) throws {
    let plan = try TextPlan(text, on: own, added: added, modifiers: keyboard.modifiers)
    added = plan.added
    for step in plan.steps {
      switch step {
      case .useKeymap(let text):
        keymaps += 1
        keyboard.setKeymap(try Keymap(text: text.utf8))
      case .key(let key, pressed: true):
        if keyboard.press(key).modifiers != nil { modifierChanges += 1 }
        self.text += keyboard.text(of: key)
      case .key(let key, pressed: false): _ = keyboard.release(key)
      }
    }
    #expect(keyboard.heldKeys == [])
  }
}

private let samples = [
  "Hello, World! (1+2=3) <tag> \"quoted\" {x|y} ~#@^`", "éü ß € Ñ", "Привет, мир", "漢字かな交じり文", "한국어", "😀👩‍👩‍👧‍👦🇩🇪",
  "e\u{301}a\u{308}", "שלום עולם", "a😀b😀c", "", " ", "x²≠∞",
]

@Test(arguments: ["us", "de", "fr", "ru", "jp"])
func anyTextIsTypedOnAnyKeymap(layout: String) throws {
  let typist = try Typist(KeymapNames(layout: layout))
  for text in samples {
    typist.text = ""
    try typist.type(text)
    #expect(Array(typist.text.unicodeScalars) == Array(text.unicodeScalars))
    #expect(typist.keyboard.modifiers == ModifierMasks())
  }
}

@Test func capsLockDoesNotChangeTheText() throws {
  let typist = try Typist()
  _ = typist.keyboard.press(Key.capsLock)
  _ = typist.keyboard.release(Key.capsLock)
  let before = typist.keyboard.modifiers
  for text in samples {
    typist.text = ""
    try typist.type(text)
    #expect(Array(typist.text.unicodeScalars) == Array(text.unicodeScalars))
    #expect(typist.keyboard.modifiers == before)
  }
}

@Test func aHeldShiftDoesNotChangeAddedCharacters() throws {
  let keyboard = KeyboardState(keymap: try Keymap())
  _ = keyboard.press(Key.leftShift)
  let plan = try TextPlan("éß😀", on: keyboard.keymap)
  for case .useKeymap(let text) in plan.steps { keyboard.setKeymap(try Keymap(text: text.utf8)) }
  #expect(keyboard.modifiers.depressed == 1)
  #expect(ExtendedKeymap.keys.prefix(3).map { keyboard.text(of: $0) } == ["é", "ß", "😀"])
}

@Test func theLayoutInUseIsTheOneTypedOnAndComesBack() throws {
  let typist = try Typist(KeymapNames(layout: "us,ru"))
  _ = typist.keyboard.switchLayout(to: 1)
  try typist.type("Привет")
  #expect(typist.keymaps == 0)
  try typist.type("Привет, world 😀")
  #expect(typist.text == "ПриветПривет, world 😀")
  #expect(typist.keyboard.modifiers.group == 1)
}

@Test func lineEndsAreReturnAndTabsAreTab() throws {
  let plan = try TextPlan("a\nb\r\n\té\n", on: Keymap())
  let presses = plan.steps.compactMap { if case .key(let key, true) = $0 { key } else { nil } }
  #expect(presses == [30, 28, 48, 28, 15, ExtendedKeymap.keys.lowerBound, 28])
  let typist = try Typist()
  try typist.type("é\n\tè")
  #expect(typist.text == "é\r\tè")
}

@Test func oneKeymapServesAWholeText() throws {
  let plan = try TextPlan("ab é c ü de", on: Keymap())
  let shape = plan.steps.compactMap { step -> String? in
    switch step {
    case .useKeymap: "["
    case .key(_, let isPressed): isPressed ? "." : nil
    }
  }
  #expect(shape.joined() == "...[........")
}

@Test func whatWasAddedIsThereForTheNextText() throws {
  let typist = try Typist()
  for text in ["żółć", "ćółż", "ó", "żółw ą"] { try typist.type(text) }
  #expect(typist.text == "żółććółżóżółw ą")
  #expect(typist.keymaps == 2, "the second for ą")
  #expect(typist.added == Array("żółćą".unicodeScalars))
}

@Test func anExtendedKeymapIsTheOldOneAndMore() throws {
  let own = try Keymap(KeymapNames(layout: "de,ru"))
  let extended = try Keymap(text: try #require(ExtendedKeymap.text(of: own, with: ["漢", "Ż"])).utf8)
  for group in [0, 1] {
    let boards = [own, extended].map { KeyboardState(keymap: $0) }
    for board in boards { _ = board.switchLayout(to: group) }
    for modifier in [nil, Key.leftShift, Key.capsLock, 100] as [UInt32?] {
      for board in boards { if let modifier { _ = board.press(modifier) } }
      #expect(boards[0].modifiers == boards[1].modifiers)
      for key in UInt32(1)...182 { #expect(boards[0].keysym(of: key) == boards[1].keysym(of: key), "key \(key)") }
      #expect(boards[1].text(of: 183) == "漢")
      #expect(boards[1].text(of: 184) == "Ż")
      for board in boards { if let modifier { _ = board.release(modifier) } }
    }
  }
}

@Test func shiftIsHeldAcrossCapitals() throws {
  let typist = try Typist()
  try typist.type("ABC def GHI")
  #expect(typist.modifierChanges == 2)
}

@Test func aTextWithMoreCharactersThanFitUsesSeveralKeymaps() throws {
  let typist = try Typist()
  let text = String(String.UnicodeScalarView((0x4E00..<0x4E00 + 200).compactMap { Unicode.Scalar($0) }))
  try typist.type(text + text)
  #expect(typist.text == text + text)
  #expect(typist.keymaps == (400 + ExtendedKeymap.capacity - 1) / ExtendedKeymap.capacity)
}

@Test func everyCharacterOfUnicodeHasAKeysym() throws {
  let own = try Keymap()
  for start in stride(from: UInt32(0xA0), to: 0x11_0000, by: 0x3357) {
    let scalars = (start..<min(start + 12, 0x11_0000)).compactMap { Unicode.Scalar($0) }.filter { Keysym.isTypable($0) }
    let keyboard = KeyboardState(keymap: try Keymap(text: try #require(ExtendedKeymap.text(of: own, with: scalars)).utf8))
    #expect(zip(ExtendedKeymap.keys, scalars).allSatisfy { keyboard.text(of: $0) == String($1) })
  }
}

@Test(arguments: [
  ("ab\u{7}", 3, "U+0007"), ("\0", 1, "U+0000"), ("e\u{301}\u{FFFE}", 2, "U+FFFE"), ("\u{10FFFF}", 1, "U+10FFFF"), ("😀\u{85}", 2, "U+0085"),
])
func whatNoKeyGivesIsNamedWithItsPlace(text: String, position: Int, name: String) throws {
  let error = #expect(throws: TextPlan.Untypable.self) { try TextPlan(text, on: Keymap()) }
  #expect(error?.position == position)
  #expect(try #require(error).description.contains(name))
}

@Test func aKeymapWithFewKeysGetsMore() throws {
  let sparse = """
    xkb_keymap {
    xkb_keycodes { minimum = 8; maximum = 255; <A> = 38; };
    xkb_types { type "ONE_LEVEL" { modifiers = none; level_name[1] = "Any"; }; };
    xkb_compatibility { };
    xkb_symbols { key <A> { [ a ] }; };
    };
    """
  let own = try Keymap(text: sparse.utf8)
  let plan = try TextPlan("aéa", on: own)
  guard case .useKeymap(let text)? = plan.steps.first(where: { if case .useKeymap = $0 { true } else { false } }) else {
    Issue.record("there is no keymap with é")
    return
  }
  let keyboard = KeyboardState(keymap: try Keymap(text: text.utf8))
  #expect(keyboard.text(of: 30) == "a")
  #expect(keyboard.text(of: ExtendedKeymap.keys.lowerBound) == "é")
}
