import Testing

@testable import Input

private func times(_ keys: inout KeyRepeat, by now: Int) -> [Int] {
  var times: [Int] = []
  while let next = keys.next(by: now) { times.append(next.time) }
  return times
}

@Test func aHeldKeyRepeatsAfterTheDelayAtTheRate() {
  var keys = KeyRepeat(rate: .init(perSecond: 25, delay: 600))
  keys.press(30, at: 100, repeats: true)
  #expect(keys.nextTime == 700)
  #expect(times(&keys, by: 699) == [])
  #expect(times(&keys, by: 800) == [700, 740, 780])
  #expect(keys.nextTime == 820)
}

@Test func aRateThatDoesNotDivideASecondDoesNotDrift() {
  var keys = KeyRepeat(rate: .init(perSecond: 30, delay: 0))
  keys.press(30, at: 0, repeats: true)
  #expect(times(&keys, by: 999).count == 30)
  #expect(keys.nextTime == 1000)
}

@Test func releasingTheRepeatingKeyStopsItAndAnotherDoesNot() {
  var keys = KeyRepeat()
  keys.press(30, at: 0, repeats: true)
  keys.release(31)
  #expect(keys.key == 30)
  keys.release(30)
  #expect(keys.nextTime == nil)
}

@Test func theNewestKeyRepeatsAndAModifierDoesNotStopIt() {
  var keys = KeyRepeat()
  keys.press(30, at: 0, repeats: true)
  keys.press(42, at: 10, repeats: false)
  #expect(keys.key == 30)
  keys.press(31, at: 20, repeats: true)
  #expect(keys.key == 31)
  #expect(keys.nextTime == 620)
  keys.release(30)
  #expect(keys.key == 31)
  keys.cancel()
  #expect(keys.key == nil)
}

@Test(arguments: [0, -5])
func noRateMeansNoRepeat(rate: Int) {
  var keys = KeyRepeat(rate: .init(perSecond: rate, delay: -3))
  keys.press(30, at: 0, repeats: true)
  #expect(keys.nextTime == nil)
  #expect(keys.next(by: .max) == nil)
}

@Test(arguments: [1, 7, 25, 1000])
func aServiceThatWasStoppedDoesNotCatchUpOnAnHour(rate: Int) {
  var keys = KeyRepeat(rate: .init(perSecond: rate, delay: 600))
  keys.press(30, at: 0, repeats: true)
  let late = times(&keys, by: 3_600_000)
  #expect((1...rate + 1).contains(late.count))
  #expect(late.allSatisfy { $0 >= 3_600_000 - KeyRepeat.patience && $0 <= 3_600_000 })
}
