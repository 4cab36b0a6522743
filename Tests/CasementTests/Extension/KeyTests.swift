import CasementControl
import CasementTesting
import Testing
import WaylandClient
import WaylandProtocols
import WindowModel

@testable import Casement

@Suite struct KeyTests {
  @Test("23: at most one window is key, at every instant") func oneKey() throws {
    let world = try World()
    let clients = [try world.connect(), try world.connect()]
    let windows = try ["A", "B", "C", "D"].enumerated().map { try clients[$0 % 2].makeShown($1) }
    // as the service sends it, to all clients: who has key, by the model and by the keyboard
    var key: Set<String> = []
    var most = 0
    world.service.observers.append { [unowned world] event in
      switch event {
      case .becameKey(let id, _): key.insert(world.service.clientWindows[id]!.role.title)
      case .resignedKey(let id, _): key.remove(world.service.clientWindows[id]!.role.title)
      default: break
      }
      most = max(most, key.count)
    }
    for index in 0..<12 {
      let next = windows[(index + 1) % 4]
      world.window(windows[index % 4].name).makeKey()
      if index % 2 == 0 { next.hide() }
      next.makeKeyAndVisible(token: world.service.mintActivationToken())
      try world.sync()
      #expect(try world.key() == next.name && key == [next.name])
    }
    #expect(most == 1)
    // and as each client was told: it never has two, and what it was given it gave back
    for client in clients {
      var own: Set<Substring> = []
      let names = client === clients[0] ? ["A", "C"] : ["B", "D"]
      for line in world.log {
        let words = line.split(separator: " ")
        guard words.count > 1, names.contains(String(words[0])) else { continue }
        if words[1] == "resigned" { #expect(own.remove(words[0]) != nil) }
        if words[1] == "key" { #expect(own.insert(words[0]).inserted) }
        #expect(own.count <= 1)
      }
    }
  }

  @Test("24: the same across clients: the first one's resigned and leave are sent before the second one's enter and become")
  func movingBetweenClients() throws {
    let world = try World()
    let (one, two) = (try world.connect(), try world.connect())
    try one.makeShown("A").makeKey()
    try world.sync()
    let b = try two.makeShown("B")
    try world.forget()
    b.makeKey(token: world.service.mintActivationToken())
    two.core.connection.flush()
    world.test.pump()
    // all of it is on its way, from one turn of the service; the second client looks first, and has not overtaken the first
    try two.core.roundtrip()
    #expect(world.log.filter { !$0.contains("modifiers") && !$0.contains("configure") } == ["enter B", "B key requested"])
    #expect(one.keyboardFocus == "A")
    try world.forget()
    world.window("A").makeKey()
    #expect(try world.key() == "A")
    // in the order of their serials, which one counter gives to all
    #expect(one.lastLeave != 0 && one.lastLeave < two.lastEnter && two.lastEnter < two.lastLeave && two.lastLeave < one.lastEnter)
  }

  @Test("24: key is A, B make_key: A resigns, leave(A), enter(B), B becomes key") func moving() throws {
    let world = try World()
    let client = try world.connect()
    try client.makeShown("A").makeKey()
    let b = try client.makeShown("B")
    try world.forget()
    b.makeKey()
    #expect(try world.decisions() == ["A resigned requested", "leave A", "enter B", "B key requested"])
    #expect(try world.key() == "B")
  }

  @Test("25: key is A, A make_key: no event") func again() throws {
    let world = try World()
    let client = try world.connect()
    let a = try client.makeShown("A")
    a.makeKey()
    try world.forget()
    a.makeKey()
    #expect(try world.everything() == [])
  }

  @Test("26: A hidden or screenless, make_key: nothing") func unable() throws {
    let world = try World()
    let client = try world.connect()
    let a = try client.makeHidden("A")
    let b = try client.makeShown("B")
    b.proxy.setScreen(screen: nil)
    try world.forget()
    a.makeKey()
    b.makeKey()
    #expect(try world.everything() == [])
    #expect(try world.key() == nil)
  }

  @Test("27: set_can_become_key(0), then make_key_and_visible: shown in front, key unchanged") func overlay() throws {
    let world = try World()
    let client = try world.connect()
    let a = try client.makeHidden("A", 0xFF_0000)
    try client.makeShown("B").makeKey()
    a.proxy.setCanBecomeKey(canBecomeKey: 0)
    try world.forget()
    a.makeKeyAndVisible()
    #expect(try world.decisions() == ["A visible"])
    #expect(try world.key() == "B" && world.order == ["B", "A"] && world.pixel(5, 5) == 0xFF_0000)
  }

  @Test("28: key is A, set_can_become_key(0): A resigns (not_capable), the next becomes key") func notCapable() throws {
    let world = try World()
    let client = try world.connect()
    _ = try client.makeShown("B")
    let a = try client.makeShown("A")
    a.makeKey()
    try world.forget()
    a.proxy.setCanBecomeKey(canBecomeKey: 0)
    #expect(try world.decisions() == ["A resigned not_capable", "leave A", "enter B", "B key fallback"])
    a.proxy.setCanBecomeKey(canBecomeKey: 1)
    #expect(try world.everything() == [])
  }

  @Test("29, 30: the key overlay O hides: O resigns, B becomes key, O becomes hidden; that A was key before counts nothing")
  func overlayHides() throws {
    let world = try World()
    let client = try world.connect()
    let a = try client.makeShown("A")
    _ = try client.makeShown("B")
    a.makeKey()
    let o = try client.makeHidden("O")
    o.setLevel(2000)
    o.makeKeyAndVisible()
    try world.forget()
    o.hide()
    #expect(try world.decisions() == ["O resigned window_hidden", "leave O", "enter B", "B key fallback", "O hidden"])
  }

  @Test("31: a next window that cannot be key, or a system one, is passed over") func passedOver() throws {
    let world = try World()
    let client = try world.connect()
    _ = try client.makeShown("A")
    try client.makeShown("B").proxy.setCanBecomeKey(canBecomeKey: 0)
    let o = try client.makeShown("O")
    o.makeKey()
    try world.sync()
    // a panel that a press would make key, in front of all of them
    let bar = try world.showBar(height: 10, interactivity: .onDemand)
    o.hide()
    #expect(try world.key() == "A")
    world.service.perform(world.service.model.press(bar))
    #expect(world.service.model.key == bar)
    try world.removeSystemWindow(bar)
    #expect(try world.key() == "A")
    // a real lock is no candidate either, once it is gone
    try world.lockSession()
    try world.unlockSession()
    #expect(try world.key() == "A")
  }

  @Test("32: no candidate: no window is key, keys are dropped; unhiding leaves it so; make_key works") func noCandidate() throws {
    let world = try World()
    let client = try world.connect()
    let a = try client.makeShown("A")
    a.makeKey()
    a.hide()
    #expect(try world.key() == nil)
    try world.forget()
    world.typeKey(30)
    world.typeKey(30, false)
    a.show()
    #expect(try world.decisions() == ["A visible"])
    #expect(try world.key() == nil)
    a.makeKey()
    #expect(try world.key() == "A")
  }

  @Test("33: the key window is destroyed: the next becomes key, and nothing is sent to the dead object") func destroyed() throws {
    let world = try World()
    let client = try world.connect()
    _ = try client.makeShown("B")
    let a = try client.makeShown("A")
    a.makeKey()
    try world.forget()
    a.base.toplevel.destroy()
    #expect(try world.decisions() == ["leave A", "enter B", "B key fallback"])
  }

  @Test("34: the key client is killed: all its windows go together before the next is chosen; none of them is ever") func killed() throws {
    let world = try World()
    let (one, two) = (try world.connect(), try world.connect())
    _ = try two.makeShown("B")
    _ = try one.makeShown("A2")
    let a = try one.makeShown("A")
    world.window("A").makeKey()
    try world.forget()
    var keys: [String] = []
    let observation = world.service.observe { if case .windowDidBecomeKey(let window, _) = $0 { keys.append(window.title) } }
    _ = a
    try world.kill(one)
    #expect(try world.decisions() == ["enter B", "B key fallback"])
    #expect(keys == ["B"])
    observation.cancel()
  }

  @Test("35: the key window's level drops below others: still key") func levelDrops() throws {
    let world = try World()
    let client = try world.connect()
    _ = try client.makeShown("B")
    let a = try client.makeShown("A")
    a.makeKey()
    a.setLevel(-5)
    #expect(try world.key() == "A" && world.order == ["A", "B"])
  }

  @Test("36: make_key for A, then B, in one batch: A becomes and resigns once; key is B") func batch() throws {
    let world = try World()
    let client = try world.connect()
    let a = try client.makeShown("A")
    let b = try client.makeShown("B")
    try world.forget()
    a.makeKey()
    b.makeKey()
    #expect(
      try world.decisions() == [
        "enter A", "A key requested", "A resigned requested", "leave A", "enter B", "B key requested",
      ])
    #expect(try world.key() == "B")
  }

  @Test("37: client 1 has key, client 2 make_key with no valid token: nothing; with one: key moves, once") func tokens() throws {
    let world = try World()
    let (one, two) = (try world.connect(), try world.connect())
    let a = try one.makeShown("A")
    a.makeKey()
    try world.sync()
    let b = try two.makeShown("B")
    var wantsAttention: [String] = []
    let observation = world.service.observe { if case .windowWantsAttention(let window) = $0 { wantsAttention.append(window.title) } }
    try world.forget()
    b.makeKey()
    #expect(try world.decisions() == [] && wantsAttention == [])
    b.makeKey(token: "no such token")
    #expect(try world.decisions() == [] && wantsAttention == ["B"])
    let token = world.service.mintActivationToken()
    b.makeKey(token: token)
    #expect(try world.decisions() == ["A resigned requested", "leave A", "enter B", "B key requested"])
    world.window("A").makeKey()
    b.makeKey(token: token)
    #expect(try world.key() == "A" && wantsAttention == ["B", "B"])
    observation.cancel()
  }

  @Test("37: a token that one client got over the wire moves key to another's window, for 30 seconds", arguments: [30_000, 30_001])
  func tokenOverTheWire(milliseconds: UInt64) throws {
    let world = try World()
    let (one, two) = (try world.connect(), try world.connect())
    let a = try one.makeShown("A")
    a.makeKey()
    try world.sync()
    let b = try two.makeShown("B")
    world.typeKey(30)
    world.typeKey(30, false)
    try world.sync()
    let request = one.core.bind(XdgActivationV1Proxy.self).getActivationToken()
    var token: String?
    request.onEvent = { if case .done(let text) = $0 { token = text } }
    request.setSerial(serial: one.lastKey, seat: one.core.seat)
    request.commit()
    try world.forget()
    world.service.clock.advance(to: world.service.clock.now + milliseconds * 1_000_000)
    let given: String = try #require(token)
    b.makeKey(token: given)
    let isValid = milliseconds <= 30_000
    #expect(try world.decisions() == (isValid ? ["A resigned requested", "leave A", "enter B", "B key requested"] : []))
    world.window("A").makeKey()
    b.makeKey(token: given)
    #expect(try world.key() == "A", "it is used up")
  }

  @Test("37: where no window is key, no token is needed") func nobodyIsKey() throws {
    let world = try World()
    let (one, two) = (try world.connect(), try world.connect())
    _ = try one.makeShown("A")
    try two.makeShown("B").makeKey()
    #expect(try world.key() == "B")
  }

  @Test("38: a held key while key moves: enter lists it, modifiers follow, its release goes to the new one only") func heldKey() throws {
    let world = try World()
    let client = try world.connect()
    try client.makeShown("A").makeKey()
    let b = try client.makeShown("B")
    try world.sync()
    world.typeKey(42)
    world.typeKey(30)
    try world.forget()
    b.makeKey()
    let told = try world.everything().filter { !$0.contains("configure") }
    #expect(told == ["A resigned requested", "leave A", "enter B [42, 30]", "modifiers 1", "B key requested"])
    world.typeKey(30, false)
    world.typeKey(42, false)
    #expect(try world.everything() == ["B key 30 up", "B key 42 up", "modifiers 0"])
  }

  @Test("38: between two clients: the one that had key hears nothing of the release") func heldKeyBetweenClients() throws {
    let world = try World()
    let (one, two) = (try world.connect(), try world.connect())
    try one.makeShown("A").makeKey()
    try world.sync()
    _ = try two.makeShown("B")
    world.typeKey(42)
    world.typeKey(30)
    try world.forget()
    world.window("B").makeKey()
    let told = try world.everything().filter { !$0.contains("configure") }
    // each client's part in its order
    #expect(told.filter { $0.contains("A") } == ["A resigned controller", "leave A"])
    #expect(told.filter { !$0.contains("A") } == ["enter B [42, 30]", "modifiers 1", "B key controller"])
    world.typeKey(30, false)
    world.typeKey(42, false)
    #expect(try world.everything() == ["B key 30 up", "B key 42 up", "modifiers 0"])
    #expect(one.keyboardFocus == nil)
  }

  @Test("D3: a key dialog is closed: key goes to its parent, whatever is in front of it") func dialog() throws {
    let world = try World()
    let client = try world.connect()
    let a = try client.makeShown("A")
    let dialog = try client.makeShown("D")
    dialog.base.toplevel.setParent(parent: a.base.toplevel)
    _ = try client.makeShown("B")
    dialog.makeKey()
    try world.forget()
    dialog.hide()
    #expect(try world.decisions() == ["D resigned window_hidden", "leave D", "enter A", "A key fallback", "D hidden"])
  }
}
