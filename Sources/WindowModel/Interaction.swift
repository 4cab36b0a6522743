import Geometry

/// An interactive move or resize: a pointer or finger drags a window or some of its edges.
package struct Interaction: Hashable, Sendable {
  /// The window.
  package let window: WindowID
  /// The edges that are dragged; none: the whole window.
  package let edges: Edges
  /// Where the drag began.
  let start: PrecisePoint<LayoutPoints>
  /// The frame that the window had then.
  var frame: Rect<LayoutPoints>

  /// Whether it is a resize.
  package var isResize: Bool { !edges.isEmpty }
}
