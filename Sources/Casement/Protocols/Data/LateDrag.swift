internal import Geometry
internal import Surfaces
internal import WaylandServer

/// What a client that does not read is to be told of a drag over it when it does.
final class LateDrag: NewsTeller {
  let surface: Surface
  /// Where on the surface it is.
  var point: PrecisePoint<SurfacePoints>
  /// Whether the client has not been told yet that it is there; else it only moved.
  let isEntering: Bool
  private unowned let drag: Drag

  init(_ drag: Drag, over surface: Surface, at point: PrecisePoint<SurfacePoints>, isEntering: Bool) {
    (self.drag, self.surface, self.point, self.isEntering) = (drag, surface, point, isEntering)
  }

  var client: Client { surface.client }

  func catchUp() { drag.catchUp(self) }
}
