extension CommandTable {
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
      ("Input", InputCommands.all),
      ("Pictures", CaptureCommands.all),
      ("Waiting and time", WaitCommands.all + ClockCommands.all),
      ("Events", EventCommands.all),
    ])
  }
}
