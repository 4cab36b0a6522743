import CasementTesting
import Geometry
import Input
import Testing
import WaylandClient
import WaylandProtocols
import WaylandServer
import WindowModel

@testable import Casement

// As in `SilentClientTests`: the witness does not read, and others do things without end, of which only the latest matters to it.

extension Bench {
  /// Does something of the client's again and again, then lets the witness read until nothing waits for it.
  fileprivate func without(_ end: Int = 1500, _ location: SourceLocation = #_sourceLocation, _ body: (Int) throws -> Void) throws {
    for step in 0..<end {
      try body(step)
      try client.roundtrip()
    }
    #expect(test.connected == 2, sourceLocation: location)
    try test.wake(witness) { service.lateNews.count == 0 }
    #expect(service.lateNews.count == 0, sourceLocation: location)
  }
}

@Test("case 59: screens and scales of a surface that change without end") func scalesWithoutEnd() throws {
  let bench = try Bench.filled(.sized(640, 480), .sized(320, 240))
  let outputs = [0, 1].map { bench.witness.bind(WlOutputProxy.self, index: $0) }
  let window = try bench.witness.window(640, 480)
  let log = EventLog()
  var scale: Int32 = 1
  window.surface.onEvent = { event in
    switch event {
    case .enter(let output): log.add("enter \(outputs.firstIndex { $0 === output } ?? -1)")
    case .leave(let output): log.add("leave \(outputs.firstIndex { $0 === output } ?? -1)")
    case .preferredBufferScale(let factor):
      scale = factor
      log.add("scale")
    default: break
    }
  }
  try bench.change(1) { $0.scale = 2 }
  try bench.witness.roundtrip()
  let id = try bench.id(of: window.surface)
  let screens = try [bench.screen(0), bench.screen(1)]
  try bench.without { bench.service.perform(bench.service.model.setScreen(id, screens[1 - $0 % 2], because: .controller)) }
  #expect(scale == 1 && log.lines.count < 4000)
  try bench.without(1501) { bench.service.perform(bench.service.model.setScreen(id, screens[1 - $0 % 2], because: .controller)) }
  #expect(scale == 2)
  var on = Set([0])
  for line in log.lines where !line.hasPrefix("scale") {
    let number = try #require(line.last?.wholeNumberValue)
    #expect(line.hasPrefix("enter") ? on.insert(number).inserted : on.remove(number) != nil)
  }
  #expect(on == [1])
}

@Test("case 59: a screen that goes while who was on it does not read") func aScreenThatGoes() throws {
  let bench = try Bench.filled(.sized(640, 480), .sized(320, 240))
  let outputs = [0, 1].map { bench.witness.bind(WlOutputProxy.self, index: $0) }
  let window = try bench.witness.window(640, 480)
  var on: [Int] = []
  window.surface.onEvent = { event in
    switch event {
    case .enter(let output): on.append(outputs.firstIndex { $0 === output } ?? -1)
    case .leave(let output): on.removeAll { $0 == outputs.firstIndex { $0 === output } ?? -1 }
    default: break
    }
  }
  try bench.witness.roundtrip()
  let id = try bench.id(of: window.surface)
  let screens = try [bench.screen(0), bench.screen(1)]
  bench.service.perform(bench.service.model.setScreen(id, screens[1], because: .controller))
  bench.service.perform(bench.service.model.setScreen(id, screens[0], because: .controller))
  for step in 0..<800 {
    bench.service.perform(bench.service.model.setScreen(id, screens[1 - step % 2], because: .controller))
    bench.test.pump()
  }
  try bench.remove(0)
  try bench.without(0) { _ in }
  #expect(on == [1])
}

@Test("case 59: a window of the extension hears at last how it is") func extensionWithoutEnd() throws {
  let bench = try Bench()
  let manager = bench.witness.bind(CasementManagerV1Proxy.self)
  let window = TestWindow(bench.witness)
  let proxy = manager.getWindow(toplevel: window.toplevel)
  let log = EventLog()
  proxy.onEvent = { event in
    switch event {
    case .becameKey: log.add("enter")
    case .resignedKey: log.add("leave")
    case .becameVisible: log.add("visible")
    case .becameHidden: log.add("hidden")
    case .level(let high, let low): log.add("level \(Double(high: high, low: low))")
    default: break
    }
  }
  window.surface.commit()
  try bench.witness.roundtrip()
  window.show(1280, 720, 0xFFFF_0000)
  proxy.makeKeyAndVisible(seat: nil, token: nil)
  try bench.witness.roundtrip()
  let other = try bench.client.window()
  let (id, otherID) = (try bench.id(of: window.surface), try bench.id(of: other.surface))
  var model: WindowModel {
    get { bench.service.model }
    set { bench.service.model = newValue }
  }
  try bench.without {
    bench.service.perform(model.makeKey($0 % 2 == 0 ? id : otherID, authority: .controller))
    bench.service.perform(model.setHidden(id, $0 % 3 == 1))
    bench.service.perform(try model.setLevel(id, Double($0)))
  }
  let words = log.lines.filter { $0 == "enter" || $0 == "leave" }
  #expect(!zip(words, words.dropFirst()).contains { $0 == $1 })
  #expect((words.last == "enter") == (model.key == id))
  let seen = log.lines.filter { $0 == "visible" || $0 == "hidden" }
  #expect(!zip(seen, seen.dropFirst()).contains { $0 == $1 })
  #expect((seen.last == "visible") == (model.window(id)?.isVisible == true))
  #expect(log.lines.last { $0.hasPrefix("level") } == "level 1499.0" && log.lines.count < 3000)
}

@Test("case 59: a brightness that changes without end") func brightnessWithoutEnd() throws {
  let bench = try Bench()
  let screens = [bench.client, bench.witness].map {
    $0.bind(CasementManagerV1Proxy.self).getScreen(output: $0.bind(WlOutputProxy.self))
  }
  var told: [Double] = []
  screens[1].onEvent = { event in if case .brightness(let value) = event { told.append(value) } }
  try bench.witness.roundtrip()
  try bench.without { screens[0].setBrightness(brightness: Double($0 % 64) / 64) }
  #expect(told.last == Double(1499 % 64) / 64 && told.count < 1500)
}

@Test("case 59: a screen whose light goes on and off without end") func powerWithoutEnd() throws {
  let bench = try Bench()
  let powers = [bench.client, bench.witness].map {
    $0.bind(ZwlrOutputPowerManagerV1Proxy.self).getOutputPower(output: $0.bind(WlOutputProxy.self))
  }
  var told: [Bool] = []
  powers[1].onEvent = { event in if case .mode(let mode) = event { told.append(mode == .on) } }
  try bench.witness.roundtrip()
  try bench.without(1501) { powers[0].setMode(mode: $0 % 2 == 0 ? .off : .on) }
  #expect(told.last == false && told.count < 1500 && !zip(told, told.dropFirst()).contains { $0 == $1 })
}

@Test("case 59: a seat that is used and idle by turns, without end") func idleWithoutEnd() throws {
  let bench = try Bench()
  let notification = bench.witness.bind(ExtIdleNotifierV1Proxy.self).getIdleNotification(timeout: 1, seat: bench.witness.seat)
  var told: [Bool] = []
  notification.onEvent = { event in
    switch event {
    case .idled: told.append(true)
    case .resumed: told.append(false)
    }
  }
  try bench.witness.roundtrip()
  try bench.without {
    bench.service.injectPointerMotion(to: PrecisePoint(x: Double($0), y: 1))
    bench.service.advanceClock(to: bench.service.clock.now + 2_000_000)
  }
  #expect(told.last == true && told.count < 2000 && !zip(told, told.dropFirst()).contains { $0 == $1 })
}

@Test("case 59: a window that is asked to close without end is asked at least once") func closeWithoutEnd() throws {
  let bench = try Bench()
  let window = try bench.witness.window()
  let bar = bench.client.bind(ZwlrForeignToplevelManagerV1Proxy.self)
  var handles: [ZwlrForeignToplevelHandleV1Proxy] = []
  bar.onEvent = { event in if case .toplevel(let handle) = event { handles.append(handle) } }
  try bench.client.roundtrip()
  try bench.without { _ in handles[0].close() }
  let asked = window.events.count { if case .close = $0 { true } else { false } }
  #expect((1..<1500).contains(asked))
  handles[0].close()
  try bench.client.roundtrip()
  try bench.witness.roundtrip()
  #expect(window.events.count { if case .close = $0 { true } else { false } } == asked + 1)
}

@Test("case 59: a popup that follows its window") func popupsWithoutEnd() throws {
  let bench = try Bench.natural()
  let window = try bench.window(0, 0, 300, 300, of: bench.witness)
  let positioner = bench.witness.menu(10, 250)
  positioner.setReactive()
  positioner.setConstraintAdjustment(constraintAdjustment: [.slideX, .slideY])
  let surface = bench.witness.compositor.createSurface()
  let xdgSurface = bench.witness.wmBase.getXdgSurface(surface: surface)
  let popup = xdgSurface.getPopup(parent: window.xdgSurface, positioner: positioner)
  var places: [[Int32]] = []
  popup.onEvent = { event in if case .configure(let x, let y, _, _) = event { places.append([x, y]) } }
  xdgSurface.onEvent = { event in if case .configure(let serial) = event { xdgSurface.ackConfigure(serial: serial) } }
  surface.commit()
  try bench.witness.roundtrip()
  surface.attach(buffer: bench.witness.makeBuffer(20, 20, 0xFF00_FF00), x: 0, y: 0)
  surface.commit()
  try bench.witness.roundtrip()
  let id = try bench.id(of: window.surface)
  try bench.without { bench.service.perform(bench.service.model.place(id, at: Point(x: 0, y: $0 % 2 == 0 ? 600 : 500))) }
  let last = places.last
  #expect(places.count < 1500)
  bench.service.perform(bench.service.model.place(id, at: Point(x: 0, y: 0)))
  bench.service.perform(bench.service.model.place(id, at: Point(x: 0, y: 500)))
  try bench.witness.roundtrip()
  #expect(places.last == last)
}

@Test("case 59: a capture of a window whose size changes without end") func capturesWithoutEnd() throws {
  let bench = try Bench.natural(.sized(320, 240))
  let window = try bench.window(0, 0, 20, 20)
  let list = bench.witness.bind(ExtForeignToplevelListV1Proxy.self)
  var handle: ExtForeignToplevelHandleV1Proxy?
  list.onEvent = { event in if case .toplevel(let made) = event { handle = made } }
  try bench.witness.roundtrip()
  let source = bench.witness.bind(ExtForeignToplevelImageCaptureSourceManagerV1Proxy.self)
    .createSource(toplevelHandle: try #require(handle))
  let session = TestCaptureSession(
    bench.witness.bind(ExtImageCopyCaptureManagerV1Proxy.self).createSession(source: source, options: []))
  try bench.witness.roundtrip()
  let buffers = [(20, 20), (30, 10)].map { bench.client.makeBuffer($0.0, $0.1, 0xFF00_00FF) }
  try bench.without {
    window.surface.attach(buffer: buffers[1 - $0 % 2], x: 0, y: 0)
    window.surface.commit()
  }
  #expect(session.size.width == 20 && session.log.count < 3000 && session.log.last == "done")
}

@Test("case 59: a text that is typed without end comes as one, and its last composition with it") func typingWithoutEnd() throws {
  let scene = try TextScene()
  try scene.enable()
  scene.im.commitString(text: "a")
  scene.im.commit(serial: scene.doneCount)
  _ = try scene.told()
  for number in 0..<8000 {
    scene.im.setPreeditString(text: "preedit \(number) " + String(repeating: "x", count: 60), cursorBegin: 0, cursorEnd: 0)
    if number % 4 == 0 { scene.im.commitString(text: "\(number % 10)") }
    if number == 4000 { scene.im.deleteSurroundingText(beforeLength: 1, afterLength: 0) }
    scene.im.commit(serial: scene.doneCount)
    if number % 20 == 19 { try scene.method.roundtrip() }
  }
  scene.im.setPreeditString(text: "", cursorBegin: 0, cursorEnd: 0)
  scene.im.commitString(text: "!")
  scene.im.commit(serial: scene.doneCount)
  try scene.method.roundtrip()
  #expect(scene.test.connected == 2)
  try scene.test.wake(scene.app) { scene.service.lateNews.count == 0 }
  let lines = scene.appLog.taken
  // each edit deletes before it inserts
  var text = ""
  var step: (commit: String, deletes: Bool) = ("", false)
  for line in lines {
    if line.hasPrefix("commit ") { step.commit = String(line.dropFirst("commit ".count)) }
    if line == "delete 1 0" { step.deletes = true }
    guard line.hasPrefix("done") else { continue }
    if step.deletes { text.removeLast() }
    text += step.commit
    step = ("", false)
  }
  var expected = ""
  for number in 0..<8000 where number % 4 == 0 {
    if number == 4000 { expected.removeLast() }
    expected += "\(number % 10)"
  }
  #expect(text == expected + "!")
  #expect(lines.last { $0.hasPrefix("preedit") } == "preedit  0 0" || lines.last { $0.hasPrefix("preedit") } == "preedit nil 0 0")
  #expect(lines.count < 8000)
}

@Test("case 59: a drag that moves without end over who does not read") func dragsWithoutEnd() throws {
  let stage = try DataStage()
  let source = try stage.drag()
  try stage.dragToTwo()
  stage.forget()
  for step in 0..<6000 {
    stage.service.injectPointerMotion(to: PrecisePoint(x: stage.onTwo.x - Double(step % 7), y: stage.onTwo.y))
    stage.test.pump()
  }
  stage.service.injectPointerMotion(to: stage.onTwo)
  #expect(stage.test.connected == 2)
  try stage.test.wake(stage.two.client) { stage.service.lateNews.count == 0 }
  let words = stage.two.take()
  #expect(words.last?.hasPrefix("motion 395") == true && words.count < 6000)
  // coming and going, too: each time it comes with an offer
  for step in 0..<1500 {
    stage.service.injectPointerMotion(to: step % 2 == 0 ? stage.nowhere : stage.onTwo)
    stage.test.pump()
  }
  #expect(stage.test.connected == 2)
  try stage.test.wake(stage.two.client) { stage.service.lateNews.count == 0 }
  let more = stage.two.take()
  #expect(more.last { $0.hasPrefix("enter") || $0 == "leave" }?.hasPrefix("enter") == true)
  stage.two.dragged?.proxy.accept(serial: stage.two.enter, mimeType: "text/plain")
  stage.two.dragged?.proxy.setActions(dndActions: .copy, preferredAction: .copy)
  try stage.settle()
  try stage.release()
  #expect(stage.two.take().contains("drop") && source.take().contains("dropped"))
}

@Test("case 59: a gesture without end is told as one way") func gesturesWithoutEnd() throws {
  let bench = try Bench.natural()
  let pointer = PointerListener(bench.witness)
  _ = try bench.window(0, 0, 200, 200, of: bench.witness)
  bench.move(50, 60)
  var way = 0.0
  var scale = 0.0
  var count = 0
  var isOver = false
  let pinch = bench.witness.bind(ZwpPointerGesturesV1Proxy.self).getPinchGesture(pointer: pointer.proxy)
  pinch.onEvent = { event in
    switch event {
    case .update(_, let dx, _, let to, _):
      way += dx
      scale = to
      count += 1
    case .end: isOver = true
    case .begin: break
    }
  }
  try bench.witness.roundtrip()
  bench.service.seat.gestures.begin(.pinch, fingers: 2)
  try bench.without(6000) { bench.service.seat.gestures.update(by: PrecisePoint(x: 1, y: 0), scale: Double($0 + 1)) }
  bench.service.seat.gestures.end(isCancelled: false)
  try bench.witness.roundtrip()
  #expect(way == 6000 && scale == 6000 && isOver && count < 6000)
}
