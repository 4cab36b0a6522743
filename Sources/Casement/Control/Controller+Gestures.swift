package import CasementControl
internal import Geometry
internal import Input
internal import WaylandServer

extension Controller {
  private typealias GestureStep = (part: Double, run: (Double) -> Surface?)

  package func swipePointer(_ parameters: GestureParameters, reply: ControlReply<InputResult>) {
    gesture(.swipe, fingers: 3, parameters, reply)
  }

  package func pinchPointer(_ parameters: GestureParameters, reply: ControlReply<InputResult>) {
    gesture(.pinch, fingers: 2, parameters, reply)
  }

  package func holdPointer(_ parameters: GestureParameters, reply: ControlReply<InputResult>) {
    gesture(.hold, fingers: 1, parameters, reply)
  }

  private func gesture(
    _ kind: PointerGestures.Kind, fingers: Int, _ parameters: GestureParameters, _ reply: ControlReply<InputResult>
  ) {
    play(reply) { [unowned self] () throws(ControlError) in
      try check(parameters.fingers, "fingers", 1...10)
      try check(parameters.steps, "steps", 1...10_000)
      try check(parameters.duration, "duration", Self.times)
      let (dx, dy) = (parameters.dx ?? 0, parameters.dy ?? 0)
      let (scale, rotation) = (parameters.scale ?? 1, parameters.rotation ?? 0)
      for (name, value) in [("dx", dx), ("dy", dy), ("scale", scale), ("rotation", rotation)] where !(value.magnitude <= 100_000) {
        throw .badParameter("\(name) is \(value)", parameter: name, given: String(value), expected: ["-100000 to 100000"])
      }
      let gestures = service.seat.gestures
      let count = kind == .hold ? 0 : parameters.steps ?? 10
      let duration = parameters.duration ?? 0
      var steps = try approach(parameters.at)
      steps.append(
        InputPlayer.Step(pause: count == 0 ? duration : duration / (count + 1)) {
          gestures.begin(kind, fingers: parameters.fingers ?? fingers)
        })
      for number in 0..<count {
        let whole = Double(count)
        steps.append(
          InputPlayer.Step(pause: duration / (count + 1)) {
            gestures.update(
              by: PrecisePoint(x: dx / whole, y: dy / whole), scale: 1 + (scale - 1) * Double(number + 1) / whole,
              rotation: rotation / whole)
          })
      }
      steps.append(InputPlayer.Step { gestures.end(isCancelled: parameters.cancelled ?? false) })
      return steps
    }
  }

  // MARK: The tablet

  package func moveTablet(_ parameters: TabletParameters, reply: ControlReply<InputResult>) {
    tablet(parameters, reply) { tool, axes, place in tool.move(to: place ?? tool.position, axes) }
  }

  package func pressTablet(_ parameters: TabletParameters, reply: ControlReply<InputResult>) {
    tablet(parameters, reply, needs: false) { tool, axes, place in
      if place != nil || !tool.isNear { tool.move(to: place ?? tool.position) }
      return tool.button(TabletTool.tip, pressed: true, axes)
    }
  }

  package func releaseTablet(_ parameters: TabletParameters, reply: ControlReply<InputResult>) {
    tablet(parameters, reply, needs: true) { tool, axes, place in
      if let place { tool.move(to: place) }
      return tool.button(TabletTool.tip, pressed: false, axes)
    }
  }

  package func leaveTablet(_ parameters: LeaveTablet.Parameters, reply: ControlReply<InputResult>) {
    play(reply) { [unowned self] () throws(ControlError) in
      let tool = tool(parameters.tool)
      guard tool.isNear else { throw ControlError(.refused, "the tool is not near the tablet") }
      return [InputPlayer.Step { tool.leave() }]
    }
  }

  package func pressTabletButton(_ parameters: TabletButton.Parameters, reply: ControlReply<InputResult>) {
    play(reply) { [unowned self] () throws(ControlError) in
      try check(parameters.number, "number", 1...3)
      let tool = tool(parameters.tool)
      let code: UInt32 = [0x14B, 0x14C, 0x149][parameters.number - 1]
      guard tool.isNear else { throw ControlError(.refused, "the tool is not near the tablet; move it there first") }
      guard tool.isHeld(code) == (parameters.action == .up) else {
        throw ControlError(.refused, "button \(parameters.number) is \(parameters.action == .up ? "not down" : "down already")")
      }
      let down = InputPlayer.Step(awaitsAnswer: true) { tool.button(code, pressed: true) }
      let up = InputPlayer.Step { tool.button(code, pressed: false) }
      switch parameters.action ?? .press {
      case .down: return [down]
      case .up: return [up]
      case .press: return [down, up]
      }
    }
  }

  private func tool(_ name: TabletToolName?) -> TabletTool {
    let kinds: [TabletToolName: TabletTool.Kind] = [
      .eraser: .eraser, .brush: .brush, .pencil: .pencil, .airbrush: .airbrush, .finger: .finger, .mouse: .mouse, .lens: .lens,
    ]
    return service.seat.tablet.tool(name.flatMap { kinds[$0] } ?? .pen)
  }

  private func tablet(
    _ parameters: TabletParameters, _ reply: ControlReply<InputResult>, needs isDown: Bool? = nil,
    _ act: @escaping (TabletTool, TabletTool.Axes, PrecisePoint<LayoutPoints>?) -> Surface?
  ) {
    play(reply) { [unowned self] () throws(ControlError) in
      let place = try parameters.to.map { spec throws(ControlError) in try point(spec) }
      try check(parameters.pressure, "pressure", 0...1)
      try check(parameters.distance, "distance", 0...1)
      try check(parameters.tiltX, "tiltX", -90...90)
      try check(parameters.tiltY, "tiltY", -90...90)
      try check(parameters.rotation, "rotation", -360...360)
      try check(parameters.slider, "slider", -1...1)
      try check(parameters.wheel, "wheel", -3600...3600)
      let tilts = parameters.tiltX != nil || parameters.tiltY != nil
      let axes = TabletTool.Axes(
        pressure: parameters.pressure, distance: parameters.distance,
        tilt: tilts ? (parameters.tiltX ?? 0, parameters.tiltY ?? 0) : nil, rotation: parameters.rotation, slider: parameters.slider,
        wheel: parameters.wheel)
      let tool = tool(parameters.tool)
      if let isDown, tool.isHeld(TabletTool.tip) != isDown {
        throw ControlError(.refused, "the tool \(isDown ? "does not touch the tablet" : "touches the tablet already")")
      }
      return [InputPlayer.Step { act(tool, axes, place) }]
    }
  }

  private func check(_ value: Double?, _ name: String, _ range: ClosedRange<Double>) throws(ControlError) {
    guard let value, !range.contains(value) else { return }
    throw .badParameter(
      "\(name) is \(value)", parameter: name, given: String(value), expected: ["\(range.lowerBound) to \(range.upperBound)"])
  }
}
