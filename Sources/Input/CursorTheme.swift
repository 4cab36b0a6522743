/// The pictures of the cursors: of an installed theme, else drawn by ourselves, so that there is always one.
///
/// Nothing is read before a picture is first asked for. Animated cursors show their first frame: two captures of a still
/// screen are equal.
package final class CursorTheme {
  /// The size of a cursor in points, as XCURSOR_SIZE states it.
  package let size: Int
  /// The theme, as XCURSOR_THEME names it; nil for the drawn one alone.
  package let name: String?
  private let path: CursorThemePath
  private var images: [Key: CursorImage] = [:]

  private struct Key: Hashable {
    let shape: CursorShape
    let pixels: Int
  }

  /// The theme that `environment` asks for by XCURSOR_THEME, XCURSOR_SIZE and XCURSOR_PATH: as a rule `default`, at 24 points.
  package init(environment: [String: String]) {
    name = environment["XCURSOR_THEME"].flatMap { $0.isEmpty ? nil : $0 } ?? "default"
    size = environment["XCURSOR_SIZE"].flatMap { Int($0) }.flatMap { (1...512).contains($0) ? $0 : nil } ?? 24
    path = CursorThemePath(environment: environment)
  }

  /// The drawn theme alone, whatever is installed: the same pixels on every machine.
  ///
  /// - Parameter size: in points, from 1 to 512.
  package init(drawnAt size: Int = 24) {
    precondition((1...512).contains(size), "a cursor has from 1 to 512 points")
    self.size = size
    name = nil
    path = CursorThemePath(environment: ["XCURSOR_PATH": ""])
  }

  /// The picture of `shape` for a screen of `scale` pixels a point.
  ///
  /// A drawn one has exactly the size asked for; a theme's has the nearest it offers, and `nominalSize` says which.
  package func image(for shape: CursorShape, scale: Double = 1) -> CursorImage {
    let scaled = Double(size) * (scale.isFinite ? scale : 1)
    let key = Key(shape: shape, pixels: Int(min(max(scaled, 1), 1024).rounded()))
    if let image = images[key] { return image }
    let image = themed(key) ?? DrawnCursor.image(of: shape, size: key.pixels)
    images[key] = image
    return image
  }

  private func themed(_ key: Key) -> CursorImage? {
    guard let name, let file = path.file(for: key.shape.names, in: name) else { return nil }
    return try? file.image(nearest: key.pixels)
  }
}
