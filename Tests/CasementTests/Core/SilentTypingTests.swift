import CasementTesting
import Geometry
import Input
import Testing
import WaylandClient
import WaylandProtocols
import WaylandServer
import WindowModel

@testable import Casement

// As in `SilentClientTests`: who does not read, and what is typed, selected and made meanwhile.

extension Bench {
  /// Does something again and again, sending what follows from it after each time.
  fileprivate func often(_ times: Int, _ body: (Int) throws -> Void) rethrows {
    for step in 0..<times {
      try body(step)
      test.pump()
    }
  }

  fileprivate func makeKey(_ window: TestWindow) throws {
    service.perform(service.model.makeKey(try id(of: window.surface), authority: .controller))
  }
}

/// Whether enters and leaves come by turns, an enter first.
private func areByTurns(_ lines: [String]) -> Bool {
  let words = lines.compactMap { $0.hasPrefix("enter") ? true : $0.hasPrefix("leave") ? false : nil }
  return words.first != false && !zip(words, words.dropFirst()).contains { $0 == $1 }
}

@Test("a keyboard and a pointer that are made before their client reads are told once what is so") func devicesThatComeLate() throws {
  let bench = try Bench.natural()
  let first = (KeyboardListener(bench.witness), PointerListener(bench.witness))
  let window = try bench.window(0, 0, 200, 200, of: bench.witness)
  let other = try bench.window(0, 0, 200, 200)
  bench.move(50, 50)
  try bench.witness.roundtrip()
  let nothing = bench.client.compositor.createRegion()
  try bench.often(1501) {
    try bench.makeKey($0 % 2 == 0 ? window : other)
    other.surface.setInputRegion(region: $0 % 2 == 0 ? nothing : nil)
    other.surface.commit()
    try bench.client.roundtrip()
  }
  #expect(bench.service.lateNews.count > 0)
  let second = (KeyboardListener(bench.witness), PointerListener(bench.witness))
  #expect(bench.witness.connection.flush())
  bench.test.pump()
  try bench.test.wake(bench.witness) { bench.service.lateNews.count == 0 }
  for log in [first.0.log, first.1.log, second.0.log, second.1.log] {
    let lines = log.taken
    #expect(areByTurns(lines), "\(lines.suffix(8))")
    #expect(lines.last { $0.hasPrefix("enter") || $0.hasPrefix("leave") }?.hasPrefix("enter") == true)
  }
}

@Test("case 59: a selection of many names goes with the keyboard to and fro, and ends nobody") func namesGoWithTheKeyboard() throws {
  let bench = try Bench.natural()
  _ = KeyboardListener(bench.witness)
  let ports = [SelectionPort(.clipboard, of: bench.witness), SelectionPort(.primary, of: bench.witness)]
  let window = try bench.witness.window()
  let other = try bench.client.window()
  let owners = [SelectionPort(.extClipboard, of: bench.client), SelectionPort(.extPrimary, of: bench.client)]
  let names = (0..<48).map { String(repeating: "x", count: 990) + String($0) }
  for owner in owners { owner.select(owner.makeSource(names), serial: 0) }
  try bench.client.roundtrip()
  try bench.witness.roundtrip()
  try bench.often(60) { try bench.makeKey($0 % 2 == 0 ? window : other) }
  try bench.makeKey(window)
  bench.test.pump()
  #expect(bench.test.connected == 2)
  try bench.test.wake(bench.witness) { bench.service.lateNews.count == 0 }
  #expect(window.isActivated)
  for port in ports { #expect(port.take().last??.count == 48) }
}

@Test("modifiers that are typed without end do not end who does not read") func modifiersTypedWithoutEnd() throws {
  let bench = try Bench.natural()
  let keyboard = KeyboardListener(bench.witness)
  _ = try bench.witness.window()
  try bench.witness.roundtrip()
  bench.often(4000) { bench.key(42, $0 % 2 == 0) }
  bench.key(29, true)
  #expect(bench.test.connected == 2)
  try bench.test.wake(bench.witness) { bench.service.lateNews.count == 0 }
  #expect(keyboard.log.taken.last { $0.hasPrefix("modifiers") } == "modifiers 4 0 0 0")
}

@Test("keys that an input method takes, without end, do not end it when it does not read") func grabbedKeysWithoutEnd() throws {
  let scene = try TextScene()
  try scene.enable()
  let grab = scene.grab()
  _ = try scene.told()
  for step in 0..<6000 {
    scene.service.seat.keyboard.key(step % 3 == 0 ? 42 : 30, pressed: step % 2 == 0)
    scene.test.pump()
  }
  #expect(scene.test.connected == 2)
  try scene.test.wake(scene.method) { scene.service.lateNews.count == 0 }
  var held: Set<String> = []
  for line in scene.methodLog.taken where line.hasPrefix("key ") {
    let words = line.split(separator: " ").map(String.init)
    #expect(words[2] == "1" ? held.insert(words[1]).inserted : held.remove(words[1]) != nil)
  }
  for key: UInt32 in [42, 30] { scene.service.seat.keyboard.key(key, pressed: false) }
  scene.service.seat.keyboard.key(31, pressed: true)
  #expect(try scene.told().method.contains("key 31 1"))
  withExtendedLifetime(grab) {}
}

@Test("touches that are cancelled without end are told to who heard of them") func cancelledTouchesWithoutEnd() throws {
  let bench = try Bench.natural()
  let touch = TouchListener(bench.witness)
  _ = try bench.window(0, 0, 200, 200, of: bench.witness)
  try bench.witness.roundtrip()
  bench.often(6000) { _ in
    bench.service.seat.touch.down(FingerID(1), at: PrecisePoint(x: 20, y: 20))
    bench.service.seat.touch.frame()
    bench.service.seat.cancelAllTouches()
    bench.service.seat.touch.up(FingerID(1))
    bench.service.seat.touch.frame()
  }
  #expect(bench.test.connected == 2)
  try bench.test.wake(bench.witness) { true }
  let lines = touch.log.taken
  #expect(lines.count { $0.hasPrefix("down") } == lines.count { $0 == "cancel" } && lines.contains("cancel"))
}

@Test("keys of many virtual keyboards at once are not more than an enter can tell") func keysOfManyKeyboards() throws {
  let bench = try Bench.natural()
  let manager = bench.client.bind(ZwpVirtualKeyboardManagerV1Proxy.self)
  let text = bench.service.seat.keyboard.state.keymap.text
  for index in 0..<12 {
    let keyboard = manager.createVirtualKeyboard(seat: bench.client.seat)
    keyboard.setKeymap(text)
    for key in 0..<100 { keyboard.key(time: 0, key: UInt32(100 * index + key), state: 1) }
    try bench.client.roundtrip()
  }
  let listener = KeyboardListener(bench.witness)
  _ = try bench.witness.window()
  try bench.witness.roundtrip()
  #expect(listener.log.taken.contains { $0.hasPrefix("enter it [") && $0.count > 1000 })
}

@Test("virtual keyboards without end end only their client") func keyboardsWithoutEnd() throws {
  let bench = try Bench.natural()
  let manager = bench.client.bind(ZwpVirtualKeyboardManagerV1Proxy.self)
  let text = bench.service.seat.keyboard.state.keymap.text
  var (made, error) = (0, WireError?.none)
  while error == nil, made < 200 {
    manager.createVirtualKeyboard(seat: bench.client.seat).setKeymap(text)
    made += 1
    error = bench.error()
  }
  #expect(made == 65 && error == WireError("closed", 12))
  try bench.othersAreServed()
}

// MARK: Long names

@Test("a title that grows by being repaired ends no task bar") func titlesThatGrow() throws {
  let bench = try Bench()
  func global(_ interface: String) throws -> UInt32 { try #require(bench.client.globals.first { $0.interface == interface }).name }
  func bind(_ interface: String, _ version: UInt32, _ id: UInt32) throws -> [UInt8] {
    RawClient.message(2, 0, RawClient.words([try global(interface)]) + RawClient.string(interface) + RawClient.words([version, id]))
  }
  var titles: [String] = []
  var kept: [AnyObject] = []
  let bar = bench.witness.bind(ZwlrForeignToplevelManagerV1Proxy.self)
  bar.onEvent = { event in
    guard case .toplevel(let handle) = event else { return }
    kept.append(handle)
    handle.onEvent = { event in if case .title(let title) = event { titles.append(title) } }
  }
  try bench.witness.roundtrip()
  let raw = RawClient(bench.service)
  let broken = RawClient.words([3601]) + [UInt8](repeating: 0xFF, count: 3600) + [0, 0, 0, 0]
  raw.send(
    try RawClient.message(1, 1, RawClient.words([2])) + bind("wl_compositor", 4, 3) + bind("xdg_wm_base", 2, 4)
      + bind("wp_single_pixel_buffer_manager_v1", 1, 5) + RawClient.message(3, 0, RawClient.words([6]))
      + RawClient.message(4, 2, RawClient.words([7, 6])) + RawClient.message(7, 1, RawClient.words([8]))
      + RawClient.message(6, 6))
  for _ in 0..<3 { bench.service.dispatch(timeoutMilliseconds: 0) }
  raw.send(RawClient.message(8, 2, broken))
  let configure = try #require(RawEvent.parse(raw.receive() ?? []).last { $0.object == 7 })
  raw.send(
    RawClient.message(7, 4, RawClient.words([configure.word(0)])) + RawClient.message(5, 1, RawClient.words([9, 0, 0, 0, .max]))
      + RawClient.message(6, 1, RawClient.words([9, 0, 0])) + RawClient.message(6, 6))
  for _ in 0..<3 { bench.service.dispatch(timeoutMilliseconds: 0) }
  try bench.witness.roundtrip()
  #expect(titles.count == 1 && titles[0].utf8.count > 3900 && titles[0].allSatisfy { $0 == "\u{FFFD}" })
  withExtendedLifetime(bar) {}
}
