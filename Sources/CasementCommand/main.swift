import CProcess
import CasementControl
import Glibc

/// Does what the words after the program's name ask for.
///
/// - Returns: the exit status.
func casement(_ words: [String]) -> Int32 {
  let makeService: ServiceMaker = { configuration, backend in
    casement_raise_descriptor_limit()
    return try WindowServiceHost(configuration, backend)
  }
  let isService = words.first == "serve" || words.first == "run"
  let table = isService ? CommandTable.services(makeService: makeService) : .all(makeService: makeService)
  do throws(UsageError) {
    switch try table.read(words) {
    case .overview: return Output.out(table.overview) ? 0 : 1
    case .version: return Output.out("casement \(casementVersion)\n") ? 0 : 1
    case .help(let commands): return Output.out(commands.map(\.helpText).joined(separator: "\n")) ? 0 : 1
    case .run(let command, let rest): return command.perform(rest)
    }
  } catch {
    Output.say(error.message)
    return 2
  }
}

// a file or a connection that is opened must not become standard output
casement_occupy_standard_descriptors()
exit(casement(Array(CommandLine.arguments.dropFirst())))
