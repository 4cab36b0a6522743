/// A set of whole-unit cells of a space, made of rectangles: damage, an input region, what is visible.
///
/// A value: nothing and a single rectangle live in it, more lie in memory shared until written. Edges are kept in 32 bits and
/// saturate there, so `wl_surface.damage(0, 0, INT_MAX, INT_MAX)` is an ordinary region; a rectangle without a positive extent
/// adds nothing.
public struct Region<Space: CoordinateSpace> {
  @usableFromInline var boxes: BoxRegion

  @inlinable
  init(boxes: BoxRegion) { self.boxes = boxes }

  /// The region that holds nothing.
  @inlinable
  public init() { boxes = BoxRegion(.empty) }

  /// The cells of `rect`.
  @inlinable
  public init(_ rect: Rect<Space>) { boxes = BoxRegion(Box(rect)) }

  /// The cells of all `rects`; faster than uniting them one by one.
  @inlinable
  public init(_ rects: some Sequence<Rect<Space>>) { boxes = BoxRegion(uniting: rects.map { Box($0) }) }

  // MARK: Reading

  /// Whether it holds nothing.
  @inlinable public var isEmpty: Bool { boxes.isEmpty }

  /// The smallest rectangle that holds all of it; `.zero` where it is empty.
  @inlinable public var bounds: Rect<Space> { Rect(boxes.bounds) }

  /// Whether it is empty or one rectangle, so that `bounds` says everything.
  @inlinable public var isRectangle: Bool { boxes.list == nil }

  /// The cell at `point` is inside.
  @inlinable
  public func contains(_ point: Point<Space>) -> Bool {
    guard let x = Int32(exactly: point.x), let y = Int32(exactly: point.y) else { return false }
    return boxes.containsPoint(x: x, y: y)
  }

  /// The cell around `point` is inside.
  @inlinable
  public func contains(_ point: PrecisePoint<Space>) -> Bool {
    guard let x = Int32(exactly: point.x.rounded(.down)), let y = Int32(exactly: point.y.rounded(.down)) else { return false }
    return boxes.containsPoint(x: x, y: y)
  }

  /// Whether all of `rect` is inside. An empty rectangle is inside everything.
  @inlinable
  public func contains(_ rect: Rect<Space>) -> Bool { rect.isEmpty || boxes.overlap(with: Box(rect)).all }

  /// Whether any cell of `rect` is inside.
  @inlinable
  public func intersects(_ rect: Rect<Space>) -> Bool { boxes.overlap(with: Box(rect)).any }

  // MARK: Combining

  /// Adds the cells of `rect`.
  @inlinable
  public mutating func formUnion(_ rect: Rect<Space>) { boxes.formUnion(Box(rect)) }

  /// Adds the cells of `other`.
  @inlinable
  public mutating func formUnion(_ other: Self) { boxes.formUnion(other.boxes) }

  /// Takes the cells of `rect` away.
  @inlinable
  public mutating func subtract(_ rect: Rect<Space>) { boxes.subtract(BoxRegion(Box(rect))) }

  /// Takes the cells of `other` away.
  @inlinable
  public mutating func subtract(_ other: Self) { boxes.subtract(other.boxes) }

  /// Keeps only the cells of `rect`.
  @inlinable
  public mutating func formIntersection(_ rect: Rect<Space>) { boxes.formIntersection(BoxRegion(Box(rect))) }

  /// Keeps only the cells that are in `other` too.
  @inlinable
  public mutating func formIntersection(_ other: Self) { boxes.formIntersection(other.boxes) }

  /// Moves all cells by `offset`; what leaves the 32-bit plane is lost.
  @inlinable
  public mutating func translate(by offset: Point<Space>) { boxes.translate(x: offset.x, y: offset.y) }

  /// These cells and those of `rect`.
  @inlinable
  public func union(_ rect: Rect<Space>) -> Self { with { $0.formUnion(rect) } }

  /// These cells and those of `other`.
  @inlinable
  public func union(_ other: Self) -> Self { with { $0.formUnion(other) } }

  /// These cells without those of `rect`.
  @inlinable
  public func subtracting(_ rect: Rect<Space>) -> Self { with { $0.subtract(rect) } }

  /// These cells without those of `other`.
  @inlinable
  public func subtracting(_ other: Self) -> Self { with { $0.subtract(other) } }

  /// The cells that are in `rect` too.
  @inlinable
  public func intersection(_ rect: Rect<Space>) -> Self { with { $0.formIntersection(rect) } }

  /// The cells that are in `other` too.
  @inlinable
  public func intersection(_ other: Self) -> Self { with { $0.formIntersection(other) } }

  /// These cells moved by `offset`.
  @inlinable
  public func translated(by offset: Point<Space>) -> Self { with { $0.translate(by: offset) } }

  @inlinable
  func with(_ change: (inout Self) -> Void) -> Self {
    var copy = self
    change(&copy)
    return copy
  }
}

extension Region: Equatable {
  /// Whether both hold the same cells.
  @inlinable
  public static func == (a: Self, b: Self) -> Bool { BoxRegion.equal(a.boxes, b.boxes) }
}

extension Region: CustomStringConvertible {
  /// The rectangles, for tests and messages.
  public var description: String {
    "[" + rects.map { "(\($0.x), \($0.y)) \($0.width)×\($0.height)" }.joined(separator: ", ") + "]"
  }
}

extension Box {
  /// The edges of `rect`, saturated.
  @inlinable
  init<Space>(_ rect: Rect<Space>) { self.init(x: rect.x, y: rect.y, width: rect.width, height: rect.height) }
}

extension Rect {
  /// The rectangle of a region's box.
  @inlinable
  init(_ box: Box) {
    self.init(x: Int(box.x1), y: Int(box.y1), width: Int(box.x2) - Int(box.x1), height: Int(box.y2) - Int(box.y1))
  }
}
