public import Geometry
internal import WindowModel

/// One screen of a service.
///
/// A handle: copies mean the same screen, and it stays valid when the screen is gone, with nothing behind it. A screen that is
/// disconnected and comes back is another one of the same name. Must not outlive its service.
public struct Screen {
  unowned let service: WindowService
  let screenID: ScreenID

  init(_ screenID: ScreenID, _ service: WindowService) {
    self.screenID = screenID
    self.service = service
  }

  var model: ModelScreen? { service.model.screen(screenID) }

  /// A number that names this connection of the screen.
  public var id: Int { screenID.rawValue }

  /// Whether the screen is still connected.
  public var isConnected: Bool { model != nil }

  /// Its name, which is its identity: windows that lost it come back to the next screen of this name. Empty when it is gone.
  public var name: String { model?.name ?? "" }

  /// Whether it is the main screen: the first of the service's.
  public var isMain: Bool { service.model.mainScreen == screenID }

  /// The windows on it, visible and hidden, back to front, without panels and other system windows.
  public var windows: [Window] { service.windows.filter { $0.model?.screen == screenID } }

  // MARK: Size

  /// Its size in points, which follows its orientation; the origin is 0. What windows that fill it have: less than its picture where
  /// `overscanCompensation` is `insetBounds`.
  public var bounds: Rect<ScreenPoints> { Rect(size: model?.windowBounds.size ?? .zero) }

  /// Its size in pixels, which does not follow the orientation.
  public var nativeBounds: Rect<NativePixels> { model?.nativeBounds ?? .zero }

  /// Where it lies among the other screens, in points.
  public var layoutFrame: Rect<LayoutPoints> { model?.frame ?? .zero }

  /// Pixels to a point that windows are asked to draw at. May be a fraction.
  public var scale: Double { model?.nativeScale ?? 1 }

  /// Pixels of the panel to a point; differs from `scale` only where the finished picture is made smaller for overscan.
  public var nativeScale: Double { model?.pictureScale ?? 1 }

  /// Changes the scale; every window on the screen is told.
  ///
  /// - Throws: `ServiceError.screen` for a scale that is out of range.
  public func setScale(_ scale: Double) throws(ServiceError) {
    var change = ScreenChange()
    change.scale = scale
    try update(change)
  }

  // MARK: What it does

  /// The greatest number of frames it shows in a second, rounded.
  public var maximumFramesPerSecond: Int { model?.maximumFramesPerSecond ?? 0 }

  /// Whether somebody captures it.
  public var isCaptured: Bool { model?.isCaptured ?? false }

  /// From 0, dark, to 1; a value outside is taken as the nearer end. Only the main screen's can be set.
  public var brightness: Double {
    get { model?.brightness ?? 1 }
    nonmutating set {
      // any other screen refuses, as is said above
      service.perform((try? service.model.setBrightness(screenID, newValue)) ?? [])
    }
  }

  /// The screen whose picture it shows in place of its own windows; nil where it shows those.
  public var mirroredScreen: Screen? { model?.mirrors.map { Screen($0, service) } }

  /// Asks it to show what `screen` shows as long as no window is on it; nil: as the placement policy says.
  public func mirror(_ screen: Screen?) {
    var change = ScreenChange()
    change.mirror = screen.map { .screen($0.name) } ?? .byPolicy
    // a name cannot be wrong
    try? update(change)
  }

  /// Asks it to show its own picture also while no window is on it, until `mirror(_:)` says otherwise.
  public func stopMirroring() {
    var change = ScreenChange()
    change.mirror = .itself
    // it cannot be wrong
    try? update(change)
  }

  func update(_ change: ScreenChange) throws(ServiceError) {
    try service.changeScreen(screenID, change)
  }
}

extension Screen: Hashable, Identifiable {
  /// Whether both name the same screen of the same service.
  public static func == (a: Self, b: Self) -> Bool { a.screenID == b.screenID && a.service === b.service }
  /// Feeds the screen's number to `hasher`.
  public func hash(into hasher: inout Hasher) { hasher.combine(screenID) }
}

extension Screen: CustomStringConvertible {
  /// The screen's name and size.
  public var description: String { "screen \(name) \(bounds.width)×\(bounds.height)" }
}
