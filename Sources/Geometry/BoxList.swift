import CPixman

/// A pixman region of at least two boxes, shared by the values that hold it and written only by a sole owner.
@safe
@usableFromInline
final class BoxList {
  private var region: pixman_region32_t

  init(copying box: Box) {
    unsafe region = pixman_region32_t()
    var pixmanBox = box.pixman
    unsafe pixman_region32_init_with_extents(&region, &pixmanBox)
  }

  init(copying other: BoxList) {
    unsafe region = pixman_region32_t()
    unsafe pixman_region32_init(&region)
    unsafe pixman_region32_copy(&region, &other.region)
  }

  init(uniting boxes: [pixman_box32_t]) {
    unsafe region = pixman_region32_t()
    _ = unsafe boxes.withUnsafeBufferPointer { unsafe pixman_region32_init_rects(&region, $0.baseAddress, Int32($0.count)) }
  }

  deinit { unsafe pixman_region32_fini(&region) }

  // MARK: Reading

  var bounds: Box { unsafe Box(region.extents) }

  var count: Int { unsafe Int(pixman_region32_n_rects(&region)) }

  func box(at index: Int) -> Box {
    var count: Int32 = 0
    let boxes = unsafe pixman_region32_rectangles(&region, &count)
    precondition(index >= 0 && index < Int(count), "no such rectangle in the region")
    return unsafe Box(boxes![index])
  }

  func containsPoint(x: Int32, y: Int32) -> Bool { unsafe pixman_region32_contains_point(&region, x, y, nil) != 0 }

  func overlap(with box: Box) -> (all: Bool, any: Bool) {
    var pixmanBox = box.pixman
    let overlap = unsafe pixman_region32_contains_rectangle(&region, &pixmanBox)
    return (overlap == PIXMAN_REGION_IN, overlap != PIXMAN_REGION_OUT)
  }

  func isEqual(to other: BoxList) -> Bool { unsafe pixman_region32_equal(&region, &other.region) != 0 }

  // MARK: Changing; by a sole owner only

  enum Operation { case union, intersection, subtraction }

  func combine(with other: BoxList, _ operation: Operation) {
    unsafe combine(with: &other.region, operation)
  }

  func combine(with box: Box, _ operation: Operation) {
    var box = box.pixman
    var operand = unsafe pixman_region32_t()
    unsafe pixman_region32_init_with_extents(&operand, &box)  // a single box: nothing to free
    unsafe combine(with: &operand, operation)
  }

  private func combine(with operand: UnsafeMutablePointer<pixman_region32_t>, _ operation: Operation) {
    let done = unsafe withUnsafeMutablePointer(to: &region) { region in
      switch operation {
      case .union: unsafe pixman_region32_union(region, region, operand)
      case .intersection: unsafe pixman_region32_intersect(region, region, operand)
      case .subtraction: unsafe pixman_region32_subtract(region, region, operand)
      }
    }
    precondition(done != 0, "out of memory for a region")
  }

  func translate(x: Int32, y: Int32) { unsafe pixman_region32_translate(&region, x, y) }
}
