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
      "explicit", "--map-key", "token", "--on-screen-loss", "move", "--clock", "manual", "--keymap", "de:neo:ctrl:nocaps,x:y", "--repeat",
      "0,200", "--suspend-covered",
      "--deny", "privileged", "--deny", "wp_viewporter", "--allow", "zwlr_layer_shell_v1", "--limit",
      "xdg_wm_base=4", "--limit", "xdg_wm_base=3", "--limit", "wl_output=2")
    #expect(configuration.protocols.versions == ["xdg_wm_base": 3, "wl_output": 2])
    #expect(configuration.protocols.denied == ["privileged", "wp_viewporter"])
    #expect(configuration.protocols.allowed == ["zwlr_layer_shell_v1"])
    #expect(configuration.screens.map(\.description) == ["100x50,name=a", "10x10,mirror=a"])
    #expect(configuration.placement == .natural)
    #expect(configuration.keyPolicy == .explicit)
    #expect(configuration.mapKey == .token)
    #expect(configuration.screenLoss == .move)
    #expect(configuration.suspendsCovered)
    #expect(configuration.clock == .manual)
    #expect(configuration.keymap == .init(layout: "de", variant: "neo", options: "ctrl:nocaps,x:y"))
    #expect((configuration.repeatRate, configuration.repeatDelay) == (0, 200))
  }

  @Test(arguments: [
    (["--backend", "x11"], "not one of headless, nested"), (["--screen", "0x1"], "width of 0"), (["--placement", "tile"], "fill, natural"),
    (["--keymap", ":x"], "no layout"), (["--repeat", "25"], "RATE,DELAY"), (["--repeat", "25,0"], "RATE,DELAY"),
    (["--deny", "zwlr_screencopy_manager"], "did you mean zwlr_screencopy_manager_v1"), (["--allow", "privileged"], "Privileged: "),
    (["--deny", "nothing"], "xdg_wm_base"), (["--limit", "xdg_wm_base"], "PROTOCOL=VERSION"), (["--limit", "wl_output=5"], "1 to 4"),
    (["--limit", "wl_outputs=1"], "there is no protocol"), (["--limit", "wl_shm=0"], "1 to 2"), (["--limit", "wl_shm="], "1 to 2"),
    (["--deny", "wl_shm", "--allow", "wl_shm"], "both allowed and denied"), (["--socket", "a/b"], "not a name"),
    (["--socket", ""], "not a name"),
    (["--screen", "1x1,name=a", "--screen", "1x1,name=a"], "two screens are called “a”"), (["--screen", "1x1,mirror=b"], "mirrors “b”"),
  ])
  func anErrorSaysWhatWouldBeRight(words: [String], hint: String) {
    let error = #expect(throws: UsageError.self) {
      _ = try ServiceOptions.configuration(Arguments(words, options: ServiceOptions.all, positionals: [], takesCommand: false))
    }
    #expect(error?.message.contains(hint) == true, "\(error?.message ?? "")")
  }

  private func backend(
    _ words: [String], standard: ServiceOptions.Backend?, session: String?
  ) throws(UsageError) -> BackendRequest {
    try ServiceOptions.backendRequest(
      Arguments(words, options: ServiceOptions.all, positionals: [], takesCommand: false), standard: standard
    ) { $0 == "WAYLAND_DISPLAY" ? session : nil }
  }

  @Test(arguments: [["--keep"], ["--fallback", "headless"], ["--keep-apart"]])
  func whatIsForSessionsIsRefusedWithoutOne(words: [String]) throws {
    for session in [nil, "/a/b"] {
      var error = #expect(throws: UsageError.self) { _ = try backend(words, standard: .headless, session: session) }
      #expect(error?.message.contains("\(words[0]): of use only") == true)
      error = #expect(throws: UsageError.self) { _ = try backend(words + ["--backend", "headless"], standard: nil, session: session) }
      #expect(error?.message.contains("--backend nested") == true)
    }
    // where it is left to the surroundings, they say what to do in case
    guard case .headless = try backend(words, standard: nil, session: nil) else { Issue.record("no session"); return }
    let nested = "\(try backend(words, standard: nil, session: "/a/b"))"
    #expect(nested.contains("/a/b"))
    #expect(["keepsRunning: true", "fallsBack: true", "keepsSelectionsApart: true"].count { nested.contains($0) } == 1)
  }

  @Test func optionsOverrideTheSceneFile() throws {
    let directory = TemporaryDirectory()
    directory.write(
      """
      {screens: [{width: 10, height: 20, name: 'a', background: '#010203'}, '30x40'], placement: 'natural', keyPolicy: 'explicit',
       keymap: 'de', repeat: {rate: 1, delay: 2}, rules: [{appID: 'x', level: 1}]}
      """, to: "scene")
    let path = "\(directory.path)/scene"
    let file = try configuration("--config", path)
    #expect(file.screens.map(\.description) == ["10x20,name=a", "30x40"])
    #expect(file.placement == .natural)
    #expect(file.keyPolicy == .explicit)
    let both = try configuration("--placement", "fill", "--screen", "5x5", "--repeat", "3,4", "--config", path)
    #expect(both.screens.map(\.description) == ["5x5"])
    #expect(both.placement == .fill)
    #expect(both.keyPolicy == .explicit)
    #expect(both.keymap.layout == "de")
    #expect((both.repeatRate, both.repeatDelay) == (3, 4))
    #expect(both.rules == file.rules)
    #expect(both.screenBackgrounds == ["a": .colour(red: 1, green: 2, blue: 3)])
  }

  @Test func aMistakeInTheSceneFileIsOneOfTheCommandLine() {
    let directory = TemporaryDirectory()
    directory.write("{\n  placement: 'fil',\n  clok: 1}", to: "scene")
    let error = #expect(throws: UsageError.self) { _ = try configuration("--config", "\(directory.path)/scene") }
    let lines = error?.message.split(separator: "\n").map(String.init) ?? []
    #expect(lines.count == 3)
    #expect(lines.last?.hasPrefix("\(directory.path)/scene:3:3: clok: ") == true)
  }
}
