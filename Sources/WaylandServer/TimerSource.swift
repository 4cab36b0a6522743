internal import Glibc

/// A timer with an absolute deadline on the monotonic clock, exact to what the kernel gives. It costs no descriptor.
package final class TimerSource {
  private let loop: EventLoop
  private let handler: () -> Void
  /// Whether it will fire.
  package private(set) var isArmed = false

  init(_ loop: EventLoop, _ handler: @escaping () -> Void) {
    self.loop = loop
    self.handler = handler
  }

  deinit { disarm() }

  /// Fires once when the monotonic clock reaches `nanoseconds`.
  package func arm(at nanoseconds: UInt64) {
    if isArmed { loop.timers.remove(self) }
    isArmed = true
    loop.timers.insert(self, at: nanoseconds)
  }

  /// Fires once after `milliseconds`.
  package func arm(afterMilliseconds milliseconds: Int) {
    arm(at: TimerQueue.now + UInt64(max(milliseconds, 0)) * 1_000_000)
  }

  /// Does not fire any more.
  package func disarm() {
    guard isArmed else { return }
    isArmed = false
    loop.timers.remove(self)
  }

  func fire() {
    isArmed = false
    handler()
  }
}
