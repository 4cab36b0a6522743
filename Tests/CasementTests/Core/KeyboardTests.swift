import CasementControl
import CasementTesting
import Geometry
import Glibc
import Input
import Scene
import Surfaces
import Testing
import WaylandClient
import WaylandProtocols
import WaylandServer
import WindowModel

@testable import Casement

private let keyA: UInt32 = 30
private let keyB: UInt32 = 48
private let control: UInt32 = 29
private let alt: UInt32 = 56

private struct Scene {
  let bench: Bench
  let keyboard: KeyboardListener
  let window: TestWindow

  init(version: UInt32? = nil) throws {
    bench = try Bench()
    keyboard = KeyboardListener(bench.client, version: version)
    window = try bench.client.window()
    keyboard.names[ObjectIdentifier(window.surface)] = "a"
  }

  func heard() throws -> [String] {
    try bench.client.roundtrip()
    return keyboard.log.taken
  }
}

@Test func theKeymapComesFirstAndModifiersFollowEnter() throws {
  let scene = try Scene()
  #expect(try scene.heard() == ["keymap 1", "repeat 0 600", "enter it []", "modifiers 0 0 0 0"])
  scene.bench.key(keyA, true)
  scene.bench.key(keyA, false)
  #expect(try scene.heard() == ["key 30 1", "key 30 0"])
}

@Test(arguments: 1...3)
func repeatInfoIsNotForOldVersions(version: UInt32) throws {
  #expect(try Scene(version: version).heard().filter { $0.hasPrefix("repeat") } == [])
}

@Test func modifiersFollowTheKeyThatChangedThem() throws {
  let scene = try Scene()
  _ = try scene.heard()
  scene.bench.key(control, true)
  #expect(try scene.heard() == ["key 29 1", "modifiers 4 0 0 0"])
  scene.bench.key(control, false)
  #expect(try scene.heard() == ["key 29 0", "modifiers 0 0 0 0"])
}

@Test func heldKeysAndModifiersGoWithTheKeyboardToTheNextWindow() throws {
  let scene = try Scene()
  let foreign = KeyboardListener(scene.bench.witness)
  _ = try scene.heard()
  scene.bench.key(alt, true)
  scene.bench.key(keyA, true)
  _ = try scene.heard()
  let other = try scene.bench.witness.window()
  foreign.names[ObjectIdentifier(other.surface)] = "b"
  try scene.bench.witness.roundtrip()
  #expect(try scene.heard() == ["leave a"])
  let heard = foreign.log.taken
  #expect(heard.suffix(2).first.map { $0.hasPrefix("enter") && $0.hasSuffix("[56, 30]") || $0.hasSuffix("[30, 56]") } == true)
  #expect(heard.last == "modifiers 8 0 0 0")
  // what is let go here is let go here only
  scene.bench.key(alt, false)
  scene.bench.key(keyA, false)
  try scene.bench.witness.roundtrip()
  #expect(foreign.log.taken == ["key 56 0", "modifiers 0 0 0 0", "key 30 0"])
  #expect(try scene.heard() == [])
  other.surface.attach(buffer: nil, x: 0, y: 0)
  other.surface.commit()
  try scene.bench.witness.roundtrip()
  #expect(try scene.heard() == ["enter a []", "modifiers 0 0 0 0"])
}

@Test("case 40: a keymap change keeps held modifiers") func aKeymapChangeKeepsHeldModifiers() throws {
  let scene = try Scene()
  _ = try scene.heard()
  scene.bench.key(control, true)
  _ = try scene.heard()
  try scene.bench.service.seat.keyboard.setKeymap(Keymap(KeymapNames(layout: "de", variant: "", options: "")))
  #expect(try scene.heard() == ["keymap 1", "modifiers 4 0 0 0"])
  scene.bench.key(22, true)
  #expect(try scene.heard() == ["key 22 1"])
}

@Test func aClientWithoutTheKeyboardLearnsANewKeymapBeforeItEnters() throws {
  let scene = try Scene()
  let foreign = KeyboardListener(scene.bench.witness)
  try scene.bench.witness.roundtrip()
  _ = foreign.log.taken
  try scene.bench.service.seat.keyboard.setKeymap(Keymap(KeymapNames(layout: "de", variant: "", options: "")))
  try scene.bench.witness.roundtrip()
  _ = try scene.bench.witness.window()
  try scene.bench.witness.roundtrip()
  #expect(foreign.log.taken.map { $0.prefix(5) } == ["keyma", "enter", "modif"])
}

@Test("case 41: a client cannot alter the keymap of others") func aClientCannotAlterTheKeymapOfOthers() throws {
  let scene = try Scene()
  _ = try scene.heard()
  let mine = try #require(scene.keyboard.keymap)
  #expect(mine.size > 100)
  // writing is impossible, or only private
  let shared = unsafe mmap(nil, Int(mine.size), PROT_READ | PROT_WRITE, MAP_SHARED, mine.file, 0)
  if let shared = unsafe shared, unsafe shared != MAP_FAILED {
    unsafe memset(shared, 0x20, Int(mine.size))
    unsafe munmap(shared, Int(mine.size))
  }
  #expect(unsafe write(mine.file, "x", 1) < 0)
  #expect(ftruncate(mine.file, 0) < 0)
  let foreign = KeyboardListener(scene.bench.witness)
  try scene.bench.witness.roundtrip()
  let theirs = try #require(foreign.keymap)
  let mapped = unsafe mmap(nil, Int(theirs.size), PROT_READ, MAP_PRIVATE, theirs.file, 0)
  let memory = unsafe try #require(mapped)
  defer { unsafe munmap(memory, Int(theirs.size)) }
  #expect(unsafe memory != MAP_FAILED)
  let text = unsafe String(cString: memory.assumingMemoryBound(to: CChar.self))
  #expect(text.hasPrefix("xkb_keymap"))
  #expect(text.utf8.count == Int(theirs.size) - 1)
}

@Test func keysOfNobodyGoToNobody() throws {
  let bench = try Bench()
  let keyboard = KeyboardListener(bench.client)
  try bench.client.roundtrip()
  _ = keyboard.log.taken
  bench.key(keyA, true)
  let window = try bench.client.window()
  keyboard.names[ObjectIdentifier(window.surface)] = "a"
  try bench.client.roundtrip()
  #expect(keyboard.log.taken.first?.contains("[30]") == true)
  bench.key(keyA, false)
  window.surface.destroy()
  try bench.client.roundtrip()
  bench.key(keyB, true)
  #expect(bench.error() == nil)
  #expect(keyboard.log.taken == ["key 30 0"])
}

@Test func aKeyboardMadeLateIsToldWhatIsHeld() throws {
  let scene = try Scene()
  scene.bench.key(control, true)
  let late = KeyboardListener(scene.bench.client)
  late.names[ObjectIdentifier(scene.window.surface)] = "a"
  try scene.bench.client.roundtrip()
  #expect(late.log.taken == ["keymap 1", "repeat 0 600", "enter a [29]", "modifiers 4 0 0 0"])
}

@Test func whatIsTypedBeyondTheKeymapIsNoConcernOfOtherClients() throws {
  let scene = try Scene()
  let other = KeyboardListener(scene.bench.witness)
  let second = try scene.bench.witness.window()
  scene.bench.service.perform(scene.bench.service.model.makeKey(try scene.bench.id(of: scene.window.surface), authority: .controller))
  try scene.bench.witness.roundtrip()
  _ = (try scene.heard(), other.log.taken)
  for text in ["é", "éa"] {
    scene.bench.service.controller.type(.init(text: text), reply: ControlReply { _ in })
    for _ in 0..<20 { try scene.bench.client.roundtrip() }
  }
  #expect(
    try scene.heard() == ["keymap 1", "modifiers 0 0 0 0", "key 183 1", "key 183 0", "key 183 1", "key 183 0", "key 30 1", "key 30 0"])
  scene.bench.service.perform(scene.bench.service.model.makeKey(try scene.bench.id(of: second.surface), authority: .controller))
  try scene.bench.witness.roundtrip()
  #expect(other.log.taken.filter { $0.hasPrefix("keymap") } == [], "it has this keymap already")
  scene.bench.service.perform(scene.bench.service.model.makeKey(try scene.bench.id(of: scene.window.surface), authority: .controller))
  #expect(try scene.heard().filter { $0.hasPrefix("keymap") } == ["keymap 1"], "the usual one is back")
}
