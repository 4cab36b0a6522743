internal import WaylandServer

/// What a client that does not read is to be told of the keyboard when it does.
final class LateKeyboard: NewsTeller {
  let client: Client
  /// The surface that has the keyboard as far as the client knows.
  var believed: Surface?
  /// Whether that surface has lost it, if only for a while; else only keymap and modifiers may be others.
  var isLeft: Bool
  var isRepeatNew = false
  private unowned let keyboard: SeatKeyboard

  init(_ client: Client, _ keyboard: SeatKeyboard, believing believed: Surface?, isLeft: Bool) {
    (self.client, self.keyboard, self.believed, self.isLeft) = (client, keyboard, believed, isLeft)
  }

  func catchUp() { keyboard.catchUp(self) }
}

/// An input method that has the keys and does not read is told their modifiers when it does.
final class LateGrab: NewsTeller {
  let client: Client
  private unowned let keyboard: SeatKeyboard

  init(_ client: Client, _ keyboard: SeatKeyboard) { (self.client, self.keyboard) = (client, keyboard) }

  func catchUp() { keyboard.syncGrab() }
}
