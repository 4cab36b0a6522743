import Testing

@testable import CasementControl

@Suite struct GlobTests {
  @Test(arguments: [
    ("foot", "foot"), ("*", ""), ("*", "anything"), ("org.*", "org.gnome"), ("org.*.Files", "org.gnome.Nautilus.Files"), ("f?ot", "fxot"),
    ("*a*b*", "xxaxxbxx"), ("é?", "éü"), ("**", "x"), ("a*", "a"),
  ])
  func aPatternMatches(pattern: String, text: String) { #expect(Glob(pattern).matches(text)) }

  @Test(arguments: [
    ("foot", "foott"), ("foot", "Foot"), ("?", ""), ("org.*", "or"), ("*.Files", "org.Files2"), ("", "x"), ("a*b", "a"), ("f?ot", "ft"),
  ])
  func aPatternDoesNotMatch(pattern: String, text: String) { #expect(!Glob(pattern).matches(text)) }

  @Test func manyStarsTakeNoLongTime() {
    #expect(!Glob(String(repeating: "a*", count: 50) + "b").matches(String(repeating: "a", count: 2000)))
  }
}
