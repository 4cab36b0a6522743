internal import WaylandServer
internal import WindowModel

/// Who tells a client something of which only the latest counts.
protocol NewsTeller: AnyObject {
  /// Whom it tells.
  var client: Client { get }
  /// Tells how things are now, as far as the client does not know.
  func catchUp()
}

/// What other clients cause, for those that do not read: only that there is something is kept, and the latest told once they read again.
///
/// Without this a client could end a task bar or an input method: by changing its titles or its text faster than they read. It is for
/// clients what `HeldMotions` is for the pointer.
final class LateNews {
  private unowned let service: WindowService
  private var waiting = ObjectBag<any NewsTeller>()
  private var timer: TimerSource?

  private static let milliseconds = 20

  init(_ service: WindowService) { self.service = service }

  /// How many wait.
  var count: Int { waiting.count }

  /// Whether `teller` may send about `bytes` now. Where not, it is told to catch up when its client has read.
  func maySend(_ bytes: Int, by teller: any NewsTeller) -> Bool {
    if waiting.contains(teller) { return false }
    if maySend(bytes, to: teller.client) { return true }
    wait(teller)
    return false
  }

  /// Whether about `bytes` may be sent to `client` now, where nothing waits for it.
  func maySend(_ bytes: Int, to client: Client) -> Bool {
    // the kernel counts what it takes to keep them, which is up to twice as much
    client.maySend(bytes: 2 * bytes)
  }

  /// Has `teller` catch up when its client has read.
  func wait(_ teller: any NewsTeller) {
    guard !waiting.contains(teller) else { return }
    waiting.append(teller, as: teller)
    startTimer()
  }

  /// What `teller` was to tell was told, or is of no interest any more.
  func forget(_ teller: any NewsTeller) { waiting.remove(teller) }

  private func startTimer() {
    let timer =
      timer
      ?? service.eventLoop.makeTimer { [unowned self] in
        // a client that does not read is asked once, however much waits for it
        var silent: Set<ClientID> = []
        for teller in self.waiting where self.waiting.contains(teller) && !silent.contains(teller.client.id) {
          guard !teller.client.isCongested else {
            silent.insert(teller.client.id)
            continue
          }
          self.waiting.remove(teller)
          teller.catchUp()
        }
        if !self.waiting.isEmpty { self.startTimer() }
      }
    self.timer = timer
    if !timer.isArmed { timer.arm(afterMilliseconds: Self.milliseconds) }
  }
}
