import CasementControl
import CasementTesting
import Geometry
import Glibc
import Nested
import Rendering
import Scene
import Surfaces
import Testing
import WaylandClient
import WaylandProtocols
import WindowModel

@testable import Casement

@Suite struct PaceTests {
  /// Asks for a frame with a commit that shows `colour`; says when it came.
  private func commit(_ window: TestWindow, _ colour: UInt32, _ came: @escaping () -> Void) throws {
    let callback = window.surface.frame()
    callback.onEvent = { _ in came() }
    window.show(320, 200, colour)
    try window.client.roundtrip()
  }

  @Test func framesComeWithTheHosts() throws {
    var options = NestedOptions()
    options.starvation = 60_000
    let stage = try NestedStage(options: options)
    let window = try stage.makeWindow(0xFFFF_0000)
    stage.step()
    for index in 0..<5 {
      var count = 0
      try commit(window, 0xFF00_0000 | UInt32(index)) { count += 1 }
      stage.settle()
      try window.client.roundtrip()
      #expect(count == 0, "the host has shown nothing yet")
      stage.step()
      try window.client.roundtrip()
      #expect(count == 1)
    }
  }

  @Test func aFrameWithoutDamageComesToo() throws {
    let stage = try NestedStage()
    let window = try stage.makeWindow(0xFFFF_0000)
    stage.step()
    var count = 0
    window.surface.frame().onEvent = { _ in count += 1 }
    window.surface.commit()
    try window.client.roundtrip()
    stage.step()
    try window.client.roundtrip()
    #expect(count == 1)
  }

  @Test func aStarvedScreenGoesOnByItselfAndComesBack() throws {
    var options = NestedOptions()
    options.starvation = 1
    let stage = try NestedStage(options: options)
    let window = try stage.makeWindow(0xFFFF_0000)
    stage.step()
    for index in 0..<3 {
      var isDone = false
      try commit(window, 0xFF00_0000 | UInt32(index)) { isDone = true }
      let start = time(nil)
      while !isDone, time(nil) - start < 20 {
        stage.inner.service.dispatch(timeoutMilliseconds: 50)
        try window.client.roundtrip()
      }
      #expect(isDone)
    }
    #expect(stage.service.capture(screen: stage.screen.id)!.picture[3, 3] == 0xFF00_0002)
    stage.step(2)
    #expect(stage.isShownTruly)
  }

  @Test("case 53: the host starves one of two screens: the other, captures and clients go on, and it comes back when it is revealed")
  func theHostStarvesOneOfTwoScreens() throws {
    var options = NestedOptions()
    options.starvation = 1
    let stage = try NestedStage([ScreenSpec(width: 320, height: 200), ScreenSpec(width: 200, height: 150)], options: options)
    let seen = try stage.makeWindow(0xFFFF_0000)
    let starved = try stage.makeWindow(0xFF00_FF00, width: 200, height: 150)
    let id = try #require(stage.service.model.windowList.last)
    let second = stage.service.model.screens[1].id
    stage.service.perform(stage.service.model.setScreen(id, second))
    starved.show(200, 150, 0xFF00_FF00)
    try starved.client.roundtrip()
    stage.step(2)
    let hidden = stage.hostWindows[1]
    stage.host.service.perform(stage.host.service.model.setHidden(hidden, true))
    stage.settle()
    for index in 0..<3 {
      let colour = 0xFF00_0000 | UInt32(index + 1)
      var isDone = false
      starved.surface.frame().onEvent = { _ in isDone = true }
      starved.show(200, 150, colour)
      try starved.client.roundtrip()
      // the other screen keeps the host's pace
      var count = 0
      try commit(seen, colour) { count += 1 }
      stage.step()
      try seen.client.roundtrip()
      #expect(count == 1)
      let start = time(nil)
      while !isDone, time(nil) - start < 20 {
        stage.inner.service.dispatch(timeoutMilliseconds: 50)
        try starved.client.roundtrip()
      }
      #expect(isDone)
      #expect(try #require(stage.service.capture(screen: second)).picture[3, 3] & 0xFF_FFFF == colour & 0xFF_FFFF)
    }
    stage.host.service.perform(stage.host.service.model.setHidden(hidden, false))
    stage.step(3)
    #expect(stage.pixel(3, 3, ofWindow: 1).map { $0 & 0xFF_FFFF } == 3)
  }

  @Test func presentationIsTheHosts() throws {
    let stage = try NestedStage()
    let window = try stage.makeWindow(0xFFFF_0000)
    stage.step()
    var seen: [(nanoseconds: UInt64, refresh: UInt32)] = []
    let presentation = window.client.bind(WpPresentationProxy.self)
    presentation.feedback(surface: window.surface).onEvent = { event in
      if case .presented(_, let low, let nanoseconds, let refresh, _, _, _) = event {
        seen.append((UInt64(low) * 1_000_000_000 + UInt64(nanoseconds), refresh))
      }
    }
    window.show(320, 200, 0xFF00_FF00)
    try window.client.roundtrip()
    stage.settle()
    try window.client.roundtrip()
    #expect(seen.isEmpty)
    stage.step(2)
    try window.client.roundtrip()
    #expect(seen.count == 1)
    // the host's clock is at a second and some frames, ours at the machine's time
    #expect(seen.first.map { $0.nanoseconds <= stage.host.service.clock.now && $0.refresh == 16_666_666 } == true)
  }

  @Test func contentThatTheHostNeverShowsIsDiscarded() throws {
    var options = NestedOptions()
    options.starvation = 1
    let stage = try NestedStage(options: options)
    let window = try stage.makeWindow(0xFFFF_0000)
    // nothing is awaited of the host any more, so that the next picture goes to it at once
    stage.step(3)
    var answer = ""
    let presentation = window.client.bind(WpPresentationProxy.self)
    presentation.feedback(surface: window.surface).onEvent = { event in
      switch event {
      case .presented: answer = "presented"
      case .discarded: answer = "discarded"
      case .syncOutput: break
      }
    }
    window.surface.frame()
    window.show(320, 200, 0xFF00_FF00)
    try window.client.roundtrip()
    let start = time(nil)
    while answer.isEmpty, time(nil) - start < 20 {
      stage.inner.service.dispatch(timeoutMilliseconds: 50)
      try window.client.roundtrip()
    }
    #expect(answer == "discarded")
  }

  @Test func aManualClockGivesTheBeatAndTheHostOnlyShows() throws {
    let stage = try NestedStage(clock: .manual)
    let window = try stage.makeWindow(0xFFFF_0000)
    stage.step()
    var count = 0
    try commit(window, 0xFF00_FF00) { count += 1 }
    stage.step(2)
    try window.client.roundtrip()
    #expect(count == 0)
    #expect(stage.pixel(1, 1) == 0xFF00_FF00)
    stage.service.advanceClock(to: stage.service.clock.now + 16_666_667)
    try window.client.roundtrip()
    #expect(count == 1)
  }
}
