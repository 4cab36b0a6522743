import Geometry
import Scene

extension PixelBuffer {
  /// Whether each pixel has the colour of the other picture's.
  func isSame(as other: PixelBuffer) -> Bool {
    guard size == other.size else { return false }
    return (0..<size.height).allSatisfy { y in (0..<size.width).allSatisfy { x in self[x, y] & 0xFF_FFFF == other[x, y] & 0xFF_FFFF } }
  }
}
