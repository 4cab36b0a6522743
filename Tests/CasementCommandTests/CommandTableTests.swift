import CasementControl
import Testing

@testable import CasementCommand

@Suite struct CommandTableTests {
  let table = CommandTable.all { _, _ in throw Failure("no service in this test") }

  @Test func eachCommandNeedsOnlyWhatIsServed() {
    for command in table.commands { #expect(command.methods.allSatisfy { ServedMethods.contains($0) }) }
    let used = Set(table.commands.flatMap { $0.methods.map { $0.name } })
    // The rest have no command of their own.
    #expect(Set(ServedMethods.names).subtracting(used) == ["ping", "events.unsubscribe", "session.attach"])
  }

  @Test func namesAreUniqueAndTheHelpOfEachIsComplete() {
    #expect(Set(table.commands.map(\.name)).count == table.commands.count)
    for command in table.commands {
      let help = command.helpText
      for option in command.allOptions { #expect(help.contains("  \(option.usage)"), "\(command.name)") }
      for positional in command.positionals { #expect(help.contains("  \(positional.name)"), "\(command.name)") }
      for line in help.split(separator: "\n") { #expect(line.count <= 140, "\(line)") }
      #expect(Set(command.allOptions.map(\.name)).count == command.allOptions.count)
    }
    for line in table.overview.split(separator: "\n") { #expect(line.count <= 100, "\(line)") }
  }

  @Test func theLongestNameWins() throws {
    guard case .run(let screens, []) = try table.read(["screens"]), case .run(let add, let rest) = try table.read(["screen", "add", "1x1"])
    else {
      Issue.record("not read as commands")
      return
    }
    #expect((screens.name, add.name, rest) == ("screens", "screen add", ["1x1"]))
  }

  @Test(arguments: [
    (["windws"], "did you mean windows"), (["screen"], "screen add, screen remove, screen set"),
    (["screen", "ad"], "did you mean screen add"),
    (["click", "1,2"], "“pointer click”"), (["import", "a.png"], "“shot”"), (["search", "foot"], "“wait window”"),
    ([], "there is no command"), (["xyzzy"], "there is no command “xyzzy”"),
  ])
  func anErrorNamesNearCommands(words: [String], hint: String) {
    let error = #expect(throws: UsageError.self) { _ = try table.read(words) }
    #expect(error?.message.contains(hint) == true, "\(error?.message ?? "")")
  }

  /// What other tools say is no command here, and what is meant is one.
  @Test func hintsNameCommands() throws {
    for (word, hint) in CommandTable.elsewhere {
      #expect(!table.commands.contains { $0.words[0] == word } || word == "output", "\(word)")
      let parts = hint.split(separator: "“", omittingEmptySubsequences: false).dropFirst().map { String($0.split(separator: "”")[0]) }
      #expect(!parts.isEmpty)
      for part in parts where part != "key" {
        let words = part.split(separator: " ").map(String.init)
        #expect(table.commands.contains { words.starts(with: $0.words) } || words == ["screen"], "\(part)")
      }
    }
  }

  @Test func aGroupHasHelp() throws {
    guard case .help(let commands) = try table.read(["pointer", "--help"]) else {
      Issue.record("not read as help")
      return
    }
    #expect(commands.count == 9)
  }
}
