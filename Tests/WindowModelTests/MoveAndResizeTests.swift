import Geometry
import Testing

@testable import WindowModel

@Suite struct MoveAndResizeTests {
  private func point(_ x: Double, _ y: Double) -> PrecisePoint<LayoutPoints> { PrecisePoint(x: x, y: y) }

  /// A natural model with one window of 300×200 at (100, 100).
  private func world() throws -> (Fixture, WindowID) {
    var f = try Fixture(ModelPolicy(placement: .natural))
    let a = f.stock()
    _ = f.model.place(a, at: Point(x: 100, y: 100))
    return (f, a)
  }

  @Test func aMoveFollowsThePointer() throws {
    var (f, a) = try world()
    _ = f.model.beginInteraction(a, at: point(150.7, 120.2))
    #expect(f.model.interaction?.isResize == false)
    #expect(f.model.updateInteraction(to: point(161.2, 100.9)) == [.frameChanged(a)])
    #expect(f.model.frame(of: a) == Rect(x: 111, y: 80, width: 300, height: 200))
    _ = f.model.endInteraction()
    #expect(f.model.updateInteraction(to: point(0, 0)).isEmpty && f.model.interaction == nil)
  }

  @Test func aMoveToAnotherScreenTakesTheWindowAlong() throws {
    var (f, a) = try world()
    _ = f.model.beginInteraction(a, at: point(100, 100))
    let events = f.model.updateInteraction(to: point(1400, 50))
    #expect(events.contains(.screenChanged(a, f.other, .requested)) && !events.contains(.becameHidden(a)))
    #expect(f.model.frame(of: a)?.origin == Point(x: 1400, y: 50) && f.model.key == a)
    _ = f.model.updateInteraction(to: point(1410, 50))
    #expect(f.model.frame(of: a)?.origin == Point(x: 1410, y: 50))
  }

  @Test("a resize asks for the size that the pointer says, and says that it is one") func aResizeAsksForASize() throws {
    var (f, a) = try world()
    #expect(f.model.beginInteraction(a, edges: [.bottom, .right], at: point(400, 300)) == [.configure(a)])
    #expect(f.model.configuration(of: a)?.states.contains(.resizing) == true)
    #expect(f.model.updateInteraction(to: point(450, 280)) == [.configure(a)])
    #expect(f.model.configuration(of: a)?.size == Size(width: 350, height: 180))
    #expect(f.model.setContent(a, isMapped: true, size: Size(width: 350, height: 180)) == [.frameChanged(a)])
    #expect(f.model.frame(of: a) == Rect(x: 100, y: 100, width: 350, height: 180))
    #expect(f.model.endInteraction() == [.configure(a)])
    #expect(
      f.model.configuration(of: a)
        == WindowConfiguration(
          size: Size(width: 350, height: 180), bounds: Size(width: 1280, height: 720), states: .activated, scale120: 120,
          orientation: .landscapeRight))
  }

  @Test("a top-left resize moves the window even where the client never commits; the other corner stays where it does")
  func aTopLeftResizeKeepsTheOtherCorner() throws {
    var (f, a) = try world()
    _ = f.model.beginInteraction(a, edges: [.top, .left], at: point(100, 100))
    _ = f.model.updateInteraction(to: point(80, 130))
    #expect(f.model.frame(of: a) == Rect(x: 80, y: 130, width: 300, height: 200))
    #expect(f.model.configuration(of: a)?.size == Size(width: 320, height: 170))
    // the client prefers whole cells
    _ = f.model.setContent(a, isMapped: true, size: Size(width: 310, height: 160), isSettled: false)
    #expect(f.model.frame(of: a) == Rect(x: 90, y: 140, width: 310, height: 160))
    _ = f.model.endInteraction()
    _ = f.model.setContent(a, isMapped: true, size: Size(width: 320, height: 170))
    #expect(f.model.frame(of: a) == Rect(x: 80, y: 130, width: 320, height: 170))
    // from now on the client changes its size for itself: the corner that it knows stays
    _ = f.model.setContent(a, isMapped: true, size: Size(width: 200, height: 100))
    #expect(f.model.frame(of: a) == Rect(x: 80, y: 130, width: 200, height: 100))
    #expect(f.model.configuration(of: a)?.size == Size(width: 200, height: 100))
  }

  @Test("a resize stays within the client's limits, and above nothing", arguments: [(-1000.0, 150), (1000, 320), (-120, 180)])
  func limits(by: Double, width: Int) throws {
    var (f, a) = try world()
    _ = f.model.setSizeLimits(a, min: Size(width: 150, height: 0), max: Size(width: 320, height: 0))
    _ = f.model.beginInteraction(a, edges: .left, at: point(100, 100))
    _ = f.model.updateInteraction(to: point(100 - by, 100))
    #expect(f.model.configuration(of: a)?.size.width == width)
    #expect(f.model.frame(of: a)?.minX == 400 - width)
    _ = f.model.beginInteraction(a, edges: .top, at: point(100, 100))
    _ = f.model.updateInteraction(to: point(100, 10_000))
    #expect(f.model.configuration(of: a)?.size.height == 1)
  }

  @Test("what fills its screen is not dragged, unless a controller placed it", arguments: [Edges(), .left])
  func whatFillsIsNotDragged(edges: Edges) throws {
    var f = try Fixture()
    let a = f.stock()
    #expect(f.model.beginInteraction(a, edges: edges, at: point(1, 1)).isEmpty && f.model.interaction == nil)
    _ = f.model.place(a, at: Point(x: 0, y: 0))
    _ = f.model.beginInteraction(a, edges: edges, at: point(1, 1))
    #expect(f.model.interaction?.window == a)
  }

  @Test("moving a maximised window lets it float under the same part of it") func movingAMaximisedWindow() throws {
    var (f, a) = try world()
    _ = f.model.setMaximised(a, true)
    _ = f.model.setContent(a, isMapped: true, size: Size(width: 1280, height: 720))
    let events = f.model.beginInteraction(a, at: point(640, 10))
    #expect(events.contains(.stateChanged(a)) && events.contains(.configure(a)))
    #expect(f.model.configuration(of: a)?.size == Size(width: 300, height: 200))
    _ = f.model.setContent(a, isMapped: true, size: Size(width: 300, height: 200))
    #expect(f.model.frame(of: a) == Rect(x: 490, y: 0, width: 300, height: 200))
    _ = f.model.updateInteraction(to: point(650, 30))
    #expect(f.model.frame(of: a)?.origin == Point(x: 500, y: 20))
  }

  @Test("a drag ends when its window hides, fills, loses its screen or the session locks") func dragsEnd() throws {
    func ends(_ operation: (inout WindowModel, WindowID) -> Void) throws -> Bool {
      var (f, a) = try world()
      _ = f.model.beginInteraction(a, edges: .right, at: point(400, 200))
      operation(&f.model, a)
      return f.model.interaction == nil && f.model.configuration(of: a)?.states.contains(.resizing) != true
    }
    #expect(try ends { _ = $0.setHidden($1, true) })
    #expect(try ends { _ = $0.setMaximised($1, true) })
    #expect(try ends { _ = $0.setScreen($1, nil) })
    #expect(try ends { _ = $0.removeWindow($1) })
    #expect(try ends { model, _ in _ = model.setLocked(true) })
    #expect(try !ends { _ = $0.raise($1) })
  }

  @Test("coordinates that are no numbers move nothing out of reach of arithmetic") func hostilePointers() throws {
    var (f, a) = try world()
    _ = f.model.beginInteraction(a, at: point(.nan, -.infinity))
    _ = f.model.updateInteraction(to: point(.infinity, .nan))
    #expect(f.model.violations().isEmpty)
  }
}
