/// A set of whole-unit cells without its space: `Region` gives it one.
///
/// Nothing and one box need no memory of their own; `list` exists only for more.
@usableFromInline
struct BoxRegion {
  /// The bounds of all; the only box where there is no list.
  @usableFromInline var bounds: Box
  @usableFromInline var list: BoxList?

  @inlinable
  init(_ box: Box) {
    bounds = box
    list = nil
  }

  @usableFromInline
  init(uniting boxes: [Box]) {
    let kept = boxes.filter { !$0.isEmpty }
    self.init(.empty)
    switch kept.count {
    case 0: break
    case 1: bounds = kept[0]
    default:
      list = BoxList(uniting: kept.map(\.pixman))
      settle()
    }
  }

  // MARK: Reading

  @inlinable var isEmpty: Bool { bounds.isEmpty }

  @usableFromInline var count: Int {
    guard let list else { return bounds.isEmpty ? 0 : 1 }
    return list.count
  }

  /// The box at `index`, from the top down and left to right.
  @usableFromInline
  func box(at index: Int) -> Box {
    guard let list else {
      precondition(index == 0 && !bounds.isEmpty, "no such rectangle in the region")
      return bounds
    }
    return list.box(at: index)
  }

  @usableFromInline
  func containsPoint(x: Int32, y: Int32) -> Bool {
    guard x >= bounds.x1, x < bounds.x2, y >= bounds.y1, y < bounds.y2 else { return false }
    guard let list else { return true }
    return list.containsPoint(x: x, y: y)
  }

  /// Whether all, or at least one, of the cells of `box` are inside.
  @usableFromInline
  func overlap(with box: Box) -> (all: Bool, any: Bool) {
    guard bounds.intersects(box) else { return (false, false) }
    guard let list else { return (bounds.contains(box), true) }
    return list.overlap(with: box)
  }

  @usableFromInline
  static func equal(_ a: BoxRegion, _ b: BoxRegion) -> Bool {
    guard a.bounds == b.bounds || (a.isEmpty && b.isEmpty) else { return false }
    switch (a.list, b.list) {
    case (nil, nil): return true
    case (let first?, let second?):
      return first === second || first.isEqual(to: second)
    default: return false
    }
  }

  // MARK: Combining

  @usableFromInline
  mutating func formUnion(_ box: Box) {
    if box.isEmpty || (list == nil && bounds.contains(box) && !isEmpty) { return }
    if isEmpty || box.contains(bounds) {
      self = BoxRegion(box)
      return
    }
    combine(with: BoxRegion(box), .union)
  }

  @usableFromInline
  mutating func formUnion(_ other: BoxRegion) {
    guard other.list != nil else { return formUnion(other.bounds) }
    if isEmpty || (list == nil && other.isEmpty) {
      self = other
      return
    }
    if list == nil, bounds.contains(other.bounds) { return }
    combine(with: other, .union)
  }

  @usableFromInline
  mutating func formIntersection(_ other: BoxRegion) {
    if list == nil, other.list == nil {
      bounds = bounds.intersection(other.bounds)
      return
    }
    if other.list == nil, other.bounds.contains(bounds) { return }
    if list == nil, bounds.contains(other.bounds) {
      self = other
      return
    }
    guard bounds.intersects(other.bounds) else {
      self = BoxRegion(.empty)
      return
    }
    combine(with: other, .intersection)
  }

  @usableFromInline
  mutating func subtract(_ other: BoxRegion) {
    guard bounds.intersects(other.bounds) else { return }
    if other.list == nil, other.bounds.contains(bounds) {
      self = BoxRegion(.empty)
      return
    }
    combine(with: other, .subtraction)
  }

  /// Moves all cells. Edges saturate; what leaves the 32-bit plane is lost.
  @usableFromInline
  mutating func translate(x: Int, y: Int) {
    let moved = Self.moved(bounds, x, y)
    guard list != nil else {
      bounds = moved.box
      return
    }
    if moved.isExact, let dx = Int32(exactly: x), let dy = Int32(exactly: y) {
      ensureUnique()
      list!.translate(x: dx, y: dy)
      settle()
    } else {
      // pixman 0.42 wraps around at the edge of the plane
      self = BoxRegion(uniting: (0..<count).map { Self.moved(box(at: $0), x, y).box })
    }
  }

  private static func moved(_ box: Box, _ x: Int, _ y: Int) -> (box: Box, isExact: Bool) {
    let moved = Box(x1: saturate(box.x1, x), y1: saturate(box.y1, y), x2: saturate(box.x2, x), y2: saturate(box.y2, y))
    let isExact =
      Int(moved.x2) - Int(moved.x1) == Int(box.x2) - Int(box.x1) && Int(moved.y2) - Int(moved.y1) == Int(box.y2) - Int(box.y1)
    return (moved.isEmpty ? .empty : moved, isExact)
  }

  private static func saturate(_ edge: Int32, _ offset: Int) -> Int32 {
    let sum = Int(edge).addingReportingOverflow(offset)
    return sum.overflow ? (offset > 0 ? .max : .min) : Int32(clamping: sum.partialValue)
  }

  // MARK: Storage

  private mutating func ensureUnique() {
    if let shared = list {
      if !isKnownUniquelyReferenced(&list) { list = BoxList(copying: shared) }
    } else {
      list = BoxList(copying: bounds)
    }
  }

  private mutating func combine(with other: BoxRegion, _ operation: BoxList.Operation) {
    ensureUnique()
    guard let list else { preconditionFailure("a region being combined has a list") }
    // never the same list: `other` holding it makes it shared, and then `self` has just got its own copy
    if let operand = other.list {
      list.combine(with: operand, operation)
    } else {
      list.combine(with: other.bounds, operation)
    }
    settle()
  }

  /// Reads the bounds back, and lets go of a list that holds fewer than two boxes.
  private mutating func settle() {
    guard let list else { return }
    bounds = list.bounds
    let count = list.count
    if count < 2 { self.list = nil }
    if count == 0 { bounds = .empty }
  }
}
