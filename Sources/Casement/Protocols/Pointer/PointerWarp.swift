internal import Geometry
internal import Input
internal import Surfaces
internal import WaylandProtocols
internal import WaylandServer

/// `wp_pointer_warp_v1`: lets a client put the pointer elsewhere on the surface that has it.
final class PointerWarp: WpPointerWarpV1Requests {
  private unowned let service: WindowService

  init(_ service: WindowService) { self.service = service }

  /// The request has no errors: what must not be is not done. A locked pointer stays, a confined one stays in its region.
  func warpPointer(surface: WlSurfaceResource, pointer: WlPointerResource, x: Double, y: Double, serial: UInt32) throws(ProtocolError) {
    let seat = service.seat!
    guard let target = surface.surface, pointer.isAlive, seat.ledger.allowsCursor(serial, of: surface.client.id),
      seat.pointer.target === target, seat.pointer.constraint != .locked
    else { return }
    let place = PrecisePoint<SurfacePoints>(x: x, y: y)
    guard Rect(size: target.state.size).contains(place), var point = service.convert(place, from: target) else { return }
    if case .confined(let bounds)? = seat.pointer.constraint { point = bounds.clamping(point) }
    seat.pointer.warp(to: point)
  }
}
