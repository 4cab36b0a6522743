internal import CasementControl
internal import Geometry
internal import Glibc
internal import Rendering
internal import Scene
internal import Surfaces
internal import WaylandServer
internal import WindowModel

/// Films one screen: at each of its ticks, the picture where it changed.
///
/// Writing never waits. A reader that is too slow misses pictures under the real clock; a manual clock waits for it.
final class ScreenRecording {
  let number: Int
  let size: Size<BufferPixels>
  private unowned let service: WindowService
  private let screen: ScreenID
  private let cursor: Bool
  private let stream: MatroskaStream
  private let capturer = Capturer()
  private let descriptor: Int32
  private var source: EventSource?
  private var queue: [[UInt8]] = []
  private var written = 0
  private let start: UInt64
  private var limit: ClockTimer?
  /// How far what happened is in the last picture: what the windows show, and the cursor where that is wanted.
  private var seen: (scene: UInt64, cursor: UInt64)?
  private var isTickAwaited = false
  private var isCapturing = true
  /// Whether no more pictures are taken.
  private(set) var isStopping = false
  /// Whether all was written.
  private(set) var isEnded = false
  private(set) var reason: String?
  private var frames = 0
  private var skipped = 0
  private var duration: UInt64 = 0

  /// Pictures that may wait for the reader; one more is left out, or waited for.
  private static let room = 3

  /// A recording of `screen` into the file `path`, for `nanoseconds` of the service's clock.
  ///
  /// - Throws: a refusal where the file cannot be opened.
  init(
    _ number: Int, _ service: WindowService, _ screen: ScreenID, path: String, cursor: Bool, nanoseconds: UInt64?
  ) throws(ControlError) {
    self.number = number
    self.service = service
    self.screen = screen
    self.cursor = cursor
    let pixels = service.model.screen(screen)!.pixelSize
    size = Size(width: pixels.width, height: pixels.height)
    stream = MatroskaStream(size: size)
    guard path.hasPrefix("/") else { throw .badParameter("the path “\(path)” is not absolute", parameter: "path", given: path) }
    descriptor = unsafe open(path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC | O_NONBLOCK | O_NOCTTY, 0o666)
    guard descriptor >= 0 else {
      let reason = unsafe String(cString: strerror(errno))
      throw ControlError(.refused, "cannot write to \(path): \(reason)", .init(given: path, reason: reason))
    }
    start = service.clock.now
    service.perform(service.model.beginCapture(of: screen))
    if let nanoseconds {
      limit = service.clockTimers.schedule(at: start + nanoseconds) { [unowned self] in stop(nil) }
    }
    send(stream.header)
    capture(at: start)
  }

  deinit {
    source?.remove()
    close(descriptor)
  }

  var state: RecordingState {
    let length = isStopping ? duration : service.clock.now - start
    return RecordingState(ended: isEnded, frames: frames, skipped: skipped, milliseconds: Double(length) / 1_000_000, reason: reason)
  }

  /// Whether time under a manual clock must wait for the reader.
  var isBehind: Bool { !isEnded && queue.count >= Self.room }

  /// A turn of the loop is over: what changed is in the picture of the next tick.
  func turnEnded() {
    guard !isStopping else { return }
    guard service.model.screen(screen) != nil else { return stop("the screen is gone") }
    guard !isTickAwaited, seen.map({ $0 != sequences }) ?? true else { return }
    isTickAwaited = true
    service.frameLoop.atNextTick(of: screen) { [weak self] time in
      guard let self, !isStopping else { return }
      isTickAwaited = false
      capture(at: time)
    }
  }

  private var sequences: (scene: UInt64, cursor: UInt64) { (service.sceneSequence, cursor ? service.captures.cursorSequence : 0) }

  private func capture(at time: UInt64) {
    guard queue.count < Self.room || service.clock.kind == .manual else {
      // the change is still to be seen at the next tick
      skipped += 1
      return
    }
    guard let frame = SceneBuilder.frame(of: screen, in: service, cursor: cursor)?.frame else { return stop("the screen is gone") }
    seen = sequences
    let outcome = capturer.update(to: frame) { [service] key, since in
      service.surface(SurfaceID(rawValue: key.rawValue))?.state.history.damage(since: since)
    }
    service.endClients(ofFaulty: outcome.faults)
    if frames == 0 || !outcome.painted.isEmpty { write(at: time) }
  }

  private func write(at time: UInt64) {
    guard var picture = capturer.picture else { return }
    if picture.size != size {
      // the part that fits, on black
      let cut = PixelBuffer(size: size, format: .xrgb8888)
      let shown = Size<ScreenPixels>(width: size.width, height: size.height)
      let element = SceneElement(
        key: SurfaceKey(rawValue: 1), contentSequence: 0, picture: picture,
        destination: Rect(size: Size(width: picture.size.width, height: picture.size.height)))
      let frame = SceneFrame(size: shown, scale: 1, background: .colour(.clear), elements: [element])
      do { try frame.render(into: cut) } catch { preconditionFailure("memory of our own has no faults") }
      picture = cut
    }
    duration = time - start
    frames += 1
    send(stream.frame(picture, at: duration))
  }

  // MARK: The end

  /// Ends the recording: the last picture is written once more, so that the video is as long as the recording was.
  func stop(_ reason: String?) {
    guard !isStopping else { return }
    isStopping = true
    self.reason = reason
    limit = nil
    if service.clock.now > start + duration { write(at: service.clock.now) }
    endCapture()
    finishWhenWritten()
  }

  private func endCapture() {
    guard isCapturing else { return }
    isCapturing = false
    if service.model.screen(screen) != nil { service.perform(service.model.endCapture(of: screen)) }
  }

  private func fail(_ code: Int32) {
    isStopping = true
    limit = nil
    reason = code == EPIPE ? "whoever read the video has gone" : unsafe String(cString: strerror(code))
    queue = []
    endCapture()
    finishWhenWritten()
  }

  private func finishWhenWritten() {
    guard isStopping, queue.isEmpty, !isEnded else { return }
    isEnded = true
    source = nil
    // whoever reads sees the end
    shutdownDescriptor()
  }

  private func shutdownDescriptor() {
    let nothing = unsafe open("/dev/null", O_WRONLY | O_CLOEXEC)
    guard nothing >= 0 else { return }
    dup2(nothing, descriptor)
    _ = fcntl(descriptor, F_SETFD, FD_CLOEXEC)
    close(nothing)
  }

  // MARK: Bytes

  private func send(_ bytes: [UInt8]) {
    queue.append(bytes)
    if source == nil { flush() }
  }

  private func flush() {
    while let bytes = queue.first {
      let count = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(descriptor, $0.baseAddress! + written, $0.count - written) }
      if count < 0 {
        if errno == EINTR { continue }
        guard errno == EAGAIN else { return fail(errno) }
        if source == nil {
          source = service.eventLoop.add(fileDescriptor: descriptor, for: .writable) { [unowned self] mask in
            if mask.contains(.error) { fail(EPIPE) } else { flush() }
          }
        }
        return
      }
      written += count
      if written == bytes.count {
        queue.removeFirst()
        written = 0
      }
    }
    source = nil
    finishWhenWritten()
  }
}
