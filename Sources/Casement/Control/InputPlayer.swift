internal import CasementControl
internal import WaylandServer
internal import WindowModel

/// Plays injected input, one call after the other, however long each takes.
///
/// A call's input is a list of steps; each sends events, and may say how long to wait until the next. A call is answered when its
/// last step was sent to the clients.
final class InputPlayer {
  /// One moment of a call: what to do, and the milliseconds until the next.
  struct Step {
    var pause = 0
    /// Whether the next step waits until the client has read this one: toolkits that read a press and its release together take back
    /// what the press began.
    var awaitsAnswer = false
    /// Does it. - Returns: the surfaces that were told.
    let run: () -> [Surface]

    init(pause: Int = 0, awaitsAnswer: Bool = false, _ run: @escaping () -> Surface?) {
      self.init(pause: pause, awaitsAnswer: awaitsAnswer, all: { run().map { [$0] } ?? [] })
    }

    init(pause: Int = 0, awaitsAnswer: Bool = false, all run: @escaping () -> [Surface]) {
      self.pause = pause
      self.awaitsAnswer = awaitsAnswer
      self.run = run
    }
  }

  /// Makes a call's steps, when its turn has come: places and keys are looked up then.
  typealias Plan = () throws(ControlError) -> [Step]

  private final class Call {
    let plan: Plan
    /// What is left; nil before the call's turn.
    var steps: ArraySlice<Step>?
    let reply: ControlReply<InputResult>
    var delivered: [WindowReference] = []

    init(_ plan: @escaping Plan, _ reply: ControlReply<InputResult>) {
      self.plan = plan
      self.reply = reply
    }
  }

  private unowned let service: WindowService
  private var calls: [Call] = []
  private var timer: TimerSource?
  private var clockTimer: ClockTimer?
  private var isPaused = false
  private var lastQuestion = 0

  init(_ service: WindowService) { self.service = service }

  /// Whether input waits to be played.
  var isIdle: Bool { calls.isEmpty }

  /// Plays what `plan` makes, after what is being played.
  func play(_ reply: ControlReply<InputResult>, _ plan: @escaping Plan) {
    calls.append(Call(plan, reply))
    if calls.count == 1 { run() }
  }

  private func run() {
    guard !isPaused else { return }
    while let call = calls.first {
      if call.steps == nil {
        do throws(ControlError) { call.steps = try call.plan()[...] } catch {
          calls.removeFirst()
          if !call.reply.isCancelled { call.reply.fail(error) }
          continue
        }
      }
      while let step = call.steps?.popFirst() {
        service.beginCommit()
        let surfaces = step.run()
        service.endCommit()
        let windows = surfaces.compactMap { service.window(of: $0) }
        for window in windows { note(window, in: call) }
        if step.pause > 0 {
          pass(step.pause)
          return
        }
        if step.awaitsAnswer, call.steps?.isEmpty == false, let window = windows.first {
          awaitAnswer(from: window.client)
          if isPaused { return }
        }
      }
      calls.removeFirst()
      service.display.flush()
      call.reply.succeed(InputResult(delivered: call.delivered))
    }
  }

  private func note(_ window: ClientWindow, in call: Call) {
    service.expectAnswer(from: window.client)
    let appID = window.role.appID
    let reference = WindowReference(window: window.id.rawValue, appID: appID.isEmpty ? nil : appID)
    if !call.delivered.contains(reference) { call.delivered.append(reference) }
  }

  /// The longest that a gesture waits for a client that does not answer, in milliseconds.
  private static let patience = 200

  /// Goes on when the client has read what it was sent, or after a while without an answer.
  private func awaitAnswer(from client: Client) {
    lastQuestion += 1
    let question = lastQuestion
    isPaused = true
    var isAnswered = false
    var isAsking = true
    service.ping(client) { [unowned self] in
      isAnswered = true
      guard self.isPaused, self.lastQuestion == question else { return }
      self.isPaused = false
      if isAsking { return }
      self.timer?.disarm()
      self.run()
    }
    isAsking = false
    // a client that cannot be asked has answered at once
    if !isAnswered { rest(Self.patience) }
  }

  /// Goes on when so many milliseconds have passed on the service's clock.
  private func pass(_ milliseconds: Int) {
    isPaused = true
    service.display.flush()
    clockTimer = service.clockTimers.schedule(at: service.clock.now + UInt64(milliseconds) * 1_000_000) { [unowned self] in
      self.isPaused = false
      self.run()
    }
  }

  /// Goes on after so many milliseconds of real time at most.
  private func rest(_ milliseconds: Int) {
    service.display.flush()
    let timer =
      timer
      ?? service.eventLoop.makeTimer { [unowned self] in
        self.lastQuestion += 1
        self.isPaused = false
        self.run()
      }
    self.timer = timer
    timer.arm(afterMilliseconds: milliseconds)
  }
}
