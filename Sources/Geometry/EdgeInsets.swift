/// How much is taken from each edge of a rectangle, in points; never negative where the model reports it.
public struct EdgeInsets: Hashable, Sendable {
  /// From the top edge.
  public var top: Int
  /// From the left edge.
  public var left: Int
  /// From the bottom edge.
  public var bottom: Int
  /// From the right edge.
  public var right: Int

  /// These insets.
  @inlinable public init(top: Int = 0, left: Int = 0, bottom: Int = 0, right: Int = 0) {
    self.top = top
    self.left = left
    self.bottom = bottom
    self.right = right
  }

  /// Nothing taken.
  @inlinable public static var zero: EdgeInsets { EdgeInsets() }
}

extension Rect {
  /// What is left inside `insets`; its size is never negative.
  public func inset(by insets: EdgeInsets) -> Rect {
    let left = min(max(insets.left, 0), max(width, 0))
    let top = min(max(insets.top, 0), max(height, 0))
    return Rect(
      x: x + left, y: y + top, width: max(0, width - left - max(insets.right, 0)), height: max(0, height - top - max(insets.bottom, 0)))
  }
}
