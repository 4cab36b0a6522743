internal import Casement
internal import Geometry

/// A pointer that is drawn into a screen's picture, because the host's is elsewhere.
struct DrawnPointer: Equatable {
  let position: PrecisePoint<LayoutPoints>
  let picture: PointerPicture
}
