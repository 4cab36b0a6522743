/// `pixel`: what is seen at a point.
package enum LookAtPixel: ControlMethod {
  package static let name = "pixel"
  package static let summary = "The colour that is seen at a point, and the window that the point is in."

  /// Where to look.
  package struct Parameters: ControlObject, Hashable {
    package var at: PointSpec

    /// The pixel at `at`.
    package init(at: PointSpec) { self.at = at }

    package static var notes: KeyValuePairs<String, String> { ["at": "the point"] }
  }

  /// What is there.
  package struct Result: ControlObject, Hashable {
    package var colour: PixelColour
    package var window: WindowReference?

    /// A pixel of this colour.
    package init(colour: PixelColour, window: WindowReference?) {
      self.colour = colour
      self.window = window
    }

    package static var notes: KeyValuePairs<String, String> {
      ["colour": "the colour", "window": "the window that input there goes to; absent where there is none"]
    }
  }
}

/// `wait.pixel`: until a pixel has a colour.
package enum WaitPixel: ControlMethod {
  package static let name = "wait.pixel"
  package static let summary = "Waits until the pixel at a point has a colour; answers at once where it has."
  package typealias Result = LookAtPixel.Result

  /// Where, which colour, how long.
  package struct Parameters: ControlObject, Hashable {
    package var at: PointSpec
    package var colour: PixelColour
    package var tolerance: Int?
    package var timeout: Int?

    /// Until the pixel at `at` is of `colour`, at most `timeout` milliseconds.
    package init(at: PointSpec, colour: PixelColour, tolerance: Int? = nil, timeout: Int? = nil) {
      self.at = at
      self.colour = colour
      self.tolerance = tolerance
      self.timeout = timeout
    }

    package static var notes: KeyValuePairs<String, String> {
      [
        "at": "the point, which may be in a window that is not there yet",
        "colour": "the colour",
        "tolerance": "how far red, green and blue may be from it, of 255; 0 where absent",
        "timeout": "milliseconds of real time, \(Wait.defaultTimeout) where absent",
      ]
    }
  }
}

/// `wait.picture`: until a screen or a window looks as it should.
package enum WaitPicture: ControlMethod {
  package static let name = "wait.picture"
  package static let summary = "Waits until a screen, a region of it, or a window looks like a picture; answers at once where it does."

  /// Like which picture, what, how exactly, how long.
  package struct Parameters: ControlObject, Hashable {
    package var path: String
    package var screen: String?
    package var window: WindowSelector?
    package var region: Rectangle?
    package var scale: Double?
    package var tolerance: Int?
    package var perceptual: Double?
    package var allowed: Int?
    package var timeout: Int?

    /// Until `screen` or `window` looks like the picture at `path`, at most `timeout` milliseconds.
    package init(
      path: String, screen: String? = nil, window: WindowSelector? = nil, region: Rectangle? = nil, scale: Double? = nil,
      tolerance: Int? = nil, perceptual: Double? = nil, allowed: Int? = nil, timeout: Int? = nil
    ) {
      self.path = path
      self.screen = screen
      self.window = window
      self.region = region
      self.scale = scale
      self.tolerance = tolerance
      self.perceptual = perceptual
      self.allowed = allowed
      self.timeout = timeout
    }

    package static var notes: KeyValuePairs<String, String> {
      [
        "path": "whole path of a PNG, which the service reads: what `shot` gave with the same parameters",
        "screen": "name of the screen; the main one where neither this nor `window` is given",
        "window": "the window, in place of a screen",
        "region": "the part of it, in points from its top-left corner; all of it where absent",
        "scale": "pixels a point of the picture; as they are on the screen where absent",
        "tolerance": "how far red, green, blue and alpha of a pixel may be apart, of 255; 0 where absent",
        "perceptual": "in place of `tolerance`, how far colours may be apart in CIE L*a*b*; 2.3 is just noticeable",
        "allowed": "how many pixels may differ by more; 0 where absent",
        "timeout": "milliseconds of real time, \(Wait.defaultTimeout) where absent",
      ]
    }
  }

  /// How alike they are.
  package struct Result: ControlObject, Hashable {
    package var differing: Int

    /// So many pixels differ.
    package init(differing: Int) { self.differing = differing }

    package static var notes: KeyValuePairs<String, String> { ["differing": "pixels that differ by more than the tolerance"] }
  }
}
