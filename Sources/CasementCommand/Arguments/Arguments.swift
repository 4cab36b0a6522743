import CasementControl

/// The words after a command, sorted into options, positional words, and the command to run.
struct Arguments {
  /// The values of options by name, in the order in which they were given; a flag has an empty text.
  private var values: [String: [String]] = [:]
  /// The words that are no options.
  private(set) var words: [String] = []
  /// The command to run and its arguments, for a command that takes one.
  private(set) var command: [String] = []

  /// Sorts `input` by what `options` there are.
  ///
  /// - Parameters:
  ///   - positionals: the words that are taken; `command` ends them where it is taken.
  ///   - takesCommand: whether everything from the first word that is no option, or from `--`, is a command to run.
  /// - Throws: an error that names the word that is wrong, and what would be right.
  init(_ input: [String], options: [AnyOption], positionals: [Positional], takesCommand: Bool) throws(UsageError) {
    var index = 0
    while index < input.count {
      let word = input[index]
      index += 1
      if word == "--" {
        if takesCommand { command = Array(input[index...]) } else { words += input[index...] }
        break
      }
      guard word.hasPrefix("-"), word != "-", !Self.isNumber(word) else {
        if takesCommand {
          command = Array(input[(index - 1)...])
          break
        }
        words.append(word)
        continue
      }
      try take(word, from: input, at: &index, options: options)
    }
    if has(Command.help) { return }
    try Self.check(words, against: positionals)
    if takesCommand, command.isEmpty { throw UsageError("there is no command to run; give it after “--”") }
  }

  /// Whether a word that begins with a dash is a number or a point, and so no option.
  private static func isNumber(_ word: String) -> Bool {
    guard let second = word.dropFirst().utf8.first else { return false }
    return (0x30...0x39).contains(second) || second == 0x2E
  }

  private mutating func take(_ word: String, from input: [String], at index: inout Int, options: [AnyOption]) throws(UsageError) {
    let parts = word.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = word == "-h" ? Command.help.name : word.hasPrefix("--") ? String(parts[0]) : word
    guard let option = options.first(where: { $0.name == name }) else {
      let near = nearest(to: name, among: options.map(\.name)).map { "; did you mean \($0.joined(separator: " or "))?" } ?? ""
      throw UsageError("there is no option “\(name)”\(near)")
    }
    let attached = parts.count == 2 && word.hasPrefix("--") ? String(parts[1]) : nil
    let value: String
    if let placeholder = option.placeholder {
      if let attached {
        value = attached
      } else {
        guard index < input.count, input[index] != "--" else { throw UsageError("\(name) needs a value: \(option.usage)") }
        value = input[index]
        index += 1
      }
      do throws(UsageError) { try option.check(value) } catch { throw UsageError("\(name) \(placeholder): \(error.message)") }
    } else {
      guard attached == nil else { throw UsageError("\(name) takes no value") }
      value = ""
    }
    guard option.isRepeatable || values[name] == nil || option.placeholder == nil else { throw UsageError("\(name) is given twice") }
    values[name, default: []].append(value)
  }

  private static func check(_ words: [String], against positionals: [Positional]) throws(UsageError) {
    let least = positionals.count { !$0.isOptional }
    if words.count < least {
      let missing = positionals.filter { !$0.isOptional }[words.count]
      throw UsageError("\(missing.name) is missing: \(missing.help)")
    }
    if words.count > positionals.count, positionals.last?.isRepeated != true {
      throw UsageError("“\(words[positionals.count])” is one word too many")
    }
  }

  /// The value of an option; nil where it was not given.
  subscript<Value>(option: Option<Value>) -> Value? { all(option).last }

  /// The names of the options that were given.
  var given: Set<String> { Set(values.keys) }

  /// Whether a flag was given.
  func has(_ flag: Option<Bool>) -> Bool { values[flag.name] != nil }

  /// The values of an option that may be given several times.
  func all<Value>(_ option: Option<Value>) -> [Value] {
    (values[option.name] ?? []).map { text in
      guard let value = try? option.parse(text) else { preconditionFailure("\(option.name) was checked and is wrong now") }
      return value
    }
  }
}

/// A word that a command takes by its place.
struct Positional: Sendable {
  /// What stands for it in the help.
  let name: String
  /// What it is, as a sentence for the help.
  let help: String
  /// Whether it may be left out.
  var isOptional = false
  /// Whether it may be given several times; only for the last one.
  var isRepeated = false

  /// How it is written in the help.
  var usage: String {
    let name = isRepeated ? name + "…" : name
    return isOptional ? "[\(name)]" : name
  }
}
