import CasementTesting
import Geometry
import Glibc
import Input
import Testing
import WaylandClient
import WaylandProtocols
import WaylandServer
import WindowModel

@testable import Casement

extension ZwpVirtualKeyboardV1Proxy {
  /// Gives it a keymap in a file with `text`, said to have `size` bytes.
  func setKeymap(_ text: String, size: UInt32? = nil) {
    let bytes = Array(text.utf8)
    let file = unsafe SharedFile.make(size: bytes.count) { memory in
      if !bytes.isEmpty { unsafe memory.copyMemory(from: bytes, byteCount: bytes.count) }
    }
    keymap(format: .xkbV1, fd: file, size: size ?? UInt32(bytes.count))
    close(file)
  }
}

private let german = KeymapNames(layout: "de", variant: "", options: "")
private let (control, shift, keyA, keyB): (UInt32, UInt32, UInt32, UInt32) = (29, 42, 30, 48)

/// A client with key, another with a window behind, and a third with a virtual keyboard.
private struct Scene {
  let bench: Bench
  let keyboard: KeyboardListener
  let other: KeyboardListener
  let owner: TestClient
  let virtual: ZwpVirtualKeyboardV1Proxy
  let windows: [TestWindow]

  init() throws {
    bench = try Bench()
    other = KeyboardListener(bench.witness)
    keyboard = KeyboardListener(bench.client)
    windows = [try bench.witness.window(), try bench.client.window()]
    owner = try bench.test.connect()
    virtual = owner.bind(ZwpVirtualKeyboardManagerV1Proxy.self).createVirtualKeyboard(seat: owner.seat)
    _ = try heard()
    _ = try othersHeard()
  }

  func heard() throws -> [String] {
    try owner.roundtrip()
    try bench.client.roundtrip()
    return keyboard.log.taken
  }

  func othersHeard() throws -> [String] {
    try bench.witness.roundtrip()
    return other.log.taken
  }
}

private func keyboard(of bench: Bench) -> ZwpVirtualKeyboardV1Proxy {
  bench.client.bind(ZwpVirtualKeyboardManagerV1Proxy.self).createVirtualKeyboard(seat: bench.client.seat)
}

private let offences: [Offence] = [
  Offence("case 42: a key before a keymap", "zwp_virtual_keyboard_v1", 0) { keyboard(of: $0).key(time: 0, key: 30, state: 1) },
  Offence("modifiers before a keymap", "zwp_virtual_keyboard_v1", 0) {
    keyboard(of: $0).modifiers(modsDepressed: 1, modsLatched: 0, modsLocked: 0, group: 0)
  },
  Offence("case 42: a keymap file that is shorter than stated", "zwp_virtual_keyboard_v1", 0) { bench in
    keyboard(of: bench).setKeymap(try Keymap().text, size: 1_000_000)
  },
  Offence("an empty keymap file", "zwp_virtual_keyboard_v1", 0) { keyboard(of: $0).setKeymap("", size: 4096) },
  Offence("a keymap of no size", "zwp_virtual_keyboard_v1", 0) { keyboard(of: $0).setKeymap("xkb_keymap {};", size: 0) },
  Offence("a keymap of a monstrous size", "zwp_virtual_keyboard_v1", 0) { keyboard(of: $0).setKeymap("xkb_keymap {};", size: .max) },
  Offence("a keymap that is none", "zwp_virtual_keyboard_v1", 0) { keyboard(of: $0).setKeymap("keys, many keys") },
  Offence("a keymap in no format", "zwp_virtual_keyboard_v1", 1) { bench in
    let file = unsafe SharedFile.make(size: 10) { _ in }
    keyboard(of: bench).keymap(format: .noKeymap, fd: file, size: 10)
    close(file)
  },
  Offence("a state of a key that is none", "wl_display", 3) { bench in
    let made = keyboard(of: bench)
    made.setKeymap(try Keymap().text)
    made.key(time: 0, key: 30, state: 2)
  },
]

@Test(arguments: offences) func misuseOfAVirtualKeyboardEndsItsClient(offence: Offence) throws { try offence.check() }

@Test func theKeymapOfAVirtualKeyboardComesBeforeItsKeysAndOnlyToWhoHasTheKeyboard() throws {
  let scene = try Scene()
  scene.virtual.setKeymap(try Keymap(german).text)
  #expect(try scene.heard() == [])
  scene.virtual.key(time: 0, key: keyA, state: 1)
  scene.virtual.key(time: 0, key: keyA, state: 0)
  #expect(try scene.heard() == ["keymap 1", "modifiers 0 0 0 0", "key 30 1", "key 30 0"])
  #expect(try scene.othersHeard() == [])
  // the seat's own keyboard brings its keymap back with its next key
  scene.bench.key(keyB, true)
  scene.bench.key(keyB, false)
  #expect(try scene.heard() == ["keymap 1", "modifiers 0 0 0 0", "key 48 1", "key 48 0"])
  scene.virtual.key(time: 0, key: keyA, state: 1)
  _ = try scene.heard()
  // and a virtual keyboard that goes brings it back at once
  scene.virtual.destroy()
  #expect(try scene.heard() == ["key 30 0", "keymap 1", "modifiers 0 0 0 0"])
  #expect(try scene.othersHeard() == [])
}

@Test func aVirtualKeyboardWithTheSameKeymapSendsNone() throws {
  let scene = try Scene()
  scene.virtual.setKeymap(scene.bench.service.seat.keyboard.state.keymap.text)
  scene.virtual.key(time: 0, key: keyA, state: 1)
  scene.virtual.key(time: 0, key: keyA, state: 0)
  #expect(try scene.heard() == ["key 30 1", "key 30 0"])
}

@Test("case 40: modifiers held on one keyboard while another is used") func heldModifiersSurviveAnotherKeyboard() throws {
  let scene = try Scene()
  scene.bench.key(control, true)
  _ = try scene.heard()
  scene.virtual.setKeymap(try Keymap(german).text)
  scene.virtual.key(time: 0, key: keyA, state: 1)
  scene.virtual.key(time: 0, key: keyA, state: 0)
  #expect(try scene.heard() == ["keymap 1", "modifiers 4 0 0 0", "key 30 1", "key 30 0"])
  scene.bench.key(22, true)
  #expect(try scene.heard() == ["keymap 1", "modifiers 4 0 0 0", "key 22 1"])
  scene.bench.key(control, false)
  #expect(try scene.heard() == ["key 29 0", "modifiers 0 0 0 0"])
}

@Test func aVirtualKeyboardStatesItsModifiersItself() throws {
  let scene = try Scene()
  scene.virtual.setKeymap(scene.bench.service.seat.keyboard.state.keymap.text)
  scene.virtual.key(time: 0, key: shift, state: 1)
  #expect(try scene.heard() == ["key 42 1"])
  scene.virtual.modifiers(modsDepressed: 1, modsLatched: 0, modsLocked: 2, group: 0)
  #expect(try scene.heard() == ["modifiers 1 0 2 0"])
  scene.virtual.modifiers(modsDepressed: 1, modsLatched: 0, modsLocked: 2, group: 0)
  #expect(try scene.heard() == [])
  // what it locked ends with it
  scene.virtual.destroy()
  #expect(try scene.heard() == ["key 42 0", "modifiers 0 0 0 0"])
}

@Test func aKeyHeldOnTwoKeyboardsIsReleasedByTheSecond() throws {
  let scene = try Scene()
  scene.virtual.setKeymap(scene.bench.service.seat.keyboard.state.keymap.text)
  scene.bench.key(keyA, true)
  scene.virtual.key(time: 0, key: keyA, state: 1)
  #expect(try scene.heard() == ["key 30 1"])
  scene.bench.key(keyA, false)
  #expect(try scene.heard() == [])
  scene.virtual.key(time: 0, key: keyA, state: 0)
  #expect(try scene.heard() == ["key 30 0"])
}

@Test func keysOfAVirtualKeyboardThatDiesAreReleased() throws {
  let scene = try Scene()
  scene.virtual.setKeymap(scene.bench.service.seat.keyboard.state.keymap.text)
  scene.virtual.key(time: 0, key: keyA, state: 1)
  scene.virtual.key(time: 0, key: keyB, state: 1)
  #expect(try scene.heard() == ["key 30 1", "key 48 1"])
  scene.bench.service.display.connectedClients.first { $0.number == 3 }?.disconnect()
  try scene.bench.client.roundtrip()
  #expect(scene.keyboard.log.taken == ["key 48 0", "key 30 0"])
  #expect(scene.bench.service.seat.keyboard.heldKeys == [])
}

@Test func anotherKeymapOfAVirtualKeyboardComesWithItsNextKey() throws {
  let scene = try Scene()
  scene.virtual.setKeymap(try Keymap(german).text)
  scene.virtual.key(time: 0, key: keyA, state: 1)
  _ = try scene.heard()
  scene.virtual.setKeymap(try Keymap(KeymapNames(layout: "fr", variant: "", options: "")).text)
  #expect(try scene.heard() == [])
  scene.virtual.key(time: 0, key: keyA, state: 0)
  #expect(try scene.heard() == ["keymap 1", "modifiers 0 0 0 0", "key 30 0"])
}

@Test func whoGetsTheKeyboardIsTheOneThatKnowsTheKeymapInUse() throws {
  let scene = try Scene()
  scene.virtual.setKeymap(try Keymap(german).text)
  scene.virtual.key(time: 0, key: keyA, state: 1)
  _ = try scene.heard()
  scene.windows[1].toplevel.destroy()
  scene.windows[1].xdgSurface.destroy()
  try scene.bench.client.roundtrip()
  #expect(try scene.othersHeard() == ["keymap 1", "enter it [30]", "modifiers 0 0 0 0"])
}

@Test func allKeyboardsOfAClientKnowTheSameKeymap() throws {
  let scene = try Scene()
  scene.virtual.setKeymap(try Keymap(german).text)
  scene.virtual.key(time: 0, key: keyA, state: 1)
  scene.virtual.key(time: 0, key: keyA, state: 0)
  _ = try scene.heard()
  // one more keyboard of who has the keyboard, and one of who has it not
  let second = KeyboardListener(scene.bench.client)
  let third = KeyboardListener(scene.bench.witness)
  try scene.bench.client.roundtrip()
  #expect(second.log.taken == ["keymap 1", "repeat 0 600", "enter it []", "modifiers 0 0 0 0"])
  #expect(second.keymap.map { $0.size } == scene.keyboard.keymap.map { $0.size })
  #expect(try scene.othersHeard() == [])
  #expect(third.log.taken == ["keymap 1", "repeat 0 600"])
  #expect(third.keymap.map { $0.size } == scene.other.keymap.map { $0.size })
}
