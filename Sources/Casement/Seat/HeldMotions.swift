internal import Geometry
internal import Input
internal import Surfaces
internal import WaylandServer
internal import WindowModel

/// Pointer motions that clients too slow to read are not sent yet: of each client only the last, and the sum of the ways of its device,
/// which is all that it needs.
///
/// What is sent to a client waits in its socket until it reads. When that is full the client is ended, and a client that is merely stopped
/// in a debugger would be, by a pointer that moves over it. So once `Client.isCongested` motions wait here, and buttons, keys and
/// configures have what is left of the socket, some two thirds of it, to themselves.
final class HeldMotions {
  /// A motion that waits.
  struct Motion {
    let client: Client
    let surface: SurfaceID
    /// Where the pointer is; nil: it did not move.
    var point: PrecisePoint<SurfacePoints>?
    /// How far its device went since.
    var relative: RelativeMotion?
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
    let way = held[client.id]?.relative
    held[client.id] = motion()
    held[client.id]?.relative = way
    startTimer()
    return true
  }

  /// Adds a way of the device to what waits, if the client has not read what it was sent. - Returns: false where it can be sent.
  func hold(_ way: RelativeMotion, on surface: SurfaceID, for client: Client) -> Bool {
    if held.isEmpty || held[client.id] == nil, client.maySend(2) { return false }
    var waiting = held[client.id] ?? Motion(client: client, surface: surface)
    waiting.relative = waiting.relative.map { $0 + way } ?? way
    held[client.id] = waiting
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
        for (client, motion) in self.held.sorted(by: { $0.key.rawValue < $1.key.rawValue }) where !motion.client.isCongested {
          self.release(client)
        }
        if !self.held.isEmpty { self.startTimer() }
      }
    self.timer = timer
    if !timer.isArmed { timer.arm(afterMilliseconds: Self.milliseconds) }
  }
}
