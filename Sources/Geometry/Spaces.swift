/// The space in which a coordinate is meant.
///
/// A point of a surface and a point of a screen are both two numbers; the type parameter keeps one from being taken for the
/// other. A conversion between spaces is always a named function.
public protocol CoordinateSpace: Sendable {}

/// Points of one surface, from its top-left corner: what `wl_surface` requests and input events speak of, after the buffer's
/// transform, scale and viewport.
public enum SurfacePoints: CoordinateSpace {}

/// Pixels of a client's buffer as they lie in memory.
public enum BufferPixels: CoordinateSpace {}

/// Points of one screen, from its top-left corner as a person sees it: they follow the screen's orientation.
public enum ScreenPoints: CoordinateSpace {}

/// Pixels of one screen's picture, from its top-left corner as a person sees it: `ScreenPoints` times the screen's scale.
public enum ScreenPixels: CoordinateSpace {}

/// Points of the layout of all screens.
public enum LayoutPoints: CoordinateSpace {}

/// Points of one window, from the top-left corner of its window geometry (`xdg_surface.set_window_geometry`), in the orientation
/// that the window is laid out for.
public enum WindowPoints: CoordinateSpace {}

/// Pixels of a screen's panel: they follow neither orientation nor scale.
public enum NativePixels: CoordinateSpace {}
