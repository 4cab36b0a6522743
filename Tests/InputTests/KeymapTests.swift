import Glibc
import Testing

@testable import Input

@Test(arguments: [
  ("us", "us", "", ""), ("de:nodeadkeys", "de", "nodeadkeys", ""), ("us,ru:,phonetic", "us,ru", ",phonetic", ""),
  ("us::caps:escape", "us", "", "caps:escape"),
  ("us,de::grp:alt_shift_toggle,ctrl:nocaps", "us,de", "", "grp:alt_shift_toggle,ctrl:nocaps"),
])
func namesAreDividedAtTheFirstTwoColons(text: String, layout: String, variant: String, options: String) throws {
  let names = try KeymapNames(parsing: text)
  #expect(names == KeymapNames(layout: layout, variant: variant, options: options))
  #expect(names.description == text)
}

@Test(arguments: [
  ("", "names no layout"), (":nodeadkeys", "names no layout"), ("us,,de", "names no layout"), ("us:a,b", "2 variants for 1"),
  ("us/../x", "“/” in its layout"), ("us:\n", "in its variant"), ("us::%S", "“%” in its options"), ("a,b,c,d,e", "5 layouts"),
])
func malformedNamesAreRefusedWithTheirPart(text: String, complaint: String) throws {
  let error = #expect(throws: KeymapError.self) { try KeymapNames(parsing: text) }
  #expect(try #require(error).description.contains(complaint))
}

@Test func aLayoutThatDoesNotExistIsNamed() throws {
  let error = #expect(throws: KeymapError.self) { try Keymap(KeymapNames(layout: "klingonese")) }
  #expect(try #require(error).description.contains("klingonese"))
}

@Test(arguments: ["us", "de", "fr", "us,ru:,phonetic", "dvorak", "jp", "us::ctrl:nocaps"])
func aKeymapsTextCompilesToTheSameKeymap(names: String) throws {
  let names = names == "dvorak" ? KeymapNames(layout: "us", variant: "dvorak") : try KeymapNames(parsing: names)
  let keymap = try Keymap(names)
  #expect(try Keymap(text: keymap.text.utf8).text == keymap.text)
}

@Test func layoutsHaveNamesInOrder() throws {
  #expect(try Keymap(KeymapNames(layout: "us,ru")).layoutNames == ["English (US)", "Russian"])
}

@Test func lettersRepeatAndModifiersDoNot() throws {
  let keymap = try Keymap()
  #expect(keymap.repeats(Key.a))
  #expect(!keymap.repeats(Key.leftShift))
  #expect(!keymap.repeats(.max))
}

@Test func aTextEndsAtItsFirstNUL() throws {
  let text = try Keymap().text
  #expect(try Keymap(text: Array(text.utf8) + [0, 1, 2, 3]).text == text)
}

@Test(arguments: ["", "\0", "xkb_keymap {", "%s%n%n%s", "xkb_keymap { xkb_keycodes { include \"../../../etc/passwd\" }; };"])
func aHostileTextIsAnError(text: String) {
  #expect(throws: KeymapError.self) { try Keymap(text: text.utf8) }
}

@Test func aTextBeyondTheLimitIsNotRead() {
  #expect(throws: KeymapError.badSize(Keymap.largestText + 1)) {
    try Keymap(text: [UInt8](repeating: 32, count: Keymap.largestText + 1))
  }
}

@Test func manyNestedBracesAreAnErrorNotACrash() {
  let text = "xkb_keymap { xkb_symbols { key <A> { " + String(repeating: "[", count: 200_000) + "}; }; };"
  #expect(throws: KeymapError.self) { try Keymap(text: text.utf8) }
}

@Test func aFileShorterThanStatedIsRefused() throws {
  let text = try Keymap().text
  let file = try KeymapFile(text: text)
  file.withDescriptor { descriptor in
    #expect(throws: KeymapError.self) { try Keymap(descriptor: descriptor, size: file.size + 1) }
    #expect(throws: KeymapError.badSize(0)) { try Keymap(descriptor: descriptor, size: 0) }
    #expect(throws: KeymapError.badSize(.max)) { try Keymap(descriptor: descriptor, size: .max) }
  }
  #expect(throws: KeymapError.self) { try Keymap(descriptor: -1, size: 10) }
}

@Test func aFileIsReadWithOrWithoutItsClosingNUL() throws {
  let text = try Keymap().text
  let file = try KeymapFile(text: text)
  let texts = try file.withDescriptor { descriptor in
    try [file.size, file.size - 1].map { try Keymap(descriptor: descriptor, size: $0).text }
  }
  #expect(texts == [text, text])
}

@Test func aPipeIsNotAKeymap() throws {
  var ends: [Int32] = [0, 0]
  try #require(unsafe pipe(&ends) == 0)
  defer { ends.forEach { close($0) } }
  #expect(throws: KeymapError.self) { try Keymap(descriptor: ends[0], size: 10) }
}
