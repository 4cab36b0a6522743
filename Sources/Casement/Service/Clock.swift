internal import Glibc

/// The one source of time of a service: everything that clients are told, and every deadline that follows the screens, comes from here.
package final class Clock {
  /// What makes time pass.
  package enum Kind: Sendable {
    /// The system's monotonic clock.
    case real
    /// Steps that a controller asks for.
    case manual
  }

  package let kind: Kind
  private var manualTime: UInt64

  /// A clock; a manual one begins at one second, since clients take 0 for "no time".
  package init(_ kind: Kind) {
    self.kind = kind
    manualTime = 1_000_000_000
  }

  /// Nanoseconds on the clock that `wp_presentation.clock_id` names (CLOCK_MONOTONIC).
  package var now: UInt64 {
    kind == .manual ? manualTime : Self.monotonic
  }

  /// Milliseconds, as input events and frame callbacks carry them; wraps after 49 days.
  package var milliseconds: UInt32 { UInt32(truncatingIfNeeded: now / 1_000_000) }

  /// Moves a manual clock on to `time`; never back.
  func advance(to time: UInt64) {
    precondition(kind == .manual, "real time passes by itself")
    manualTime = max(manualTime, time)
  }

  /// The system's monotonic clock, in nanoseconds: for time-outs, which are real whatever the service's clock is.
  package static var monotonic: UInt64 {
    var time = timespec()
    unsafe clock_gettime(CLOCK_MONOTONIC, &time)
    return UInt64(time.tv_sec) * 1_000_000_000 + UInt64(time.tv_nsec)
  }
}
