/// Why a window became or resigned key, or changed screens. The extension's reasons.
package enum ChangeReason: Hashable, Sendable {
  /// A client asked.
  case requested
  /// The key window was hidden, minimised or unmapped.
  case windowHidden
  /// The key window was destroyed.
  case windowDestroyed
  /// The key window's client went away.
  case clientGone
  /// The screen went away, or the window was taken off it.
  case screenLost
  /// The window may no longer be key.
  case notCapable
  /// It was next in line; of a screen: the window came back to it, or was given one.
  case fallback
  /// A controller asked.
  case controller
  /// The session was locked.
  case lock
  /// Somebody pressed it.
  case press
}
