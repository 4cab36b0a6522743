internal import WaylandServer

/// What a client that does not read is to be told of the pointer when it does.
final class LatePointer: NewsTeller {
  let client: Client
  /// The surface that has the pointer as far as the client knows, and has lost it, if only for a while.
  var believed: Surface?
  private unowned let pointer: SeatPointer

  init(_ client: Client, _ pointer: SeatPointer, believing believed: Surface?) {
    (self.client, self.pointer, self.believed) = (client, pointer, believed)
  }

  func catchUp() { pointer.catchUp(self) }
}
