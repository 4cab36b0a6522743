public import CasementControl
internal import WindowModel

/// The windows and screens of a service, for programs that embed it.
extension WindowService {
  /// The windows of all clients, visible and hidden, on all screens, back to front; panels and other system windows are not among them.
  public var windows: [Window] { model.windowList.map { Window($0, self) } }

  /// The window that gets the keyboard and every event without a position; nil where none does, or a system window has it.
  public var keyWindow: Window? {
    model.key.flatMap { model.window($0)?.kind == .toplevel ? Window($0, self) : nil }
  }

  /// The screens, main first.
  public var screens: [Screen] { model.screens.map { Screen($0.id, self) } }

  /// The first of the screens; nil where there is none.
  public var mainScreen: Screen? { model.mainScreen.map { Screen($0, self) } }

  /// Connects a screen. Windows that lost a screen of its name come back to it.
  ///
  /// - Throws: `ServiceError.screen` where its name is in use, a value is out of range, or there is no screen for it to mirror.
  @discardableResult
  public func addScreen(_ spec: ScreenSpec) throws(ServiceError) -> Screen {
    try checkMirror(of: spec)
    return Screen(try connectScreen(spec), self)
  }

  /// Disconnects a screen. Its windows go to main, or wait for a screen of its name, as their clients understand it.
  public func removeScreen(_ screen: Screen) { perform(model.removeScreen(screen.screenID)) }

  /// Whether the session is locked: only the lock's windows are seen and get input.
  public var isLocked: Bool { model.isLocked }
}
