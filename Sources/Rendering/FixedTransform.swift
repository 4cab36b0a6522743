import CPixman
import Geometry
import Scene

/// An element's mapping in the fixed-point numbers of pixman: 16 bits of whole pixels, 16 of fractions.
///
/// The numbers for one place follow from the element alone, never from the piece being painted, so that a piece painted alone
/// equals the same piece of the whole.
struct FixedTransform {
  private let x: (x: Int64, y: Int64, offset: Int64)
  private let y: (x: Int64, y: Int64, offset: Int64)

  /// The mapping from places relative to the destination's corner to places in the buffer.
  init(_ mapping: ElementMapping) {
    func fixed(_ axis: ElementMapping.Axis) -> (x: Int64, y: Int64, offset: Int64) {
      (Int64((axis.x * 65536).rounded()), Int64((axis.y * 65536).rounded()), Int64((axis.offset * 65536).rounded()))
    }
    x = fixed(mapping.x)
    y = fixed(mapping.y)
  }

  /// The mapping from places relative to `corner`, itself relative to the destination's, to places relative to `window`.
  func moved(toCorner corner: Point<ScreenPixels>, window: Point<BufferPixels>) -> FixedTransform {
    func moved(_ axis: (x: Int64, y: Int64, offset: Int64), _ start: Int) -> (x: Int64, y: Int64, offset: Int64) {
      (axis.x, axis.y, axis.offset + axis.x * Int64(corner.x) + axis.y * Int64(corner.y) - Int64(start) << 16)
    }
    return FixedTransform(x: moved(x, window.x), y: moved(y, window.y))
  }

  private init(x: (x: Int64, y: Int64, offset: Int64), y: (x: Int64, y: Int64, offset: Int64)) {
    self.x = x
    self.y = y
  }

  var pixman: pixman_transform_t {
    func fixed(_ value: Int64) -> pixman_fixed_t { pixman_fixed_t(clamping: value) }
    return pixman_transform_t(
      matrix: (
        (fixed(x.x), fixed(x.y), fixed(x.offset)), (fixed(y.x), fixed(y.y), fixed(y.offset)), (0, 0, 65536)
      ))
  }
}
