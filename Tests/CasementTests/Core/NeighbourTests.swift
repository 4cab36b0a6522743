import CasementTesting
import Geometry
import Testing
import WaylandClient
import WaylandProtocols
import WaylandServer
import WindowModel

@testable import Casement

// What one client asks, however often, must neither end another that reads late, nor make all wait.

/// What a client's two lists of toplevels were told.
private final class TaskBar {
  private var kept: [AnyObject] = []
  private(set) var titles: [String] = []
  private(set) var listTitles: [String] = []
  private(set) var open = 0

  init(_ client: TestClient) {
    let manager = client.bind(ZwlrForeignToplevelManagerV1Proxy.self)
    manager.onEvent = { [unowned self] event in
      guard case .toplevel(let handle) = event else { return }
      self.kept.append(handle)
      self.open += 1
      handle.onEvent = { [unowned self] event in
        switch event {
        case .title(let title): self.titles.append(title)
        case .closed: self.open -= 1
        default: break
        }
      }
    }
    let list = client.bind(ExtForeignToplevelListV1Proxy.self)
    list.onEvent = { [unowned self] event in
      guard case .toplevel(let handle) = event else { return }
      self.kept.append(handle)
      handle.onEvent = { [unowned self] event in if case .title(let title) = event { self.listTitles.append(title) } }
    }
    kept += [manager, list]
  }
}

@Test("case 59: titles without end do not end a task bar that reads late") func titlesWithoutEnd() throws {
  let bench = try Bench()
  let bar = TaskBar(bench.witness)
  let window = try bench.client.window()
  try bench.witness.roundtrip()
  let long = String(repeating: "x", count: 2000)
  for number in 0..<1500 {
    window.toplevel.setTitle(title: long + String(number))
    if number % 10 == 9 { try bench.client.roundtrip() }
  }
  window.toplevel.setTitle(title: "the last")
  try bench.client.roundtrip()
  #expect(bench.test.connected == 2)
  try bench.test.wake(bench.witness) { bar.titles.last == "the last" && bar.listTitles.last == "the last" }
  #expect(bar.titles.last == "the last" && bar.listTitles.last == "the last")
  #expect(bar.titles.count < 200 && bar.listTitles.count < 200)
  #expect(bench.service.lateNews.count == 0)
  // and each again, as before
  let before = bar.titles.count
  for title in ["a", "b"] {
    window.toplevel.setTitle(title: title)
    try bench.client.roundtrip()
  }
  try bench.witness.roundtrip()
  #expect(bar.titles.suffix(from: before) == ["a", "b"])
}

@Test("case 59: windows that come while a task bar does not read are announced when it does") func windowsThatCome() throws {
  let bench = try Bench()
  let bar = TaskBar(bench.witness)
  let window = try bench.client.window()
  try bench.witness.roundtrip()
  let long = String(repeating: "x", count: 3000)
  for number in 0..<100 {
    window.toplevel.setTitle(title: long + String(number))
    try bench.client.roundtrip()
  }
  let stays = try bench.client.window()
  let goes = try bench.client.window()
  goes.surface.attach(buffer: nil, x: 0, y: 0)
  goes.surface.commit()
  window.surface.attach(buffer: nil, x: 0, y: 0)
  window.surface.commit()
  stays.toplevel.setTitle(title: "it stays")
  try bench.client.roundtrip()
  try bench.test.wake(bench.witness) { bar.titles.last == "it stays" }
  #expect(bar.titles.last == "it stays" && bar.open == 1)
}

@Test("a client with thousands of objects of one screen hears of a change with each, and is not ended by it") func manyOutputs() throws {
  let bench = try Bench()
  var scales = 0
  for round in 1...3000 {
    bench.witness.bind(WlOutputProxy.self).onEvent = { event in if case .scale(2) = event { scales += 1 } }
    if round.isMultiple(of: 100) { try bench.witness.roundtrip() }
  }
  try #require(bench.service.screens.first).setScale(2)
  try bench.client.roundtrip()
  #expect(bench.test.connected == 2 && bench.service.lateNews.count > 0)
  try bench.test.wake(bench.witness) { scales == 3000 }
  #expect(scales == 3000 && bench.test.connected == 2)
}

@Test("case 59: questions without end do not end the owner of the clipboard") func questionsWithoutEnd() throws {
  let stage = try DataStage()
  let source = try stage.copyFromOne()
  let offer = try #require(stage.two.selection)
  let pipe = DataPipe()
  for index in 0..<3000 {
    offer.proxy.receive(mimeType: "text/plain", fd: pipe.writeEnd)
    if index % 20 == 19 { try stage.two.client.roundtrip() }
  }
  #expect(stage.test.connected == 2)
  try stage.settle()
  #expect((100...200).contains(source.take().count))
  // whoever asks then is answered
  let again = offer.receive("text/plain")
  try stage.settle()
  #expect(again.drain() && again.text == "data as text/plain")
}

@Test("case 59: questions without end do not end the owner of a selection", arguments: [SelectionPort.Kind.wlrClipboard, .extPrimary])
func questionsToASelectionWithoutEnd(kind: SelectionPort.Kind) throws {
  let bench = try Bench()
  let (owner, reader) = (SelectionPort(kind, of: bench.client), SelectionPort(kind, of: bench.witness))
  let source = owner.makeSource()
  owner.select(source, serial: 0)
  try bench.client.roundtrip()
  try bench.witness.roundtrip()
  // the owner answers into pipes that are there still
  var pipes: [DataPipe?] = []
  for index in 0..<300 {
    pipes.append(reader.receive("text/plain"))
    if index % 10 == 9 { try bench.witness.roundtrip() }
  }
  #expect(bench.test.connected == 2)
  try bench.client.roundtrip()
  #expect((100...200).contains(source.asked.count))
  withExtendedLifetime(pipes) {}
}

@Test("case 59: neither questions nor answers of a drag's target end its source") func aTargetWithoutManners() throws {
  let stage = try DataStage()
  let source = try stage.drag()
  try stage.dragToTwo()
  let offer = try #require(stage.two.dragged)
  let pipe = DataPipe()
  for index in 0..<8000 {
    offer.proxy.accept(serial: stage.two.enter, mimeType: index % 2 == 0 ? nil : "text/plain")
    offer.proxy.setActions(dndActions: [.copy, .move], preferredAction: index % 2 == 0 ? .move : .copy)
    if index % 4 == 0 { offer.proxy.receive(mimeType: "text/plain", fd: pipe.writeEnd) }
    if index % 20 == 19 { try stage.two.client.roundtrip() }
  }
  #expect(stage.test.connected == 2)
  var words: [String] = []
  try stage.test.wake(stage.one.client) {
    words += source.take()
    return stage.service.lateNews.count == 0
  }
  words += source.take()
  #expect(words.last { $0.hasPrefix("target") } == "target text/plain" && words.last { $0.hasPrefix("action") } == "action 1")
  #expect(words.count < 8000)
  try stage.release()
  #expect(source.take().suffix(1) == ["dropped"])
}

@Test("case 59: selections without end do not end a clipboard manager that reads late") func selectionsWithoutEnd() throws {
  let bench = try Bench()
  let (busy, late) = (SelectionPort(.extClipboard, of: bench.client), SelectionPort(.extClipboard, of: bench.witness))
  try bench.witness.roundtrip()
  for number in 0..<2000 {
    busy.select(busy.makeSource(["text/plain", "x/\(number)"]), serial: 0)
    if number % 10 == 9 { try bench.client.roundtrip() }
  }
  #expect(bench.test.connected == 2)
  try bench.test.wake(bench.witness) { bench.service.lateNews.count == 0 }
  let told = late.take()
  #expect(told.last == ["text/plain", "x/1999"] && told.count < 1500)
}

@Test("case 62: types whose names do not fit into a socket end only their client") func namesOfTypesAreShortTogether() throws {
  let bench = try Bench()
  let (owner, other) = (SelectionPort(.extClipboard, of: bench.client), SelectionPort(.extClipboard, of: bench.witness))
  let long = String(repeating: "x", count: 1000)
  owner.select(owner.makeSource((0..<40).map { long + String($0) }), serial: 0)
  try bench.client.roundtrip()
  try bench.witness.roundtrip()
  #expect(other.take().last??.count == 40)
  _ = owner.makeSource((0..<60).map { long + String($0) })
  #expect(bench.error() != nil)
  try bench.othersAreServed()
}

@Test("case 59: a text that changes without end does not end an input method that reads late") func textWithoutEnd() throws {
  let scene = try TextScene()
  try scene.enable()
  let long = String(repeating: "x", count: 2000)
  for number in 0..<1500 {
    if number % 3 == 0 { scene.input.enable() }
    scene.input.setSurroundingText(text: long + String(number), cursor: 0, anchor: 0)
    scene.input.commit()
    if number % 10 == 9 { try scene.app.roundtrip() }
  }
  #expect(scene.test.connected == 2)
  scene.input.enable()
  scene.input.setSurroundingText(text: "the last", cursor: 1, anchor: 1)
  scene.input.commit()
  try scene.app.roundtrip()
  // what was composed for the field before is not for this one
  scene.im.commitString(text: "late")
  scene.im.commit(serial: scene.doneCount)
  var words: [String] = []
  try scene.test.wake(scene.method) {
    words += scene.methodLog.taken
    return words.last == "done" && scene.service.lateNews.count == 0
  }
  words += scene.methodLog.taken
  #expect(words.last { $0.hasPrefix("text") } == "text the last 1 1" && words.last == "done")
  #expect(words.count < 3000)
  #expect(scene.appLog.taken.contains { $0.hasPrefix("commit") } == false)
  scene.im.commitString(text: "now")
  scene.im.commit(serial: scene.doneCount)
  #expect(try scene.told().app.first == "commit now")
  // and that no field is active is told, too
  scene.input.disable()
  scene.input.commit()
  #expect(try scene.told().method == ["deactivate", "done"])
}

@Test("case 59: what a bar reserves, without end, does not end a window that reads late") func zonesWithoutEnd() throws {
  let bench = try Bench.filled(.sized(640, 480))
  let bar = try TestLayer.bar(bench.client, bench.client.bind(ZwlrLayerShellV1Proxy.self))
  let window = try bench.witness.window(640, 450)
  for number in 0..<4000 {
    bar.layer.setExclusiveZone(zone: number % 2 == 0 ? 20 : 40)
    bar.surface.commit()
    if number % 20 == 19 { try bench.client.roundtrip() }
  }
  bar.layer.setExclusiveZone(zone: 100)
  bar.surface.commit()
  try bench.client.roundtrip()
  #expect(bench.test.connected == 2)
  try bench.test.wake(bench.witness) { window.configures.last?.height == 380 }
  #expect(window.configures.last?.height == 380 && window.configures.count < 3000)
}

// MARK: Work

@Test("inhibitors without end are looked up once a turn") func inhibitorsWithoutEnd() throws {
  let bench = try Bench.natural(.sized(320, 240))
  let window = try bench.window(0, 0, 200, 200)
  for index in 0..<50 { _ = bench.client.child(of: window.surface, Int32(index), 0, 5, 5, 0xFF00_FF00) }
  let manager = bench.client.bind(ZwpIdleInhibitManagerV1Proxy.self)
  try bench.client.roundtrip()
  var kept: [AnyObject] = []
  func looks(_ body: () throws -> Void) rethrows -> Int {
    let before = bench.service.idle.looks
    try body()
    return bench.service.idle.looks - before
  }
  let made = try looks {
    for _ in 0..<2000 { kept.append(manager.createInhibitor(surface: window.surface)) }
    try bench.client.roundtrip()
    try bench.witness.roundtrip()
  }
  #expect((1...100).contains(made))
  #expect(bench.service.idle.isInhibited)
  #expect(try looks { for _ in 0..<10 { try bench.witness.roundtrip() } } == 0)
  #expect(try looks { try bench.kill(bench.client) } < 5)
  #expect(!bench.service.idle.isInhibited)
}

@Test("moving and restacking subsurfaces looks at none for its screen; those that come are told") func movingSubsurfaces() throws {
  let bench = try Bench.natural(.sized(320, 240))
  let window = try bench.window(0, 0, 200, 200)
  var children: [WlSubsurfaceProxy] = []
  for index in 0..<200 { children.append(bench.client.child(of: window.surface, Int32(index / 2), 0, 5, 5, 0xFF00_FF00).role) }
  try bench.client.roundtrip()
  let before = bench.service.placements
  for child in children {
    child.placeBelow(sibling: window.surface)
    window.surface.commit()
    child.setPosition(x: 3, y: 4)
    window.surface.commit()
  }
  try bench.client.roundtrip()
  #expect(bench.service.placements == before)
  // one with content that becomes a subsurface is on a screen from the parent's commit on
  let late = bench.surface()
  late.attach(buffer: bench.client.makeBuffer(4, 4, 0xFF00_00FF), x: 0, y: 0)
  late.commit()
  _ = bench.subcompositor.getSubsurface(surface: late, parent: window.surface)
  try bench.client.roundtrip()
  let surface = try bench.surface(of: late)
  #expect(surface.enteredScreen == nil)
  let attached = bench.service.placements
  window.surface.commit()
  try bench.client.roundtrip()
  #expect(surface.enteredScreen != nil)
  #expect(bench.service.placements == attached + 1)
}

@Test("layer surfaces without content, without end, cost each the same") func layersWithoutEnd() throws {
  let bench = try Bench.filled(.sized(640, 480))
  let shell = bench.client.bind(ZwlrLayerShellV1Proxy.self)
  var kept: [TestLayer] = []
  func places(_ count: Int) throws -> Int {
    let before = bench.service.model.layerPlaces
    for _ in 0..<count {
      let layer = TestLayer(bench.client, shell)
      layer.layer.setSize(width: 10, height: 10)
      layer.layer.setExclusiveZone(zone: 5)
      layer.surface.commit()
      kept.append(layer)
    }
    try bench.client.roundtrip()
    return bench.service.model.layerPlaces - before
  }
  let first = try places(100)
  #expect(first <= 400)
  #expect(try places(200) <= 2 * first)
  let before = bench.service.model.layerPlaces
  try bench.kill(bench.client)
  #expect(bench.service.model.layerPlaces - before <= 400)
  try bench.othersAreServed()
}

@Test("zones of many layer surfaces that change are worked out once a turn") func manyZones() throws {
  let bench = try Bench.filled(.sized(640, 480))
  let shell = bench.client.bind(ZwlrLayerShellV1Proxy.self)
  let window = try bench.witness.window(640, 480)
  var bars: [TestLayer] = []
  for _ in 0..<200 {
    let bar = TestLayer(bench.client, shell)
    bar.layer.setSize(width: 0, height: 1)
    bar.layer.setAnchor(anchor: [.top, .left, .right])
    bar.layer.setExclusiveZone(zone: 1)
    bar.surface.commit()
    bars.append(bar)
  }
  try bench.client.roundtrip()
  let buffer = bench.client.makeBuffer(640, 1, 0xFFFF_0000)
  func turn(_ body: (TestLayer) -> Void) throws -> Int {
    let before = bench.service.model.layerPlaces
    for bar in bars {
      body(bar)
      bar.surface.commit()
    }
    try bench.client.roundtrip()
    return bench.service.model.layerPlaces - before
  }
  #expect(try turn { $0.surface.attach(buffer: buffer, x: 0, y: 0) } <= 1000)
  try bench.witness.roundtrip()
  #expect(window.configures.last?.height == 280)
  #expect(try turn { $0.layer.setExclusiveZone(zone: 2) } <= 1000)
  try bench.witness.roundtrip()
  #expect(window.configures.last?.height == 80)
  #expect(bench.service.model.violations() == [])
  // what asks after it, in the same turn, is told what holds
  for bar in bars {
    bar.layer.setExclusiveZone(zone: 1)
    bar.surface.commit()
  }
  let next = TestWindow(bench.client)
  next.toplevel.setMaximized()
  next.surface.commit()
  try bench.client.roundtrip()
  #expect(next.configures.map(\.height) == [280])
  #expect(try turn { $0.unmap() } <= 1000)
  try bench.witness.roundtrip()
  #expect(window.configures.last?.height == 480)
}
