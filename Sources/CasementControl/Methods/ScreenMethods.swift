/// `screen.add`: connects a screen.
package enum AddScreen: ControlMethod {
  package static let name = "screen.add"
  package static let summary = "Connects a screen. Answers with the screen."
  package typealias Result = ScreenInfo

  /// What screen.
  package struct Parameters: ControlObject, Hashable {
    package var spec: ScreenSpec

    /// The screen `spec`.
    package init(spec: ScreenSpec) { self.spec = spec }

    package static var notes: KeyValuePairs<String, String> { ["spec": "what it shall be: \(ScreenSpec.form)"] }
  }
}

/// `screen.remove`: disconnects a screen.
package enum RemoveScreen: ControlMethod {
  package static let name = "screen.remove"
  package static let summary = "Disconnects a screen."
  package typealias Result = Nothing

  /// Which screen.
  package struct Parameters: ControlObject, Hashable {
    package var name: String

    /// The screen of this name.
    package init(name: String) { self.name = name }

    package static var notes: KeyValuePairs<String, String> { ["name": "name of the screen"] }
  }
}

/// `screen.set`: changes a screen.
package enum SetScreen: ControlMethod {
  package static let name = "screen.set"
  package static let summary = "Changes a screen: all that is given, at once. Answers with the screen as it is then."
  package typealias Result = ScreenInfo

  /// Which screen, and what changes.
  package struct Parameters: ControlObject, Hashable {
    package var name: String
    package var mode: ScreenModeSpec?
    package var scale: Double?
    package var transform: ScreenTransform?
    package var x: Int?
    package var y: Int?
    package var mirror: String?
    package var overscan: ScreenOverscan?
    package var compensation: ScreenOverscan.Compensation?

    /// The changes of the screen `name`.
    package init(name: String, changes: ScreenChanges) {
      self.name = name
      mode = changes.mode
      scale = changes.scale
      transform = changes.transform
      (x, y) = (changes.x, changes.y)
      mirror = changes.mirror
      (overscan, compensation) = (changes.overscan, changes.compensation)
    }

    package static var notes: KeyValuePairs<String, String> {
      [
        "name": "name of the screen", "mode": "size in pixels, WxH[@HZ]", "scale": "pixels a point, 0.25 to 8",
        "transform": "how the picture is turned", "x": "left edge in points of the layout", "y": "top edge in points of the layout",
        "mirror": "name of the screen to show while it has no windows; `none`: it shows no other one, `auto`: as the placement has it",
        "overscan": "what of its edges nobody sees, in points: N or TOP:LEFT:BOTTOM:RIGHT",
        "compensation": "what is done about that: `scale` (the picture is made smaller), `inset` (windows stay inside) or `none`",
      ]
    }
  }
}
