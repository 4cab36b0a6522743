package import Geometry

/// Where a window stands in the layout.
package struct WindowPlacement: Hashable, Sendable {
  /// The place given to it; its screen's place where it fills it.
  package var area: Rect<LayoutPoints>
  /// The place of its content as committed: centred in `area` where it is smaller, from the corner of `area` where it is larger. Scenes
  /// cut it off at the screen's edge.
  package var frame: Rect<LayoutPoints>
  /// How its content is turned to be seen: not at all unless its mask excludes the screen's orientation.
  package var rotation: Transform
  /// Whether what its content leaves of `area` is to be covered: a fullscreen window.
  package var hasBackdrop: Bool
}
