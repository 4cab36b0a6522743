internal import Geometry
internal import WaylandProtocols
internal import WaylandServer

/// `zwp_pointer_constraints_v1`: lets a client hold the pointer in place, or in a part of a surface.
final class PointerConstraintsManager: ZwpPointerConstraintsV1Requests {
  private unowned let service: WindowService

  init(_ service: WindowService) { self.service = service }

  func lockPointer(
    id: ZwpLockedPointerV1Resource, surface: WlSurfaceResource, pointer: WlPointerResource, region: WlRegionResource?,
    lifetime: ZwpPointerConstraintsV1.Lifetime
  ) throws(ProtocolError) {
    guard let constraint = try make(.lock, surface, region, lifetime) else { return }
    constraint.tell = { [unowned id] isActive in isActive ? id.sendLocked() : id.sendUnlocked() }
    id.handler = LockedPointer(constraint)
    service.seat.pointer.constraints.add(constraint)
  }

  func confinePointer(
    id: ZwpConfinedPointerV1Resource, surface: WlSurfaceResource, pointer: WlPointerResource, region: WlRegionResource?,
    lifetime: ZwpPointerConstraintsV1.Lifetime
  ) throws(ProtocolError) {
    guard let constraint = try make(.confinement, surface, region, lifetime) else { return }
    constraint.tell = { [unowned id] isActive in isActive ? id.sendConfined() : id.sendUnconfined() }
    id.handler = ConfinedPointer(constraint)
    service.seat.pointer.constraints.add(constraint)
  }

  private func make(
    _ kind: PointerConstraint.Kind, _ surface: WlSurfaceResource, _ region: WlRegionResource?,
    _ lifetime: ZwpPointerConstraintsV1.Lifetime
  ) throws(ProtocolError) -> PointerConstraint? {
    guard let target = surface.surface else { return nil }
    guard lifetime.isValid() else {
      throw .implementation("\(lifetime.rawValue) is no lifetime of a pointer constraint; there are 1 and 2")
    }
    guard service.seat.pointer.constraints.constraint(on: target) == nil else {
      throw .zwpPointerConstraintsV1(
        .alreadyConstrained, "wl_surface#\(surface.id) already has a lock or confinement of the seat's pointer")
    }
    return PointerConstraint(
      kind, target, region: region?.region?.region, isPersistent: lifetime == .persistent, service.seat.pointer.constraints)
  }
}

/// `zwp_locked_pointer_v1`.
final class LockedPointer: ZwpLockedPointerV1Requests {
  private let constraint: PointerConstraint

  init(_ constraint: PointerConstraint) { self.constraint = constraint }

  func setCursorPositionHint(surfaceX: Double, surfaceY: Double) throws(ProtocolError) {
    constraint.setHint(.init(x: surfaceX, y: surfaceY))
  }

  func setRegion(region: WlRegionResource?) throws(ProtocolError) { constraint.setRegion(region?.region?.region) }

  func resourceDestroyed() { constraint.destroyed() }
}

/// `zwp_confined_pointer_v1`.
final class ConfinedPointer: ZwpConfinedPointerV1Requests {
  private let constraint: PointerConstraint

  init(_ constraint: PointerConstraint) { self.constraint = constraint }

  func setRegion(region: WlRegionResource?) throws(ProtocolError) { constraint.setRegion(region?.region?.region) }

  func resourceDestroyed() { constraint.destroyed() }
}
