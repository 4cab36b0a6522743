package import Geometry

/// What a window is to be asked to be: the content of a configure.
package struct WindowConfiguration: Hashable, Sendable {
  /// States of a toplevel. Bit n stands for value n of `xdg_toplevel.state`.
  package struct States: OptionSet, Hashable, Sendable {
    /// The bits.
    package let rawValue: UInt32
    /// The set with these bits.
    package init(rawValue: UInt32) { self.rawValue = rawValue }

    /// It shall have exactly the size given.
    package static let maximised = States(rawValue: 1 << 1)
    /// It covers its screen.
    package static let fullscreen = States(rawValue: 1 << 2)
    /// Somebody is resizing it.
    package static let resizing = States(rawValue: 1 << 3)
    /// It is key.
    package static let activated = States(rawValue: 1 << 4)
    /// Its left edge is tiled.
    package static let tiledLeft = States(rawValue: 1 << 5)
    /// Its right edge is tiled.
    package static let tiledRight = States(rawValue: 1 << 6)
    /// Its top edge is tiled.
    package static let tiledTop = States(rawValue: 1 << 7)
    /// Its bottom edge is tiled.
    package static let tiledBottom = States(rawValue: 1 << 8)
    /// Nobody sees it.
    package static let suspended = States(rawValue: 1 << 9)
    /// Those in which the size is not the client's to choose.
    package static let deciding: States = [.maximised, .fullscreen, .resizing, .tiledLeft, .tiledRight, .tiledTop, .tiledBottom]
  }

  /// The size of the window geometry in its own points; 0 on an axis where the client decides.
  package var size: Size<WindowPoints>
  /// The largest size that makes sense, in its own points; 0×0 where unknown.
  package var bounds: Size<WindowPoints>
  /// The states.
  package var states: States
  /// The screen's scale in 120ths; that of its last screen where it has none, 120 where it never had one.
  package var scale120: Int
  /// How the window is to be laid out.
  package var orientation: Orientation
}
