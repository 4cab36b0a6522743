/// A rectangle in whole units of its space, half-open: it holds its left and top edge, not its right and bottom one.
public struct Rect<Space: CoordinateSpace>: Hashable, Sendable {
  /// The top-left corner.
  public var origin: Point<Space>
  /// The extent; not positive means empty.
  public var size: Size<Space>

  /// The rectangle of `size` at `origin`.
  @inlinable public init(origin: Point<Space> = .zero, size: Size<Space>) {
    self.origin = origin
    self.size = size
  }

  /// The rectangle of `width` by `height` at (x, y).
  @inlinable public init(x: Int, y: Int, width: Int, height: Int) {
    self.init(origin: Point(x: x, y: y), size: Size(width: width, height: height))
  }

  /// The empty rectangle at the origin.
  @inlinable public static var zero: Self { Self(x: 0, y: 0, width: 0, height: 0) }

  /// The left edge.
  @inlinable public var x: Int { origin.x }
  /// The top edge.
  @inlinable public var y: Int { origin.y }
  /// Units across.
  @inlinable public var width: Int { size.width }
  /// Units down.
  @inlinable public var height: Int { size.height }
  /// The left edge.
  @inlinable public var minX: Int { origin.x }
  /// The top edge.
  @inlinable public var minY: Int { origin.y }
  /// The right edge, the first column outside.
  @inlinable public var maxX: Int { origin.x + size.width }
  /// The bottom edge, the first row outside.
  @inlinable public var maxY: Int { origin.y + size.height }
  /// Whether it holds no point.
  @inlinable public var isEmpty: Bool { size.isEmpty }

  /// Whether `point` is inside; the right and bottom edges are outside.
  @inlinable public func contains(_ point: Point<Space>) -> Bool {
    point.x >= minX && point.x < maxX && point.y >= minY && point.y < maxY
  }

  /// Whether `point` is inside; the right and bottom edges are outside.
  @inlinable public func contains(_ point: PrecisePoint<Space>) -> Bool {
    point.x >= Double(minX) && point.x < Double(maxX) && point.y >= Double(minY) && point.y < Double(maxY)
  }

  /// Whether all of `other` is inside. An empty rectangle is inside everything.
  @inlinable public func contains(_ other: Self) -> Bool {
    other.isEmpty || (other.minX >= minX && other.maxX <= maxX && other.minY >= minY && other.maxY <= maxY)
  }

  /// The part in both; empty, at the origin, where they do not meet.
  @inlinable public func intersection(_ other: Self) -> Self {
    let left = max(minX, other.minX)
    let top = max(minY, other.minY)
    let right = min(maxX, other.maxX)
    let bottom = min(maxY, other.maxY)
    return right > left && bottom > top ? Self(x: left, y: top, width: right - left, height: bottom - top) : .zero
  }

  /// Whether any point is in both.
  @inlinable public func intersects(_ other: Self) -> Bool { !intersection(other).isEmpty }

  /// The smallest rectangle that holds both. An empty one adds nothing.
  @inlinable public func union(_ other: Self) -> Self {
    if isEmpty { return other }
    if other.isEmpty { return self }
    let left = min(minX, other.minX)
    let top = min(minY, other.minY)
    return Self(x: left, y: top, width: max(maxX, other.maxX) - left, height: max(maxY, other.maxY) - top)
  }

  /// The rectangle moved by `offset`.
  @inlinable public func translated(by offset: Point<Space>) -> Self { Self(origin: origin + offset, size: size) }

  /// The point of the rectangle nearest to `point`, at most the last whole unit on each axis.
  ///
  /// - Precondition: the rectangle is not empty.
  @inlinable public func clamping(_ point: Point<Space>) -> Point<Space> {
    precondition(!isEmpty, "an empty rectangle has no nearest point")
    return Point(x: min(max(point.x, minX), maxX - 1), y: min(max(point.y, minY), maxY - 1))
  }
}

/// A rectangle in fractions of its space's units, such as a viewport's source.
public struct PreciseRect<Space: CoordinateSpace>: Hashable, Sendable {
  /// The left edge.
  public var x: Double
  /// The top edge.
  public var y: Double
  /// Units across.
  public var width: Double
  /// Units down.
  public var height: Double

  /// The rectangle of `width` by `height` at (x, y).
  @inlinable public init(x: Double, y: Double, width: Double, height: Double) {
    self.x = x
    self.y = y
    self.width = width
    self.height = height
  }

  /// The same rectangle in fractions.
  @inlinable public init(_ rect: Rect<Space>) {
    self.init(x: Double(rect.x), y: Double(rect.y), width: Double(rect.width), height: Double(rect.height))
  }

  /// The right edge.
  @inlinable public var maxX: Double { x + width }
  /// The bottom edge.
  @inlinable public var maxY: Double { y + height }

  /// The smallest whole-unit rectangle that holds all of it.
  @inlinable public var enclosing: Rect<Space> {
    let left = Int(x.rounded(.down))
    let top = Int(y.rounded(.down))
    return Rect(x: left, y: top, width: Int(maxX.rounded(.up)) - left, height: Int(maxY.rounded(.up)) - top)
  }
}
