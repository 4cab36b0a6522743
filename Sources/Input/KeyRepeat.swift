/// Which held key repeats, and when next. Time is given from outside, in milliseconds of the service's clock.
///
/// The newest key that repeats does so, until it is released or the keyboard goes elsewhere; modifiers pressed meanwhile do not stop it.
package struct KeyRepeat: Sendable {
  /// How fast keys repeat, as in `wl_keyboard.repeat_info`.
  package struct Rate: Hashable, Sendable {
    /// Repeats a second; 0 means that keys do not repeat.
    package let perSecond: Int
    /// Milliseconds from the press to the first repeat.
    package let delay: Int

    /// `perSecond` repeats after `delay` milliseconds; negative values count as 0.
    package init(perSecond: Int, delay: Int) {
      self.perSecond = max(0, perSecond)
      self.delay = max(0, delay)
    }

    /// What most desktops use.
    package static let standard = Rate(perSecond: 25, delay: 600)
  }

  /// One repeat that has come due.
  package struct Repeat: Hashable, Sendable {
    /// The key.
    package let key: UInt32
    /// When it was due.
    package let time: Int
  }

  /// How long after its time a repeat is still made, in milliseconds: a service that was stopped does not catch up on an hour.
  package static let patience = 1000

  /// How fast. A change applies to the next press.
  package var rate: Rate
  private var running: Running?

  /// Nothing repeats yet.
  package init(rate: Rate = .standard) { self.rate = rate }

  /// The key that repeats.
  package var key: UInt32? { running?.key }

  /// `key` went down at `time`. One that does not repeat by the keymap leaves another's repeating as it is.
  package mutating func press(_ key: UInt32, at time: Int, repeats: Bool) {
    guard repeats, rate.perSecond > 0 else { return }
    running = Running(key: key, start: time, rate: rate)
  }

  /// `key` went up.
  package mutating func release(_ key: UInt32) {
    if running?.key == key { running = nil }
  }

  /// Nothing repeats any more: the keyboard went elsewhere, or was taken away.
  package mutating func cancel() { running = nil }

  /// When the next repeat is due; nil where there is none.
  package var nextTime: Int? { running?.nextTime }

  /// The next repeat that is due by `now`, to be asked until there is none.
  package mutating func next(by now: Int) -> Repeat? {
    guard var running else { return nil }
    running.skip(before: now - KeyRepeat.patience)
    let time = running.nextTime
    if time <= now { running.count += 1 }
    self.running = running
    return time <= now ? Repeat(key: running.key, time: time) : nil
  }

  /// A key that repeats.
  private struct Running {
    let key: UInt32
    let start: Int
    let rate: Rate
    /// Repeats made or skipped.
    var count = 0

    /// From the start each time, so that rates which do not divide a second do not drift.
    var nextTime: Int { start + rate.delay + count * 1000 / rate.perSecond }

    /// Drops the repeats that were due before `time`.
    mutating func skip(before time: Int) {
      guard nextTime < time else { return }
      count = ((time - start - rate.delay) * rate.perSecond + 999) / 1000
    }
  }
}
