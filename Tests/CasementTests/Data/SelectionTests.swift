import Casement
import CasementTesting
import Testing
import WaylandClient

/// What holds for every protocol by which selections are set and read, in every pairing.
@Suite struct SelectionTests {
  typealias Pair = (from: SelectionPort.Kind, to: SelectionPort.Kind)

  static let pairs: [Pair] = [SelectionPort.Kind.clipboards, SelectionPort.Kind.primaries].flatMap { kinds in
    kinds.flatMap { from in kinds.map { (from, $0) } }
  }

  /// A port of each client of a stage, of which `one` has the keyboard.
  private func open(_ pair: Pair) throws -> (DataStage, SelectionPort, SelectionPort) {
    let stage = try DataStage()
    let (from, to) = (SelectionPort(pair.from, of: stage.one.client), SelectionPort(pair.to, of: stage.two.client))
    try stage.focusOne()
    _ = from.take()
    _ = to.take()
    return (stage, from, to)
  }

  @Test(arguments: pairs) func whatIsSelectedThroughOneProtocolIsReadThroughAnother(pair: Pair) throws {
    let (stage, from, to) = try open(pair)
    let source = from.makeSource(["text/plain", "text/html"])
    from.select(source, serial: stage.one.press)
    try stage.settle()
    #expect(from.take() == [["text/plain", "text/html"]])
    // control hears without the keyboard; the others when they get it
    #expect(to.take() == (pair.to.isControl ? [["text/plain", "text/html"]] : []))
    stage.service.injectPointerMotion(to: stage.onTwo)
    stage.service.injectButton(pressed: true)
    stage.service.injectButton(pressed: false)
    try stage.settle()
    #expect(to.take() == (pair.to.isControl ? [] : [["text/plain", "text/html"]]))
    let pipe = try #require(to.receive("text/html"))
    try stage.settle()
    #expect(pipe.drain())
    #expect(pipe.text == "data as text/html")
    #expect(source.asked == ["text/html"])
  }

  @Test(arguments: pairs) func eachReplacesAndClearsTheOthers(pair: Pair) throws {
    let (stage, from, to) = try open(pair)
    let first = from.makeSource(["first"])
    from.select(first, serial: stage.one.press)
    try stage.settle()
    stage.service.injectPointerMotion(to: stage.onTwo)
    stage.service.injectButton(pressed: true)
    stage.service.injectButton(pressed: false)
    try stage.settle()
    let second = to.makeSource(["second"])
    to.select(second, serial: stage.two.press)
    try stage.settle()
    #expect(first.isCancelled)
    #expect(!second.isCancelled)
    #expect(to.take().last == ["second"])
    to.select(nil, serial: stage.two.press)
    try stage.settle()
    #expect(second.isCancelled)
    #expect(to.take() == [nil])
    #expect(!from.kind.isControl || from.take() == [["first"], ["second"], nil])
  }

  @Test(arguments: pairs) func aSelectionGoesWithItsSource(pair: Pair) throws {
    let (stage, from, to) = try open(pair)
    let watch = SelectionPort(pair.to.isControl ? pair.to : pair.from, of: pair.to.isControl ? stage.two.client : stage.one.client)
    let source = from.makeSource()
    from.select(source, serial: stage.one.press)
    try stage.settle()
    _ = watch.take()
    source.destroy()
    try stage.settle()
    #expect(watch.take() == [nil])
    #expect(to.receive("text/plain")?.drain(patience: 0) != true || to.kind.isControl)
  }

  @Test(arguments: SelectionPort.Kind.clipboards + SelectionPort.Kind.primaries)
  func whereTheSuiteAskedForItEverybodyHearsWhileNobodyHasTheKeyboard(kind: SelectionPort.Kind) throws {
    for isOpen in [false, true] {
      let test = try TestService()
      test.service.allowsSelectionsWithoutSerial = true
      if isOpen { test.service.tellsSelectionsWithoutFocus = true }
      let (one, two) = (try test.connect(), try test.connect())
      let (from, to) = (SelectionPort(kind, of: one), SelectionPort(kind, of: two))
      try two.roundtrip()
      _ = to.take()
      from.select(from.makeSource(["text/plain"]), serial: 0)
      try one.roundtrip()
      try two.roundtrip()
      #expect(to.take() == (isOpen || kind.isControl ? [["text/plain"]] : []))
    }
  }

  @Test(arguments: [SelectionPort.Kind.clipboard, .primary, .gtkPrimary])
  func whoLosesTheKeyboardIsToldThatItKnowsNoPrimarySelection(kind: SelectionPort.Kind) throws {
    let (stage, from, _) = try open((kind, kind))
    for isSelected in [false, true] {
      if isSelected { from.select(from.makeSource(), serial: stage.one.press) }
      try stage.settle()
      _ = from.take()
      stage.service.injectPointerMotion(to: stage.onTwo)
      stage.service.injectButton(pressed: true)
      stage.service.injectButton(pressed: false)
      try stage.settle()
      #expect(from.take() == (isSelected && kind != .clipboard ? [nil] : []))
      try stage.focusOne()
      #expect(from.take() == (isSelected ? [["text/plain"]] : [nil]))
    }
  }

  @Test(arguments: [SelectionPort.Kind.primary, .gtkPrimary]) func thePrimarySelectionNeedsASerialToo(kind: SelectionPort.Kind) throws {
    let (stage, _, to) = try open((kind, kind))
    for serial in [0, stage.one.press, stage.one.press &+ 1000] {
      let source = to.makeSource()
      to.select(source, serial: serial)
      try stage.settle()
      #expect(source.isCancelled, "serial \(serial)")
    }
  }

  @Test(arguments: [SelectionPort.Kind.primary, .gtkPrimary]) func aPrimarySourceAgainChangesNothing(kind: SelectionPort.Kind) throws {
    let (stage, from, _) = try open((kind, kind))
    let (source, other) = (from.makeSource(), from.makeSource(["other"]))
    from.select(source, serial: stage.one.press)
    from.select(source, serial: stage.one.press)
    from.select(other, serial: stage.one.press)
    from.select(source, serial: stage.one.press)
    try stage.settle()
    #expect(from.take() == [["text/plain"], ["other"]])
    #expect(!other.isCancelled)
  }

  @Test func theTwoSelectionsAreTwo() throws {
    let stage = try DataStage()
    let (clipboard, primary) = (
      SelectionPort(.extClipboard, of: stage.one.client), SelectionPort(.extPrimary, of: stage.one.client)
    )
    let source = primary.makeSource()
    primary.select(source, serial: 0)
    clipboard.select(nil, serial: 0)
    try stage.settle()
    #expect(clipboard.take() == [nil])
    #expect(primary.take() == [nil, ["text/plain"]])
    #expect(!source.isCancelled)
  }

  @Test func anOldControlClientHearsOfTheClipboardOnly() throws {
    let stage = try DataStage()
    let manager = stage.one.client.bind(ZwlrDataControlManagerV1Proxy.self, version: 1)
    var events = 0
    manager.getDataDevice(seat: stage.one.client.seat).onEvent = { _ in events += 1 }
    let primary = SelectionPort(.extPrimary, of: stage.two.client)
    primary.select(primary.makeSource(), serial: 0)
    try stage.settle()
    #expect(events == 1)
  }

  @Test func whatAControllerSelectsStandsAgainstRequestsAboutOlderEvents() throws {
    let (stage, from, control) = try open((.clipboard, .extClipboard))
    control.select(control.makeSource(["controlled"]), serial: 0)
    try stage.settle()
    from.select(from.makeSource(["copied"]), serial: stage.one.press)
    try stage.settle()
    #expect(control.take() == [["controlled"]])
    stage.service.injectButton(pressed: true)
    try stage.settle()
    from.select(from.makeSource(["copied"]), serial: stage.one.press)
    try stage.settle()
    #expect(control.take() == [["copied"]])
    stage.service.injectButton(pressed: false)
  }

  @Test func aControlSourceThatDiesClearsWhatItSelected() throws {
    let (stage, from, to) = try open((.extClipboard, .wlrClipboard))
    from.select(from.makeSource(), serial: 0)
    try stage.settle()
    _ = to.take()
    stage.kill(stage.one)
    try stage.settle()
    #expect(to.take() == [nil])
  }
}
