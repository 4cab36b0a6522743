public import CasementControl

/// How a service shall be: its screens, its policies, its keyboard, its clock.
public struct ServiceConfiguration: Hashable, Sendable {
  /// Where windows go that do not say.
  public enum Placement: String, CaseIterable, Sendable {
    /// A window fills its screen; dialogs are centred.
    case fill
    /// Windows have their own size and cascade, as on a desktop.
    case natural
  }

  /// What makes a window key.
  public enum KeyPolicy: String, CaseIterable, Sendable {
    /// A press or a touch does, and requests.
    case press
    /// Only requests do.
    case explicit
  }

  /// What makes time pass.
  public enum ClockKind: String, CaseIterable, Sendable {
    /// The system's monotonic clock.
    case real
    /// Steps that a controller asks for.
    case manual
  }

  /// A keymap by the names that xkb has for its parts.
  public struct Keymap: Hashable, Sendable {
    /// The layout, such as `us`.
    public var layout: String
    /// The variant; empty for the plain one.
    public var variant: String
    /// Options, separated by commas.
    public var options: String

    /// The keymap of `layout`.
    public init(layout: String = "us", variant: String = "", options: String = "") {
      self.layout = layout
      self.variant = variant
      self.options = options
    }
  }

  /// The screens that are there from the start, main first.
  public var screens: [ScreenSpec] = [ScreenSpec(width: 1280, height: 720)]
  /// Where windows go that do not say.
  public var placement: Placement = .fill
  /// What makes a window key.
  public var keyPolicy: KeyPolicy = .press
  /// What makes time pass.
  public var clock: ClockKind = .real
  /// The seat's keymap.
  public var keymap = Keymap()
  /// Key repeats a second; 0 is off.
  public var repeatRate: Int32 = 25
  /// Milliseconds before a key repeats.
  public var repeatDelay: Int32 = 600

  /// The defaults: one screen of 1280 × 720 pixels, windows that fill it, the real clock.
  public init() {}
}
