import Geometry

/// Steps of scrolling, as devices make them.
package enum ScrollPlan {
  /// Points that one click of a wheel scrolls.
  package static let pointsPerClick = 15.0
  /// What `wl_pointer.axis_value120` says of one click.
  package static let value120PerClick = 120.0
  /// The most clicks of one plan; further ones are left out.
  package static let mostClicks = 1000.0

  /// A wheel turned by so many clicks, down and to the right counting positive: a step a click, then the fraction that is left.
  ///
  /// Wheels do not stop: no stop follows.
  package static func wheel(down: Double = 0, right: Double = 0) -> [TimedStep<AxisEvent>] {
    let (down, right) = (clicks(down), clicks(right))
    return (0..<max(down.count, right.count)).map { index in
      let vertical = index < down.count ? lane(down[index]) : nil
      let horizontal = index < right.count ? lane(right[index]) : nil
      return TimedStep(index * Glide.interval, AxisEvent(source: .wheel, vertical: vertical, horizontal: horizontal))
    }
  }

  /// Two fingers that move the content by so many points in `duration` milliseconds, then lift: a stop on each axis used.
  package static func fingers(down: Double = 0, right: Double = 0, over duration: Int = 200) -> [TimedStep<AxisEvent>] {
    let moved = glide(down: down, right: right, over: duration, source: .finger)
    guard let last = moved.last else { return [] }
    let stop = AxisEvent(
      source: .finger, vertical: last.event.vertical == nil ? nil : .stop, horizontal: last.event.horizontal == nil ? nil : .stop)
    return moved + [TimedStep(last.time + Glide.interval, stop)]
  }

  /// A device that scrolls by so many points in `duration` milliseconds, and of which no one knows when it ends.
  package static func continuous(down: Double = 0, right: Double = 0, over duration: Int = 0) -> [TimedStep<AxisEvent>] {
    glide(down: down, right: right, over: duration, source: .continuous)
  }

  private static func clicks(_ amount: Double) -> [Double] {
    let amount = amount.isFinite ? min(max(amount, -mostClicks), mostClicks) : 0
    let whole = [Double](repeating: amount < 0 ? -1 : 1, count: Int(amount.magnitude))
    let rest = amount - amount.rounded(.towardZero)
    return (rest * value120PerClick).rounded() == 0 ? whole : whole + [rest]
  }

  private static func lane(_ clicks: Double) -> AxisEvent.Lane {
    AxisEvent.Lane(value: clicks * pointsPerClick, value120: Int32((clicks * value120PerClick).rounded()))
  }

  private static func glide(down: Double, right: Double, over duration: Int, source: AxisEvent.Source) -> [TimedStep<AxisEvent>] {
    let end = PrecisePoint<LayoutPoints>(x: right.isFinite ? right : 0, y: down.isFinite ? down : 0)
    guard end.x != 0 || end.y != 0 else { return [] }
    var last = PrecisePoint<LayoutPoints>(x: 0, y: 0)
    return Glide.steps(from: last, to: end, over: duration).map { step in
      defer { last = step.point }
      let moved = step.point - last
      return TimedStep(
        step.time,
        AxisEvent(
          source: source, vertical: end.y == 0 ? nil : .init(value: moved.y), horizontal: end.x == 0 ? nil : .init(value: moved.x)))
    }
  }
}

/// Turns 120ths of a click into whole clicks, for clients that know only `wl_pointer.axis_discrete` (5 to 7). One for each axis.
package struct WheelClicks: Sendable {
  private var rest: Int = 0

  /// A wheel at rest.
  package init() {}

  /// The clicks that `value120` completes, often 0; then no `axis_discrete` is sent. A turn in the other direction begins anew.
  package mutating func add(_ value120: Int32) -> Int32 {
    if (rest < 0) != (value120 < 0) { rest = 0 }
    rest += Int(value120)
    defer { rest %= 120 }
    return Int32(rest / 120)
  }
}
