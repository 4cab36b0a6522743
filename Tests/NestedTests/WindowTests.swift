import CasementControl
import CasementTesting
import Geometry
import Nested
import Rendering
import Scene
import Surfaces
import Testing
import WaylandClient
import WaylandProtocols
import WindowModel

@testable import Casement

@Suite struct WindowTests {
  @Test func aScreenIsAWindowOfItsSize() throws {
    let stage = try NestedStage()
    #expect(stage.hostWindows.count == 1)
    #expect(stage.hostWindow.surface.state.size == Size(width: 320, height: 200))
    #expect(stage.screen.name == "nested-1")
  }

  @Test func theHostShowsWhatTheScreenShows() throws {
    let stage = try NestedStage()
    let window = try stage.makeWindow(0xFFFF_0000)
    stage.step()
    #expect(stage.pixel(10, 10) == 0xFFFF_0000)
    window.show(320, 200, 0xFF00_FF00)
    try window.client.roundtrip()
    stage.step(2)
    #expect(stage.pixel(10, 10) == 0xFF00_FF00)
    #expect(stage.isShownTruly)
  }

  @Test func onlyWhatChangedIsSentAndTheWholeIsRight() throws {
    let stage = try NestedStage(placement: .natural)
    let window = try stage.makeWindow(0xFF10_2030)
    stage.step(2)
    // several frames in several buffers, each of which misses what the others got
    for index in 0..<8 {
      let part = window.client.compositor.createSurface()
      let sub = window.client.bind(WlSubcompositorProxy.self).getSubsurface(surface: part, parent: window.surface)
      sub.setPosition(x: Int32(index * 30), y: Int32(index * 20))
      part.attach(buffer: window.client.makeBuffer(25, 15, 0xFF00_0000 | UInt32(index * 0x1F1F1F)), x: 0, y: 0)
      part.commit()
      window.surface.commit()
      try window.client.roundtrip()
      stage.step()
      #expect(stage.isShownTruly)
    }
    let area = stage.hostWindow.surface.state.history.damage(since: stage.hostWindow.surface.state.contentSequence - 1)
    #expect(area?.bounds.size == Size(width: 25, height: 15))
  }

  @Test func twoScreensAreTwoWindows() throws {
    let stage = try NestedStage([ScreenSpec(width: 320, height: 200), ScreenSpec(width: 160, height: 100)])
    #expect(stage.hostWindows.count == 2)
    _ = try stage.makeWindow(0xFF12_3456)
    stage.step()
    #expect(stage.pixel(0, 0) == 0xFF12_3456)
    #expect(stage.hostWindow.surface.state.size == Size(width: 320, height: 200))
  }

  @Test func anAddedScreenOpensAWindowAndARemovedOneClosesIt() throws {
    let stage = try NestedStage()
    let added = try stage.service.addScreen(ScreenSpec(width: 100, height: 80))
    stage.settle()
    #expect(added.name == "nested-2")
    #expect(stage.hostWindows.count == 2)
    stage.service.removeScreen(added)
    stage.settle()
    #expect(stage.hostWindows.count == 1)
    #expect(stage.ends == [])
  }

  @Test func aNewSizeOfTheWindowIsAModeOfTheScreen() throws {
    let stage = try NestedStage()
    let window = try stage.makeWindow(0xFFFF_0000)
    stage.host.service.perform(
      stage.host.service.model.place(stage.hostWindows[0], at: .zero, size: Size(width: 500, height: 400)))
    stage.settle()
    try window.client.roundtrip()
    #expect(stage.screen.mode.size == Size(width: 500, height: 400))
    #expect(stage.screen.modes.count == 1)
    #expect(window.configures.last.map { [$0.width, $0.height] } == [500, 400])
    window.show(500, 400, 0xFF00_00FF)
    try window.client.roundtrip()
    stage.step(2)
    #expect(stage.hostWindow.surface.state.size == Size(width: 500, height: 400))
    #expect(stage.pixel(499, 399) == 0xFF00_00FF)
    #expect(stage.isShownTruly)
  }

  @Test func aNewSizeWaitsForTheWindowsThatAreInIt() throws {
    let stage = try NestedStage()
    let window = try stage.makeWindow(0xFFFF_0000)
    stage.step()
    stage.host.service.perform(
      stage.host.service.model.place(stage.hostWindows[0], at: .zero, size: Size(width: 330, height: 210)))
    stage.host.pump()
    stage.inner.pump()
    stage.host.pump()
    #expect(stage.hostWindow.surface.state.size == Size(width: 320, height: 200), "nothing is shown in half")
    try window.client.roundtrip()
    window.show(330, 210, 0xFFFF_0000)
    try window.client.roundtrip()
    stage.settle()
    #expect(stage.hostWindow.surface.state.size == Size(width: 330, height: 210))
    #expect(stage.pixel(329, 209) == 0xFFFF_0000)
  }

  @Test func aFillingHostGivesItsSizeToTheScreen() throws {
    let stage = try NestedStage(placement: .fill)
    stage.step()
    #expect(stage.screen.mode.size == Size(width: 1280, height: 720))
    #expect(stage.isShownTruly)
  }

  @Test func aModeThatAControllerSetsIsTheWindowsSize() throws {
    let stage = try NestedStage()
    var change = ScreenChange()
    change.customMode = ScreenMode(size: Size(width: 640, height: 480))
    try stage.service.changeScreen(stage.screen.id, change)
    stage.step()
    #expect(stage.hostWindow.surface.state.size == Size(width: 640, height: 480))
    #expect(stage.screen.mode.size == Size(width: 640, height: 480))
  }

  @Test(arguments: [[:], ["wp_single_pixel_buffer_manager_v1": 0]] as [[String: UInt32]])
  func aModeOfAnotherFormThanTheWindowIsNotStretchedUnevenly(limits: [String: UInt32]) throws {
    var options = NestedOptions()
    options.limits = limits
    let stage = try NestedStage(placement: .fill, options: options)
    let window = try stage.makeWindow(0xFFFF_0000)
    stage.step(2)
    var change = ScreenChange()
    change.customMode = ScreenMode(size: Size(width: 300, height: 300))
    try stage.service.changeScreen(stage.screen.id, change)
    try window.client.roundtrip()
    window.show(300, 300, 0xFF00_FF00)
    try window.client.roundtrip()
    stage.step(3)
    #expect(stage.hostWindow.surface.state.size == Size(width: 1280, height: 720), "the host holds the window at its size")
    // 720 × 720 in the middle of 1280 × 720
    #expect([279, 280, 999, 1000].map { stage.pixel($0, 360) } == [0xFF00_0000, 0xFF00_FF00, 0xFF00_FF00, 0xFF00_0000])
    #expect([0, 719].map { stage.pixel(640, $0) } == [0xFF00_FF00, 0xFF00_FF00])
    // and a change is seen there
    window.show(300, 300, 0xFF00_00FF)
    try window.client.roundtrip()
    stage.step(2)
    #expect(stage.pixel(280, 360) == 0xFF00_00FF)
    // what is pointed at is what is seen
    stage.host.service.injectPointerMotion(to: PrecisePoint(x: 640, y: 360))
    stage.settle()
    #expect(stage.service.pointerPosition == PrecisePoint(x: 150, y: 150))
    stage.host.service.injectPointerMotion(to: PrecisePoint(x: 280 + 72, y: 72))
    stage.settle()
    #expect(stage.service.pointerPosition == PrecisePoint(x: 30, y: 30))
    // the same size again leaves the mode, another one does not
    stage.sayRudely(1280, 720, states: [1])
    #expect(stage.screen.mode.size == Size(width: 300, height: 300))
    stage.sayRudely(640, 360, states: [1])
    #expect(stage.screen.mode.size == Size(width: 640, height: 360))
    try window.client.roundtrip()
    window.show(640, 360, 0xFFFF_00FF)
    try window.client.roundtrip()
    stage.step(3)
    #expect(stage.ends == [])
    #expect(stage.isShownTruly)
  }

  @Test func closingTheLastWindowEndsTheService() throws {
    let stage = try NestedStage([ScreenSpec(width: 100, height: 100), ScreenSpec(width: 100, height: 100)])
    stage.hostWindow.role.sendClose()
    stage.settle()
    #expect(stage.service.model.screens.map(\.name) == ["nested-2"])
    #expect(stage.ends == [])
    stage.hostWindow.role.sendClose()
    stage.settle()
    #expect(stage.service.model.screens.isEmpty)
    #expect(stage.ends == [.closed])
  }

  @Test func aServiceThatIsKeptGoesOnWithoutScreens() throws {
    var options = NestedOptions()
    options.keepsRunning = true
    let stage = try NestedStage(options: options)
    stage.hostWindow.role.sendClose()
    stage.settle()
    #expect(stage.ends == [])
    #expect(stage.service.model.screens.isEmpty)
    try stage.service.addScreen(ScreenSpec(width: 64, height: 64))
    stage.settle()
    #expect(stage.hostWindows.count == 1)
  }

  @Test func theTitleAndTheAppIDSayWhatIsInside() throws {
    let stage = try NestedStage()
    #expect(stage.hostWindow.role.title == "Casement nested-1")
    #expect(stage.hostWindow.role.appID == "casement")
    let window = try stage.makeWindow(0xFFFF_0000, appID: "foot", title: "shell")
    #expect(stage.hostWindow.role.title == "shell — Casement nested-1")
    #expect(stage.hostWindow.role.appID == "casement.foot")
    window.toplevel.setTitle(title: "vi")
    try window.client.roundtrip()
    stage.settle()
    #expect(stage.hostWindow.role.title == "vi — Casement nested-1")
  }

  @Test func aVeryLongTitleHarmsNobody() throws {
    let stage = try NestedStage()
    _ = try stage.makeWindow(0xFFFF_0000, title: String(repeating: "ż", count: 1900))
    stage.step()
    #expect(stage.hostWindow.role.title.hasPrefix("żżż"))
    #expect(stage.ends == [])
  }

  @Test func theHostsScaleIsTheScreens() throws {
    let stage = try NestedStage(placement: .fill, hostScreen: ScreenSpec(width: 1200, height: 800).scaled(1.5))
    stage.step()
    #expect(stage.screen.scale120 == 180)
    #expect(stage.screen.mode.size == Size(width: 1200, height: 800))
    #expect(stage.screen.bounds.size == Size(width: 800, height: 533))
    #expect(stage.isShownTruly)
  }

  @Test func aScaleThatWasChosenStays() throws {
    let stage = try NestedStage(
      [ScreenSpec(width: 320, height: 200).scaled(1)], placement: .fill, hostScreen: ScreenSpec(width: 1200, height: 800).scaled(2))
    stage.step()
    #expect(stage.screen.scale120 == 120)
    #expect(stage.screen.mode.size == Size(width: 1200, height: 800))
    #expect(stage.isShownTruly)
  }

  @Test func theHostsTransformIsTheScreens() throws {
    var screen = ScreenSpec(width: 640, height: 480)
    screen.transform = .rotated90
    let stage = try NestedStage(placement: .fill, hostScreen: screen)
    stage.step()
    #expect(stage.screen.transform == .rotated90)
    #expect(stage.screen.mode.size == Size(width: 640, height: 480))
    #expect(stage.screen.pixelSize == Size(width: 480, height: 640))
    #expect(stage.isShownTruly)
  }

  @Test func aTransformThatWasChosenStays() throws {
    var (screen, own) = (ScreenSpec(width: 640, height: 480), ScreenSpec(width: 320, height: 200))
    screen.transform = .rotated90
    own.transform = .rotated180
    let stage = try NestedStage([own], placement: .fill, hostScreen: screen)
    stage.step()
    #expect(stage.screen.transform == .rotated180)
    #expect(stage.screen.pixelSize == Size(width: 480, height: 640))
    #expect(stage.isShownTruly)
  }

  @Test(arguments: [1, 2, 32_768]) func anySizeThatTheHostSaysIsBorne(side: Int) throws {
    let stage = try NestedStage()
    stage.host.service.perform(
      stage.host.service.model.place(stage.hostWindows[0], at: .zero, size: Size(width: side, height: side)))
    stage.settle()
    stage.step()
    #expect(stage.ends == [])
    #expect(stage.hostWindow.surface.state.size == Size(width: side, height: side))
    #expect(stage.screen.mode.size.width == min(side, 8192))
    #expect(stage.messages.count == (side > 8192 ? 1 : 0))
  }

  @Test func twoServicesNestInOneAnother() throws {
    let stage = try NestedStage()
    let deeper = try NestedStage.inside(stage.inner)
    let client = try deeper.connect()
    _ = try client.makeWindow(320, 200, 0xFFAB_CDEF)
    for _ in 0..<4 {
      deeper.pump()
      stage.step()
    }
    #expect(stage.pixel(5, 5) == 0xFFAB_CDEF)
  }
}

extension ScreenSpec {
  /// The same at `scale` pixels a point.
  func scaled(_ scale: Double) -> ScreenSpec {
    var spec = self
    spec.scale = scale
    return spec
  }
}
