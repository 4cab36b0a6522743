internal import Surfaces
internal import WaylandProtocols
internal import WaylandServer
internal import WindowModel

/// Tells clients when to draw: at each tick of a screen, frame callbacks and presentation feedback of what is shown there.
///
/// A tick is a point of a fixed grid on the service's clock, so that lateness never adds up. A screen for which nobody waits has no
/// timer. Nothing is drawn here: drawing is for whoever looks.
final class FrameLoop {
  private unowned let service: WindowService
  private var beats: [ScreenID: Beat] = [:]
  /// The one that was asked for last: mostly it is the next, too.
  private var latestBeat: Beat?
  private var latestScreen: ScreenID?
  /// Clients that were told to draw in the ticks that are being run.
  private var told: [UInt64: Client] = [:]
  /// Surfaces that wait and are on no screen now; they are looked at again when something is shown.
  private let idle = FrameQueue()

  /// One screen's rhythm.
  private final class Beat {
    /// Ticks in a thousand seconds.
    var refresh: UInt64 = 60_000
    /// A tick in the past that the others are counted from.
    var origin: UInt64
    /// The last tick's number on this grid.
    var count: UInt64 = 0
    /// How many ticks there were, whatever the grid: `wp_presentation_feedback.presented`'s `seq`.
    var sequence: UInt64 = 0
    var next: UInt64?
    var timer: TimerSource?
    let waiting = FrameQueue()
    /// Whether the next tick is the backend's to give.
    var isPaced = false
    /// The time of the last tick that the backend gave.
    var lastPaced: UInt64 = 0
    /// Called at the next tick, once.
    var observers: [(UInt64) -> Void] = []
    let screen: ScreenID
    /// Whose beat it is, and who keeps it.
    private unowned(unsafe) let frameLoop: FrameLoop

    init(_ frameLoop: FrameLoop, _ screen: ScreenID, origin: UInt64) {
      unsafe self.frameLoop = frameLoop
      self.screen = screen
      self.origin = origin
    }

    /// The timer is at the next tick.
    func timerFired() { if next != nil { unsafe frameLoop.tick(screen, self) } }

    /// Nanoseconds from tick to tick, rounded down.
    var interval: UInt64 { max(1, Self.thousandSeconds / refresh) }

    /// When tick `number` of the grid is: each by itself, so that rates which do not divide a second do not drift.
    func time(of number: UInt64) -> UInt64 {
      let (whole, part) = number.quotientAndRemainder(dividingBy: refresh)
      return origin + whole * Self.thousandSeconds + part * Self.thousandSeconds / refresh
    }

    /// The number of the first tick after `time`, which is not before the origin.
    func number(after time: UInt64) -> UInt64 {
      let (whole, part) = (time - origin).quotientAndRemainder(dividingBy: Self.thousandSeconds)
      var number = whole * refresh + part * refresh / Self.thousandSeconds + 1
      while self.time(of: number) <= time { number += 1 }
      return number
    }

    private static let thousandSeconds: UInt64 = 1_000_000_000_000
  }

  /// The time that what is being applied was due at: a tick at that very time is not too early for it.
  var appliedAt: UInt64?

  init(_ service: WindowService) { self.service = service }

  /// Sees that `surface` is told at the next tick of its screen; while it is on none, when it is shown again.
  func wait(for surface: Surface) {
    guard surface.frameSlot == nil else { return }
    wait(for: surface, shownOn: service.screenShowing(surface))
  }

  /// The same for a surface of which it is known which screen shows it.
  func wait(for surface: Surface, shownOn shown: ScreenID?) {
    guard surface.frameSlot == nil else { return }
    let service = service
    guard let screen = service.screenPacing(surface, shownOn: shown) else {
      idle.insert(surface)
      if surface.node.hasBarrier { service.heldCommits.barrierWasSet(on: surface) }
      return
    }
    let beat = beat(of: screen)
    beat.waiting.insert(surface)
    arm(screen, beat)
  }

  /// Forgets a surface that is gone.
  func forget(_ surface: Surface) {
    unsafe surface.frameSlot?.queue.remove(surface)
  }

  /// A surface is on a screen now: what it waited for while it was on none comes with the screen's next tick.
  func wasShown(_ surface: Surface) {
    guard unsafe surface.frameSlot?.queue === idle else { return }
    idle.remove(surface)
    wait(for: surface)
  }

  /// Looks again at what waits on no screen: something was shown, or moved.
  func visibilityChanged() {
    guard !idle.isEmpty else { return }
    idle.drain { wait(for: $0) }
  }

  /// Calls `body` at the next tick of `screen`, with the tick's time.
  func atNextTick(of screen: ScreenID, _ body: @escaping (UInt64) -> Void) {
    let beat = beat(of: screen)
    beat.observers.append(body)
    arm(screen, beat)
  }

  /// The screen is gone: what waited on it waits for another.
  func screenRemoved(_ screen: ScreenID) {
    guard let beat = beats.removeValue(forKey: screen) else { return }
    (latestScreen, latestBeat) = (nil, nil)
    beat.timer?.disarm()
    beat.waiting.drain { wait(for: $0) }
  }

  /// The screen may have another refresh rate.
  func screenChanged(_ screen: ScreenID) {
    guard let beat = beats[screen] else { return }
    setInterval(beat, screen)
    guard beat.next != nil, !beat.isPaced else { return }
    beat.next = nil
    arm(screen, beat)
  }

  /// The time of the first tick that is due, on any screen; nil where nobody waits.
  var nextTick: UInt64? { beats.values.compactMap(\.next).min() }

  /// Runs the ticks that are due at `time`, on screens in the order of their ids: for a manual clock.
  ///
  /// - Returns: the clients that were told to draw, each once.
  func runTicks(dueAt time: UInt64) -> [Client] {
    told = [:]
    for screen in beats.keys.sorted() {
      if let beat = beats[screen], let next = beat.next, next <= time { tick(screen, beat) }
    }
    defer { told = [:] }
    return told.values.sorted { $0.number < $1.number }
  }

  /// When the first tick of `screen` after `time` is, on a grid that its ticks are on.
  func tick(of screen: ScreenID, after time: UInt64) -> UInt64 {
    let beat = beat(of: screen)
    return beat.time(of: beat.number(after: max(time, beat.origin)))
  }

  /// The tick of `screen` that is not after now, whether anybody waited for it or not.
  func lastTick(of screen: ScreenID) -> UInt64 {
    let beat = beat(of: screen)
    let now = service.clock.now
    return now < beat.origin ? beat.origin : beat.time(of: beat.number(after: now) - 1)
  }

  private func beat(of screen: ScreenID) -> Beat {
    if screen == latestScreen, let latestBeat { return latestBeat }
    let beat = knownBeat(of: screen)
    (latestScreen, latestBeat) = (screen, beat)
    return beat
  }

  private func knownBeat(of screen: ScreenID) -> Beat {
    if let beat = beats[screen] { return beat }
    let beat = Beat(self, screen, origin: service.clock.now)
    setInterval(beat, screen)
    beats[screen] = beat
    return beat
  }

  private func setInterval(_ beat: Beat, _ screen: ScreenID) {
    let refresh = UInt64(max(service.model.screen(screen)?.mode.refresh ?? 60_000, 1))
    guard refresh != beat.refresh else { return }
    // the last tick that was: while the next one is awaited, it has been counted already
    beat.origin = beat.time(of: beat.next == nil || beat.isPaced ? beat.count : beat.count - 1)
    beat.count = 0
    beat.refresh = refresh
  }

  private func arm(_ screen: ScreenID, _ beat: Beat) {
    guard beat.next == nil else { return }
    let service = service
    let clock = service.clock
    let now = clock.now
    if clock.kind == .real, let backend = service.backend, backend.paces(screen) {
      beat.next = now
      beat.isPaced = true
      backend.tickWanted(on: screen)
      return
    }
    beat.isPaced = false
    var earlier = now
    if let appliedAt, appliedAt > beat.origin, now - appliedAt < beat.interval { earlier = appliedAt - 1 }
    beat.count = max(beat.count + 1, beat.number(after: earlier))
    let next = beat.time(of: beat.count)
    beat.next = next
    guard clock.kind == .real else { return }
    let timer =
      beat.timer
      ?? service.eventLoop.makeTimer { [unowned beat] in beat.timerFired() }
    beat.timer = timer
    timer.arm(at: next)
  }

  /// The backend, which gives the screen its beat, says that it is time.
  func paced(_ screen: ScreenID) {
    guard let beat = beats[screen], beat.next != nil, beat.isPaced else { return }
    // frames are never told twice of one time, nor backwards
    beat.next = max(service.clock.now, beat.lastPaced + 1_000_000)
    beat.lastPaced = beat.next!
    tick(screen, beat)
  }

  /// Another one gives the screen its beat.
  func pacingChanged(_ screen: ScreenID) {
    guard let beat = beats[screen], beat.next != nil else { return }
    beat.timer?.disarm()
    if !beat.isPaced { beat.count -= 1 }
    beat.next = nil
    arm(screen, beat)
  }

  /// What waits to be told when the content shown on `screen` now is seen; the frame loop will not tell.
  func takeFeedback(of screen: ScreenID) -> [ShownContent] {
    guard let beat = beats[screen], !beat.waiting.isEmpty else { return [] }
    var taken: [ShownContent] = []
    for surface in beat.waiting.inOrder
    where !surface.feedback.isEmpty && service.screenShowing(surface) == screen {
      for item in surface.feedback { taken.append(ShownContent(item, on: service.outputs[screen])) }
      surface.feedback = []
    }
    return taken
  }

  private func tick(_ screen: ScreenID, _ beat: Beat) {
    guard let time = beat.next else { return }
    beat.next = nil
    beat.sequence += 1
    let service = service
    let isManual = service.clock.kind == .manual
    let milliseconds = UInt32(truncatingIfNeeded: time / 1_000_000)
    var shown: [Surface] = []
    beat.waiting.drain { surface in
      guard service.screenPacing(surface) == screen else { return wait(for: surface) }
      if surface.node.hasBarrier { shown.append(surface) }
      if !surface.feedback.isEmpty { present(surface, at: time, beat, screen) }
      if isManual, !surface.frameCallbacks.isEmpty { told[surface.client.number] = surface.client }
      answerFrameCallbacks(of: surface, milliseconds)
    }
    if !beat.observers.isEmpty {
      let observers = beat.observers
      beat.observers = []
      for observer in observers { observer(time) }
    }
    if !shown.isEmpty { service.heldCommits.wereShown(shown) }
  }

  private func present(_ surface: Surface, at time: UInt64, _ beat: Beat, _ screen: ScreenID) {
    let feedback = surface.feedback
    surface.feedback = []
    for item in feedback {
      item.presented(at: time, refresh: beat.interval, sequence: beat.sequence, on: service.outputs[screen])
    }
  }

  /// As many as go into the client's socket; the others wait for the next tick: a client that piled up thousands while it was hidden,
  /// or does not read, must not overflow the connection.
  private func answerFrameCallbacks(of surface: Surface, _ milliseconds: UInt32) {
    let client = surface.client
    if let only = surface.frameCallbacks.only, client.maySend(1) {
      surface.frameCallbacks = ObjectList()
      unsafe unsafeDowncast(only, to: WlCallbackResource.self).sendDone(callbackData: milliseconds)
      return
    }
    if surface.frameCallbacks.count <= Self.batch, client.maySend(surface.frameCallbacks.count) {
      let callbacks = surface.frameCallbacks
      surface.frameCallbacks = []
      callbacks.forEach { unsafe unsafeDowncast($0, to: WlCallbackResource.self).sendDone(callbackData: milliseconds) }
      return
    }
    while !surface.frameCallbacks.isEmpty, !client.isCongested {
      for callback in surface.frameCallbacks.removeFirst(Self.batch) {
        unsafe unsafeDowncast(callback, to: WlCallbackResource.self).sendDone(callbackData: milliseconds)
      }
    }
    if !surface.frameCallbacks.isEmpty { wait(for: surface) }
  }

  /// How many callbacks are sent before looking at the socket again: half of libwayland's buffer, with the `delete_id` of each.
  private static let batch = 84
}
