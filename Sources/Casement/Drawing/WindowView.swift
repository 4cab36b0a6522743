internal import Geometry
internal import Scene
internal import Surfaces
internal import WindowModel

/// What a picture of one window alone shows: its geometry, or all of it where nothing is inside that.
struct WindowView {
  /// The window's geometry on its surface.
  let geometry: Rect<SurfacePoints>
  /// Points of the window's surface, taken as points of the layout, to pixels of the picture.
  let projection: Projection
  private let window: ClientWindow

  /// Nil where the window is gone or has no content.
  init?(_ id: WindowID, in service: WindowService) {
    guard let window = service.clientWindows[id], window.surface.state.hasContent, let state = service.model.window(id) else { return nil }
    self.window = window
    geometry = Rect(
      origin: window.geometryOrigin, size: Size(width: max(1, state.contentSize.width), height: max(1, state.contentSize.height)))
    let extent = window.surface.node.extent
    let visible = extent.intersection(geometry).isEmpty ? extent : geometry
    projection = Projection(
      origin: Point(x: visible.x, y: visible.y), size: Size(width: visible.width, height: visible.height),
      scale: state.screen.flatMap { service.model.screen($0) }?.nativeScale ?? 1)
  }

  /// Where the pointer is, in the points that the projection takes; nil where it is not over the window.
  func pointer(in service: WindowService) -> PrecisePoint<LayoutPoints>? {
    guard let target = service.seat.pointer.target, service.window(of: target) === window,
      let place = service.convert(service.seat.pointer.position, to: window.surface)
    else { return nil }
    return PrecisePoint(x: place.x, y: place.y)
  }
}
