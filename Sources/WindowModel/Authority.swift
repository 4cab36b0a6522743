/// On whose behalf key is asked for.
package enum Authority: Hashable, Sendable {
  /// The window's client, with no token: enough where no window is key, or one of its own.
  case client
  /// The window's client with an activation token that the service found valid.
  case validToken
  /// The window's client with one that it found spent, old or foreign.
  case invalidToken
  /// A controller, or the service itself: always enough.
  case controller
}
