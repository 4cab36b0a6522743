/// Who is key. One window of all clients is, or none; these functions alone move it.
extension WindowModel {
  /// Makes `id` key without changing order or visibility. Does nothing where the window is not shown, cannot become key, or an
  /// exclusive layer surface or the session lock holds key.
  ///
  /// - Returns: with `attention` where the token was invalid.
  package mutating func makeKey(_ id: WindowID, authority: Authority = .client) -> [WindowEvent] {
    var events: [WindowEvent] = []
    askForKey(id, authority, into: &events)
    return settled(events)
  }

  /// Shows `id`, brings it to the front of its level and makes it key, the last as `makeKey` would. A window that has no content yet
  /// becomes key when it has.
  package mutating func makeKeyAndVisible(_ id: WindowID, authority: Authority = .client) -> [WindowEvent] {
    guard let window = windows[id], window.kind != .lock else { return [] }
    var events: [WindowEvent] = []
    let wasMinimised = window.isMinimised
    if window.isVisible {
      restacking(id, into: &events) { _ in }
    } else {
      transition(id, because: .requested, into: &events) {
        $0.isHidden = false
        $0.isMinimised = false
        if !$0.isMapped { $0.pendingKey = authority }
      }
      if wasMinimised { events.append(.stateChanged(id)) }
    }
    askForKey(id, authority, into: &events)
    return settled(events)
  }

  /// Somebody pressed a button or a finger on `id` (or on a popup of it): under the policy `press` it becomes key, or in its stead
  /// its modal dialog; under natural placement it also comes to the front of its level.
  package mutating func press(_ id: WindowID) -> [WindowEvent] {
    guard policy.key == .press, let window = windows[id], window.isShown else { return [] }
    let target = frontModal(of: id) ?? id
    var events: [WindowEvent] = []
    guard windows[target]!.canBecomeKey else { return [] }
    if key == target { isKeyByDefault = false }
    if (window.placement ?? policy.placement) == .natural, !window.kind.isSystem {
      restacking(id, into: &events) { _ in }
      if target != id { restacking(target, into: &events) { _ in } }
    }
    if canTakeKey(target) { setKey(target, old: .press, new: .press, into: &events) }
    return settled(events)
  }

  /// Says whether `id` may become key. A key window that may not any more resigns.
  package mutating func setCanBecomeKey(_ id: WindowID, _ allowed: Bool) -> [WindowEvent] {
    guard let window = windows[id], window.allowsKey != allowed else { return [] }
    var events: [WindowEvent] = []
    withWindow(id) { $0.allowsKey = allowed }
    refile(id)
    if key == id, !windows[id]!.canBecomeKey { passKeyOn(because: .notCapable, into: &events) }
    return settled(events)
  }

  /// Who gets keyboard input when `grab` is the topmost popup that grabs it.
  package func keyboardTarget<Popup>(grab: Popup? = nil) -> KeyboardTarget<Popup> {
    if isLocked { return key.map { .window($0) } ?? .none }
    if let grab { return .popup(grab) }
    return key.map { .window($0) } ?? .none
  }

  /// Whether a first map, or a press, may make `id` key.
  func canTakeKey(_ id: WindowID) -> Bool {
    guard let window = windows[id], window.isShown, window.canBecomeKey, key != id else { return false }
    if isLocked { return window.kind == .lock }
    return exclusives.front == nil || exclusives.front == id
  }

  /// Makes `id` key where it can be and `authority` is enough. The reason told is the authority's, unless given.
  mutating func askForKey(_ id: WindowID, _ authority: Authority, because reason: ChangeReason? = nil, into events: inout [WindowEvent]) {
    guard canTakeKey(id) else { return }
    let owner = isKeyByDefault ? nil : key.flatMap { windows[$0]?.client }
    switch authority {
    case .client:
      guard owner == nil || owner == windows[id]?.client else { return }
    case .invalidToken:
      guard owner == nil || owner == windows[id]?.client else {
        events.append(.attention(id))
        return
      }
    case .validToken, .controller: break
    }
    let reason = reason ?? (authority == .controller ? .controller : .requested)
    setKey(id, old: reason, new: reason, into: &events)
  }

  /// Moves key, and says so in the order in which it must be told.
  mutating func setKey(_ new: WindowID?, old oldReason: ChangeReason, new newReason: ChangeReason, into events: inout [WindowEvent]) {
    guard key != new else { return }
    let old = key
    if let old, windows[old] != nil { events.append(.resignedKey(old, oldReason)) }
    key = new
    isKeyByDefault = false
    keyAwaitsScreen = false
    events.append(.keyMoved(from: old, to: new))
    if let new {
      keyScreen = windows[new]?.screen
      events.append(.becameKey(new, newReason))
    }
    if let old { unsettle(old) }
    if let new { unsettle(new) }
  }

  /// The key window lost key: finds the next one. `dialogOf` is the parent of a dialog that was closed.
  mutating func passKeyOn(because reason: ChangeReason, dialogOf parent: WindowID? = nil, into events: inout [WindowEvent]) {
    setKey(nextKey(dialogOf: parent), old: reason, new: .fallback, into: &events)
  }

  /// Gives key to who holds it by right: a lock window, or an exclusive layer surface.
  mutating func enforceKeyRights(into events: inout [WindowEvent]) {
    if isLocked {
      if key == nil, let lock = locks.front { setKey(lock, old: .lock, new: .lock, into: &events) }
    } else if let exclusive = exclusives.front {
      setKey(exclusive, old: .requested, new: .requested, into: &events)
    }
  }

  /// Who is key after the present one: the front window of its screen that can be, of main, of the other screens by id.
  private func nextKey(dialogOf parent: WindowID?) -> WindowID? {
    if isLocked { return locks.front }
    if let exclusive = exclusives.front { return exclusive }
    if let parent, let window = windows[parent], window.isShown {
      let heir = frontModal(of: parent) ?? parent
      if windows[heir]!.canBecomeKey { return heir }
    }
    if let index = shelfIndex(keyScreen), let front = shelves[index].candidates.front { return front }
    for shelf in shelves {
      if let front = shelf.candidates.front { return front }
    }
    return nil
  }

  /// The front-most of the shown modal dialogs of `id` that can be key, or that one's, and so on; nil where there is none.
  private func frontModal(of id: WindowID) -> WindowID? {
    var found: WindowID?
    var parent = windows[id]
    while let current = parent {
      let dialogs = current.children.compactMap { windows[$0] }.filter { $0.isModal && $0.isShown && $0.canBecomeKey }
      parent = dialogs.max { $0.stackKey < $1.stackKey }
      found = parent?.id ?? found
    }
    return found
  }
}

/// Who gets keyboard input.
package enum KeyboardTarget<Popup> {
  /// Nobody: keys are dropped.
  case none
  /// The main surface of a window: never its root or a subsurface.
  case window(WindowID)
  /// A popup that grabs it. Its owner keeps key and looks active.
  case popup(Popup)
}
