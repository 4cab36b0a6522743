package import Geometry

/// Where the points of a screen lie on its pixels, at whole or fractional scale.
///
/// An edge is at round(edge × scale), whichever rectangle it belongs to, so neighbours in points are neighbours in pixels; the
/// screen's own edge is the last pixel's.
package struct PixelGrid: Equatable, Sendable {
  /// The screen in pixels.
  package let pixelSize: Size<ScreenPixels>
  /// Pixels a point.
  package let scale: Double
  /// The screen in points: pixels ÷ scale, rounded, and at least one point.
  package let size: Size<ScreenPoints>

  /// The grid of a screen.
  ///
  /// - Precondition: the scale is positive and finite.
  package init(pixelSize: Size<ScreenPixels>, scale: Double) {
    precondition(scale > 0 && scale.isFinite, "a screen's scale is positive and finite")
    self.pixelSize = pixelSize
    self.scale = scale
    size = Size(
      width: max(1, Int((Double(pixelSize.width) / scale).rounded())), height: max(1, Int((Double(pixelSize.height) / scale).rounded())))
  }

  /// The pixels that show `rect`.
  package func pixels(_ rect: Rect<ScreenPoints>) -> Rect<ScreenPixels> { pixels(PreciseRect(rect)) }

  /// The pixels that show `rect`, whose edges may lie between points, as those of a scaled or cropped surface.
  package func pixels(_ rect: PreciseRect<ScreenPoints>) -> Rect<ScreenPixels> {
    let left = edge(rect.x, size.width, pixelSize.width)
    let top = edge(rect.y, size.height, pixelSize.height)
    return Rect(
      x: left, y: top, width: edge(rect.maxX, size.width, pixelSize.width) - left,
      height: edge(rect.maxY, size.height, pixelSize.height) - top)
  }

  /// The place between pixels where `point` lies.
  package func pixels(_ point: PrecisePoint<ScreenPoints>) -> PrecisePoint<ScreenPixels> {
    PrecisePoint(x: point.x * scale, y: point.y * scale)
  }

  private func edge(_ value: Double, _ last: Int, _ lastPixel: Int) -> Int {
    if value == Double(last) { return lastPixel }
    // half up on both sides of zero, so that a shift by whole pixels changes no width
    return Int(min(max((value * scale + 0.5).rounded(.down), Double(Int32.min)), Double(Int32.max)))
  }
}
