import Geometry
import Testing

@testable import WindowModel

@Suite struct CascadeTests {
  @Test func theCascadeStartsAnewWhereAWindowWouldLeaveTheUsableArea() throws {
    var f = try Fixture(ModelPolicy(placement: .natural))
    let windows = (0..<5).map { _ in f.stock(size: Size(width: 1200, height: 640)) }
    let origins = windows.compactMap { f.model.frame(of: $0)?.origin }
    #expect(origins.map(\.x) == [0, 32, 64, 0, 32] && origins.map(\.y) == [0, 32, 64, 0, 32])
  }

  @Test func aWindowLargerThanTheScreenStandsAtItsCorner() throws {
    var f = try Fixture(ModelPolicy(placement: .natural))
    for _ in 0..<3 {
      let a = f.stock(size: Size(width: Int(Int32.max), height: Int(Int32.max)))
      #expect(f.model.frame(of: a)?.origin == .zero)
    }
  }

  @Test func aDialogStandsInTheMiddleOfItsParentAndOnTheScreen() throws {
    var f = try Fixture(ModelPolicy(placement: .natural))
    let parent = f.stock(size: Size(width: 600, height: 400))
    let dialog = f.model.addWindow(client: Fixture.client).id
    _ = try f.model.setParent(dialog, parent)
    _ = f.model.setContent(dialog, isMapped: true, size: Size(width: 100, height: 100))
    #expect(f.model.frame(of: dialog)?.origin == Point(x: 250, y: 150))
    let large = f.model.addWindow(client: Fixture.client).id
    _ = try f.model.setParent(large, parent)
    _ = f.model.setContent(large, isMapped: true, size: Size(width: 700, height: 100))
    #expect(f.model.frame(of: large)?.origin == Point(x: 0, y: 150))
  }

  @Test func aWindowStaysReachableWhenItsScreenShrinksOrChanges() throws {
    var f = try Fixture(ModelPolicy(placement: .natural))
    let a = f.stock()
    _ = f.model.beginInteraction(a, at: PrecisePoint(x: 0, y: 0))
    _ = f.model.updateInteraction(to: PrecisePoint(x: 1200, y: 700))
    _ = f.model.endInteraction()
    var change = ScreenChange()
    change.mode = 1
    #expect(try f.model.updateScreen(f.main, change).contains(.frameChanged(a)))
    #expect(f.model.frame(of: a)?.origin == Point(x: 608, y: 328))
    _ = f.model.setScreen(a, f.other)
    #expect(f.model.frame(of: a)?.origin == Point(x: 640 + 608, y: 328))
  }
}
