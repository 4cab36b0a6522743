/// How far in front a window stands: every window of a level is in front of all windows of any lower level.
package struct WindowLevel: Hashable, Comparable, Sendable {
  /// Finite, and never −0.0.
  package let rawValue: Double

  /// A level that this program wrote itself.
  ///
  /// - Precondition: the value is finite.
  package init(_ value: Double) {
    precondition(value.isFinite, "a window level is a finite number")
    rawValue = value + 0.0  // −0.0 becomes 0.0
  }

  /// The level that an ordinary client gets when it asks for `value`: below `inputPanel`, whatever it asks.
  ///
  /// - Throws: `ModelError.invalidLevel` for NaN and the infinities.
  package init(clamping value: Double) throws(ModelError) {
    guard value.isFinite else { throw .invalidLevel }
    self.init(min(value, Self.inputPanel.rawValue.nextDown))
  }

  /// Where windows are unless they say otherwise.
  package static let normal = WindowLevel(0)
  /// Status bars; `top` of the layer shell.
  package static let statusBar = WindowLevel(1000)
  /// Alerts.
  package static let alert = WindowLevel(2000)

  /// `background` of the layer shell.
  package static let background = WindowLevel(-2000)
  /// `bottom` of the layer shell.
  package static let bottom = WindowLevel(-1000)
  /// `overlay` of the layer shell.
  package static let overlay = WindowLevel(2500)
  /// On-screen keyboards and other panels of input methods. Ordinary clients stay below.
  package static let inputPanel = WindowLevel(10_000_000)
  /// Surfaces of a session lock, in front of everything.
  package static let lock = WindowLevel(20_000_000)

  /// Whether `a` is behind `b`.
  package static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
}
