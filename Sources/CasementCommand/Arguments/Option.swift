/// One option of a command: its name, what it takes, what it does. Help and parsing both come from it.
struct Option<Value: Sendable>: Sendable {
  /// The name with its dashes.
  let name: String
  /// What stands for the value in the help; nil for a flag.
  let placeholder: String?
  /// What the option does, as a sentence for the help.
  let help: String
  /// Whether it may be given several times.
  let isRepeatable: Bool
  /// Reads the value.
  let parse: @Sendable (String) throws(UsageError) -> Value

  /// An option that takes a value.
  init(
    _ name: String, _ placeholder: String, isRepeatable: Bool = false, _ help: String,
    parse: @escaping @Sendable (String) throws(UsageError) -> Value
  ) {
    self.name = name
    self.placeholder = placeholder
    self.help = help
    self.isRepeatable = isRepeatable
    self.parse = parse
  }

  /// The same without its type, for a command's table.
  var any: AnyOption {
    AnyOption(name: name, placeholder: placeholder, help: help, isRepeatable: isRepeatable) { text throws(UsageError) in
      _ = try parse(text)
    }
  }
}

extension Option where Value == Bool {
  /// An option that takes no value.
  init(flag name: String, _ help: String) {
    self.name = name
    placeholder = nil
    self.help = help
    isRepeatable = false
    parse = { _ in true }
  }
}

/// An option without the type of its value.
struct AnyOption: Sendable {
  let name: String
  let placeholder: String?
  let help: String
  let isRepeatable: Bool
  let check: @Sendable (String) throws(UsageError) -> Void

  /// How the option is written in the help.
  var usage: String { placeholder.map { "\(name) \($0)" } ?? name }
}

/// A command line that cannot be understood.
struct UsageError: Error, Equatable {
  /// What is wrong and what would be right, as a sentence.
  let message: String
  init(_ message: String) { self.message = message }
}
