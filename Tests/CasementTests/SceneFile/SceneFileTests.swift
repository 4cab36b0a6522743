import CasementControl
import CasementTesting
import Geometry
import Input
import Testing

@testable import Casement

@Suite struct SceneFileTests {
  private func read(_ text: String) throws(SceneFileError) -> ServiceConfiguration {
    try ServiceConfiguration(scene: Array(text.utf8), file: "scene", directory: "/pictures/")
  }

  @Test func anEmptySceneIsTheDefault() throws {
    #expect(try read("{} // nothing") == ServiceConfiguration())
  }

  @Test func eachMemberHasItsEffect() throws {
    let scene = try read(
      """
      {
        // two screens
        screens: [
          '800x600@75,name=left,scale=1.5',
          {width: 0x280, height: 480, refresh: 50, name: 'right', scale: 2, transform: 90, x: +800, y: -5, mirror: 'left',
           background: {picture: 'wall.png'}},
          {width: 10, height: 20, background: '#0a0B0c'},
        ],
        background: '#ffffff',
        placement: 'natural', keyPolicy: 'explicit', clock: 'manual',
        keymap: 'de:neo:ctrl:nocaps', repeat: {rate: 0, delay: 100},
        deny: ['privileged', 'wl_shm'], allow: ['zwlr_screencopy_manager_v1'],
        rules: [
          {appID: 'org.*', title: 'A?', level: 2.5, screen: 'right', placement: {x: 1, y: -2, width: 30, height: 40},
           insets: {top: 1, right: 4}, canBecomeKey: false},
          {appID: 'a', placement: 'natural'}, {appID: 'b', placement: 'fill'}, {appID: 'c', placement: {x: 0, y: 0}},
        ],
      }
      """)
    #expect(
      scene.screens.map(\.description) == [
        "800x600@75,name=left,scale=1.5", "640x480@50,name=right,scale=2,transform=90,x=800,y=-5,mirror=left", "10x20",
      ])
    #expect(
      scene.screenBackgrounds == ["right": .picture(path: "/pictures/wall.png"), "headless-1": .colour(red: 10, green: 11, blue: 12)])
    #expect(scene.background == .colour(red: 255, green: 255, blue: 255))
    #expect((scene.placement, scene.keyPolicy, scene.clock) == (.natural, .explicit, .manual))
    #expect(scene.keymap == .init(layout: "de", variant: "neo", options: "ctrl:nocaps"))
    #expect((scene.repeatRate, scene.repeatDelay) == (0, 100))
    #expect((scene.protocols.denied, scene.protocols.allowed) == (["privileged", "wl_shm"], ["zwlr_screencopy_manager_v1"]))
    var rule = WindowRule(appID: "org.*")
    rule.title = "A?"
    rule.level = 2.5
    rule.screen = "right"
    rule.placement = .at(Point(x: 1, y: -2), size: Size(width: 30, height: 40))
    rule.insets = EdgeInsets(top: 1, right: 4)
    rule.canBecomeKey = false
    #expect(scene.rules[0] == rule)
    #expect(scene.rules.dropFirst().map(\.placement) == [.natural, .fill, .at(.zero, size: nil)])
  }

  @Test func policiesAndOverscanAreRead() throws {
    let scene = try read(
      """
      {mapKey: 'token', onScreenLoss: 'move', suspendCovered: true,
       screens: ['640x480,overscan=8', {width: 10, height: 10, overscan: '1:2:3:4', compensation: 'inset'}, {width: 9, height: 9, overscan: 5}]}
      """)
    #expect((scene.mapKey, scene.screenLoss, scene.suspendsCovered) == (.token, .move, true))
    #expect(
      scene.screens.map(\.description) == ["640x480,overscan=8", "10x10,overscan=1:2:3:4,compensation=inset", "9x9,overscan=5"])
    for (text, hint) in [
      ("{mapKey: 'never'}", "always, token"), ("{onScreenLoss: 1}", "wait, move"),
      ("{screens: [{width: 1, height: 1, overscan: -1}]}", "0 to 4096"),
      ("{screens: [{width: 1, height: 1, overscan: '1:2'}]}", "no overscan"),
      ("{screens: [{width: 1, height: 1, compensation: 'some'}]}", "scale, inset, none"),
    ] {
      let error = #expect(throws: SceneFileError.self) { try read(text) }
      #expect(error?.description.contains(hint) == true, "\(error?.description ?? "")")
    }
  }

  @Test(arguments: [
    ("{screens: 5}", 1, 11, "screens", "expected an array of screens, not 5"),
    ("{screens: []}", 1, 11, "screens", "expected at least one screen"),
    ("{screens: ['0x5']}", 1, 12, "screens[0]", "a width of 0 pixels is out of bounds; expected 1 to 16384"),
    ("{screens: ['1x5,zoom=1']}", 1, 12, "screens[0]", "a screen has no “zoom”"),
    ("{screens: [7]}", 1, 12, "screens[0]", "expected an object with width, height"),
    ("{screens: [{width: 5}]}", 1, 12, "screens[0].height", "it is missing"),
    ("{screens: [{width: 1.5, height: 2}]}", 1, 20, "screens[0].width", "expected a whole number from 1 to 16384, not 1.5"),
    ("{screens: [{width: 1, height: '2'}]}", 1, 31, "screens[0].height", "expected a whole number from 1 to 16384, not “2”"),
    ("{screens: [{width: 1, height: 2, scale: 9}]}", 1, 41, "screens[0].scale", "expected a number from 0.25 to 8, not 9"),
    ("{screens: [{width: 1, height: 2, scale: NaN}]}", 1, 41, "screens[0].scale", "not NaN"),
    ("{screens: [{width: 1, height: 2, name: 'a b'}]}", 1, 40, "screens[0].name", "cannot be a screen's name"),
    ("{screens: [{width: 1, height: 2, transform: 'flip'}]}", 1, 45, "screens[0].transform", "not “flip”; did you mean flipped"),
    ("{screens: [{width: 1, height: 2, background: 'red'}]}", 1, 46, "screens[0].background", "expected a colour, “#rrggbb”"),
    (
      "{screens: [{width: 1, height: 2, background: {picture: 'p', image: 'a'}}]}", 1, 61, "screens[0].background.image",
      "the members are picture"
    ),
    ("{screens: ['1x1,name=a', {width: 1, height: 1, name: 'a'}]}", 1, 54, "screens[1].name", "two screens called “a”"),
    ("{screens: ['1x1', '1x1,name=headless-1']}", 1, 19, "screens[1]", "two screens called “headless-1”"),
    ("{screens: ['1x1,name=a', '1x1,name=b,mirror=c']}", 1, 26, "screens[1]", "mirrors “c”, which is not another screen; expected a"),
    ("{screens: [{width: 1, height: 1, name: 'a', mirror: 'a'}]}", 1, 53, "screens[0].mirror", "not another screen"),
    ("{placment: 'fill'}", 1, 2, "placment", "there is no such member; did you mean placement?"),
    ("{placement: 'fil'}", 1, 13, "placement", "expected fill, natural, not “fil”; did you mean fill?"),
    ("{keyPolicy: true}", 1, 13, "keyPolicy", "expected press, explicit, not true"), ("{clock: null}", 1, 9, "clock", "not null"),
    ("{keymap: ':x'}", 1, 10, "keymap", "has no layout"), ("{keymap: ['us']}", 1, 10, "keymap", "not an array"),
    ("{repeat: {rate: -1}}", 1, 17, "repeat.rate", "expected a whole number from 0 to 1000, not -1"),
    ("{repeat: {delay: 1e9}}", 1, 18, "repeat.delay", "from 1 to 60000"), ("{repeat: 25}", 1, 10, "repeat", "an object with rate, delay"),
    ("{background: '#ff'}", 1, 14, "background", "expected a colour"),
    ("{background: '#+12345'}", 1, 14, "background", "expected a colour"),
    ("{background: {picture: ''}}", 1, 24, "background.picture", "the name of a PNG file"),
    ("{deny: 'privileged'}", 1, 8, "deny", "an array of protocols"),
    ("{deny: ['zwlr_screencopy_manager']}", 1, 9, "deny[0]", "did you mean zwlr_screencopy_manager_v1"),
    ("{allow: ['privileged']}", 1, 10, "allow[0]", "there is no protocol “privileged”"),
    ("{allow: ['wl_shm'], deny: ['wl_shm']}", 1, 28, "deny[0]", "both allowed and denied"),
    ("{rules: {appID: 'a'}}", 1, 9, "rules", "expected an array of rules, not an object"),
    ("{rules: [{level: 1}]}", 1, 10, "rules[0].appID", "it is missing"), ("{rules: [{appID: 5}]}", 1, 18, "rules[0].appID", "not 5"),
    ("{rules: [{appID: 'a'}, {appID: 'b', level: 'high'}]}", 1, 44, "rules[1].level", "expected a finite number below 10000000"),
    ("{rules: [{appID: 'a', level: 1e7}]}", 1, 30, "rules[0].level", "below 10000000"),
    ("{rules: [{appID: 'a', level: -Infinity}]}", 1, 30, "rules[0].level", "finite"),
    ("{rules: [{appID: 'a', placement: 'tile'}]}", 1, 34, "rules[0].placement", "expected fill, natural, not “tile”"),
    ("{rules: [{appID: 'a', placement: 3}]}", 1, 34, "rules[0].placement", "an object with x, y"),
    ("{rules: [{appID: 'a', placement: {x: 1}}]}", 1, 34, "rules[0].placement.y", "it is missing"),
    ("{rules: [{appID: 'a', placement: {x: 1, y: 2, width: 3}}]}", 1, 34, "rules[0].placement.height", "it is missing"),
    ("{rules: [{appID: 'a', placement: {x: 1, y: 2, width: 0, height: 1}}]}", 1, 54, "rules[0].placement.width", "from 1 to 16384"),
    ("{rules: [{appID: 'a', insets: {top: -1}}]}", 1, 37, "rules[0].insets.top", "from 0 to 16384"),
    ("{rules: [{appID: 'a', insets: {tpo: 1}}]}", 1, 32, "rules[0].insets.tpo", "the members are top"),
    ("{rules: [{appID: 'a', canBecomeKey: 1}]}", 1, 37, "rules[0].canBecomeKey", "expected true or false, not 1"),
    ("{rules: [{appID: 'a', screen: ''}]}", 1, 31, "rules[0].screen", "the name of a screen"),
    ("[]", 1, 1, "", "expected an object with screens"), ("{a: }", 1, 5, "", "no value begins like this"),
    ("", 1, 1, "", "it ends where a value is due"),
    ("{\n  clock: 'real'\n  keymap: 'us'}", 3, 3, "", "a comma or a closing bracket is due"),
  ])
  func aMistakeIsNamedWithItsPlace(text: String, line: Int, column: Int, path: String, hint: String) throws {
    let error = try #require(#expect(throws: SceneFileError.self) { _ = try read(text) })
    #expect(error.mistakes.count == 1, "\(error)")
    let mistake = error.mistakes[0]
    #expect((mistake.line, mistake.column, mistake.path) == (line, column, path), "\(mistake.message)")
    #expect(mistake.message.contains(hint), "\(mistake.message)")
  }

  @Test(arguments: [
    ("{screens: ['10x10,name=a', '10x10,name=b',\n  {width: 9, height: 9, mirror: 'nix'}]}", 2, 33, "screens[2].mirror", "expected a, b"),
    ("{screens: ['10x10,name=a', {width: 9, height: 9, name: 'a'}]}", 1, 56, "screens[1].name", "two screens called “a”"),
    ("{screens: ['10x10,name=a', '10x10,name=a']}", 1, 28, "screens[1]", "two screens called “a”"),
    ("{screens: ['10x10,name=a,mirror=b', '10x10,name=b']}", 0, 0, "", ""),
    ("{screens: [{width: 9, height: 9, name: 'none'}]}", 1, 40, "screens[0].name", "stands for no screen"),
    ("{rules: [{appID: 'a',\n level: 1, level: 2}]}", 2, 12, "rules[0].level", "is there twice"),
    ("{clock: 'real', clock: 'real'}", 1, 17, "clock", "is there twice"),
    ("{clock: 'real', a: {b: [{}, {c: 1, c: 2}]}}", 1, 36, "a.b[1].c", "is there twice"),
    ("\u{FEFF}{clok: 1}", 1, 2, "clok", "did you mean clock?"), ("\u{FEFF}\n{clok: 1}", 2, 2, "clok", "did you mean clock?"),
    ("{keymap: 'us\\u0000'}", 1, 10, "keymap", "has characters that no keymap's name has"),
    ("{placement: 'a\\u001b[31m\\u009b'}", 1, 13, "placement", "not “a\u{FFFD}[31m\u{FFFD}”"),
    ("{'\\u001b[2J': 1}", 1, 2, "\u{FFFD}[2J", "there is no such member"),
    ("{rules: [{appID: 'a', level: 1e7}]}", 1, 30, "rules[0].level", "a finite number below 10000000"),
  ])
  func placesAndTextsOfMistakesAreExact(text: String, line: Int, column: Int, path: String, hint: String) throws {
    if line == 0 {
      _ = try read(text)
      return
    }
    let error = try #require(#expect(throws: SceneFileError.self) { _ = try read(text) })
    let mistake = error.mistakes[0]
    #expect((mistake.line, mistake.column, mistake.path) == (line, column, path), "\(mistake)")
    #expect(mistake.message.contains(hint), "\(mistake.message)")
    #expect(!error.description.unicodeScalars.contains { $0.value < 0x20 && $0 != "\n" || (0x7F..<0xA0).contains($0.value) })
  }

  @Test func screensThatMirrorEachOtherAreMistakes() throws {
    let circle =
      "{screens: ['9x9,name=a,mirror=b', '9x9,name=b,mirror=c', {width: 9, height: 9, name: 'c', mirror: 'a'}, '9x9,name=d,mirror=a']}"
    let error = try #require(#expect(throws: SceneFileError.self) { _ = try read(circle) })
    #expect(error.mistakes.map(\.path) == ["screens[0]", "screens[1]", "screens[2].mirror"])
    #expect(error.mistakes.allSatisfy { $0.message.contains("mirror each other") })
    // whoever gives a service such screens is told, too
    var configuration = ServiceConfiguration.manual
    configuration.screens = [try ScreenSpec(parsing: "9x9,name=a,mirror=b"), try ScreenSpec(parsing: "9x9,name=b,mirror=a")]
    #expect(throws: ServiceError.self) { _ = try WindowService(configuration) }
    configuration.screens = [try ScreenSpec(parsing: "9x9,name=a,mirror=nix")]
    #expect(throws: ServiceError.self) { _ = try WindowService(configuration) }
  }

  @Test func manyMistakesTakeNoLongerEachAndAreNotAllTold() throws {
    let count = 20_000
    let text = "{rules:[" + Array(repeating: "5", count: count).joined(separator: ",") + "]}"
    let clock = ContinuousClock()
    var error: SceneFileError?
    let time = clock.measure { error = #expect(throws: SceneFileError.self) { _ = try read(text) } }
    #expect(error?.mistakes.count == 100 && error?.omitted == count - 100)
    #expect(error?.mistakes.last?.column == 9 + 2 * 99)
    #expect(error?.description.split(separator: "\n").last == "scene: and \(count - 100) more")
    // it was a minute when each mistake was looked for from the beginning
    #expect(time < .seconds(10))
  }

  @Test func allMistakesAreNamedInTheOrderOfTheFile() throws {
    let error = try #require(
      #expect(throws: SceneFileError.self) {
        _ = try read("{\n  clok: 'manual',\n  rules: [\n    {appID: 'a', level: 'x', colour: 1},\n  ],\n  placement: 'fil',\n}")
      })
    #expect(
      error.description == """
        scene:2:3: clok: there is no such member; did you mean clock?
        scene:4:25: rules[0].level: expected a finite number below 10000000: 0 is normal, 1000 a status bar, 2000 an alert
        scene:4:30: rules[0].colour: there is no such member; the members are appID, title, level, screen, placement, insets, canBecomeKey
        scene:6:14: placement: expected fill, natural, not “fil”; did you mean fill?
        """)
  }

  @Test(arguments: [
    ("/no/such/file", "cannot be read: No such file"), ("/tmp", "it is not a regular file"), ("/dev/zero", "not a regular file"),
  ])
  func aFileThatCannotBeReadIsAnError(path: String, hint: String) {
    let error = #expect(throws: SceneFileError.self) { _ = try ServiceConfiguration(sceneFile: path) }
    #expect(error?.description.hasPrefix("\(path): ") == true)
    #expect(error?.description.contains(hint) == true, "\(error?.description ?? "")")
  }

  @Test func whatTheFileNamesIsTriedWhereItIsAskedFor() throws {
    let text = "{keymap: 'nowhere', background: {picture: 'none.png'}}"
    _ = try read(text)
    let error = try #require(
      #expect(throws: SceneFileError.self) {
        _ = try ServiceConfiguration(scene: Array(text.utf8), file: "scene", directory: "/nowhere/", checksWhatItNames: true)
      })
    #expect(error.mistakes.map(\.path) == ["keymap", "background.picture"])
    #expect(error.mistakes.last?.message == "picture /nowhere/none.png: No such file or directory")
  }

  @Test func theExamplesOfTheDocumentationAreRight() throws {
    let page = #filePath.split(separator: "/").dropLast(4).reduce("") { "\($0)/\($1)" } + "/Sources/Documentation/scene-file.md"
    let text = String(decoding: try BoundedFile.contents(of: page, limit: 1 << 20), as: UTF8.self)
    var examples: [String] = []
    var example: [Substring]?
    for line in text.split(separator: "\n", omittingEmptySubsequences: false) {
      if line.hasPrefix("```") {
        if let done = example { examples.append(done.joined(separator: "\n")) }
        example = line == "```json5" ? [] : nil
      } else {
        example?.append(line)
      }
    }
    #expect(!examples.isEmpty)
    for example in examples { #expect(try read(example) != ServiceConfiguration()) }
  }
}
