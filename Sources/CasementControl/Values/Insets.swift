/// What the edges of a window have covered by system windows, in points.
package struct Insets: ControlObject, Hashable {
  package var top: Int
  package var left: Int
  package var bottom: Int
  package var right: Int

  /// Insets from the four edges.
  package init(top: Int = 0, left: Int = 0, bottom: Int = 0, right: Int = 0) {
    self.top = top
    self.left = left
    self.bottom = bottom
    self.right = right
  }

  package static var notes: KeyValuePairs<String, String> {
    ["top": "from the top edge", "left": "from the left edge", "bottom": "from the bottom edge", "right": "from the right edge"]
  }
}
