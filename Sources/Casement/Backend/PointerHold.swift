package import Geometry
internal import Surfaces

/// What a client imposes on the pointer.
package enum PointerHold: Equatable {
  /// Nothing.
  case free
  /// It does not move.
  case locked
  /// It stays in these parts of the layout.
  case confined([Rect<LayoutPoints>])
}

extension WindowService {
  /// What a client imposes on the pointer now.
  package var pointerHold: PointerHold {
    guard let active = seat.pointer.constraints.active else { return .free }
    guard active.kind == .confinement else { return .locked }
    guard let surface = active.surface, let (mapping, origin) = mapping(of: surface) else { return .free }
    return .confined(active.area.rects.map { mapping.layout(Rect(origin: $0.origin + origin, size: $0.size)) })
  }

  /// Where the client that locked the pointer wants it to be afterwards; nil where it does not say.
  package var lockHint: PrecisePoint<LayoutPoints>? {
    guard let active = seat.pointer.constraints.active, let hint = active.hint, let surface = active.surface else { return nil }
    return convert(hint, from: surface)
  }

  /// The host's mouse moved, which the host does not show as a motion of the pointer: it is locked there.
  package func hostMouseMoved(by offset: PrecisePoint<LayoutPoints>, unaccelerated: PrecisePoint<LayoutPoints>) {
    seat.pointer.move(by: offset, unaccelerated: unaccelerated)
  }
}
