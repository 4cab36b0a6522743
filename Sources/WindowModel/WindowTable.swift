/// All windows, found by id. They lie side by side in no order that matters, so that looking at one thing of each copies no window.
struct WindowTable: Sendable {
  private var slots: [WindowID: Int] = [:]
  /// The windows.
  private(set) var values: [Window] = []

  /// How many there are.
  var count: Int { values.count }
  /// The ids of all windows, in no order that matters.
  var keys: Dictionary<WindowID, Int>.Keys { slots.keys }

  /// The window of this id.
  subscript(id: WindowID) -> Window? { slots[id].map { values[$0] } }

  /// Whether the window of this id is on `screen`; not, where it is gone.
  func contains(_ id: WindowID, on screen: ScreenID) -> Bool { slots[id].map { values[$0].screen == screen } ?? false }

  /// Whether the window of this id is an ordinary one.
  func isToplevel(_ id: WindowID) -> Bool { slots[id].map { values[$0].kind == .toplevel } ?? false }

  /// Adds a window of a new id.
  mutating func insert(_ window: Window) {
    precondition(slots[window.id] == nil, "an id names one window only")
    slots[window.id] = values.count
    values.append(window)
  }

  /// Removes the window of this id, if there is one.
  mutating func remove(_ id: WindowID) {
    guard let slot = slots.removeValue(forKey: id) else { return }
    let last = values.removeLast()
    if last.id != id {
      values[slot] = last
      slots[last.id] = slot
    }
  }

  /// Marks a window as to be settled. - Returns: whether it is there, and was not marked.
  mutating func markUnsettled(_ id: WindowID) -> Bool {
    guard let slot = slots[id], !values[slot].isUnsettled else { return false }
    values[slot].isUnsettled = true
    return true
  }

  /// Changes a window that is known to exist.
  mutating func update<Result>(_ id: WindowID, _ body: (inout Window) -> Result) -> Result {
    guard let slot = slots[id] else { preconditionFailure("a window that is gone was changed") }
    return body(&values[slot])
  }
}
