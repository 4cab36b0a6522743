import Geometry
import Testing

@testable import Input

private let pair = [Rect<LayoutPoints>(x: 0, y: 0, width: 100, height: 50), Rect(x: 100, y: 0, width: 100, height: 80)]

@Test(arguments: [
  (-5.0, -5.0, 0.0, 0.0), (500, 10, 199, 10), (150, 500, 150, 79), (20, 70, 20, 49), (99.5, 20, 99.5, 20), (199.5, 20, 199, 20),
  (.nan, 10, 0, 10), (.infinity, 10, 0, 10),
])
func confinementEndsAtTheLastWholePoint(x: Double, y: Double, toX: Double, toY: Double) {
  #expect(PointerBounds.confinement(pair).clamping(at(x, y)) == at(toX, toY))
}

@Test func screensEndJustBeforeTheirEdge() {
  let bounds = PointerBounds.screens(pair)
  #expect(bounds.clamping(at(500, 10)) == at(200 - 1 / 256.0, 10))
  #expect(bounds.clamping(at(199.5, 10)) == at(199.5, 10))
}

@Test func aSlowPointerCrossesTheSeamBetweenTwoRectangles() {
  let bounds = PointerBounds.confinement(pair)
  var point: PrecisePoint<LayoutPoints> = at(98.75, 20)
  for _ in 0..<10 { point = bounds.clamping(point + at(0.25, 0)) }
  #expect(point == at(101.25, 20))
}

@Test func aNarrowRegionHoldsThePointerOnItsOnlyPoint() {
  #expect(PointerBounds.confinement([Rect(x: 7, y: 9, width: 1, height: 1)]).clamping(at(7.9, 3)) == at(7, 9))
}

@Test func noAreaHoldsNothing() {
  #expect(PointerBounds.confinement([]).clamping(at(7.9, 3)) == at(7.9, 3))
  #expect(PointerBounds.screens([Rect(x: 0, y: 0, width: 0, height: 5)]).clamping(at(7.9, 3)) == at(7.9, 3))
}

@Test func aConfinementIsOnlyWhatCanBeReached() {
  let bounds = PointerBounds.confinement([
    Rect(x: 0, y: 0, width: 10, height: 10), Rect(x: 10, y: 5, width: 10, height: 10), Rect(x: 20, y: 15, width: 10, height: 10),
    Rect(x: 100, y: 0, width: 10, height: 10),
  ])
  let reached = bounds.connected(to: PrecisePoint(x: 2, y: 2))
  #expect(reached.rects == [Rect(x: 0, y: 0, width: 10, height: 10), Rect(x: 10, y: 5, width: 10, height: 10)])
  #expect(reached.clamping(PrecisePoint(x: 104, y: 4)) == PrecisePoint(x: 19, y: 5))
  #expect(bounds.connected(to: PrecisePoint(x: 99, y: 2)).rects == [Rect(x: 100, y: 0, width: 10, height: 10)])
}
