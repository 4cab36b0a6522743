import CasementControl
import CasementTesting
import Geometry
import Glibc
import Input
import Nested
import Rendering
import Scene
import Surfaces
import Testing
import WaylandClient
import WaylandProtocols
import WaylandServer
import WindowModel

@testable import Casement

/// Hosts that do what none should: the service goes on, or ends with a reason.
@Suite struct HostFaultTests {
  /// Makes the host's socket full: it does not read.
  private func fill(_ stage: NestedStage) {
    let frame = stage.host.service.model.frame(of: stage.hostWindows[0])!
    stage.host.service.injectPointerMotion(to: PrecisePoint(x: Double(frame.x) + 5, y: Double(frame.y) + 5))
    stage.settle()
    for index in 0..<600 {
      stage.service.seat.pointer.cursor = .shape(index % 2 == 0 ? .text : .wait)
      stage.inner.pump()
    }
  }

  @Test(arguments: [(0, 0), (0, 32_768), (-1, -1), (1, 0), (Int32.min, Int32.max), (Int32.max, Int32.max), (32_768, 1), (40_000, 40_000)])
  func sizesThatNobodyHasAreBorne(width: Int32, height: Int32) throws {
    let stage = try NestedStage()
    let window = try stage.makeWindow(0xFFFF_0000)
    stage.step()
    stage.sayRudely(width, height)
    stage.step(2)
    #expect(stage.ends == [])
    let size = stage.screen.mode.size
    #expect((1...16_384).contains(size.width) && (1...16_384).contains(size.height))
    #expect(size.width * size.height <= 1 << 26)
    // and a size that somebody has is had again
    stage.sayRudely(300, 100)
    try window.client.roundtrip()
    window.show(300, 100, 0xFF00_FF00)
    try window.client.roundtrip()
    stage.step(3)
    #expect(stage.screen.mode.size == Size(width: 300, height: 100))
    #expect(stage.pixel(299, 99) == 0xFF00_FF00)
    #expect(stage.isShownTruly)
  }

  @Test func whileTheHostDoesNotReadEverythingElseGoesOn() throws {
    var options = NestedOptions()
    options.starvation = 1
    let stage = try NestedStage(options: options, isSocketSmall: true)
    let window = try stage.makeWindow(0xFFFF_0000)
    stage.step(2)
    fill(stage)
    // clients draw, screens come, go and change, titles change, and nobody waits
    for index in 0..<5 {
      var isDone = false
      window.surface.frame().onEvent = { _ in isDone = true }
      window.toplevel.setTitle(title: String(repeating: "title \(index) ", count: 60))
      window.show(320, 200, 0xFF00_0000 | UInt32(index + 1))
      try window.client.roundtrip()
      let added = try stage.service.addScreen(ScreenSpec(width: 64, height: 64))
      let start = time(nil)
      while !isDone, time(nil) - start < 20 {
        stage.inner.service.dispatch(timeoutMilliseconds: 20)
        try window.client.roundtrip()
      }
      #expect(isDone)
      if index % 2 == 0 { stage.service.removeScreen(added) }
      #expect(stage.service.capture(screen: stage.screen.id)!.picture[3, 3] == 0xFF00_0000 | UInt32(index + 1))
    }
    try #require(stage.ends == [])
    #expect(stage.hostWindows.count == 1, "the host has read nothing")
    // it reads again
    for _ in 0..<20 { stage.step() }
    #expect(stage.ends == [])
    #expect(stage.hostWindows.count == stage.service.model.screens.count)
    #expect(stage.pixel(3, 3) == 0xFF00_0005)
    #expect(stage.hostWindow.role.title.hasPrefix("title 4"))
    #expect(stage.isShownTruly)
  }

  @Test func aWindowIsClosedOnAHostThatReadsAgain() throws {
    let stage = try NestedStage([ScreenSpec(width: 320, height: 200), ScreenSpec(width: 100, height: 100)], isSocketSmall: true)
    stage.step(2)
    fill(stage)
    stage.service.disconnectScreen(stage.service.model.screens[1].id)
    stage.inner.pump()
    #expect(stage.hostWindows.count == 2)
    for _ in 0..<20 { stage.step() }
    #expect(stage.hostWindows.count == 1)
    #expect(stage.ends == [])
  }

  @Test func theServiceEndsWhileTheHostDoesNotRead() throws {
    let stage = try NestedStage([ScreenSpec(width: 320, height: 200), ScreenSpec(width: 100, height: 100)], isSocketSmall: true)
    _ = try stage.makeWindow(0xFFFF_0000)
    stage.step(2)
    fill(stage)
    stage.backend.stop()
    stage.settle()
    #expect(stage.hostWindows.isEmpty)
    #expect(stage.service.model.screens.count == 2)
  }

  @Test func aHostThatDoesNotReadForTooLongIsLeft() throws {
    var options = NestedOptions()
    options.longestStall = 20
    let stage = try NestedStage(options: options, isSocketSmall: true)
    stage.step(2)
    fill(stage)
    let start = time(nil)
    while stage.ends.isEmpty, time(nil) - start < 20 { stage.inner.service.dispatch(timeoutMilliseconds: 20) }
    #expect(stage.ends == [.lost(.stuck(seconds: 0))])
    #expect(NestedError.stuck(seconds: 60).description == "the host session did not read for 60 s")
  }

  @Test func aHostThatStandsStillIsLeftThoughItsSocketHasRoom() throws {
    var options = NestedOptions()
    (options.longestStall, options.starvation) = (20, 1)
    let stage = try NestedStage(options: options)
    let window = try stage.makeWindow(0xFFFF_0000)
    stage.step(2)
    #expect(stage.ends == [])
    window.show(320, 200, 0xFF00_FF00)
    try window.client.roundtrip()
    let start = time(nil)
    while stage.ends.isEmpty, time(nil) - start < 20 { stage.inner.service.dispatch(timeoutMilliseconds: 20) }
    #expect(stage.ends == [.lost(.stuck(seconds: 0))])
  }

  @Test func aHostThatReadsIsNotLeftThoughItShowsNothing() throws {
    var options = NestedOptions()
    (options.longestStall, options.starvation) = (300, 1)
    let stage = try NestedStage(options: options)
    let window = try stage.makeWindow(0xFFFF_0000)
    stage.step(2)
    let start = Clock.monotonic
    var colour: UInt32 = 0xFF00_0000
    while Clock.monotonic - start < 450_000_000 {
      colour += 1
      window.show(320, 200, colour)
      try window.client.roundtrip()
      stage.host.pump()
      stage.inner.service.dispatch(timeoutMilliseconds: 5)
    }
    #expect(stage.ends == [])
  }

  @Test func aHostThatKillsTheConnectionIsSaidSo() throws {
    let stage = try NestedStage()
    let surface = stage.hostWindow.surface.resource
    surface.client.post(.wlSurface(.invalidScale, "for no reason"), from: surface)
    stage.settle()
    guard case .lost(.refused(let reason)) = try #require(stage.ends.first) else {
      Issue.record("\(stage.ends)")
      return
    }
    #expect(reason.hasPrefix("wl_surface#"))
    #expect(NestedError.refused(reason).description.hasPrefix("the host session ended the connection: wl_surface#"))
  }

  @Test func aHostThatGoesInTheMiddleOfAllLeavesNothingHeld() throws {
    let stage = try NestedStage()
    let window = try stage.makeWindow(0xFF00_0000)
    let log = SeatLog(window.client)
    try window.client.roundtrip()
    let buffer = SealedBuffer(window.client, 320, 200, 0x00FF_0000)
    window.surface.frame()
    try buffer.show(on: window)
    stage.settle()
    let host = stage.host.service
    let frame = host.model.frame(of: stage.hostWindows[0])!
    host.injectPointerMotion(to: PrecisePoint(x: Double(frame.x) + 5, y: Double(frame.y) + 5))
    host.injectButton(pressed: true)
    host.injectKey(42, pressed: true)
    host.injectKey(30, pressed: true)
    host.injectTouchDown(0, at: PrecisePoint(x: Double(frame.x) + 9, y: Double(frame.y) + 9))
    stage.settle()
    try window.client.roundtrip()
    #expect(log.take().contains("key 30 down"))
    host.shutDown()
    stage.inner.pump()
    stage.inner.pump()
    #expect(stage.ends == [.lost(.gone)])
    try window.client.roundtrip()
    let heard = log.take()
    #expect(heard.contains("touch cancel") || heard.contains("touch 0 up"))
    #expect(stage.service.seat.pointer.heldButtons == [])
    #expect(stage.service.seat.keyboard.state.heldKeys == [])
    #expect(stage.service.seat.keyboard.state.modifiers == ModifierMasks())
    // its buffer is the client's again with the next one
    window.show(320, 200, 0xFF00_FF00)
    try window.client.roundtrip()
    #expect(buffer.isFree)
    #expect(stage.service.capture(screen: stage.screen.id)!.picture[3, 3] == 0xFF00_FF00)
  }

  @Test func whatIsDraggedWhenTheHostGoesIsDroppedOnNobody() throws {
    let stage = try NestedStage()
    let data = try DataClient(try stage.makeWindow(0xFFFF_0000))
    let host = stage.host.service
    let frame = host.model.frame(of: stage.hostWindows[0])!
    func settle() throws {
      for _ in 0..<3 {
        stage.settle()
        try data.window.client.roundtrip()
      }
    }
    try settle()
    host.injectPointerMotion(to: PrecisePoint(x: Double(frame.x) + 5, y: Double(frame.y) + 5))
    try settle()
    host.injectButton(pressed: true)
    try settle()
    data.device.startDrag(
      source: data.makeSource("lost", isForDrag: true), origin: data.window.surface, icon: nil, serial: data.serial)
    try settle()
    #expect(stage.service.seat.drag != nil)
    host.shutDown()
    stage.inner.pump()
    stage.inner.pump()
    try data.window.client.roundtrip()
    #expect(stage.ends == [.lost(.gone)])
    #expect(stage.service.seat.drag == nil)
    #expect(data.take().contains("cancelled"))
  }

  @Test func aServiceThatLeavesItsHostHoldsNoKeys() throws {
    let stage = try NestedStage()
    let window = try stage.makeWindow(0xFF00_0000)
    let log = SeatLog(window.client)
    try window.client.roundtrip()
    stage.host.service.injectKey(30, pressed: true)
    stage.settle()
    try window.client.roundtrip()
    _ = log.take()
    stage.backend.stop()
    stage.settle()
    try window.client.roundtrip()
    #expect(stage.service.seat.keyboard.state.heldKeys == [])
    #expect(log.take().contains("keyboard leave"))
  }

  @Test func aTitleOfFewButLongCharactersHarmsNobody() throws {
    let stage = try NestedStage()
    // one character to a person, 3,900 bytes
    _ = try stage.makeWindow(0xFFFF_0000, title: "e" + String(repeating: "\u{301}", count: 1_950))
    stage.step()
    #expect(stage.ends == [])
    #expect(stage.hostWindow.role.title.utf8.count <= 512)
  }

  @Test func manyScreensWithLongNamesAreToldInPieces() throws {
    let stage = try NestedStage((0..<12).map { _ in ScreenSpec(width: 32, height: 32) })
    for screen in stage.service.model.screens {
      _ = try stage.makeWindow(0xFFFF_0000, title: String(repeating: "t", count: 600))
      let id = try #require(stage.service.model.windowList.last)
      stage.service.perform(stage.service.model.setScreen(id, screen.id))
    }
    stage.step(2)
    #expect(stage.ends == [])
    #expect(stage.hostWindows.allSatisfy { stage.host.service.clientWindows[$0]!.role.title.hasPrefix("ttt") })
  }
}
