internal import Geometry
internal import Rendering
internal import WaylandServer
internal import WindowModel

/// `zwlr_screencopy_manager_v1`: takes pictures of screens.
final class ScreencopyManager: ZwlrScreencopyManagerV1Requests {
  private let capturer: ScreencopyCapturer

  init(_ service: WindowService) { capturer = ScreencopyCapturer(service) }

  func captureOutput(
    frame: ZwlrScreencopyFrameV1Resource, overlayCursor: Int32, output: WlOutputResource
  ) throws(ProtocolError) {
    capture(frame, overlayCursor, output, nil)
  }

  func captureOutputRegion(
    frame: ZwlrScreencopyFrameV1Resource, overlayCursor: Int32, output: WlOutputResource, x: Int32, y: Int32, width: Int32,
    height: Int32
  ) throws(ProtocolError) {
    capture(frame, overlayCursor, output, Rect(x: Int(x), y: Int(y), width: Int(width), height: Int(height)))
  }

  private func capture(
    _ resource: ZwlrScreencopyFrameV1Resource, _ overlayCursor: Int32, _ output: WlOutputResource, _ region: Rect<ScreenPoints>?
  ) {
    guard let screen = output.output?.screen,
      let view = ScreencopyView(capturer.service, screen, region, cursor: overlayCursor != 0)
    else { return resource.sendFailed() }
    let frame = ScreencopyFrame(resource, view, capturer)
    resource.handler = frame
    frame.announce()
  }

  func resourceDestroyed() { capturer.managerGone() }
}

/// What of a screen a client wants a picture of, as the screen was when it asked.
struct ScreencopyView: Hashable {
  let screen: ScreenID
  let cursor: Bool
  /// In pixels of the panel.
  let box: Rect<ScreenPixels>
  /// How the screen was: a picture of another one would not be what was asked for.
  private let mode: Size<NativePixels>
  private let scale120: Int
  private let transform: Transform

  /// - Parameter region: in points of the screen, upright; nil: all.
  /// - Returns: nil where the screen is gone, or nothing of it is in the region.
  init?(_ service: WindowService, _ screen: ScreenID, _ region: Rect<ScreenPoints>?, cursor: Bool) {
    guard let state = service.model.screen(screen) else { return nil }
    let pixels = region.map { state.pixels($0.intersection(state.bounds)) } ?? Rect(size: state.pixelSize)
    let inside = pixels.intersection(Rect(size: state.pixelSize))
    guard !inside.isEmpty else { return nil }
    self.screen = screen
    self.cursor = cursor
    box = state.transform.apply(inside, in: state.pixelSize)
    (mode, scale120, transform) = (state.mode.size, state.scale120, state.transform)
  }

  /// Whether the screen is there and as it was.
  func isCurrent(in service: WindowService) -> Bool {
    guard let state = service.model.screen(screen) else { return false }
    return state.mode.size == mode && state.scale120 == scale120 && state.transform == transform
  }
}

/// What is remembered of the pictures that were taken through one manager.
final class ScreencopyCapturer {
  unowned let service: WindowService
  private var looks: [Look] = []
  private var holds: [ScreenID: (hold: CaptureHold, pending: Int)] = [:]
  private var isManagerGone = false

  /// What was seen last of one view, and at which tick.
  private struct Look {
    let view: ScreencopyView
    var tracker = FrameTracker()
    var tick: UInt64 = 0
  }

  /// A client that captures more different parts of screens by turns is told more damage than there is.
  private static let mostLooks = 8
  /// How long a screen counts as captured after its last picture, in nanoseconds: a recorder asks again at once.
  private static let linger: UInt64 = 1_000_000_000

  init(_ service: WindowService) { self.service = service }

  /// The tick at which `view` was last seen, or another one of its screen; nil where there was none.
  func lastTick(of view: ScreencopyView) -> UInt64? { looks.lazy.filter { $0.view.screen == view.screen }.map(\.tick).max() }

  /// What came of a look.
  enum Sight {
    /// No picture was taken, and whoever looks next shall find again what is new now.
    case unseen
    /// Nothing is new.
    case unchanged
    /// A picture was taken.
    case taken
  }

  /// Calls `body` with what remembers the last picture of `view`.
  func look(_ view: ScreencopyView, _ body: (inout FrameTracker) -> Sight) {
    let index = looks.firstIndex { $0.view == view }
    var look = index.map { looks[$0] } ?? Look(view: view)
    let sight = body(&look.tracker)
    if case .unseen = sight { return }
    if case .taken = sight { look.tick = service.frameLoop.lastTick(of: view.screen) }
    if let index { looks.remove(at: index) }
    looks.append(look)
    if looks.count > Self.mostLooks { looks.removeFirst() }
  }

  func captureBegan(_ screen: ScreenID) {
    let hold = holds[screen]?.hold ?? CaptureHold(.screen(screen), service)
    holds[screen] = (hold, (holds[screen]?.pending ?? 0) + 1)
    hold.begin()
  }

  func captureEnded(_ screen: ScreenID) {
    guard let entry = holds[screen] else { return }
    holds[screen]!.pending -= 1
    guard entry.pending == 1 else { return }
    if isManagerGone { entry.hold.end() } else { entry.hold.end(after: Self.linger) }
  }

  func managerGone() {
    isManagerGone = true
    for (_, entry) in holds.sorted(by: { $0.key < $1.key }) where entry.pending == 0 { entry.hold.end() }
  }
}
