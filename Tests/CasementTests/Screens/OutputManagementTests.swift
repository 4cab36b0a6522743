import CasementControl
import CasementTesting
import Geometry
import Glibc
import Scene
import Surfaces
import Testing
import WaylandClient
import WaylandProtocols
import WaylandServer
import WindowModel

@testable import Casement

private func twoScreens() throws -> Bench {
  var configuration = ServiceConfiguration.manual
  configuration.screens = [ScreenSpec(width: 800, height: 600), ScreenSpec(width: 640, height: 480)]
  configuration.screens[1].refresh = 30
  configuration.screens[1].scale = 1.5
  return try Bench(configuration)
}

@Test func allHeadsAreToldAtOnce() throws {
  let bench = try twoScreens()
  let heads = try HeadClient(bench.client)
  #expect(heads.heads.map(\.name) == ["headless-1", "headless-2"] && heads.doneCount == 1)
  let second = heads["headless-2"]
  #expect(second.isEnabled == true && second.position == [800, 0] && second.scale == 1.5 && second.transform == .normal)
  #expect(second.current?.size == [640, 480] && second.current?.refresh == 30_000 && second.current?.isPreferred == true)
  #expect(
    second.log == [
      "name", "description", "make", "model", "mode", "enabled 1", "current mode", "position", "transform", "scale", "adaptive sync 0",
    ])
}

@Test func olderVersionsAreToldLess() throws {
  let bench = try Bench()
  for (version, count) in [(UInt32(1), 8), (2, 10), (3, 10), (4, 11)] {
    #expect(try HeadClient(bench.client, version: version).heads[0].log.count == count, "\(version)")
  }
}

@Test("case 50: a custom mode while clients draw and a capture is pending") func aCustomModeIsApplied() throws {
  let bench = try Bench()
  let window = try bench.witness.window(1280, 720)
  let (screencopy, output) = try bench.screencopy()
  let shots = (0..<2).map { _ in ScreencopyShot(screencopy.captureOutput(overlayCursor: 0, output: output)) }
  let buffers = (0..<2).map { _ in CaptureBuffer(bench.client, 1280, 720) }
  for (shot, buffer) in zip(shots, buffers) { shot.frame.copyWithDamage(buffer: buffer.buffer) }
  let heads = try HeadClient(bench.client)
  let serial = heads.serial
  let configuration = heads.configuration()
  configuration.heads["headless-1"]?.setCustomMode(width: 1000, height: 500, refresh: 0)
  #expect(try configuration.use(bench.client) == ["succeeded"])
  #expect(heads.serial != serial && heads.doneCount == 2)
  #expect(heads.heads[0].modes.map(\.size) == [[1280, 720], [1000, 500]] && heads.heads[0].current?.size == [1000, 500])
  try bench.tick(bench.witness)
  #expect(shots[0].isReady && shots[1].isFailed && buffers[1].isUntouched)
  #expect(window.configures.last.map { [$0.width, $0.height] } == [1000, 500])
  window.show(1000, 500, 0xFF00_FF00)
  try bench.witness.roundtrip()
  let after = ScreencopyShot(screencopy.captureOutput(overlayCursor: 0, output: output))
  let buffer = CaptureBuffer(bench.client, 1000, 500)
  after.frame.copy(buffer: buffer.buffer)
  try bench.tick()
  #expect(after.isReady && buffer[999, 499] == 0xFF00)
}

@Test func everythingIsAppliedAtOnce() throws {
  let bench = try twoScreens()
  let heads = try HeadClient(bench.client)
  let configuration = heads.configuration()
  let second = try #require(configuration.heads["headless-2"])
  second.setPosition(x: -640, y: 20)
  second.setTransform(transform: ._90)
  second.setScale(scale: 2)
  second.setAdaptiveSync(state: .disabled)
  #expect(try configuration.use(bench.client) == ["succeeded"] && heads.doneCount == 2)
  let head = heads["headless-2"]
  #expect(head.position == [-640, 20] && head.transform == ._90 && head.scale == 2)
  let screen = try #require(bench.service.model.screens.last)
  #expect(screen.frame == Rect(x: -640, y: 20, width: 240, height: 320))
  // a head to which nothing happened is told nothing
  #expect(heads["headless-1"].log.count == 11)
}

@Test func whatCannotBeIsRefusedAsAWhole() throws {
  let bench = try twoScreens()
  let heads = try HeadClient(bench.client)
  for change in 0..<4 {
    let configuration = heads.configuration()
    configuration.heads["headless-1"]?.setScale(scale: 2)
    let second = try #require(configuration.heads["headless-2"])
    switch change {
    case 0: second.setScale(scale: 1000)
    case 1: second.setAdaptiveSync(state: .enabled)
    case 2: second.setCustomMode(width: .max, height: 1, refresh: 0)
    default: second.setPosition(x: .max, y: .min)
    }
    #expect(try configuration.use(bench.client) == ["failed"], "\(change)")
  }
  #expect(bench.service.model.screens.map(\.nativeScale) == [1, 1.5] && heads.doneCount == 1)
}

@Test func aTestChangesNothing() throws {
  let bench = try twoScreens()
  let heads = try HeadClient(bench.client)
  let configuration = heads.configuration(off: ["headless-2"])
  configuration.heads["headless-1"]?.setScale(scale: 2)
  #expect(try configuration.use(bench.client, isTest: true) == ["succeeded"])
  #expect(bench.service.model.screens.map(\.nativeScale) == [1, 1.5] && heads.doneCount == 1)
  let wrong = heads.configuration()
  wrong.heads["headless-1"]?.setScale(scale: 1000)
  #expect(try wrong.use(bench.client, isTest: true) == ["failed"])
}

@Test func aConfigurationOfWhatWasIsCancelled() throws {
  let bench = try twoScreens()
  let heads = try HeadClient(bench.client)
  let (old, oldTest) = (heads.configuration(), heads.configuration())
  let first = heads.configuration()
  first.heads["headless-1"]?.setScale(scale: 2)
  first.proxy.apply()
  old.proxy.apply()
  oldTest.proxy.test()
  try bench.client.roundtrip()
  #expect(first.answers == ["succeeded"] && old.answers == ["cancelled"] && oldTest.answers == ["cancelled"])
  #expect(try heads.configuration(serial: heads.serial &+ 100).use(bench.client) == ["cancelled"])
  #expect(try heads.configuration().use(bench.client) == ["succeeded"])
}

@Test func aHeadThatIsTurnedOffAndOnIsTheSame() throws {
  let bench = try twoScreens()
  let window = try bench.witness.window(100, 80)
  let id = try #require(bench.service.model.windowList.first)
  let heads = try HeadClient(bench.client)
  #expect(try heads.configuration(off: ["headless-1"]).use(bench.client) == ["succeeded"])
  let head = heads["headless-1"]
  #expect(head.isEnabled == false && !head.isFinished && heads.heads.count == 2)
  #expect(bench.service.model.screens.map(\.name) == ["headless-2"])
  #expect(bench.client.globals.count { $0.interface == "wl_output" } == 1)
  // its windows went to what is left
  #expect(bench.service.model.window(id)?.screen == bench.service.model.mainScreen)
  try bench.witness.roundtrip()
  #expect(window.configures.last.map { [$0.width, $0.height] } == [427, 320])
  let on = heads.configuration()
  on.heads["headless-1"]?.setTransform(transform: .flipped)
  on.heads["headless-1"]?.setCustomMode(width: 300, height: 200, refresh: 0)
  #expect(try on.use(bench.client) == ["succeeded"])
  #expect(head.isEnabled == true && head.current?.size == [300, 200] && head.transform == .flipped && head.position != nil)
  // and came home
  #expect(bench.service.model.window(id)?.screen == bench.service.model.screen(named: "headless-1"))
}

@Test func aHeadThatIsTurnedOnIsAllThatItWas() throws {
  var configuration = ServiceConfiguration.manual
  configuration.screens = [
    try ScreenSpec(parsing: "800x600"), try ScreenSpec(parsing: "80x60,mirror=none,overscan=1:2:3:4,compensation=inset"),
  ]
  let bench = try Bench(configuration)
  let before = try bench.service.controller.screens()
  let heads = try HeadClient(bench.client)
  #expect(try heads.configuration(off: ["headless-2"]).use(bench.client) == ["succeeded"])
  #expect(bench.service.model.screens.count == 1)
  let on = heads.configuration()
  on.heads["headless-2"]?.setPosition(x: 800, y: 0)
  #expect(try on.use(bench.client) == ["succeeded"])
  #expect(try bench.service.controller.screens() == before)
}

@Test func aHeadThatIsTurnedOnIsNotPutOnAnother() throws {
  let bench = try twoScreens()
  let heads = try HeadClient(bench.client)
  #expect(try heads.configuration(off: ["headless-2"]).use(bench.client) == ["succeeded"])
  let on = heads.configuration()
  // what wlr-randr says of a head without a place
  on.heads["headless-2"]?.setPosition(x: 0, y: 0)
  #expect(try on.use(bench.client) == ["succeeded"])
  #expect(heads["headless-2"].position == [800, 0])
}

@Test func theLastScreenCanBeTurnedOff() throws {
  let bench = try Bench()
  let window = try bench.witness.window(100, 80)
  let heads = try HeadClient(bench.client)
  #expect(try heads.configuration(off: ["headless-1"]).use(bench.client) == ["succeeded"])
  #expect(bench.service.model.screens.isEmpty)
  #expect(try heads.configuration().use(bench.client) == ["succeeded"])
  try bench.witness.roundtrip()
  #expect(window.configures.last.map { [$0.width, $0.height] } == [1280, 720])
}

@Test func headsComeAndGoWithTheirScreens() throws {
  let bench = try Bench()
  let heads = try HeadClient(bench.client)
  let added = try bench.service.connectScreen(ScreenSpec(width: 100, height: 50))
  try bench.client.roundtrip()
  #expect(heads["headless-2"].isEnabled == true && heads.doneCount == 2)
  let stale = heads.configuration()
  bench.service.perform(bench.service.model.removeScreen(added))
  try bench.client.roundtrip()
  #expect(heads.heads[1].isFinished && heads.heads[1].modes[0].isFinished && heads.doneCount == 3)
  #expect(try stale.use(bench.client) == ["cancelled"])
  // one that is gone cannot be set up, whatever the serial says
  let late = TestConfiguration(heads.manager.createConfiguration(serial: heads.serial))
  late.proxy.enableHead(head: heads.heads[0].proxy)
  late.proxy.enableHead(head: heads.heads[1].proxy).setScale(scale: 2)
  #expect(try late.use(bench.client) == ["cancelled"])
}

@Test func aHeadThatIsOffCanBeRemoved() throws {
  let bench = try twoScreens()
  let heads = try HeadClient(bench.client)
  #expect(try heads.configuration(off: ["headless-2"]).use(bench.client) == ["succeeded"])
  // its name is in use
  try bench.service.connectScreen(ScreenSpec(width: 100, height: 50))
  try bench.client.roundtrip()
  #expect(heads["headless-3"].isEnabled == true)
  _ = try bench.service.controller.removeScreen(.init(name: "headless-2"))
  try bench.client.roundtrip()
  #expect(heads["headless-2"].isFinished)
  // and one that is connected anew is on
  #expect(try heads.configuration(off: ["headless-3"]).use(bench.client) == ["succeeded"])
  var again = ScreenSpec(width: 30, height: 20)
  again.name = "headless-3"
  try bench.service.connectScreen(again)
  try bench.client.roundtrip()
  #expect(heads["headless-3"].isEnabled == true && heads["headless-3"].current?.size == [30, 20])
}

@Test func aHeadThatWasReleasedNeedNotBeNamed() throws {
  let bench = try twoScreens()
  let heads = try HeadClient(bench.client)
  heads.heads[1].proxy.release()
  let configuration = TestConfiguration(heads.manager.createConfiguration(serial: heads.serial))
  configuration.proxy.enableHead(head: heads.heads[0].proxy).setScale(scale: 2)
  #expect(try configuration.use(bench.client) == ["succeeded"])
  #expect(bench.service.model.screens.map(\.nativeScale) == [2, 1.5])
}

@Test func aManagerThatStoppedHearsNothing() throws {
  let bench = try Bench()
  let heads = try HeadClient(bench.client)
  heads.manager.stop()
  try bench.client.roundtrip()
  #expect(heads.isFinished)
  try bench.service.connectScreen(ScreenSpec(width: 100, height: 50))
  try bench.client.roundtrip()
  #expect(heads.heads.count == 1 && heads.doneCount == 1)
}

@Test func placesThatAreAsTheyAreAreNotFixed() throws {
  let bench = try twoScreens()
  let heads = try HeadClient(bench.client)
  let configuration = heads.configuration()
  for head in heads.heads { configuration.heads[head.name]?.setPosition(x: head.position![0], y: head.position![1]) }
  configuration.heads["headless-1"]?.setCustomMode(width: 1000, height: 500, refresh: 0)
  #expect(try configuration.use(bench.client) == ["succeeded"])
  // the second one still lies beside the first, and still mirrors it
  #expect(bench.service.model.screens.map(\.frame.x) == [0, 1000] && bench.service.model.mirrorsByItself)
}
