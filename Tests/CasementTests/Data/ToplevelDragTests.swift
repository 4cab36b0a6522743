import CasementTesting
import Geometry
import Surfaces
import Testing
import WaylandClient
import WaylandProtocols
import WaylandServer
import WindowModel

@testable import Casement

/// A drag from the window of `one`, with an object for a window that follows it.
private final class Stage {
  let data: DataStage
  let manager: XdgToplevelDragManagerV1Proxy
  private(set) var source: DataPeer.Source!
  private(set) var drag: XdgToplevelDragV1Proxy!
  var client: TestClient { data.one.client }
  var service: WindowService { data.service }

  init() throws {
    data = try DataStage()
    manager = data.one.client.bind(XdgToplevelDragManagerV1Proxy.self)
  }

  func prepare() throws {
    try data.pressOne()
    source = data.one.makeSource(["text/plain"], actions: [.copy, .move])
    drag = manager.getXdgToplevelDrag(dataSource: source.proxy)
  }

  func start() throws {
    data.one.device.startDrag(source: source.proxy, origin: data.oneWindow.surface, icon: nil, serial: data.one.press)
    try data.settle()
  }

  /// A window that is not mapped yet.
  func makeWindow() -> TestWindow { TestWindow(client) }

  func map(_ window: TestWindow) throws {
    window.surface.commit()
    try data.settle()
    window.show(60, 40, 0xFF00_FFFF)
    try data.settle()
  }

  func frame(_ window: TestWindow) throws -> Rect<LayoutPoints> {
    try #require(service.model.frame(of: try id(window)))
  }

  func id(_ window: TestWindow) throws -> WindowID {
    try #require(service.clientWindows.values.first { $0.client.number == 1 && $0.surface.resource.id == window.surface.id }).id
  }

  func point(_ x: Double, _ y: Double) throws {
    service.injectPointerMotion(to: PrecisePoint(x: x, y: y))
    try data.settle()
  }
}

@Test func anAttachedWindowFollowsThePointerAndStaysWhereItWasDropped() throws {
  let stage = try Stage()
  try stage.prepare()
  let window = stage.makeWindow()
  stage.drag.attach(toplevel: window.toplevel, xOffset: 10, yOffset: 5)
  try stage.start()
  // it chooses its own size
  try stage.map(window)
  #expect(window.configures.first.map { [$0.width, $0.height] } == [0, 0])
  let start = stage.data.onOne
  #expect(try stage.frame(window) == Rect(x: Int(start.x) - 10, y: Int(start.y) - 5, width: 60, height: 40))
  try stage.point(600, 500)
  #expect(try stage.frame(window).origin == Point(x: 590, y: 495))
  try stage.data.release()
  try stage.point(100, 100)
  #expect(try stage.frame(window).origin == Point(x: 590, y: 495))
  #expect(stage.source.take().last == "cancelled")
  stage.drag.destroy()
  #expect(stage.client.failure() == nil)
}

@Test func anAttachedWindowIsNoTargetOfItsDrag() throws {
  let stage = try Stage()
  try stage.prepare()
  let window = stage.makeWindow()
  stage.drag.attach(toplevel: window.toplevel, xOffset: 10, yOffset: 5)
  try stage.start()
  try stage.map(window)
  stage.data.forget()
  try stage.data.dragToTwo()
  #expect(stage.data.two.take().first?.hasPrefix("enter") == true)
  try stage.data.release()
  #expect(stage.source.take().contains("dropped"))
  // the drop ends it all: the window is one like others
  stage.drag.destroy()
  #expect(stage.client.failure() == nil)
  #expect(stage.service.seat.pointer.target?.node.id == (try stage.service.clientWindows[stage.id(window)]?.surface.node.id))
}

@Test func aMappedWindowCanBeAttachedWhileTheDragGoesOnAndAnotherOnceItIsUnmapped() throws {
  let stage = try Stage()
  try stage.prepare()
  try stage.start()
  let (first, second) = (stage.makeWindow(), stage.makeWindow())
  try stage.map(first)
  try stage.point(500, 400)
  stage.drag.attach(toplevel: first.toplevel, xOffset: -3, yOffset: 0)
  try stage.data.settle()
  #expect(try stage.frame(first).origin == Point(x: 503, y: 400))
  first.surface.attach(buffer: nil, x: 0, y: 0)
  first.surface.commit()
  stage.drag.attach(toplevel: second.toplevel, xOffset: 1, yOffset: 1)
  try stage.map(second)
  #expect(try stage.frame(second).origin == Point(x: 499, y: 399))
  // unmapped, it is not carried any more, even when it comes again
  try stage.map(first)
  let left = try stage.frame(first).origin
  try stage.point(700, 300)
  #expect(try stage.frame(second).origin == Point(x: 699, y: 299))
  #expect(try stage.frame(first).origin == left)
  // destroyed, it makes way for another, too
  second.toplevel.destroy()
  stage.drag.attach(toplevel: first.toplevel, xOffset: 0, yOffset: 0)
  try stage.data.settle()
  #expect(try stage.frame(first).origin == Point(x: 700, y: 300))
}

@Test func underFillAWindowFloatsWhileItIsCarriedAndFillsAgainAfterwards() throws {
  let bench = try Bench()
  let origin = try bench.client.window(1280, 720)
  let pointer = bench.client.seat.getPointer()
  var press: UInt32 = 0
  pointer.onEvent = { event in if case .button(let serial, _, _, _) = event { press = serial } }
  let devices = bench.client.bind(WlDataDeviceManagerProxy.self)
  let device = devices.getDataDevice(seat: bench.client.seat)
  let source = devices.createDataSource()
  let drag = bench.client.bind(XdgToplevelDragManagerV1Proxy.self).getXdgToplevelDrag(dataSource: source)
  try bench.client.roundtrip()
  bench.service.injectPointerMotion(to: PrecisePoint(x: 300, y: 200))
  bench.service.injectButton(pressed: true)
  try bench.client.roundtrip()
  device.startDrag(source: source, origin: origin.surface, icon: nil, serial: press)
  let window = TestWindow(bench.client)
  drag.attach(toplevel: window.toplevel, xOffset: 20, yOffset: 10)
  window.surface.commit()
  try bench.client.roundtrip()
  window.show(100, 80, 0xFF00_FFFF)
  try bench.client.roundtrip()
  let id = try bench.service.id(of: window.surface)
  #expect(bench.service.model.frame(of: id) == Rect(x: 280, y: 190, width: 100, height: 80))
  bench.service.injectPointerMotion(to: PrecisePoint(x: 400, y: 300))
  #expect(bench.service.model.frame(of: id)?.origin == Point(x: 380, y: 290))
  bench.service.injectButton(pressed: false)
  try bench.client.roundtrip()
  #expect(window.configures.last.map { [$0.width, $0.height] } == [1280, 720])
}

private let offences: [(String, String, UInt32, @Sendable (Stage) throws -> Void)] = [
  (
    "a source that was dragged", "xdg_toplevel_drag_manager_v1", XdgToplevelDragManagerV1.Error.invalidSource.rawValue,
    { stage in
      let source = try stage.data.drag()
      stage.manager.getXdgToplevelDrag(dataSource: source.proxy)
    }
  ),
  (
    "a source that is a selection", "xdg_toplevel_drag_manager_v1", XdgToplevelDragManagerV1.Error.invalidSource.rawValue,
    { stage in
      try stage.data.focusOne()
      let source = stage.data.one.makeSource(["text/plain"])
      stage.data.one.device.setSelection(source: source.proxy, serial: stage.data.one.press)
      stage.manager.getXdgToplevelDrag(dataSource: source.proxy)
    }
  ),
  (
    "two objects for one source", "xdg_toplevel_drag_manager_v1", XdgToplevelDragManagerV1.Error.invalidSource.rawValue,
    { stage in
      try stage.prepare()
      stage.manager.getXdgToplevelDrag(dataSource: stage.source.proxy)
    }
  ),
  (
    "two windows", "xdg_toplevel_drag_v1", XdgToplevelDragV1.Error.toplevelAttached.rawValue,
    { stage in
      try stage.prepare()
      stage.drag.attach(toplevel: stage.makeWindow().toplevel, xOffset: 0, yOffset: 0)
      stage.drag.attach(toplevel: stage.makeWindow().toplevel, xOffset: 0, yOffset: 0)
    }
  ),
  (
    // the client has destroyed its object by then, so that the error names none
    "destroyed while the drag goes on", "", XdgToplevelDragV1.Error.ongoingDrag.rawValue,
    { stage in
      try stage.prepare()
      try stage.start()
      stage.drag.destroy()
    }
  ),
  (
    "destroyed before the drag began", "", XdgToplevelDragV1.Error.ongoingDrag.rawValue,
    { stage in
      try stage.prepare()
      stage.drag.destroy()
    }
  ),
  (
    "a source for a toplevel drag that is selected", "wl_data_source", WlDataSource.Error.invalidSource.rawValue,
    { stage in
      try stage.data.focusOne()
      let source = stage.data.one.makeSource(["text/plain"])
      stage.manager.getXdgToplevelDrag(dataSource: source.proxy)
      stage.data.one.device.setSelection(source: source.proxy, serial: stage.data.one.press)
    }
  ),
]

@Test(arguments: 0..<offences.count)
private func aWrongToplevelDragEndsItsClient(_ index: Int) throws {
  let (_, interface, code, commit) = offences[index]
  let stage = try Stage()
  try commit(stage)
  #expect(isError(stage.client.failure(), interface, code))
  try stage.data.two.client.roundtrip()
}

@Test func aToplevelDragMayOutliveItsManagerAndItsSource() throws {
  let stage = try Stage()
  try stage.prepare()
  stage.source.proxy.destroy()
  stage.drag.destroy()
  try stage.prepare()
  stage.manager.destroy()
  let window = stage.makeWindow()
  stage.drag.attach(toplevel: window.toplevel, xOffset: 0, yOffset: 0)
  try stage.start()
  stage.source.proxy.destroy()
  try stage.map(window)
  stage.drag.attach(toplevel: window.toplevel, xOffset: 0, yOffset: 0)
  stage.drag.destroy()
  #expect(stage.client.failure() == nil)
}
