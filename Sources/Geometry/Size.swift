/// A width and a height in whole units of a space.
public struct Size<Space: CoordinateSpace>: Hashable, Sendable {
  /// Units across.
  public var width: Int
  /// Units down.
  public var height: Int

  /// A size of `width` by `height`.
  @inlinable public init(width: Int, height: Int) {
    self.width = width
    self.height = height
  }

  /// No extent at all.
  @inlinable public static var zero: Self { Self(width: 0, height: 0) }

  /// Whether nothing fits in it.
  @inlinable public var isEmpty: Bool { width <= 0 || height <= 0 }

  /// Width and height exchanged, as under a quarter turn.
  @inlinable public var swapped: Self { Self(width: height, height: width) }
}

/// A width and a height in fractions of a space's units.
public struct PreciseSize<Space: CoordinateSpace>: Hashable, Sendable {
  /// Units across.
  public var width: Double
  /// Units down.
  public var height: Double

  /// A size of `width` by `height`.
  @inlinable public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  /// The same size in fractions.
  @inlinable public init(_ size: Size<Space>) {
    self.init(width: Double(size.width), height: Double(size.height))
  }
}
