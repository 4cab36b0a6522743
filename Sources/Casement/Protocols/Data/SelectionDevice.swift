internal import WaylandServer

/// An object by which a client learns what is selected.
protocol SelectionDevice: NewsTeller {
  var seat: Seat { get }
  /// Whether it hears of selections only while its client has the keyboard.
  var needsFocus: Bool { get }
  /// Sends the client what is selected now.
  func tell(_ selection: Selection)
  /// The client lost the keyboard, and what was told with it.
  func focusLost()
}

extension SelectionDevice {
  func catchUp() { seat.selections.catchUp(self) }
  func focusLost() {}
}
