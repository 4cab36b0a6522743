/// A position in whole units of its space. Components are 64 bits wide, so sums of wire values cannot overflow.
public struct Point<Space: CoordinateSpace>: Hashable, Sendable {
  /// Units to the right of the space's origin.
  public var x: Int
  /// Units below the space's origin.
  public var y: Int

  /// The point (x, y).
  @inlinable public init(x: Int, y: Int) {
    self.x = x
    self.y = y
  }

  /// The origin of the space.
  @inlinable public static var zero: Self { Self(x: 0, y: 0) }

  /// The sum of two offsets, component by component.
  @inlinable public static func + (a: Self, b: Self) -> Self { Self(x: a.x + b.x, y: a.y + b.y) }
  /// The offset from `b` to `a`.
  @inlinable public static func - (a: Self, b: Self) -> Self { Self(x: a.x - b.x, y: a.y - b.y) }
  /// Moves `a` by `b`.
  @inlinable public static func += (a: inout Self, b: Self) { a = a + b }
  /// Moves `a` back by `b`.
  @inlinable public static func -= (a: inout Self, b: Self) { a = a - b }
}

/// A position in fractions of its space's units, such as a pointer's.
public struct PrecisePoint<Space: CoordinateSpace>: Hashable, Sendable {
  /// Units to the right of the space's origin.
  public var x: Double
  /// Units below the space's origin.
  public var y: Double

  /// The point (x, y).
  @inlinable public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// The same position as a whole-unit point.
  @inlinable public init(_ point: Point<Space>) {
    self.init(x: Double(point.x), y: Double(point.y))
  }

  /// The whole-unit point at or before this one on both axes.
  @inlinable public var floored: Point<Space> { Point(x: Int(x.rounded(.down)), y: Int(y.rounded(.down))) }

  /// The sum of two offsets, component by component.
  @inlinable public static func + (a: Self, b: Self) -> Self { Self(x: a.x + b.x, y: a.y + b.y) }
  /// The offset from `b` to `a`.
  @inlinable public static func - (a: Self, b: Self) -> Self { Self(x: a.x - b.x, y: a.y - b.y) }
}
