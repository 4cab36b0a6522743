internal import WaylandClient
internal import WaylandServer

/// The connection to a host, as a part of the service's loop: it never waits.
///
/// While the host does not read, nothing is read from it either, so that nothing has to be answered, and nobody may send anything
/// (`canSend`): libwayland-client ends the process that queues more than it holds.
final class HostLink {
  let connection: Connection
  private let loop: EventLoop
  private var source: EventSource?
  private var patience: TimerSource?
  /// Whether requests may be sent now: a batch of a few hundred bytes, then `flush`.
  private(set) var canSend = true
  /// Called when requests may be sent again.
  var onRoom: (() -> Void)?
  /// Called once, when the connection has ended.
  var onEnd: ((NestedError) -> Void)?
  private var isOver = false

  /// Milliseconds that a host may leave its socket full.
  private let longestStall: Int

  init(_ connection: Connection, _ loop: EventLoop, longestStall: Int) {
    self.connection = connection
    self.loop = loop
    self.longestStall = longestStall
    source = loop.add(fileDescriptor: connection.fileDescriptor) { [unowned self] mask in self.handle(mask) }
  }

  deinit { source?.remove() }

  private func handle(_ mask: EventMask) {
    // the loop holds nobody: what a callback lets go of must live until it returns
    let hold = self
    hold.flush()
    if !hold.canSend, !mask.contains(.hangUp), !mask.contains(.error) { return }
    do throws(ConnectionError) {
      try hold.connection.dispatch()
    } catch {
      return hold.end(NestedError(error))
    }
    hold.flush()
  }

  /// Sends what is queued, as far as the host reads.
  func flush() {
    guard !isOver else { return }
    let isSent = connection.flush()
    guard isSent != canSend else { return }
    canSend = isSent
    source?.update(isSent ? .readable : .writable)
    if isSent {
      patience?.disarm()
      onRoom?()
    } else {
      let timer = patience ?? loop.makeTimer { [unowned self] in self.end(.stuck(seconds: self.longestStall / 1000)) }
      patience = timer
      timer.arm(afterMilliseconds: longestStall)
    }
  }

  /// Ends the connection, from our side where nothing is wrong.
  func end(_ reason: NestedError?) {
    guard !isOver else { return }
    isOver = true
    canSend = false
    source?.remove()
    source = nil
    patience?.disarm()
    let ended = onEnd
    (onEnd, onRoom) = (nil, nil)
    if let reason { ended?(reason) }
  }
}
