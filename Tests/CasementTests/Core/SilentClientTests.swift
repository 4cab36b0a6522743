import CasementTesting
import Geometry
import Input
import Testing
import WaylandClient
import WaylandProtocols
import WaylandServer
import WindowModel

@testable import Casement

// The witness does not read. What others do, however often, must not end it, and what matters of it must not be lost.

extension Bench {
  /// Does something again and again, sending what follows from it after each time.
  fileprivate func often(_ times: Int = 1500, _ body: (Int) throws -> Void) rethrows {
    for step in 0..<times {
      try body(step)
      test.pump()
    }
  }

  /// Makes a window key, as a controller does.
  fileprivate func makeKey(_ window: TestWindow) throws {
    service.perform(service.model.makeKey(try id(of: window.surface), authority: .controller))
  }

  /// Lets the witness read until nothing waits for it, and checks that both clients are there still.
  fileprivate func wakeWitness(_ location: SourceLocation = #_sourceLocation) throws {
    #expect(test.connected == 2, sourceLocation: location)
    try test.wake(witness) { service.lateNews.count == 0 }
    #expect(service.lateNews.count == 0, sourceLocation: location)
  }
}

/// Whether enters and leaves come by turns, an enter first.
private func areByTurns(_ lines: [String]) -> Bool {
  let words = lines.compactMap { $0.hasPrefix("enter") ? true : $0.hasPrefix("leave") ? false : nil }
  return words.first != false && !zip(words, words.dropFirst()).contains { $0 == $1 }
}

/// A witness with a window that hears keys, and another window in front.
private struct KeyScene {
  let bench: Bench
  let keyboard: KeyboardListener
  let window: TestWindow
  let other: TestWindow

  init() throws {
    bench = try Bench.natural()
    keyboard = KeyboardListener(bench.witness)
    window = try bench.witness.window()
    other = try bench.client.window()
    try bench.witness.roundtrip()
  }

  /// Gives key to either by turns, and at last to one of them.
  func flip(_ times: Int = 1500, last: TestWindow) throws {
    try bench.often(times) { try bench.makeKey($0 % 2 == 0 ? window : other) }
    try bench.makeKey(last)
    try bench.client.roundtrip()
  }
}

@Test("case 59: key that comes and goes without end does not end who does not read") func keyWithoutEnd() throws {
  let scene = try KeyScene()
  try scene.flip(last: scene.window)
  try scene.bench.wakeWitness()
  let lines = scene.keyboard.log.taken
  #expect(areByTurns(lines) && lines.count < 1500)
  #expect(lines.last { $0.hasPrefix("enter") || $0.hasPrefix("leave") } == "enter it []")
  #expect(scene.window.isActivated)

  // once more, and at last it is another's; and then each time again, as before
  try scene.flip(last: scene.other)
  try scene.bench.wakeWitness()
  let more = scene.keyboard.log.taken
  #expect(areByTurns(["enter"] + more) && more.last { $0.hasPrefix("enter") || $0.hasPrefix("leave") } == "leave it")
  for _ in 0..<3 {
    try scene.bench.makeKey(scene.window)
    try scene.bench.makeKey(scene.other)
  }
  try scene.bench.witness.roundtrip()
  #expect(scene.keyboard.log.taken.count { $0.hasPrefix("enter") } == 3)
}

@Test("a key that is typed comes after the enter that waited") func keyAfterEnter() throws {
  let scene = try KeyScene()
  try scene.flip(last: scene.window)
  scene.bench.key(30, true)
  scene.bench.key(30, false)
  try scene.bench.wakeWitness()
  let lines = scene.keyboard.log.taken
  #expect(areByTurns(lines))
  let key = try #require(lines.firstIndex(of: "key 30 1"))
  #expect(lines[..<key].last { $0.hasPrefix("enter") || $0.hasPrefix("leave") } == "enter it []")
  #expect(lines.last { $0.hasPrefix("key ") } == "key 30 0")
}

@Test("a window that goes while its client does not read is not spoken of") func windowsThatGo() throws {
  let scene = try KeyScene()
  try scene.flip(last: scene.window)
  scene.window.toplevel.destroy()
  scene.window.xdgSurface.destroy()
  scene.window.surface.destroy()
  try scene.bench.wakeWitness()
  let again = try scene.bench.witness.window()
  try scene.bench.wakeWitness()
  #expect(again.isActivated)
  let lines = scene.keyboard.log.taken
  #expect(lines.last { $0.hasPrefix("enter") || $0.hasPrefix("leave") } == "enter it []")
}

@Test("keys without end do not end who does not read; what is held then is told") func keysWithoutEnd() throws {
  let scene = try KeyScene()
  try scene.bench.makeKey(scene.window)
  try scene.bench.witness.roundtrip()
  scene.keyboard.log.add("")
  scene.bench.often(6000) { scene.bench.key(30, $0 % 2 == 0) }
  scene.bench.key(48, true)
  try scene.bench.wakeWitness()
  var held: Set<String> = []
  for line in scene.keyboard.log.taken where line.hasPrefix("key ") {
    let words = line.split(separator: " ").map(String.init)
    #expect(words[2] == "1" ? held.insert(words[1]).inserted : held.remove(words[1]) != nil)
  }
  #expect(held.isSubset(of: ["48"]))
  scene.bench.key(48, false)
  scene.bench.key(31, true)
  try scene.bench.witness.roundtrip()
  #expect(scene.keyboard.log.taken.contains("key 31 1"))
}

@Test("case 59: modifiers and keymaps of a virtual keyboard, without end") func modifiersWithoutEnd() throws {
  let scene = try KeyScene()
  let manager = scene.bench.client.bind(ZwpVirtualKeyboardManagerV1Proxy.self)
  let virtual = [0, 1].map { _ in manager.createVirtualKeyboard(seat: scene.bench.client.seat) }
  for keyboard in virtual { keyboard.setKeymap(scene.bench.service.seat.keyboard.state.keymap.text) }
  try scene.bench.makeKey(scene.window)
  try scene.bench.witness.roundtrip()
  try scene.bench.often { step in
    virtual[step % 2].modifiers(modsDepressed: UInt32(step % 2), modsLatched: 0, modsLocked: 0, group: 0)
    try scene.bench.client.roundtrip()
  }
  virtual[1].modifiers(modsDepressed: 4, modsLatched: 0, modsLocked: 0, group: 0)
  virtual[0].modifiers(modsDepressed: 0, modsLatched: 0, modsLocked: 0, group: 0)
  try scene.bench.client.roundtrip()
  try scene.bench.wakeWitness()
  let lines = scene.keyboard.log.taken.filter { $0.hasPrefix("modifiers") }
  #expect(lines.last == "modifiers 4 0 0 0" && lines.count < 1500)
}

@Test("case 59: what follows the keyboard is told when it is: selection, text input, inhibitor, constraint") func keyboardsFollowers()
  throws
{
  let scene = try KeyScene()
  let bench = scene.bench
  let log = EventLog()
  let input = bench.witness.bind(ZwpTextInputManagerV3Proxy.self).getTextInput(seat: bench.witness.seat)
  input.onEvent = { event in
    switch event {
    case .enter: log.add("enter")
    case .leave: log.add("leave")
    default: break
    }
  }
  let inhibitor = bench.witness.bind(ZwpKeyboardShortcutsInhibitManagerV1Proxy.self)
    .inhibitShortcuts(surface: scene.window.surface, seat: bench.witness.seat)
  var active = 0
  inhibitor.onEvent = { event in if case .active = event { active += 1 } }
  let pointer = PointerListener(bench.witness)
  try bench.place(scene.window, 0, 0)
  try bench.place(scene.other, 300, 300)
  bench.move(50, 40)
  let lock = bench.witness.bind(ZwpPointerConstraintsV1Proxy.self)
    .lockPointer(surface: scene.window.surface, pointer: pointer.proxy, region: nil, lifetime: .persistent)
  let locks = EventLog()
  lock.onEvent = { event in
    switch event {
    case .locked: locks.add("locked")
    case .unlocked: locks.add("unlocked")
    }
  }
  let (owner, reader) = (SelectionPort(.extClipboard, of: bench.client), SelectionPort(.clipboard, of: bench.witness))
  owner.select(owner.makeSource(["text/plain", "x/y"]), serial: 0)
  try bench.client.roundtrip()
  try bench.witness.roundtrip()
  try scene.flip(last: scene.window)
  try bench.wakeWitness()
  #expect(areByTurns(log.lines) && log.lines.last == "enter" && log.lines.count < 1000)
  #expect((1..<700).contains(active))
  #expect(locks.lines.last == "locked" && !zip(locks.lines, locks.lines.dropFirst()).contains { $0 == $1 })
  let told = reader.take()
  #expect(told.last == ["text/plain", "x/y"] && told.count < 1000)
  withExtendedLifetime((input, inhibitor, lock, owner)) {}
}

@Test("case 59: a pointer that comes and goes, without end, because a neighbour takes input or does not") func pointerWithoutEnd() throws {
  let bench = try Bench.natural()
  let pointer = PointerListener(bench.witness)
  let window = try bench.window(0, 0, 200, 200, of: bench.witness)
  let cover = try bench.window(0, 0, 200, 200)
  bench.move(50, 60)
  try bench.witness.roundtrip()
  let nothing = bench.client.compositor.createRegion()
  try bench.often {
    cover.surface.setInputRegion(region: $0 % 2 == 0 ? nothing : nil)
    cover.surface.commit()
    try bench.client.roundtrip()
  }
  cover.surface.setInputRegion(region: nothing)
  cover.surface.commit()
  try bench.client.roundtrip()
  bench.move(70, 80)
  try bench.wakeWitness()
  let lines = pointer.log.taken
  #expect(areByTurns(lines) && lines.count < 2000)
  #expect(lines.suffix(2) == ["enter it 70,80", "frame"] || lines.suffix(2) == ["motion 70,80", "frame"])
  #expect(!zip(lines, lines.dropFirst()).contains { $0 == ("frame", "frame") })
  // the serial is good
  let cursor = bench.witness.compositor.createSurface()
  pointer.proxy.setCursor(serial: pointer.enterSerial, surface: cursor, hotspotX: 0, hotspotY: 0)
  try bench.witness.roundtrip()
  guard case .surface = bench.service.seat.pointer.cursor else {
    Issue.record("the cursor is not the client's")
    return
  }
  // and a press before it reads comes after the enter
  try bench.often {
    cover.surface.setInputRegion(region: $0 % 2 == 0 ? nil : nothing)
    cover.surface.commit()
    try bench.client.roundtrip()
  }
  bench.button(true)
  bench.button(false)
  try bench.wakeWitness()
  let more = pointer.log.taken
  let press = try #require(more.firstIndex(of: "press \(Bench.left)"))
  #expect(areByTurns(["enter"] + more))
  #expect(more[..<press].last { $0.hasPrefix("enter") || $0.hasPrefix("leave") }?.hasPrefix("enter") == true)
  withExtendedLifetime(window) {}
}

@Test("buttons and scrolling without end do not end who does not read") func buttonsWithoutEnd() throws {
  let bench = try Bench.natural()
  let pointer = PointerListener(bench.witness)
  _ = try bench.window(0, 0, 200, 200, of: bench.witness)
  bench.move(50, 60)
  try bench.witness.roundtrip()
  bench.often(4000) {
    bench.button($0 % 2 == 0)
    bench.service.seat.pointer.scroll(AxisEvent(source: .wheel, vertical: .init(value: 10)))
  }
  bench.button(true)
  bench.button(false)
  try bench.wakeWitness()
  var isDown = false
  for line in pointer.log.taken where line.hasPrefix("press") || line.hasPrefix("release") {
    #expect(line.hasPrefix("press") != isDown)
    isDown.toggle()
  }
  #expect(!isDown)
  bench.button(true)
  try bench.witness.roundtrip()
  #expect(pointer.log.taken == ["press \(Bench.left)", "frame"])
}

@Test("a tool that moves without end, over who does not read") func toolWithoutEnd() throws {
  let bench = try Bench.natural()
  _ = try bench.window(0, 0, 400, 400, of: bench.witness)
  let log = EventLog()
  var kept: [AnyObject] = []
  let seat = bench.witness.bind(ZwpTabletManagerV2Proxy.self).getTabletSeat(seat: bench.witness.seat)
  seat.onEvent = { event in
    guard case .toolAdded(let tool) = event else { return }
    kept.append(tool)
    tool.onEvent = { event in
      switch event {
      case .proximityIn: log.add("enter")
      case .proximityOut: log.add("leave")
      case .motion(let x, let y): log.add("motion \(x),\(y)")
      case .pressure(let value): log.add("pressure \(value)")
      default: break
      }
    }
  }
  let pen = bench.service.seat.tablet.tool(.pen)
  pen.move(to: PrecisePoint(x: 10, y: 10))
  try bench.witness.roundtrip()
  bench.often(3000) { pen.move(to: PrecisePoint(x: Double($0 % 300), y: 20), .init(pressure: Double($0 % 100) / 100)) }
  let cover = try bench.window(0, 0, 400, 400)
  cover.surface.setInputRegion(region: bench.client.compositor.createRegion())
  cover.surface.commit()
  try bench.client.roundtrip()
  pen.move(to: PrecisePoint(x: 33, y: 44), .init(pressure: 1))
  try bench.wakeWitness()
  #expect(areByTurns(log.lines) && log.lines.last { $0 == "enter" || $0 == "leave" } == "enter")
  #expect(log.lines.last { $0.hasPrefix("motion") } == "motion 33.0,44.0" && log.lines.last == "pressure 65535")
  #expect(log.lines.count < 5000)
}
