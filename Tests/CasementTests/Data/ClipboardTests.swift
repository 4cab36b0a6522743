import Casement
import CasementTesting
import Testing
import WaylandClient
import WaylandProtocols

@Suite struct ClipboardTests {
  @Test func aClientHearsOfTheClipboardJustBeforeItGetsTheKeyboard() throws {
    let stage = try DataStage()
    _ = try stage.copyFromOne(["text/plain", "text/html"])
    #expect(stage.one.take() == ["selection nil", "keyboard", "selection text/plain text/html", "no keyboard"])
    #expect(stage.two.take() == ["no keyboard", "selection text/plain text/html", "keyboard"])
  }

  @Test func dataGoesFromTheSourceToWhoAsks() throws {
    let stage = try DataStage()
    let source = try stage.copyFromOne()
    let pipe = try #require(stage.two.selection).receive("text/plain")
    try stage.settle()
    #expect(pipe.drain())
    #expect(pipe.text == "data as text/plain")
    #expect(source.take() == ["send text/plain"])
  }

  @Test func whoAsksForATypeThatIsNotOnOfferFindsAnEmptyFile() throws {
    let stage = try DataStage()
    let source = try stage.copyFromOne()
    let pipe = try #require(stage.two.selection).receive("image/png")
    try stage.settle()
    #expect(pipe.drain())
    #expect(pipe.bytes.isEmpty)
    #expect(source.take() == [])
  }

  @Test func aNewSelectionReplacesTheOldOneWhoseOffersGiveNothingAnyMore() throws {
    let stage = try DataStage()
    let old = try stage.copyFromOne()
    let stale = try #require(stage.two.selection)
    stage.forget()
    let new = stage.two.makeSource(["text/html"])
    stage.two.device.setSelection(source: new.proxy, serial: stage.two.press)
    try stage.settle()
    #expect(old.take() == ["cancelled"])
    #expect(stage.two.take() == ["selection text/html"])
    #expect(stage.one.take() == [])
    let pipe = stale.receive("text/plain")
    try stage.settle()
    #expect(pipe.drain())
    #expect(pipe.bytes.isEmpty)
    #expect(old.take() == [])
  }

  @Test func aSourceThatIsDestroyedClearsTheClipboard() throws {
    let stage = try DataStage()
    let source = try stage.copyFromOne()
    let stale = try #require(stage.two.selection)
    stage.forget()
    source.proxy.destroy()
    try stage.settle()
    #expect(stage.two.take() == ["selection nil"])
    let pipe = stale.receive("text/plain")
    try stage.settle()
    #expect(pipe.drain())
    #expect(pipe.bytes.isEmpty)
  }

  @Test func noSourceClearsTheClipboard() throws {
    let stage = try DataStage()
    let source = try stage.copyFromOne()
    stage.forget()
    stage.two.device.setSelection(source: nil, serial: stage.two.press)
    try stage.settle()
    #expect(source.take() == ["cancelled"])
    #expect(stage.two.take() == ["selection nil"])
  }

  @Test func theClipboardGoesWithItsClient() throws {
    let stage = try DataStage()
    _ = try stage.copyFromOne()
    let stale = try #require(stage.two.selection)
    stage.forget()
    stage.kill(stage.one)
    let pipe = stale.receive("text/plain")
    try stage.settle()
    #expect(stage.two.take() == ["selection nil"])
    #expect(pipe.drain())
  }

  @Test func whoGetsTheKeyboardFromADyingClientIsNotOfferedWhatDiesWithIt() throws {
    let stage = try DataStage()
    try stage.focusOne()
    let source = stage.one.makeSource()
    stage.one.device.setSelection(source: source.proxy, serial: stage.one.press)
    try stage.settle()
    stage.forget()
    stage.kill(stage.one)
    try stage.settle()
    #expect(stage.two.take() == ["selection nil", "keyboard"])
  }

  @Test func aNewDeviceOfTheClientWithTheKeyboardHearsOfTheClipboardAtOnce() throws {
    let stage = try DataStage()
    _ = try stage.copyFromOne()
    var told: [Bool] = []
    for peer in [stage.one, stage.two] {
      let device = peer.manager.getDataDevice(seat: peer.client.seat)
      device.onEvent = { if case .selection(let offer) = $0 { told.append(offer != nil) } }
      try stage.settle()
    }
    #expect(told == [true])
  }

  @Test func anotherSurfaceOfTheSameClientIsNoReasonToTellItAgain() throws {
    let stage = try DataStage()
    _ = try stage.copyFromOne()
    stage.forget()
    _ = try stage.two.client.makeWindow(200, 200, 0xFF00_00FF)
    try stage.settle()
    #expect(stage.two.take() == ["no keyboard", "keyboard"])
  }

  // MARK: Serials

  @Test("case 54: a serial that the client never got selects nothing") func aSerialThatTheClientNeverGotSelectsNothing() throws {
    let stage = try DataStage()
    try stage.focusOne()
    stage.forget()
    for serial in [0, stage.one.press, stage.one.press &+ 100, 0xFFFF_FFF0, 0x7FFF_FFFF] {
      let source = stage.two.makeSource()
      stage.two.device.setSelection(source: source.proxy, serial: serial)
      try stage.settle()
      #expect(source.take() == ["cancelled"], "serial \(serial)")
    }
    #expect(stage.one.take() == [])
    // an honest client is not hindered by what went before
    let source = stage.one.makeSource()
    stage.one.device.setSelection(source: source.proxy, serial: stage.one.press)
    try stage.settle()
    #expect(stage.one.take() == ["selection text/plain"])
    #expect(source.take() == [])
  }

  @Test func aRequestOlderThanTheSelectionComesTooLate() throws {
    let stage = try DataStage()
    try stage.focusOne()
    let old = stage.one.press
    try stage.focusOne()
    let (first, late) = (stage.one.makeSource(["first"]), stage.one.makeSource(["late"]))
    stage.one.device.setSelection(source: first.proxy, serial: stage.one.press)
    stage.one.device.setSelection(source: late.proxy, serial: old)
    stage.one.device.setSelection(source: nil, serial: old)
    try stage.settle()
    #expect(late.take() == ["cancelled"])
    #expect(first.take() == [])
    #expect(stage.one.selection?.types == ["first"])
  }

  @Test("case 54: the same source again changes nothing") func theSameSourceAgainChangesNothing() throws {
    let stage = try DataStage()
    try stage.focusOne()
    stage.forget()
    let source = stage.one.makeSource()
    for _ in 0..<2 { stage.one.device.setSelection(source: source.proxy, serial: stage.one.press) }
    try stage.settle()
    #expect(stage.one.take() == ["selection text/plain"])
    #expect(source.take() == [])
    let pipe = try #require(stage.one.selection).receive("text/plain")
    try stage.settle()
    #expect(pipe.drain())
    #expect(pipe.text == "data as text/plain")
  }

  @Test func serialZeroSelectsOnlyWhereTheSuiteAskedForIt() throws {
    let stage = try DataStage()
    stage.service.allowsSelectionsWithoutSerial = true
    let source = stage.one.makeSource()
    stage.one.device.setSelection(source: source.proxy, serial: 0)
    try stage.settle()
    #expect(stage.two.take() == ["selection text/plain"])
    #expect(source.take() == [])
  }

  // MARK: Clients that misbehave

  @Test func aSourceThatNeverWritesKeepsNobodyWaiting() throws {
    let stage = try DataStage()
    let source = try stage.copyFromOne()
    source.answers = false
    let pipe = try #require(stage.two.selection).receive("text/plain")
    try stage.settle()
    #expect(!pipe.drain(patience: 0))
    #expect(source.kept.count == 1)
  }

  @Test func aSourceThatNeverReadsIsAskedNoMoreWhenItsSocketIsFull() throws {
    let stage = try DataStage()
    _ = try stage.copyFromOne()
    let offer = try #require(stage.two.selection)
    var isFull = false
    for _ in 0..<20_000 where !isFull {
      let pipe = offer.receive("text/plain")
      try stage.two.client.roundtrip()
      isFull = pipe.drain(patience: 0)
    }
    #expect(isFull)
    let source = stage.two.makeSource(["text/html"])
    stage.two.device.setSelection(source: source.proxy, serial: stage.two.press)
    try stage.two.client.roundtrip()
    #expect(stage.two.selection?.types == ["text/html"])
  }

  @Test func aReceiveOnAnOfferWithoutASourceClosesTheFile() throws {
    let stage = try DataStage()
    let source = try stage.copyFromOne()
    let offer = try #require(stage.two.selection)
    source.proxy.destroy()
    try stage.one.client.roundtrip()
    let pipes = (0..<50).map { _ in offer.receive("text/plain") }
    try stage.settle()
    for pipe in pipes { #expect(pipe.drain()) }
  }

  @Test func aDeviceThatWasReleasedHearsNothing() throws {
    let stage = try DataStage()
    stage.two.device.release()
    try stage.settle()
    let source = try stage.copyFromOne()
    #expect(stage.two.take() == ["no keyboard", "keyboard"])
    #expect(source.take() == [])
  }
}
