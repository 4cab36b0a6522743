import CasementControl
import CasementTesting
import Geometry
import Surfaces
import Testing
import WaylandClient
import WaylandProtocols
import WaylandServer
import WindowModel

@testable import Casement

private typealias TimerError = WpCommitTimerV1.Error

private let offences = [
  Offence("two timers", "wp_commit_timing_manager_v1", WpCommitTimingManagerV1.Error.commitTimerExists.rawValue) { bench in
    let (manager, surface) = (bench.client.bind(WpCommitTimingManagerV1Proxy.self), bench.surface())
    manager.getTimer(surface: surface)
    manager.getTimer(surface: surface)
  },
  Offence("nanoseconds of a whole second", "wp_commit_timer_v1", TimerError.invalidTimestamp.rawValue) { bench in
    bench.timer(bench.surface()).setTimestamp(tvSecHi: 0, tvSecLo: 0, tvNsec: 1_000_000_000)
  },
  Offence("two times for one commit", "wp_commit_timer_v1", TimerError.timestampExists.rawValue) { bench in
    let timer = bench.timer(bench.surface())
    timer.set(0)
    timer.set(0)
  },
  Offence("two times for one commit, from two timers", "wp_commit_timer_v1", TimerError.timestampExists.rawValue) { bench in
    let surface = bench.surface()
    let first = bench.timer(surface)
    first.set(5)
    first.destroy()
    bench.timer(surface).set(6)
  },
  Offence("a time for no surface", "wp_commit_timer_v1", TimerError.surfaceDestroyed.rawValue) { bench in
    let surface = bench.surface()
    let timer = bench.timer(surface)
    surface.destroy()
    timer.set(5)
  },
]

@Test(arguments: offences)
private func aWrongTimerEndsItsClient(_ offence: Offence) throws { try offence.check() }

@Test func aCommitIsShownAtItsTimeAndNotBefore() throws {
  let bench = try Bench()
  let window = try bench.client.window()
  let timer = bench.timer(window.surface)
  let start = bench.service.clock.now
  timer.set(start + 40_000_000)
  bench.show(window.surface, 21)
  bench.show(window.surface, 22)
  timer.set(start + 60_000_000)
  bench.show(window.surface, 23)
  timer.destroy()
  try bench.pass(milliseconds: 39.5)
  #expect(try bench.width(of: window.surface) == 100)
  try bench.pass(milliseconds: 0.5)
  #expect(try bench.width(of: window.surface) == 22)
  try bench.pass(milliseconds: 19.5)
  #expect(try bench.width(of: window.surface) == 22)
  try bench.pass(milliseconds: 0.5)
  #expect(try bench.width(of: window.surface) == 23)
}

@Test func aCommitIsPresentedAtTheFirstTickThatIsNotBeforeItsTime() throws {
  let bench = try Bench()
  let window = try bench.client.window()
  let timer = bench.timer(window.surface)
  // the grid of ticks
  var tick: UInt64 = 0
  func feedback() {
    bench.presentation.feedback(surface: window.surface).onEvent = { event in
      guard case .presented(_, let seconds, let nanoseconds, _, _, _, _) = event else { return }
      tick = UInt64(seconds) * 1_000_000_000 + UInt64(nanoseconds)
    }
  }
  feedback()
  bench.show(window.surface, 20)
  try bench.client.roundtrip()
  try bench.pass(milliseconds: 17)
  let screen = try #require(bench.service.model.mainScreen)
  let loop = bench.service.frameLoop!
  let (first, second) = (loop.tick(of: screen, after: tick + 80_000_000), loop.tick(of: screen, after: tick + 140_000_000))
  for (time, expected) in [(first, first), (second + 1, loop.tick(of: screen, after: second))] {
    timer.set(time)
    feedback()
    bench.show(window.surface, 21)
    try bench.client.roundtrip()
    try bench.pass(milliseconds: 95)
    #expect(tick == expected)
  }
}

@Test(arguments: [(0, 0, 0), (0, 1, 0), (0, 0, 999_999_999)] as [(UInt32, UInt32, UInt32)])
func aTimeThatIsPastIsNow(high: UInt32, low: UInt32, nanoseconds: UInt32) throws {
  let bench = try Bench()
  let window = try bench.client.window()
  bench.timer(window.surface).setTimestamp(tvSecHi: high, tvSecLo: low, tvNsec: nanoseconds)
  bench.show(window.surface, 21)
  #expect(try bench.width(of: window.surface) == 21)
}

@Test(arguments: [(0xFFFF_FFFF, 0xFFFF_FFFF), (4, 0), (0, 0xFFFF_FFFF)] as [(UInt32, UInt32)])
func aTimeThatNeverComesHoldsOnlyItsSurface(high: UInt32, low: UInt32) throws {
  for isReal in [false, true] {
    var configuration = ServiceConfiguration.manual
    if isReal { configuration.clock = .real }
    let bench = try Bench(configuration)
    let window = try bench.client.window()
    bench.timer(window.surface).setTimestamp(tvSecHi: high, tvSecLo: low, tvNsec: 999_999_999)
    bench.show(window.surface, 21)
    bench.show(window.surface, 22)
    #expect(try bench.width(of: window.surface) == 100)
    let other = try bench.client.window()
    bench.show(other.surface, 30)
    #expect(try bench.width(of: other.surface) == 30)
    window.toplevel.destroy()
    window.xdgSurface.destroy()
    window.surface.destroy()
    #expect(bench.error() == nil)
  }
}

@Test func theFirstContentMayWait() throws {
  let bench = try Bench()
  let window = TestWindow(bench.client)
  let timer = bench.timer(window.surface)
  timer.set(bench.service.clock.now + 40_000_000)
  window.surface.commit()
  try bench.client.roundtrip()
  #expect(window.configures.isEmpty)
  try bench.pass(milliseconds: 41)
  try bench.client.roundtrip()
  #expect(window.configures.count == 1)
  timer.set(bench.service.clock.now + 40_000_000)
  bench.show(window.surface, 21)
  try bench.client.roundtrip()
  #expect(!bench.service.lastWindow.isThereOne)
  try bench.pass(milliseconds: 41)
  #expect(bench.service.lastWindow.isThereOne)
}

@Test func aSubsurfaceThatWaitsHoldsTheCommitOfItsParentOnlyWhileItIsSynchronised() throws {
  let bench = try Bench()
  let window = try bench.client.window()
  let child = bench.surface()
  let subsurface = bench.subcompositor.getSubsurface(surface: child, parent: window.surface)
  bench.show(window.surface, 50)
  let timer = bench.timer(child)
  timer.set(bench.service.clock.now + 40_000_000)
  bench.show(child, 21)
  bench.show(window.surface, 60)
  #expect(try bench.width(of: window.surface) == 50)
  try bench.pass(milliseconds: 41)
  #expect(try bench.width(of: window.surface) == 60)
  #expect(try bench.width(of: child) == 21)
  subsurface.setDesync()
  timer.set(bench.service.clock.now + 40_000_000)
  bench.show(child, 22)
  bench.show(window.surface, 70)
  #expect(try bench.width(of: window.surface) == 70)
  #expect(try bench.width(of: child) == 21)
  try bench.pass(milliseconds: 41)
  #expect(try bench.width(of: child) == 22)
}

@Test func underARealClockACommitComesByItself() throws {
  var configuration = ServiceConfiguration.manual
  configuration.clock = .real
  let bench = try Bench(configuration)
  let window = try bench.client.window()
  let due = bench.service.clock.now + 30_000_000
  bench.timer(window.surface).set(due)
  bench.show(window.surface, 21)
  #expect(try bench.width(of: window.surface) == 100 || bench.service.clock.now >= due)
  let end = due + 5_000_000_000
  while try bench.width(of: window.surface) != 21, bench.service.clock.now < end { bench.service.dispatch(timeoutMilliseconds: 100) }
  #expect(try bench.width(of: window.surface) == 21)
  #expect(bench.service.clock.now >= due)
}
