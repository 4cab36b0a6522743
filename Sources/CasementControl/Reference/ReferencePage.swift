/// The reference page of the control socket, in Markdown, made from the types that travel.
package enum ReferencePage {
  /// The whole page.
  package static var text: String {
    var objects = ObjectList()
    let methods = ServedMethods.all.map { section(of: $0.type, &objects) }.joined(separator: "\n")
    let events = "## Events\n\(eventText)\n\n" + table(of: ControlEvent.self, &objects)
    let errors = errorText + "\n\n### `data` of an error\n\n" + table(of: ControlError.Detail.self, &objects)
    return [
      ReferenceText.introduction, ReferenceText.client, ReferenceText.rules, contents, ReferenceText.forms, "## Methods\n", methods, events,
      errors, "## Objects\n", objects.sections(),
    ].joined(separator: "\n") + "\n"
  }

  // MARK: Methods

  private static var contents: String {
    "Methods: " + ServedMethods.names.map { "[`\($0)`](#\(anchor($0)))" }.joined(separator: " · ") + "\n"
  }

  private static func anchor(_ name: String) -> String { name.filter { $0.isLetter || $0.isNumber } }

  private static func section<Method: ControlMethod>(of method: Method.Type, _ objects: inout ObjectList) -> String {
    var text = "### `\(method.name)`\n\(method.summary)\n\n"
    if Method.Parameters.self == Nothing.self {
      text += "Parameters: none.\n\n"
    } else {
      text += "Parameters:\n\n" + table(of: Method.Parameters.self, &objects) + "\n"
    }
    if Method.Result.self == Nothing.self {
      text += "Result: `{}`.\n"
    } else if let object = Method.Result.self as? any ControlObject.Type, objects.isLocal(object) {
      text += "Result:\n\n" + table(of: object, &objects)
    } else {
      text += "Result: \(objects.name(of: Method.Result.self)).\n"
    }
    return text
  }

  /// The members of an object as a table.
  fileprivate static func table<Object: ControlObject>(of type: Object.Type, _ objects: inout ObjectList) -> String {
    let notes = Dictionary(uniqueKeysWithValues: type.notes.map { ($0.key, $0.value) })
    var text = "| member | value | meaning |\n|---|---|---|\n"
    for member in TypeShape.members(of: type) {
      let value = objects.name(of: member.type) + (member.isOptional ? "; may be absent" : "")
      text += "| `\(member.name)` | \(value) | \(notes[member.name] ?? "") |\n"
    }
    return text
  }

  // MARK: Events and errors

  private static var eventText: String {
    """
    After `events.subscribe`, each thing that happens is a notification `event`, whose `params` is an object with `kind`, `time`, and those of
    the other members that have a meaning for the kind. A client that does not read them is dropped: the last line that it gets is a
    notification `dropped`, whose `params` is an error object that says why.
    """
  }

  private static var errorText: String {
    let rows = ControlError.Code.all.map { "| \($0.code.rawValue) | \($0.meaning) |" }.joined(separator: "\n")
    return """
      ## Errors
      An error has a `code`, a `message`, which is a sentence for people, and mostly `data`, the same for programs.

      | code | meaning |
      |---|---|
      \(rows)
      """
  }
}

/// The objects that were mentioned, each to be described once.
private struct ObjectList {
  private var mentioned: [any ControlObject.Type] = []

  /// Whether an object is described where it is used, because nothing else uses it: the parameters and the result of one method.
  func isLocal(_ type: any ControlObject.Type) -> Bool { "\(type)" == "Result" }

  /// How a type is called in a table.
  mutating func name(of type: Any.Type) -> String {
    switch type {
    case is Int.Type: return "whole number"
    case is Double.Type: return "number"
    case is String.Type: return "text"
    case is Bool.Type: return "truth value"
    case is PointSpec.Type: return "[point](#points)"
    case is WindowSelector.Type: return "[window](#naming-a-window)"
    case is PixelColour.Type: return "colour, `#rrggbb`"
    case is KeyChord.Type: return "chord, as text"
    case is Base64.Type: return "bytes in Base64"
    case is ScreenSpec.Type: return "[screen](#describing-a-screen)"
    case is ScreenOverscan.Type: return "insets in points, `N` or `TOP:LEFT:BOTTOM:RIGHT`, as text"
    case is ScreenModeSpec.Type: return "mode, `WxH[@HZ]`, as text"
    case is ControlError.Code.Type: return "whole number"
    case let list as any EmptyList.Type: return "list: " + name(of: list.element)
    case let choice as any ControlChoice.Type: return "one of " + words(choice).map { "`\($0)`" }.joined(separator: ", ")
    case let object as any ControlObject.Type:
      if !mentioned.contains(where: { $0 == object }) { mentioned.append(object) }
      return "object [\(object)](#\("\(object)".lowercased()))"
    default: preconditionFailure("the reference page has no word for \(type)")
    }
  }

  private func words<Choice: ControlChoice>(_ type: Choice.Type) -> [String] { type.words }

  /// The descriptions of all that were mentioned, and of those that these mention.
  mutating func sections() -> String {
    var texts: [(name: String, text: String)] = []
    var next = 0
    while next < mentioned.count {
      let type = mentioned[next]
      let text = section(of: type)
      texts.append(("\(type)", text))
      next += 1
    }
    return texts.sorted { $0.name < $1.name }.map(\.text).joined(separator: "\n")
  }

  private mutating func section<Object: ControlObject>(of type: Object.Type) -> String {
    "### \(type)\n\n" + ReferencePage.table(of: type, &self)
  }
}
