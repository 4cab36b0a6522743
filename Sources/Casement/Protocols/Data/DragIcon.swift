internal import Geometry
internal import Surfaces
internal import WindowModel

/// A surface that is drawn at the pointer or finger which carries a drag, in front of all windows. Input passes through it.
final class DragIcon: SurfaceRole {
  let surface: Surface
  private weak var drag: Drag?
  private unowned let service: WindowService
  /// From the pointer to the surface's top left corner: all offsets that the client committed during the drag.
  private var offset: Point<SurfacePoints> = .zero

  init(_ surface: Surface, of drag: Drag, _ service: WindowService) {
    self.surface = surface
    self.drag = drag
    self.service = service
  }

  /// Where the surface begins in the layout.
  var origin: Point<LayoutPoints>? {
    guard let place = drag?.position?.floored else { return nil }
    return Point(x: place.x + offset.x, y: place.y + offset.y)
  }

  var shownScreen: ScreenID? { (drag?.position).flatMap { service.model.screen(at: $0) } }

  func didCommit(_ surface: Surface, _ changes: SurfaceChanges) {
    offset += changes.offset
    if changes.offset != .zero { service.surfaceMoved(surface) }
  }

  /// The pointer or finger is somewhere else.
  func moved() {
    service.updateScreens(of: surface)
    service.surfaceMoved(surface)
    service.frameLoop.visibilityChanged()
  }

  /// The drag is over: the surface is not shown any more, and may be the icon of another drag.
  func remove() {
    service.surfaceMoved(surface)
    surface.removeRole()
    service.updateScreens(of: surface)
  }

  func surfaceDestroyed(_ surface: Surface) {}
}
