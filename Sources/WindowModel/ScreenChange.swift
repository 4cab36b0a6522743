package import Geometry

/// What of a screen shall be another; nil leaves a thing as it is. All of it happens at once.
package struct ScreenChange: Hashable, Sendable {
  /// A setting that can also be taken away.
  package enum Setting<Value: Hashable & Sendable>: Hashable, Sendable {
    /// As it is.
    case keep
    /// This, or nothing.
    case set(Value?)
  }

  /// The index of another mode.
  package var mode: Int?
  /// A mode that the screen need not list; it is added to its list.
  package var customMode: ScreenMode?
  /// The only mode that the screen has from now on, in place of all that it listed: somebody else decides its size.
  package var onlyMode: ScreenMode?
  /// Pixels per point.
  package var scale: Double?
  /// How the panel lies.
  package var transform: Transform?
  /// The place in the layout; nil in it: beside the others.
  package var position: Setting<Point<LayoutPoints>> = .keep
  /// What it shows while it has no windows.
  package var mirror: MirrorWish?
  /// How overscan is made up for.
  package var overscan: OverscanCompensation?
  /// What of its edges nobody sees, in points.
  package var overscanInsets: EdgeInsets?

  /// A change of nothing, to be filled in.
  package init() {}
}
