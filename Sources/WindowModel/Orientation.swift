import Geometry

/// How a screen, or a window, lies. Raw values count the entries of `casement_window_v1.orientation`; each is a quarter turn,
/// anticlockwise, from the one before it.
package enum Orientation: Int, CaseIterable, Sendable {
  /// Higher than wide.
  case portrait
  /// Wider than high.
  case landscapeLeft
  /// Higher than wide, the other way up.
  case portraitUpsideDown
  /// Wider than high, the other way up.
  case landscapeRight

  /// This orientation, turned by `quarters` anticlockwise.
  package func turned(by quarters: Int) -> Orientation { Orientation(rawValue: (rawValue + quarters) & 3)! }
}

extension Screen {
  /// How it lies. A panel that is wider than high is landscape as it is, any other is portrait; a flip makes no difference.
  package var orientation: Orientation {
    let native: Orientation = mode.size.width > mode.size.height ? .landscapeRight : .portrait
    return native.turned(by: Int(transform.turns))
  }

  /// How content that is laid out for `orientation` is turned to be seen here.
  func rotation(of orientation: Orientation) -> Transform {
    let turns = orientation.rawValue - self.orientation.rawValue
    return Transform(rawValue: Int32((transform.isFlipped ? -turns : turns) & 3))!
  }
}

/// Orientations that a window can be laid out for. Bits are those of `casement_window_v1.orientation`.
package struct OrientationMask: OptionSet, Hashable, Sendable {
  /// The bits.
  package let rawValue: UInt32
  /// The set with these bits.
  package init(rawValue: UInt32) { self.rawValue = rawValue }
  /// `orientation` alone.
  package init(_ orientation: Orientation) { rawValue = 1 << UInt32(orientation.rawValue) }

  /// Every orientation: what a window can do unless it says otherwise.
  package static let all = OrientationMask(rawValue: 0b1111)

  /// How a window with this mask lies where its screen lies as `screen` says, after having lain as `old` says
  /// (`casement_window_v1.set_orientations`): with the screen, as before, the other way up, or turned as little as can be.
  func orientation(on screen: Orientation, after old: Orientation) -> Orientation {
    let wanted = [screen, old, screen.turned(by: 2), screen.turned(by: 1), screen.turned(by: 3)]
    return wanted.first { contains(OrientationMask($0)) } ?? screen
  }
}
