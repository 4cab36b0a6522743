public import Geometry

/// How far a pointing device moved, in points of the layout, whatever the pointer itself could do.
@usableFromInline package struct RelativeMotion: Hashable, Sendable {
  /// The way that the pointer would have gone.
  @usableFromInline package var offset: PrecisePoint<LayoutPoints>
  /// The same before acceleration.
  @usableFromInline package var unaccelerated: PrecisePoint<LayoutPoints>

  /// A motion by `offset`; by `unaccelerated` before acceleration, where that differs.
  @inlinable package init(_ offset: PrecisePoint<LayoutPoints>, unaccelerated: PrecisePoint<LayoutPoints>? = nil) {
    self.offset = offset
    self.unaccelerated = unaccelerated ?? offset
  }

  /// Both one after the other.
  @inlinable package static func + (a: Self, b: Self) -> Self {
    Self(a.offset + b.offset, unaccelerated: a.unaccelerated + b.unaccelerated)
  }

  /// Whether nothing moved.
  @inlinable package var isZero: Bool { offset == .init(x: 0, y: 0) && unaccelerated == .init(x: 0, y: 0) }
}
