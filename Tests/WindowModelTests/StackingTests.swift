import Geometry
import Testing

@testable import WindowModel

@Suite struct StackingTests {
  @Test("10: a higher window stays in front of one that is made key and visible")
  func aHigherLevelStaysInFront() throws {
    var f = try Fixture()
    let a = try f.window()
    let b = try f.window(level: 1000)
    _ = f.model.makeKeyAndVisible(a)
    #expect(f.stack() == [a, b] && f.model.key == a)
  }

  @Test("11, 12: who is shown last is in front; makeKeyAndVisible brings to the front")
  func whoIsShownLastIsInFront() throws {
    var f = try Fixture()
    let a = try f.window()
    let b = try f.window()
    #expect(f.stack() == [a, b])
    #expect(f.model.makeKeyAndVisible(a).contains(.reordered(a)))
    #expect(f.stack() == [b, a])
  }

  @Test("13: makeKey leaves the order as it is")
  func makeKeyDoesNotReorder() throws {
    var f = try Fixture()
    let a = try f.window()
    let b = try f.window()
    _ = f.model.makeKeyAndVisible(b)
    #expect(!f.model.makeKey(a).contains(.reordered(a)))
    #expect(f.stack() == [a, b] && f.model.key == a)
  }

  @Test("14: levels stack in exact numeric order")
  func levelsStackInExactNumericOrder() throws {
    var f = try Fixture()
    let levels = [1000.25, 999.5, 1000.0000001, 1000]
    let windows = try levels.map { try f.window(level: $0) }
    #expect(f.stack() == [windows[1], windows[3], windows[2], windows[0]])
  }

  @Test("15: a window at −1 is behind every window at level 0")
  func aNegativeLevelIsBehind() throws {
    var f = try Fixture()
    let zero = try f.window()
    let a = try f.window(level: -1)
    _ = f.model.raise(a)
    #expect(f.stack() == [a, zero])
  }

  @Test("16: who enters a level comes in front of its windows")
  func whoEntersALevelIsInFront() throws {
    var f = try Fixture()
    let b = try f.window()
    let a = try f.window(level: 1000)
    let events = try f.model.setLevel(b, 1000)
    #expect(f.stack() == [a, b])
    #expect(events == [.levelChanged(b, WindowLevel(1000)), .reordered(b)])
  }

  @Test("17: from level 0 to 5 and back: in front of the peers")
  func thereAndBackIsInFront() throws {
    var f = try Fixture()
    let a = try f.window()
    let b = try f.window()
    _ = try f.model.setLevel(a, 5)
    _ = try f.model.setLevel(a, 0)
    #expect(f.stack() == [b, a])
  }

  @Test("20: a hidden window's new level is kept, and used when it is shown")
  func aHiddenWindowsLevelIsKept() throws {
    var f = try Fixture()
    let a = try f.window(isHidden: true)
    let b = try f.window(level: 5)
    _ = try f.model.setLevel(a, 10)
    _ = f.model.setHidden(a, false)
    #expect(f.stack() == [b, a])
  }

  @Test("21: two clients at 0, 10 and 5: the levels decide, not who owns them")
  func levelsDecideWhoeverOwnsThem() throws {
    var f = try Fixture()
    let zero = try f.window(Fixture.client, level: 0)
    let ten = try f.window(Fixture.client, level: 10)
    let five = try f.window(Fixture.stranger, level: 5)
    #expect(f.stack() == [zero, five, ten])
  }

  @Test("22: the list has visible and hidden windows, front last, without system windows")
  func theListIsBackToFrontWithHiddenOnes() throws {
    var f = try Fixture()
    let a = try f.window(level: 3)
    let hidden = try f.window(isHidden: true)
    let b = try f.window(level: 1, screen: f.other)
    _ = f.layer(.top)
    #expect(f.model.windowList == [hidden, b, a])
  }

  @Test("a level on a system window is refused")
  func systemWindowsHaveTheLevelOfTheirProtocol() throws {
    var f = try Fixture()
    let bar = f.layer(.top)
    #expect(throws: ModelError.systemWindow) { try f.model.setLevel(bar, 5) }
  }

  @Test("D2: a child is at least at its parent's level, and in front of it")
  func aChildIsInFrontOfItsParent() throws {
    var f = try Fixture()
    let child = f.stock()
    let parent = f.stock()
    let peer = f.stock()
    _ = try f.model.setParent(child, parent)
    #expect(f.stack() == [parent, peer, child])
    _ = f.model.raise(parent)
    #expect(f.stack() == [peer, parent, child])
    _ = try f.model.setLevel(parent, 500)
    #expect(f.model.window(child)?.level == .normal)
    let between = try f.window(level: 400)
    #expect(f.stack() == [peer, between, parent, child])
  }

  @Test("D2: raising a parent carries its descendants in the order that they had")
  func descendantsKeepTheirOrder() throws {
    var f = try Fixture()
    let ids = (0..<5).map { _ in f.stock() }
    let (parent, first, second, grandchild, peer) = (ids[0], ids[1], ids[2], ids[3], ids[4])
    _ = try f.model.setParent(first, parent)
    _ = try f.model.setParent(second, parent)
    _ = try f.model.setParent(grandchild, first)
    _ = f.model.raise(peer)
    #expect(f.stack() == [parent, first, second, grandchild, peer])
    _ = f.model.raise(parent)
    #expect(f.stack() == [peer, parent, first, second, grandchild])
    _ = f.model.raise(first)
    #expect(f.stack() == [peer, parent, second, first, grandchild])
  }

  @Test("D2: a parent cannot be its own descendant")
  func parentLoopsAreRefused() throws {
    var f = try Fixture()
    let a = f.stock()
    let b = f.stock()
    let c = f.stock()
    _ = try f.model.setParent(b, a)
    _ = try f.model.setParent(c, b)
    #expect(throws: ModelError.parentLoop) { try f.model.setParent(a, c) }
    #expect(throws: ModelError.parentLoop) { try f.model.setParent(a, a) }
    #expect(f.model.window(a)?.parent == nil)
  }

  @Test("D2: a fullscreen window is in front of layer top and behind overlay; its level stays")
  func fullscreenIsBetweenTopAndOverlay() throws {
    var f = try Fixture()
    let a = f.stock()
    let peer = f.stock()
    let bar = f.layer(.top)
    let overlay = f.layer(.overlay)
    #expect(f.stack() == [a, peer, bar, overlay])
    _ = f.model.setFullscreen(a, true)
    #expect(f.stack() == [peer, bar, a, overlay])
    #expect(f.model.window(a)?.level == .normal)
    let later = f.layer(.top)
    #expect(f.stack() == [peer, bar, later, a, overlay])
    let dialog = f.stock()
    _ = try f.model.setParent(dialog, a)
    #expect(f.stack() == [peer, bar, later, a, dialog, overlay])
    _ = f.model.setFullscreen(a, false)
    #expect(f.stack() == [a, peer, dialog, bar, later, overlay])
  }

  @Test("D2, D10: layers and windows of one level stand by who came last", arguments: Layer.allCases)
  func layersAndWindowsStandBySequence(layer: Layer) throws {
    var f = try Fixture()
    let level = layer.level.rawValue
    let a = try f.window(level: level)
    let panel = f.layer(layer)
    #expect(f.stack() == [a, panel])
    let b = try f.window(level: level)
    #expect(f.stack() == [a, panel, b])
    _ = f.model.raise(panel)
    #expect(f.stack() == [a, b, panel])
    _ = f.model.raise(a)
    #expect(f.stack() == [b, panel, a] && f.model.violations() == [])
  }

  @Test("D2: a fullscreen window and its dialogs are in front of all that is at level 1000, also of what comes later")
  func fullscreenIsInFrontOfLaterPanels() throws {
    var f = try Fixture()
    let a = f.stock()
    let dialog = f.stock()
    _ = try f.model.setParent(dialog, a)
    _ = f.model.setFullscreen(a, true)
    let panel = f.layer(.top)
    #expect(f.stack() == [panel, a, dialog])
    let overlay = f.layer(.overlay)
    #expect(f.stack() == [panel, a, dialog, overlay] && f.model.violations() == [])
    _ = f.model.setFullscreen(a, false)
    #expect(f.stack() == [a, dialog, panel, overlay] && f.model.violations() == [])
  }

  @Test("52: mid-touch another window is raised, or the window gets a new level: no touch is cancelled")
  func orderCancelsNoTouch() throws {
    var f = try Fixture()
    let a = try f.window()
    let b = try f.window()
    let events = try f.model.raise(a) + f.model.raise(b) + f.model.setLevel(a, 3) + f.model.makeKeyAndVisible(b)
    #expect(!events.contains(.touchesCancelled(a)) && !events.contains(.touchesCancelled(b)))
  }

  @Test("raising what is in front already changes nothing that anybody must be told")
  func raisingTheFrontWindowIsSilent() throws {
    var f = try Fixture()
    _ = try f.window()
    let b = try f.window()
    #expect(f.model.raise(b).isEmpty)
  }
}
