import CasementControl

extension CommandTable {
  private static let referenceCommand = Command(
    words: ["reference"], summary: "Prints the reference page of the control socket, in Markdown."
  ) { _ in Output.out(ReferencePage.text) ? 0 : 1 }

  /// The commands that run a service, alone: whoever starts one does not wait for the others to be made.
  static func services(makeService: @escaping ServiceMaker) -> CommandTable {
    CommandTable(groups: [("Services", [RunCommand.command(makeService: makeService), ServeCommand.command(makeService: makeService)])])
  }

  /// Every command.
  ///
  /// - Parameter makeService: makes the service of `run` and `serve`.
  static func all(makeService: @escaping ServiceMaker) -> CommandTable {
    CommandTable(groups: [
      (
        "Services",
        [RunCommand.command(makeService: makeService), ServeCommand.command(makeService: makeService), CheckCommand.command]
      ),
      ("What there is", InspectionCommands.all),
      ("Windows", WindowCommands.all),
      ("Screens", ScreenCommands.all),
      ("Input", InputCommands.all + GestureCommands.all),
      ("Clipboard", ClipboardCommands.all),
      ("Pictures", CaptureCommands.all + [RecordCommand.command, CompareCommand.command]),
      ("Waiting and time", WaitCommands.all + ClockCommands.all),
      ("Events", EventCommands.all),
      ("Documentation", [referenceCommand]),
    ])
  }
}
