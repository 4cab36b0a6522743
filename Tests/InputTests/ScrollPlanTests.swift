import Testing

@testable import Input

@Test func aWheelGivesFifteenPointsAndOneTwentyAClick() {
  let steps = ScrollPlan.wheel(down: 2)
  #expect(steps.map(\.event) == [AxisEvent](repeating: .init(source: .wheel, vertical: .init(value: 15, value120: 120)), count: 2))
  #expect(steps.map(\.time) == [0, 16])
}

@Test func bothAxesOfAWheelTurnTogether() {
  let steps = ScrollPlan.wheel(down: -1, right: 2).map(\.event)
  #expect(steps.count == 2)
  #expect(steps[0].vertical == .init(value: -15, value120: -120))
  #expect(steps[0].horizontal == .init(value: 15, value120: 120))
  #expect(steps[1].vertical == nil)
}

@Test func aPartOfAClickComesLast() {
  #expect(ScrollPlan.wheel(down: -1.5).compactMap(\.event.vertical?.value120) == [-120, -60])
  #expect(ScrollPlan.wheel(down: 0.25).map(\.event.vertical) == [.init(value: 3.75, value120: 30)])
}

@Test(arguments: [0, .nan, .infinity, 0.001] as [Double])
func turnsOfNothingAreNothing(clicks: Double) {
  #expect(ScrollPlan.wheel(down: clicks).isEmpty)
}

@Test func clicksWithoutEndAreCutOff() {
  #expect(ScrollPlan.wheel(down: 1e18).count == Int(ScrollPlan.mostClicks))
}

@Test func fingersMoveExactlyAsFarAsAskedAndThenStop() {
  let steps = ScrollPlan.fingers(down: 100, over: 100)
  #expect(steps.dropLast().compactMap(\.event.vertical?.value).reduce(0, +) == 100)
  #expect(steps.last?.event == AxisEvent(source: .finger, vertical: .stop))
  #expect(steps.allSatisfy { $0.event.horizontal == nil && $0.event.vertical?.value120 == nil })
  #expect(steps.map(\.time) == steps.map(\.time).sorted())
  #expect(ScrollPlan.fingers().isEmpty)
}

@Test func aContinuousDeviceDoesNotStop() {
  let steps = ScrollPlan.continuous(right: -8)
  #expect(steps.map(\.event) == [AxisEvent(source: .continuous, horizontal: .init(value: -8))])
}

@Test func hundredTwentiethsAddUpToClicks() {
  var clicks = WheelClicks()
  #expect([40, 40, 40, 240, 60].map { clicks.add($0) } == [0, 0, 1, 2, 0])
  #expect(clicks.add(-60) == 0)
  #expect(clicks.add(-60) == -1)
  #expect(clicks.add(.max) == Int32.max / 120)
}
