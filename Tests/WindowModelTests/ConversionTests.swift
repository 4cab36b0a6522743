import Geometry
import Testing

@testable import WindowModel

@Suite struct ConversionTests {
  private func isNear<Space>(_ a: PrecisePoint<Space>?, _ x: Double, _ y: Double) -> Bool {
    guard let a else { return false }
    return abs(a.x - x) < 1e-6 && abs(a.y - y) < 1e-6
  }

  @Test("75: (10,10) of a window is a screen point, and comes back exactly") func windowToScreenAndBack() throws {
    var f = try Fixture(ModelPolicy(placement: .natural))
    let a = f.stock()
    _ = f.model.place(a, at: Point(x: 100, y: 50))
    let onScreen = try #require(f.model.convert(PrecisePoint(x: 10, y: 10), from: a))
    #expect(isNear(onScreen, 110, 60))
    #expect(isNear(f.model.convert(onScreen, to: a), 10, 10))
  }

  @Test("75: A→B→A is exact; between screens nothing is measured") func windowToWindowAndBack() throws {
    var f = try Fixture(ModelPolicy(placement: .natural))
    let a = f.stock()
    let b = f.stock()
    let elsewhere = f.stock(screen: f.other)
    _ = f.model.place(a, at: Point(x: 100, y: 50))
    _ = f.model.place(b, at: Point(x: 290, y: 20))
    let inB = try #require(f.model.convert(PrecisePoint(x: 10.125, y: 10), from: a, to: b))
    #expect(isNear(inB, 110.125 - 290, 40))
    #expect(isNear(f.model.convert(inB, from: b, to: a), 10.125, 10))
    #expect(f.model.convert(PrecisePoint(x: 10, y: 10), from: a, to: elsewhere) == nil)
  }

  @Test("76: the same where the mask excludes the screen's orientation: the point is rotated", arguments: Transform.allCases)
  func rotatedWindows(transform: Transform) throws {
    var f = try Fixture()
    let a = try f.window()
    let upright = try f.window()
    _ = f.model.setOrientations(a, OrientationMask(.landscapeRight))
    var change = ScreenChange()
    change.transform = transform
    _ = try f.model.updateScreen(f.main, change)
    let bounds = try #require(f.model.screen(f.main)?.bounds)
    _ = f.model.setContent(upright, isMapped: true, size: Size(width: bounds.width, height: bounds.height))
    let onScreen = try #require(f.model.convert(PrecisePoint(x: 10, y: 20), from: a))
    // the window lies on the panel as it did before the panel turned; a flip is followed, as no mask speaks of it
    let flip: Transform = transform.isFlipped ? .flipped : .normal
    let native = flip.apply(PrecisePoint<NativePixels>(x: 10, y: 20), in: PreciseSize(width: 1280, height: 720))
    let screen = try #require(f.model.screen(f.main))
    #expect(isNear(screen.nativePoint(onScreen), native.x, native.y))
    let there = try #require(f.model.convert(PrecisePoint(x: 10, y: 20), from: a, to: upright))
    #expect(isNear(there, onScreen.x, onScreen.y))
    #expect(isNear(f.model.convert(there, from: upright, to: a), 10, 20))
  }

  @Test func aWindowWithoutAScreenHasNoPlace() throws {
    var f = try Fixture()
    let a = f.stock()
    _ = f.model.setScreen(a, nil)
    #expect(f.model.convert(PrecisePoint(x: 1, y: 1), from: a) == nil && f.model.windowPoint(PrecisePoint(x: 1, y: 1), of: a) == nil)
  }
}
