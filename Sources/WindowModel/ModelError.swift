/// Why the model refused what was asked. Nothing changed when it is thrown.
package enum ModelError: Error, Equatable {
  /// A level that is NaN or infinite.
  case invalidLevel
  /// A parent that is the window itself or one of its descendants.
  case parentLoop
  /// The window is a layer, lock or input-method surface, whose place its protocol decides.
  case systemWindow
  /// A mode that the screen does not list, or whose size or rate is out of range.
  case invalidMode
  /// A scale, position or count out of range; the text says which and what would be right.
  case invalidValue(String)
  /// A second screen of a name that is in use.
  case nameTaken(String)
  /// Only the main screen lets this be set.
  case denied
  /// No window or screen of this id (any more).
  case gone
}
