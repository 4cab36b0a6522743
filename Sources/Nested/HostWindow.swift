internal import Casement
internal import CasementControl
internal import Geometry
internal import Scene
internal import WaylandClient
internal import WaylandProtocols
internal import WaylandServer
internal import WindowModel

/// One screen as a window of the host.
final class HostWindow {
  /// How far the window has come.
  enum Phase {
    /// The host has not said how large it may be.
    case new
    /// It may be drawn.
    case configured
    /// It is there.
    case mapped
  }

  let screen: ScreenID
  unowned let backend: NestedBackend
  let host: Host
  let surface: WlSurfaceProxy
  private let xdgSurface: XdgSurfaceProxy
  private let toplevel: XdgToplevelProxy
  private let viewport: WpViewportProxy?
  private let fractional: WpFractionalScaleV1Proxy?
  private let decoration: ZxdgToplevelDecorationV1Proxy?

  private(set) var phase = Phase.new
  /// The size in the host's points that it asked for; nil: ours to choose.
  private var wishedSize: Size<SurfacePoints>?
  private var announced: (size: Size<SurfacePoints>, states: [UInt32]) = (.zero, [])
  /// The configure that the next picture answers.
  private var unanswered: UInt32?
  private var entered: [WlOutputProxy] = []
  private var preferredScale120: Int?
  private var preferredScale: Int?
  private var preferredTransform: Transform?
  /// What the host was told the window is called.
  private var told: (title: String, appID: String) = ("", "")
  /// What of a change of the screen is the host's own doing.
  private var isFollowingHost = false
  /// Whether somebody chose the screen's scale or transform, so that the host's are not taken.
  private var (hasOwnScale, hasOwnTransform) = (false, false)
  /// The size that the host holds the window at while the screen has a mode that somebody chose; nil where the screen follows the window.
  private var sizeOfOwnMode: Size<SurfacePoints>?
  /// The screen as the window follows it.
  private var known: ModelScreen?
  /// Until when a new size waits for windows to draw themselves in it, in real nanoseconds.
  private var resizeDeadline: UInt64?

  /// The window's size in the host's points.
  private(set) var points: Size<SurfacePoints> = .zero
  let painter: HostPainter

  init(_ screen: ScreenID, on host: Host, _ backend: NestedBackend) {
    self.screen = screen
    self.host = host
    self.backend = backend
    surface = host.compositor.createSurface()
    xdgSurface = host.wmBase.getXdgSurface(surface: surface)
    toplevel = xdgSurface.getToplevel()
    viewport = host.viewporter?.getViewport(surface: surface)
    fractional = host.fractionalScale?.getFractionalScale(surface: surface)
    decoration = host.decorations?.getToplevelDecoration(toplevel: toplevel)
    painter = HostPainter(screen, surface, host, backend)
    let spec = backend.service.spec(of: screen)
    (hasOwnScale, hasOwnTransform) = (spec?.isScaleGiven ?? false, spec?.isTransformGiven ?? false)
    known = backend.service.model.screen(screen)
    listen()
    decoration?.setMode(mode: .serverSide)
    nameChanged()
    surface.commit()
    host.link.flush()
  }

  private func listen() {
    surface.onEvent = { [unowned self] event in
      switch event {
      case .enter(let output?): self.entered.append(output)
      case .leave(let output): self.entered.removeAll { $0 === output }
      case .preferredBufferScale(let factor): self.preferredScale = Int(factor)
      case .preferredBufferTransform(let transform): self.preferredTransform = Transform(rawValue: Int32(bitPattern: transform.rawValue))
      case .enter(nil): break
      }
      self.followHost()
    }
    fractional?.onEvent = { [unowned self] event in
      guard case .preferredScale(let scale) = event else { return }
      self.preferredScale120 = Int(scale)
      self.followHost()
    }
    toplevel.onEvent = { [unowned self] event in
      switch event {
      case .configure(let width, let height, let states):
        self.announced = (Size(width: Int(width), height: Int(height)), states.words)
      case .close: self.backend.closed(self)
      case .configureBounds, .wmCapabilities: break
      }
    }
    xdgSurface.onEvent = { [unowned self] event in
      guard case .configure(let serial) = event else { return }
      self.unanswered = serial
      self.configured()
    }
  }

  // MARK: Size

  private func configured() {
    if phase == .new { phase = .configured }
    let size = announced.size
    // 0 leaves it to us, on each axis by itself; less than 0 is no size
    if size.width > 0 || size.height > 0 {
      let own = points == .zero ? ownPoints : points
      wishedSize = Size(width: size.width > 0 ? size.width : own.width, height: size.height > 0 ? size.height : own.height)
    } else if !isHeld {
      wishedSize = nil
    }
    painter.isStale = true
    followHost()
  }

  /// Whether the host holds the window at the size that it says: maximised, fullscreen, tiled.
  private var isHeld: Bool { announced.states.contains { (1...2).contains($0) || (5...8).contains($0) } }

  private var model: ModelScreen? { backend.service.model.screen(screen) }

  /// The host's pixels to its point, in 120ths.
  var scale120: Int {
    if let preferredScale120, preferredScale120 > 0 { return min(max(preferredScale120, 12), 32 * 120) }
    if let preferredScale { return min(max(preferredScale, 1), 32) * 120 }
    let scales = host.outputs.filter { output in entered.contains { $0 === output.proxy } }.map(\.scale)
    return (scales.max() ?? host.outputs.map(\.scale).max() ?? 1) * 120
  }

  private var hostOutput: HostOutput? { host.outputs.first { output in entered.contains { $0 === output.proxy } } }

  /// The size in the host's points that the screen has by itself.
  private var ownPoints: Size<SurfacePoints> {
    guard let pixels = model?.pixelSize else { return Size(width: 1, height: 1) }
    func points(_ pixels: Int) -> Int { max(1, (pixels * 120 + scale120 / 2) / scale120) }
    if viewport == nil, pixels.width * 120 % scale120 != 0 || pixels.height * 120 % scale120 != 0 {
      return Size(width: pixels.width, height: pixels.height)
    }
    return Size(width: points(pixels.width), height: points(pixels.height))
  }

  /// Makes the screen what the host's window is.
  func followHost() {
    guard phase != .new, let model else { return }
    var change = ScreenChange()
    let turn = preferredTransform ?? hostOutput?.transform ?? .normal
    let transform = hasOwnTransform ? model.transform : turn
    if transform != model.transform { change.transform = transform }
    if !hasOwnScale, scale120 != model.scale120 { change.scale = Double(scale120) / 120 }
    let refresh = hostOutput.map { $0.refresh > 0 ? $0.refresh : 60_000 } ?? model.mode.refresh
    if wishedSize != sizeOfOwnMode { sizeOfOwnMode = nil }
    let upright = sizeOfOwnMode == nil ? wishedSize.map(pixels) ?? model.pixelSize : model.pixelSize
    let native = transform.swapsAxes ? upright.swapped : upright
    let mode = ScreenMode(size: Size(width: native.width, height: native.height), refresh: min(refresh, 1_000_000))
    if mode != model.mode || model.modes.count > 1 { change.onlyMode = mode }
    let isResized = upright != model.pixelSize
    points = wishedSize ?? ownPoints
    guard change != ScreenChange() else { return }
    if isResized, phase == .mapped, resizeDeadline == nil { resizeDeadline = backend.now + Self.resizePatience }
    isFollowingHost = true
    backend.change(screen, change)
    isFollowingHost = false
    known = self.model
    points = wishedSize ?? ownPoints
    painter.isStale = true
  }

  /// How long a new size waits for windows that have not drawn themselves in it, in nanoseconds.
  private static let resizePatience: UInt64 = 100_000_000
  /// The most pixels on a side, and in all, that a screen gets because its host says so.
  private static let mostPixels = (side: 16_384, all: 1 << 26)

  /// The pixels of a window of `points`; fewer where the host asks for more than anybody has.
  private func pixels(_ points: Size<SurfacePoints>) -> Size<ScreenPixels> {
    let scale = Double(scale120) / 120
    var (width, height) = (Double(points.width) * scale, Double(points.height) * scale)
    let fit = min(
      1, Double(Self.mostPixels.side) / max(width, height), (Double(Self.mostPixels.all) / (width * height)).squareRoot())
    if fit < 1 { backend.tell("the host asks for a window of \(points.width)×\(points.height) points; it gets a smaller screen") }
    (width, height) = (width * fit, height * fit)
    return Size(
      width: max(1, Int(width.rounded(fit < 1 ? .down : .toNearestOrAwayFromZero))),
      height: max(1, Int(height.rounded(fit < 1 ? .down : .toNearestOrAwayFromZero))))
  }

  /// The screen changed. What was not the host's doing asks the window to be another.
  func screenUpdated() {
    painter.isStale = true
    guard !isFollowingHost, phase != .new else { return }
    if let model {
      hasOwnScale = hasOwnScale || model.scale120 != known?.scale120
      hasOwnTransform = hasOwnTransform || model.transform != known?.transform
      if model.pixelSize != known?.pixelSize {
        if isHeld { sizeOfOwnMode = wishedSize } else { wishedSize = nil }
      }
    }
    known = model
    points = wishedSize ?? ownPoints
  }

  // MARK: Being shown

  /// What the window is called: what is in it, and which screen it is.
  func nameChanged() {
    guard host.link.canSend, let model else { return }
    let content = backend.service.mainContent(of: screen)
    let inside = content.map { $0.title.isEmpty ? $0.appID : $0.title } ?? ""
    let title = HostWindow.bounded(inside.isEmpty ? "Casement \(model.name)" : "\(inside) — Casement \(model.name)")
    let appID = HostWindow.bounded(content.map { $0.appID.isEmpty ? "casement" : "casement.\($0.appID)" } ?? "casement")
    guard title != told.title || appID != told.appID else { return }
    if title != told.title { toplevel.setTitle(title: title) }
    if appID != told.appID { toplevel.setAppId(appId: appID) }
    told = (title, appID)
    host.link.flush()
  }

  /// A text that goes into one request: a client's may be longer than any message.
  private static func bounded(_ text: String) -> String {
    guard text.utf8.count > 512 else { return text }
    // by what is sent: what reads as one character may be of any length
    var (short, bytes) = (String.UnicodeScalarView(), 0)
    for scalar in text.unicodeScalars {
      bytes += UTF8.width(scalar)
      if bytes > 512 { break }
      short.append(scalar)
    }
    return String(short)
  }

  /// Shows what changed, if the host is ready for it.
  func show() {
    guard phase != .new, host.link.canSend else { return }
    if let deadline = resizeDeadline {
      let isSettled = backend.service.areWindowsSettled(on: screen)
      if !isSettled, backend.now < deadline {
        painter.keepPace()
        return backend.lookAgain(at: deadline)
      }
      resizeDeadline = nil
    }
    guard let size = model?.pixelSize else { return }
    let fits = viewport != nil || (size.width == points.width * (scale120 / 120) && size.height == points.height * (scale120 / 120))
    painter.geometry = HostPainter.Geometry(
      points: points, picture: picturePlace, bufferScale: viewport != nil || !fits ? 1 : scale120 / 120, viewport: viewport)
    if let serial = unanswered {
      // answered no sooner than now: hosts compare the next picture with what was acknowledged
      xdgSurface.ackConfigure(serial: serial)
      unanswered = nil
      painter.isAnswerDue = true
    }
    if painter.show() { phase = .mapped }
    painter.answer()
  }

  /// Where on the window the picture lies: on all of it, or in the middle where the screen is of another form.
  private var picturePlace: Rect<SurfacePoints> {
    let all = Rect(size: points)
    // without a viewport nothing is stretched
    guard viewport != nil, host.subcompositor != nil, let pixels = model?.pixelSize else { return all }
    func isExact(_ pixels: Int, _ points: Int) -> Bool { abs(Double(pixels) - Double(points * scale120) / 120) < 1 }
    if isExact(pixels.width, points.width), isExact(pixels.height, points.height) { return all }
    let stretch = min(Double(points.width) / Double(pixels.width), Double(points.height) / Double(pixels.height))
    func shown(_ pixels: Int) -> Int { max(1, Int((Double(pixels) * stretch).rounded())) }
    let size = Size<SurfacePoints>(width: shown(pixels.width), height: shown(pixels.height))
    guard points.width - size.width > 1 || points.height - size.height > 1 else { return all }
    return Rect(x: (points.width - size.width) / 2, y: (points.height - size.height) / 2, width: size.width, height: size.height)
  }

  /// The place in the layout of a point of the window; nil while the screen has no place.
  func layout(_ x: Double, _ y: Double) -> PrecisePoint<LayoutPoints>? {
    let picture = picturePlace
    guard let frame = model?.frame, picture.width > 0, picture.height > 0 else { return nil }
    // the last point is still on the screen, whatever the host's rounding is, and so is what is beside the picture
    func inside(_ value: Double, _ extent: Int, of length: Int) -> Double {
      min(max(value * Double(length) / Double(extent), 0), Double(length).nextDown)
    }
    return PrecisePoint(
      x: Double(frame.x) + inside(x - Double(picture.x), picture.width, of: frame.width),
      y: Double(frame.y) + inside(y - Double(picture.y), picture.height, of: frame.height))
  }

  /// The place on the window of a point of the layout; nil where it is not on the screen.
  func place(of point: PrecisePoint<LayoutPoints>) -> PrecisePoint<SurfacePoints>? {
    guard let frame = model?.frame, frame.contains(point) else { return nil }
    let (origin, scale) = (picturePlace.origin, pointScale)
    return PrecisePoint(
      x: Double(origin.x) + (point.x - Double(frame.x)) / scale, y: Double(origin.y) + (point.y - Double(frame.y)) / scale)
  }

  /// The part of the window that shows a part of the layout; not less than it.
  func area(of rect: Rect<LayoutPoints>) -> Rect<SurfacePoints> {
    guard let frame = model?.frame else { return .zero }
    let scale = pointScale
    func edge(_ value: Int, _ origin: Int, _ rule: FloatingPointRoundingRule) -> Int {
      Int((Double(value - origin) / scale).rounded(rule))
    }
    let (left, top) = (edge(rect.minX, frame.x, .down), edge(rect.minY, frame.y, .down))
    let area = Rect<SurfacePoints>(
      x: left, y: top, width: edge(rect.maxX, frame.x, .up) - left, height: edge(rect.maxY, frame.y, .up) - top)
    return area.translated(by: picturePlace.origin)
  }

  /// Points of the screen to a point of the window.
  var pointScale: Double {
    let width = picturePlace.width
    guard let frame = model?.frame, width > 0 else { return 1 }
    return Double(frame.width) / Double(width)
  }

  func outputGone(_ output: HostOutput) {
    entered.removeAll { $0 === output.proxy }
    followHost()
  }

  /// Takes the window off the host, after its painter has stopped.
  func close() {
    painter.discard()
    fractional?.destroy()
    viewport?.destroy()
    decoration?.destroy()
    toplevel.destroy()
    xdgSurface.destroy()
    surface.destroy()
    host.link.flush()
  }
}
