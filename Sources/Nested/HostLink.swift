internal import Glibc
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
  /// Whether what listens there was found to speak Wayland.
  private var isHost = false
  /// Whether the host reads is being asked.
  private var question: WlCallbackProxy?

  /// Milliseconds that a host may leave its socket full, or a question unanswered.
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
    guard hold.isHost || hold.isAnswerWayland else { return hold.end(.notWayland) }
    do throws(ConnectionError) {
      try hold.connection.dispatch()
    } catch {
      return hold.end(NestedError(error))
    }
    hold.flush()
  }

  /// Whether what was said first may be a host's: of the display, the registry or the first answer. libwayland would wait for ever for the
  /// rest of what looks like a long message.
  private var isAnswerWayland: Bool {
    var head: (object: UInt32, rest: UInt32) = (0, 0)
    guard unsafe recv(connection.fileDescriptor, &head, 8, Int32(MSG_PEEK | MSG_DONTWAIT)) == 8 else { return true }
    let length = head.rest >> 16
    isHost = (1...3).contains(head.object) && (8...4096).contains(length) && length % 4 == 0
    return isHost
  }

  /// Sends what is queued, as far as the host reads.
  func flush() {
    guard !isOver else { return }
    let isSent = connection.flush()
    guard isSent != canSend else { return }
    canSend = isSent
    source?.update(isSent ? .readable : .writable)
    if !isSent || question != nil { wait() } else { patience?.disarm() }
    if isSent { onRoom?() }
  }

  /// Asks the host whether it reads, unless it is being asked already: one that does not answer is left. No timer runs once it has.
  func ask() {
    guard !isOver, canSend, question == nil else { return }
    let callback = connection.displayProxy.sync()
    question = callback
    callback.onEvent = { [unowned self] _ in
      self.question = nil
      if self.canSend { self.patience?.disarm() }
    }
    wait()
    flush()
  }

  private func wait() {
    let timer = patience ?? loop.makeTimer { [unowned self] in self.waited() }
    patience = timer
    timer.arm(afterMilliseconds: longestStall)
  }

  private func waited() {
    let hold = self
    // where it was us who stood still, the answer is there
    hold.handle(hold.canSend ? .readable : .writable)
    if !hold.isOver, !hold.canSend || hold.question != nil { hold.end(.stuck(seconds: hold.longestStall / 1000)) }
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
