package import CasementControl
internal import Surfaces
internal import WaylandServer
internal import WindowModel

/// Lets time pass under a manual clock, a frame at a time, and lets clients draw each.
final class Stepper {
  private unowned let service: WindowService
  private var calls: [Call] = []
  /// Clients that were told to draw and have neither committed nor said that they are idle.
  private var awaited: [UInt64: Client] = [:]
  private var timer: TimerSource?

  private final class Call {
    var frames: Int
    /// The time to reach; nil where frames are counted.
    let end: UInt64?
    let bound: Int
    let reply: ControlReply<Step.Result>
    var done = 0
    var unanswered: [WindowReference] = []

    init(frames: Int, end: UInt64?, bound: Int, _ reply: ControlReply<Step.Result>) {
      self.frames = frames
      self.end = end
      self.bound = bound
      self.reply = reply
    }
  }

  init(_ service: WindowService) { self.service = service }

  /// Lets `frames` of the main screen, or `nanoseconds`, pass; `bound` is how long each frame's clients may take, in real milliseconds.
  func step(frames: Int, nanoseconds: UInt64?, bound: Int, _ reply: ControlReply<Step.Result>) {
    calls.append(Call(frames: frames, end: nanoseconds.map { service.clock.now + $0 }, bound: bound, reply))
    if calls.count == 1 { advance() }
  }

  /// A client committed.
  func committed(_ client: Client) { awaited[client.number] = nil }

  func clientGone(_ client: Client) { awaited[client.number] = nil }

  /// Goes on where every client has answered.
  func check() {
    guard !calls.isEmpty, awaited.isEmpty, !service.controller.recordings.isBehind else { return }
    timer?.disarm()
    advance()
  }

  private func advance() {
    while let call = calls.first {
      let isOver = call.end.map { service.clock.now >= $0 } ?? (call.done >= call.frames)
      if isOver {
        calls.removeFirst()
        call.reply.succeed(
          Step.Result(now: Double(service.clock.now) / 1_000_000, frames: call.done, unanswered: call.unanswered))
        continue
      }
      frame(of: call)
      if !awaited.isEmpty || service.controller.recordings.isBehind {
        wait(call)
        return
      }
    }
  }

  /// Moves on to the next thing that is due: a tick of a screen, or the end of the call.
  private func frame(of call: Call) {
    let clock = service.clock
    let main = service.model.mainScreen
    let frameEnd = main.map { service.frameLoop.tick(of: $0, after: clock.now) } ?? clock.now + 16_666_667
    let end = call.end ?? frameEnd
    let next = min(service.nextDue ?? end, end)
    clock.advance(to: next)
    service.beginCommit()
    let told = service.runDue(at: next)
    service.endCommit()
    if next == frameEnd || call.end == nil && next >= frameEnd { call.done += 1 }
    for client in told {
      awaited[client.number] = client
      service.answers.ping(client) { [unowned self, unowned client] in
        self.awaited[client.number] = nil
      }
    }
    service.display.flush()
  }

  private func wait(_ call: Call) {
    let timer =
      timer
      ?? service.eventLoop.makeTimer { [unowned self] in self.expired() }
    self.timer = timer
    timer.arm(afterMilliseconds: call.bound)
  }

  private func expired() {
    guard let call = calls.first else { return }
    for window in service.clientWindows.values.sorted(by: { $0.id < $1.id }) where awaited[window.client.number] != nil {
      let appID = window.role.appID
      let reference = WindowReference(window: window.id.rawValue, appID: appID.isEmpty ? nil : appID)
      if !call.unanswered.contains(reference) { call.unanswered.append(reference) }
    }
    awaited = [:]
    advance()
  }
}

extension Controller: ClockBackend {
  package func step(_ parameters: Step.Parameters, reply: ControlReply<Step.Result>) {
    func refuse(_ error: ControlError) { reply.fail(error) }
    guard service.clock.kind == .manual else {
      return refuse(ControlError(.refused, "time passes by itself under the real clock; start the service with --clock manual"))
    }
    guard parameters.frames == nil || parameters.milliseconds == nil else {
      return refuse(.badParameter("a step is of frames or of milliseconds, not of both"))
    }
    if let frames = parameters.frames, !(1...100_000).contains(frames) {
      return refuse(.badParameter("\(frames) frames is out of bounds", parameter: "frames", expected: ["1 to 100000"]))
    }
    if let time = parameters.milliseconds, !(1...86_400_000).contains(time) {
      return refuse(.badParameter("\(time) ms is out of bounds", parameter: "milliseconds", expected: ["1 to 86400000"]))
    }
    if let bound = parameters.timeout, !(0...600_000).contains(bound) {
      return refuse(.badParameter("a timeout of \(bound) ms is out of bounds", parameter: "timeout", expected: ["0 to 600000"]))
    }
    stepper.step(
      frames: parameters.frames ?? 1, nanoseconds: parameters.milliseconds.map { UInt64($0) * 1_000_000 },
      bound: parameters.timeout ?? 1000, reply)
  }
}
