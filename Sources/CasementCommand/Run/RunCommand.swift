import CasementControl

/// `casement run`: a private service, a command in it, the command's exit status, and nothing left behind.
enum RunCommand {
  static func command(makeService: @escaping ServiceMaker) -> Command {
    Command(
      words: ["run"],
      summary: "Runs a command in a private headless service, returns its exit status, and leaves nothing behind.",
      details: [
        "",
        "The command starts when the service answers. Its environment is the caller's, with what would",
        "lead it to another desktop replaced or taken out:",
      ] + environmentRows + [
        "",
        "When the command has ended, or has run for longer than --timeout, whatever it started is ended as well:",
        "asked with TERM, and after \(Runner.grace / 1000) seconds killed. INT, TERM, HUP and QUIT are passed on to the command, which",
        "may take its time. A command with a terminal on standard input keeps it. Where Casement itself is killed",
        "(KILL), the command dies with it, and what has the command's environment is killed by a guardian.",
        "",
        "With --backend nested, closing the last window asks the command's windows to close. A command",
        "that has none, or does not end within \(Runner.grace / 1000) seconds, is ended as well; the status is its own all",
        "the same. A session that is gone ends the command in this way too, with 125.",
      ],
      options: RunOptions.all + ServiceOptions.all,
      takesCommand: true,
      statuses: [
        (124, "The command ran longer than --timeout."),
        (
          125,
          "Casement failed, the command line cannot be understood, the session that showed the screens is gone, or the command succeeded and "
            + "the window of --wait-window never came."
        ),
        (126, "The command cannot be executed."), (127, "The command was not found."),
        (128, "Plus n: signal n ended the command. Any other is the command's."),
      ],
      success: nil, usageStatus: 125
    ) { arguments in
      let configuration = try ServiceOptions.configuration(arguments)
      let options = try RunOptions(arguments)
      let backend = try ServiceOptions.backendRequest(arguments, standard: .headless)
      return try Runner.run(options, makeService: { try makeService(configuration, backend) })
    }
  }

  private static var environmentRows: [String] {
    let service = ChildEnvironment.Service(directory: "DIRECTORY", display: "NAME", controlSocket: "DIRECTORY/NAME.control")
    return Command.columns(
      ChildEnvironment.table(service, keepsRuntimeDirectory: false).map { name, rule, why in
        switch rule {
        case .set(let value): ("\(name)=\(value)", why)
        case .unset: ("no \(name)", why)
        }
      })
  }
}
