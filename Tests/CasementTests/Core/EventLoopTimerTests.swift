import Glibc
import Testing
import WaylandServer

/// Turns `loop` until `isDone`, or for a second.
private func turn(_ loop: EventLoop, until isDone: () -> Bool) {
  for _ in 0..<100 where !isDone() { loop.dispatch(timeoutMilliseconds: 10) }
}

@Test func timersFireInTheOrderOfTheirDeadlines() {
  let loop = EventLoop()
  var fired: [Int] = []
  let timers = [3, 1, 2].map { number in loop.makeTimer { fired.append(number) } }
  timers[0].arm(afterMilliseconds: 3)
  timers[1].arm(at: 1)
  timers[2].arm(at: 1)
  turn(loop) { fired.count == 3 }
  #expect(fired == [1, 2, 3])
  #expect(timers.allSatisfy { !$0.isArmed })
}

@Test func aTimerThatAnotherDisarmsOrReleasesDoesNotFire() {
  let loop = EventLoop()
  var fired: [String] = []
  var released: TimerSource? = loop.makeTimer { fired.append("released") }
  let disarmed = loop.makeTimer { fired.append("disarmed") }
  let first = loop.makeTimer {
    fired.append("first")
    disarmed.disarm()
    released = nil
  }
  let last = loop.makeTimer { fired.append("last") }
  first.arm(at: 1)
  disarmed.arm(at: 2)
  released?.arm(at: 2)
  last.arm(at: 3)
  turn(loop) { fired.contains("last") }
  #expect(fired == ["first", "last"])
}

@Test func aTimerThatArmsItselfInThePastLetsOthersComeBetween() {
  let loop = EventLoop()
  var count = 0
  var timer: TimerSource!
  timer = loop.makeTimer {
    count += 1
    timer.arm(at: 1)
  }
  timer.arm(at: 1)
  loop.dispatch(timeoutMilliseconds: 0)
  #expect(count == 1)
  loop.dispatch(timeoutMilliseconds: 0)
  #expect(count == 2)
  timer = nil
}

@Test func armingAgainMovesTheDeadline() {
  let loop = EventLoop()
  var fired: [String] = []
  let moved = loop.makeTimer { fired.append("moved") }
  let other = loop.makeTimer { fired.append("other") }
  moved.arm(at: 1)
  moved.arm(afterMilliseconds: 60_000)
  other.arm(at: 1)
  turn(loop) { !fired.isEmpty }
  #expect(fired == ["other"])
  #expect(moved.isArmed)
}

@Test func timersTakeNoDescriptors() {
  let loop = EventLoop()
  let before = dup(0)
  close(before)
  let timers = (0..<2_000).map { _ in loop.makeTimer {} }
  for timer in timers { timer.arm(afterMilliseconds: 60_000) }
  let after = dup(0)
  close(after)
  // other tests open files meanwhile, but not thousands
  #expect(after - before < 1_000)
}
