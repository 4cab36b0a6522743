package import Geometry

/// Events of a touch device, to be given to `TouchRoute`.
package enum TouchEvent: Hashable, Sendable {
  /// A finger touched.
  case down(Int32, PrecisePoint<LayoutPoints>)
  /// A finger moved.
  case move(Int32, PrecisePoint<LayoutPoints>)
  /// A finger was lifted.
  case up(Int32)
  /// The events since the last frame belong together.
  case frame
}

/// Gestures of fingers.
package enum TouchPlan {
  /// Milliseconds that a finger rests in a tap.
  package static let tapTime = 50
  /// Milliseconds after which toolkits take a resting finger for a long press, and some more.
  package static let longPressTime = 800

  /// A finger touches `point` for `duration` milliseconds.
  package static func tap(_ point: PrecisePoint<LayoutPoints>, finger: Int32 = 0, for duration: Int = tapTime) -> [TimedStep<TouchEvent>] {
    let end = min(max(duration, 0), Glide.longest)
    return [.init(0, .down(finger, point)), .init(0, .frame), .init(end, .up(finger)), .init(end, .frame)]
  }

  /// A finger touches `point` until it counts as a long press.
  package static func longPress(_ point: PrecisePoint<LayoutPoints>, finger: Int32 = 0) -> [TimedStep<TouchEvent>] {
    tap(point, finger: finger, for: longPressTime)
  }

  /// A finger goes along `points`, at least one, in `duration` milliseconds, each leg as long as any other.
  package static func swipe(
    _ points: [PrecisePoint<LayoutPoints>], finger: Int32 = 0, over duration: Int = 300
  ) -> [TimedStep<TouchEvent>] {
    guard let start = points.first else { return [] }
    var steps: [TimedStep<TouchEvent>] = [.init(0, .down(finger, start)), .init(0, .frame)]
    var time = 0
    for (from, to) in zip(points, points.dropFirst()) {
      let leg = Glide.steps(from: from, to: to, over: duration / max(1, points.count - 1))
      steps += leg.flatMap { [.init(time + $0.time, .move(finger, $0.point)), .init(time + $0.time, .frame)] }
      time += leg.last?.time ?? 0
    }
    return steps + [.init(time + Glide.interval, .up(finger)), .init(time + Glide.interval, .frame)]
  }

  /// Two fingers on a horizontal line through `centre` change their distance from `start` to `end` points in `duration` milliseconds.
  ///
  /// - Parameter fingers: the numbers of the left and the right one.
  package static func pinch(
    at centre: PrecisePoint<LayoutPoints>, from start: Double, to end: Double, fingers: (Int32, Int32) = (0, 1), over duration: Int = 300
  ) -> [TimedStep<TouchEvent>] {
    func left(_ distance: Double) -> PrecisePoint<LayoutPoints> { PrecisePoint(x: centre.x - distance / 2, y: centre.y) }
    func right(_ distance: Double) -> PrecisePoint<LayoutPoints> { PrecisePoint(x: centre.x + distance / 2, y: centre.y) }
    let lefts = Glide.steps(from: left(start), to: left(end), over: duration)
    let rights = Glide.steps(from: right(start), to: right(end), over: duration)
    var steps: [TimedStep<TouchEvent>] = [
      .init(0, .down(fingers.0, left(start))), .init(0, .down(fingers.1, right(start))), .init(0, .frame),
    ]
    for (a, b) in zip(lefts, rights) {
      steps += [.init(a.time, .move(fingers.0, a.point)), .init(a.time, .move(fingers.1, b.point)), .init(a.time, .frame)]
    }
    let time = (lefts.last?.time ?? 0) + Glide.interval
    return steps + [.init(time, .up(fingers.0)), .init(time, .up(fingers.1)), .init(time, .frame)]
  }
}
