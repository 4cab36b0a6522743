internal import CasementControl
internal import Glibc
internal import WaylandServer

/// One connection to the control socket: moves bytes between its descriptor and its session, and never waits.
final class ControlConnection {
  /// Milliseconds that a client which was dropped has to read why.
  private static let parting = 5000

  private(set) var session: ControlSession!
  /// Called once, when the connection has closed.
  var onClose: (() -> Void)?

  private let descriptor: Int32
  private var source: EventSource?
  private var mask: EventMask = .readable
  private var inputEnded = false
  private var isPumping = false
  private let partingTimer: TimerSource
  private let buffer: ReadBuffer

  /// - Parameter buffer: what is read lies here until it was looked at.
  init(
    _ descriptor: consuming OwnedFileDescriptor, backend: any ControlBackend, limits: ControlLimits, eventLoop: EventLoop,
    buffer: ReadBuffer
  ) {
    self.buffer = buffer
    let number = descriptor.take()
    self.descriptor = number
    var expire: () -> Void = {}
    partingTimer = eventLoop.makeTimer { expire() }
    expire = { [unowned self] in close() }
    session = ControlSession(backend: backend, limits: limits) { [unowned self] in outputReady() }
    source = eventLoop.add(fileDescriptor: number, for: .readable) { [unowned self] in handle($0) }
  }

  deinit { close() }

  /// Closes the connection, cancelling its calls.
  func close() {
    guard let source else { return }
    source.remove()
    self.source = nil
    partingTimer.disarm()
    session.close()
    Glibc.close(descriptor)
    let closed = onClose
    onClose = nil
    closed?()
  }

  private func handle(_ events: EventMask) {
    isPumping = true
    if events.contains(.readable) {
      receive()
    } else if events.contains(.hangUp) || events.contains(.error) {
      isPumping = false
      return close()
    }
    pump()
    isPumping = false
    settle()
  }

  /// Reads once: the loop comes back while there is more, after the other connections had their turn.
  private func receive() {
    let bytes = unsafe buffer.bytes
    let count = unsafe recv(descriptor, bytes.baseAddress, bytes.count, 0)
    if count > 0 { unsafe session.receive(UnsafeRawBufferPointer(rebasing: bytes[..<count])) }
    if count == 0 {
      inputEnded = true
      session.endInput()
    } else if count < 0, errno != EAGAIN, errno != EINTR {
      failed = true
    }
  }

  private var failed = false

  /// Writes what the socket takes, and makes the calls that this lets go on.
  private func pump() {
    repeat {
      flush()
      session.process()
    } while session.hasOutput && !isFull && !failed
  }

  private var isFull = false

  private func flush() {
    isFull = false
    unsafe session.drain { bytes in
      let count = unsafe send(descriptor, bytes.baseAddress, bytes.count, Int32(MSG_NOSIGNAL))
      if count < 0 {
        if errno != EAGAIN && errno != EINTR { failed = true }
        isFull = true
        return 0
      }
      if count < bytes.count { isFull = true }
      return count
    }
  }

  /// An answer came outside of a turn of this connection: it is written at once, but calls that it lets go on wait for the next turn,
  /// because the backend is in the middle of something.
  private func outputReady() {
    guard !isPumping, source != nil else { return }
    flush()
    settle()
  }

  /// Watches for what is awaited now, or closes where nothing is.
  private func settle() {
    guard let source else { return }
    let isDone = !session.hasOutput && (session.isEnding || (inputEnded && session.isIdle))
    if failed || isDone { return close() }
    if session.isEnding, !partingTimer.isArmed { partingTimer.arm(afterMilliseconds: Self.parting) }
    // not as a list of them: that is made at run time
    var wanted = EventMask(rawValue: 0)
    if session.wantsInput, !inputEnded { wanted.insert(.readable) }
    if session.hasOutput || session.hasWaitingInput { wanted.insert(.writable) }
    if wanted != mask {
      mask = wanted
      source.update(wanted)
    }
  }
}
