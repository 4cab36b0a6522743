import Geometry
import Testing

@testable import Input

@Test func aClickIsAPressAndAReleaseEachInItsFrame() {
  #expect(
    PointerPlan.click(at: at(5, 6)) == [
      .init(0, .move(at(5, 6))), .init(0, .frame), .init(0, .press(0x110)), .init(0, .frame), .init(30, .release(0x110)), .init(30, .frame),
    ])
}

@Test func aDoubleClickComesWithinTheTimeOfToolkits() {
  let steps = PointerPlan.click(PointerPlan.rightButton, count: 2)
  #expect(steps.count { $0.event == .press(0x111) } == 2)
  #expect((steps.last?.time ?? 0) < 200)
  #expect(PointerPlan.click(count: -1).isEmpty)
}

@Test func aDragPassesItsWaypointsWithTheButtonHeld() {
  let steps = PointerPlan.drag([at(0, 0), at(100, 0), at(100, 50)], over: 320)
  #expect(steps.prefix(3).map(\.event) == [.move(at(0, 0)), .frame, .press(0x110)])
  #expect(steps.suffix(2).map(\.event) == [.release(0x110), .frame])
  let places = steps.compactMap { if case .move(let place) = $0.event { place } else { nil } }
  #expect(places.contains(at(100, 0)))
  #expect(places.last == at(100, 50))
  #expect(places.count == 21)
  #expect(steps.map(\.time) == steps.map(\.time).sorted())
  #expect(steps.last?.time == 350)
  #expect(PointerPlan.drag([]).isEmpty)
}

@Test func aMoveWithoutTimeIsOneStep() {
  #expect(PointerPlan.move(from: at(0, 0), to: at(9, 9)) == [.init(0, .move(at(9, 9))), .init(0, .frame)])
}

@Test(arguments: [-5, 0, 1, 15, 16, 17, 100, .max])
func aGlideEndsExactlyAtItsEndAndItsTime(duration: Int) {
  let steps = Glide.steps(from: at(0, 0), to: at(0.1, 33), over: duration)
  #expect(steps.last?.point == at(0.1, 33))
  #expect(steps.last?.time == min(max(0, duration), Glide.longest))
  #expect(zip(steps, steps.dropFirst()).allSatisfy { $0.time < $1.time && $1.time - $0.time <= 16 })
}
