import Geometry

extension EdgeInsets {
  /// Both taken, one after the other.
  static func + (a: Self, b: Self) -> Self {
    EdgeInsets(top: a.top + b.top, left: a.left + b.left, bottom: a.bottom + b.bottom, right: a.right + b.right)
  }

  /// How far into `rect` it is to `inner`, the part of `outer` that is left free; at most the rectangle's size on each axis, and nothing
  /// at an edge of `outer` where nothing is taken: what reaches beyond it is not covered by anything.
  static func covering<Space>(_ rect: Rect<Space>, outside inner: Rect<Space>, of outer: Rect<Space>) -> EdgeInsets {
    func reach(_ distance: Int, _ limit: Int, _ taken: Int) -> Int { taken > 0 ? max(0, min(distance, limit)) : 0 }
    return EdgeInsets(
      top: reach(inner.minY - rect.minY, rect.height, inner.minY - outer.minY),
      left: reach(inner.minX - rect.minX, rect.width, inner.minX - outer.minX),
      bottom: reach(rect.maxY - inner.maxY, rect.height, outer.maxY - inner.maxY),
      right: reach(rect.maxX - inner.maxX, rect.width, outer.maxX - inner.maxX))
  }

  /// The same, none of them negative or larger than any screen.
  var clamped: Self {
    func edge(_ value: Int) -> Int { min(max(0, value), 1_000_000) }
    return EdgeInsets(top: edge(top), left: edge(left), bottom: edge(bottom), right: edge(right))
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
  /// What is left inside `insets`; all of it where they would leave nothing.
  func inset(leavingSomething insets: EdgeInsets) -> Rect {
    let rest = inset(by: insets)
    return rest.isEmpty ? self : rest
  }
}
