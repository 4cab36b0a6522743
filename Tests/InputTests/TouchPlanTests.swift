import Geometry
import Testing

@testable import Input

@Test func aTapIsShortAndALongPressIsLong() {
  #expect(TouchPlan.tap(at(5, 6)) == [.init(0, .down(0, at(5, 6))), .init(0, .frame), .init(50, .up(0)), .init(50, .frame)])
  #expect(TouchPlan.longPress(at(5, 6), finger: 3).last == .init(800, .frame))
}

@Test func aSwipePassesItsWaypoints() {
  let steps = TouchPlan.swipe([at(0, 0), at(100, 0), at(100, 100)], over: 320)
  let places = steps.compactMap { if case .move(0, let place) = $0.event { place } else { nil } }
  #expect(places.contains(at(100, 0)))
  #expect(places.last == at(100, 100))
  #expect(steps.suffix(2).map(\.event) == [.up(0), .frame])
  #expect(TouchPlan.swipe([]).isEmpty)
}

@Test func aPinchMovesBothFingersInTheSameFrames() {
  let steps = TouchPlan.pinch(at: at(100, 100), from: 100, to: 20, over: 160)
  #expect(steps.prefix(3).map(\.event) == [.down(0, at(50, 100)), .down(1, at(150, 100)), .frame])
  #expect(steps.suffix(6).map(\.event) == [.move(0, at(90, 100)), .move(1, at(110, 100)), .frame, .up(0), .up(1), .frame])
  #expect(steps.count { $0.event == .frame } == 12)
}
