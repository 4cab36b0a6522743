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
    let run: () -> Surface?

    init(pause: Int = 0, _ run: @escaping () -> Surface?) {
      self.pause = pause
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

  private func pause(_ milliseconds: Int) {
    isPaused = true
    service.display.flush()
    let timer =
      timer
      ?? service.eventLoop.makeTimer { [unowned self] in
        self.isPaused = false
        self.run()
      }
    self.timer = timer
    timer.arm(afterMilliseconds: milliseconds)
  }
}
