import Geometry
import Testing

@testable import WindowModel

@Suite struct LayerArrangementTests {
  static let places: [(Edges, Rect<LayoutPoints>)] = [
    ([], Rect<LayoutPoints>(x: 590, y: 340, width: 100, height: 40)),
    (.top, Rect(x: 590, y: 1, width: 100, height: 40)), (.bottom, Rect(x: 590, y: 676, width: 100, height: 40)),
    (.left, Rect(x: 2, y: 340, width: 100, height: 40)), (.right, Rect(x: 1177, y: 340, width: 100, height: 40)),
    ([.top, .left], Rect(x: 2, y: 1, width: 100, height: 40)), ([.bottom, .right], Rect(x: 1177, y: 676, width: 100, height: 40)),
    (.all, Rect(x: 590, y: 340, width: 100, height: 40)),
  ]
  static let zones: [(Edges, EdgeInsets)] = [
    (.top, EdgeInsets(top: 33)), (.bottom, EdgeInsets(bottom: 36)), (.left, EdgeInsets(left: 34)), (.right, EdgeInsets(right: 35)),
    ([.top, .left, .right], EdgeInsets(top: 33)), ([.bottom, .left, .right], EdgeInsets(bottom: 36)),
    ([.left, .top, .bottom], EdgeInsets(left: 34)), ([.right, .top, .bottom], EdgeInsets(right: 35)), ([.top, .left], .zero),
    ([.top, .bottom], .zero), (.all, .zero), ([], .zero),
  ]

  private func area(_ f: Fixture, _ id: WindowID) -> Rect<LayoutPoints>? { f.model.placement(of: id)?.area }
  private func usable(_ f: Fixture) -> Rect<ScreenPoints>? { f.model.usableArea(of: f.main) }

  @Test(
    "anchors and margins place a surface of its own size", arguments: places)
  func anchorsPlace(anchor: Edges, place: Rect<LayoutPoints>) throws {
    var f = try Fixture()
    let id = f.layer(.top) {
      $0.anchor = anchor
      $0.size = Size(width: 100, height: 40)
      $0.margin = EdgeInsets(top: 1, left: 2, bottom: 4, right: 3)
    }
    #expect(area(f, id) == place && usable(f) == Rect(x: 0, y: 0, width: 1280, height: 720))
  }

  @Test func aSizeOfZeroSpansFromAnchorToAnchorLessTheMargins() throws {
    var f = try Fixture()
    let id = f.layer(.top) { $0.margin = EdgeInsets(top: 1, left: 2, bottom: 4, right: -3) }
    #expect(f.model.configuration(of: id)?.size == Size(width: 1281, height: 715))
    #expect(area(f, id) == Rect(x: 2, y: 1, width: 1281, height: 715))
  }

  @Test(
    "an exclusive zone counts from the one anchored edge, or the one between two opposite ones; a corner has none", arguments: zones)
  func exclusiveZones(anchor: Edges, taken: EdgeInsets) throws {
    var f = try Fixture()
    _ = f.layer(.top) {
      $0.anchor = anchor
      $0.size = Size(width: 50, height: 50)
      $0.exclusiveZone = 32
      $0.margin = EdgeInsets(top: 1, left: 2, bottom: 4, right: 3)
    }
    #expect(usable(f) == Rect(x: 0, y: 0, width: 1280, height: 720).inset(by: taken))
  }

  @Test("D11: what would leave nothing of the screen reserves nothing; what is told is what is reserved")
  func somethingIsAlwaysLeft() throws {
    var f = try Fixture()
    let whole = Rect<ScreenPoints>(x: 0, y: 0, width: 1280, height: 720)
    let bars = [720, 100_000, Int(Int32.max)].map { zone in
      f.layer(.top) {
        $0.anchor = .top
        $0.size = Size(width: 50, height: 50)
        $0.exclusiveZone = zone
        $0.margin.top = Int(Int32.max)
      }
    }
    #expect(usable(f) == whole)
    let window = try f.window()
    #expect(f.model.insets(of: window) == .zero)
    for bar in bars { _ = f.model.removeWindow(bar) }
    let stock = f.stock(size: Size(width: 1280, height: 720))
    for insets in [
      EdgeInsets(top: 16384, left: 16384, bottom: 16384, right: 16384), EdgeInsets(top: 720), EdgeInsets(left: .max, right: .max),
    ] {
      for id in [stock, window] { _ = f.model.setRules(id, placement: nil, additionalInsets: insets) }
      #expect(f.model.configuration(of: stock)?.size == Size(width: 1280, height: 720))
      #expect(f.model.placement(of: stock)?.area == Rect(x: 0, y: 0, width: 1280, height: 720))
      #expect(f.model.insets(of: window) == .zero)
    }
    _ = f.model.setRules(window, placement: nil, additionalInsets: EdgeInsets(top: 719))
    #expect(f.model.insets(of: window) == EdgeInsets(top: 719))
    #expect(f.model.violations() == [])
  }

  @Test("set_exclusive_edge decides for a corner; an edge that is not anchored takes nothing") func exclusiveEdges() throws {
    var f = try Fixture()
    let bar = f.layer(.top) {
      $0.anchor = [.top, .left]
      $0.size = Size(width: 50, height: 50)
      $0.exclusiveZone = 50
      $0.exclusiveEdge = .left
    }
    #expect(usable(f) == Rect(x: 50, y: 0, width: 1230, height: 720))
    guard case .layer(var state)? = f.model.window(bar)?.kind else { return }
    state.exclusiveEdge = .bottom
    _ = f.model.setLayerState(bar, state)
    #expect(usable(f)?.width == 1280 && usable(f)?.height == 720)
  }

  @Test("bars stack at an edge, oldest outside; others keep clear of them, unless their zone is −1") func barsStack() throws {
    var f = try Fixture()
    func bar(_ state: inout LayerState) {
      state.anchor = [.top, .left, .right]
      state.size.height = 30
      state.exclusiveZone = 30
    }
    let launcher = f.layer(.top) {
      $0.anchor = .top
      $0.size = Size(width: 100, height: 100)
    }
    let wallpaper = f.layer(.background) { $0.exclusiveZone = -1 }
    let first = f.layer(.top, bar)
    let second = f.layer(.top, bar)
    let overlay = f.layer(.overlay, bar)
    #expect(area(f, overlay)?.minY == 0 && area(f, first)?.minY == 30 && area(f, second)?.minY == 60)
    #expect(area(f, launcher)?.minY == 90)
    #expect(area(f, wallpaper) == Rect(x: 0, y: 0, width: 1280, height: 720))
    #expect(usable(f) == Rect(x: 0, y: 90, width: 1280, height: 630))
  }

  @Test("case 48: an unrelated surface maps and unmaps: the window stays below the bar") func unrelatedSurfacesTakeNothing() throws {
    var f = try Fixture()
    let a = f.stock()
    _ = f.layer(.top) {
      $0.anchor = .top
      $0.size = Size(width: 9, height: 9)
      $0.exclusiveZone = 30
    }
    let launcher = f.layer(.overlay) { $0.size = Size(width: 100, height: 100) }
    #expect(!f.model.setContent(launcher, isMapped: false).contains(.configure(a)))
    #expect(f.model.configuration(of: a)?.size.height == 690)
    #expect(!f.model.removeWindow(launcher).contains(.configure(a)))
  }

  @Test("case 49: a layer surface without content reserves nothing, and again when it is mapped") func remapping() throws {
    var f = try Fixture()
    let bar = f.layer(.top) {
      $0.anchor = .top
      $0.size = Size(width: 9, height: 9)
      $0.exclusiveZone = 30
    }
    _ = f.model.setContent(bar, isMapped: false)
    #expect(usable(f)?.height == 720 && f.model.configuration(of: bar)?.size == Size(width: 9, height: 9))
    _ = f.model.setContent(bar, isMapped: true, size: Size(width: 9, height: 9))
    #expect(usable(f)?.height == 690)
  }

  @Test("hostile sizes, margins and zones overflow nothing and leave the usable area on the screen")
  func hostileValues() throws {
    var f = try Fixture()
    let a = f.stock()
    let extremes = [Int(Int32.max), Int(Int32.min), 0]
    for zone in extremes {
      for margin in extremes {
        for anchor in [Edges.top, .right, [.left, .top, .bottom], .all, []] {
          let id = f.layer(.top) {
            $0.anchor = anchor
            $0.size = Size(width: 310_300_608, height: Int(UInt32.max))
            $0.exclusiveZone = zone
            $0.margin = EdgeInsets(top: margin, left: margin, bottom: margin, right: margin)
          }
          let free = try #require(usable(f))
          #expect(Rect<ScreenPoints>(x: 0, y: 0, width: 1280, height: 720).contains(free) && free.width >= 0 && free.height >= 0)
          #expect(f.model.violations().isEmpty)
          _ = f.model.configuration(of: a)
          _ = f.model.removeWindow(id)
        }
      }
    }
    #expect(usable(f) == Rect(x: 0, y: 0, width: 1280, height: 720))
  }
}
