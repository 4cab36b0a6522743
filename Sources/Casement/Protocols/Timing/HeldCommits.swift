internal import Surfaces
internal import WaylandServer

/// Applies commits that waited, when what they wait for has come: a time on the service's clock, or a tick of the screen.
final class HeldCommits {
  private unowned let service: WindowService
  private var surfaces: [SurfaceID: Surface] = [:]
  /// Whether something may be applied now; it is at the end of the change that goes on.
  private(set) var isStale = false
  private var timer: ClockTimer?
  /// Ends the barriers of surfaces that no screen shows.
  private var fallbacks: [SurfaceID: ClockTimer] = [:]

  /// How long a commit of a surface that no screen shows counts as shown, in nanoseconds: a client that nobody sees goes on, and does
  /// not run free.
  private static let unseenInterval: UInt64 = 16_666_667

  init(_ service: WindowService) { self.service = service }

  /// More commits of one client than this that wait end it.
  static let most = 2048

  /// A commit of `surface` waits.
  func add(_ surface: Surface) {
    surfaces[surface.node.id] = surface
    isStale = true
    let client = surface.client
    guard surfaces.count > 1 || surface.node.heldWeight > Self.most else { return }
    let count = surfaces.values.reduce(0) { $0 + ($1.client === client ? $1.node.heldWeight : 0) }
    if count > Self.most { client.post(.tooMuch("more than \(Self.most) commits that wait"), from: surface.resource) }
  }

  /// Forgets a surface that is gone.
  func forget(_ surface: Surface) {
    surfaces[surface.node.id] = nil
    fallbacks[surface.node.id] = nil
    if !surfaces.isEmpty { isStale = true }
  }

  /// What `surface` shows now is to be shown for a tick before the next commit that waits for that.
  func barrierWasSet(on surface: Surface) {
    service.frameLoop.wait(for: surface)
    let id = surface.node.id
    guard service.screenPacing(surface) == nil, fallbacks[id] == nil else { return }
    fallbacks[id] = service.clockTimers.schedule(at: service.clock.now + Self.unseenInterval) { [unowned self, unowned surface] in
      self.wereShown([surface])
    }
  }

  /// What these show was on the screen for a tick.
  func wereShown(_ shown: [Surface]) {
    for surface in shown {
      surface.node.clearBarrier()
      fallbacks[surface.node.id] = nil
    }
    look()
  }

  /// Applies all that need not wait any more, and sets the time for the next.
  ///
  /// - Parameter due: the time that has come: what is applied now counts as there since then.
  func look(_ due: UInt64? = nil) {
    service.beginCommit()
    service.frameLoop.appliedAt = due
    repeat {
      isStale = false
      let now = service.clock.now
      for surface in surfaces.values.sorted(by: { $0.node.id < $1.node.id }) where surface.applyHeld(at: now) { isStale = true }
    } while isStale
    surfaces = surfaces.filter { $0.value.node.isHolding }
    timer = nil
    if let due = surfaces.values.compactMap(\.node.heldUntil).min() {
      timer = service.clockTimers.schedule(at: due) { [unowned self] in self.look(due) }
    }
    service.frameLoop.appliedAt = nil
    service.endCommit()
  }
}
