internal import Geometry
internal import Surfaces

/// What a client wants to impose on the pointer while one of its surfaces has it: a lock or a confinement, active or not.
final class PointerConstraint: SurfaceObserver {
  enum Kind {
    /// The pointer does not move.
    case lock
    /// The pointer stays in the region.
    case confinement
  }

  /// What takes effect with the surface's commit.
  private struct Update {
    var region = Change<Region<SurfacePoints>?>.unchanged
    var hint = Change<PrecisePoint<SurfacePoints>>.unchanged

    mutating func merge(_ newer: Update) {
      region.merge(newer.region)
      hint.merge(newer.hint)
    }
  }

  let kind: Kind
  /// Whether it may become active again after it was ended by the service.
  let isPersistent: Bool
  /// The surface; nil when it is gone.
  private(set) var surface: Surface?
  /// Tells the client whether it is active.
  var tell: (Bool) -> Void = { _ in }
  /// Where the client drew its own pointer last: the place where the pointer shall be after a lock.
  private(set) var hint: PrecisePoint<SurfacePoints>?
  /// Where the pointer must be; nil: wherever the surface takes input.
  private var region: Region<SurfacePoints>?
  /// Asked since the last commit.
  private var asked = Update()
  /// Committed, and waiting with the surface's content for a parent.
  private var committed = Update()
  private unowned let constraints: PointerConstraints

  init(_ kind: Kind, _ surface: Surface, region: Region<SurfacePoints>?, isPersistent: Bool, _ constraints: PointerConstraints) {
    self.kind = kind
    self.surface = surface
    self.region = region
    self.isPersistent = isPersistent
    self.constraints = constraints
    surface.extensions.observers.append(self, as: self)
  }

  func setRegion(_ region: Region<SurfacePoints>?) { asked.region = .set(region) }

  func setHint(_ hint: PrecisePoint<SurfacePoints>) { asked.hint = .set(hint) }

  /// The part of the surface where the pointer must be.
  var area: Region<SurfacePoints> {
    guard let state = surface?.state, state.hasContent else { return Region() }
    var area = Region(Rect<SurfacePoints>(size: state.size))
    if let input = state.inputRegion { area.formIntersection(input) }
    if let region { area.formIntersection(region) }
    return area
  }

  /// The client destroyed its object.
  func destroyed() {
    detach()
    constraints.remove(self)
  }

  /// Stops to follow the surface.
  func detach() { surface?.extensions.observers.remove(self) }

  func surfaceWillCommit(_ surface: Surface) {
    committed.merge(asked)
    asked = Update()
  }

  func surfaceDidCommit(_ surface: Surface, _ changes: SurfaceChanges) {
    guard committed.region.isSet || committed.hint.isSet else { return }
    committed.region.apply(to: &region)
    if case .set(let place) = committed.hint { hint = place }
    committed = Update()
    constraints.refresh()
  }

  func surfaceDestroyed(_ surface: Surface) {
    constraints.surfaceGone(self)
    self.surface = nil
  }
}
