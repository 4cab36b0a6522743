internal import WaylandServer

/// Deadlines on the service's clock: under the real clock they come by themselves, under a manual one when it is stepped past them.
final class ClockTimers {
  private let clock: Clock
  private let loop: EventLoop
  private var source: TimerSource?
  /// What is to be done, the earliest first; of two at one time, the one scheduled first.
  private var deadlines: [Deadline] = []
  private var lastNumber: UInt64 = 0

  private struct Deadline {
    let time: UInt64
    let number: UInt64
    let body: () -> Void
  }

  init(_ clock: Clock, _ loop: EventLoop) {
    self.clock = clock
    self.loop = loop
  }

  /// Calls `body` once when the clock reaches `time`, in nanoseconds; never before this returns, even where the time is past.
  ///
  /// - Returns: what cancels it, by request or by being released.
  func schedule(at time: UInt64, _ body: @escaping () -> Void) -> ClockTimer {
    lastNumber += 1
    let deadline = Deadline(time: time, number: lastNumber, body: body)
    let index = deadlines.firstIndex { $0.time > time } ?? deadlines.endIndex
    deadlines.insert(deadline, at: index)
    if index == 0 { arm() }
    return ClockTimer(self, lastNumber)
  }

  /// The earliest deadline; nil where there is none.
  var next: UInt64? { deadlines.first?.time }

  /// Does what is due at `time`, in order, and what that makes due.
  func run(dueAt time: UInt64) {
    while let first = deadlines.first, first.time <= time {
      deadlines.removeFirst()
      first.body()
    }
    arm()
  }

  fileprivate func cancel(_ number: UInt64) {
    guard let index = deadlines.firstIndex(where: { $0.number == number }) else { return }
    deadlines.remove(at: index)
    if index == 0 { arm() }
  }

  private func arm() {
    guard clock.kind == .real else { return }
    guard let next else {
      source?.disarm()
      return
    }
    let timer = source ?? loop.makeTimer { [unowned self] in self.run(dueAt: self.clock.now) }
    source = timer
    timer.arm(at: next)
  }
}

/// One deadline of `ClockTimers`; it is cancelled when this is released.
final class ClockTimer {
  private weak var timers: ClockTimers?
  private let number: UInt64

  fileprivate init(_ timers: ClockTimers, _ number: UInt64) {
    self.timers = timers
    self.number = number
  }

  deinit { cancel() }

  /// It will not come any more.
  func cancel() { timers?.cancel(number) }
}

extension WindowService {
  /// Lets a manual clock reach `time`, in nanoseconds, and does on the way, each at its own time, all that becomes due; nobody waits for
  /// clients to draw.
  ///
  /// - Precondition: the clock is manual.
  package func advanceClock(to time: UInt64) {
    while let due = nextDue, due <= time {
      clock.advance(to: due)
      _ = runDue(at: due)
    }
    clock.advance(to: time)
  }
}
