internal import Geometry
internal import Input
internal import Surfaces
internal import WaylandServer

/// The locks and confinements that clients want, of which one at most is active.
///
/// One is active from when its surface has both the keyboard and the pointer, the latter inside its region, until its surface loses one of
/// them. While it is, the pointer stays with the surface whatever appears in front of it.
final class PointerConstraints {
  private unowned let service: WindowService
  /// Those that are active or can become so, oldest first.
  private var wanted = ObjectBag<PointerConstraint>()
  private(set) var active: PointerConstraint?
  private var isRefreshing = false

  init(_ service: WindowService) { self.service = service }

  private var pointer: SeatPointer { service.seat.pointer }

  /// What is wanted on `surface`.
  func constraint(on surface: Surface) -> PointerConstraint? { wanted.first { $0.surface === surface } }

  func add(_ constraint: PointerConstraint) {
    wanted.append(constraint)
    refresh()
  }

  /// The client wants it no more.
  func remove(_ constraint: PointerConstraint) {
    wanted.remove(constraint)
    if active === constraint { end(constraint) }
    refresh()
  }

  /// Its surface is going: nothing about that can be told any more.
  func surfaceGone(_ constraint: PointerConstraint) {
    wanted.remove(constraint)
    guard active === constraint else { return }
    active = nil
    pointer.dropConstraint()
    constraint.tell(false)
  }

  func forget(_ client: Client) {
    wanted.removeAll { $0.surface?.client === client }
    guard let active, active.surface?.client === client else { return }
    self.active = nil
    pointer.dropConstraint()
  }

  /// Looks again which one can be active: the keyboard, the pointer, a surface or a region is another.
  func refresh() {
    guard !isRefreshing, !wanted.isEmpty else { return }
    isRefreshing = true
    defer { isRefreshing = false }
    if let active { update(active) }
    guard active == nil, let next = wanted.first(where: canBegin) else { return }
    begin(next)
  }

  private func update(_ constraint: PointerConstraint) {
    if hasFocus(constraint) {
      guard constraint.kind == .confinement else { return }
      if let bounds = bounds(of: constraint) {
        if pointer.constraint != .confined(bounds) { pointer.constrain(.confined(bounds)) }
        return
      }
    }
    if !constraint.isPersistent {
      wanted.remove(constraint)
      constraint.detach()
    }
    constraint.tell(false)
    end(constraint)
  }

  private func begin(_ constraint: PointerConstraint) {
    active = constraint
    switch constraint.kind {
    case .lock: pointer.constrain(.locked)
    case .confinement: pointer.constrain(bounds(of: constraint).map { .confined($0) })
    }
    constraint.tell(true)
  }

  /// Frees the pointer, and puts it where the client drew its own.
  private func end(_ constraint: PointerConstraint) {
    active = nil
    guard constraint.kind == .lock, let hint = constraint.hint, let surface = constraint.surface, surface.state.hasContent,
      service.screenShowing(surface) != nil
    else { return pointer.constrain(nil) }
    // no further than the surface reaches: a hint is no way to press on other windows
    let size = surface.state.size
    let place = PrecisePoint<SurfacePoints>(
      x: min(max(hint.x, 0), Double(size.width) - 1 / 256), y: min(max(hint.y, 0), Double(size.height) - 1 / 256))
    if let point = service.convert(place, from: surface) { pointer.warp(to: point) }
    pointer.constrain(nil)
  }

  /// Whether the surface has both the keyboard and the pointer. The keyboard is that of the window or popup that the surface is part of.
  private func hasFocus(_ constraint: PointerConstraint) -> Bool {
    guard let surface = constraint.surface, pointer.focus === surface else { return false }
    return service.seat.keyboard.focus.map { $0 === surface.root } ?? false
  }

  private func canBegin(_ constraint: PointerConstraint) -> Bool {
    guard hasFocus(constraint), let place = pointer.localPosition else { return false }
    return constraint.area.contains(place)
  }

  /// Where a confinement lets the pointer be; nil: nowhere.
  private func bounds(of constraint: PointerConstraint) -> PointerBounds? {
    guard let surface = constraint.surface, let (mapping, origin) = service.mapping(of: surface) else { return nil }
    let rects = constraint.area.rects.map { mapping.layout(Rect(origin: $0.origin + origin, size: $0.size)) }
    return rects.isEmpty ? nil : PointerBounds.confinement(rects).connected(to: pointer.position)
  }
}
