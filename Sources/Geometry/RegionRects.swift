/// The rectangles of a region: they do not overlap, and come from the top down in bands, left to right in each.
public struct RegionRects<Space: CoordinateSpace>: RandomAccessCollection {
  @usableFromInline let boxes: BoxRegion
  /// The first rectangle's index, 0.
  public let startIndex = 0
  /// How many there are.
  public let endIndex: Int

  @inlinable
  init(_ boxes: BoxRegion) {
    self.boxes = boxes
    endIndex = boxes.count
  }

  /// The rectangle at `index`.
  @inlinable
  public subscript(index: Int) -> Rect<Space> { Rect(boxes.box(at: index)) }
}

extension Region {
  /// The rectangles that make it up.
  @inlinable public var rects: RegionRects<Space> { RegionRects(boxes) }

  /// The same region, or its bounds where it has more than `maximumRects` rectangles: for damage, where painting a little more
  /// costs less than many small pieces.
  @inlinable
  public func simplified(maximumRects: Int) -> Self {
    isRectangle || boxes.count <= maximumRects ? self : Region(bounds)
  }
}

// MARK: - Into other spaces

extension Region {
  /// Where the region, inside a picture of `size`, lies after `transform`.
  public func transformed(by transform: Transform, in size: Size<Space>) -> Self {
    if transform == .normal || isEmpty { return self }
    if isRectangle { return Region(transform.apply(bounds, in: size)) }
    return Region(rects.lazy.map { transform.apply($0, in: size) })
  }

  /// The cells of `Target` that the region touches when each of its units becomes `factor` of them.
  ///
  /// Edges are rounded outward, so nothing is lost; neighbouring rectangles may grow into each other.
  /// - Precondition: `factor` is positive and finite.
  public func scaled<Target>(by factor: Double, to _: Target.Type = Target.self) -> Region<Target> {
    precondition(factor > 0 && factor.isFinite, "a region is scaled by a positive, finite factor")
    func map(_ rect: Rect<Space>) -> Rect<Target> {
      let left = Self.floor(Double(rect.minX) * factor)
      let top = Self.floor(Double(rect.minY) * factor)
      return Rect(
        x: left, y: top, width: Self.ceiling(Double(rect.maxX) * factor) - left,
        height: Self.ceiling(Double(rect.maxY) * factor) - top)
    }
    if isRectangle { return Region<Target>(map(bounds)) }
    return Region<Target>(rects.lazy.map(map))
  }

  /// Outward rounding that forgives what binary fractions add: 10 × 1.1 touches 11 cells, not 12.
  private static func floor(_ value: Double) -> Int { saturated((value + 1e-6).rounded(.down)) }
  private static func ceiling(_ value: Double) -> Int { saturated((value - 1e-6).rounded(.up)) }
  private static func saturated(_ value: Double) -> Int { Int(min(max(value, Double(Int32.min)), Double(Int32.max))) }
}
