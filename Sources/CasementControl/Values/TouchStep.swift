/// One step of a script of touches.
///
/// As text: `down ID POINT`, `move ID POINT [MS]`, `up ID`, `cancel` or `wait MS`; a script has them separated by semicolons, or by “&”
/// where they begin together.
package struct TouchStep: ControlObject, Hashable {
  /// What happens.
  package enum Action: String, ControlChoice {
    case down, move, up, cancel, wait
    package static var noun: String { "touch step" }
  }

  package var action: Action
  package var id: Int?
  package var to: PointSpec?
  package var milliseconds: Int?
  package var together: Bool?

  /// A step with the members that its action needs.
  package init(_ action: Action, id: Int? = nil, to: PointSpec? = nil, milliseconds: Int? = nil, together: Bool? = nil) {
    self.action = action
    self.id = id
    self.to = to
    self.milliseconds = milliseconds
    self.together = together
  }

  package static var notes: KeyValuePairs<String, String> {
    [
      "action": "what happens",
      "id": "which finger, 0 to 31: for down, move and up",
      "to": "the point: for down and move",
      "milliseconds": "how long a move takes, with motion on the way (at once where absent), or how long to wait, on the service's clock",
      "together": "whether it begins with the step before it, so that several fingers move at once; false where absent",
    ]
  }

  /// The forms that a step has.
  package static var forms: [String] { ["down ID POINT", "move ID POINT [MS]", "up ID", "cancel", "wait MS"] }

  /// The steps of a script.
  ///
  /// - Throws: a parameter error that quotes the step that is wrong, with the forms that would be right.
  package static func script(parsing text: String) throws(ControlError) -> [TouchStep] {
    var steps: [TouchStep] = []
    for group in text.split(separator: ";") {
      let parts = group.split(separator: "&", omittingEmptySubsequences: false)
      for (index, part) in parts.enumerated() {
        let words = part.split(whereSeparator: \.isWhitespace).map(String.init)
        guard !words.isEmpty else {
          if parts.count == 1 { break }
          throw .badParameter("“\(group)” has nothing on one side of “&”", given: text, expected: forms)
        }
        var step = try TouchStep(words: words)
        if index > 0 {
          guard step.action != .wait, step.action != .cancel else {
            throw .badParameter("“\(step.action.rawValue)” stands alone, not beside “&”", given: text, expected: forms)
          }
          step.together = true
        }
        steps.append(step)
      }
    }
    guard !steps.isEmpty else { throw .badParameter("the touch script is empty", given: text, expected: forms) }
    return steps
  }

  private init(words: [String]) throws(ControlError) {
    let text = words.joined(separator: " ")
    self.init(try Action(word: words[0]))
    let counts: ClosedRange<Int> =
      switch action {
      case .down: 3...3
      case .move: 3...4
      case .up, .wait: 2...2
      case .cancel: 1...1
      }
    guard counts.contains(words.count) else {
      throw .badParameter("“\(text)” is not a touch step", given: text, expected: Self.forms)
    }
    if action == .down || action == .move || action == .up {
      guard let id = wholeNumber(words[1]), (0...31).contains(id) else {
        throw .badParameter("“\(words[1])” in “\(text)” is not a finger", given: text, expected: ["0 to 31"])
      }
      self.id = id
    }
    if words.count >= 3 { to = try PointSpec(parsing: words[2]) }
    if action == .wait || words.count == 4 {
      guard let time = wholeNumber(words[words.count - 1]), (0...600_000).contains(time) else {
        throw .badParameter("“\(words[words.count - 1])” in “\(text)” is not a time", given: text, expected: ["0 to 600000 milliseconds"])
      }
      milliseconds = time
    }
  }
}
