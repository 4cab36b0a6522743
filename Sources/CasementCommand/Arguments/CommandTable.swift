import CasementControl

/// All commands of `casement`, in the order of the help.
struct CommandTable: Sendable {
  /// The groups of the overview, each with its commands.
  let groups: [(title: String, commands: [Command])]

  /// A table of those commands whose methods are all served.
  init(groups: [(title: String, commands: [Command])]) {
    self.groups = groups.map { group in
      (group.title, group.commands.filter { $0.methods.allSatisfy { ServedMethods.contains($0) } })
    }.filter { !$0.commands.isEmpty }
  }

  var commands: [Command] { groups.flatMap(\.commands) }

  /// What a command line asks for.
  enum Request {
    /// The overview.
    case overview
    /// The version.
    case version
    /// The help of some commands: one, or a group with a common first word.
    case help([Command])
    /// A command, with the words after it.
    case run(Command, [String])
  }

  /// What `input`, the words after the program's name, asks for.
  ///
  /// - Throws: an error that names the word that is wrong, and near ones.
  func read(_ input: [String]) throws(UsageError) -> Request {
    guard let first = input.first else { throw UsageError("there is no command; “casement --help” lists them") }
    switch first {
    case "--help", "-h": return .overview
    case "help": return input.count == 1 ? .overview : .help(try find(Array(input.dropFirst())).commands)
    case "--version", "-V": return .version
    default: break
    }
    let (commands, count) = try find(input)
    let rest = Array(input.dropFirst(count))
    guard commands.count == 1, commands[0].words.count == count else {
      if rest.first == "--help" || rest.first == "-h" { return .help(commands) }
      let names = commands.map(\.name)
      guard let word = rest.first, !word.hasPrefix("-") else {
        throw UsageError("“\(first)” is not complete; the commands are \(names.joined(separator: ", "))")
      }
      let near = nearest(to: "\(first) \(word)", among: names) ?? names
      throw UsageError("there is no command “\(first) \(word)”; did you mean \(near.joined(separator: " or "))?")
    }
    return .run(commands[0], rest)
  }

  /// The command that the first words of `input` name, or those of a group, and how many words these are.
  private func find(_ input: [String]) throws(UsageError) -> (commands: [Command], count: Int) {
    if let command = commands.filter({ input.starts(with: $0.words) }).max(by: { $0.words.count < $1.words.count }) {
      return ([command], command.words.count)
    }
    let group = commands.filter { $0.words[0] == input[0] }
    if !group.isEmpty { return (group, 1) }
    if let other = Self.elsewhere[input[0]] { throw UsageError("there is no command “\(input[0])”; what you mean may be \(other)") }
    let names = Array(Set(commands.map { $0.words[0] }))
    let near = nearest(to: input[0], among: names).map { "; did you mean \($0.joined(separator: " or "))?" } ?? ""
    throw UsageError("there is no command “\(input[0])”\(near)")
  }

  /// What other tools call things, and how they are called here.
  static let elsewhere: [String: String] = [
    "click": "“pointer click”, or “tap” for a finger", "mousemove": "“pointer move”", "mousedown": "“pointer down”",
    "mouseup": "“pointer up”", "scroll": "“pointer scroll”", "drag": "“pointer drag”", "keydown": "“press --action down”",
    "keyup": "“press --action up”", "keys": "“press”", "sendkeys": "“press”, or “type” for text", "getmouselocation": "“seat”",
    "getactivewindow": "“seat”, or the window “key”", "search": "“wait window”, or “windows”", "list": "“windows”",
    "focus": "“key WINDOW”", "activate": "“key WINDOW”", "windowfocus": "“key WINDOW”", "windowactivate": "“key WINDOW”",
    "windowraise": "“raise”", "windowclose": "“close”", "windowmove": "“place”", "windowsize": "“place”", "windowmap": "“show”",
    "windowunmap": "“hide”", "import": "“shot”", "screenshot": "“shot”", "capture": "“shot”", "xwd": "“shot”", "outputs": "“screens”",
    "output": "“screen”", "sleep": "“wait settled”, or “step” under a manual clock", "sync": "“wait settled”", "diff": "“compare”",
    "video": "“record”", "copy": "“clipboard set”", "paste": "“clipboard get”", "exec": "“run”", "start": "“serve”",
  ]

  /// The overview of all commands.
  var overview: String {
    var lines = [
      "Usage: casement COMMAND [options] …", "",
      "A window server for Wayland that needs no screen: it runs programs, looks at them and drives them.",
    ]
    for group in groups {
      lines += ["", group.title + ":"]
      lines += Command.columns(
        group.commands.map { command in
          (
            ([command.name] + command.positionals.map(\.usage) + (command.takesCommand ? ["-- COMMAND…"] : [])).joined(separator: " "),
            command.summary
          )
        })
    }
    lines += ["", "“casement COMMAND --help” tells all about one of them."]
    return lines.joined(separator: "\n") + "\n"
  }
}
