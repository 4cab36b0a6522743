import Testing

@testable import CasementCommand

@Suite struct ArgumentsTests {
  static let count = Option("--count", "N", "How often.") { text throws(UsageError) in try Values.integer(text, in: 1...9) }
  static let name = Option("--name", "NAME", isRepeatable: true, "A name.", parse: Values.name)
  static let quick = Option(flag: "--quick", "Quickly.")
  static let positionals = [
    Positional(name: "FILE", help: "The file."), Positional(name: "MORE", help: "More.", isOptional: true, isRepeated: true),
  ]

  private func read(_ words: [String], takesCommand: Bool = false) throws(UsageError) -> Arguments {
    try Arguments(
      words, options: [Self.count.any, Self.name.any, Self.quick.any, Command.help.any],
      positionals: takesCommand ? [] : Self.positionals, takesCommand: takesCommand)
  }

  @Test func optionsAndWordsMayBeMixed() throws {
    let arguments = try read(["a", "--count", "3", "b", "--name=x=y", "--quick", "--name", "z", "-", "-5,3", "--", "--count"])
    #expect(arguments.words == ["a", "b", "-", "-5,3", "--count"])
    #expect(arguments[Self.count] == 3)
    #expect(arguments.all(Self.name) == ["x=y", "z"])
    #expect(arguments.has(Self.quick))
  }

  @Test(arguments: [
    (["--cuont", "3", "a"], "did you mean --count?"), (["a", "--count"], "--count needs a value: --count N"),
    (["a", "--count", "0"], "“0” is not a whole number from 1 to 9"), (["a", "--count=x"], "--count N: “x”"),
    (["a", "--count", "1", "--count", "2"], "given twice"), (["a", "--quick=yes"], "takes no value"), ([], "FILE is missing: The file."),
    (["a", "-q"], "no option “-q”"), (["a", "--count", "--"], "needs a value"), (["--name=", "a"], "empty"),
  ])
  func anErrorNamesTheWordAndWhatWouldBeRight(words: [String], hint: String) {
    let error = #expect(throws: UsageError.self) { try read(words) }
    #expect(error?.message.contains(hint) == true, "\(error?.message ?? "")")
  }

  @Test func aCommandBeginsAtTheFirstWordOrAfterTwoDashes() throws {
    #expect(try read(["--count", "2", "--", "--quick", "x"], takesCommand: true).command == ["--quick", "x"])
    #expect(try read(["--count", "2", "ls", "--", "--count"], takesCommand: true).command == ["ls", "--", "--count"])
    let error = #expect(throws: UsageError.self) { try read(["--count", "2", "--"], takesCommand: true) }
    #expect(error?.message.contains("no command to run") == true)
  }

  @Test func helpNeedsNothingElse() throws {
    #expect(try read(["--help"]).has(Command.help))
    #expect(try read(["-h"]).has(Command.help))
    #expect(try !read(["ls", "--help"], takesCommand: true).has(Command.help))
  }

  @Test func tooManyWordsAreNamed() {
    let error = #expect(throws: UsageError.self) {
      try Arguments(["a", "b"], options: [], positionals: [Positional(name: "X", help: "")], takesCommand: false)
    }
    #expect(error?.message == "“b” is one word too many")
  }
}
