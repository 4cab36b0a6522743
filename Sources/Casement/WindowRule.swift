internal import CasementControl
public import Geometry

/// What a configuration says of the windows of some programs, as they are first shown. What a program, a controller or a person asks
/// later counts.
public struct WindowRule: Hashable, Sendable {
  /// Where a window goes.
  public enum Placement: Hashable, Sendable {
    /// It fills its screen; a dialog is centred.
    case fill
    /// It has its own size and cascades.
    case natural
    /// Its top-left corner is there on its screen, and it is asked to be so large; nil: as large as it likes.
    case at(Point<ScreenPoints>, size: Size<ScreenPoints>?)
  }

  /// The app ids that it is for: `*` stands for any characters, `?` for one.
  public var appID: String
  /// The titles that it is for, in the same way; nil: all.
  public var title: String?
  /// The level; finite, and below 10,000,000.
  public var level: Double?
  /// The name of the screen. A window whose screen is not there goes there when it comes.
  public var screen: String?
  /// Where on its screen.
  public var placement: Placement?
  /// What is kept free at the edges of the screen; for windows that speak the extension, what their insets have more.
  public var insets: EdgeInsets?
  /// Whether it can become key.
  public var canBecomeKey: Bool?

  /// A rule for app ids that says nothing yet.
  public init(appID: String) { self.appID = appID }

  /// Whether it is for windows of this name.
  package func matches(appID: String, title: String) -> Bool {
    Glob(self.appID).matches(appID) && (self.title.map { Glob($0).matches(title) } ?? true)
  }

  /// What `rules` say together of windows of this name; nil where none is for them.
  package static func merged(_ rules: [WindowRule], appID: String, title: String) -> WindowRule? {
    var result: WindowRule?
    for rule in rules where rule.matches(appID: appID, title: title) {
      var merged = result ?? WindowRule(appID: appID)
      if let level = rule.level { merged.level = level }
      if let screen = rule.screen { merged.screen = screen }
      if let placement = rule.placement { merged.placement = placement }
      if let insets = rule.insets { merged.insets = insets }
      if let canBecomeKey = rule.canBecomeKey { merged.canBecomeKey = canBecomeKey }
      result = merged
    }
    return result
  }
}
