package import Geometry
internal import Glibc

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
  /// The device takes all its touches back.
  case cancel
  /// Nothing: time passes until here.
  case rest
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

  /// A finger that touches goes from `start` to `end` in `duration` milliseconds; without frames.
  package static func move(
    _ finger: Int32, from start: PrecisePoint<LayoutPoints>, to end: PrecisePoint<LayoutPoints>, over duration: Int
  ) -> [TimedStep<TouchEvent>] {
    Glide.steps(from: start, to: end, over: duration).map { .init($0.time, .move(finger, $0.point)) }
  }

  /// Two fingers on a horizontal line through `centre` change their distance from `start` to `end` points in `duration` milliseconds, while
  /// the line turns clockwise by `angle` degrees.
  ///
  /// - Parameter fingers: the numbers of the left and the right one.
  package static func pinch(
    at centre: PrecisePoint<LayoutPoints>, from start: Double, to end: Double, turning angle: Double = 0,
    fingers: (Int32, Int32) = (0, 1), over duration: Int = 300
  ) -> [TimedStep<TouchEvent>] {
    func place(_ part: Double, _ side: Double) -> PrecisePoint<LayoutPoints> {
      let radius = side * (start + (end - start) * part) / 2
      let turn = angle * part * .pi / 180
      // nothing is lost to rounding where nothing turns
      return angle == 0
        ? PrecisePoint(x: centre.x + radius, y: centre.y)
        : PrecisePoint(x: centre.x + radius * cos(turn), y: centre.y + radius * sin(turn))
    }
    let times = Glide.steps(from: PrecisePoint(x: 0, y: 0), to: PrecisePoint(x: 1, y: 0), over: duration)
    var steps: [TimedStep<TouchEvent>] = [
      .init(0, .down(fingers.0, place(0, -1))), .init(0, .down(fingers.1, place(0, 1))), .init(0, .frame),
    ]
    for step in times {
      steps += [
        .init(step.time, .move(fingers.0, place(step.point.x, -1))), .init(step.time, .move(fingers.1, place(step.point.x, 1))),
        .init(step.time, .frame),
      ]
    }
    let time = (times.last?.time ?? 0) + Glide.interval
    return steps + [.init(time, .up(fingers.0)), .init(time, .up(fingers.1)), .init(time, .frame)]
  }

  /// Several plans at once: what they do at one time is one frame. Two events of one finger are never in one frame.
  package static func together(_ plans: [[TimedStep<TouchEvent>]]) -> [TimedStep<TouchEvent>] {
    let events = plans.joined().filter { $0.event != .frame }
    let order = events.indices.sorted { (events[$0].time, $0) < (events[$1].time, $1) }
    var result: [TimedStep<TouchEvent>] = []
    var fingers: Set<Int32> = []
    func closes(_ step: TimedStep<TouchEvent>) -> Bool {
      guard let last = result.last, last.event != .frame else { return false }
      return last.time != step.time || step.event.finger.map { fingers.contains($0) } ?? true
    }
    for index in order {
      let step = events[index]
      if closes(step) {
        result.append(.init(result[result.count - 1].time, .frame))
        fingers = []
      }
      if let finger = step.event.finger { fingers.insert(finger) }
      result.append(step)
    }
    if let last = result.last { result.append(.init(last.time, .frame)) }
    return result
  }
}

extension TouchEvent {
  /// The finger that it is about; nil where it is about none.
  var finger: Int32? {
    switch self {
    case .down(let finger, _), .move(let finger, _), .up(let finger): finger
    case .frame, .cancel, .rest: nil
    }
  }
}
