internal import CasementControl
internal import Input
internal import WaylandServer
internal import WindowModel

/// Plays injected input, one call after the other, however long each takes.
///
/// A call's input is a list of steps; each sends events, and may say how long to wait until the next. A call is answered when its
/// clients have read what they were sent, or have had some time for it: the answer says who has not.
final class InputPlayer {
  /// One moment of a call: what to do, and the milliseconds until the next.
  struct Step {
    var pause = 0
    /// Whether the next step waits until the client has read this one: toolkits that read a press and its release together take back
    /// what the press began.
    var awaitsAnswer = false
    /// What must be true before the next step, unless so many milliseconds of real time are over.
    var until: (isTrue: () -> Bool, patience: Int)?
    /// Whether it may drop something: first the target has time to say what it takes.
    var mayDrop = false
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
    /// Tells it from others, when it is gone as well.
    let number: Int
    let plan: Plan
    /// What is left; nil before the call's turn.
    var steps: ArraySlice<Step>?
    let reply: ControlReply<InputResult>
    var delivered: [WindowReference] = []
    /// Clients that were sent something, in the order in which they first were, and with which windows.
    var told: [(client: Client, windows: [WindowReference])] = []
    /// How often in a row clients have let the patience pass.
    var silences: [UInt64: Int] = [:]
    /// What was held down on the seat when its turn came, where it is not over with one step.
    var heldBefore: Held?

    init(_ number: Int, _ plan: @escaping Plan, _ reply: ControlReply<InputResult>) {
      self.number = number
      self.plan = plan
      self.reply = reply
    }
  }

  /// What is held down on the seat.
  private struct Held {
    let keys: [UInt32]
    let buttons: [UInt32]
    let fingers: [FingerID]

    init(_ seat: Seat) {
      keys = seat.keyboard.heldKeys
      buttons = seat.pointer.heldButtons
      fingers = seat.touch.fingersDown
    }
  }

  private unowned let service: WindowService
  private var calls: [Call] = []
  private var lastCall = 0
  private var timer: TimerSource?
  private var clockTimer: ClockTimer?
  private var isPaused = false
  private var lastQuestion = 0
  /// What the next step waits for, once the client has answered.
  private var pendingUntil: (isTrue: () -> Bool, patience: Int)?
  /// What is being waited for.
  private var condition: (() -> Bool)?
  private var hasWaitedForDrop = false
  /// The client that was asked between two steps; nil where none was, or it is gone.
  private var asked: UInt64?
  /// Whether one was asked between two steps.
  private var isAsking = false
  /// The call whose clients are being asked for the last time.
  private var ending: Ending?

  /// The end of a call: its last step was sent.
  private final class Ending {
    /// Clients that have not said that they have read all, by number.
    private(set) var unread: [UInt64]
    init(_ clients: [UInt64]) { unread = clients }
    func hasRead(_ client: UInt64) { unread.removeAll { $0 == client } }
  }

  init(_ service: WindowService) { self.service = service }

  /// What is still to be done, as a sentence; nil where nothing is.
  var unfinished: String? {
    let later = ending == nil && calls.first?.steps != nil ? calls.count - 1 : calls.count - (ending == nil ? 0 : 1)
    let waiting = later == 1 ? "one call of input waits for its turn" : "\(later) calls of input wait for their turn"
    guard ending == nil, let steps = calls.first?.steps else { return later > 0 ? waiting : nil }
    let left = steps.count == 1 ? "one step is" : "\(steps.count) steps are"
    let clock = clockTimer != nil && service.clock.kind == .manual ? ", when the clock is stepped" : ""
    return "input is not finished: \(left) to come\(clock)" + (later > 0 ? ", and \(waiting)" : "")
  }

  /// Plays what `plan` makes, after what is being played.
  func play(_ reply: ControlReply<InputResult>, _ plan: @escaping Plan) {
    lastCall += 1
    let number = lastCall
    reply.onCancel = { [weak self] in self?.abandon(number) }
    calls.append(Call(number, plan, reply))
    if calls.count == 1 { run() }
  }

  /// Whoever asked for the input has gone: the rest of it is dropped, and what it holds down is let go of.
  private func abandon(_ number: Int) {
    guard let index = calls.firstIndex(where: { $0.number == number }) else { return }
    guard index == 0, calls[index].steps != nil else {
      calls.remove(at: index)
      return
    }
    // all of it was sent; it stays as it is
    if ending != nil { return }
    lastQuestion += 1
    timer?.disarm()
    clockTimer = nil
    (condition, pendingUntil, hasWaitedForDrop, isPaused) = (nil, nil, false, false)
    (isAsking, asked) = (false, nil)
    service.beginCommit()
    let (seat, now) = (service.seat!, Held(service.seat))
    let before = calls[index].heldBefore ?? now
    for key in now.keys.reversed() where !before.keys.contains(key) { _ = seat.keyboard.key(key, pressed: false) }
    for button in now.buttons.reversed() where !before.buttons.contains(button) { _ = seat.pointer.button(button, pressed: false) }
    for finger in now.fingers where !before.fingers.contains(finger) { _ = seat.touch.up(finger) }
    seat.touch.frame()
    service.endCommit()
    calls.removeFirst()
    run()
  }

  private func run() {
    guard !isPaused else { return }
    while let call = calls.first {
      if call.steps == nil {
        do throws(ControlError) {
          let steps = try call.plan()
          call.steps = steps[...]
          if steps.count > 1 { call.heldBefore = Held(service.seat) }
        } catch {
          calls.removeFirst()
          if !call.reply.isCancelled { call.reply.fail(error) }
          continue
        }
      }
      if let until = pendingUntil {
        pendingUntil = nil
        if !until.isTrue() { return wait(until.isTrue, until.patience) }
      }
      while let step = call.steps?.first {
        if step.mayDrop, !hasWaitedForDrop, let drag = service.seat.drag, !drag.isAgreed {
          hasWaitedForDrop = true
          return wait({ [unowned self] in service.seat.drag?.isAgreed ?? true }, Self.dropPatience)
        }
        hasWaitedForDrop = false
        call.steps?.removeFirst()
        service.beginCommit()
        let surfaces = step.run()
        service.endCommit()
        var first: ClientWindow?
        for surface in surfaces {
          guard let window = service.window(of: surface) else { continue }
          if first == nil { first = window }
          note(window, in: call)
        }
        if step.pause > 0 {
          pass(step.pause)
          return
        }
        pendingUntil = step.until
        if step.awaitsAnswer, call.steps?.isEmpty == false, let window = first {
          awaitAnswer(from: window.client, in: call)
          if isPaused { return }
          // who is not waited for any more begins nothing either
          if call.silences[window.client.number] ?? 0 >= Self.mostSilences { pendingUntil = nil }
        }
        if let until = pendingUntil {
          pendingUntil = nil
          if !until.isTrue() { return wait(until.isTrue, until.patience) }
        }
      }
      if ending == nil {
        // first the events, which are waited for, then the question
        if !call.told.isEmpty { service.display.flush() }
        awaitAnswers(of: call)
        if isPaused { return }
      }
      let silent = ending?.unread ?? []
      ending = nil
      calls.removeFirst()
      service.display.flush()
      let unread = silent.isEmpty ? [] : call.told.filter { silent.contains($0.client.number) }.flatMap(\.windows)
      if call.reply.isCancelled { continue }
      call.reply.succeed(InputResult(delivered: call.delivered, unread: call.delivered.filter(unread.contains)))
    }
  }

  private func note(_ window: ClientWindow, in call: Call) {
    service.answers.expectAnswer(from: window.client)
    let appID = window.role.appID
    let reference = WindowReference(window: window.id.rawValue, appID: appID.isEmpty ? nil : appID)
    if !call.delivered.contains(reference) { call.delivered.append(reference) }
    guard let index = call.told.firstIndex(where: { $0.client === window.client }) else {
      call.told.append((window.client, [reference]))
      return
    }
    if !call.told[index].windows.contains(reference) { call.told[index].windows.append(reference) }
  }

  /// Asks every client of a call whether it has read all of it, and goes on when they have said so, or after a while.
  private func awaitAnswers(of call: Call) {
    let ending = Ending(call.told.map(\.client.number))
    self.ending = ending
    for (client, _) in call.told {
      let number = client.number
      service.answers.whenInputRead(by: client) { [weak self] in
        ending.hasRead(number)
        guard let self, self.ending === ending, ending.unread.isEmpty, isPaused else { return }
        goOn()
      }
    }
    guard !ending.unread.isEmpty else { return }
    isPaused = true
    rest(call.told.contains { call.silences[$0.client.number] ?? 0 >= Self.mostSilences } ? 0 : Self.patience)
  }

  /// A client is gone: nobody waits for it any more.
  func clientGone(_ client: Client) {
    ending?.hasRead(client.number)
    if asked == client.number { asked = nil }
  }

  /// The longest that a gesture waits for a client that does not answer, in milliseconds.
  private static let patience = InputResult.patience
  /// How often in a row a client may let that pass until a call does not wait for it any more.
  private static let mostSilences = 5
  /// The longest that a drop waits for its target to say what it takes, in milliseconds.
  private static let dropPatience = 500

  /// Goes on when `isTrue` says so, or after a while.
  private func wait(_ isTrue: @escaping () -> Bool, _ milliseconds: Int) {
    isPaused = true
    condition = isTrue
    rest(milliseconds)
  }

  /// A turn of the loop is over: what is being waited for may be true.
  func check() {
    let isOver = condition?() ?? (isAsking ? asked == nil : ending?.unread.isEmpty ?? false)
    guard isPaused, isOver else { return }
    goOn()
  }

  private func goOn() {
    lastQuestion += 1
    condition = nil
    (isAsking, asked) = (false, nil)
    timer?.disarm()
    isPaused = false
    run()
  }

  /// Goes on when the client has read what it was sent, or after a while without an answer.
  private func awaitAnswer(from client: Client, in call: Call) {
    let silences = call.silences[client.number] ?? 0
    guard silences < Self.mostSilences else { return }
    // until it answers
    call.silences[client.number] = silences + 1
    lastQuestion += 1
    let question = lastQuestion
    var isAnswered = false
    service.answers.whenRead(by: client) { [weak self, weak call] in
      isAnswered = true
      call?.silences[client.number] = nil
      guard let self, isPaused, isAsking, lastQuestion == question else { return }
      goOn()
    }
    if isAnswered { return }
    (isPaused, isAsking, asked) = (true, true, client.number)
    rest(Self.patience)
  }

  /// Goes on when so many milliseconds have passed on the service's clock.
  private func pass(_ milliseconds: Int) {
    isPaused = true
    service.display.flush()
    clockTimer = service.clockTimers.schedule(at: service.clock.now + UInt64(milliseconds) * 1_000_000) { [unowned self] in
      self.clockTimer = nil
      self.isPaused = false
      self.run()
    }
  }

  /// Goes on after so many milliseconds of real time at most.
  private func rest(_ milliseconds: Int) {
    service.display.flush()
    let timer = timer ?? service.eventLoop.makeTimer { [unowned self] in goOn() }
    self.timer = timer
    timer.arm(afterMilliseconds: milliseconds)
  }
}
