internal import Geometry
internal import Glibc
internal import Input
internal import Scene

/// A cursor of the theme, ready to be drawn.
struct CursorPicture {
  let pixels: PixelBuffer
  /// The pixel that is at the pointer's position.
  let hotspot: Point<ScreenPixels>
}

/// The cursors that were needed so far. The theme is looked for when the first one is.
final class CursorStore {
  private struct Key: Hashable {
    var shape: CursorShape
    var scale: Double
  }

  private lazy var theme = CursorTheme(environment: Self.environment)
  /// The variables that say where themes are, and which and how large a one is wanted.
  private static var environment: [String: String] {
    var values: [String: String] = [:]
    for name in ["XCURSOR_THEME", "XCURSOR_SIZE", "XCURSOR_PATH", "HOME", "XDG_DATA_HOME", "XDG_DATA_DIRS"] {
      if let value = unsafe getenv(name) { values[name] = unsafe String(cString: value) }
    }
    return values
  }

  private var pictures: [Key: CursorPicture] = [:]

  /// The picture of a shape for a screen of `scale` pixels a point.
  func picture(for shape: CursorShape, scale: Double) -> CursorPicture {
    let key = Key(shape: shape, scale: scale)
    if let known = pictures[key] { return known }
    let image = theme.image(for: shape, scale: scale)
    let pixels = PixelBuffer(size: Size(width: image.width, height: image.height))
    unsafe pixels.withMutablePixels { memory in
      for y in 0..<image.height {
        let row = unsafe (memory + y * pixels.stride).assumingMemoryBound(to: UInt32.self)
        for x in 0..<image.width { unsafe row[x] = image.pixels[y * image.width + x] }
      }
    }
    let picture = CursorPicture(pixels: pixels, hotspot: Point(x: image.hotspot.x, y: image.hotspot.y))
    pictures[key] = picture
    return picture
  }
}
