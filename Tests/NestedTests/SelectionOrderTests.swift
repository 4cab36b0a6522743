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
import WaylandServer
import WindowModel

@testable import Casement

/// Which selection counts where something was selected on both sides.
@Suite struct SelectionOrderTests: DataSuite {
  let stage: NestedStage
  let inner: DataClient
  let outer: DataClient

  init() throws { (stage, inner, outer) = try Self.make() }

  private func copyInTheHost(_ text: String, type: String = "text/plain") throws {
    try makeKey(false)
    try press()
    outer.device.setSelection(source: outer.makeSource(text, type: type), serial: outer.serial)
    try settle()
  }

  private func copyHere(_ text: String) throws {
    stage.service.setClipboard(text: text)
    try settle()
  }

  /// Whether the host has what is selected in the nested service.
  private var hostHasOurs: Bool { host.clipboardTypes.contains { $0.hasPrefix("application/x-casement") } }
  /// Whether something of the nested service's own is selected in it.
  private var isOwnSelected: Bool { stage.service.ownSelectionTypes(.clipboard)?.isEmpty == false }

  @Test func whatIsCopiedHereMeanwhileIsNewerThanWhatTheHostHadBefore() throws {
    try copyInTheHost("before")
    try makeKey(true)
    try makeKey(false)
    try copyHere("meanwhile")
    #expect(try read(outer.selection) == "before", "the host is left alone until its keyboard comes")
    try makeKey(true)
    #expect(isOwnSelected)
    #expect(hostHasOurs)
    try makeKey(false)
    #expect(try read(outer.selection) == "meanwhile")
  }

  @Test func aHostThatSaysWhatItHasAfterTheKeyboardIsUnderstoodToo() throws {
    try copyInTheHost("before")
    try makeKey(true)
    try makeKey(false)
    try copyHere("meanwhile")
    host.perform(host.model.makeKey(stage.hostWindows[0], authority: .controller))
    let devices = host.seat.knownClient(stage.hostWindow.client.id)?.dataDevices ?? []
    #expect(devices.count == 1)
    for device in devices { device.tell(host.seat.selections.clipboard) }
    try settle()
    #expect(isOwnSelected)
    #expect(hostHasOurs)
  }

  @Test func whatIsCopiedHereBeforeTheKeyboardEverCameCounts() throws {
    let (stage, inner, outer) = try Self.make(NestedStage(hostMapKey: .token))
    let suite = Suite(stage: stage, inner: inner, outer: outer)
    try suite.makeKey(false)
    try suite.press()
    outer.device.setSelection(source: outer.makeSource("before"), serial: outer.serial)
    try suite.settle()
    stage.backend.stop()
    // a new window, which has not had the keyboard
    try stage.attach()
    try suite.settle()
    stage.service.setClipboard(text: "inside")
    try suite.settle()
    let windows = stage.hostWindows
    for window in [windows[1], windows[0]] {
      suite.host.perform(suite.host.model.makeKey(window, authority: .controller))
      try suite.settle()
    }
    #expect(try suite.read(outer.selection) == "inside")
  }

  private struct Suite: DataSuite {
    let stage: NestedStage
    let inner: DataClient
    let outer: DataClient
  }

  @Test func whereBothCopiedMeanwhileThePersonAtTheHostCounts() throws {
    try copyInTheHost("before")
    try makeKey(true)
    try makeKey(false)
    try copyHere("inside")
    try copyInTheHost("in the host", type: "text/x-of-the-host")
    try makeKey(true)
    #expect(stage.service.clipboardTypes == ["text/x-of-the-host"])
    #expect(!hostHasOurs)
  }

  @Test func whereTheHostTakesOursAwayTheOrderIsKnown() throws {
    try makeKey(true)
    try copyHere("ours")
    #expect(hostHasOurs)
    try makeKey(false)
    try copyHere("inside")
    try copyInTheHost("later, in the host")
    try makeKey(true)
    #expect(stage.service.clipboardTypes == ["text/plain"])
    #expect(try read(inner.selection) == "later, in the host")
  }

  @Test func whatIsCopiedHereAfterTheHostTookOursAwayIsTheLatest() throws {
    try makeKey(true)
    try copyHere("ours")
    #expect(hostHasOurs)
    try copyInTheHost("in the host")
    try copyHere("later, inside")
    try makeKey(true)
    #expect(hostHasOurs)
    #expect(isOwnSelected)
    try makeKey(false)
    #expect(try read(outer.selection) == "later, inside")
  }

  @Test func aCopyThatTheHostFoundTooOldIsToldAgainWithTheNextKey() throws {
    try makeKey(true)
    try press()
    // the host's clock of events goes on without us
    host.perform(host.model.place(stage.hostWindows[1], at: Point(x: 600, y: 0), size: nil))
    host.injectPointerMotion(to: PrecisePoint(x: 610, y: 10))
    try settle()
    host.setClipboard(text: "in the host")
    try settle()
    #expect(!isOwnSelected)
    try copyHere("inside")
    #expect(!hostHasOurs, "it was told with an event from before")
    #expect(isOwnSelected)
    try press()
    #expect(hostHasOurs)
    #expect(isOwnSelected)
    try makeKey(false)
    #expect(try read(outer.selection) == "inside")
  }

  @Test func whoKeepsOneTypeOnlyKeepsData() throws {
    try makeKey(true)
    try copyHere("ours")
    // weston's keeper asks for the first type
    #expect(host.clipboardTypes.first == "text/plain;charset=utf-8")
    #expect(host.clipboardTypes.last?.hasPrefix("application/x-casement") == true)
  }

  @Test func theLatestOfferOfTheHostIsKept() throws {
    try makeKey(true)
    // weston takes the going of an offer that it made last for the end of what is selected
    host.display.keepRequests()
    try copyHere("ours")
    let requests = stage.hostWindow.client.lastRequests
    #expect(hostHasOurs)
    #expect(requests.contains { $0.contains("set_selection") || $0.contains("wl_display") }, "\(requests)")
    #expect(!requests.contains { $0.contains("wl_data_offer") }, "\(requests)")
  }

  @Test func whatWasCopiedBeforeThereWasAHostIsOfferedWhereItHasNothing() throws {
    stage.backend.stop()
    try copyHere("from before")
    try stage.attach()
    try settle()
    #expect(hostHasOurs)
    #expect(isOwnSelected)
  }

  @Test func whatTheHostHasIsNotReplacedByWhatIsOlderThanTheMeeting() throws {
    try copyInTheHost("of the host")
    stage.backend.stop()
    try copyHere("from before")
    try stage.attach()
    try settle()
    #expect(stage.service.clipboardTypes == ["text/plain"])
    #expect(!hostHasOurs)
  }

  @Test func whatGoesBeforeTheHostKnewOfItTakesNothingAway() throws {
    try copyInTheHost("of the host")
    try makeKey(true)
    try press()
    try makeKey(false)
    let source = inner.makeSource("gone soon")
    inner.device.setSelection(source: source, serial: inner.serial)
    try settle()
    #expect(isOwnSelected)
    source.destroy()
    try settle()
    try makeKey(true)
    #expect(host.clipboardTypes == ["text/plain"])
    #expect(try read(inner.selection) == "of the host")
  }

  @Test func whatGoesHereGoesInTheHostToo() throws {
    try makeKey(true)
    try press()
    let source = inner.makeSource("gone soon")
    inner.device.setSelection(source: source, serial: inner.serial)
    try settle()
    #expect(hostHasOurs)
    source.destroy()
    try settle()
    #expect(host.clipboardTypes == [])
  }
}
