import Geometry
import Testing

@testable import WindowModel

@Suite struct PlacementTests {
  static let tilings: [(Edges, Rect<LayoutPoints>, WindowConfiguration.States)] = [
    (
      Edges.left, Rect<LayoutPoints>(x: 0, y: 0, width: 640, height: 720),
      [.tiledLeft, .tiledTop, .tiledBottom]
    ),
    (Edges.bottom, Rect(x: 0, y: 360, width: 1280, height: 360), [.tiledLeft, .tiledRight, .tiledBottom]),
    ([.top, .right], Rect(x: 640, y: 0, width: 640, height: 360), [.tiledRight, .tiledTop]),
  ]

  @Test("D11: fill: maximised, at the bounds less what system windows reserve") func fillLeavesBarsFree() throws {
    var f = try Fixture()
    let a = f.stock(size: Size(width: 1280, height: 720))
    let bar = f.layer(.top) {
      $0.anchor = [.top, .left, .right]
      $0.size.height = 30
      $0.exclusiveZone = 30
    }
    let asked = try #require(f.model.configuration(of: a))
    #expect(asked.size == Size(width: 1280, height: 690) && asked.bounds == asked.size && asked.states == [.maximised, .activated])
    _ = f.model.setContent(a, isMapped: true, size: asked.size)
    #expect(f.model.frame(of: a) == Rect(x: 0, y: 30, width: 1280, height: 690))
    #expect(f.model.removeWindow(bar).contains(.configure(a)))
    #expect(f.model.configuration(of: a)?.size == Size(width: 1280, height: 720))
  }

  @Test("D11: a client that disobeys: smaller is centred, larger starts at the corner, each axis by itself")
  func disobedientSizes() throws {
    var f = try Fixture()
    let a = f.stock(size: Size(width: 1000, height: 1000))
    #expect(f.model.frame(of: a) == Rect(x: 140, y: 0, width: 1000, height: 1000))
    #expect(f.model.placement(of: a)?.area == Rect(x: 0, y: 0, width: 1280, height: 720))
    _ = f.model.setContent(a, isMapped: true, size: Size(width: Int(Int32.max), height: 1))
    #expect(f.model.frame(of: a) == Rect(x: 0, y: 359, width: Int(Int32.max), height: 1))
  }

  @Test("D11: fullscreen covers the whole bounds, on a backdrop; maximised survives it") func fullscreenCoversTheBounds() throws {
    var f = try Fixture()
    let a = f.stock()
    _ = f.layer(.top) {
      $0.anchor = [.bottom]
      $0.size = Size(width: 50, height: 50)
      $0.exclusiveZone = 50
    }
    let events = f.model.setFullscreen(a, true, on: f.other)
    #expect(events.filter { $0 == .configure(a) }.count == 1 && events.contains(.screenChanged(a, f.other, .requested)))
    #expect(f.model.configuration(of: a)?.states == [.fullscreen, .activated])
    #expect(f.model.placement(of: a)?.hasBackdrop == true)
    #expect(f.model.placement(of: a)?.area == Rect(x: 1280, y: 0, width: 800, height: 600))
    _ = f.model.setMaximised(a, true)
    #expect(f.model.configuration(of: a)?.states == [.fullscreen, .maximised, .activated])
    _ = f.model.setFullscreen(a, false)
    #expect(f.model.configuration(of: a)?.states == [.maximised, .activated])
  }

  @Test("D11: a dialog, and a window that cannot be as large as the screen, keep their size, centred") func dialogsAreCentred() throws {
    var f = try Fixture()
    let a = f.stock()
    let dialog = f.model.addWindow(client: Fixture.client).id
    #expect(try f.model.setParent(dialog, a).contains(.configure(dialog)))
    #expect(f.model.configuration(of: dialog)?.size == .zero && f.model.configuration(of: dialog)?.states == [])
    _ = f.model.setContent(dialog, isMapped: true, size: Size(width: 300, height: 200))
    #expect(f.model.frame(of: dialog) == Rect(x: 490, y: 260, width: 300, height: 200))
    let small = f.stock()
    #expect(f.model.configuration(of: small)?.states.contains(.maximised) == true)
    _ = f.model.setSizeLimits(small, min: .zero, max: Size(width: 400, height: 719))
    #expect(f.model.configuration(of: small)?.size == .zero)
    _ = f.model.setSizeLimits(small, min: .zero, max: Size(width: 400, height: 0))
    #expect(f.model.configuration(of: small)?.states.contains(.maximised) == true)
    _ = f.model.setMaximised(dialog, true)
    #expect(f.model.configuration(of: dialog)?.size == Size(width: 1280, height: 720))
  }

  @Test("A dialog that is larger than the room for it is asked to take that, once, and then keeps what it takes")
  func dialogsAreFitted() throws {
    var f = try Fixture()
    let a = f.stock()
    let dialog = f.model.addWindow(client: Fixture.client).id
    _ = try f.model.setParent(dialog, a)
    _ = f.model.setSizeLimits(dialog, min: Size(width: 100, height: 800), max: .zero)
    #expect(f.model.setContent(dialog, isMapped: true, size: Size(width: 1300, height: 900)).contains(.configure(dialog)))
    // as narrow as the screen, and as low as it can be
    #expect(f.model.configuration(of: dialog)?.size == Size(width: 1280, height: 800))
    #expect(!f.model.setContent(dialog, isMapped: true, size: Size(width: 1300, height: 900)).contains(.configure(dialog)))
    _ = f.model.setContent(dialog, isMapped: true, size: Size(width: 1280, height: 800))
    #expect(f.model.configuration(of: dialog)?.size == Size(width: 1280, height: 800))
    // a size that it chooses is its own, and it is not asked for another one
    _ = f.model.setSizeLimits(dialog, min: .zero, max: .zero)
    #expect(!f.model.setContent(dialog, isMapped: true, size: Size(width: 640, height: 480)).contains(.configure(dialog)))
    #expect(f.model.configuration(of: dialog)?.size == Size(width: 640, height: 480))
    #expect(f.model.frame(of: dialog) == Rect(x: 320, y: 120, width: 640, height: 480))
    // mapped anew, it decides anew
    _ = f.model.setContent(dialog, isMapped: false)
    _ = try f.model.setParent(dialog, a)
    #expect(f.model.configuration(of: dialog)?.size == .zero)
  }

  @Test("A window of its own size is asked to fit the smaller screen that it comes to", arguments: [true, false])
  func dialogsFitOtherScreens(isDialog: Bool) throws {
    var f = try Fixture(ModelPolicy(placement: isDialog ? .fill : .natural))
    let a = f.stock()
    let window = f.model.addWindow(client: Fixture.client).id
    if isDialog { _ = try f.model.setParent(window, a) }
    _ = f.model.setContent(window, isMapped: true, size: Size(width: 700, height: 650))
    #expect(f.model.configuration(of: window)?.size == .zero)
    #expect(f.model.setScreen(window, f.other).contains(.configure(window)))
    #expect(f.model.configuration(of: window)?.size == Size(width: 700, height: 600))
  }

  @Test("Neither a controller's placement nor a person's size is corrected") func placedWindowsKeepTheirSize() throws {
    var f = try Fixture(ModelPolicy(placement: .natural))
    let a = f.stock()
    _ = f.model.place(a, at: Point(x: 10, y: 10))
    _ = f.model.setContent(a, isMapped: true, size: Size(width: 2000, height: 2000))
    #expect(f.model.configuration(of: a)?.size == .zero)
  }

  @Test("D11: set_maximized and unset_maximized always get a configure", arguments: [ModelPolicy.Placement.fill, .natural])
  func maximisingAlwaysConfigures(placement: ModelPolicy.Placement) throws {
    var f = try Fixture(ModelPolicy(placement: placement))
    let a = f.stock()
    for isMaximised in [false, true, true, false, false] {
      #expect(f.model.setMaximised(a, isMaximised).filter { $0 == .configure(a) }.count == 1)
    }
    #expect(f.model.setFullscreen(a, false).contains(.configure(a)))
  }

  @Test("D11: natural: the client decides its size, also when key; cascading; back to it after being maximised")
  func naturalWindowsDecide() throws {
    var f = try Fixture(ModelPolicy(placement: .natural))
    let a = f.stock()
    let b = f.stock()
    #expect(
      f.model.configuration(of: b)
        == WindowConfiguration(
          size: .zero, bounds: Size(width: 1280, height: 720), states: .activated, scale120: 120, orientation: .landscapeRight))
    #expect(f.model.frame(of: a) == Rect(x: 0, y: 0, width: 300, height: 200))
    #expect(f.model.frame(of: b) == Rect(x: 32, y: 32, width: 300, height: 200))
    _ = f.model.setMaximised(b, true)
    #expect(f.model.configuration(of: b)?.size == Size(width: 1280, height: 720))
    _ = f.model.setContent(b, isMapped: true, size: Size(width: 1280, height: 720))
    #expect(f.model.frame(of: b) == Rect(x: 0, y: 0, width: 1280, height: 720))
    _ = f.model.setMaximised(b, false)
    #expect(f.model.configuration(of: b)?.size == Size(width: 300, height: 200))
    _ = f.model.setContent(b, isMapped: true, size: Size(width: 300, height: 200))
    #expect(f.model.frame(of: b) == Rect(x: 32, y: 32, width: 300, height: 200))
  }

  @Test("D11: tiles take halves and quarters, and say which edges touch", arguments: tilings)
  func tiles(edges: Edges, area: Rect<LayoutPoints>, states: WindowConfiguration.States) throws {
    var f = try Fixture(ModelPolicy(placement: .natural))
    let a = f.stock()
    _ = f.model.setTiled(a, edges)
    #expect(f.model.placement(of: a)?.area == area)
    #expect(f.model.configuration(of: a)?.states == states.union(.activated))
    _ = f.model.setTiled(a, [.left, .right])
    #expect(f.model.window(a)?.tiles == [] && f.model.configuration(of: a)?.size == Size(width: 300, height: 200))
  }

  @Test("D11: rules choose placement and insets for a window") func rulesChoosePlacement() throws {
    var f = try Fixture()
    let a = f.stock()
    _ = f.model.setRules(a, placement: nil, additionalInsets: EdgeInsets(top: 20, left: 10))
    #expect(f.model.placement(of: a)?.area == Rect(x: 10, y: 20, width: 1270, height: 700))
    _ = f.model.setRules(a, placement: .natural)
    #expect(f.model.configuration(of: a)?.size == .zero)
    let extended = try f.window()
    #expect(f.model.setRules(extended, placement: nil, additionalInsets: EdgeInsets(bottom: 5)) == [.insetsChanged(extended)])
    #expect(f.model.insets(of: extended) == EdgeInsets(bottom: 5))
  }

  @Test("78: the status bar toggles: an extension window's inset changes, its bounds do not; a stock window shrinks")
  func barsGiveInsets() throws {
    var f = try Fixture()
    let stock = f.stock(size: Size(width: 1280, height: 720))
    let a = try f.window()
    let bar = f.layer(.top) {
      $0.anchor = .top
      $0.size = Size(width: 1280, height: 24)
      $0.exclusiveZone = 24
    }
    #expect(f.model.insets(of: a) == EdgeInsets(top: 24) && f.model.frame(of: a)?.height == 720)
    #expect(f.model.configuration(of: stock)?.size.height == 696)
    _ = f.model.setContent(stock, isMapped: true, size: Size(width: 1280, height: 696))
    #expect(f.model.insets(of: stock) == .zero)
    let events = f.model.setHidden(bar, true)
    #expect(events.contains(.insetsChanged(a)) && !events.contains(.configure(a)) && events.contains(.configure(stock)))
    #expect(f.model.insets(of: a) == .zero && f.model.screen(f.main)?.bounds.height == 720)
  }

  @Test("78: insets are those of the window's own orientation") func insetsTurnWithTheWindow() throws {
    var f = try Fixture()
    let a = try f.window()
    _ = f.model.setOrientations(a, OrientationMask(.landscapeRight))
    var change = ScreenChange()
    change.transform = .rotated90
    _ = try f.model.updateScreen(f.main, change)
    _ = f.layer(.top) {
      $0.anchor = .top
      $0.size = Size(width: 100, height: 24)
      $0.exclusiveZone = 24
    }
    // the picture is turned counter-clockwise to be shown, so its top is at the panel's left, where the window's left edge stayed
    let middle = try #require(f.model.convert(PrecisePoint<ScreenPoints>(x: 360, y: 0), to: a))
    #expect(middle == PrecisePoint(x: 0, y: 360))
    #expect(f.model.insets(of: a) == EdgeInsets(left: 24))
  }

  @Test("79: a window without a screen has no insets") func screenlessWindowsHaveNoInsets() throws {
    var f = try Fixture()
    let a = try f.window()
    _ = f.layer(.top) {
      $0.anchor = .top
      $0.size = Size(width: 100, height: 24)
      $0.exclusiveZone = 24
    }
    #expect(f.model.setScreen(a, nil).contains(.insetsChanged(a)))
    #expect(f.model.insets(of: a) == .zero)
  }

  @Test("overscan insets are kept free where that is asked for") func overscan() throws {
    var model = WindowModel()
    var description = Fixture.screen("tv", 1280, 720)
    description.overscanInsets = EdgeInsets(top: 10, left: 20, bottom: 10, right: 20)
    let tv = try model.addScreen(description).id
    let a = model.addWindow(client: Fixture.client).id
    #expect(model.configuration(of: a)?.size.width == 1280)
    var change = ScreenChange()
    change.overscan = .insetBounds
    #expect(try model.updateScreen(tv, change).contains(.configure(a)))
    #expect(model.configuration(of: a)?.size == Size(width: 1240, height: 700))
    #expect(model.screen(tv)?.bounds.width == 1280 && model.usableArea(of: tv) == Rect(x: 20, y: 10, width: 1240, height: 700))
  }

  @Test("a controller places a window under fill; it is no longer filled, until unplaced") func placing() throws {
    var f = try Fixture()
    let a = f.stock(screen: f.other)
    let events = f.model.place(a, at: Point(x: 1300, y: -40), size: Size(width: 500, height: 0))
    #expect(events.contains(.configure(a)) && events.contains(.frameChanged(a)))
    #expect(f.model.configuration(of: a)?.size == Size(width: 500, height: 1) && f.model.configuration(of: a)?.states == .activated)
    #expect(f.model.frame(of: a)?.origin == Point(x: 1300, y: -40))
    _ = f.model.unplace(a)
    #expect(f.model.configuration(of: a)?.size == Size(width: 800, height: 600))
  }

  @Test func aLayerSurfaceCanBePlaced() throws {
    var f = try Fixture()
    let bar = f.layer(.top) { $0.size = Size(width: 100, height: 20) }
    #expect(f.model.place(bar, at: Point(x: 5, y: 6)).contains(.frameChanged(bar)))
    #expect(f.model.frame(of: bar) == Rect(x: 5, y: 6, width: 100, height: 20))
    #expect(f.model.configuration(of: bar)?.size == Size(width: 100, height: 20))
  }
}
