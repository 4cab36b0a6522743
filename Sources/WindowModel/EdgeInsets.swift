package import Geometry

/// How much is taken from each edge of a rectangle, in points; never negative where the model reports it.
package struct EdgeInsets: Hashable, Sendable {
  /// From the top edge.
  package var top: Int
  /// From the left edge.
  package var left: Int
  /// From the bottom edge.
  package var bottom: Int
  /// From the right edge.
  package var right: Int

  /// These insets.
  package init(top: Int = 0, left: Int = 0, bottom: Int = 0, right: Int = 0) {
    self.top = top
    self.left = left
    self.bottom = bottom
    self.right = right
  }

  /// Nothing taken.
  package static let zero = EdgeInsets()

  /// Both taken, one after the other.
  static func + (a: Self, b: Self) -> Self {
    EdgeInsets(top: a.top + b.top, left: a.left + b.left, bottom: a.bottom + b.bottom, right: a.right + b.right)
  }

  /// What of `inner`'s surroundings reaches into `rect`, at most its size on each axis.
  static func covering<Space>(_ rect: Rect<Space>, outside inner: Rect<Space>) -> EdgeInsets {
    func reach(_ distance: Int, _ limit: Int) -> Int { max(0, min(distance, limit)) }
    return EdgeInsets(
      top: reach(inner.minY - rect.minY, rect.height), left: reach(inner.minX - rect.minX, rect.width),
      bottom: reach(rect.maxY - inner.maxY, rect.height), right: reach(rect.maxX - inner.maxX, rect.width))
  }

  /// The insets as seen in a picture that `transform` turned.
  func turned(by transform: Transform) -> EdgeInsets {
    // a unit square's margins, seen as a rectangle in a picture big enough to hold them
    let size = Size<ScreenPoints>(width: left + right + 1, height: top + bottom + 1)
    let hole = transform.apply(Rect(x: left, y: top, width: 1, height: 1), in: size)
    let turned = transform.apply(size)
    return EdgeInsets(top: hole.minY, left: hole.minX, bottom: turned.height - hole.maxY, right: turned.width - hole.maxX)
  }
}

extension Rect {
  /// What is left inside `insets`; its size is never negative.
  package func inset(by insets: EdgeInsets) -> Rect {
    let left = min(max(insets.left, 0), max(width, 0))
    let top = min(max(insets.top, 0), max(height, 0))
    return Rect(
      x: x + left, y: y + top, width: max(0, width - left - max(insets.right, 0)), height: max(0, height - top - max(insets.bottom, 0)))
  }
}
