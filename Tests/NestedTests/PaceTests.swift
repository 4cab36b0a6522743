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
    stage.step()
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
    stage.step()
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
