public import Geometry

/// The part of the layout in which a pointer may be: the screens, or the region to which a client confined it.
@usableFromInline package struct PointerBounds: Hashable, Sendable {
  /// Rectangles whose union is the area; those that touch are one area, across which the pointer glides.
  @usableFromInline package let rects: [Rect<LayoutPoints>]
  /// How near to an outer right or bottom edge the pointer comes, in points, above 0 and at most 1.
  @usableFromInline let margin: Double

  /// The area of all screens, up to the last 1/256 of a point, the smallest step of `wl_fixed`.
  @usableFromInline package static func screens(_ rects: [Rect<LayoutPoints>]) -> PointerBounds {
    PointerBounds(rects: rects, margin: 1 / 256)
  }

  /// A region of confinement (`zwp_confined_pointer_v1`), up to its last whole point: exactly `width - 1`, `height - 1`.
  @usableFromInline package static func confinement(_ rects: [Rect<LayoutPoints>]) -> PointerBounds {
    PointerBounds(rects: rects, margin: 1)
  }

  private init(rects: [Rect<LayoutPoints>], margin: Double) {
    self.rects = rects.filter { !$0.isEmpty }
    self.margin = margin
  }

  /// The part of the area that can be reached from `point`, or from the point of the area nearest to it, without leaving it.
  @usableFromInline package func connected(to point: PrecisePoint<LayoutPoints>) -> PointerBounds {
    // so many are drawn by hand: exactness would cost more than it gives
    guard rects.count > 1, rects.count <= PointerBounds.mostConnected else { return self }
    let start = clamping(point)
    guard let first = rects.firstIndex(where: { $0.contains(start) }) else { return self }
    var reached = [first]
    var rest = Set(rects.indices).subtracting(reached)
    var next = 0
    while next < reached.count, !rest.isEmpty {
      let rect = rects[reached[next]]
      next += 1
      for other in rest.sorted() where PointerBounds.touch(rect, rects[other]) {
        reached.append(other)
        rest.remove(other)
      }
    }
    return rest.isEmpty ? self : PointerBounds(rects: reached.sorted().map { rects[$0] }, margin: margin)
  }

  private static let mostConnected = 256

  /// Whether two rectangles overlap or have a part of an edge in common; a corner is no way through.
  private static func touch(_ a: Rect<LayoutPoints>, _ b: Rect<LayoutPoints>) -> Bool {
    let across = min(a.maxX, b.maxX) - max(a.minX, b.minX)
    let down = min(a.maxY, b.maxY) - max(a.minY, b.minY)
    return across >= 0 && down >= 0 && (across > 0 || down > 0)
  }

  /// The point of the area that is nearest to `point`; `point` itself where the area is empty.
  @usableFromInline package func clamping(_ point: PrecisePoint<LayoutPoints>) -> PrecisePoint<LayoutPoints> {
    let point = PrecisePoint<LayoutPoints>(x: PointerBounds.sane(point.x), y: PointerBounds.sane(point.y))
    if rects.isEmpty || allows(point) { return point }
    let candidates = rects.map { rect in
      PrecisePoint<LayoutPoints>(
        x: min(max(point.x, Double(rect.minX)), Double(rect.maxX) - margin),
        y: min(max(point.y, Double(rect.minY)), Double(rect.maxY) - margin))
    }
    func distance(_ other: PrecisePoint<LayoutPoints>) -> Double {
      let offset = other - point
      return offset.x * offset.x + offset.y * offset.y
    }
    return candidates.min { distance($0) < distance($1) } ?? point
  }

  /// Whether the pointer may be at `point`: there, and within the margin to its right and below, lies the area.
  private func allows(_ point: PrecisePoint<LayoutPoints>) -> Bool {
    let step = margin - 1 / 65536
    return contains(point) && contains(point + .init(x: step, y: 0)) && contains(point + .init(x: 0, y: step))
      && contains(point + .init(x: step, y: step))
  }

  private func contains(_ point: PrecisePoint<LayoutPoints>) -> Bool { rects.contains { $0.contains(point) } }

  /// A coordinate that can be computed with, whatever a client or a command gave.
  private static func sane(_ value: Double) -> Double { value.isFinite ? min(max(value, -1e9), 1e9) : 0 }
}
