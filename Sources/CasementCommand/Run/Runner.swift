import CProcess
import Casement
import CasementControl
import Glibc
import WaylandServer

/// One `run`, from the making of its directory to the removal of it.
final class Runner {
  /// Milliseconds that what is left of a command has between TERM and KILL.
  static let grace = 2000
  /// Milliseconds between two rounds of KILL.
  private static let killInterval = 20
  /// A day in milliseconds, the longest that one can wait.
  private static let day = 86_400_000
  /// Rounds of KILL after which a process that cannot be killed is left.
  private static let maximumKillRounds = 500

  /// Where a run is.
  private enum Phase: Equatable {
    /// The command has not ended, and nobody wants it to.
    case running
    /// What is left of it is being ended; then this status is returned.
    case ending(Int32)
    /// Nothing is left of it.
    case ended(Int32)
  }

  private let options: RunOptions
  private let service: any ServiceHost
  private var command: ChildProcess?
  private var signals: SignalSource?
  private var timeout: TimerSource?
  private var killTimer: TimerSource?
  private var killRounds = 0
  private var phase = Phase.running
  /// Why the service ends by itself, where it does.
  private var serviceEnd: ServiceEnd?
  /// Whether the command was told to end, but has a status of its own.
  private var isStatusItsOwn = false
  private var picture: Shot.Result?
  private var isPictureFinal = false
  private var taps: [OutputTap] = []
  private var x: XServer?

  /// Runs the command of `options` in a service of its own.
  ///
  /// - Returns: the exit status.
  static func run(_ options: RunOptions, makeService: () throws -> any ServiceHost) throws -> Int32 {
    // Before anything of ours is open.
    let inherited = ChildProcess.inheritedDescriptors()
    let isForeground = isatty(0) != 0 && tcgetpgrp(0) == getpgrp()
    let service: any ServiceHost
    do { service = try makeService() } catch { throw cannotStart(error) }
    defer { service.shutDown() }
    // Signals are held before there is anything that one could make us leave behind.
    let runner = try Runner(options, in: service)
    let name = options.socketName ?? "wayland-casement-\(getpid())"
    let directory = try RuntimeDirectory(bases: RuntimeDirectory.bases(variable: System.variable), socketName: name)
    defer {
      service.shutDown()
      directory.remove()
      // A shell that was killed leaves the terminal to a group that is no more.
      if isForeground, tcgetpgrp(0) != getpgrp() { _ = casement_take_terminal(0, getpgrp()) }
    }
    let socket = "\(directory.path)/\(name)"
    let controlSocket = ServiceDirectories.controlSocket(besides: socket)
    do {
      try service.listen(socketPath: socket)
      try service.listenForControl(socketPath: controlSocket)
    } catch {
      throw cannotStart(error)
    }
    let guardian = unsafe getpid() == 1 ? -1 : casement_start_guardian("CASEMENT_SOCKET=\(controlSocket)")
    defer { if guardian >= 0 { casement_dismiss_guardian(guardian) } }
    let result = casement_become_subreaper()
    guard result == 0 else { throw Failure("cannot become the parent of orphans: \(System.reason(-result))", status: 125) }
    let place = ChildEnvironment.Service(
      directory: directory.path, display: name, controlSocket: controlSocket, activationToken: service.mintActivationToken())
    let environment = ChildEnvironment.make(place, inherited: System.environment, kept: options.keptVariables)
    if options.wantsX {
      runner.x = try XServer(directory: directory.path, environment: environment, on: service.eventLoop)
      runner.x.map { service.name(windowsOf: $0.pid, XServer.appID) }
    }
    return try runner.run(in: environment, kept: inherited)
  }

  private static func cannotStart(_ error: any Error) -> Failure {
    Failure("cannot start the service: \((error as? Failure)?.message ?? "\(error)")", status: 125)
  }

  private init(_ options: RunOptions, in service: any ServiceHost) throws(Failure) {
    self.options = options
    self.service = service
    let watched = [SIGCHLD, SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGPIPE]
    signals = try SignalSource(watched, on: service.eventLoop) { [unowned self] in take($0, isFromTerminal: $1) }
  }

  // MARK: The way through

  private func run(in environment: [String], kept: [Int32]) throws -> Int32 {
    // A signal may have come already; then nothing is started.
    service.turn(timeoutMilliseconds: 0)
    if case .ended(let status) = phase { return status }
    if options.wantsPicture {
      if x != nil { service.captureWhenPicturesRest(afterMilliseconds: 50) { [unowned self] in keep($0, isFinal: false) } }
      service.captureWhenLastWindowGoes { [unowned self] in keep($0, isFinal: false) }
    }
    service.log(options.log)
    var environment = environment
    if let x { environment += try display(of: x) }
    if let directory = options.report {
      try service.record(in: directory, about: .init(command: options.command, words: CommandLine.arguments))
      taps = try ([1, 2] as [Int32]).map { descriptor throws(Failure) -> OutputTap in
        // standard output is the picture's where that is wanted
        let target = isOutputForPicture ? 2 : descriptor
        return try OutputTap(before: target, on: service.eventLoop) { [unowned self] in
          service.recorder?.output($0, isError: descriptor == 2)
        }
      }
    }
    do throws(ChildProcess.StartError) {
      command = try ChildProcess(
        options.command, environment: environment, hasOwnGroup: isatty(0) == 0, kept: kept, output: commandOutput)
      for tap in taps { tap.closeInput() }
    } catch {
      service.recorder?.end(status: error.status, "the command could not be started: \(System.reason(error.code))")
      throw Failure("cannot run “\(options.command[0])”: \(System.reason(error.code))", status: error.status)
    }
    if let milliseconds = options.timeout {
      timeout = service.eventLoop.makeTimer { [unowned self] in timedOut() }
      timeout?.arm(afterMilliseconds: milliseconds)
    }
    if let appID = options.waitWindow { awaitWindow(appID) }
    let status = runUntilEnded()
    drain()
    service.recorder?.end(status: status, ending)
    try writePicture()
    return status
  }

  /// Whether standard output is for the picture alone.
  private var isOutputForPicture: Bool { options.wantsPicture && options.screenshot == nil }

  /// What the command has as standard output and error; nil: ours.
  private var commandOutput: (out: Int32, errors: Int32)? {
    if taps.count == 2 { return (taps[0].input, taps[1].input) }
    return isOutputForPicture ? (2, 2) : nil
  }

  /// The variables that lead to the X server, once it is ready.
  ///
  /// - Throws: a failure where it ends before.
  private func display(of server: XServer) throws -> [String] {
    let deadline = service.eventLoop.makeTimer {}
    deadline.arm(afterMilliseconds: 30_000)
    while server.display == nil {
      guard !server.isGone, deadline.isArmed, phase == .running else {
        throw Failure("Xwayland did not become ready\(server.words())", status: 125)
      }
      service.turn(timeoutMilliseconds: 100)
    }
    return ["DISPLAY=\(server.display!)", "XAUTHORITY=\(server.authority)"]
  }

  /// Why the run ended, for its report.
  private var ending = "the command ended"

  private func runUntilEnded() -> Int32 {
    while true {
      if case .ended(let status) = phase { return status }
      service.turn(timeoutMilliseconds: -1)
      if let end = service.end, phase == .running, serviceEnd == nil { leave(end) }
    }
  }

  /// The service is to end: whoever has windows is asked to close them, and what does not end by that is ended.
  private func leave(_ end: ServiceEnd) {
    serviceEnd = end
    Output.say(end.message)
    ending = end.message
    let isAnybodyThere = service.askWindowsToClose()
    guard isAnybodyThere() else { return endUnasked() }
    killTimer = service.eventLoop.makeTimer { [unowned self] in
      say("the command did not end when its windows were asked to close; it is told to")
      endUnasked()
    }
    killTimer?.arm(afterMilliseconds: Self.grace)
  }

  private func endUnasked() {
    isStatusItsOwn = true
    end(status: status(besides: 128 + SIGTERM))
  }

  /// The status where the command has `own`: that of the service, where something is wrong with it.
  private func status(besides own: Int32) -> Int32 { serviceEnd.flatMap { $0.status == 0 ? nil : $0.status } ?? own }

  /// The command's connections have hung up, but the service may not have heard of it yet.
  private func drain() {
    var turns = 0
    while turns < 100, let windows = try? service.controlBackend.windows(), !windows.isEmpty {
      service.turn(timeoutMilliseconds: 0)
      turns += 1
    }
    for tap in taps { tap.finish() }
  }

  /// Tells a person, and the report.
  private func say(_ message: String) {
    Output.say(message)
    service.recorder?.note(message)
  }

  // MARK: What happens

  private func take(_ signal: Int32, isFromTerminal: Bool) {
    switch signal {
    case SIGCHLD: reap()
    case SIGPIPE: break
    default:
      if case .ending = phase { return kill() }
      guard let command else { return phase = .ended(128 + signal) }
      // The terminal sent it to the command as well, where that is in our group.
      if command.hasOwnGroup || !isFromTerminal { command.send(signal) }
    }
  }

  private func reap() {
    var exit = casement_exit()
    while true {
      switch unsafe casement_reap(0, &exit) {
      case 1:
        guard exit.pid == command?.pid, phase == .running else {
          if exit.pid == command?.pid, isStatusItsOwn, case .ending = phase { phase = .ending(status(besides: exit.status)) }
          if let x, x.isProcess(exit.pid), phase == .running { say("Xwayland ended with status \(exit.status)\(x.words())") }
          continue
        }
        // the X server shows the command's windows no more: what rested last has them
        if x != nil, options.wantsPicture { if picture == nil { shoot {} } else { isPictureFinal = true } }
        end(status: status(besides: statusOfEnd(exit.status)))
      case 0: return
      default:
        if case .ending(let status) = phase { phase = .ended(status) }
        return
      }
    }
  }

  /// The status for a command that ended by itself: its own, unless a window was awaited that never came.
  private func statusOfEnd(_ status: Int32) -> Int32 {
    guard let appID = options.waitWindow, status == 0 else { return status }
    say("the command ended, and no window of the app id “\(appID)” was visible and settled before")
    return 125
  }

  private func timedOut() {
    guard phase == .running else { return }
    let windows = (try? service.controlBackend.windows()) ?? []
    let there = windows.map { "\($0.appID ?? "a window") “\($0.title ?? "")”" + ($0.hidden ? ", hidden" : "") }
    say(
      "the command did not end within \(Double(options.timeout ?? 0) / 1000) s"
        + (there.isEmpty ? "" : "; its windows: \(there.joined(separator: "; "))"))
    ending = "the time was over"
    if options.wantsPicture { shoot { [unowned self] in end(status: 124) } } else { end(status: 124) }
  }

  private func awaitWindow(_ appID: String) {
    let visible = ControlReply<WaitWindow.Result> { [weak self] result in
      guard let self, phase == .running else { return }
      if case .failure(let error) = result {
        say(error.message)
        return end(status: 125)
      }
      let settled = ControlReply<WaitSettled.Result> { [weak self] result in
        guard let self, phase == .running else { return }
        if case .failure(let error) = result { say(error.message) }
        if options.wantsPicture { shoot { [unowned self] in end(status: 0) } } else { end(status: 0) }
      }
      service.controlBackend.waitSettled(.init(window: .appID(appID)), reply: settled)
    }
    // The run's own time-out ends it before, where there is one.
    service.controlBackend.waitWindow(.init(window: .appID(appID), state: .visible, timeout: Self.day), reply: visible)
  }

  // MARK: The picture

  /// Takes the picture of now for the last one, then goes on.
  private func shoot(then next: @escaping () -> Void) {
    let windows = (try? service.controlBackend.windows())?.filter { !$0.hidden && $0.screen != nil } ?? []
    guard let shown = windows.first(where: \.key) ?? windows.last else { return next() }
    service.controlBackend.shot(
      Shot.Parameters(screen: shown.screen),
      reply: ControlReply { [weak self] result in
        switch result {
        case .success(let shot): self?.keep(shot, isFinal: true)
        case .failure(let error): self?.say("cannot take the picture: \(error.message)")
        }
        next()
      })
  }

  private func keep(_ shot: Shot.Result, isFinal: Bool) {
    // Without a window in it, it is not the picture that was asked for.
    guard !isPictureFinal, !shot.windows.isEmpty else { return }
    picture = shot
    isPictureFinal = isFinal
  }

  private func writePicture() throws {
    guard options.wantsPicture else { return }
    guard let picture else {
      options.screenshot?.removeOld()
      Output.say("there is no picture: the command never had a visible window")
      return
    }
    guard let file = options.screenshot else {
      guard Output.out(picture.png.bytes) else { throw Failure("cannot write the picture: \(System.reason())", status: 125) }
      return
    }
    do throws(Failure) { try file.replace(with: picture.png.bytes) } catch { throw Failure(error.message, status: 125) }
  }

  // MARK: The end

  private func end(status: Int32) {
    guard phase == .running else { return }
    timeout?.disarm()
    killTimer?.disarm()
    phase = .ending(status)
    Descendants(root: getpid()).send(SIGTERM)
    killTimer = service.eventLoop.makeTimer { [unowned self] in kill() }
    killTimer?.arm(afterMilliseconds: Self.grace)
    reap()
  }

  /// Kills what is left, again and again: what is being killed may be starting more.
  private func kill() {
    guard case .ending(let status) = phase else { return }
    Descendants(root: getpid()).send(SIGKILL)
    killRounds += 1
    if killRounds > Self.maximumKillRounds {
      let left = Descendants(root: getpid()).pids.map { String($0) }.joined(separator: ", ")
      Output.say("cannot end the processes \(left)")
      phase = .ended(status)
    } else {
      killTimer?.arm(afterMilliseconds: Self.killInterval)
    }
    reap()
  }
}
