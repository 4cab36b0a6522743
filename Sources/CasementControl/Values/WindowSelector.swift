/// How a command names a window: by id, by app id, by title, by tag, or as the key window.
///
/// As text: a number, `key`, `title=TEXT`, `tag=TEXT`, `app-id=TEXT`, or anything else, which is an app id. In app ids, titles and tags `*`
/// stands for any characters and `?` for one; where a window is named exactly so, that one is meant.
package enum WindowSelector: Hashable, Sendable {
  /// The window of this id.
  case id(Int)
  /// The window of the application with this id.
  case appID(String)
  /// The window with this title.
  case title(String)
  /// The window whose purpose has this name.
  case tag(String)
  /// The window that gets the keyboard.
  case key
}

extension WindowSelector: CustomStringConvertible {
  /// The selector that `text` names.
  ///
  /// - Throws: a parameter error where it is empty.
  package init(parsing text: String) throws(ControlError) {
    if let number = Int(text), number >= 0 {
      self = .id(number)
    } else if text == "key" {
      self = .key
    } else if let title = text.after(prefix: "title=") {
      self = .title(title)
    } else if let tag = text.after(prefix: "tag=") {
      self = .tag(tag)
    } else if let name = text.after(prefix: "app-id="), !name.isEmpty {
      self = .appID(name)
    } else if !text.isEmpty, text != "app-id=" {
      self = .appID(text)
    } else {
      throw .badParameter("a window cannot be named by nothing", given: text, expected: Self.forms)
    }
  }

  /// The forms that a selector has.
  package static var forms: [String] { ["an id", "an app id", "app-id=TEXT", "title=TEXT", "tag=TEXT", "key"] }

  /// What app ids, titles and tags may hold, for the help.
  package static let patterns = "In texts “*” stands for any characters, “?” for one."

  /// The selector as text that parses to it again.
  package var description: String {
    switch self {
    case .id(let id): String(id)
    case .appID(let name): name == "key" || Int(name) != nil || name.contains("=") ? "app-id=" + name : name
    case .title(let title): "title=" + title
    case .tag(let tag): "tag=" + tag
    case .key: "key"
    }
  }

  /// The selector in a sentence that begins “no window is”.
  package var spoken: String {
    switch self {
    case .id(let id): "number \(id)"
    case .appID(let name): "of the app id “\(name)”"
    case .title(let title): "titled “\(title)”"
    case .tag(let tag): "tagged “\(tag)”"
    case .key: "key"
    }
  }
}

extension WindowSelector {
  /// Whether `window` is one that this selector names.
  package func matches(_ window: WindowInfo) -> Bool {
    switch self {
    case .id(let id): window.id == id
    case .appID(let name): Self.matches(window.appID, name)
    case .title(let title): Self.matches(window.title, title)
    case .tag(let tag): Self.matches(window.tag, tag)
    case .key: window.key
    }
  }

  private static func matches(_ text: String?, _ pattern: String) -> Bool {
    guard let text else { return false }
    return text == pattern || pattern.contains { $0 == "*" || $0 == "?" } && Glob(pattern).matches(text)
  }

  /// Whether `window` has the very app id, title or tag.
  private func isExactly(_ window: WindowInfo) -> Bool {
    switch self {
    case .appID(let name): window.appID == name
    case .title(let title): window.title == title
    case .tag(let tag): window.tag == tag
    case .id, .key: true
    }
  }

  /// The one window of `windows` that this selector names.
  ///
  /// - Throws: `notFound` where there is none, `ambiguous` with the ids where there are several.
  package func resolve(among windows: [WindowInfo]) throws(ControlError) -> WindowInfo {
    let all = windows.filter(matches)
    let exact = all.filter(isExactly)
    let found = exact.isEmpty ? all : exact
    guard let first = found.first else { throw .noWindow(self, among: windows) }
    guard found.count == 1 else {
      let ids = found.map { String($0.id) }
      throw ControlError(
        .ambiguous, "\(found.count) windows are \(spoken): \(ids.joined(separator: ", ")); name one by its id",
        .init(given: description, expected: ids))
    }
    return first
  }
}

extension WindowSelector: Codable {
  package init(from decoder: any Decoder) throws {
    let container = try decoder.singleValueContainer()
    if let id = try? container.decode(Int.self) {
      self = .id(id)
    } else if let text = try? container.decode(String.self) {
      self = try Self(parsing: text)
    } else {
      throw ControlError.badParameter("a window is named by a number or a text", expected: Self.forms)
    }
  }

  package func encode(to encoder: any Encoder) throws {
    var container = encoder.singleValueContainer()
    if case .id(let id) = self { try container.encode(id) } else { try container.encode(description) }
  }
}
