import Geometry
import Testing

@testable import WindowModel

@Suite struct ScreensTests {
  @Test("60: main is the first screen in the list") func mainIsFirst() throws {
    let f = try Fixture()
    #expect(f.model.screens.map(\.id) == [f.main, f.other] && f.model.mainScreen == f.main)
  }

  @Test("61: a screen connects: one event for it; no window moves") func connectingMovesNoWindow() throws {
    var f = try Fixture()
    let a = f.stock()
    let (id, events) = try f.model.addScreen(Fixture.screen("S3", 640, 480))
    #expect(events == [.screenAdded(id), .mirroringChanged(id, mirrors: f.main)])
    #expect(f.model.window(a)?.screen == f.main)
  }

  @Test("65: the key window moves to another screen: screen, then configure; still key, never hidden")
  func movingTheKeyWindowIsAtomic() throws {
    var f = try Fixture()
    let a = f.stock()
    let events = f.model.setScreen(a, f.other).filter { $0 != .popupsDismissed(a) }
    #expect(
      events == [
        .touchesCancelled(a), .screenChanged(a, f.other, .requested), .mirroringChanged(f.other, mirrors: nil), .frameChanged(a),
        .configure(a),
      ])
    #expect(f.model.key == a && f.stack(f.other) == [a] && f.stack().isEmpty)
  }

  @Test("53: a window moves to another screen mid-touch: cancelled; one that is hidden has no touches")
  func movingCancelsTouches() throws {
    var f = try Fixture()
    let a = try f.window()
    let hidden = try f.window(isHidden: true)
    #expect(f.model.setScreen(a, f.other).contains(.touchesCancelled(a)))
    #expect(!f.model.setScreen(hidden, f.other).contains(.touchesCancelled(hidden)))
  }

  @Test("D2: whoever changes screens comes in front of its peers there") func changingScreensBringsToTheFront() throws {
    var f = try Fixture()
    let a = try f.window()
    let b = try f.window(screen: f.other)
    _ = f.model.setScreen(a, f.other)
    #expect(f.stack(f.other) == [b, a])
  }

  @Test("66: a screen with the key window goes: touches, resign, next key, no screen, removed; hidden unchanged")
  func losingAScreenWithTheKeyWindow() throws {
    var f = try Fixture()
    let b = try f.window()
    let a = try f.window(screen: f.other)
    _ = f.model.makeKey(a)
    #expect(
      f.model.removeScreen(f.other).decisions == [
        .touchesCancelled(a), .resignedKey(a, .screenLost), .becameKey(b, .fallback), .screenChanged(a, nil, .screenLost),
        .screenRemoved(f.other),
      ])
    let window = try #require(f.model.window(a))
    #expect(!window.isHidden && window.isVisible && !window.isShown && window.screen == nil)
    #expect(f.model.configuration(of: a)?.size == .zero && f.model.configuration(of: a)?.states == .suspended)
  }

  @Test("67: the same screen returns: its windows are on it at their level, in front of peers, in their order, not key by themselves")
  func aScreenReturns() throws {
    var f = try Fixture()
    let low = try f.window(level: -1, screen: f.other)
    let a = try f.window(level: 5, screen: f.other)
    let b = try f.window(level: 5, screen: f.other)
    let hidden = try f.window(screen: f.other, isHidden: true)
    let onMain = f.stock()
    _ = f.model.makeKey(a)
    _ = f.model.removeScreen(f.other)
    let (back, events) = try f.model.addScreen(Fixture.screen("S2", 800, 600))
    #expect(events.decisions.first == .screenAdded(back))
    #expect(Set(events.decisions.dropFirst()) == Set([low, a, b, hidden].map { .screenChanged($0, back, .fallback) }))
    #expect(f.stack(back) == [low, a, b] && f.model.key == onMain)
    #expect(f.model.window(hidden)?.isHidden == true && f.model.window(hidden)?.screen == back)
  }

  @Test("68: given another screen meanwhile, or another identity connects: the window stays") func aReassignedWindowStays() throws {
    var f = try Fixture()
    let moved = try f.window(screen: f.other)
    let waiting = try f.window(screen: f.other)
    _ = f.model.removeScreen(f.other)
    _ = f.model.setScreen(moved, f.main)
    let third = try f.model.addScreen(Fixture.screen("S3", 640, 480)).id
    #expect(f.model.window(waiting)?.screen == nil)
    let back = try f.model.addScreen(Fixture.screen("S2", 800, 600)).id
    #expect(f.model.window(moved)?.screen == f.main && f.model.window(waiting)?.screen == back)
    #expect(f.stack(third).isEmpty)
  }

  @Test("69: main is lost: the next by id is main; with no screen no window is key, and every one survives")
  func losingMainAndThenAll() throws {
    var f = try Fixture()
    let a = try f.window()
    let stock = f.stock()
    let events = f.model.removeScreen(f.main)
    #expect(events.contains(.mainScreenChanged(f.other)) && f.model.mainScreen == f.other)
    #expect(f.model.window(a)?.screen == nil && f.model.window(stock)?.screen == f.other)
    #expect(f.model.key == stock && !events.contains(.becameHidden(stock)))
    let none = f.model.removeScreen(f.other)
    #expect(none.contains(.resignedKey(stock, .screenLost)) && none.contains(.mainScreenChanged(nil)))
    #expect(f.model.key == nil && f.model.windowCount == 2)
    #expect(f.model.configuration(of: stock)?.size == .zero)
    let third = try f.model.addScreen(Fixture.screen("S3", 640, 480)).id
    #expect(f.model.window(stock)?.screen == third && f.model.window(a)?.screen == nil)
    // key was lost for want of any screen: with one it is given, by D3
    #expect(f.model.key == stock)
    let main = try f.model.addScreen(Fixture.screen("main", 1280, 720)).id
    #expect(f.model.window(a)?.screen == main && f.model.window(stock)?.screen == main)
  }

  @Test("D5, D10: what was mapped while there was no screen becomes key with the first; what was never key does not")
  func theFirstScreenGivesKey() throws {
    var f = try Fixture()
    _ = f.model.removeScreen(f.main)
    _ = f.model.removeScreen(f.other)
    let extended = f.model.addWindow(client: Fixture.client, isExtended: true).id
    _ = f.model.setContent(extended, isMapped: true, size: Size(width: 10, height: 10))
    _ = f.model.setHidden(extended, false)
    let first = try f.model.addScreen(Fixture.screen("main", 640, 480)).id
    #expect(f.model.key == nil && f.model.window(extended)?.screen == first)
    _ = f.model.removeScreen(first)
    let stock = f.stock()
    #expect(f.model.key == nil)
    let events = try f.model.addScreen(Fixture.screen("main", 640, 480)).events
    #expect(f.model.key == stock && events.contains(.becameKey(stock, .fallback)))
    #expect(f.model.violations() == [])
  }

  @Test("D5: stock windows go to main at once, key and all, and back; --on-screen-loss move does so with all windows")
  func stockWindowsMoveToMain() throws {
    var f = try Fixture(ModelPolicy(screenLoss: .move))
    let a = f.stock(screen: f.other)
    let b = try f.window(screen: f.other)
    _ = f.model.setFullscreen(a, true)
    _ = f.model.makeKey(a)
    let events = f.model.removeScreen(f.other)
    #expect(events.contains(.touchesCancelled(a)) && events.contains(.screenChanged(b, f.main, .screenLost)))
    #expect(f.model.key == a && !events.contains(.resignedKey(a, .screenLost)))
    #expect(f.model.configuration(of: a)?.size == Size(width: 1280, height: 720) && f.model.window(a)?.isFullscreen == true)
    let back = try f.model.addScreen(Fixture.screen("S2", 800, 600)).id
    #expect(f.model.window(a)?.screen == back && f.model.window(b)?.screen == back && f.model.key == a)
  }

  @Test("case 46: the screen under a hidden fullscreen window goes: it is re-homed and configured, too")
  func aHiddenFullscreenWindowIsRehomed() throws {
    var f = try Fixture()
    let a = f.stock(screen: f.other)
    _ = f.model.setFullscreen(a, true)
    _ = f.model.setMinimised(a, true)
    #expect(f.model.removeScreen(f.other).contains(.configure(a)))
    #expect(f.model.configuration(of: a)?.size == Size(width: 1280, height: 720))
  }

  @Test("case 47: a layer surface whose screen goes loses its popups and is closed; it does not come back")
  func layersOfALostScreenAreClosed() throws {
    var f = try Fixture()
    let bar = f.layer(.top, screen: f.other)
    let events = f.model.removeScreen(f.other)
    let (popups, closed) = (events.firstIndex(of: .popupsDismissed(bar)), events.firstIndex(of: .closed(bar)))
    #expect(try #require(popups) < #require(closed))
    let back = try f.model.addScreen(Fixture.screen("S2", 800, 600)).id
    #expect(f.model.window(bar)?.screen == nil && f.stack(back).isEmpty)
  }

  @Test("D4: a window that asked for no screen is not given one") func screenlessByRequest() throws {
    var f = try Fixture()
    let a = try f.window()
    _ = f.model.makeKey(a)
    let events = f.model.setScreen(a, nil)
    #expect(events.decisions == [.touchesCancelled(a), .resignedKey(a, .screenLost), .screenChanged(a, nil, .requested)])
    _ = try f.model.addScreen(Fixture.screen("S3", 640, 480))
    #expect(f.model.window(a)?.screen == nil)
    _ = f.model.setScreen(a, f.main)
    #expect(f.stack() == [a] && f.model.key == nil)
  }

  @Test("70: an unlisted mode is refused; a listed one changes the bounds and configures every window there")
  func modes() throws {
    var f = try Fixture()
    let a = f.stock()
    let hidden = try f.window(isHidden: true)
    let elsewhere = try f.window(screen: f.other)
    var change = ScreenChange()
    change.mode = 2
    #expect(throws: ModelError.invalidMode) { try f.model.updateScreen(f.main, change) }
    change.mode = 1
    let events = try f.model.updateScreen(f.main, change)
    #expect(f.model.screen(f.main)?.bounds == Rect(x: 0, y: 0, width: 640, height: 360))
    #expect(events.first == .screenUpdated(f.main) && events.contains(.configure(a)) && events.contains(.configure(hidden)))
    #expect(!events.contains(.configure(elsewhere)) && events.contains(.screenUpdated(f.other)))
    #expect(f.model.screen(f.other)?.frame.minX == 640)
    #expect(try f.model.updateScreen(f.main, change).isEmpty)
  }

  @Test("70: a custom mode is added to the list", arguments: [(0, 5), (5, 0), (-1, 5), (70_000, 5)])
  func customModes(width: Int, height: Int) throws {
    var f = try Fixture()
    var change = ScreenChange()
    change.customMode = ScreenMode(size: Size(width: width, height: height))
    #expect(throws: ModelError.invalidMode) { try f.model.updateScreen(f.main, change) }
    change.customMode = ScreenMode(size: Size(width: 1000, height: 500))
    _ = try f.model.updateScreen(f.main, change)
    #expect(f.model.screen(f.main)?.modes.count == 3 && f.model.screen(f.main)?.bounds.width == 1000)
  }

  @Test("71: portrait to landscape: bounds swap, nativeBounds do not; no window resigns or hides") func rotationSwapsBounds() throws {
    var f = try Fixture()
    let a = f.stock()
    var change = ScreenChange()
    change.transform = .rotated90
    let events = try f.model.updateScreen(f.main, change)
    let screen = try #require(f.model.screen(f.main))
    #expect(screen.bounds == Rect(x: 0, y: 0, width: 720, height: 1280))
    #expect(screen.nativeBounds == Rect(x: 0, y: 0, width: 1280, height: 720))
    #expect(events.decisions == [.screenUpdated(f.main), .screenUpdated(f.other)])
    #expect(f.model.configuration(of: a)?.size == Size(width: 720, height: 1280))
    #expect(f.model.configuration(of: a)?.orientation == .portrait)
  }

  @Test("72: a rotation cancels no touch") func rotationCancelsNoTouch() throws {
    var f = try Fixture()
    let a = f.stock()
    var change = ScreenChange()
    change.transform = .rotated270
    #expect(try !f.model.updateScreen(f.main, change).contains(.touchesCancelled(a)))
  }

  @Test("73: a mask that excludes the new orientation: the window keeps its size and lies turned") func aMaskKeepsSizeAndTransform() throws
  {
    var f = try Fixture()
    let a = try f.window()
    _ = f.model.setOrientations(a, OrientationMask(.landscapeRight))
    var change = ScreenChange()
    change.transform = .rotated90
    let events = try f.model.updateScreen(f.main, change)
    let asked = try #require(f.model.configuration(of: a))
    #expect(asked.size == Size(width: 1280, height: 720) && asked.orientation == .landscapeRight)
    #expect(!events.contains(.configure(a)))
    #expect(f.model.frame(of: a) == Rect(x: 0, y: 0, width: 720, height: 1280))
    #expect(f.model.placement(of: a)?.rotation == .rotated270)
    #expect(f.model.setOrientations(a, .all).contains(.configure(a)))
    #expect(f.model.configuration(of: a)?.size == Size(width: 720, height: 1280))
  }

  @Test("74: main 2×, S2 1.5×, the window moves to S2: its scale is 180 and its size S2's in points") func scaleFollowsTheScreen() throws {
    var model = WindowModel()
    let main = try model.addScreen(Fixture.screen("main", 1280, 720, scale: 2)).id
    let other = try model.addScreen(Fixture.screen("S2", 1200, 900, scale: 1.5)).id
    let a = model.addWindow(client: Fixture.client, screen: main).id
    _ = model.setContent(a, isMapped: true, size: Size(width: 640, height: 360))
    #expect(model.configuration(of: a)?.scale120 == 240 && model.configuration(of: a)?.size == Size(width: 640, height: 360))
    #expect(model.setScreen(a, other).contains(.configure(a)))
    #expect(model.configuration(of: a)?.scale120 == 180 && model.configuration(of: a)?.size == Size(width: 800, height: 600))
  }

  @Test("80: capture starts twice: told once; told again when the last stops") func capturesAreCounted() throws {
    var f = try Fixture()
    #expect(f.model.beginCapture(of: f.main) == [.capturedChanged(f.main, true)])
    #expect(f.model.beginCapture(of: f.main).isEmpty && f.model.endCapture(of: f.main).isEmpty)
    #expect(f.model.screen(f.main)?.isCaptured == true)
    #expect(f.model.endCapture(of: f.main) == [.capturedChanged(f.main, false)])
  }

  @Test("81: brightness 1.4 is 1; on a screen other than main it is denied") func brightness() throws {
    var f = try Fixture()
    #expect(try f.model.setBrightness(f.main, 1.4).isEmpty)
    #expect(try f.model.setBrightness(f.main, -3) == [.screenUpdated(f.main)])
    #expect(f.model.screen(f.main)?.brightness == 0)
    #expect(throws: ModelError.denied) { try f.model.setBrightness(f.other, 0.5) }
    #expect(throws: ModelError.invalidValue("brightness is from 0 to 1, not NaN")) { try f.model.setBrightness(f.main, .nan) }
  }

  @Test func aNameIsGivenOnce() throws {
    var f = try Fixture()
    #expect(throws: ModelError.nameTaken("S2")) { try f.model.addScreen(Fixture.screen("S2", 10, 10)) }
  }

  @Test("a scale or position out of range is refused and changes nothing", arguments: [0, -1, 0.05, 33, .nan, .infinity])
  func badValuesAreRefused(scale: Double) throws {
    var f = try Fixture()
    var change = ScreenChange()
    change.mode = 1
    change.scale = scale
    #expect(throws: ModelError.self) { try f.model.updateScreen(f.main, change) }
    #expect(f.model.screen(f.main)?.currentMode == 0)
    change.scale = nil
    change.position = .set(Point(x: 2_000_000, y: 0))
    #expect(throws: ModelError.self) { try f.model.updateScreen(f.main, change) }
    #expect(f.model.screen(f.main)?.currentMode == 0)
  }
}
