package import Geometry

/// What is behind all elements of a frame.
package enum SceneBackground {
  /// One colour; `.clear` for a picture with holes.
  case colour(Colour)
  /// A picture stretched over the whole frame, over black. It is never drawn into once it is shown.
  case picture(any PixelSource)
}

/// All that one screen shows at one moment; made anew for each look, and never changed.
package struct SceneFrame {
  /// Width and height of the screen's picture.
  package let size: Size<ScreenPixels>
  /// Pixels a point; only told on, to whoever keeps the picture.
  package let scale: Double
  /// What is behind all.
  package let background: SceneBackground
  /// What is shown, from back to front.
  package let elements: [SceneElement]
  /// How the colours of the whole picture are bent in the end; nil: not at all.
  package let ramps: ColourRamps?

  /// A frame of these parts.
  package init(
    size: Size<ScreenPixels>, scale: Double, background: SceneBackground, elements: [SceneElement], ramps: ColourRamps? = nil
  ) {
    self.size = size
    self.scale = scale
    self.background = background
    self.elements = elements
    self.ramps = ramps
  }

  /// The whole picture.
  package var bounds: Rect<ScreenPixels> { Rect(size: size) }
}
