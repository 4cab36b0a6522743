/// Names one client, so that the model can tell whose a window is. It means nothing else here.
@usableFromInline
package struct ClientID: Hashable, Sendable {
  /// A number that the service chose; not used for two clients.
  @usableFromInline package let rawValue: Int

  /// The id with this number.
  @inlinable package init(rawValue: Int) { self.rawValue = rawValue }

  /// Whether both name the same client.
  @inlinable package static func == (a: Self, b: Self) -> Bool { a.rawValue == b.rawValue }
  /// Feeds the number to `hasher`.
  @inlinable package func hash(into hasher: inout Hasher) { hasher.combine(rawValue) }
}
