/// What the command line and the configuration choose for the whole service.
package struct ModelPolicy: Hashable, Sendable {
  /// Where windows go that no rule places.
  package enum Placement: Hashable, Sendable {
    /// A window fills its screen.
    case fill
    /// A window has the size it wants, as on a desktop.
    case natural
  }

  /// Whether a press moves key.
  package enum Key: Hashable, Sendable {
    /// Pressing or touching a window makes it key.
    case press
    /// Only requests move key.
    case explicit
  }

  /// Whether the first map of a stock window makes it key.
  package enum MapKey: Hashable, Sendable {
    /// It does.
    case always
    /// Only where `makeKey` would have been allowed.
    case token
  }

  /// What becomes of extension windows whose screen goes. Stock windows always `move`.
  package enum ScreenLoss: Hashable, Sendable {
    /// They are screenless until their screen comes back.
    case wait
    /// They go to the main screen, and back when their screen comes back.
    case move
  }

  /// Where windows go.
  package var placement: Placement
  /// Whether a press moves key.
  package var key: Key
  /// Whether a first map moves key.
  package var mapKey: MapKey
  /// What becomes of windows whose screen goes.
  package var screenLoss: ScreenLoss
  /// Whether windows that others cover completely are asked to suspend; needs `setCovered`.
  package var suspendsCovered: Bool

  /// The defaults of the command line, unless said otherwise.
  package init(
    placement: Placement = .fill, key: Key = .press, mapKey: MapKey = .always, screenLoss: ScreenLoss = .wait,
    suspendsCovered: Bool = false
  ) {
    self.placement = placement
    self.key = key
    self.mapKey = mapKey
    self.screenLoss = screenLoss
    self.suspendsCovered = suspendsCovered
  }
}
