internal import Geometry
internal import WindowModel

/// What `casement_screen_v1` tells of a screen, to tell only what differs.
struct ScreenProperties: Equatable {
  /// The modes, and which of them count.
  struct Modes: Equatable {
    var list: [ScreenMode]
    var current: Int
    var preferred: Int
  }

  /// The screen whose picture is shown.
  struct Source: Equatable {
    var id: ScreenID
    var name: String
  }

  var isMain: Bool
  var bounds: Size<ScreenPoints>
  var nativeBounds: Size<NativePixels>
  var scale120: Int
  var nativeScale120: Int
  var orientation: Orientation
  var modes: Modes
  var mirrors: Source?
  var isCaptured: Bool
  var brightness: Double
  var overscanInsets: EdgeInsets
  var maximumFramesPerSecond: Int

  /// What `model` has of the screen; nil where it is gone.
  init?(_ id: ScreenID, _ model: WindowModel) {
    guard let screen = model.screen(id) else { return nil }
    isMain = id == model.mainScreen
    bounds = screen.windowBounds.size
    nativeBounds = screen.nativeBounds.size
    scale120 = screen.scale120
    nativeScale120 = Int((screen.pictureScale * 120).rounded())
    orientation = screen.orientation
    modes = Modes(list: screen.modes, current: screen.currentMode, preferred: screen.preferredMode)
    mirrors = screen.mirrors.flatMap { source in model.screen(source).map { Source(id: source, name: $0.name) } }
    isCaptured = screen.isCaptured
    brightness = screen.brightness
    overscanInsets = screen.overscan == .none ? screen.overscanInsets : .zero
    maximumFramesPerSecond = screen.maximumFramesPerSecond
  }
}
