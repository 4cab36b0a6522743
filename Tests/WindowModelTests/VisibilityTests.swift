import Geometry
import Testing

@testable import WindowModel

@Suite struct VisibilityTests {
  @Test("1: a new extension window with content is hidden, and nobody is told that it became anything")
  func aNewExtensionWindowIsHidden() throws {
    var f = try Fixture()
    let a = f.model.addWindow(client: Fixture.client, isExtended: true).id
    let events = f.model.setContent(a, isMapped: true, size: Size(width: 1280, height: 720))
    #expect(events.decisions.isEmpty)
    #expect(f.stack().isEmpty && f.model.key == nil)
  }

  @Test("2: showing a window: exactly one becameVisible; key unchanged")
  func showingAWindowTellsOnce() throws {
    var f = try Fixture()
    let key = f.stock()
    let a = try f.window(isHidden: true)
    #expect(f.model.setHidden(a, false).decisions == [.becameVisible(a)])
    #expect(f.model.key == key)
  }

  @Test("3: the present value of hidden or level again: no event, no reorder")
  func thePresentValueAgainChangesNothing() throws {
    var f = try Fixture()
    let a = try f.window(level: 5)
    let b = try f.window(level: 5)
    #expect(f.model.setHidden(a, false).isEmpty)
    #expect(try f.model.setLevel(a, 5).isEmpty)
    #expect(f.stack() == [a, b])
  }

  @Test("4: a hidden window is made key and visible: it becomes visible before it becomes key")
  func visibleComesBeforeKey() throws {
    var f = try Fixture()
    let a = try f.window(isHidden: true)
    let events = f.model.makeKeyAndVisible(a)
    #expect(events.decisions == [.becameVisible(a), .becameKey(a, .requested)])
  }

  @Test("5: a hidden window commits: it stays hidden, and its latest size holds when it is shown")
  func aHiddenWindowCommits() throws {
    var f = try Fixture()
    let a = try f.window(isHidden: true)
    #expect(f.model.setContent(a, isMapped: true, size: Size(width: 10, height: 10)).decisions.isEmpty)
    #expect(f.model.setContent(a, isMapped: true, size: Size(width: 20, height: 30)).decisions.isEmpty)
    #expect(f.stack().isEmpty)
    _ = f.model.setHidden(a, false)
    #expect(f.stack() == [a] && f.model.window(a)?.contentSize == Size(width: 20, height: 30))
  }

  @Test("6: key goes from one client to another: nobody becomes visible or hidden")
  func switchingTheFrontAppTellsNoVisibility() throws {
    var f = try Fixture()
    let a = f.stock()
    let b = f.stock(Fixture.stranger)
    let events = f.model.makeKey(a, authority: .controller).decisions
    #expect(events == [.resignedKey(b, .controller), .becameKey(a, .controller)])
  }

  @Test("7: the client unmaps a window: it counts as hidden; level and screen survive")
  func anUnmappedWindowKeepsLevelAndScreen() throws {
    var f = try Fixture()
    let a = try f.window(level: 7, screen: f.other)
    #expect(f.model.setContent(a, isMapped: false).decisions == [.touchesCancelled(a), .becameHidden(a)])
    #expect(f.stack(f.other).isEmpty)
    #expect(f.model.window(a)?.level == WindowLevel(7) && f.model.window(a)?.screen == f.other)
    #expect(f.model.setContent(a, isMapped: true, size: Size(width: 9, height: 9)).decisions == [.becameVisible(a)])
    #expect(f.stack(f.other) == [a])
  }

  @Test("7: an unmapped toplevel forgets what xdg-shell says it forgets, and its children become its parent's")
  func anUnmappedToplevelForgets() throws {
    var f = try Fixture()
    let a = f.stock()
    let b = f.stock()
    let c = f.stock()
    _ = try f.model.setParent(b, a)
    _ = try f.model.setParent(c, b)
    _ = f.model.setFullscreen(b, true)
    let events = f.model.setContent(b, isMapped: false)
    #expect(f.model.window(c)?.parent == a && f.model.window(b)?.parent == nil)
    #expect(f.model.window(b)?.isFullscreen == false)
    #expect(events.contains(.parentChanged(c, a)) && events.contains(.stateChanged(b)))
  }

  @Test("8: a stock toplevel when first mapped: level 0, fills the screen, key")
  func aStockToplevelFillsTheScreenAndIsKey() throws {
    var f = try Fixture()
    let a = f.model.addWindow(client: Fixture.client).id
    let asked = try #require(f.model.configuration(of: a))
    #expect(asked.size == Size(width: 1280, height: 720) && asked.states == .maximised)
    let events = f.model.setContent(a, isMapped: true, size: asked.size)
    #expect(events.decisions == [.becameVisible(a), .becameKey(a, .requested)])
    #expect(f.model.window(a)?.level == .normal)
    #expect(f.model.frame(of: a) == Rect(x: 0, y: 0, width: 1280, height: 720))
    #expect(f.model.configuration(of: a)?.states == [.maximised, .activated])
  }

  @Test("a window that was made key and visible before it had content is key when it has")
  func keyIsRememberedUntilThereIsContent() throws {
    var f = try Fixture()
    let a = f.model.addWindow(client: Fixture.client, isExtended: true).id
    #expect(f.model.makeKeyAndVisible(a).decisions.isEmpty)
    let events = f.model.setContent(a, isMapped: true, size: Size(width: 1, height: 1))
    #expect(events.decisions == [.becameVisible(a), .becameKey(a, .requested)])
  }

  @Test("a minimised window counts as hidden until it is shown again")
  func aMinimisedWindowCountsAsHidden() throws {
    var f = try Fixture()
    let b = f.stock()
    let a = f.stock()
    let events = f.model.setMinimised(a, true)
    #expect(
      events.decisions == [
        .touchesCancelled(a), .resignedKey(a, .windowHidden), .becameKey(b, .fallback), .becameHidden(a), .stateChanged(a),
      ])
    #expect(f.model.makeKey(a).isEmpty)
    #expect(
      f.model.makeKeyAndVisible(a).decisions == [
        .becameVisible(a), .stateChanged(a), .resignedKey(b, .requested), .becameKey(a, .requested),
      ])
  }

  @Test("49: a window hides mid-touch: its touches are cancelled once")
  func hidingCancelsTouchesOnce() throws {
    var f = try Fixture()
    let a = try f.window()
    #expect(f.model.setHidden(a, true).filter { $0 == .touchesCancelled(a) }.count == 1)
    #expect(f.model.setHidden(a, true).isEmpty)
  }

  @Test("50: one window of a client hides: only its touches are cancelled")
  func hidingCancelsNoOtherWindowsTouches() throws {
    var f = try Fixture()
    let a = try f.window()
    let a2 = try f.window()
    #expect(!f.model.setHidden(a, true).contains(.touchesCancelled(a2)))
  }

  @Test("82: hidden windows, and minimised ones, are asked to suspend, unless somebody captures them")
  func whatNobodySeesIsSuspended() throws {
    var f = try Fixture()
    let a = try f.window()
    #expect(f.model.configuration(of: a)?.states.contains(.suspended) == false)
    #expect(f.model.setHidden(a, true).contains(.configure(a)))
    #expect(f.model.configuration(of: a)?.states.contains(.suspended) == true)
    #expect(f.model.beginCapture(of: a) == [.configure(a)])
    #expect(f.model.configuration(of: a)?.states.contains(.suspended) == false)
    #expect(f.model.endCapture(of: a) == [.configure(a)])
    let b = f.stock()
    _ = f.model.setMinimised(b, true)
    #expect(f.model.configuration(of: b)?.states.contains(.suspended) == true)
  }

  @Test("a covered window goes on drawing unless the policy says otherwise", arguments: [false, true])
  func coveredWindowsSuspendOnlyWhereAsked(suspends: Bool) throws {
    var f = try Fixture(ModelPolicy(suspendsCovered: suspends))
    let a = f.stock()
    _ = f.model.setCovered(a, true)
    #expect(f.model.configuration(of: a)?.states.contains(.suspended) == suspends)
  }

  @Test("86: a popup's window hides: its popups are dismissed")
  func hidingDismissesPopups() throws {
    var f = try Fixture()
    let a = f.stock()
    #expect(f.model.setHidden(a, true).contains(.popupsDismissed(a)))
  }
}
