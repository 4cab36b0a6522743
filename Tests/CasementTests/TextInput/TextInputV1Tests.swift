import CasementTesting
import Geometry
import Glibc
import Testing
import WaylandClient
import WaylandProtocols
import WaylandServer
import WindowModel

@testable import Casement

/// A client with a text input of version 1 and a client that is an input method of version 1.
private final class Scene {
  let test: TestService
  let app: TestClient
  let method: TestClient
  let window: TestWindow
  let input: ZwpTextInputV1Proxy
  let im: ZwpInputMethodV1Proxy
  private(set) var context: ZwpInputMethodContextV1Proxy?
  let appLog = EventLog()
  let methodLog = EventLog()
  var service: WindowService { test.service }

  init() throws {
    test = try TestService()
    app = try test.connect()
    method = try test.connect()
    window = try app.makeWindow(200, 150, 0xFFFF_0000)
    input = app.bind(ZwpTextInputManagerV1Proxy.self).createTextInput()
    im = method.bind(ZwpInputMethodV1Proxy.self)
    input.onEvent = { [weak self] in if let self { self.appLog.add(self.words($0)) } }
    im.onEvent = { [weak self] event in
      guard let self else { return }
      switch event {
      case .activate(let context):
        self.context = context
        self.methodLog.add("activate")
        context.onEvent = { [weak self] in if let self { self.methodLog.add(self.words($0)) } }
      case .deactivate(let context):
        self.methodLog.add(context === self.context ? "deactivate" : "deactivate another")
      }
    }
    _ = try told()
  }

  func words(_ event: ZwpTextInputV1Event) -> String {
    switch event {
    case .enter(let surface): "enter \(surface === window.surface ? "window" : "another")"
    case .leave: "leave"
    case .modifiersMap(let map): "map \(String(decoding: map.map { $0 == 0 ? 32 : $0 }, as: UTF8.self))"
    case .inputPanelState(let state): "panel \(state)"
    case .preeditString(let serial, let text, let commit): "preedit \(serial) \(text) \(commit)"
    case .preeditStyling(let index, let length, let style): "style \(index) \(length) \(style.rawValue)"
    case .preeditCursor(let index): "cursor \(index)"
    case .commitString(let serial, let text): "commit \(serial) \(text)"
    case .cursorPosition(let index, let anchor): "position \(index) \(anchor)"
    case .deleteSurroundingText(let index, let length): "delete \(index) \(length)"
    case .keysym(let serial, _, let keysym, let state, let modifiers): "keysym \(serial) \(keysym) \(state) \(modifiers)"
    case .language(_, let language): "language \(language)"
    case .textDirection(_, let direction): "direction \(direction.rawValue)"
    }
  }

  func words(_ event: ZwpInputMethodContextV1Event) -> String {
    switch event {
    case .surroundingText(let text, let cursor, let anchor): "text \(text) \(cursor) \(anchor)"
    case .reset: "reset"
    case .contentType(let hint, let purpose): "type \(hint) \(purpose)"
    case .invokeAction(let button, let index): "action \(button) \(index)"
    case .commitState(let serial): "state \(serial)"
    case .preferredLanguage(let language): "language \(language)"
    }
  }

  func told() throws -> (app: [String], method: [String]) {
    for _ in 0..<2 {
      try app.roundtrip()
      try method.roundtrip()
    }
    return (appLog.taken, methodLog.taken)
  }

  func activate() throws -> ZwpInputMethodContextV1Proxy {
    input.activate(seat: app.seat, surface: window.surface)
    _ = try told()
    return try #require(context)
  }
}

@Test func aFieldOfVersionOneIsActiveWhileItsClientSaysSoAndItHasTheKeyboard() throws {
  let scene = try Scene()
  scene.input.activate(seat: scene.app.seat, surface: scene.window.surface)
  #expect(try scene.told() == (["enter window"], ["activate", "state 0"]))
  scene.input.activate(seat: scene.app.seat, surface: scene.window.surface)
  #expect(try scene.told() == ([], []))
  scene.input.setSurroundingText(text: "abc", cursor: 1, anchor: 2)
  scene.input.setContentType(hint: .password, purpose: .terminal)
  scene.input.setPreferredLanguage(language: "pl")
  scene.input.commitState(serial: 5)
  #expect(try scene.told().method == ["text abc 1 2", "state 0", "type 192 12", "state 0", "language pl", "state 0", "state 5"])
  scene.input.invokeAction(button: 1, index: 2)
  scene.input.reset()
  #expect(try scene.told().method == ["action 1 2", "reset"])
  scene.input.deactivate(seat: scene.app.seat)
  #expect(try scene.told() == (["leave"], ["deactivate"]))
  let other = try scene.method.makeWindow(100, 100, 0xFF00_FF00)
  scene.input.activate(seat: scene.app.seat, surface: scene.window.surface)
  #expect(try scene.told() == ([], []))
  other.toplevel.destroy()
  other.xdgSurface.destroy()
  _ = try scene.told()
  _ = try scene.activate()
  let next = try scene.method.makeWindow(100, 100, 0xFF00_FF00)
  #expect(try scene.told() == (["leave"], ["deactivate"]))
  withExtendedLifetime(next) {}
}

@Test func anotherFieldOfVersionOneTakesOver() throws {
  let scene = try Scene()
  _ = try scene.activate()
  let second = scene.app.bind(ZwpTextInputManagerV1Proxy.self).createTextInput()
  second.activate(seat: scene.app.seat, surface: scene.window.surface)
  #expect(try scene.told() == (["leave"], ["deactivate", "activate", "state 0"]))
}

@Test func anInputMethodOfVersionOneTypes() throws {
  let scene = try Scene()
  let context = try scene.activate()
  scene.input.commitState(serial: 9)
  _ = try scene.told()
  context.preeditStyling(index: 0, length: 2, style: 4)
  context.preeditCursor(index: 1)
  context.preeditString(serial: 9, text: "ab", commit: "AB")
  #expect(try scene.told().app == ["style 0 2 4", "cursor 1", "preedit 9 ab AB"])
  context.deleteSurroundingText(index: -2, length: 3)
  context.cursorPosition(index: 1, anchor: 0)
  context.commitString(serial: 9, text: "x")
  #expect(try scene.told().app == ["delete -2 3", "position 1 0", "commit 9 x"])
  context.modifiersMap(map: [0x6669_6853, 0x0000_0074])
  context.keysym(serial: 9, time: 1, sym: 0xFF0D, state: 1, modifiers: 1)
  context.language(serial: 9, language: "pl")
  context.textDirection(serial: 9, direction: 2)
  #expect(try scene.told().app == ["map Shift   ", "keysym 9 65293 1 1", "language pl", "direction 2"])
  // of a field that is left, nothing counts
  scene.input.deactivate(seat: scene.app.seat)
  _ = try scene.told()
  context.commitString(serial: 9, text: "late")
  context.keysym(serial: 9, time: 1, sym: 0xFF0D, state: 1, modifiers: 1)
  context.key(serial: 1, time: 1, key: 30, state: 1)
  context.destroy()
  #expect(try scene.told().app == [])
}

@Test func anInputMethodOfVersionOneTakesKeysAndPassesThemOn() throws {
  let scene = try Scene()
  let keyboard = KeyboardListener(scene.app)
  let context = try scene.activate()
  let grab = context.grabKeyboard()
  grab.onEvent = { [weak scene] event in
    switch event {
    case .keymap(_, let file, _):
      scene?.methodLog.add("keymap")
      close(file)
    case .key(_, _, let key, let state): scene?.methodLog.add("key \(key) \(state.rawValue)")
    case .modifiers(_, let depressed, _, _, _): scene?.methodLog.add("modifiers \(depressed)")
    default: scene?.methodLog.add("?")
    }
  }
  #expect(try scene.told().method == ["keymap", "modifiers 0"])
  _ = keyboard.log.taken
  scene.service.seat.keyboard.key(30, pressed: true)
  #expect(try scene.told().method == ["key 30 1"])
  #expect(keyboard.log.taken == [])
  context.modifiers(serial: 1, modsDepressed: 4, modsLatched: 0, modsLocked: 0, group: 0)
  context.key(serial: 1, time: 1, key: 30, state: 1)
  #expect(try scene.told().method == [])
  #expect(keyboard.log.taken == ["modifiers 4 0 0 0", "key 30 1"])
  // when the field is left, what it pressed is released, and the keys are the window's again
  scene.input.deactivate(seat: scene.app.seat)
  _ = try scene.told()
  #expect(keyboard.log.taken == ["key 30 0", "modifiers 0 0 0 0"])
  scene.service.seat.keyboard.key(48, pressed: true)
  _ = try scene.told()
  #expect(keyboard.log.taken == ["key 48 1"])
}

@Test func versionsOfFieldsAndInputMethodsMeet() throws {
  let scene = try Scene()
  let field = scene.app.bind(ZwpTextInputManagerV3Proxy.self).getTextInput(seat: scene.app.seat)
  field.onEvent = { [weak scene] event in
    switch event {
    case .preeditString(let text, let begin, let end): scene?.appLog.add("preedit \(text ?? "nil") \(begin) \(end)")
    case .commitString(let text): scene?.appLog.add("commit \(text ?? "nil")")
    case .deleteSurroundingText(let before, let after): scene?.appLog.add("delete \(before) \(after)")
    case .done(let serial): scene?.appLog.add("done \(serial)")
    default: break
    }
  }
  let keyboard = KeyboardListener(scene.app)
  field.enable()
  field.setSurroundingText(text: "abc", cursor: 1, anchor: 1)
  field.setContentType(hint: .latin, purpose: .terminal)
  field.commit()
  #expect(try scene.told().method == ["activate", "text abc 1 1", "type 256 12", "state 1"])
  let context = try #require(scene.context)
  context.preeditString(serial: 1, text: "ab", commit: "")
  #expect(try scene.told().app == ["preedit ab 2 2", "done 1"])
  context.deleteSurroundingText(index: -1, length: 3)
  context.commitString(serial: 1, text: "x")
  #expect(try scene.told().app == ["commit x", "delete 1 2", "done 1"])
  // a field that knows no keysyms gets the key
  _ = keyboard.log.taken
  context.modifiersMap(map: [0x6669_6853, 0x6F43_0074, 0x6F72_746E, 0x0000_006C])
  context.keysym(serial: 1, time: 1, sym: 0xFF0D, state: 1, modifiers: 2)
  context.keysym(serial: 1, time: 1, sym: 0xFF0D, state: 0, modifiers: 2)
  _ = try scene.told()
  #expect(keyboard.log.taken == ["modifiers 4 0 0 0", "key 28 1", "key 28 0", "modifiers 0 0 0 0"])
}

@Test func aFieldOfVersionOneIsTypedIntoByAnInputMethodOfVersionTwo() throws {
  let scene = try TextScene()
  let input = scene.app.bind(ZwpTextInputManagerV1Proxy.self).createTextInput()
  let log = EventLog()
  input.onEvent = { event in
    switch event {
    case .preeditString(let serial, let text, _): log.add("preedit \(serial) \(text)")
    case .preeditCursor(let index): log.add("cursor \(index)")
    case .commitString(let serial, let text): log.add("commit \(serial) \(text)")
    case .deleteSurroundingText(let index, let length): log.add("delete \(index) \(length)")
    default: break
    }
  }
  input.setContentType(hint: [], purpose: .date)
  input.activate(seat: scene.app.seat, surface: scene.window.surface)
  input.commitState(serial: 3)
  #expect(try scene.told().method == ["activate", "cause 0", "type 0 10", "done", "cause 0", "type 0 10", "done"])
  scene.im.setPreeditString(text: "ab", cursorBegin: 1, cursorEnd: 2)
  scene.im.commit(serial: scene.doneCount)
  _ = try scene.told()
  #expect(log.taken == ["cursor 1", "preedit 3 ab"])
  scene.im.deleteSurroundingText(beforeLength: 2, afterLength: 1)
  scene.im.commit(serial: scene.doneCount)
  _ = try scene.told()
  #expect(log.taken == ["delete -2 3", "commit 3 "])
  input.reset()
  #expect(try scene.told().method == ["activate", "cause 0", "type 0 10", "done"])
}

@Test func inputMethodsOfVersionOneWaitForEachOther() throws {
  let scene = try Scene()
  let third = try scene.test.connect()
  let second = third.bind(ZwpInputMethodV1Proxy.self)
  var isActive = false
  second.onEvent = { event in if case .activate = event { isActive = true } }
  try third.roundtrip()
  _ = try scene.activate()
  try third.roundtrip()
  #expect(!isActive)
  scene.service.display.connectedClients.first { $0.number == 2 }?.disconnect()
  try third.roundtrip()
  #expect(isActive)
}

@Test("a purpose beyond all that there are is none") func purposesThatAreNone() throws {
  let bench = try Bench()
  let input = bench.client.bind(ZwpTextInputManagerV1Proxy.self).createTextInput()
  for purpose: UInt32 in [8, 9, 0x7FFF_FFFF, .max] { input.setContentType(hint: [], purpose: .init(rawValue: purpose)) }
  #expect(bench.error() == nil)
}
