extension Window {
  /// How far in front a window stands: all windows of a level are in front of all windows of any lower level.
  public struct Level: RawRepresentable, Hashable, Comparable, Sendable, ExpressibleByFloatLiteral {
    /// The number that is compared; finite, and never −0.0.
    public let rawValue: Double

    /// The level `rawValue`.
    ///
    /// - Precondition: it is finite.
    public init(rawValue: Double) {
      precondition(rawValue.isFinite, "a window level is a finite number")
      self.rawValue = rawValue + 0.0
    }

    /// The level that a program writes as a number.
    public init(floatLiteral value: Double) { self.init(rawValue: value) }

    /// Where windows are unless they say otherwise: 0.
    public static let normal = Level(rawValue: 0)
    /// Status bars, and panels at the screen's edges: 1000.
    public static let statusBar = Level(rawValue: 1000)
    /// Alerts: 2000.
    public static let alert = Level(rawValue: 2000)

    /// The level that is higher by `distance`.
    public static func + (level: Self, distance: Double) -> Self { Self(rawValue: level.rawValue + distance) }
    /// The level that is lower by `distance`.
    public static func - (level: Self, distance: Double) -> Self { Self(rawValue: level.rawValue - distance) }
    /// Whether `a` is behind `b`.
    public static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
  }
}
