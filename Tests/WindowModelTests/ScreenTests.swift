import Geometry
import Testing

@testable import WindowModel

@Suite struct ScreenTests {
  private func screen(_ width: Int, _ height: Int, scale: Double, _ transform: Transform = .normal) -> Screen {
    var description = ScreenDescription(name: "s", modes: [ScreenMode(size: Size(width: width, height: height), refresh: 59_940)])
    description.scale = scale
    description.transform = transform
    return Screen(id: ScreenID(rawValue: 1), description)
  }

  @Test("D16: the size in points is native ÷ scale, rounded; the whole-number scale is the ceiling")
  func fractionalScales() {
    #expect(screen(1920, 1080, scale: 1.25).bounds.size == Size(width: 1536, height: 864))
    #expect(screen(1280, 720, scale: 1.4).bounds.size == Size(width: 914, height: 514))
    #expect(screen(1280, 720, scale: 1.4).scale == 2 && screen(10, 10, scale: 2).scale == 2 && screen(10, 10, scale: 0.5).scale == 1)
    #expect(screen(1, 1, scale: 32).bounds.size == Size(width: 1, height: 1))
  }

  @Test("D16: abutting rectangles have no seam, and the last edge is the panel's", arguments: [1, 1.25, 1.4, 1.5, 1.75, 2, 3])
  func abuttingEdgesHaveNoSeam(scale: Double) {
    let screen = screen(1283, 721, scale: scale)
    let bounds = screen.bounds
    var previous = 0
    for x in 0..<bounds.width {
      let column = screen.pixels(Rect(x: x, y: 0, width: 1, height: bounds.height))
      #expect(column.minX == previous && column.width >= 0 && column.maxY == 721)
      previous = column.maxX
    }
    #expect(previous == 1283)
  }

  @Test("82: screens of 30 and 60 Hz say so") func framesPerSecond() throws {
    let f = try Fixture()
    #expect(screen(1, 1, scale: 1).maximumFramesPerSecond == 60)
    #expect(f.model.screen(f.main)?.maximumFramesPerSecond == 60)
    #expect(ScreenMode(size: Size(width: 1, height: 1), refresh: 30_000).refresh == 30_000)
  }

  @Test("a point of the picture is at one place on the panel, whatever the orientation", arguments: Transform.allCases)
  func nativePointsAreInvertible(transform: Transform) {
    let screen = screen(1200, 800, scale: 1.5, transform)
    let point = PrecisePoint<ScreenPoints>(x: 12.5, y: 700.25)
    let back = screen.point(screen.nativePoint(point))
    #expect(abs(back.x - point.x) < 1e-6 && abs(back.y - point.y) < 1e-6)
  }

  @Test("a screen turned counter-clockwise has its picture's right top corner at the panel's left top")
  func orientationMeansWhatWaylandMeans() {
    let screen = screen(1200, 800, scale: 1, .rotated90)
    #expect(screen.bounds.size == Size(width: 800, height: 1200))
    #expect(screen.nativePoint(PrecisePoint(x: 800, y: 0)) == PrecisePoint(x: 0, y: 0))
  }
}

@Test func aPanelIsWhatItsScreenIs() throws {
  var fixture = try Fixture()
  var change = ScreenChange()
  change.transform = .rotated90
  _ = try fixture.model.updateScreen(fixture.other, change)
  for id in [fixture.main, fixture.other] {
    let screen = try #require(fixture.model.screen(id))
    #expect(fixture.model.panel(of: id) == ScreenPanel(size: screen.mode.size, transform: screen.transform))
  }
  _ = fixture.model.removeScreen(fixture.other)
  #expect(fixture.model.panel(of: fixture.other) == nil)
}
