internal import Geometry
internal import Input
internal import WaylandProtocols
internal import WaylandServer

/// `wl_pointer`.
final class PointerObject: WlPointerRequests {
  let resource: WlPointerResource
  let seat: Seat

  init(_ resource: WlPointerResource, _ seat: Seat) {
    self.resource = resource
    self.seat = seat
  }

  func setCursor(serial: UInt32, surface: WlSurfaceResource?, hotspotX: Int32, hotspotY: Int32) throws(ProtocolError) {
    var cursor: CursorSurface?
    if let target = surface?.surface {
      if let existing = target.role as? CursorSurface, existing.tool == nil {
        cursor = existing
      } else {
        let made = CursorSurface(target, seat.service)
        try target.assign(.cursor, made) { .wlPointer(.role, $0) }
        cursor = made
      }
    }
    guard seat.ledger.allowsCursor(serial, of: resource.client.id), seat.pointer.target?.client === resource.client else { return }
    cursor?.hotspot = Point(x: Int(hotspotX), y: Int(hotspotY))
    seat.pointer.cursor = cursor.map { .surface($0) } ?? .hidden
    cursor?.shown()
  }

  func resourceDestroyed() { seat.knownClient(resource.client.id)?.pointers.removeAll { $0 === resource } }
}
