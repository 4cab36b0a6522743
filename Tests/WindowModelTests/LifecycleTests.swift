import Geometry
import Testing

@testable import WindowModel

@Suite struct LifecycleTests {
  @Test func idsAreNeverUsedAgain() throws {
    var f = try Fixture()
    let a = f.stock()
    _ = f.model.removeWindow(a)
    let b = f.stock()
    #expect(b > a)
    _ = f.model.removeScreen(f.other)
    #expect(try f.model.addScreen(Fixture.screen("S2", 800, 600)).id > f.other)
  }

  @Test("D10: a new window is on the screen of the key window, else on main") func newWindowsFollowKey() throws {
    var f = try Fixture()
    let first = f.stock()
    #expect(f.model.window(first)?.screen == f.main)
    _ = f.model.setScreen(first, f.other)
    let second = f.stock()
    #expect(f.model.window(second)?.screen == f.other)
    let dialog = f.model.addWindow(client: Fixture.client).id
    let parent = f.stock(screen: f.main)
    _ = try f.model.setParent(dialog, parent)
    #expect(f.model.window(dialog)?.screen == f.main)
  }

  @Test("85: the extension goes and the toplevel stays: level 0, visible; screen and key kept")
  func losingTheExtensionMakesAStockWindow() throws {
    var f = try Fixture()
    let a = try f.window(level: 7, screen: f.other)
    _ = f.model.makeKey(a)
    #expect(f.model.setExtended(a, false).decisions == [.levelChanged(a, .normal)])
    #expect(f.model.key == a && f.model.window(a)?.screen == f.other && f.model.window(a)?.isShown == true)
    let hidden = try f.window(isHidden: true)
    _ = f.model.setCanBecomeKey(hidden, false)
    #expect(f.model.setExtended(hidden, false).decisions == [.becameVisible(hidden)])
    #expect(f.model.window(hidden)?.canBecomeKey == true && f.model.key == a)
  }

  @Test func aToplevelThatGetsTheExtensionBeforeItsContentIsHidden() throws {
    var f = try Fixture()
    let a = f.model.addWindow(client: Fixture.client).id
    _ = f.model.setExtended(a, true)
    #expect(f.model.setContent(a, isMapped: true, size: Size(width: 5, height: 5)).decisions.isEmpty)
    #expect(f.model.window(a)?.isHidden == true)
  }

  @Test("51: a window is destroyed mid-touch: its touches are cancelled") func destroyingCancelsTouches() throws {
    var f = try Fixture()
    let a = f.stock()
    #expect(f.model.removeWindow(a).contains(.touchesCancelled(a)))
    let b = f.stock()
    #expect(f.model.removeClient(Fixture.client).contains(.touchesCancelled(b)))
  }

  @Test("a removed window's children become its parent's") func childrenOfRemovedWindowsMoveUp() throws {
    var f = try Fixture()
    let a = f.stock(Fixture.stranger)
    let b = f.stock()
    let c = f.stock(Fixture.stranger)
    _ = try f.model.setParent(b, a)
    _ = try f.model.setParent(c, b)
    let events = f.model.removeClient(Fixture.client)
    #expect(events.contains(.parentChanged(c, a)) && f.model.window(c)?.parent == a)
  }

  @Test func aParentThatIsNotMappedCountsAsNone() throws {
    var f = try Fixture()
    let unmapped = f.model.addWindow(client: Fixture.client).id
    let a = f.stock()
    #expect(try f.model.setParent(a, unmapped).isEmpty)
    #expect(f.model.window(a)?.parent == nil)
    _ = f.model.setContent(unmapped, isMapped: true, size: Size(width: 10, height: 10))
    #expect(f.model.window(a)?.parent == nil, "and a window that was mapped then does not wait for it")
  }

  @Test(arguments: [false, true])
  func aDialogWaitsForItsParent(dialogIsMappedFirst: Bool) throws {
    var f = try Fixture()
    let parent = f.model.addWindow(client: Fixture.client).id
    let dialog = f.model.addWindow(client: Fixture.client).id
    _ = try f.model.setParent(dialog, parent)
    #expect(f.model.window(dialog)?.parent == nil)
    #expect(f.model.configuration(of: dialog)?.size == .zero, "it is not to fill the screen meanwhile")
    let size = Size<WindowPoints>(width: 10, height: 10)
    var events: [WindowEvent] = []
    for id in dialogIsMappedFirst ? [dialog, parent] : [parent, dialog] {
      events += f.model.setContent(id, isMapped: true, size: size)
      #expect(f.model.violations().isEmpty)
    }
    #expect(f.model.window(dialog)?.parent == parent && events.contains(.parentChanged(dialog, parent)))
    #expect(f.stack() == [parent, dialog])
  }

  @Test func whoWaitsForEachOtherIsNoLoop() throws {
    var f = try Fixture()
    let (a, b) = (f.model.addWindow(client: Fixture.client).id, f.model.addWindow(client: Fixture.client).id)
    _ = try f.model.setParent(a, b)
    _ = try f.model.setParent(b, a)
    for id in [a, b] {
      _ = f.model.setContent(id, isMapped: true, size: Size(width: 10, height: 10))
      #expect(f.model.violations().isEmpty)
    }
    #expect(f.model.window(b)?.parent == a && f.model.window(a)?.parent == nil)
  }

  @Test(arguments: ["the parent goes", "the child goes", "the wish goes"])
  func aWishForAParentGoes(how: String) throws {
    var f = try Fixture()
    let (parent, child) = (f.model.addWindow(client: Fixture.client).id, f.model.addWindow(client: Fixture.client).id)
    _ = try f.model.setParent(child, parent)
    switch how {
    case "the parent goes": _ = f.model.removeWindow(parent)
    case "the child goes": _ = f.model.removeWindow(child)
    default: _ = try f.model.setParent(child, nil)
    }
    #expect(f.model.violations().isEmpty)
    _ = f.model.setContent(parent, isMapped: true, size: Size(width: 10, height: 10))
    #expect(f.model.violations().isEmpty && f.model.window(child)?.parent == nil)
  }

  @Test func operationsOnWhatIsGoneDoNothing() throws {
    var f = try Fixture()
    let a = f.stock()
    _ = f.model.removeWindow(a)
    _ = f.model.removeScreen(f.other)
    var change = ScreenChange()
    change.scale = 2
    #expect(f.model.raise(a).isEmpty && f.model.setHidden(a, true).isEmpty && f.model.makeKeyAndVisible(a).isEmpty)
    #expect(f.model.press(a).isEmpty && f.model.setMaximised(a, true).isEmpty && f.model.place(a, at: .zero).isEmpty)
    #expect(try f.model.setLevel(a, 4).isEmpty && f.model.setParent(a, nil).isEmpty && f.model.updateScreen(f.other, change).isEmpty)
    #expect(f.model.frame(of: a) == nil && f.model.configuration(of: a) == nil)
  }
}
