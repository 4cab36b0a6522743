import Geometry
import Testing

@testable import WindowModel

@Suite struct SystemWindowsTests {
  @Test("D10: layers are levels") func layersAreLevels() throws {
    var f = try Fixture()
    let overlay = f.layer(.overlay)
    let bottom = f.layer(.bottom)
    let background = f.layer(.background)
    let top = f.layer(.top)
    let a = f.stock()
    #expect(f.stack() == [background, bottom, a, top, overlay])
    #expect([background, bottom, top, overlay].map { f.model.window($0)!.level.rawValue } == [-2000, -1000, 1000, 2500])
    var state = LayerState(layer: .background)
    state.anchor = .all
    _ = f.model.setLayerState(overlay, state)
    #expect(f.stack() == [background, overlay, bottom, a, top])
  }

  @Test("D10: an exclusive layer surface is key at map, and nothing takes it; the highest, then the newest, wins")
  func anExclusiveLayerHoldsKey() throws {
    var f = try Fixture()
    let a = f.stock()
    let low = f.layer(.top) { $0.interactivity = .exclusive }
    #expect(f.model.key == low)
    #expect(f.model.makeKey(a, authority: .controller).isEmpty && f.model.press(a).isEmpty)
    let stock = f.stock()
    #expect(f.model.key == low && f.stack().contains(stock))
    let high = f.layer(.overlay) { $0.interactivity = .exclusive }
    #expect(f.model.key == high)
    let newest = f.layer(.top) { $0.interactivity = .exclusive }
    #expect(f.model.key == high)
    _ = f.model.removeWindow(high)
    #expect(f.model.key == newest)
    _ = f.model.setContent(newest, isMapped: false)
    #expect(f.model.key == low)
    var state = LayerState(layer: .top)
    state.anchor = .all
    #expect(f.model.setLayerState(low, state).decisions == [.resignedKey(low, .notCapable), .becameKey(stock, .fallback)])
  }

  @Test("D10: on demand, and exclusive on the lower layers: key by press", arguments: [Layer.background, .bottom, .top, .overlay])
  func onDemandIsKeyByPress(layer: Layer) throws {
    var f = try Fixture()
    let a = f.stock()
    let low = layer == .background || layer == .bottom
    let panel = f.layer(layer) { $0.interactivity = low ? .exclusive : .onDemand }
    #expect(f.model.key == a)
    _ = f.model.press(panel)
    #expect(f.model.key == panel)
    _ = f.model.press(a)
    #expect(f.model.key == a)
    let silent = f.layer(layer)
    #expect(f.model.press(silent).isEmpty && f.model.makeKey(silent, authority: .controller).isEmpty)
  }

  @Test("D10: where no window is key, a layer surface that can be is from its map on; one that cannot is not")
  func aLayerSurfaceTakesTheKeyboardThatNobodyHas() throws {
    var f = try Fixture()
    _ = f.layer(.top)
    #expect(f.model.key == nil)
    let panel = f.layer(.bottom) { $0.interactivity = .onDemand }
    #expect(f.model.key == panel)
    let other = f.layer(.overlay) { $0.interactivity = .onDemand }
    #expect(f.model.key == panel, "it takes nothing from \(other)")
    let stranger = try f.window(Fixture.stranger)
    _ = f.model.makeKey(stranger)
    #expect(f.model.key == stranger, "who asks has it, without a token")
  }

  @Test("D4: a layer surface that was pressed is not deprived of the keyboard without a token")
  func aPressedLayerSurfaceKeepsTheKeyboard() throws {
    var f = try Fixture()
    let panel = f.layer(.top) { $0.interactivity = .onDemand }
    _ = f.model.press(panel)
    let stranger = try f.window(Fixture.stranger)
    _ = f.model.makeKey(stranger)
    #expect(f.model.key == panel)
  }

  @Test("43: whatever level a client asks for, the keyboard is in front of its window") func theKeyboardIsInFront() throws {
    var f = try Fixture()
    let panel = f.model.addWindow(client: Fixture.stranger, kind: .inputPanel(.docked), screen: f.main).id
    _ = f.model.setContent(panel, isMapped: true, size: Size(width: 1280, height: 200))
    let a = try f.window(level: .greatestFiniteMagnitude)
    _ = f.model.makeKeyAndVisible(a)
    #expect(f.stack() == [a, panel])
  }

  @Test("44: the keyboard appears: key stays; the key window is told its frame and a bottom inset")
  func theKeyboardGivesFrameAndInset() throws {
    var f = try Fixture()
    let a = try f.window()
    let b = try f.window()
    _ = f.model.makeKey(a)
    let panel = f.model.addWindow(client: Fixture.stranger, kind: .inputPanel(.docked)).id
    let events = f.model.setContent(panel, isMapped: true, size: Size(width: 1000, height: 200))
    #expect(f.model.key == a)
    #expect(events.contains(.keyboardFrameChanged(a)) && events.contains(.insetsChanged(a)) && !events.contains(.insetsChanged(b)))
    #expect(f.model.keyboardFrame(of: a) == Rect(x: 140, y: 520, width: 1000, height: 200))
    #expect(f.model.insets(of: a) == EdgeInsets(bottom: 200))
    #expect(f.model.keyboardFrame(of: b) == nil)
    let moved = f.model.makeKey(b)
    #expect(moved.contains(.keyboardFrameChanged(a)) && moved.contains(.keyboardFrameChanged(b)))
    #expect(f.model.insets(of: a) == .zero && f.model.insets(of: b)?.bottom == 200)
    #expect(f.model.setContent(panel, isMapped: false).contains(.keyboardFrameChanged(b)))
    #expect(f.model.insets(of: b) == .zero)
  }

  @Test("a floating panel stands where it is told, inside the screen, and is no keyboard") func aFloatingPanelStaysInside() throws {
    var f = try Fixture()
    let a = f.stock()
    let panel = f.model.addWindow(client: Fixture.stranger, kind: .inputPanel(.floating(Point(x: 1200, y: 100)))).id
    _ = f.model.setContent(panel, isMapped: true, size: Size(width: 200, height: 50))
    #expect(f.model.frame(of: panel) == Rect(x: 1080, y: 100, width: 200, height: 50))
    #expect(f.model.keyboardFrame(of: a) == nil && f.model.press(panel).isEmpty)
    #expect(f.model.setInputPanelPosition(panel, .docked).contains(.keyboardFrameChanged(a)))
  }

  @Test("59: the session locks: all touches are cancelled, nobody but a lock window is key, drawn or reached")
  func lockingTakesEverything() throws {
    var f = try Fixture()
    let a = f.stock()
    let b = try f.window(screen: f.other)
    let events = f.model.setLocked(true)
    #expect(events.decisions == [.allTouchesCancelled, .resignedKey(a, .lock), .locked])
    #expect(events.contains(.configure(a)) && events.contains(.configure(b)))
    #expect(f.model.configuration(of: b)?.states.contains(.suspended) == true)
    #expect(f.stack().isEmpty && f.stack(f.other).isEmpty && f.model.key == nil)
    #expect(f.model.makeKey(a, authority: .controller).isEmpty && f.model.press(a).isEmpty)
    let mapped = f.stock()
    _ = f.layer(.overlay) { $0.interactivity = .exclusive }
    #expect(f.model.key == nil && f.model.window(mapped)?.isShown == true)
    let lock = f.model.addWindow(client: Fixture.stranger, kind: .lock, screen: f.main).id
    #expect(f.model.configuration(of: lock)?.size == Size(width: 1280, height: 720))
    #expect(
      f.model.setContent(lock, isMapped: true, size: Size(width: 1280, height: 720)).decisions == [
        .becameVisible(lock), .becameKey(lock, .lock),
      ])
    #expect(f.stack() == [lock])
  }

  @Test("59: unlocking gives key to the front window of the screen that had it; a dead locker unlocks nothing")
  func unlockingPassesKeyOn() throws {
    var f = try Fixture()
    let a = try f.window(screen: f.other)
    let b = try f.window()
    let c = try f.window(screen: f.other)
    _ = f.model.makeKey(a)
    _ = f.model.setLocked(true)
    let lock = f.model.addWindow(client: Fixture.stranger, kind: .lock, screen: f.main).id
    _ = f.model.setContent(lock, isMapped: true, size: Size(width: 1280, height: 720))
    _ = f.model.removeClient(Fixture.stranger)
    #expect(f.model.isLocked && f.model.key == nil)
    let events = f.model.setLocked(false)
    #expect(events.decisions == [.becameKey(c, .fallback), .unlocked])
    #expect(f.stack() == [b] && f.model.configuration(of: b)?.states.contains(.suspended) == false)
  }

  @Test("a press on another screen's lock surface makes it key") func locksPassKeyAmongThemselves() throws {
    var f = try Fixture()
    _ = f.model.setLocked(true)
    let locks = [f.main, f.other].map { f.model.addWindow(client: Fixture.client, kind: .lock, screen: $0).id }
    for lock in locks { _ = f.model.setContent(lock, isMapped: true, size: Size(width: 800, height: 600)) }
    #expect(f.model.key == locks[0])
    _ = f.model.press(locks[1])
    #expect(f.model.key == locks[1])
    _ = f.model.removeWindow(locks[1])
    #expect(f.model.key == locks[0])
  }
}
