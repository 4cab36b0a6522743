internal import Geometry
internal import Surfaces
internal import WaylandServer
internal import WindowModel

/// Pointer motions that clients too slow to read are not sent yet: of each client only the last, which is all that it needs.
///
/// What is sent to a client waits in its socket until it reads. When that is full the client is ended, and a client that is merely stopped
/// in a debugger would be, by a pointer that moves over it. So once `Client.isCongested` motions wait here, and buttons, keys and
/// configures have what is left of the socket, some two thirds of it, to themselves.
final class HeldMotions {
  /// A motion that waits.
  struct Motion {
    let client: Client
    let surface: SurfaceID
    let point: PrecisePoint<SurfacePoints>
  }

  private unowned let service: WindowService
  private var held: [ClientID: Motion] = [:]
  private var timer: TimerSource?
  /// Sends a motion and its frame.
  private let send: (Motion) -> Void

  private static let milliseconds = 20

  init(_ service: WindowService, send: @escaping (Motion) -> Void) {
    self.service = service
    self.send = send
  }

  /// Whether nothing waits.
  var isEmpty: Bool { held.isEmpty }

  /// Whether a motion of this client waits, so that it has nothing to hear the end of.
  func holds(_ client: ClientID) -> Bool { !held.isEmpty && held[client] != nil }

  /// Keeps `motion`, if its client has not read what it was sent. - Returns: false where it can be sent.
  func hold(_ motion: @autoclosure () -> Motion, for client: Client) -> Bool {
    if held.isEmpty || held[client.id] == nil, client.maySend(2) { return false }
    held[client.id] = motion()
    startTimer()
    return true
  }

  /// Sends what waits for `client` before it hears of something else.
  func release(_ client: ClientID) {
    guard !held.isEmpty, let motion = held.removeValue(forKey: client) else { return }
    send(motion)
  }

  /// Forgets what waits for a client, or on a surface, that the pointer has left.
  func forget(_ client: ClientID) { held[client] = nil }

  private func startTimer() {
    let timer =
      timer
      ?? service.eventLoop.makeTimer { [unowned self] in
        for (client, motion) in self.held where !motion.client.isCongested { self.release(client) }
        if !self.held.isEmpty { self.startTimer() }
      }
    self.timer = timer
    if !timer.isArmed { timer.arm(afterMilliseconds: Self.milliseconds) }
  }
}
