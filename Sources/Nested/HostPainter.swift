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
    /// The part of it that shows the picture.
    var picture: Rect<SurfacePoints>
    /// The pixels to a point where there is no viewport.
    var bufferScale: Int
    var viewport: WpViewportProxy?
  }

  private let screen: ScreenID
  private let surface: WlSurfaceProxy
  private let host: Host
  private unowned let backend: NestedBackend
  var geometry = Geometry(points: .zero, picture: .zero, bufferScale: 1, viewport: nil)
  private var shownGeometry: (points: Size<SurfacePoints>, bufferScale: Int) = (.zero, 1)
  /// Whether a configure was acknowledged and not yet committed.
  var isAnswerDue = false
  /// Whether something besides the windows changed, such as the window's size.
  var isStale = true

  private var tracker = FrameTracker()
  private var buffers: [SharedBuffer] = []
  private lazy var lent = LentBuffers(host)
  /// What the host has of us.
  private var shown = ShownPicture.nothing
  private var inset: HostInset?
  private var ground: (colour: Colour, proxy: WlBufferProxy)?
  /// One black pixel, where the host makes none of itself.
  private var black: SharedBuffer?
  /// The ground before, until something else is committed.
  private var formerGround: WlBufferProxy?
  private var shownTransform = Transform.normal
  /// The scene that was shown last.
  private var shownVersion: UInt64 = 0
  private var shownPointer: DrawnPointer?
  /// The host's next frame, which is awaited.
  private var callback: WlCallbackProxy?
  /// Whether somebody waits for the screen's next tick.
  private var isTickWanted = false
  /// Whether the host gives no frames: it may show nothing of the window.
  private(set) var isStarving = false
  private var hunger: TimerSource?
  /// When a host that shows nothing is asked again whether it is there, in real nanoseconds.
  private var nextQuestion: UInt64 = 0
  private static let questionInterval: UInt64 = 1_000_000_000
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

  private var isMapped: Bool { shown != .nothing }
  /// Whether the host gives the screen its beat.
  var paces: Bool { isMapped && !isStarving }

  /// Somebody waits for the screen's next tick.
  func wantTick() {
    isTickWanted = true
    if callback != nil || !host.link.canSend { waitForFrame() }
  }

  /// The host does not read, so that it cannot be asked for a frame.
  func waitForRoom() { if isTickWanted { waitForFrame() } }

  private func waitForFrame() {
    guard !isStarving else { return }
    let timer = hunger ?? service.eventLoop.makeTimer { [unowned self] in self.waited() }
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
    waitForFrame()
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
    guard isTickDue else { return }
    // a client of two buffers whose new one was only shown now has none to draw in before the host has let go of the old one
    if lent.areSeveralLent, callback != nil { wantTick() } else { service.tick(screen) }
  }

  /// The host gives no frame: it shows nothing of the window, or nothing at all any more.
  private func waited() {
    host.link.ask()
    if isTickWanted { starve() }
  }

  /// The screen goes on by itself, until the host gives a frame.
  private func starve() {
    guard callback != nil || !host.link.canSend, !isStarving else { return }
    isStarving = true
    isTickWanted = false
    for presentation in presentations { presentation.discard() }
    presentations = []
    // a client whose buffer the host has gets it back, at once: a host that stands still lets go of nothing, and clients of two buffers
    // would have none to draw in
    if shown.isLent { isStale = true }
    backend.show(screen)
    lent.giveBack()
    // that the host lets go of these later says nothing of what it is lent then
    if !shown.isLent, host.link.canSend { lent.end() }
    service.pacingChanged(of: screen)
  }

  // MARK: Pictures

  /// Shows what changed. - Returns: whether the window has a picture.
  func show() -> Bool {
    if isStarving, service.sceneVersion != shownVersion, backend.now > nextQuestion {
      nextQuestion = backend.now + Self.questionInterval
      host.link.ask()
    }
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
    guard let frame = service.sceneFrame(of: screen, cursor: pointer != nil),
      let plan = plan(frame)
    else { return }
    let damage = tracker.update(to: frame) { [service] in service.contentDamage(of: $0, since: $1) }
    (shownVersion, shownPointer, isStale) = (version, pointer, false)
    let isNewGeometry = isResized
    guard !damage.isEmpty || isNewGeometry || shown != plan.shown else { return }
    for other in buffers { other.stale.formUnion(damage) }
    show(plan, frame, damage)
    shown = plan.shown
    if isNewGeometry { place() }
    commit()
    formerGround?.destroy()
    formerGround = nil
  }

  private func plan(_ frame: SceneFrame) -> PicturePlan? {
    if geometry.picture.size != geometry.points {
      inset = inset ?? HostInset(of: surface, host)
      return freeBuffer(frame.size).map { .frame($0, geometry.picture) }
    }
    let direct = frame.directPicture
    if let direct, let plan = plan(direct, frame.size) { return plan }
    return freeBuffer(frame.size).map { .draw($0, isPlain: direct != nil) }
  }

  /// How the host shows `direct` without a picture of ours; nil where it cannot.
  private func plan(_ direct: DirectPicture, _ size: Size<ScreenPixels>) -> PicturePlan? {
    if direct.ground != nil, host.singlePixels == nil || geometry.viewport == nil { return nil }
    guard let picture = direct.buffer else { return direct.ground.map(PicturePlan.fill) }
    // what the host reads of a client's while it shows nothing of us would be kept from the client for ever
    if isStarving { return nil }
    guard let colour = direct.ground else { return lent.loan(of: picture).map { .lend($0, picture) } }
    guard let place = exactPoints(of: direct.place, in: size) else { return nil }
    inset = inset ?? HostInset(of: surface, host)
    guard inset != nil else { return nil }
    return lent.loan(of: picture).map { .place($0, picture, place, direct.place, on: colour) }
  }

  /// A part of the picture in the window's points; nil where these are no whole numbers.
  private func exactPoints(of rect: Rect<ScreenPixels>, in size: Size<ScreenPixels>) -> Rect<SurfacePoints>? {
    let (points, across, down) = (geometry.points, [rect.x, rect.width], [rect.y, rect.height])
    guard across.allSatisfy({ $0 * points.width % size.width == 0 }), down.allSatisfy({ $0 * points.height % size.height == 0 }) else {
      return nil
    }
    return Rect(
      x: rect.x * points.width / size.width, y: rect.y * points.height / size.height, width: rect.width * points.width / size.width,
      height: rect.height * points.height / size.height)
  }

  private func show(_ plan: PicturePlan, _ frame: SceneFrame, _ damage: Region<ScreenPixels>) {
    switch plan {
    case .place, .frame: break
    case .draw, .lend, .fill: inset?.hide()
    }
    switch plan {
    case .draw(let buffer, let isPlain):
      draw(frame, into: buffer, isPlain: isPlain)
      buffer.isBusy = true
      turn(.normal)
      attach(buffer.proxy, damage)
    case .lend(let loan, let picture):
      lent.lend(loan, service.bufferUse(of: picture.key))
      turn(picture.transform)
      attach(loan.proxy, damage)
    case .fill(let colour):
      fill(colour)
    case .place(let loan, let picture, let place, let pixels, let colour):
      lent.lend(loan, service.bufferUse(of: picture.key))
      fill(colour)
      inset?.show(
        loan.proxy, at: place, picture.transform,
        damage: damage.intersection(pixels).translated(by: Point(x: -pixels.x, y: -pixels.y)))
    case .frame(let buffer, let place):
      draw(frame, into: buffer, isPlain: false)
      buffer.isBusy = true
      fill(.black)
      inset?.show(buffer.proxy, at: place, .normal, damage: shown == plan.shown ? damage : nil)
    }
  }

  private func attach(_ buffer: WlBufferProxy, _ damage: Region<ScreenPixels>) {
    surface.attach(buffer: buffer, x: 0, y: 0)
    guard shownTransform == .normal else { return surface.damageBuffer(x: 0, y: 0, width: .max, height: .max) }
    for rect in damage.simplified(maximumRects: 16).rects {
      surface.damageBuffer(x: Int32(rect.x), y: Int32(rect.y), width: Int32(rect.width), height: Int32(rect.height))
    }
  }

  /// Fills the window, behind what it may show of a client's, with one colour.
  private func fill(_ colour: Colour) {
    switch shown {
    case .ground(colour), .inset(_, colour): return
    case .framed where colour == .black: return
    default: break
    }
    guard let buffer = pixel(of: colour) else { return }
    turn(.normal)
    surface.attach(buffer: buffer, x: 0, y: 0)
    surface.damageBuffer(x: 0, y: 0, width: .max, height: .max)
  }

  /// A buffer of one pixel; nil where the host has none of this colour.
  private func pixel(of colour: Colour) -> WlBufferProxy? {
    guard let maker = host.singlePixels else {
      guard colour == .black else { return nil }
      if black == nil { black = try? SharedBuffer(Size(width: 1, height: 1), .xrgb8888, on: host.shm) {} }
      return black?.proxy
    }
    if ground?.colour != colour {
      formerGround = ground?.proxy
      func part(_ value: Double) -> UInt32 { UInt32((min(max(value, 0), 1) * Double(UInt32.max)).rounded()) }
      let made = maker.createU32RgbaBuffer(
        r: part(colour.red), g: part(colour.green), b: part(colour.blue), a: part(colour.alpha))
      ground = (colour, made)
    }
    return ground?.proxy
  }

  private func turn(_ transform: Transform) {
    guard transform != shownTransform else { return }
    shownTransform = transform
    surface.setBufferTransform(transform: .init(rawValue: UInt32(transform.rawValue)))
  }

  private func draw(_ frame: SceneFrame, into buffer: SharedBuffer, isPlain: Bool) {
    do throws(PixelFault) {
      // what is only copied is held up by memory, not by the core: a second one costs more than it gains
      let outcome = try frame.render(into: buffer.picture, region: buffer.stale, cores: isPlain ? 1 : nil)
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
        HostPresentation(content, surface, host, isLent: shown.isLent) { [unowned self] ended in
          self.presentations.removeAll { $0 === ended }
        })
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

  /// The window goes: nothing more is shown, and clients have their buffers back. Sends nothing.
  func stop() {
    callback?.onEvent = nil
    callback = nil
    hunger?.disarm()
    for presentation in presentations { presentation.discard() }
    presentations = []
    lent.giveBack()
    shown = .nothing
  }

  /// Lets go of what the host has of it, after it has stopped.
  func discard() {
    for buffer in buffers { buffer.proxy.destroy() }
    buffers = []
    ground?.proxy.destroy()
    black?.proxy.destroy()
    (ground, black) = (nil, nil)
    lent.end()
    inset?.destroy()
    inset = nil
  }
}
