internal import Casement
internal import Geometry
internal import Rendering
internal import Scene
internal import WaylandClient
internal import WaylandProtocols
internal import WaylandServer
internal import WindowModel

/// Draws one screen into buffers that the host reads, at the host's pace, and only what changed.
final class HostPainter {
  /// How the picture lies on the window.
  struct Geometry {
    /// The window's size in the host's points.
    var points: Size<SurfacePoints>
    /// The pixels to a point where there is no viewport.
    var bufferScale: Int
    var viewport: WpViewportProxy?
  }

  private let screen: ScreenID
  private let surface: WlSurfaceProxy
  private let host: Host
  private unowned let backend: NestedBackend
  var geometry = Geometry(points: .zero, bufferScale: 1, viewport: nil)
  private var shownGeometry: (points: Size<SurfacePoints>, bufferScale: Int) = (.zero, 1)
  /// Whether a configure was acknowledged and not yet committed.
  var isAnswerDue = false
  /// Whether something besides the windows changed, such as the window's size.
  var isStale = true

  private var tracker = FrameTracker()
  private var buffers: [SharedBuffer] = []
  private lazy var lent = LentBuffers(host)
  /// Whether what the host has is a client's buffer.
  private var isLending = false
  private var shownTransform = Transform.normal
  /// The scene that was shown last.
  private var shownVersion: UInt64 = 0
  private var shownPointer: DrawnPointer?
  private var isMapped = false
  /// The host's next frame, which is awaited.
  private var callback: WlCallbackProxy?
  /// Whether somebody waits for the screen's next tick.
  private var isTickWanted = false
  /// Whether the host gives no frames: it may show nothing of the window.
  private(set) var isStarving = false
  private var hunger: TimerSource?
  private var presentations: [HostPresentation] = []

  /// The most buffers: one that the host shows, one that waits there, and one to draw in.
  private static let mostBuffers = 4

  init(_ screen: ScreenID, _ surface: WlSurfaceProxy, _ host: Host, _ backend: NestedBackend) {
    self.screen = screen
    self.surface = surface
    self.host = host
    self.backend = backend
  }

  private var service: WindowService { backend.service }

  // MARK: Pace

  /// Whether the host gives the screen its beat.
  var paces: Bool { isMapped && !isStarving }

  /// Somebody waits for the screen's next tick.
  func wantTick() {
    isTickWanted = true
    if callback != nil { waitForFrame() }
  }

  private func waitForFrame() {
    guard !isStarving else { return }
    let timer = hunger ?? service.eventLoop.makeTimer { [unowned self] in self.starve() }
    hunger = timer
    if !timer.isArmed { timer.arm(afterMilliseconds: backend.options.starvation) }
  }

  private func requestFrame() {
    let made = surface.frame()
    callback = made
    made.onEvent = { [unowned self, unowned made] _ in
      // one that was given up may come late
      if self.callback === made { self.frameCame() }
    }
    if isTickWanted { waitForFrame() }
  }

  private func frameCame() {
    callback = nil
    hunger?.disarm()
    if isStarving {
      isStarving = false
      service.pacingChanged(of: screen)
    }
    for presentation in presentations { presentation.framePassed(service.clock.now) }
    presentations.removeAll(where: \.isOver)
    // what waited is shown with this frame, and what clients draw now with the next
    let isTickDue = isTickWanted
    isTickWanted = false
    backend.show(screen)
    if isTickDue { service.tick(screen) }
  }

  /// The host gives no frame: the screen goes on by itself, until it does.
  private func starve() {
    guard callback != nil, !isStarving else { return }
    isStarving = true
    isTickWanted = false
    for presentation in presentations { presentation.discard() }
    presentations = []
    // a client whose buffer the host has gets it back
    if isLending { isStale = true }
    service.pacingChanged(of: screen)
    backend.show(screen)
  }

  // MARK: Pictures

  /// Shows what changed. - Returns: whether the window has a picture.
  func show() -> Bool {
    // another size does not wait for the host's frame: the host may be waiting for it
    if callback == nil || isStale {
      let pointer = backend.drawnPointer(on: screen)
      if isStale || service.sceneVersion != shownVersion || pointer != shownPointer { paint(pointer) }
    }
    keepPace()
    return isMapped
  }

  /// Asks for the host's next frame without a new picture, where somebody waits for the screen's next tick.
  func keepPace() { if callback == nil, isTickWanted, isMapped, !isStale || !isResized { commit() } }

  private var isResized: Bool { shownGeometry != (geometry.points, geometry.bufferScale) }

  private func paint(_ pointer: DrawnPointer?) {
    let version = service.sceneVersion
    guard let frame = service.sceneFrame(of: screen, cursor: pointer != nil) else { return }
    // what the host reads of a client's while it shows nothing of us would be kept from the client for ever
    let whole = isStarving ? nil : frame.wholeBuffer
    let loan = whole.flatMap { lent.loan(of: $0) }
    let buffer = loan == nil ? freeBuffer(frame.size) : nil
    guard loan != nil || buffer != nil else { return }
    let damage = tracker.update(to: frame) { [service] in service.contentDamage(of: $0, since: $1) }
    (shownVersion, shownPointer, isStale) = (version, pointer, false)
    let isNewGeometry = isResized
    guard !damage.isEmpty || isNewGeometry || !isMapped || isLending != (loan != nil) else { return }
    for other in buffers { other.stale.formUnion(damage) }
    if let buffer {
      draw(frame, into: buffer)
      buffer.isBusy = true
    }
    if let loan, let whole { lent.lend(loan, service.bufferUse(of: whole.key)) }
    surface.attach(buffer: loan?.proxy ?? buffer?.proxy, x: 0, y: 0)
    isLending = loan != nil
    turn(loan == nil ? .normal : whole?.transform ?? .normal)
    if isNewGeometry { place() }
    if shownTransform == .normal {
      for rect in damage.simplified(maximumRects: 16).rects {
        surface.damageBuffer(x: Int32(rect.x), y: Int32(rect.y), width: Int32(rect.width), height: Int32(rect.height))
      }
    } else {
      surface.damageBuffer(x: 0, y: 0, width: .max, height: .max)
    }
    isMapped = true
    commit()
  }

  private func turn(_ transform: Transform) {
    guard transform != shownTransform else { return }
    shownTransform = transform
    surface.setBufferTransform(transform: .init(rawValue: UInt32(transform.rawValue)))
  }

  private func draw(_ frame: SceneFrame, into buffer: SharedBuffer) {
    do throws(PixelFault) {
      let outcome = try frame.render(into: buffer.picture, region: buffer.stale)
      service.memoryWasGone(outcome.faults)
    } catch {
      // the file is sealed, so that nobody can take it away
      preconditionFailure("memory of our own has no faults")
    }
    buffer.stale = Region()
  }

  private func place() {
    shownGeometry = (geometry.points, geometry.bufferScale)
    if let viewport = geometry.viewport {
      viewport.setDestination(width: Int32(geometry.points.width), height: Int32(geometry.points.height))
    } else {
      surface.setBufferScale(scale: Int32(geometry.bufferScale))
    }
    // all of it is opaque by its format; saying so saves older hosts what is behind
    let region = host.compositor.createRegion()
    region.add(x: 0, y: 0, width: Int32(geometry.points.width), height: Int32(geometry.points.height))
    surface.setOpaqueRegion(region: region)
    region.destroy()
  }

  /// Commits what was attached, or nothing, and asks for the next frame and for when this one is seen.
  private func commit() {
    if callback == nil { requestFrame() }
    // a host that shows nothing has nothing to say of it; the screen's own beat does
    let content = isStarving ? [] : service.takeFeedback(on: screen)
    if !content.isEmpty {
      presentations.append(
        HostPresentation(content, surface, host) { [unowned self] ended in self.presentations.removeAll { $0 === ended } })
    }
    surface.commit()
    isAnswerDue = false
    host.link.flush()
  }

  /// Commits what was acknowledged where no picture did, unless it needs one of another size.
  func answer() {
    guard isAnswerDue, isMapped, !isResized else { return }
    isAnswerDue = false
    surface.commit()
    host.link.flush()
  }

  private func freeBuffer(_ size: Size<ScreenPixels>) -> SharedBuffer? {
    // a buffer of another size goes as soon as the host has let go of it
    for old in buffers where old.size != size && !old.isBusy { old.proxy.destroy() }
    buffers.removeAll { $0.size != size && !$0.isBusy }
    if let free = buffers.first(where: { $0.size == size && !$0.isBusy }) { return free }
    guard buffers.count < Self.mostBuffers else { return nil }
    do {
      let made = try SharedBuffer(size, .xrgb8888, on: host.shm) {}
      buffers.append(made)
      return made
    } catch {
      backend.tell("there is no memory for a picture of \(size.width)×\(size.height) pixels")
      return nil
    }
  }

  /// The window goes.
  func stop() {
    callback?.onEvent = nil
    callback = nil
    hunger?.disarm()
    for presentation in presentations { presentation.discard() }
    presentations = []
    for buffer in buffers { buffer.proxy.destroy() }
    buffers = []
    lent.end()
    isMapped = false
  }
}
