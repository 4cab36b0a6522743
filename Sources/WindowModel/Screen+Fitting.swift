package import Geometry

extension Rect<ScreenPoints> {
  /// The largest rectangle of the proportions of `size` in the middle of `area`.
  package static func fitted(_ size: Size<ScreenPoints>, in area: Rect<ScreenPixels>) -> Rect<ScreenPixels> {
    let scale = min(Double(area.width) / Double(size.width), Double(area.height) / Double(size.height))
    let (width, height) = (Int((Double(size.width) * scale).rounded()), Int((Double(size.height) * scale).rounded()))
    return Rect<ScreenPixels>(x: area.x + (area.width - width) / 2, y: area.y + (area.height - height) / 2, width: width, height: height)
  }
}
