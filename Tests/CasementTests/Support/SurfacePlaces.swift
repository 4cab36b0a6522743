import Geometry

@testable import Casement

extension WindowService {
  /// Where a surface begins in the layout; nil where it is in no window.
  func layoutOrigin(of surface: Surface) -> Point<LayoutPoints>? {
    convert(PrecisePoint<SurfacePoints>(x: 0, y: 0), from: surface)?.floored
  }
}
