internal import CasementControl

/// Collects the mistakes of one scene file.
final class SceneMistakes {
  private(set) var list: [(offset: Int, path: String, message: String)] = []
  func add(_ message: String, _ path: String, at offset: Int) { list.append((offset, path, message)) }
}

/// A value of a scene file, with its path. Each reader gives nil where the value is not what it reads, and has said so then.
struct SceneValue {
  let json: LocatedJSON
  let path: String
  let mistakes: SceneMistakes

  /// Says what is wrong with the value.
  func fail(_ message: String) { mistakes.add(message, path, at: json.offset) }

  /// The member called `name`; nil where there is none, or this is no object.
  subscript(name: String) -> SceneValue? {
    json.members.first { $0.name == name }.map { SceneValue(json: $0.value, path: "\(path).\(name)", mistakes: mistakes) }
  }

  private func expected(_ what: String) { fail("expected \(what), not \(given)") }

  /// The value, short enough for a sentence.
  private var given: String {
    switch json.value {
    case .number(let number): number.text
    case .string(let text) where text.count <= 40: "“\(text.printable())”"
    case .bool(let value): "\(value)"
    default: json.value.kind
    }
  }

  /// The members of an object that has only `known` ones, and all of `required`.
  func object(_ known: [String], required: [String] = []) -> [String: SceneValue]? {
    guard case .object = json.value else {
      expected("an object with \(known.joined(separator: ", "))")
      return nil
    }
    var members: [String: SceneValue] = [:]
    for member in json.members {
      let path = path.isEmpty ? member.name : "\(path).\(member.name)"
      if known.contains(member.name) {
        members[member.name] = SceneValue(json: member.value, path: path, mistakes: mistakes)
      } else {
        let hint =
          nearest(to: member.name, among: known).map { "did you mean \($0.joined(separator: " or "))?" }
          ?? "the members are \(known.joined(separator: ", "))"
        mistakes.add("there is no such member; \(hint)", path, at: member.offset)
      }
    }
    for name in required where members[name] == nil && !json.members.contains(where: { $0.name == name }) {
      mistakes.add("it is missing", path.isEmpty ? name : "\(path).\(name)", at: json.offset)
    }
    return members
  }

  /// The elements of an array.
  func array(of what: String) -> [SceneValue]? {
    guard case .array = json.value else {
      expected("an array of \(what)")
      return nil
    }
    return json.elements.enumerated().map { SceneValue(json: $1, path: "\(path)[\($0)]", mistakes: mistakes) }
  }

  /// A text that is not empty.
  func text(_ what: String) -> String? {
    guard case .string(let text) = json.value, !text.isEmpty else {
      expected(what)
      return nil
    }
    return text
  }

  /// True or false.
  func bool() -> Bool? {
    guard case .bool(let value) = json.value else {
      expected("true or false")
      return nil
    }
    return value
  }

  /// A number within bounds.
  func number(_ bounds: ClosedRange<Double>) -> Double? {
    guard case .number(let number) = json.value, let value = number.double, bounds.contains(value) else {
      expected("a number from \(bounds.lowerBound.short) to \(bounds.upperBound.short)")
      return nil
    }
    return value
  }

  /// A whole number within bounds.
  func integer(_ bounds: ClosedRange<Int>) -> Int? {
    guard case .number(let number) = json.value, let value = number.integer(Int.self), bounds.contains(value) else {
      expected("a whole number from \(bounds.lowerBound) to \(bounds.upperBound)")
      return nil
    }
    return value
  }

  /// One of the words of `Choice`; a number counts as the word of its digits.
  func choice<Choice: RawRepresentable & CaseIterable>(_ type: Choice.Type = Choice.self) -> Choice? where Choice.RawValue == String {
    let words = Choice.allCases.map(\.rawValue)
    let word: String? =
      switch json.value {
      case .string(let text): text
      case .number(let number): number.text
      default: nil
      }
    if let word, let value = Choice(rawValue: word) { return value }
    let hint = word.flatMap { nearest(to: $0, among: words) }.map { "; did you mean \($0.joined(separator: " or "))?" } ?? ""
    fail("expected \(words.joined(separator: ", ")), not \(given)\(hint)")
    return nil
  }

  /// What a parser of the control socket's texts makes of a text.
  func parsed<Value>(_ what: String, _ parse: (String) throws(ControlError) -> Value) -> Value? {
    guard let text = text(what) else { return nil }
    do throws(ControlError) {
      return try parse(text)
    } catch {
      fail(error.message)
      return nil
    }
  }
}
