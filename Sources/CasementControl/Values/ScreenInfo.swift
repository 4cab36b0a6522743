/// One screen, as controllers see it.
package struct ScreenInfo: ControlObject, Hashable {
  package var name: String
  package var main: Bool
  package var bounds: Rectangle
  package var nativeBounds: Rectangle
  package var scale: Double
  package var nativeScale: Double
  package var refresh: Double
  package var transform: ScreenTransform
  package var modes: [ScreenModeInfo]
  package var mirrors: String?
  package var captured: Bool
  package var dark: Bool?
  package var overscan: Insets
  package var compensation: ScreenOverscan.Compensation

  /// A screen with all that every screen has.
  package init(
    name: String, main: Bool, bounds: Rectangle, nativeBounds: Rectangle, scale: Double, nativeScale: Double, refresh: Double,
    transform: ScreenTransform, modes: [ScreenModeInfo], mirrors: String?, captured: Bool,
    overscan: Insets, compensation: ScreenOverscan.Compensation
  ) {
    self.name = name
    self.main = main
    self.bounds = bounds
    self.nativeBounds = nativeBounds
    self.scale = scale
    self.nativeScale = nativeScale
    self.refresh = refresh
    self.transform = transform
    self.modes = modes
    self.mirrors = mirrors
    self.captured = captured
    self.overscan = overscan
    self.compensation = compensation
  }

  package static var notes: KeyValuePairs<String, String> {
    [
      "name": "its name, which is its identity",
      "main": "whether it is the main screen",
      "bounds": "in points of the layout; follows the orientation; without edges that nobody sees where `compensation` is `inset`",
      "nativeBounds": "in pixels; never follows the orientation",
      "scale": "pixels a point, as clients that know only whole scales are told",
      "nativeScale": "pixels a point, as it is",
      "refresh": "frames a second",
      "transform": "how the picture is turned",
      "modes": "what it can be set to",
      "mirrors": "name of the screen that it shows; absent while it shows its own windows",
      "captured": "whether somebody captures it",
      "dark": "true while its power is off, so that its picture is black; absent while it is on",
      "overscan": "what of its edges nobody sees, in points",
      "compensation": "what is done about that: `scale`, `inset` or `none`",
    ]
  }
}

/// One mode of a screen.
package struct ScreenModeInfo: ControlObject, Hashable {
  package var width: Int
  package var height: Int
  package var refresh: Double
  package var current: Bool
  package var preferred: Bool

  /// A mode with all of its members.
  package init(width: Int, height: Int, refresh: Double, current: Bool, preferred: Bool) {
    self.width = width
    self.height = height
    self.refresh = refresh
    self.current = current
    self.preferred = preferred
  }

  package static var notes: KeyValuePairs<String, String> {
    [
      "width": "in pixels", "height": "in pixels", "refresh": "frames a second", "current": "whether the screen is in it",
      "preferred": "whether it is the one that the screen likes best",
    ]
  }
}
