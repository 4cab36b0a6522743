internal import Geometry
internal import Rendering
internal import Scene
internal import WaylandProtocols
internal import WaylandServer
internal import WindowModel

/// `zwlr_screencopy_frame_v1`: one picture of a screen, as it lies in the panel's memory.
///
/// The first picture after a tick comes at once. Another one waits for the next tick: who asks again and again gets one picture a tick.
final class ScreencopyFrame: ZwlrScreencopyFrameV1Requests, PendingCapture {
  private let resource: ZwlrScreencopyFrameV1Resource
  private let view: ScreencopyView
  private let capturer: ScreencopyCapturer
  private var service: WindowService { capturer.service }
  /// A copy that was asked for; nil before and after.
  private var copy: (target: CaptureTarget, waitsForDamage: Bool)?
  private var isUsed = false

  /// A screen has no alpha, and nothing is gained by another order of its parts.
  private static let format = PixelFormat.xrgb8888

  init(_ resource: ZwlrScreencopyFrameV1Resource, _ view: ScreencopyView, _ capturer: ScreencopyCapturer) {
    self.resource = resource
    self.view = view
    self.capturer = capturer
  }

  private var size: Size<BufferPixels> { Size(width: view.box.width, height: view.box.height) }

  /// Tells the client how its buffer has to be.
  func announce() {
    resource.sendBuffer(
      format: WlShm.Format(rawValue: Self.format.rawValue), width: UInt32(size.width), height: UInt32(size.height),
      stride: UInt32(size.width * Self.format.bytesPerPixel))
    resource.sendBufferDone()
  }

  // MARK: Requests

  func copy(buffer: WlBufferResource) throws(ProtocolError) { try begin(buffer, waitsForDamage: false) }

  func copyWithDamage(buffer: WlBufferResource) throws(ProtocolError) { try begin(buffer, waitsForDamage: true) }

  private func begin(_ buffer: WlBufferResource, waitsForDamage: Bool) throws(ProtocolError) {
    guard !isUsed else { throw .zwlrScreencopyFrameV1(.alreadyUsed, "a frame is copied once") }
    isUsed = true
    guard let target = CaptureTarget(buffer) else {
      throw .zwlrScreencopyFrameV1(.invalidBuffer, "wl_buffer#\(buffer.id) is not shared memory that can be written")
    }
    guard target.size == size, target.format == Self.format else {
      throw .zwlrScreencopyFrameV1(
        .invalidBuffer,
        "a buffer of \(target.size.width)×\(target.size.height) pixels in the format 0x\(String(target.format.rawValue, radix: 16)), "
          + "not of \(size.width)×\(size.height) in 0x\(String(Self.format.rawValue, radix: 16))")
    }
    guard view.isCurrent(in: service) else { return resource.sendFailed() }
    copy = (target, waitsForDamage)
    capturer.captureBegan(view.screen)
    let tick = service.frameLoop.lastTick(of: view.screen)
    if capturer.lastTick(of: view).map({ $0 < tick }) ?? true, attempt(at: service.clock.now) { return }
    service.captures.add(self)
  }

  // MARK: The copy

  var pace: ScreenID? { view.screen }

  func attempt(at time: UInt64) -> Bool {
    guard let copy else { return true }
    guard view.isCurrent(in: service), let frame = service.frame(of: .screen(view.screen), cursor: view.cursor) else {
      fail()
      return true
    }
    var isOver = true
    capturer.look(view) { tracker in
      let damage: Region<ScreenPixels>
      if copy.waitsForDamage {
        damage = tracker.update(to: frame, contentDamage: { [service] in service.contentDamage(of: $0, since: $1) }).intersection(view.box)
        if damage.isEmpty {
          isOver = false
          return .unchanged
        }
      } else {
        damage = Region()
        tracker.note(frame)
      }
      guard case .written = copy.target.write(frame, origin: view.box.origin, region: Region(view.box), for: service) else {
        fail()
        return .unseen
      }
      succeed(at: time, damage)
      return .taken
    }
    return isOver
  }

  private func succeed(at time: UInt64, _ damage: Region<ScreenPixels>) {
    copy = nil
    resource.sendFlags(flags: [])
    for rect in damage.simplified(maximumRects: Self.mostRects).rects {
      resource.sendDamage(
        x: UInt32(rect.x - view.box.x), y: UInt32(rect.y - view.box.y), width: UInt32(rect.width), height: UInt32(rect.height))
    }
    let stamp = WireTime(time)
    resource.sendReady(tvSecHi: stamp.secondsHigh, tvSecLo: stamp.secondsLow, tvNsec: stamp.nanoseconds)
    capturer.captureEnded(view.screen)
  }

  /// More rectangles than this are told as one.
  private static let mostRects = 64

  private func fail() {
    guard copy != nil else { return }
    copy = nil
    resource.sendFailed()
    capturer.captureEnded(view.screen)
  }

  func resourceDestroyed() {
    service.captures.remove(self)
    guard copy != nil else { return }
    copy = nil
    capturer.captureEnded(view.screen)
  }
}
