internal import Geometry
internal import WaylandProtocols
internal import WaylandServer

/// `zwp_relative_pointer_manager_v1`: tells how far the pointer's device moved, whatever held the pointer back.
final class RelativePointerManager: ZwpRelativePointerManagerV1Requests {
  private unowned let service: WindowService

  init(_ service: WindowService) { self.service = service }

  func getRelativePointer(id: ZwpRelativePointerV1Resource, pointer: WlPointerResource) throws(ProtocolError) {
    guard pointer.handler != nil else { return }
    let made = RelativePointer(id, pointer, service.seat)
    id.handler = made
    service.seat.client(id.client.id).relativePointers.append(made)
    service.seat.pointer.relativePointerCount += 1
  }
}

/// `zwp_relative_pointer_v1`: has the focus of its `wl_pointer`, and ends with it.
final class RelativePointer: ZwpRelativePointerV1Requests {
  private let resource: ZwpRelativePointerV1Resource
  private let pointer: WlPointerResource
  private let seat: Seat

  init(_ resource: ZwpRelativePointerV1Resource, _ pointer: WlPointerResource, _ seat: Seat) {
    self.resource = resource
    self.pointer = pointer
    self.seat = seat
  }

  /// Tells of a motion. - Parameter time: in nanoseconds.
  func send(_ offset: PrecisePoint<SurfacePoints>, _ unaccelerated: PrecisePoint<SurfacePoints>, at time: UInt64) {
    guard pointer.isAlive else { return }
    let microseconds = time / 1000
    resource.sendRelativeMotion(
      utimeHi: UInt32(microseconds >> 32), utimeLo: UInt32(truncatingIfNeeded: microseconds), dx: offset.x, dy: offset.y,
      dxUnaccel: unaccelerated.x, dyUnaccel: unaccelerated.y)
  }

  func resourceDestroyed() {
    seat.pointer.relativePointerCount -= 1
    seat.knownClient(resource.client.id)?.relativePointers.removeAll { $0 === self }
  }
}
