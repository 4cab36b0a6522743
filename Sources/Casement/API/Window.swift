public import Geometry
internal import WaylandServer
internal import WindowModel

/// One window of a client.
///
/// A handle: copies mean the same window, and it stays valid when the window is gone, with nothing behind it. As long as the window is
/// there, changing it acts at once, with a controller's authority. Must not outlive its service.
public struct Window {
  unowned let service: WindowService
  let windowID: WindowID

  init(_ windowID: WindowID, _ service: WindowService) {
    self.windowID = windowID
    self.service = service
  }

  var model: ModelWindow? { service.model.window(windowID) }
  var client: ClientWindow? { service.clientWindows[windowID] }

  func change(_ change: (inout WindowModel, WindowID) -> [WindowEvent]) { service.perform(change(&service.model, windowID)) }

  /// A number that names the window for as long as the service runs, and no other window ever.
  public var id: Int { windowID.rawValue }

  /// Whether the window is still there.
  public var exists: Bool { model != nil }

  // MARK: What it is

  /// What its client calls it; empty where the client did not say.
  public var title: String { client?.role.title ?? "" }

  /// The name of the program that it belongs to, as `xdg_toplevel.set_app_id` says; empty where the client did not.
  public var appID: String { client?.role.appID ?? "" }

  /// What it is for, in words that its program never changes; empty where its client did not say (`xdg_toplevel_tag_v1`).
  public var tag: String { client?.role.hints.tag ?? "" }

  /// What it is for, in words for people; empty where its client did not say (`xdg_toplevel_tag_v1`).
  public var purpose: String { client?.role.hints.description ?? "" }

  /// The name of its icon in an icon theme; nil where its client named none (`xdg_toplevel_icon_v1`).
  public var iconName: String? { client?.role.hints.icon?.name }

  /// The process at the other end of the client's connection; nil where the system does not tell.
  public var processID: Int32? { client.flatMap { $0.client.processID > 0 ? $0.client.processID : nil } }

  // MARK: Order and visibility

  /// How far in front it stands. A new value brings it in front of the other windows there.
  ///
  /// Values from 10 000 000 on become the largest below: keyboards and the session lock stay in front.
  public var level: Level {
    get { Level(rawValue: model?.level.rawValue ?? 0) }
    nonmutating set {
      // a level is finite, and only system windows, which have no handle, refuse one
      service.perform((try? service.model.setLevel(windowID, newValue.rawValue)) ?? [])
    }
  }

  /// Whether it is told to be hidden. Showing it brings it to the front of its level, also where it was minimised, and does not make it key.
  public var isHidden: Bool {
    get { model?.isHidden ?? true }
    nonmutating set { change { $0.setHidden($1, newValue) } }
  }

  /// Whether it has content and is neither hidden nor minimised; others may cover it all the same.
  public var isVisible: Bool { model?.isVisible ?? false }

  /// Brings it to the front of its level.
  public func bringToFront() { change { $0.raise($1) } }

  /// Asks its client to close it, which the client need not do.
  public func close() { client?.role.sendClose() }

  // MARK: Key

  /// Whether it is the key window: the one that gets the keyboard and every event that has no position.
  public var isKey: Bool { service.model.key == windowID }

  /// Whether it may become key. A key window that may not any more resigns.
  public var canBecomeKey: Bool {
    get { model?.canBecomeKey ?? false }
    nonmutating set { change { $0.setCanBecomeKey($1, newValue) } }
  }

  /// Makes it key, where it is visible, on a screen and can become key. Neither shows nor raises it.
  public func makeKey() { change { $0.makeKey($1, authority: .controller) } }

  /// Shows it, brings it to the front of its level, and makes it key.
  public func makeKeyAndVisible() { change { $0.makeKeyAndVisible($1, authority: .controller) } }

  // MARK: Place

  /// The screen that it is on; nil takes it off all screens, where it draws nothing.
  public var screen: Screen? {
    get { model?.screen.map { Screen($0, service) } }
    nonmutating set { change { $0.setScreen($1, newValue?.screenID, because: .controller) } }
  }

  /// Where it is on its screen, in points of the screen; empty where it has no screen.
  ///
  /// Setting it ends filling the screen: the window is placed there, and asked to have that size.
  public var frame: Rect<ScreenPoints> {
    get {
      guard let model, let screen = model.screen.flatMap({ service.model.screen($0) }), let frame = service.model.frame(of: windowID)
      else { return .zero }
      return Rect(x: frame.x - screen.frame.x, y: frame.y - screen.frame.y, width: frame.width, height: frame.height)
    }
    nonmutating set {
      guard let screen = model?.screen.flatMap({ service.model.screen($0) }), let placement = service.model.placement(of: windowID)
      else { return }
      let size = placement.rotation.inverse.apply(newValue.size)
      change {
        // no screen is so far away; what the model takes is less
        func near(_ value: Int) -> Int { min(max(value, -10_000_000), 10_000_000) }
        return $0.place(
          $1, at: Point(x: screen.frame.x + near(newValue.x), y: screen.frame.y + near(newValue.y)),
          size: Size(width: size.width, height: size.height))
      }
    }
  }

  /// Its content in its own points: its origin is 0, and it does not turn with `frame`.
  public var bounds: Rect<WindowPoints> { Rect(size: model?.contentSize ?? .zero) }

  /// How far panels and the on-screen keyboard reach into it from its edges, in its own points.
  public var insets: EdgeInsets { service.model.insets(of: windowID) ?? .zero }

  /// Where the on-screen keyboard is, in points of the screen, where this is the key window and one is there; it may reach beyond the
  /// window. What of the window it covers is among `insets`, too.
  public var keyboardFrame: Rect<ScreenPoints>? { service.model.keyboardFrame(of: windowID) }

  /// The surface that fills it, where its client gave it one (`casement_window_v1.set_root`); nil where it shows its own content.
  public var root: Root? { client?.observer?.rootSurface.map(Root.init) }

  /// How its content is laid out. Differs from its screen's where its client does not allow that one.
  public var orientation: Screen.Orientation { Screen.Orientation(model?.orientation ?? .portrait) }
}

extension Window: Hashable, Identifiable {
  /// Whether both name the same window of the same service.
  public static func == (a: Self, b: Self) -> Bool { a.windowID == b.windowID && a.service === b.service }
  /// Feeds the window's number to `hasher`.
  public func hash(into hasher: inout Hasher) { hasher.combine(windowID) }
}

extension Window: CustomStringConvertible {
  /// The window's number, program and title.
  public var description: String { "window \(id) \(appID) “\(title)”" }
}
