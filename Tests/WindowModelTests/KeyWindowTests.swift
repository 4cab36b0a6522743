import Geometry
import Testing

@testable import WindowModel

@Suite struct KeyWindowTests {
  @Test("24: who resigns is told first, then the keyboard moves, then the new one is told")
  func resignMoveBecome() throws {
    var f = try Fixture()
    let b = try f.window()
    let a = f.stock()
    let events = f.model.makeKey(b)
    #expect(
      events == [
        .resignedKey(a, .requested), .keyMoved(from: a, to: b), .becameKey(b, .requested), .configure(a), .configure(b),
      ])
    #expect(f.model.configuration(of: a)?.states.contains(.activated) == false)
    #expect(f.model.configuration(of: b)?.states.contains(.activated) == true)
  }

  @Test("25: the key window makes itself key: nothing") func keyAgainIsNothing() throws {
    var f = try Fixture()
    let a = f.stock()
    #expect(f.model.makeKey(a).isEmpty && f.model.press(a).isEmpty)
  }

  @Test("26: a hidden or screenless window, or one without content, is not made key")
  func whatIsNotShownIsNotMadeKey() throws {
    var f = try Fixture()
    let hidden = try f.window(isHidden: true)
    let screenless = try f.window()
    _ = f.model.setScreen(screenless, nil)
    let empty = f.model.addWindow(client: Fixture.client).id
    for id in [hidden, screenless, empty] { #expect(f.model.makeKey(id, authority: .controller).isEmpty) }
    #expect(f.model.key == nil)
  }

  @Test("27: what cannot be key is shown in front, and key stays") func whatCannotBeKeyIsShownInFront() throws {
    var f = try Fixture()
    let a = f.stock()
    let o = try f.window(isHidden: true)
    _ = f.model.setCanBecomeKey(o, false)
    #expect(f.model.makeKeyAndVisible(o).decisions == [.becameVisible(o)])
    #expect(f.stack() == [a, o] && f.model.key == a)
  }

  @Test("28: the key window may no longer be key: it resigns, and the next one becomes key")
  func losingTheAbilityPassesKeyOn() throws {
    var f = try Fixture()
    let b = f.stock()
    let a = f.stock()
    #expect(f.model.setCanBecomeKey(a, false).decisions == [.resignedKey(a, .notCapable), .becameKey(b, .fallback)])
    #expect(f.stack() == [b, a])
  }

  @Test("29, 30: the key overlay hides: it resigns, the front window becomes key, it became hidden; being key before counts nothing")
  func hidingTheKeyWindowPassesKeyToTheFront() throws {
    var f = try Fixture()
    let a = try f.window()
    let b = try f.window()
    let o = try f.window(level: 2000)
    _ = f.model.makeKey(a)
    _ = f.model.makeKey(o)
    let events = f.model.setHidden(o, true)
    #expect(events.decisions == [.touchesCancelled(o), .resignedKey(o, .windowHidden), .becameKey(b, .fallback), .becameHidden(o)])
    #expect(events.contains(.keyMoved(from: o, to: b)))
  }

  @Test("31: a next window that cannot be key, or a system window, is passed over")
  func whatCannotBeKeyIsPassedOver() throws {
    var f = try Fixture()
    let a = try f.window()
    let incapable = try f.window(level: 10)
    _ = f.model.setCanBecomeKey(incapable, false)
    _ = f.layer(.overlay) { $0.interactivity = .onDemand }
    let o = try f.window(level: 2000)
    _ = f.model.makeKey(o)
    _ = f.model.setHidden(o, true)
    #expect(f.model.key == a)
  }

  @Test("32: no candidate: no window is key, showing one leaves it so, makeKey works")
  func withNoCandidateNoWindowIsKey() throws {
    var f = try Fixture()
    let a = try f.window()
    _ = f.model.makeKey(a)
    let events = f.model.setHidden(a, true)
    #expect(events.decisions == [.touchesCancelled(a), .resignedKey(a, .windowHidden), .becameHidden(a)])
    #expect(events.contains(.keyMoved(from: a, to: nil)) && f.model.key == nil)
    _ = f.model.setHidden(a, false)
    #expect(f.model.key == nil)
    #expect(f.model.makeKey(a).decisions == [.becameKey(a, .requested)])
  }

  @Test("D3: the same screen first, then main, then the others by id") func theSameScreenComesFirst() throws {
    var f = try Fixture()
    let onMain = try f.window()
    let third = try f.model.addScreen(Fixture.screen("S3", 640, 480)).id
    let onThird = try f.window(screen: third)
    let onOther = try f.window(screen: f.other)
    let o = try f.window(screen: third)
    _ = f.model.makeKey(o)
    for next in [onThird, onMain, onOther] {
      _ = f.model.setHidden(f.model.key!, true)
      #expect(f.model.key == next)
    }
  }

  @Test("D3: closing a key dialog gives key to its parent, whatever is in front of it")
  func closingADialogGivesKeyToItsParent() throws {
    var f = try Fixture()
    let parent = f.stock()
    let front = f.stock()
    let dialog = f.stock()
    _ = try f.model.setParent(dialog, parent)
    let second = f.stock()
    _ = try f.model.setParent(second, parent)
    #expect(f.model.removeWindow(second).decisions.contains(.becameKey(parent, .fallback)))
    _ = f.model.makeKey(dialog)
    #expect(f.model.setContent(dialog, isMapped: false).decisions.contains(.becameKey(parent, .fallback)))
    #expect(f.stack() == [parent, front])
  }

  @Test("D3: pressing the parent of a modal dialog makes the dialog key, and that one's dialog before it")
  func pressingAParentKeysItsModalDialog() throws {
    var f = try Fixture()
    let parent = f.stock()
    let dialog = f.stock()
    _ = try f.model.setParent(dialog, parent)
    _ = f.model.press(parent)
    #expect(f.model.key == parent)
    _ = f.model.setModal(dialog, true)
    _ = f.model.press(parent)
    #expect(f.model.key == dialog)
    let nested = f.stock()
    _ = try f.model.setParent(nested, dialog)
    _ = f.model.setModal(nested, true)
    _ = f.model.makeKey(parent)
    _ = f.model.press(parent)
    #expect(f.model.key == nested)
    _ = f.model.setHidden(nested, true)
    _ = f.model.setHidden(dialog, true)
    _ = f.model.press(parent)
    #expect(f.model.key == parent)
  }

  @Test("33: the key window is destroyed: the next becomes key, and nothing is told to what is gone")
  func destroyingTheKeyWindowPassesKeyOn() throws {
    var f = try Fixture()
    let b = f.stock()
    let a = f.stock()
    #expect(f.model.removeWindow(a).decisions == [.touchesCancelled(a), .becameKey(b, .fallback), .removed(a)])
    #expect(f.model.window(a) == nil && f.model.removeWindow(a).isEmpty)
  }

  @Test("34: the key client is killed: its windows go together, and none of them is chosen")
  func aKilledClientsWindowsGoTogether() throws {
    var f = try Fixture()
    let survivor = f.stock(Fixture.stranger)
    let ids = (0..<3).map { _ in f.stock() }
    let events = f.model.removeClient(Fixture.client)
    #expect(events.filter { if case .becameKey = $0 { true } else { false } } == [.becameKey(survivor, .fallback)])
    #expect(!events.contains { if case .resignedKey = $0 { true } else { false } })
    #expect(events.suffix(4).filter { if case .removed = $0 { true } else { false } }.count == 3)
    #expect(f.model.windowList == [survivor] && f.model.windows(of: Fixture.client).isEmpty)
    #expect(ids.allSatisfy { f.model.window($0) == nil })
  }

  @Test("35: the key window's level drops below others: still key") func aLowerLevelKeepsKey() throws {
    var f = try Fixture()
    _ = try f.window()
    let a = try f.window()
    _ = f.model.makeKey(a)
    #expect(try !f.model.setLevel(a, -5).contains(.resignedKey(a, .requested)))
    #expect(f.model.key == a)
  }

  @Test("36: makeKey for A, then B: one become and one resign for A, key is B") func twoRequestsInOneBatch() throws {
    var f = try Fixture()
    let a = try f.window()
    let b = try f.window()
    let events = f.model.makeKey(a) + f.model.makeKey(b)
    #expect(events.decisions == [.becameKey(a, .requested), .resignedKey(a, .requested), .becameKey(b, .requested)])
  }

  @Test("37: another client takes key only with a valid token; an invalid one draws attention")
  func takingKeyFromAnotherClientNeedsAToken() throws {
    var f = try Fixture()
    let theirs = try f.window(Fixture.stranger)
    let mine = f.stock()
    #expect(f.model.makeKey(theirs).isEmpty)
    #expect(f.model.makeKey(theirs, authority: .invalidToken) == [.attention(theirs)])
    #expect(f.model.key == mine)
    #expect(f.model.makeKey(theirs, authority: .validToken).decisions == [.resignedKey(mine, .requested), .becameKey(theirs, .requested)])
    #expect(f.model.makeKey(mine, authority: .controller).decisions == [.resignedKey(theirs, .controller), .becameKey(mine, .controller)])
  }

  @Test("37: where no window is key, or one of the client's own, no token is needed") func noTokenAmongOnesOwn() throws {
    var f = try Fixture()
    let a = try f.window()
    let b = try f.window()
    #expect(f.model.makeKey(a).contains(.becameKey(a, .requested)))
    #expect(f.model.makeKey(b, authority: .invalidToken).contains(.becameKey(b, .requested)))
  }

  @Test("38: the keyboard moves between the resigning and the becoming, so that held keys are entered there")
  func theKeyboardMovesBetween() throws {
    var f = try Fixture()
    let a = f.stock()
    let b = f.stock()
    let events = f.model.press(a)
    #expect(Array(events.prefix(3)) == [.resignedKey(b, .press), .keyMoved(from: b, to: a), .becameKey(a, .press)])
  }

  @Test("39, 40: an alert is made key and visible, and dismissed") func anAlertComesAndGoes() throws {
    var f = try Fixture()
    let a = f.stock()
    let alert = try f.window(level: 2000, isHidden: true)
    #expect(
      f.model.makeKeyAndVisible(alert).decisions == [
        .becameVisible(alert), .resignedKey(a, .requested), .becameKey(alert, .requested),
      ])
    #expect(
      f.model.setHidden(alert, true).decisions == [
        .touchesCancelled(alert), .resignedKey(alert, .windowHidden), .becameKey(a, .fallback), .becameHidden(alert),
      ])
  }

  @Test("45: an input-accessory window can become key") func anAccessoryWindowCanBecomeKey() throws {
    var f = try Fixture()
    _ = f.stock()
    let accessory = try f.window(level: 5000)
    _ = f.model.press(accessory)
    #expect(f.model.key == accessory)
  }

  @Test("48: a window loses key mid-touch: the touch goes on") func losingKeyCancelsNoTouch() throws {
    var f = try Fixture()
    let a = f.stock()
    let b = f.stock()
    #expect(!f.model.makeKey(a).contains(.touchesCancelled(b)))
  }

  @Test("58: under explicit a press changes nothing; under press it moves key, and not the order")
  func pressFollowsThePolicy() throws {
    var explicit = try Fixture(ModelPolicy(key: .explicit))
    let a = explicit.stock()
    _ = explicit.stock()
    #expect(explicit.model.press(a).isEmpty)
    var f = try Fixture()
    let c = f.stock()
    let d = f.stock()
    #expect(f.model.press(c).decisions == [.resignedKey(d, .press), .becameKey(c, .press)])
    #expect(f.stack() == [c, d])
  }

  @Test("D9: under natural placement a press also raises within the level") func aPressRaisesUnderNatural() throws {
    var f = try Fixture(ModelPolicy(placement: .natural))
    let a = f.stock()
    let b = f.stock()
    let high = try f.window(level: 1)
    _ = f.model.press(a)
    #expect(f.stack() == [b, a, high])
  }

  @Test("D10: with the policy token the first map takes key only where makeKey would") func aFirstMapMayNeedAToken() throws {
    var f = try Fixture(ModelPolicy(mapKey: .token))
    let a = f.stock()
    #expect(f.model.key == a)
    let theirs = f.stock(Fixture.stranger)
    #expect(f.model.key == a && f.stack() == [a, theirs])
    let tokened = f.model.addWindow(client: Fixture.stranger).id
    _ = f.model.setContent(tokened, isMapped: true, size: Size(width: 1, height: 1), authority: .validToken)
    #expect(f.model.key == tokened)
  }

  @Test("D10: only the first map of a stock window takes key from another client") func aSecondMapTakesNothing() throws {
    var f = try Fixture()
    let size = Size<WindowPoints>(width: 300, height: 200)
    let a = f.stock()
    let b = f.stock(Fixture.stranger)
    #expect(f.model.key == b)
    func remap(_ authority: Authority = .client) -> WindowID? {
      _ = f.model.setContent(a, isMapped: false)
      _ = f.model.setContent(a, isMapped: true, size: size, authority: authority)
      return f.model.key
    }
    #expect(remap() == b && f.stack() == [b, a])
    // with a token, by the client that has key, and where no window has it
    #expect(remap(.validToken) == a)
    _ = f.model.makeKey(b, authority: .controller)
    let own = f.stock()
    #expect(f.model.key == own && remap() == a)
    _ = f.model.removeClient(Fixture.stranger)
    _ = f.model.removeWindow(own)
    #expect(remap() == a)
  }

  @Test("a minimised window is not visible; showing it, and making it key and visible, brings it back") func minimised() throws {
    var f = try Fixture()
    let a = try f.window()
    let b = try f.window()
    _ = f.model.makeKey(a)
    #expect(f.model.setMinimised(a, true).decisions.contains(.becameHidden(a)) && f.model.key == b)
    #expect(f.model.makeKey(a).isEmpty && f.model.window(a)?.isHidden == false)
    let shown = f.model.setHidden(a, false)
    #expect(shown.contains(.becameVisible(a)) && shown.contains(.stateChanged(a)) && f.model.key == b && f.stack() == [b, a])
    #expect(f.model.setHidden(a, false).isEmpty)
    _ = f.model.setMinimised(a, true)
    _ = f.model.setHidden(a, true)
    #expect(f.model.makeKeyAndVisible(a).contains(.becameVisible(a)) && f.model.key == a && f.model.window(a)?.isMinimised == false)
    #expect(f.model.violations() == [])
  }

  @Test("D13: the lock, then a grabbing popup, then the key window gets the keyboard") func keyboardTargets() throws {
    var f = try Fixture()
    func target(_ grab: String?) -> String {
      switch f.model.keyboardTarget(grab: grab) {
      case .none: "none"
      case .window(let id): "window \(id.rawValue)"
      case .popup(let popup): popup
      }
    }
    #expect(target(nil) == "none" && target("popup") == "popup")
    let a = f.stock()
    #expect(target(nil) == "window \(a.rawValue)" && target("popup") == "popup" && f.model.key == a)
    _ = f.model.setLocked(true)
    #expect(target("popup") == "none")
    let lock = f.model.addWindow(client: Fixture.stranger, kind: .lock, screen: f.main).id
    _ = f.model.setContent(lock, isMapped: true, size: Size(width: 1280, height: 720))
    #expect(target("popup") == "window \(lock.rawValue)")
  }
}
