extension Command {
  /// Reads the words after the command, does it, and tells on standard error what went wrong.
  ///
  /// - Returns: the exit status.
  func perform(_ input: [String]) -> Int32 {
    do {
      let arguments = try Arguments(input, options: allOptions, positionals: positionals, takesCommand: takesCommand)
      if arguments.has(Self.help) { return Output.out(helpText) ? 0 : 1 }
      return try run(arguments)
    } catch let error as UsageError {
      Output.say("\(name): \(error.message)\nTry “casement \(name) --help”.")
      return usageStatus
    } catch let failure as Failure {
      Output.say(failure.message)
      return failure.status
    } catch {
      Output.say("\(error)")
      return usageStatus == 2 ? 1 : usageStatus
    }
  }
}
