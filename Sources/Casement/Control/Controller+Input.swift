package import CasementControl
internal import Geometry
internal import Input
internal import WaylandServer
internal import WindowModel

extension Controller: InputBackend {
  func play(_ reply: ControlReply<InputResult>, _ plan: @escaping InputPlayer.Plan) { player.play(reply, plan) }

  func check(_ value: Int?, _ name: String, _ range: ClosedRange<Int>) throws(ControlError) {
    guard let value, !range.contains(value) else { return }
    throw .badParameter(
      "\(name) is \(value)", parameter: name, given: String(value), expected: ["\(range.lowerBound) to \(range.upperBound)"])
  }

  static let times = 0...600_000
  /// Motions of one call, and points of its path.
  static let (mostMotions, mostPoints) = (100_000, 10_000)

  func checkPath(_ path: [PointSpec], _ what: String) throws(ControlError) {
    guard (2...Self.mostPoints).contains(path.count) else {
      throw .badParameter(
        "\(what) has two points or more, not \(path.count)", parameter: "path", expected: ["2 to \(Self.mostPoints) points"])
    }
  }

  // MARK: Pointer

  /// A step that moves the pointer first, where the call says where.
  func approach(_ spec: PointSpec?) throws(ControlError) -> [InputPlayer.Step] {
    guard let spec else { return [] }
    let point = try point(spec)
    let pointer = service.seat.pointer
    return [InputPlayer.Step { pointer.move(to: point) }]
  }

  private func line(to point: PrecisePoint<LayoutPoints>, steps count: Int, pause: Int) -> [InputPlayer.Step] {
    let pointer = service.seat.pointer
    var from: PrecisePoint<LayoutPoints>?
    return (1...count).map { number in
      InputPlayer.Step(pause: number == count ? 0 : pause, awaitsAnswer: true) {
        let start = from ?? pointer.position
        from = start
        let part = Double(number) / Double(count)
        return pointer.move(to: PrecisePoint(x: start.x + (point.x - start.x) * part, y: start.y + (point.y - start.y) * part))
      }
    }
  }

  package func movePointer(_ parameters: MovePointer.Parameters, reply: ControlReply<InputResult>) {
    play(reply) { [unowned self] () throws(ControlError) in
      try check(parameters.steps, "steps", 1...10_000)
      try check(parameters.duration, "duration", Self.times)
      let count = parameters.steps ?? max(1, (parameters.duration ?? 0) / 16)
      return line(to: try point(parameters.to), steps: count, pause: count > 1 ? (parameters.duration ?? 0) / (count - 1) : 0)
    }
  }

  /// The code of a button that is not down.
  private func freeButton(_ button: PointerButton?) throws(ControlError) -> UInt32 {
    let button = button ?? .left
    guard !service.seat.pointer.isHeld(button.code) else { throw ControlError(.refused, "the \(button.rawValue) button is down already") }
    return button.code
  }

  package func pressPointer(_ parameters: PressPointer.Parameters, reply: ControlReply<InputResult>) {
    play(reply) { [unowned self] () throws(ControlError) in
      let pointer = service.seat.pointer
      let code = try freeButton(parameters.button)
      return try approach(parameters.at) + [InputPlayer.Step { pointer.button(code, pressed: true) }]
    }
  }

  package func releasePointer(_ parameters: ReleasePointer.Parameters, reply: ControlReply<InputResult>) {
    play(reply) { [unowned self] () throws(ControlError) in
      let pointer = service.seat.pointer
      let button = parameters.button ?? .left
      guard pointer.isHeld(button.code) else { throw ControlError(.refused, "the \(button.rawValue) button is not down") }
      var release = InputPlayer.Step { pointer.button(button.code, pressed: false) }
      release.mayDrop = true
      return try approach(parameters.at) + [release]
    }
  }

  package func clickPointer(_ parameters: ClickPointer.Parameters, reply: ControlReply<InputResult>) {
    play(reply) { [unowned self] () throws(ControlError) in
      try check(parameters.count, "count", 1...100)
      let pointer = service.seat.pointer
      let code = try freeButton(parameters.button)
      let click = [
        InputPlayer.Step(awaitsAnswer: true) { pointer.button(code, pressed: true) },
        InputPlayer.Step { pointer.button(code, pressed: false) },
      ]
      return try approach(parameters.at) + Array(repeating: click, count: parameters.count ?? 1).flatMap { $0 }
    }
  }

  package func scrollPointer(_ parameters: ScrollPointer.Parameters, reply: ControlReply<InputResult>) {
    play(reply) { [unowned self] () throws(ControlError) in
      let (dx, dy) = (parameters.dx ?? 0, parameters.dy ?? 0)
      guard dx.magnitude <= 10_000, dy.magnitude <= 10_000 else {
        throw .badParameter("a scroll of \(dx), \(dy) is out of bounds", expected: ["-10000 to 10000"])
      }
      let pointer = service.seat.pointer
      let source = parameters.source ?? .wheel
      var steps = try approach(parameters.at)
      func lane(_ distance: Double) -> AxisEvent.Lane? {
        guard distance != 0 else { return nil }
        // a wheel's detent scrolls 15 points, as libinput has it, and is 120 parts
        return source == .wheel
          ? AxisEvent.Lane(value: distance * 15, value120: Int32((distance * 120).rounded())) : AxisEvent.Lane(value: distance)
      }
      let kind: AxisEvent.Source = source == .wheel ? .wheel : source == .finger ? .finger : .continuous
      steps.append(InputPlayer.Step { pointer.scroll(AxisEvent(source: kind, vertical: lane(dy), horizontal: lane(dx))) })
      if source == .finger {
        steps.append(
          InputPlayer.Step {
            pointer.scroll(AxisEvent(source: kind, vertical: dy == 0 ? nil : .stop, horizontal: dx == 0 ? nil : .stop))
          })
      }
      return steps
    }
  }

  package func dragPointer(_ parameters: DragPointer.Parameters, reply: ControlReply<InputResult>) {
    play(reply) { [unowned self] () throws(ControlError) in
      try check(parameters.steps, "steps", 1...10_000)
      try check(parameters.duration, "duration", Self.times)
      try checkPath(parameters.path, "a drag")
      let pointer = service.seat.pointer
      let isTaken = { [unowned self] in service.seat.drag != nil || service.model.interaction != nil }
      let code = try freeButton(parameters.button)
      let legs = parameters.path.count - 1
      let count = parameters.steps ?? max(10, (parameters.duration ?? 0) / 16 / legs)
      guard count <= Self.mostMotions / legs else {
        throw .badParameter(
          "\(legs) times \(count) motions are too many", parameter: "steps", given: String(count),
          expected: ["\(Self.mostMotions) motions in all at most"])
      }
      var steps = try approach(parameters.path[0])
      steps.append(InputPlayer.Step(awaitsAnswer: true) { pointer.button(code, pressed: true) })
      for (index, spec) in parameters.path.dropFirst().enumerated() {
        var leg = line(to: try point(spec), steps: count, pause: (parameters.duration ?? 0) / legs / count)
        // toolkits look at motion once a frame, and begin a drag or a move then; most presses begin neither, so it is waited ten times at most
        if index == 0 {
          let stride = (count + 9) / 10
          for number in leg.indices where (number + 1) % stride == 0 { leg[number].until = (isTaken, 20) }
        }
        steps += leg
      }
      var release = InputPlayer.Step { pointer.button(code, pressed: false) }
      release.mayDrop = true
      steps.append(release)
      return steps
    }
  }

  // MARK: Keyboard

  package func type(_ parameters: TypeText.Parameters, reply: ControlReply<InputResult>) {
    play(reply) { [unowned self] () throws(ControlError) in
      try check(parameters.delay, "delay", 0...10_000)
      return try typer.steps(typing: parameters.text, delay: parameters.delay ?? 0)
    }
  }

  package func press(_ parameters: PressKeys.Parameters, reply: ControlReply<InputResult>) {
    play(reply) { [unowned self] () throws(ControlError) in
      try check(parameters.hold, "hold", Self.times)
      try check(parameters.count, "count", 1...1000)
      let keyboard = service.seat.keyboard
      let keys: [UInt32]
      do {
        let chord = try Input.KeyChord(
          parsing: parameters.keys.description, on: keyboard.state.keymap, modifiers: keyboard.state.modifiers)
        keys = chord.modifiers + [chord.key]
      } catch {
        throw .badParameter("\(error)", parameter: "keys", given: parameters.keys.description)
      }
      let held = keys.filter { keyboard.state.isHeld($0, on: .standard) }
      func names(_ keys: [UInt32]) -> String { keys.map { keyboard.state.name(of: $0) }.joined(separator: ", ") }
      let action = parameters.action ?? .press
      if action == .up, held.count < keys.count {
        let missing = names(keys.filter { !held.contains($0) })
        throw ControlError(
          .refused, "\(parameters.keys) cannot be let go of: \(missing) \(keys.count - held.count == 1 ? "is" : "are") not down",
          .init(given: parameters.keys.description))
      }
      if action != .up, let key = keys.last, held.contains(key) {
        throw ControlError(.refused, "\(names([key])) is down already", .init(given: parameters.keys.description))
      }
      // modifiers that are held stay so
      let free = action == .up ? keys : keys.filter { !held.contains($0) }
      let down = free.map { key in InputPlayer.Step { keyboard.key(key, pressed: true) } }
      let up = free.reversed().map { key in InputPlayer.Step { keyboard.key(key, pressed: false) } }
      switch action {
      case .down: return down
      case .up: return up
      case .press:
        var once = down + up
        once[down.count - 1].pause = parameters.hold ?? 0
        return Array(repeating: once, count: parameters.count ?? 1).flatMap { $0 }
      }
    }
  }
}
