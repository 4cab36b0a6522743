import Geometry

/// Points of one window, from the top-left corner of its window geometry (`xdg_surface.set_window_geometry`), in the orientation
/// that the window is laid out for.
package enum WindowPoints: CoordinateSpace {}

/// Pixels of a screen's panel: they follow neither orientation nor scale.
package enum NativePixels: CoordinateSpace {}
