/// What a screen is asked to show while it has no windows.
package enum MirrorWish: Hashable, Sendable {
  /// The main screen's picture, where screens mirror it by themselves, else its own.
  case byPolicy
  /// Its own, though it is empty.
  case itself
  /// The picture of the screen of this name; while there is none, as by policy.
  case screen(String)

  /// The name of the screen whose picture is wanted; nil where none is named.
  package var name: String? { if case .screen(let name) = self { name } else { nil } }
}
