internal import WaylandServer

/// Globals that are gone, kept for clients that bind them because they do not know yet: those that have not read so far, and for a while
/// those that just have.
///
/// Nobody makes them pile up: a client that does not read is not told of more than its socket holds, and holds no others.
final class RetiredGlobals {
  private struct Retired {
    let global: Global
    /// The clients that were told of it and may not know that it is gone.
    var holders: [Client]
    /// When nobody's request can be on its way any more, in nanoseconds; 0: somebody may not know yet.
    var end: UInt64 = 0
  }

  private unowned let service: WindowService
  private var retired: [Retired] = []
  private var timer: TimerSource?
  private var interval = shortest

  /// How long a request may take from a client that knows, in nanoseconds.
  private static let grace: UInt64 = 5_000_000_000
  /// How often is looked, in milliseconds: less and less often where somebody does not read for long.
  private static let (shortest, longest) = (1_000, 30_000)

  init(_ service: WindowService) { self.service = service }

  /// How many are kept.
  var count: Int { retired.count }

  /// Takes a global away from clients, and keeps it for those that do not know.
  func retire(_ global: Global) {
    let holders = service.display.withdraw(global)
    // what nobody was told of nobody means
    guard !holders.isEmpty else { return }
    retired.append(Retired(global: global, holders: holders))
    interval = Self.shortest
    arm()
  }

  func forget(_ client: Client) {
    for index in retired.indices { retired[index].holders.removeAll { $0 === client } }
  }

  private func arm() {
    let timer = timer ?? service.eventLoop.makeTimer { [unowned self] in self.look(at: Clock.monotonic) }
    self.timer = timer
    if !timer.isArmed { timer.arm(afterMilliseconds: interval) }
  }

  /// Lets go of those that nobody can mean any more.
  func look(at now: UInt64) {
    var known: [UInt64: Bool] = [:]
    func hasReadAll(_ client: Client) -> Bool {
      if let known = known[client.number] { return known }
      let has = client.hasReadAll
      known[client.number] = has
      return has
    }
    for index in retired.indices where retired[index].end == 0 {
      let global = retired[index].global
      retired[index].holders.removeAll { !$0.isUntold(of: global) && hasReadAll($0) }
      if retired[index].holders.isEmpty { retired[index].end = now + Self.grace }
    }
    retired.removeAll { $0.end != 0 && $0.end <= now }
    guard !retired.isEmpty else { return }
    interval = retired.contains { $0.end != 0 } ? Self.shortest : min(2 * interval, Self.longest)
    arm()
  }
}
