internal import CasementControl
internal import Geometry
internal import Input

/// Puts the steps of a script of touches in time.
struct TouchTimeline {
  private var plan: [TimedStep<TouchEvent>] = []
  private var positions: [Int32: PrecisePoint<LayoutPoints>]
  /// When the steps that begin together now began, and when the longest of them ends.
  private var (start, end) = (0, 0)
  private var group: [TimedStep<TouchEvent>] = []
  private var groupFingers: Set<Int32> = []

  /// A script that begins while these fingers touch.
  init(fingersDown: [Int32: PrecisePoint<LayoutPoints>]) { positions = fingersDown }

  /// Adds a step, whose point is `point`.
  ///
  /// - Throws: a parameter error where the step makes no sense here.
  mutating func add(_ step: TouchStep, to point: PrecisePoint<LayoutPoints>?) throws(ControlError) {
    let finger = Int32(step.id ?? 0)
    let isLong = step.action == .wait || step.action == .cancel || (step.milliseconds ?? 0) > 0
    let isTogether = step.together ?? false
    // what takes no time and is of other fingers goes into the same frame
    let joins = isTogether || (!isLong && end == start && !groupFingers.contains(finger))
    if !joins { try close() }
    guard groupFingers.insert(finger).inserted else {
      throw .badParameter("finger \(finger) does two things at once", expected: TouchStep.forms)
    }
    switch step.action {
    case .down:
      guard positions[finger] == nil else { throw .badParameter("finger \(finger) touches already", expected: TouchStep.forms) }
      positions[finger] = try needed(point, step)
      group.append(TimedStep(start, .down(finger, positions[finger]!)))
    case .move:
      guard let from = positions[finger] else { throw .badParameter("finger \(finger) does not touch", expected: TouchStep.forms) }
      let to = try needed(point, step)
      positions[finger] = to
      group += TouchPlan.move(finger, from: from, to: to, over: step.milliseconds ?? 0).map { TimedStep(start + $0.time, $0.event) }
      end = max(end, start + (step.milliseconds ?? 0))
    case .up:
      guard positions.removeValue(forKey: finger) != nil else {
        throw .badParameter("finger \(finger) does not touch", expected: TouchStep.forms)
      }
      group.append(TimedStep(start, .up(finger)))
    case .cancel:
      positions = [:]
      group.append(TimedStep(start, .cancel))
    case .wait:
      end = start + (step.milliseconds ?? 0)
      try close()
      plan.append(TimedStep(start, .rest))
    }
  }

  private func needed(_ point: PrecisePoint<LayoutPoints>?, _ step: TouchStep) throws(ControlError) -> PrecisePoint<LayoutPoints> {
    guard let point else { throw .badParameter("a \(step.action.rawValue) step has no point", expected: TouchStep.forms) }
    return point
  }

  private mutating func close() throws(ControlError) {
    plan += TouchPlan.together([group])
    guard plan.count <= TouchScript.mostSteps else {
      throw .badParameter("the script has more than \(TouchScript.mostSteps) steps", parameter: "steps")
    }
    group = []
    groupFingers = []
    start = end
  }

  /// The whole script.
  mutating func finish() throws(ControlError) -> [TimedStep<TouchEvent>] {
    try close()
    return plan
  }
}
