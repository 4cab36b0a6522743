internal import Geometry
internal import Input
internal import Surfaces
internal import WindowModel

/// What lies under a pointer or a finger, and where: the routes' view of the service.
struct SeatScene: InputScene {
  unowned let service: WindowService
  /// How the window lies whose surface a point is converted to, where that is not as it is drawn now.
  var mapping: WindowMapping?

  init(_ service: WindowService) { self.service = service }

  func target(at point: PrecisePoint<LayoutPoints>) -> SurfaceID? { surface(at: point)?.node.id }

  func convert(_ point: PrecisePoint<LayoutPoints>, to target: SurfaceID) -> PrecisePoint<SurfacePoints>? {
    // what is not shown has no place: neither a window that is hidden or unmapped, nor a popup that was dismissed
    guard let surface = service.surface(target), let window = service.window(of: surface), window.shownScreen != nil else { return nil }
    if let mapping { return service.mapping(of: surface).map { mapping.surface(point) - PrecisePoint($0.origin) } }
    return service.convert(point, to: surface)
  }

  func client(of target: SurfaceID) -> ClientID { service.surface(target)?.client.id ?? ClientID(rawValue: -1) }

  func hit(at point: PrecisePoint<LayoutPoints>) -> (target: SurfaceID, local: PrecisePoint<SurfacePoints>)? {
    guard let (surface, window, drawn) = lookUp(point) else { return nil }
    let place = (mapping ?? drawn).surface(point)
    if surface === window.surface { return (surface.node.id, place) }
    return service.mapping(of: surface).map { (surface.node.id, place - PrecisePoint($0.origin)) }
  }

  /// The front-most surface that takes input at `point`.
  func surface(at point: PrecisePoint<LayoutPoints>) -> Surface? { lookUp(point)?.surface }

  /// The front-most surface that takes input at `point`, its window, and how that is drawn.
  private func lookUp(_ point: PrecisePoint<LayoutPoints>) -> (surface: Surface, window: ClientWindow, mapping: WindowMapping)? {
    let carried = service.seat.drag?.carriedWindow
    if carried == nil, let (window, mapping) = front(at: point), let hit = hit(window, at: mapping.hit(point)) {
      return (hit, window, mapping)
    }
    guard let windows = service.model.frontToBack(at: point) else { return nil }
    for id in windows where id != carried {
      guard let window = service.clientWindows[id], let mapping = service.mapping(of: window) else { continue }
      if let hit = hit(window, at: mapping.hit(point)) { return (hit, window, mapping) }
      // what a fullscreen window does not fill of its screen is black, and so is what is behind it
      if service.model.window(id)?.isFullscreen == true, !mapping.frame.contains(point) { return nil }
    }
    return nil
  }

  /// The window that is in front where `point` is, which is asked of the model only after it changed, or on another screen.
  private func front(at point: PrecisePoint<LayoutPoints>) -> (window: ClientWindow, mapping: WindowMapping)? {
    if let known = service.front, known.version == service.modelVersion, known.screen.contains(point) {
      guard let window = service.clientWindows[known.id] else { return nil }
      return (window, WindowMapping(frame: known.frame, geometryOrigin: window.geometryOrigin, rotation: known.rotation))
    }
    service.front = nil
    guard let (id, screen) = service.model.front(at: point), let window = service.clientWindows[id],
      let mapping = service.mapping(of: window)
    else { return nil }
    service.front = FrontWindow(
      version: service.modelVersion, id: id, screen: screen, frame: mapping.frame, rotation: mapping.rotation)
    return (window, mapping)
  }

  /// - Parameter point: on the window's surface.
  private func hit(_ window: ClientWindow, at point: PrecisePoint<SurfacePoints>) -> Surface? {
    for popup in window.popups.reversed() {
      let origin = popup.originOnWindow
      let local = PrecisePoint<SurfacePoints>(x: point.x - Double(origin.x), y: point.y - Double(origin.y))
      if let (node, _) = popup.surface.node.inputTarget(at: local) { return Surface.of(node) }
    }
    return window.surface.node.inputTarget(at: point).flatMap { Surface.of($0.0) }
  }
}

/// The front window of a screen, and how it lies, as the model had it at one version.
struct FrontWindow {
  let version: UInt64
  let id: WindowID
  let screen: Rect<LayoutPoints>
  let frame: Rect<LayoutPoints>
  let rotation: Transform
}

extension WindowService {
  /// The surface named `id`.
  func surface(_ id: SurfaceID) -> Surface? { surfaces[id] }
}
