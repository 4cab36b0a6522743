internal import WindowModel

/// A client's capture that has not happened yet.
protocol PendingCapture: AnyObject {
  /// The screen whose ticks it follows; nil while there is none.
  var pace: ScreenID? { get }
  /// Looks at the source at a tick, or when it has gone. - Returns: whether the capture is over, with a picture or without one.
  func attempt(at time: UInt64) -> Bool
}

/// Who has to know when what it captures looks different, is gone, or has another size.
protocol CaptureFollower: AnyObject {
  /// The source may have another size; whatever changed together has all changed.
  func sourceMayHaveChanged()
  /// The screen is gone.
  func screenGone(_ screen: ScreenID)
  /// The window is gone, or has no content any more.
  func windowGone(_ window: WindowID)
  /// The pointer is elsewhere, or looks different.
  func cursorMayHaveChanged()
}

/// Captures of clients: those that wait for a tick or a change, and those that go on.
///
/// A capture is looked at once at the next tick, and from then on only at ticks before which something changed: while nothing does,
/// there is no timer.
final class CaptureQueue {
  private unowned let service: WindowService
  private var pending = ObjectBag<any PendingCapture>()
  private var followers = ObjectBag<any CaptureFollower>()
  /// Grows whenever the pointer moved, or looks different.
  private(set) var cursorSequence: UInt64 = 0
  /// Screens at whose next tick captures are looked at.
  private var armed: Set<ScreenID> = []

  init(_ service: WindowService) { self.service = service }

  // MARK: Who captures

  /// Lets `capture` be looked at, from the next tick of its screen on.
  func add(_ capture: any PendingCapture) {
    pending.append(capture, as: capture)
    arm(capture.pace)
  }

  func remove(_ capture: any PendingCapture) { pending.remove(capture) }

  func add(_ follower: any CaptureFollower) { followers.append(follower, as: follower) }

  func remove(_ follower: any CaptureFollower) { followers.remove(follower) }

  // MARK: What happens

  /// Something may look different.
  func sceneTouched() {
    for capture in pending { arm(capture.pace) }
  }

  /// All that changes together has changed.
  func sceneSettled() {
    for follower in followers { follower.sourceMayHaveChanged() }
    for follower in followers { follower.cursorMayHaveChanged() }
  }

  /// The pointer moved, or looks different.
  func cursorTouched() {
    cursorSequence += 1
    sceneTouched()
    for follower in followers { follower.cursorMayHaveChanged() }
  }

  /// A screen has another mode, scale or transform.
  func screenChanged() {
    for follower in followers { follower.sourceMayHaveChanged() }
    sceneTouched()
  }

  func screenGone(_ screen: ScreenID) {
    armed.remove(screen)
    for follower in followers { follower.screenGone(screen) }
    finish(pending.filter { $0.pace == nil || $0.pace == screen }, at: service.clock.now)
    sceneTouched()
  }

  func windowGone(_ window: WindowID) {
    for follower in followers { follower.windowGone(window) }
  }

  // MARK: Ticks

  private func arm(_ screen: ScreenID?) {
    guard let screen, armed.insert(screen).inserted else { return }
    service.frameLoop.atNextTick(of: screen) { [weak self] time in
      guard let self, self.armed.remove(screen) != nil else { return }
      self.finish(self.pending.filter { $0.pace == screen }, at: time)
    }
  }

  private func finish(_ captures: [any PendingCapture], at time: UInt64) {
    for capture in captures where pending.contains(capture) {
      if capture.attempt(at: time) { remove(capture) }
    }
  }
}
