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

  /// Whether the first map of a client's window makes it key.
  public enum MapKey: String, CaseIterable, Sendable {
    /// It does.
    case always
    /// Only with an activation token, where another client has key.
    case token
  }

  /// Where a window of the extension goes when its screen does.
  public enum ScreenLoss: String, CaseIterable, Sendable {
    /// Nowhere, until the screen is back.
    case wait
    /// To the main screen, and back when the screen is back.
    case move
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
  /// Whether the first map of a client's window makes it key.
  public var mapKey: MapKey = .always
  /// Where windows go whose screen goes; those of ordinary clients always move.
  public var screenLoss: ScreenLoss = .wait
  /// Whether windows that others cover completely are told to suspend, and are not told when to draw.
  public var suspendsCovered = false
  /// What makes time pass.
  public var clock: ClockKind = .real
  /// The seat's keymap.
  public var keymap = Keymap()
  /// Key repeats a second; 0 is off.
  public var repeatRate: Int32 = 25
  /// Milliseconds before a key repeats.
  public var repeatDelay: Int32 = 600
  /// Which protocols clients are offered.
  public var protocols = ProtocolSelection()

  /// What is behind the windows of a screen that has no background of its own.
  public var background = Background.black
  /// The backgrounds of screens, by the screen's name.
  public var screenBackgrounds: [String: Background] = [:]
  /// What is said of windows by their app id. All rules that are for a window hold; where two speak of the same, the later one does.
  public var rules: [WindowRule] = []

  /// What the names of screens begin with that were given none: the backend's kind.
  package var screenPrefix = "headless"

  /// The defaults: one screen of 1280 × 720 pixels, windows that fill it, the real clock.
  public init() {}
}

extension ServiceConfiguration.Keymap {
  /// The keymap that `text`, `LAYOUT[:VARIANT[:OPTIONS]]`, names; nil where it has no layout.
  package init?(parsing text: String) {
    let parts = text.split(separator: ":", maxSplits: 2, omittingEmptySubsequences: false).map(String.init)
    guard !parts[0].isEmpty else { return nil }
    self.init(layout: parts[0], variant: parts.count > 1 ? parts[1] : "", options: parts.count > 2 ? parts[2] : "")
  }
}

extension ServiceConfiguration.Keymap {
  /// Whether all of it can be a name: a library would read no further than a NUL.
  var isPrintable: Bool { (layout + variant + options).unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0x7F } }
}

extension ServiceConfiguration {
  /// How often a key may repeat in a second.
  package static let repeatRates = 0...1000
  /// After how many milliseconds a key may begin to repeat.
  package static let repeatDelays = 1...60_000

  /// The names that the screens will have: those without one get the backend's.
  package var screenNames: [String] {
    var names: [String] = []
    var taken: Set<String> = []
    var number = 1
    for screen in screens {
      // a number that was taken once is never free again
      while taken.contains("\(screenPrefix)-\(number)") { number += 1 }
      let name = screen.name ?? "\(screenPrefix)-\(number)"
      taken.insert(name)
      names.append(name)
    }
    return names
  }

  /// Screens that are to mirror what is not there or, directly or by others, themselves: their places in the list, and what is wrong.
  var mirrorMistakes: [(index: Int, message: String)] {
    let names = screenNames
    let places = Dictionary(names.enumerated().map { ($1, $0) }) { first, _ in first }
    return screens.enumerated().compactMap { index, screen in
      guard let mirror = screen.mirroredName else { return nil }
      guard let source = places[mirror], source != index, mirror != names[index] else {
        let others = Set(names).subtracting([names[index]]).sorted()
        let choice = others.count > 12 ? others.prefix(12).joined(separator: ", ") + " …" : others.joined(separator: ", ")
        return (
          index,
          "the screen “\(names[index])” mirrors “\(mirror)”, which is not another screen" + (others.isEmpty ? "" : "; expected \(choice)")
        )
      }
      // a walk that comes back to where it began is a circle
      var next: Int? = source
      for _ in screens {
        guard let current = next else { return nil }
        if current == index { return (index, "the screens “\(names[index])” and “\(mirror)” mirror each other, directly or by others") }
        next = screens[current].mirroredName.flatMap { places[$0] }
      }
      return nil
    }
  }
}
