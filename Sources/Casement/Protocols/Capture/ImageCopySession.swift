internal import Geometry
internal import Rendering
internal import Scene
internal import WaylandProtocols
internal import WaylandServer
internal import WindowModel

/// `ext_image_copy_capture_session_v1`: one capture that goes on, of a screen, a window or the cursor.
///
/// The session lives on without its object as long as a frame of it waits.
final class ImageCopySession: ExtImageCopyCaptureSessionV1Requests, CaptureFollower, NewsTeller {
  private let resource: ExtImageCopyCaptureSessionV1Resource
  let service: WindowService
  /// Nil when it is gone: then the session has stopped.
  private(set) var source: CaptureSource?
  let paintsCursors: Bool
  /// What was seen in the last frame that was ready.
  var tracker = FrameTracker()
  /// The tick of that frame; nil before the first.
  private(set) var lastTick: UInt64?
  private var told: CaptureConstraints?
  private weak var frame: ImageCopyFrame?
  private let hold: CaptureHold?

  init(
    _ resource: ExtImageCopyCaptureSessionV1Resource, _ source: CaptureSource?, _ service: WindowService, paintsCursors: Bool
  ) {
    self.resource = resource
    self.service = service
    self.source = source
    self.paintsCursors = paintsCursors
    switch source {
    case .screen(let id): hold = CaptureHold(.screen(id), service)
    case .window(let id): hold = CaptureHold(.window(id), service)
    case .cursor, nil: hold = nil
    }
    guard source != nil else {
      resource.sendStopped()
      return
    }
    service.captures.add(self)
    sourceMayHaveChanged()
  }

  // MARK: Requests

  func createFrame(frame made: ExtImageCopyCaptureFrameV1Resource) throws(ProtocolError) {
    guard frame == nil else {
      throw .extImageCopyCaptureSessionV1(.duplicateFrame, "the session's last frame has not been destroyed")
    }
    let frame = ImageCopyFrame(made, self)
    made.handler = frame
    self.frame = frame
  }

  func resourceDestroyed() {
    if frame?.isWaiting != true { end() }
  }

  // MARK: Its frames

  func frameDestroyed(_ gone: ImageCopyFrame) {
    frame = nil
    frameIsOver()
  }

  /// A frame is ready, or failed.
  func frameIsOver() {
    if !resource.isAlive { end() }
  }

  func captureAsked() { hold?.begin() }

  /// A frame of what was seen is ready.
  func captured(_ tracker: FrameTracker) {
    self.tracker = tracker
    if let pace = source.flatMap({ service.pace(of: $0) }) { lastTick = service.frameLoop.lastTick(of: pace) }
  }

  var client: Client { resource.client }
  func catchUp() { sourceMayHaveChanged() }

  private func end() {
    service.lateNews.forget(self)
    service.captures.remove(self)
    hold?.end()
  }

  // MARK: Its source

  /// How buffers have to be now; nil where the session has stopped.
  var constraints: CaptureConstraints? { source.flatMap { service.constraints(of: $0) } }

  func sourceMayHaveChanged() {
    guard let constraints, constraints != told else { return service.lateNews.forget(self) }
    guard told == nil || service.lateNews.maySend(64 + 12 * constraints.formats.count, by: self) else { return }
    told = constraints
    resource.sendBufferSize(width: UInt32(constraints.size.width), height: UInt32(constraints.size.height))
    for format in constraints.formats { resource.sendShmFormat(format: WlShm.Format(rawValue: format.rawValue)) }
    resource.sendDone()
    frame?.constraintsChanged()
  }

  func screenGone(_ screen: ScreenID) {
    if source?.isOn(screen: screen) == true { stop() }
  }

  func windowGone(_ window: WindowID) {
    if source?.isOn(window: window) == true { stop() }
  }

  func cursorMayHaveChanged() {
    if case .cursor? = source { sourceMayHaveChanged() }
  }

  private func stop() {
    source = nil
    resource.sendStopped()
    frame?.sessionStopped()
    end()
  }
}

extension CaptureSource {
  /// Whether it is gone with a screen.
  func isOn(screen: ScreenID) -> Bool {
    switch self {
    case .screen(let id): id == screen
    case .window: false
    case .cursor(let place): place.isOn(screen: screen)
    }
  }

  /// Whether it is gone with a window.
  func isOn(window: WindowID) -> Bool {
    switch self {
    case .screen: false
    case .window(let id): id == window
    case .cursor(let place): place.isOn(window: window)
    }
  }
}
