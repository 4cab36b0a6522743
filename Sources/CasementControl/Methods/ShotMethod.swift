/// `shot`: a picture of a screen, a region or a window.
package enum Shot: ControlMethod {
  package static let name = "shot"
  package static let summary = "A PNG of a screen, of a region of it, or of a window, which is shot whole also where it is covered."

  /// What to shoot.
  package struct Parameters: ControlObject, Hashable {
    package var screen: String?
    package var window: WindowSelector?
    package var region: Rectangle?
    package var cursor: Bool?
    package var scale: Double?

    /// A picture of `screen` or `window`; of the main screen where neither is given.
    package init(
      screen: String? = nil, window: WindowSelector? = nil, region: Rectangle? = nil, cursor: Bool? = nil, scale: Double? = nil
    ) {
      self.screen = screen
      self.window = window
      self.region = region
      self.cursor = cursor
      self.scale = scale
    }

    /// What `scale` may be.
    package static let scales = 0.05...8

    package static var notes: KeyValuePairs<String, String> {
      [
        "screen": "name of the screen; the main one where neither this nor `window` is given",
        "window": "the window, in place of a screen",
        "region": "the part of it, in points from its top-left corner; all of it where absent",
        "cursor": "whether the pointer's cursor is drawn; false where absent",
        "scale": "pixels a point that the picture is to have, from 0.05 to 8; as they are on the screen where absent",
      ]
    }
  }

  /// The picture, and what made it.
  package struct Result: ControlObject, Hashable {
    package var png: Base64
    package var width: Int
    package var height: Int
    package var scale: Double
    package var windows: [WindowReference]

    /// A picture with all of its members.
    package init(png: Base64, width: Int, height: Int, scale: Double, windows: [WindowReference]) {
      self.png = png
      self.width = width
      self.height = height
      self.scale = scale
      self.windows = windows
    }

    package static var notes: KeyValuePairs<String, String> {
      [
        "png": "the picture, a PNG file in Base64",
        "width": "in pixels",
        "height": "in pixels",
        "scale": "pixels a point",
        "windows": "the windows that made it, back to front; what is covered whole is not among them",
      ]
    }
  }
}
