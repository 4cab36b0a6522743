/// Names one window for as long as the service runs; never given to another one.
@usableFromInline
package struct WindowID: Hashable, Comparable, Sendable {
  /// 1 for the first window, one more for each that follows.
  @usableFromInline package let rawValue: Int

  /// The id with this number.
  @inlinable package init(rawValue: Int) { self.rawValue = rawValue }

  /// Whether both name the same window.
  @inlinable package static func == (a: Self, b: Self) -> Bool { a.rawValue == b.rawValue }
  /// Whether `a` is the older one.
  @inlinable package static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
  /// Feeds the number to `hasher`.
  @inlinable package func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
  /// The number's place in a table: it counts upwards, nobody else chooses it, and so spreading it is enough.
  @inlinable package func _rawHashValue(seed: Int) -> Int {
    let spread = UInt(bitPattern: rawValue ^ seed) &* 0x9e37_79b9_7f4a_7c15
    return Int(bitPattern: spread ^ spread >> 32)
  }
}
