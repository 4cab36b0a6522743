/// A colour premultiplied by its alpha; each part from 0 to 1.
package struct Colour: Hashable, Sendable {
  /// Red times alpha.
  package var red: Double
  /// Green times alpha.
  package var green: Double
  /// Blue times alpha.
  package var blue: Double
  /// 0 lets all through, 1 nothing.
  package var alpha: Double

  /// The colour of these parts, already premultiplied.
  package init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }

  /// Opaque black.
  package static var black: Colour { Colour(red: 0, green: 0, blue: 0) }
  /// Nothing at all.
  package static var clear: Colour { Colour(red: 0, green: 0, blue: 0, alpha: 0) }

  /// The colour as seen through `factor` of it.
  package func faded(by factor: Double) -> Colour {
    factor == 1 ? self : Colour(red: red * factor, green: green * factor, blue: blue * factor, alpha: alpha * factor)
  }
}
