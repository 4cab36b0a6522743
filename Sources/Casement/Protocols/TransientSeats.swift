internal import WaylandProtocols
internal import WaylandServer

/// `ext_transient_seat_manager_v1`: asks for further seats, which are denied.
///
/// One window of all is key, and a seat with a keyboard of its own would need one of its own; a seat without is no seat that a remote
/// desktop can use. So clients are told at once, and take the seat that there is.
final class TransientSeatManager: ExtTransientSeatManagerV1Requests {
  func create(seat: ExtTransientSeatV1Resource) throws(ProtocolError) {
    seat.handler = TransientSeat()
    seat.sendDenied()
  }
}

/// `ext_transient_seat_v1`: a seat that is not there.
final class TransientSeat: ExtTransientSeatV1Requests {}
