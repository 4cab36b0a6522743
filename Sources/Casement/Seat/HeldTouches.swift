internal import Geometry
internal import WaylandServer

/// Motions of fingers that clients too slow to read are not sent yet: of each finger only the last, as `HeldMotions` does for the pointer.
final class HeldTouches {
  private struct Motion {
    let surface: Surface
    var point: PrecisePoint<SurfacePoints>
  }

  private unowned let service: WindowService
  /// By the finger's number in `wl_touch`.
  private var held: [Int32: Motion] = [:]
  private var timer: TimerSource?
  /// Sends a motion of a finger, and its frame.
  private let send: (Int32, Surface, PrecisePoint<SurfacePoints>) -> Void

  private static let milliseconds = 20

  init(_ service: WindowService, send: @escaping (Int32, Surface, PrecisePoint<SurfacePoints>) -> Void) {
    self.service = service
    self.send = send
  }

  /// Keeps a motion, if its client has not read what it was sent. - Returns: false where it can be sent.
  func hold(_ finger: Int32, on surface: Surface, at point: PrecisePoint<SurfacePoints>) -> Bool {
    if held.isEmpty || held[finger] == nil, surface.client.maySend(2) { return false }
    held[finger] = Motion(surface: surface, point: point)
    startTimer()
    return true
  }

  /// Sends what waits of a finger, before its client hears that it was lifted.
  func release(_ finger: Int32) {
    guard !held.isEmpty, let motion = held.removeValue(forKey: finger) else { return }
    send(finger, motion.surface, motion.point)
  }

  /// Forgets what waits of a finger that is not its client's any more.
  func forget(_ finger: Int32) { held[finger] = nil }

  /// Forgets what waits on a surface that is gone.
  func forget(_ surface: Surface) {
    if !held.isEmpty { held = held.filter { $0.value.surface !== surface } }
  }

  private func startTimer() {
    let timer =
      timer
      ?? service.eventLoop.makeTimer { [unowned self] in
        for (finger, motion) in self.held.sorted(by: { $0.key < $1.key }) where !motion.surface.client.isCongested { self.release(finger) }
        if !self.held.isEmpty { self.startTimer() }
      }
    self.timer = timer
    if !timer.isArmed { timer.arm(afterMilliseconds: Self.milliseconds) }
  }
}
