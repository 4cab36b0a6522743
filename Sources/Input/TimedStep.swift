import Geometry

/// Something to do at a time.
package struct TimedStep<Event> {
  /// When, in milliseconds from the beginning of the plan.
  package let time: Int
  /// What.
  package let event: Event

  /// `event`, `time` milliseconds from the beginning.
  package init(_ time: Int, _ event: Event) {
    self.time = time
    self.event = event
  }
}

extension TimedStep: Equatable where Event: Equatable {}
extension TimedStep: Hashable where Event: Hashable {}
extension TimedStep: Sendable where Event: Sendable {}

/// How a movement is cut into steps.
enum Glide {
  /// The milliseconds between two steps of a movement: what devices of 60 Hz and screens do.
  static let interval = 16
  /// The longest movement or pause of a plan, in milliseconds.
  static let longest = 600_000

  /// The times and the places of a movement from `a` to `b`, the start left out, the end exactly `b`. With no duration, the end alone.
  static func steps(
    from a: PrecisePoint<LayoutPoints>, to b: PrecisePoint<LayoutPoints>, over duration: Int
  ) -> [(time: Int, point: PrecisePoint<LayoutPoints>)] {
    let duration = min(max(duration, 0), longest)
    let count = max(1, (duration + interval - 1) / interval)
    return (1...count).map { index in
      guard index < count else { return (duration, b) }
      let part = Double(index) / Double(count)
      return (duration * index / count, PrecisePoint(x: a.x + (b.x - a.x) * part, y: a.y + (b.y - a.y) * part))
    }
  }
}
