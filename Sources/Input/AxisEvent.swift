/// One step of scrolling: all that a `wl_pointer` frame says about its axes.
@usableFromInline package struct AxisEvent: Hashable, Sendable {
  /// What scrolls. Raw values are those of `wl_pointer.axis_source`.
  @usableFromInline package enum Source: UInt32, Hashable, Sendable {
    /// A wheel with clicks.
    case wheel = 0
    /// Fingers on a touchpad: a stop follows.
    case finger = 1
    /// Something continuous, of which no one knows when it ends.
    case continuous = 2
    /// A wheel pushed sideways (`wl_pointer` 6).
    case wheelTilt = 3
  }

  /// One axis.
  @usableFromInline package struct Lane: Hashable, Sendable {
    /// How far, in points; positive is down or to the right. Meaningless where `stops`.
    @usableFromInline package var value: Double
    /// The same in 120ths of a wheel's click; nil unless a wheel.
    @usableFromInline package var value120: Int32?
    /// Whether scrolling on this axis ended.
    @usableFromInline package var stops: Bool
    /// Whether the motion of the device was inverted (natural scrolling).
    @usableFromInline package var isInverted: Bool

    /// A distance on one axis, or its end.
    @inlinable package init(value: Double, value120: Int32? = nil, stops: Bool = false, isInverted: Bool = false) {
      self.value = value
      self.value120 = value120
      self.stops = stops
      self.isInverted = isInverted
    }

    /// Scrolling on this axis ended.
    @usableFromInline package static let stop = Lane(value: 0, stops: true)
  }

  /// What scrolls; nil where the device did not say.
  @usableFromInline package var source: Source?
  /// Up and down.
  @usableFromInline package var vertical: Lane?
  /// Left and right.
  @usableFromInline package var horizontal: Lane?

  /// A step on one or both axes.
  @inlinable package init(source: Source?, vertical: Lane? = nil, horizontal: Lane? = nil) {
    self.source = source
    self.vertical = vertical
    self.horizontal = horizontal
  }
}
