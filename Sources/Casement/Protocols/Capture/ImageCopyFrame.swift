internal import Geometry
internal import Rendering
internal import Scene
internal import WaylandProtocols
internal import WaylandServer
internal import WindowModel

/// `ext_image_copy_capture_frame_v1`: one picture of a session's source.
///
/// The first one comes at once, and so does one after a tick for which something has changed; others wait for that. Drawn is what
/// changed since the session's last picture, and what the client says that its buffer lacks.
final class ImageCopyFrame: ExtImageCopyCaptureFrameV1Requests, PendingCapture {
  private let resource: ExtImageCopyCaptureFrameV1Resource
  private let session: ImageCopySession
  private var buffer: WlBufferResource?
  private var bufferDamage = Region<ScreenPixels>()
  private var isCaptured = false
  /// Where the picture goes while it is waited for.
  private var target: CaptureTarget?

  /// More rectangles than this are taken, and told, as one.
  private static let mostRects = 256

  init(_ resource: ExtImageCopyCaptureFrameV1Resource, _ session: ImageCopySession) {
    self.resource = resource
    self.session = session
  }

  private var service: WindowService { session.service }
  /// Whether the picture has been asked for, and is neither ready nor failed.
  var isWaiting: Bool { target != nil }

  // MARK: Requests

  func attachBuffer(buffer: WlBufferResource) throws(ProtocolError) {
    try mustNotBeCaptured()
    self.buffer = buffer
  }

  func damageBuffer(x: Int32, y: Int32, width: Int32, height: Int32) throws(ProtocolError) {
    try mustNotBeCaptured()
    guard x >= 0, y >= 0, width > 0, height > 0 else {
      throw .extImageCopyCaptureFrameV1(
        .invalidBufferDamage, "damage of \(width)×\(height) at (\(x), \(y)); it is positive, and begins inside")
    }
    bufferDamage.formUnion(Rect(x: Int(x), y: Int(y), width: Int(width), height: Int(height)))
    bufferDamage = bufferDamage.simplified(maximumRects: Self.mostRects)
  }

  func capture() throws(ProtocolError) {
    try mustNotBeCaptured()
    guard let buffer else { throw .extImageCopyCaptureFrameV1(.noBuffer, "a capture without a buffer") }
    isCaptured = true
    guard session.source != nil else { return resource.sendFailed(reason: .stopped) }
    guard let target = CaptureTarget(buffer), let constraints = session.constraints, fits(target, constraints) else {
      return resource.sendFailed(reason: .bufferConstraints)
    }
    self.target = target
    session.captureAsked()
    if mayCapture, attempt(at: service.clock.now) { return }
    service.captures.add(self)
  }

  private func mustNotBeCaptured() throws(ProtocolError) {
    guard !isCaptured else { throw .extImageCopyCaptureFrameV1(.alreadyCaptured, "a request after the capture") }
  }

  // MARK: The picture

  var pace: ScreenID? { session.source.flatMap { service.pace(of: $0) } }

  /// Whether there was no picture since the last tick.
  private var mayCapture: Bool {
    guard let pace, let last = session.lastTick else { return true }
    return last < service.frameLoop.lastTick(of: pace)
  }

  func attempt(at time: UInt64) -> Bool {
    guard let target else { return true }
    guard let source = session.source, let constraints = session.constraints else { return fail(.stopped) }
    guard fits(target, constraints) else { return fail(.bufferConstraints) }
    guard let frame = service.frame(of: source, cursor: session.paintsCursors) else { return false }
    var tracker = session.tracker
    var damage = tracker.update(to: frame, contentDamage: { [service] in service.contentDamage(of: $0, since: $1) })
    if session.lastTick == nil {
      damage = Region(frame.bounds)
    } else if damage.isEmpty {
      session.tracker = tracker
      return false
    }
    switch target.write(frame, region: damage.union(bufferDamage).intersection(frame.bounds), for: service) {
    case .written: break
    case .bufferGone: return fail(.bufferConstraints)
    case .fault: return fail(.unknown)
    }
    session.captured(tracker)
    self.target = nil
    resource.sendTransform(transform: WlOutput.Transform(rawValue: UInt32(service.transform(of: source).rawValue)))
    for rect in damage.simplified(maximumRects: Self.mostRects).rects {
      resource.sendDamage(x: Int32(rect.x), y: Int32(rect.y), width: Int32(rect.width), height: Int32(rect.height))
    }
    let stamp = WireTime(time)
    resource.sendPresentationTime(tvSecHi: stamp.secondsHigh, tvSecLo: stamp.secondsLow, tvNsec: stamp.nanoseconds)
    resource.sendReady()
    session.frameIsOver()
    return true
  }

  private func fits(_ target: CaptureTarget, _ constraints: CaptureConstraints) -> Bool {
    target.size == constraints.size && constraints.formats.contains(target.format)
  }

  private func fail(_ reason: ExtImageCopyCaptureFrameV1.FailureReason) -> Bool {
    target = nil
    resource.sendFailed(reason: reason)
    session.frameIsOver()
    return true
  }

  /// Buffers have to be otherwise now.
  func constraintsChanged() {
    guard let target, let constraints = session.constraints, !fits(target, constraints) else { return }
    service.captures.remove(self)
    _ = fail(.bufferConstraints)
  }

  func sessionStopped() {
    guard target != nil else { return }
    service.captures.remove(self)
    _ = fail(.stopped)
  }

  func resourceDestroyed() {
    service.captures.remove(self)
    target = nil
    session.frameDestroyed(self)
  }
}
