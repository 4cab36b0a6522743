package import Geometry

/// Events of a pointer device, to be given to `PointerRoute`.
package enum PointerEvent: Hashable, Sendable {
  /// It is at this place.
  case move(PrecisePoint<LayoutPoints>)
  /// A button went down, as Linux numbers it.
  case press(UInt32)
  /// A button went up.
  case release(UInt32)
  /// Something scrolled.
  case scroll(AxisEvent)
  /// The events since the last frame belong together.
  case frame
}

/// Movements and clicks of a pointer.
package enum PointerPlan {
  /// The left button, as Linux numbers it.
  package static let leftButton: UInt32 = 0x110
  /// The right button.
  package static let rightButton: UInt32 = 0x111
  /// The middle button.
  package static let middleButton: UInt32 = 0x112

  /// Milliseconds from the press to the release of a click, and from there to the next press of a double click.
  static let clickTime = 30

  /// The pointer goes to `point`, at once or in `duration` milliseconds.
  package static func move(
    from start: PrecisePoint<LayoutPoints>, to point: PrecisePoint<LayoutPoints>, over duration: Int = 0
  ) -> [TimedStep<PointerEvent>] {
    Glide.steps(from: start, to: point, over: duration).flatMap { [.init($0.time, .move($0.point)), .init($0.time, .frame)] }
  }

  /// `count` clicks where the pointer is, or at `point`.
  package static func click(
    _ button: UInt32 = leftButton, at point: PrecisePoint<LayoutPoints>? = nil, count: Int = 1
  ) -> [TimedStep<PointerEvent>] {
    var steps: [TimedStep<PointerEvent>] = point.map { [.init(0, .move($0)), .init(0, .frame)] } ?? []
    for index in 0..<max(0, count) {
      let time = 2 * index * clickTime
      steps += [.init(time, .press(button)), .init(time, .frame)]
      steps += [.init(time + clickTime, .release(button)), .init(time + clickTime, .frame)]
    }
    return steps
  }

  /// The button is pressed at the first of `points`, held to the last by way of those between, and released there.
  ///
  /// - Parameters:
  ///   - points: at least one.
  ///   - duration: milliseconds for the whole way, each leg as long as any other.
  package static func drag(
    _ points: [PrecisePoint<LayoutPoints>], button: UInt32 = leftButton, over duration: Int = 300
  ) -> [TimedStep<PointerEvent>] {
    guard let start = points.first else { return [] }
    var steps: [TimedStep<PointerEvent>] = [.init(0, .move(start)), .init(0, .frame), .init(0, .press(button)), .init(0, .frame)]
    var time = 0
    for (from, to) in zip(points, points.dropFirst()) {
      let leg = Glide.steps(from: from, to: to, over: duration / max(1, points.count - 1))
      steps += leg.flatMap { [.init(time + $0.time, .move($0.point)), .init(time + $0.time, .frame)] }
      time += leg.last?.time ?? 0
    }
    return steps + [.init(time + clickTime, .release(button)), .init(time + clickTime, .frame)]
  }
}
