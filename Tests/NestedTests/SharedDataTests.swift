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

@Suite struct SharedDataTests: DataSuite {
  let stage: NestedStage
  let inner: DataClient
  let outer: DataClient

  init() throws { (stage, inner, outer) = try Self.make() }

  @Test func whatIsCopiedInTheHostCanBePastedHere() throws {
    try makeKey(false)
    try press()
    outer.device.setSelection(source: outer.makeSource("from the host"), serial: outer.serial)
    try settle()
    try makeKey(true)
    #expect(stage.service.clipboardTypes.contains("text/plain"))
    #expect(try read(inner.selection) == "from the host")
  }

  @Test func whatIsCopiedHereCanBePastedInTheHost() throws {
    try makeKey(true)
    try press()
    inner.device.setSelection(source: inner.makeSource("from inside"), serial: inner.serial)
    try settle()
    try makeKey(false)
    #expect(outer.types.first == "text/plain")
    #expect(try read(outer.selection) == "from inside")
    // and it is still whoever's it was
    try makeKey(true)
    #expect(try read(inner.selection) == "from inside")
    #expect(inner.take() == [])
  }

  @Test func aNewerSelectionOfTheHostEndsOurs() throws {
    try makeKey(true)
    try press()
    inner.device.setSelection(source: inner.makeSource("old"), serial: inner.serial)
    try makeKey(false)
    try press()
    outer.device.setSelection(source: outer.makeSource("new"), serial: outer.serial)
    try settle()
    try makeKey(true)
    #expect(inner.take() == ["cancelled"])
    #expect(try read(inner.selection) == "new")
  }

  @Test func whatIsCopiedHereWithoutTheHostsKeyboardIsToldWhenItComes() throws {
    try makeKey(false)
    stage.service.setClipboard(text: "by a controller")
    try settle()
    #expect(host.clipboardTypes == [])
    try makeKey(true)
    #expect(host.clipboardTypes.contains("text/plain"))
  }

  @Test func selectionsThatAreKeptApartStayApart() throws {
    var options = NestedOptions()
    options.keepsSelectionsApart = true
    let stage = try NestedStage(options: options)
    stage.host.service.setClipboard(text: "of the host")
    stage.settle()
    #expect(stage.service.clipboardTypes == [])
    stage.service.setClipboard(text: "ours")
    stage.settle()
    #expect(!stage.host.service.clipboardTypes.contains { $0.hasPrefix("application/x-casement") })
  }

  @Test func thePrimarySelectionIsSharedToo() throws {
    try makeKey(true)
    try press()
    let manager = inner.window.client.bind(ZwpPrimarySelectionDeviceManagerV1Proxy.self)
    let device = manager.getDevice(seat: inner.window.client.seat)
    let source = manager.createSource()
    source.offer(mimeType: "text/x-marked")
    device.setSelection(source: source, serial: inner.serial)
    try settle()
    #expect(host.seat.selections.primary.source?.types.contains("text/x-marked") == true)
  }

  @Test func theHostsPrimarySelectionIsSharedToo() throws {
    let manager = inner.window.client.bind(ZwpPrimarySelectionDeviceManagerV1Proxy.self)
    let device = manager.getDevice(seat: inner.window.client.seat)
    var (types, offer): ([String], ZwpPrimarySelectionOfferV1Proxy?) = ([], nil)
    device.onEvent = { event in
      switch event {
      case .dataOffer(let new): new.onEvent = { if case .offer(let type) = $0 { types.append(type) } }
      case .selection(let new): offer = new
      }
    }
    try makeKey(false)
    try press()
    let theirs = outer.window.client.bind(ZwpPrimarySelectionDeviceManagerV1Proxy.self)
    let source = theirs.createSource()
    source.offer(mimeType: "text/x-of-the-host")
    theirs.getDevice(seat: outer.window.client.seat).setSelection(source: source, serial: outer.serial)
    try settle()
    try makeKey(true)
    #expect(types == ["text/x-of-the-host"])
    #expect(offer != nil)
  }

  // MARK: Dragging

  private func place(_ index: Int, _ x: Int) {
    host.perform(host.model.place(stage.hostWindows[index], at: Point(x: x, y: 0), size: nil))
  }

  private func point(_ x: Double, _ y: Double) -> PrecisePoint<LayoutPoints> { PrecisePoint(x: x, y: y) }

  /// The nested window at the left, the other one at the right, and the pointer on what is to be dragged.
  private func begin(from x: Double, by client: DataClient, _ text: String) throws {
    place(0, 0)
    place(1, 600)
    try settle()
    host.injectPointerMotion(to: point(x, 20))
    try settle()
    host.injectButton(pressed: true)
    try settle()
    client.device.startDrag(
      source: client.makeSource(text, isForDrag: true), origin: client.window.surface, icon: nil, serial: client.serial)
    try settle()
  }

  @Test func whatIsDraggedInTheHostIsDroppedHere() throws {
    try begin(from: 610, by: outer, "dragged in")
    _ = outer.take()
    host.injectPointerMotion(to: point(100, 50))
    try settle()
    #expect(inner.take() == ["enter 100.0,50.0"])
    host.injectPointerMotion(to: point(110, 50))
    try settle()
    #expect(inner.take() == ["motion 110.0,50.0"])
    #expect(outer.take().contains("target text/plain"))
    host.injectButton(pressed: false)
    try settle()
    #expect(inner.take().first == "drop")
    #expect(outer.take().contains("performed"))
    #expect(try read(inner.dragged) == "dragged in")
    inner.dragged?.finish()
    try settle()
    #expect(outer.take() == ["finished"])
    #expect(stage.service.seat.drag == nil)
  }

  @Test func whatIsDraggedAcrossIsOverNobodyHereAnyMore() throws {
    try begin(from: 610, by: outer, "passing")
    host.injectPointerMotion(to: point(100, 50))
    try settle()
    host.injectPointerMotion(to: point(620, 50))
    try settle()
    #expect(inner.take() == ["enter 100.0,50.0", "leave"])
    #expect(stage.service.seat.drag == nil)
  }

  @Test func whatIsDraggedHereStaysHere() throws {
    try begin(from: 100, by: inner, "at home")
    #expect(inner.take().first == "enter 100.0,20.0")
    host.injectPointerMotion(to: point(120, 20))
    try settle()
    #expect(inner.take().contains("motion 120.0,20.0"))
    host.injectButton(pressed: false)
    try settle()
    #expect(inner.take().contains("drop"))
    #expect(try read(inner.dragged) == "at home")
    inner.dragged?.finish()
    try settle()
    #expect(inner.take() == ["finished"])
    #expect(stage.service.seat.drag == nil)
    #expect(stage.service.seat.pointer.heldButtons == [])
  }

  @Test func whatIsDraggedHereIsDroppedInTheHost() throws {
    try begin(from: 100, by: inner, "dragged out")
    _ = inner.take()
    host.injectPointerMotion(to: point(610, 30))
    try settle()
    #expect(outer.take() == ["enter 10.0,30.0"])
    #expect(inner.take().contains("leave"))
    host.injectButton(pressed: false)
    try settle()
    #expect(outer.take().first == "drop")
    #expect(inner.take().contains("performed"))
    #expect(try read(outer.dragged) == "dragged out")
    outer.dragged?.finish()
    try settle()
    #expect(inner.take() == ["finished"])
    #expect(stage.service.seat.drag == nil)
    #expect(stage.service.seat.pointer.heldButtons == [])
  }

  @Test func whatIsDroppedOnNobodyIsCancelled() throws {
    try begin(from: 100, by: inner, "lost")
    _ = inner.take()
    host.injectPointerMotion(to: point(450, 500))
    host.injectButton(pressed: false)
    try settle()
    #expect(inner.take().contains("cancelled"))
    #expect(stage.service.seat.drag == nil)
  }
}
