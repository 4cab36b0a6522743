import CasementControl
import Testing

@testable import Casement
@testable import CasementCommand

@Suite struct ServiceOptionsTests {
  private func configuration(_ words: String...) throws(UsageError) -> ServiceConfiguration {
    try ServiceOptions.configuration(Arguments(words, options: ServiceOptions.all, positionals: [], takesCommand: false))
  }

  @Test func nothingGivenIsTheDefault() throws {
    #expect(try configuration() == ServiceConfiguration())
  }

  @Test func eachOptionHasItsEffect() throws {
    let configuration = try configuration(
      "--backend", "headless", "--screen", "100x50,name=a", "--screen", "10x10,mirror=a", "--placement", "natural", "--key-policy",
      "explicit", "--clock", "manual", "--keymap", "de:neo:ctrl:nocaps,x:y", "--repeat", "0,200")
    #expect(configuration.screens.map(\.description) == ["100x50,name=a", "10x10,mirror=a"])
    #expect(configuration.placement == .natural)
    #expect(configuration.keyPolicy == .explicit)
    #expect(configuration.clock == .manual)
    #expect(configuration.keymap == .init(layout: "de", variant: "neo", options: "ctrl:nocaps,x:y"))
    #expect((configuration.repeatRate, configuration.repeatDelay) == (0, 200))
  }

  @Test(arguments: [
    (["--backend", "nested"], "not one of headless"), (["--screen", "0x1"], "width of 0"), (["--placement", "tile"], "fill, natural"),
    (["--keymap", ":x"], "no layout"), (["--repeat", "25"], "RATE,DELAY"), (["--repeat", "25,0"], "RATE,DELAY"),
    (["--socket", "a/b"], "not a name"), (["--socket", ""], "not a name"),
    (["--screen", "1x1,name=a", "--screen", "1x1,name=a"], "two screens are called “a”"), (["--screen", "1x1,mirror=b"], "mirrors “b”"),
  ])
  func anErrorSaysWhatWouldBeRight(words: [String], hint: String) {
    let error = #expect(throws: UsageError.self) {
      _ = try ServiceOptions.configuration(Arguments(words, options: ServiceOptions.all, positionals: [], takesCommand: false))
    }
    #expect(error?.message.contains(hint) == true, "\(error?.message ?? "")")
  }
}
