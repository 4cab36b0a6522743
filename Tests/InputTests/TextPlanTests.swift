import Testing

@testable import Input

/// Does what a plan says, as the service does, and notes what a client would read from it.
private final class Typist {
  let keyboard: KeyboardState
  var text = ""
  var keymaps = 0
  var modifierChanges = 0

  init(_ names: KeymapNames = .us) throws { keyboard = KeyboardState(keymap: try Keymap(names)) }

  func type(_ text: String) throws {
    for step in try TextPlan(text, on: keyboard.keymap, modifiers: keyboard.modifiers).steps {
      switch step {
      case .useKeymap(let text):
        keymaps += 1
        keyboard.borrow(try Keymap(text: text.utf8))
      case .restoreKeymap: #expect(keyboard.restoreKeymap())
      case .key(let key, pressed: true):
        if keyboard.press(key).modifiers != nil { modifierChanges += 1 }
        self.text += keyboard.text(of: key)
      case .key(let key, pressed: false): _ = keyboard.release(key)
      }
    }
    #expect(keyboard.heldKeys == [])
    #expect(!keyboard.restoreKeymap())
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

@Test func aHeldShiftDoesNotChangeBorrowedCharacters() throws {
  let typist = try Typist()
  _ = typist.keyboard.press(Key.leftShift)
  let plan = try TextPlan("éß😀", on: typist.keyboard.keymap)
  for case .useKeymap(let text) in plan.steps { typist.keyboard.borrow(try Keymap(text: text.utf8)) }
  #expect(typist.keyboard.modifiers.depressed == 1)
  #expect(TextKeymap.keys.prefix(3).map { typist.keyboard.text(of: $0) } == ["é", "ß", "😀"])
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
  #expect(presses == [30, 28, 48, 28, 15, TextKeymap.keys[0], 28])
  let typist = try Typist()
  try typist.type("é\n\tè")
  #expect(typist.text == "é\r\tè")
}

@Test func onlyTheSpanThatNeedsItIsBorrowed() throws {
  let plan = try TextPlan("ab é c ü de", on: Keymap())
  let shape = plan.steps.compactMap { step -> String? in
    switch step {
    case .useKeymap: "["
    case .restoreKeymap: "]"
    case .key(_, let isPressed): isPressed ? "." : nil
    }
  }
  #expect(shape.joined() == "...[.....]...")
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
  #expect(typist.keymaps == (400 + TextKeymap.capacity - 1) / TextKeymap.capacity)
}

@Test func everyCharacterOfUnicodeHasAKeysym() throws {
  for start in stride(from: UInt32(0xA0), to: 0x11_0000, by: 0x1357) {
    let scalars = (start..<min(start + 40, 0x11_0000)).compactMap { Unicode.Scalar($0) }.filter { Keysym.isTypable($0) }
    let keyboard = KeyboardState(keymap: try Keymap(text: TextKeymap.text(for: scalars).utf8))
    #expect(zip(TextKeymap.keys, scalars).allSatisfy { keyboard.text(of: $0) == String($1) })
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

@Test func aClientsSparseKeymapIsTypedOnToo() throws {
  let keymap = try Keymap(text: TextKeymap.text(for: ["x"]).utf8)
  let plan = try TextPlan("xyx", on: keymap)
  #expect(plan.steps.first == .key(TextKeymap.keys[0], pressed: true))
  #expect(plan.steps.contains(.restoreKeymap))
}

@Test func temporaryKeymapsKeepTheCommonModifiers() throws {
  let keymap = try Keymap(text: TextKeymap.text(for: []).utf8)
  let keyboard = KeyboardState(keymap: keymap)
  let usual = KeyboardState(keymap: try Keymap(KeymapNames(layout: "de")))
  for key in [29, 42, 54, 56, 97, 100, 125, 126] as [UInt32] {
    let change = keyboard.press(key)
    let usualChange = usual.press(key)
    #expect(change.modifiers != nil)
    #expect(change.modifiers == usualChange.modifiers, "key \(key)")
    _ = keyboard.release(key)
    _ = usual.release(key)
  }
  for key in [Key.capsLock, Key.numLock] {
    for board in [keyboard, usual] {
      _ = board.press(key)
      _ = board.release(key)
    }
    #expect(keyboard.modifiers == usual.modifiers)
    #expect(keyboard.lights == usual.lights)
  }
}
