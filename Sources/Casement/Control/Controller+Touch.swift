package import CasementControl
internal import Geometry
internal import Input

/// Input by fingers.
extension Controller {
  package func tap(_ parameters: Tap.Parameters, reply: ControlReply<InputResult>) {
    play(reply) { [unowned self] () throws(ControlError) in
      try check(parameters.count, "count", 1...100)
      try check(parameters.hold, "hold", Self.times)
      let point = try point(parameters.at)
      let tap = steps(TouchPlan.tap(point, finger: try freeFingers(1)[0], for: parameters.hold ?? 0))
      return Array(repeating: tap, count: parameters.count ?? 1).flatMap { $0 }
    }
  }

  package func longPress(_ parameters: LongPress.Parameters, reply: ControlReply<InputResult>) {
    play(reply) { [unowned self] () throws(ControlError) in
      try check(parameters.hold, "hold", Self.times)
      let finger = try freeFingers(1)[0]
      return steps(TouchPlan.tap(try point(parameters.at), finger: finger, for: parameters.hold ?? TouchPlan.longPressTime))
    }
  }

  package func swipe(_ parameters: Swipe.Parameters, reply: ControlReply<InputResult>) {
    play(reply) { [unowned self] () throws(ControlError) in
      try checkPath(parameters.path, "a swipe")
      try check(parameters.fingers, "fingers", 1...10)
      try check(parameters.duration, "duration", Self.times)
      var path: [PrecisePoint<LayoutPoints>] = []
      for spec in parameters.path { path.append(try point(spec)) }
      let fingers = try freeFingers(parameters.fingers ?? 1)
      var plans: [[TimedStep<TouchEvent>]] = []
      for (index, finger) in fingers.enumerated() {
        var way: [PrecisePoint<LayoutPoints>] = []
        for point in path {
          let beside = PrecisePoint<LayoutPoints>(x: point.x + Double(index * 20), y: point.y)
          way.append(
            try inside(beside) { "finger \(index + 1) of the swipe would be on no screen, at \(beside.x.short),\(beside.y.short)" })
        }
        plans.append(TouchPlan.swipe(way, finger: finger, over: parameters.duration ?? 300))
      }
      return steps(TouchPlan.together(plans))
    }
  }

  package func pinch(_ parameters: Pinch.Parameters, reply: ControlReply<InputResult>) {
    play(reply) { [unowned self] () throws(ControlError) in
      try check(parameters.duration, "duration", Self.times)
      for (distance, name) in [(parameters.from, "from"), (parameters.to, "to")] where !(0...100_000).contains(distance) {
        throw .badParameter("a distance of \(distance.short) points is out of bounds", parameter: name, expected: ["0 to 100000"])
      }
      let turn = parameters.turn ?? 0
      guard (-3600...3600).contains(turn) else {
        throw .badParameter("a turn of \(turn.short)° is out of bounds", parameter: "turn", expected: ["-3600 to 3600"])
      }
      let fingers = try freeFingers(2)
      let plan = TouchPlan.pinch(
        at: try point(parameters.at), from: parameters.from, to: parameters.to, turning: turn, fingers: (fingers[0], fingers[1]),
        over: parameters.duration ?? 300)
      for step in plan {
        guard case .down(_, let place) = step.event else {
          guard case .move(_, let place) = step.event else { continue }
          try checkFinger(place)
          continue
        }
        try checkFinger(place)
      }
      return steps(plan)
    }
  }

  package func touch(_ parameters: Touch.Parameters, reply: ControlReply<InputResult>) {
    play(reply) { [unowned self] () throws(ControlError) in
      var plan = TouchTimeline(fingersDown: positions())
      for step in parameters.steps {
        try check(step.milliseconds, "milliseconds", Self.times)
        try check(step.id, "id", 0...Int(TouchScript.lastFinger))
        try plan.add(step, to: try step.to.map { spec throws(ControlError) in try point(spec) })
      }
      return steps(try plan.finish())
    }
  }

  private func checkFinger(_ place: PrecisePoint<LayoutPoints>) throws(ControlError) {
    _ = try inside(place) { "a finger of the pinch would be on no screen, at \(place.x.short),\(place.y.short)" }
  }

  /// Where the fingers are that touch.
  private func positions() -> [Int32: PrecisePoint<LayoutPoints>] {
    let touch = service.seat.touch
    var positions: [Int32: PrecisePoint<LayoutPoints>] = [:]
    for finger in touch.fingersDown where finger.device == .standard { positions[finger.number] = touch.position(of: finger) }
    return positions
  }

  /// Fingers that do not touch, also where a script holds some.
  private func freeFingers(_ count: Int) throws(ControlError) -> [Int32] {
    let down = positions()
    let free = (0...TouchScript.lastFinger).filter { down[$0] == nil }
    guard free.count >= count else { throw ControlError(.refused, "\(down.count) fingers touch already; no \(count) are free") }
    return Array(free.prefix(count))
  }

  /// What the player does for a plan: all of one time is one step.
  private func steps(_ plan: [TimedStep<TouchEvent>]) -> [InputPlayer.Step] {
    var steps: [InputPlayer.Step] = []
    var start = plan.startIndex
    while start < plan.endIndex {
      // a step ends with its frame, so that what comes later at the same time may wait for the client
      let end = plan[start...].firstIndex { $0.event == .frame || $0.event == .rest }.map { $0 + 1 } ?? plan.endIndex
      let pause = end < plan.endIndex ? plan[end].time - plan[end - 1].time : 0
      let events = plan[start..<end].map(\.event)
      var step = InputPlayer.Step(pause: pause, awaitsAnswer: true, all: { [unowned self] in events.compactMap { perform($0) } })
      step.mayDrop = events.contains { if case .up = $0 { true } else { false } }
      steps.append(step)
      start = end
    }
    return steps
  }

  private func perform(_ event: TouchEvent) -> Surface? {
    let touch = service.seat.touch
    switch event {
    case .down(let finger, let point): return touch.down(FingerID(finger), at: point)
    case .move(let finger, let point): return touch.move(FingerID(finger), to: point)
    case .up(let finger): return touch.up(FingerID(finger))
    case .frame: touch.frame()
    case .cancel: touch.cancelDevice(.standard)
    case .rest: break
    }
    return nil
  }
}
