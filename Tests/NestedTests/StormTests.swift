import CasementControl
import CasementTesting
import Geometry
import Nested
import Rendering
import Scene
import Surfaces
import Testing
import WaylandClient
import WindowModel

@testable import Casement

/// Everything at once, at random: at the end what the host shows is right.
@Suite struct StormTests {
  /// A client that draws a colour of its own in whatever size it was last told.
  private final class Painter {
    let window: TestWindow
    let colour: UInt32
    private var isDrawing = false

    init(_ window: TestWindow, _ colour: UInt32) {
      self.window = window
      self.colour = colour
    }

    func draw() {
      guard !isDrawing, let size = window.configures.last, size.width > 0 else { return }
      isDrawing = true
      window.surface.frame().onEvent = { [unowned self] _ in self.isDrawing = false }
      window.show(size.width, size.height, colour)
    }
  }

  @Test(arguments: 0..<4) func screensSizesScalesAndTurnsChangeWhileClientsAnimate(seed: UInt64) throws {
    var numbers = SplitMix(seed: seed)
    let stage = try NestedStage(
      [ScreenSpec(width: 320, height: 200), ScreenSpec(width: 200, height: 150)], hostScreen: ScreenSpec(width: 800, height: 600))
    let host = stage.host.service
    let hostScreen = host.model.screens[0].id
    let painters = [Painter(try stage.makeWindow(0xFF11_2233), 0xFFAA_0000), Painter(try stage.makeWindow(0xFF11_2233), 0xFF00_AA00)]
    let second = try #require(stage.service.model.windowList.last)
    stage.service.perform(stage.service.model.setScreen(second, stage.service.model.screens[1].id))
    for _ in 0..<60 {
      switch Int.random(in: 0..<8, using: &numbers) {
      case 0, 1, 2:
        let window = stage.hostWindows.randomElement(using: &numbers)!
        let size = Size<WindowPoints>(width: .random(in: 1...300, using: &numbers), height: .random(in: 1...300, using: &numbers))
        host.perform(host.model.place(window, at: .zero, size: size))
      case 3:
        var change = ScreenChange()
        change.scale = [1, 1.25, 1.5, 2, 3].randomElement(using: &numbers)!
        try host.changeScreen(hostScreen, change)
      case 4:
        var change = ScreenChange()
        change.transform = [Transform.normal, .rotated90, .rotated180, .flipped].randomElement(using: &numbers)!
        try host.changeScreen(hostScreen, change)
      case 5:
        let window = stage.hostWindows.randomElement(using: &numbers)!
        host.perform(host.model.setHidden(window, Bool.random(using: &numbers)))
      case 6:
        stage.backend.stop()
        stage.settle()
        try stage.attach()
      default:
        stage.step()
      }
      for painter in painters {
        painter.draw()
        try painter.window.client.roundtrip()
      }
      if Bool.random(using: &numbers) { stage.step() }
      #expect(stage.ends == [])
    }
    for window in stage.hostWindows { host.perform(host.model.setHidden(window, false)) }
    for _ in 0..<10 {
      stage.step()
      for painter in painters {
        painter.draw()
        try painter.window.client.roundtrip()
      }
    }
    stage.step(3)
    #expect(painters.allSatisfy { $0.window.client.connection.error == nil })
    #expect(stage.hostWindows.count == 2)
    for index in 0..<2 {
      #expect(stage.isShownTruly(index), "window \(index)")
      #expect(stage.pixel(0, 0, ofWindow: index).map { $0 & 0xFF_FFFF } == painters[index].colour & 0xFF_FFFF, "window \(index)")
    }
  }

  @Test func aHostsOutputMayGoAndComeWithTheWindowsOnIt() throws {
    let stage = try NestedStage(placement: .fill)
    let window = try stage.makeWindow(0xFFFF_0000)
    stage.step(2)
    let host = stage.host.service
    host.disconnectScreen(host.model.screens[0].id)
    stage.settle()
    try host.addScreen(ScreenSpec(width: 640, height: 480).scaled(2))
    stage.step(2)
    try window.client.roundtrip()
    window.show(320, 240, 0xFF00_FF00)
    try window.client.roundtrip()
    stage.step(3)
    #expect(stage.ends == [])
    #expect(stage.screen.mode.size == Size(width: 640, height: 480))
    #expect(stage.screen.scale120 == 240)
    #expect(stage.isShownTruly)
  }
}

/// Numbers that are the same in each run.
private struct SplitMix: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var value = state
    value = (value ^ (value >> 30)) &* 0xBF58_476D_1CE4_E5B9
    value = (value ^ (value >> 27)) &* 0x94D0_49BB_1331_11EB
    return value ^ (value >> 31)
  }
}
