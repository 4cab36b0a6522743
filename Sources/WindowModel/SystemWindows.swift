/// Layer surfaces, panels of input methods, and the session lock.
extension WindowModel {
  /// The layer surface `id` committed `state`.
  package mutating func setLayerState(_ id: WindowID, _ state: LayerState) -> [WindowEvent] {
    guard let window = windows[id], case .layer(let old) = window.kind, old != state else { return [] }
    var events: [WindowEvent] = []
    if old.layer != state.layer {
      restacking(id, into: &events) {
        $0.kind = .layer(state)
        $0.level = state.layer.level
      }
    } else {
      withWindow(id) { $0.kind = .layer(state) }
      refile(id)
    }
    systemWindowChanged(windows[id]!)
    unsettle(id)
    if key == id, state.interactivity == .none { passKeyOn(because: .notCapable, into: &events) }
    enforceKeyRights(into: &events)
    if old.interactivity == .none, state.interactivity != .none { takeKeyIfNobodyHasIt(id, into: &events) }
    return settled(events, arranging: false)
  }

  /// Says where the panel `id` of an input method stands.
  package mutating func setInputPanelPosition(_ id: WindowID, _ position: InputPanelPosition) -> [WindowEvent] {
    guard let window = windows[id], window.kind.isPanel, window.kind != .inputPanel(position) else { return [] }
    withWindow(id) { $0.kind = .inputPanel(position) }
    systemWindowChanged(window)
    unsettle(id)
    return settled([])
  }

  /// Locks or unlocks the session. While it is locked, only lock windows are drawn, reached by input, and key; whatever the lock's
  /// client does or however it ends, only this unlocks. Unlocking hides the lock windows for good.
  package mutating func setLocked(_ isLocked: Bool) -> [WindowEvent] {
    guard self.isLocked != isLocked else { return [] }
    self.isLocked = isLocked
    var events: [WindowEvent] = []
    if isLocked {
      if let window = interaction?.window { endInteraction(with: window, into: &events) }
      events.append(.allTouchesCancelled)
      keyScreenBeforeLock = keyScreen
      setKey(locks.front, old: .lock, new: .lock, into: &events)
    } else {
      let shown = locks.backToFront
      for lock in shown { hideLock(lock, into: &events) }
      keyScreen = keyScreenBeforeLock
      passKeyOn(because: .lock, into: &events)
      for lock in shown { events.append(.becameHidden(lock)) }
    }
    events.append(isLocked ? .locked : .unlocked)
    for window in order.backToFront { unsettle(window) }
    return settled(events)
  }

  private mutating func hideLock(_ id: WindowID, into events: inout [WindowEvent]) {
    endInput(in: windows[id]!, into: &events)
    withWindow(id) { $0.isHidden = true }
    refile(id)
  }
}
