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
  /// By client: one that does not read costs the same however much waits for it.
  private var waiting: [ClientID: ObjectBag<any NewsTeller>] = [:]
  private var timer: TimerSource?

  private static let milliseconds = 20

  init(_ service: WindowService) { self.service = service }

  /// How many wait.
  var count: Int { waiting.values.reduce(0) { $0 + $1.count } }

  /// Whether `teller` may send about `bytes` now. Where not, it is told to catch up when its client has read.
  func maySend(_ bytes: Int, by teller: any NewsTeller) -> Bool {
    if waits(teller) { return false }
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
    guard !waits(teller) else { return }
    waiting[teller.client.id, default: ObjectBag()].append(teller, as: teller)
    startTimer()
  }

  private func waits(_ teller: any NewsTeller) -> Bool { waiting.isEmpty ? false : waiting[teller.client.id]?.contains(teller) == true }

  /// What `teller` was to tell was told, or is of no interest any more.
  func forget(_ teller: any NewsTeller) {
    guard !waiting.isEmpty else { return }
    let client = teller.client.id
    if waiting[client]?.remove(teller) == true, waiting[client]?.isEmpty == true { waiting[client] = nil }
  }

  private func startTimer() {
    let timer =
      timer
      ?? service.eventLoop.makeTimer { [unowned self] in
        for (client, tellers) in self.waiting.sorted(by: { $0.key.rawValue < $1.key.rawValue }) { self.tell(tellers, of: client) }
        if !self.waiting.isEmpty { self.startTimer() }
      }
    self.timer = timer
    if !timer.isArmed { timer.arm(afterMilliseconds: Self.milliseconds) }
  }

  /// Lets what waits for one client be told, as far as it reads.
  private func tell(_ tellers: ObjectBag<any NewsTeller>, of client: ClientID) {
    for teller in tellers where waiting[client]?.contains(teller) == true {
      if teller.client.isCongested { return }
      forget(teller)
      teller.catchUp()
    }
  }
}
