/// The name of a surface between modules; never used again.
@usableFromInline
package struct SurfaceID: Hashable, Comparable, Sendable {
  @usableFromInline package let rawValue: UInt64

  /// The name with this number.
  @inlinable package init(rawValue: UInt64) { self.rawValue = rawValue }

  /// Whether both name the same surface.
  @inlinable package static func == (a: Self, b: Self) -> Bool { a.rawValue == b.rawValue }
  /// Whether `a` is the older one.
  @inlinable package static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
  /// Feeds the number to `hasher`.
  @inlinable package func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
  /// The number's place in a table: it counts upwards, nobody else chooses it, and so spreading it is enough.
  @inlinable package func _rawHashValue(seed: Int) -> Int {
    let spread = (rawValue ^ UInt64(truncatingIfNeeded: seed)) &* 0x9e37_79b9_7f4a_7c15
    return Int(truncatingIfNeeded: spread ^ spread >> 32)
  }
}
