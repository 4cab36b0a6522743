import CasementControl

/// One command of `casement`: its words, what it takes, and what it does. The help is made from the same table.
struct Command: Sendable {
  /// The words that name it, such as `wait window`.
  let words: [String]
  /// What it does, as a sentence.
  let summary: String
  /// More than the summary, for its own help; lines of at most 96 characters.
  var details: [String] = []
  /// The words that it takes.
  var positionals: [Positional] = []
  /// The options that it takes, beside `--help`.
  var options: [AnyOption] = []
  /// Whether it takes a command to run.
  var takesCommand = false
  /// Exit statuses, with what they mean, beside those of success and of a command line that cannot be understood.
  var statuses: [(status: Int32, meaning: String)] = []
  /// What status 0 means; nil where it is nothing special.
  var success: String? = "Done."
  /// The status for a command line that cannot be understood.
  var usageStatus: Int32 = 2
  /// The methods of the control socket that it needs; it is not there where one of them is not served.
  var methods: [any ControlMethod.Type] = []
  /// Does it.
  ///
  /// - Returns: the exit status.
  let run: @Sendable (Arguments) throws -> Int32

  /// The command's name.
  var name: String { words.joined(separator: " ") }

  /// How it is written.
  var usage: String {
    var parts = ["casement", name]
    if !options.isEmpty { parts.append("[options]") }
    parts += positionals.map(\.usage)
    if takesCommand { parts.append("[--] COMMAND [ARG…]") }
    return parts.joined(separator: " ")
  }
}

extension Command {
  /// The flag that every command has.
  static let help = Option(flag: "--help", "Print this help.")

  /// All options, with the one that every command has.
  var allOptions: [AnyOption] { options + [Self.help.any] }

  /// All exit statuses, in order.
  var allStatuses: [(status: Int32, meaning: String)] {
    var all = statuses
    if let success { all.append((0, success)) }
    if !all.contains(where: { $0.status == usageStatus }) { all.append((usageStatus, "The command line cannot be understood.")) }
    return all.sorted { $0.status < $1.status }
  }

  /// The whole help of the command.
  var helpText: String {
    var lines = ["Usage: \(usage)", ""] + Self.wrap(summary, width: 100) + details
    if !positionals.isEmpty { lines += ["", "Words:"] + Self.columns(positionals.map { ($0.name, $0.help) }) }
    lines += ["", "Options:"] + Self.columns(allOptions.map { ($0.usage, $0.isRepeatable ? $0.help + " May be repeated." : $0.help) })
    lines += ["", "Exit status:"] + Self.columns(allStatuses.map { (String($0.status), $0.meaning) })
    return lines.joined(separator: "\n") + "\n"
  }

  /// Two columns: a name, and a text broken into lines of at most 100 characters.
  static func columns(_ rows: [(String, String)]) -> [String] {
    let width = min(rows.map(\.0.count).max() ?? 0, 26)
    return rows.flatMap { name, text in
      let indent = String(repeating: " ", count: width + 4)
      var lines = wrap(text, width: 100 - width - 4).map { indent + $0 }
      let head = "  " + name
      if name.count > width || lines.isEmpty {
        lines.insert(head, at: 0)
      } else {
        lines[0] = head + lines[0].dropFirst(head.count)
      }
      return lines
    }
  }

  private static func wrap(_ text: String, width: Int) -> [String] {
    var lines: [String] = []
    for word in text.split(separator: " ") {
      if let last = lines.last, last.count + 1 + word.count <= width {
        lines[lines.count - 1] = last + " " + word
      } else {
        lines.append(String(word))
      }
    }
    return lines
  }
}
