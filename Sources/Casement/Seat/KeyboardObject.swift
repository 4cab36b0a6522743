internal import WaylandProtocols
internal import WaylandServer

/// `wl_keyboard`.
final class KeyboardObject: WlKeyboardRequests {
  private let resource: WlKeyboardResource
  private let seat: Seat

  init(_ resource: WlKeyboardResource, _ seat: Seat) {
    self.resource = resource
    self.seat = seat
  }

  func resourceDestroyed() { seat.knownClient(resource.client.id)?.keyboards.removeAll { $0 === resource } }
}
