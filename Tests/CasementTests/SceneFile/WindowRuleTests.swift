import CasementControl
import CasementTesting
import Geometry
import Scene
import Testing
import WaylandClient
import WaylandProtocols
import WindowModel

@testable import Casement

@Suite struct WindowRuleTests {
  private func start(_ rules: String, screens: String = "['400x300,name=a', '200x100,name=b,x=400,y=0']") throws -> TestService {
    let text = "{clock: 'manual', screens: \(screens), rules: [\(rules)]}"
    return try TestService(ServiceConfiguration(scene: Array(text.utf8), file: "scene"))
  }

  /// The only window of an app id.
  private func window(_ appID: String, in test: TestService) throws -> Casement.Window {
    try #require(test.service.windows.first { $0.appID == appID })
  }

  @Test func aRuleGivesALevelFromTheStart() throws {
    let test = try start("{appID: 'org.*', level: 1000}")
    let client = try test.connect()
    _ = try client.makeWindow(400, 300, 0xFF00_00FF, appID: "org.bar")
    _ = try client.makeWindow(400, 300, 0xFFFF_0000, appID: "other")
    #expect(try window("org.bar", in: test).level == .statusBar)
    #expect(try window("other", in: test).level == .normal)
    let picture = try #require(test.service.capture(screen: test.service.model.mainScreen!)).picture
    #expect(picture[10, 10] & 0xFF_FFFF == 0x0000FF)
  }

  @Test func aRuleGivesAScreenBeforeTheFirstConfigure() throws {
    let test = try start("{appID: 'foo', screen: 'b'}")
    let shown = try test.connect().makeWindow(200, 100, 0xFF00_0000, appID: "foo")
    #expect(shown.configures.count == 2)  // the second: it is key
    #expect(shown.configures.first.map { [$0.width, $0.height] } == [200, 100])
    #expect(try window("foo", in: test).screen?.name == "b")
  }

  @Test func insetsAreKeptFree() throws {
    let test = try start("{appID: 'foo', insets: {top: 10, left: 20, bottom: 30, right: 40}}")
    let shown = try test.connect().makeWindow(340, 260, 0xFF00_0000, appID: "foo")
    #expect(shown.configures.first.map { [$0.width, $0.height] } == [340, 260])
    #expect(try window("foo", in: test).frame == Rect(x: 20, y: 10, width: 340, height: 260))
  }

  @Test func aPlaceIsOneOfTheRulesScreen() throws {
    let test = try start("{appID: 'foo', screen: 'b', placement: {x: 5, y: 6, width: 50, height: 40}}")
    let shown = try test.connect().makeWindow(50, 40, 0xFF00_0000, appID: "foo")
    #expect(shown.configures.first.map { [$0.width, $0.height] } == [50, 40])
    let window = try window("foo", in: test)
    #expect(window.frame == Rect(x: 5, y: 6, width: 50, height: 40))
    #expect(test.service.model.frame(of: WindowID(rawValue: window.id)) == Rect(x: 405, y: 6, width: 50, height: 40))
  }

  @Test func aRuleChoosesNaturalPlacement() throws {
    let test = try start("{appID: 'foo', placement: 'natural'}")
    let client = try test.connect()
    #expect(try client.makeWindow(50, 40, 0xFF00_0000, appID: "foo").configures.first.map { [$0.width, $0.height] } == [0, 0])
    #expect(try client.makeWindow(50, 40, 0xFF00_0000, appID: "bar").configures.first.map { [$0.width, $0.height] } == [400, 300])
  }

  @Test func aWindowThatCannotBecomeKeyIsNotAtItsFirstMap() throws {
    let test = try start("{appID: 'panel', canBecomeKey: false}")
    let client = try test.connect()
    let normal = try client.makeWindow(400, 300, 0xFF00_0000, appID: "foo")
    let panel = try client.makeWindow(400, 300, 0xFF00_0000, appID: "panel")
    #expect(normal.isActivated)
    #expect(!panel.isActivated)
    #expect(try !window("panel", in: test).canBecomeKey)
  }

  @Test func allRulesForAWindowHoldAndTheLaterOneWins() throws {
    let test = try start("{appID: '*', level: 5, canBecomeKey: false}, {appID: 'foo', level: 7}, {appID: 'foo', title: 'x', level: 9}")
    _ = try test.connect().makeWindow(1, 1, 0xFF00_0000, appID: "foo", title: "y")
    let window = try window("foo", in: test)
    #expect(window.level.rawValue == 7)
    #expect(!window.canBecomeKey)
  }

  @Test func aNameThatComesAfterTheFirstConfigureCounts() throws {
    let test = try start("{appID: 'foo', screen: 'b', level: 3}, {appID: 'bar', canBecomeKey: false}")
    let client = try test.connect()
    let late = TestWindow(client)
    late.toplevel.setAppId(appId: "bar")
    late.surface.commit()
    try client.roundtrip()
    #expect(late.configures.last.map { [$0.width, $0.height] } == [400, 300])
    late.toplevel.setAppId(appId: "foo")
    try client.roundtrip()
    #expect(late.configures.count == 2)
    #expect(late.configures.last.map { [$0.width, $0.height] } == [200, 100])
    late.show(200, 100, 0xFF00_0000)
    try client.roundtrip()
    let window = try window("foo", in: test)
    #expect(window.level.rawValue == 3)
    #expect(window.canBecomeKey)
    #expect(window.screen?.name == "b")
  }

  @Test func aNameThatComesAfterTheFirstContentDoesNotCount() throws {
    let test = try start("{appID: 'foo', level: 3}")
    let client = try test.connect()
    let shown = try client.makeWindow(400, 300, 0xFF00_0000, appID: "bar")
    shown.toplevel.setAppId(appId: "foo")
    try client.roundtrip()
    #expect(try window("foo", in: test).level == .normal)
  }

  @Test func whatIsAskedLaterCountsUntilTheWindowBeginsAnew() throws {
    let test = try start("{appID: 'foo', level: 3}")
    let client = try test.connect()
    let shown = try client.makeWindow(400, 300, 0xFF00_0000, appID: "foo")
    let window = try window("foo", in: test)
    window.level = .alert
    shown.show(400, 300, 0xFF00_00FF)
    try client.roundtrip()
    #expect(window.level == .alert)
    shown.surface.attach(buffer: nil, x: 0, y: 0)
    shown.surface.commit()
    shown.toplevel.setAppId(appId: "foo")
    shown.surface.commit()
    try client.roundtrip()
    shown.show(400, 300, 0xFF00_00FF)
    try client.roundtrip()
    #expect(window.level.rawValue == 3)
  }

  @Test func aWindowGoesToItsScreenWhenThatComes() throws {
    let test = try start("{appID: 'foo', screen: 'later', placement: {x: 1, y: 2}}")
    let client = try test.connect()
    _ = try client.makeWindow(20, 10, 0xFF00_0000, appID: "foo")
    let window = try window("foo", in: test)
    #expect(window.screen?.name == "a")
    try test.service.addScreen(ScreenSpec(parsing: "100x100,name=later"))
    #expect(window.screen?.name == "later")
    #expect(window.frame.origin == Point(x: 1, y: 2))
  }

  @Test func aWindowThatWasSentElsewhereStaysThereWhenItsScreenComes() throws {
    let test = try start("{appID: 'foo', screen: 'later'}")
    let client = try test.connect()
    _ = try client.makeWindow(20, 10, 0xFF00_0000, appID: "foo")
    let window = try window("foo", in: test)
    window.screen = test.service.screens.first { $0.name == "b" }
    try test.service.addScreen(ScreenSpec(parsing: "100x100,name=later"))
    #expect(window.screen?.name == "b")
  }

  @Test func aDialogOfThePlacedWindowIsCentred() throws {
    let test = try start("{appID: 'foo', placement: {x: 5, y: 6, width: 50, height: 40}}")
    let client = try test.connect()
    let parent = try client.makeWindow(50, 40, 0xFF00_0000, appID: "foo")
    let dialog = TestWindow(client)
    dialog.toplevel.setAppId(appId: "foo")
    dialog.toplevel.setTitle(title: "dialog")
    dialog.toplevel.setParent(parent: parent.toplevel)
    dialog.surface.commit()
    try client.roundtrip()
    dialog.show(100, 100, 0xFF00_0000)
    try client.roundtrip()
    #expect(test.service.windows.first { $0.title == "dialog" }?.frame == Rect(x: 150, y: 100, width: 100, height: 100))
  }

  @Test func aRuleHoldsForAWindowOfTheExtensionToo() throws {
    let test = try start("{appID: 'alert', level: 2000, screen: 'b', insets: {top: 7, right: 9}, canBecomeKey: false}")
    let client = try test.connect()
    let base = TestWindow(client)
    let window = client.bind(CasementManagerV1Proxy.self).getWindow(toplevel: base.toplevel)
    var (insets, size, level) = ([Int](), [Int](), -1.0)
    window.onEvent = { event in
      switch event {
      case .insets(let top, let left, let bottom, let right): insets = [Int(top), Int(left), Int(bottom), Int(right)]
      case .configure(let width, let height, _, _): size = [Int(width), Int(height)]
      case .level(let high, let low): level = Double(bitPattern: UInt64(high) << 32 | UInt64(low))
      default: break
      }
    }
    base.toplevel.setAppId(appId: "alert")
    base.surface.commit()
    try client.roundtrip()
    #expect(size == [200, 100] && insets == [7, 0, 0, 9] && level == 2000)
    base.show(200, 100, 0xFFFF_0000)
    window.makeKeyAndVisible(seat: nil, token: nil)
    try client.roundtrip()
    let shown = try self.window("alert", in: test)
    #expect(shown.isVisible && shown.screen?.name == "b" && shown.level == .alert && !shown.canBecomeKey && !shown.isKey)
    // what its client asks afterwards counts
    window.setLevel(levelHi: 0, levelLo: 0)
    window.setCanBecomeKey(canBecomeKey: 1)
    window.makeKey(seat: nil, token: nil)
    try client.roundtrip()
    #expect(shown.level == .normal && shown.isKey)
  }
}
