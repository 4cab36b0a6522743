import Casement
import CasementControl
import Glibc
import Nested
import WaylandServer

/// `casement serve`: a service that lasts until it is told to end.
enum ServeCommand {
  static let readyFD = Option("--ready-fd", "N", "Write the display's name and a newline there, and close it, when the service is ready.") {
    text throws(UsageError) in Int32(try Values.integer(text, in: 1...1_000_000))
  }

  static func command(makeService: @escaping ServiceMaker) -> Command {
    Command(
      words: ["serve"], summary: "Runs a service until INT or TERM.",
      details: [
        "", "Where WAYLAND_DISPLAY names a session, the screens are windows of it: resizing one changes the screen,",
        "closing one disconnects it, and with the last one the service ends, unless --keep is given.",
        "", "Standard output tells how to connect. A service manager is told when the service is ready",
        "(NOTIFY_SOCKET, as sd_notify does).",
      ],
      options: ServiceOptions.all + [readyFD.any, ServiceOptions.reattach.any, ControlCommand.service.any],
      statuses: [
        (1, "The service cannot be had, or the screens cannot be shown; standard error says why."),
        (3, "--reattach: there is no such service."), (124, "--reattach: the service did not answer in time."),
        (125, "The session that showed the screens cannot be had, or is gone."),
      ],
      success: "It was told to end, or the last of its windows in the session was closed; --reattach: the screens are shown."
    ) { arguments in
      if arguments.has(ServiceOptions.reattach) { return try reattach(arguments) }
      if arguments[ControlCommand.service] != nil { throw UsageError("--service names a service that runs: it goes with --reattach") }
      let configuration = try ServiceOptions.configuration(arguments)
      if let descriptor = arguments[readyFD], fcntl(descriptor, F_GETFD) < 0 {
        throw UsageError("--ready-fd N: the descriptor \(descriptor) is not open")
      }
      let backend = try ServiceOptions.backendRequest(arguments, standard: nil)
      let service = try makeService(configuration, backend)
      defer { service.shutDown() }
      // Signals are held before there is anything that one could make us leave behind.
      var isDone = false
      let signals = try SignalSource([SIGINT, SIGTERM, SIGHUP, SIGPIPE], on: service.eventLoop) { signal, _ in
        if signal != SIGPIPE { isDone = true }
      }
      let directory = try runtimeDirectory()
      let lock = try takeName(arguments[ServiceOptions.socket], in: directory)
      defer {
        service.shutDown()
        lock.release()
      }
      service.log(arguments[ServiceOptions.log] ?? .off)
      if let directory = arguments[ServiceOptions.report] {
        try service.record(in: directory, about: .init(words: CommandLine.arguments))
      }
      let control = ServiceDirectories.controlSocket(besides: lock.socketPath)
      try service.listen(socketPath: lock.socketPath)
      try service.listenForControl(socketPath: control)

      let name = String(lock.socketPath.dropFirst(directory.count + 1))
      let display = directory == System.variable("XDG_RUNTIME_DIR") ? name : lock.socketPath
      Output.out("WAYLAND_DISPLAY=\(display)\nCASEMENT_SOCKET=\(control)\n")
      if let descriptor = arguments[readyFD] { try Readiness.write(display, to: descriptor) }
      Readiness.notify("READY=1\nSTATUS=serving \(display)")
      withExtendedLifetime(signals) {
        while !isDone, service.end == nil { service.turn(timeoutMilliseconds: -1) }
      }
      Readiness.notify("STOPPING=1")
      guard let end = service.end else {
        service.recorder?.end(status: nil, "the service was told to end")
        return 0
      }
      Output.say(end.message)
      withExtendedLifetime(signals) { closeWindows(of: service) { isDone } }
      service.recorder?.end(status: end.status, end.message)
      return end.status
    }
  }

  /// Milliseconds that clients have to end by themselves when the service does.
  private static let grace = 2000

  /// Asks all windows to close, and waits a little until whoever had them is gone: clients may have something to save, also after their
  /// last window.
  ///
  /// - Parameter isHurried: whether there is no time for that any more.
  private static func closeWindows(of service: any ServiceHost, unless isHurried: () -> Bool) {
    var isOver = false
    let timer = service.eventLoop.makeTimer { isOver = true }
    timer.arm(afterMilliseconds: grace)
    let isAnybodyThere = service.askWindowsToClose()
    while !isOver, !isHurried(), isAnybodyThere() { service.turn(timeoutMilliseconds: -1) }
    timer.disarm()
  }

  /// Has the service that runs show its screens in this session.
  private static func reattach(_ arguments: Arguments) throws -> Int32 {
    let idle = arguments.given.subtracting([ServiceOptions.reattach.name, ControlCommand.service.name]).sorted()
    guard idle.isEmpty else {
      throw UsageError("\(idle.joined(separator: ", ")): of no use beside --reattach, which starts nothing; only --service goes with it")
    }
    // a connected socket cannot be passed on to the service
    guard case .path(let path) = HostAddress(variable: { $0 == "WAYLAND_SOCKET" ? nil : System.variable($0) }) else {
      throw UsageError("--reattach needs a Wayland session: WAYLAND_DISPLAY names none")
    }
    do {
      _ = try ControlClient.find(name: arguments[ControlCommand.service], variable: System.variable)
        .call(AttachSession.self, AttachSession.Parameters(display: path))
      return 0
    } catch {
      throw ControlCommand.failure(error, wantsJSON: false)
    }
  }

  /// The user's runtime directory; where there is none, one of our own in TMPDIR or `/tmp`.
  private static func runtimeDirectory() throws(Failure) -> String {
    if let own = System.variable("XDG_RUNTIME_DIR"), RuntimeDirectory.isOwn(own) { return own }
    var reasons: [String] = []
    for base in ServiceDirectories.temporary(variable: System.variable) {
      let path = "\(base)/casement-\(getuid())"
      if unsafe mkdir(path, 0o700) == 0 || errno == EEXIST, RuntimeDirectory.isOwn(path) { return path }
      reasons.append("\(path): \(errno == EEXIST ? "it is not a directory that only you can write to" : System.reason())")
    }
    throw Failure("there is no runtime directory: XDG_RUNTIME_DIR is not one of yours, and \(reasons.joined(separator: "; "))")
  }

  private static func takeName(_ wanted: String?, in directory: String) throws(Failure) -> ServiceLock {
    if let wanted {
      if let lock = try ServiceLock(name: wanted, in: directory) { return lock }
      let control = ServiceDirectories.controlSocket(besides: "\(directory)/\(wanted)")
      let who = (try? ControlClient(path: control)) != nil ? "another Casement" : "another compositor"
      throw Failure("the name “\(wanted)” is taken: \(who) serves \(directory)/\(wanted); choose another with --socket")
    }
    for number in 0..<100 {
      if let lock = try ServiceLock(name: "casement-\(number)", in: directory) { return lock }
    }
    throw Failure("casement-0 to casement-99 are all taken in \(directory); choose a name with --socket")
  }
}
