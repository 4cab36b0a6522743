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
    let run: () -> Surface?

    init(pause: Int = 0, awaitsAnswer: Bool = false, _ run: @escaping () -> Surface?) {
      self.pause = pause
      self.awaitsAnswer = awaitsAnswer
      self.run = run
    }
  }

  private final class Call {
    var steps: ArraySlice<Step>
    let reply: ControlReply<InputResult>
    var delivered: [WindowReference] = []

    init(_ steps: [Step], _ reply: ControlReply<InputResult>) {
      self.steps = steps[...]
      self.reply = reply
    }
  }

  private unowned let service: WindowService
  private var calls: [Call] = []
  private var timer: TimerSource?
  private var isPaused = false
  private var lastQuestion = 0

  init(_ service: WindowService) { self.service = service }

  /// Whether input waits to be played.
  var isIdle: Bool { calls.isEmpty }

  /// Plays `steps` after what is being played.
  func play(_ steps: [Step], _ reply: ControlReply<InputResult>) {
    calls.append(Call(steps, reply))
    if calls.count == 1 { run() }
  }

  private func run() {
    guard !isPaused else { return }
    while let call = calls.first {
      while let step = call.steps.popFirst() {
        service.beginCommit()
        let surface = step.run()
        service.endCommit()
        if let surface, let window = service.window(of: surface) { note(window, in: call) }
        if step.pause > 0 {
          pause(step.pause)
          return
        }
        if step.awaitsAnswer, !call.steps.isEmpty, let surface, let window = service.window(of: surface) {
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
    if !isAnswered { pause(Self.patience) }
  }

  private func pause(_ milliseconds: Int) {
    isPaused = true
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
