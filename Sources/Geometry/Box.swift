import CPixman

/// The edges of a rectangle in 32 bits, as pixman keeps them; half-open.
@usableFromInline
struct Box: Hashable, Sendable {
  @usableFromInline var x1: Int32
  @usableFromInline var y1: Int32
  @usableFromInline var x2: Int32
  @usableFromInline var y2: Int32

  @inlinable
  init(x1: Int32, y1: Int32, x2: Int32, y2: Int32) {
    self.x1 = x1
    self.y1 = y1
    self.x2 = x2
    self.y2 = y2
  }

  /// The box of a rectangle, its edges saturated to 32 bits; `empty` where the extent is not positive or lies out of reach.
  @inlinable
  init(x: Int, y: Int, width: Int, height: Int) {
    let right = x.addingReportingOverflow(width)
    let bottom = y.addingReportingOverflow(height)
    self.init(
      x1: Int32(clamping: x), y1: Int32(clamping: y),
      x2: right.overflow ? .max : Int32(clamping: right.partialValue), y2: bottom.overflow ? .max : Int32(clamping: bottom.partialValue))
    if width <= 0 || height <= 0 || isEmpty { self = .empty }
  }

  @inlinable static var empty: Box { Box(x1: 0, y1: 0, x2: 0, y2: 0) }
  @inlinable var isEmpty: Bool { x2 <= x1 || y2 <= y1 }

  @inlinable
  func contains(_ other: Box) -> Bool { x1 <= other.x1 && y1 <= other.y1 && x2 >= other.x2 && y2 >= other.y2 }

  @inlinable
  func intersects(_ other: Box) -> Bool { x1 < other.x2 && other.x1 < x2 && y1 < other.y2 && other.y1 < y2 }

  @inlinable
  func intersection(_ other: Box) -> Box {
    let box = Box(x1: max(x1, other.x1), y1: max(y1, other.y1), x2: min(x2, other.x2), y2: min(y2, other.y2))
    return box.isEmpty ? .empty : box
  }

  var pixman: pixman_box32_t { pixman_box32_t(x1: x1, y1: y1, x2: x2, y2: y2) }

  init(_ box: pixman_box32_t) { self.init(x1: box.x1, y1: box.y1, x2: box.x2, y2: box.y2) }
}
