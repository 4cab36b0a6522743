package import Geometry

/// The orientations that a window can be laid out for: bit n stands for n quarter turns counter-clockwise of the screen.
package struct OrientationMask: OptionSet, Hashable, Sendable {
  /// The bits.
  package let rawValue: UInt32
  /// The set with these bits.
  package init(rawValue: UInt32) { self.rawValue = rawValue }

  /// Every orientation: what a window can do unless it says otherwise.
  package static let all = OrientationMask(rawValue: 0b1111)

  /// Whether a screen that lies as `transform` says may turn the window along.
  package func allows(_ transform: Transform) -> Bool { rawValue & (1 << UInt32(transform.turns)) != 0 }

  /// How a window with this mask lies on a screen with `transform`, after having lain as `old` says.
  func orientation(on transform: Transform, after old: Transform) -> Transform {
    if allows(transform) || isDisjoint(with: .all) { return transform }
    let flip: Int32 = transform.isFlipped ? 4 : 0
    let turns = allows(old) ? old.turns : Int32(rawValue.trailingZeroBitCount)
    return Transform(rawValue: turns | flip)!
  }
}
