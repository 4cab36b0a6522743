package import Geometry

/// What is visible: content, hiding, minimising, and what follows for touches, key and order.
extension WindowModel {
  /// Hides or shows `id`, without making it key; showing it also brings it back where it was minimised. Lock windows are not hidden.
  package mutating func setHidden(_ id: WindowID, _ isHidden: Bool) -> [WindowEvent] {
    guard let window = windows[id], window.kind != .lock else { return [] }
    let isBroughtBack = !isHidden && window.isMinimised
    guard window.isHidden != isHidden || isBroughtBack else { return [] }
    var events: [WindowEvent] = []
    transition(id, because: .windowHidden, into: &events) {
      $0.isHidden = isHidden
      if isHidden { $0.pendingKey = nil }
      if isBroughtBack { $0.isMinimised = false }
    }
    if isBroughtBack { events.append(.stateChanged(id)) }
    return settled(events)
  }

  /// Puts `id` away, or brings it back without making it key.
  package mutating func setMinimised(_ id: WindowID, _ isMinimised: Bool) -> [WindowEvent] {
    guard let window = windows[id], window.kind == .toplevel, window.isMinimised != isMinimised else { return [] }
    var events: [WindowEvent] = []
    transition(id, because: .windowHidden, into: &events) { $0.isMinimised = isMinimised }
    events.append(.stateChanged(id))
    return settled(events)
  }

  /// The client committed: `id` has content of `size`, or none any more.
  ///
  /// The first content of a stock toplevel shows it in front and makes it key (`ModelPolicy.MapKey`); when it gets content again, its
  /// client may take key as by `makeKey`. Without content a window counts as hidden; level and screen stay, what else the client asked is forgotten as xdg-shell says, and its children become its
  /// parent's. Layer, lock and input-method surfaces are shown as long as they have content.
  /// - Parameter size: the window geometry's; not looked at where there is no content.
  /// - Parameter isSettled: whether this content answers the last configure that was sent.
  package mutating func setContent(
    _ id: WindowID, isMapped: Bool, size: Size<WindowPoints> = .zero, isSettled: Bool = true, authority: Authority = .client
  ) -> [WindowEvent] {
    guard let window = windows[id] else { return [] }
    if !window.kind.isLayer { arrangeNow() }
    var events: [WindowEvent] = []
    if isMapped {
      if window.contentSize != size { resizeContent(id, to: size, isSettled: isSettled) }
      if !window.isMapped { map(id, authority, into: &events) }
    } else if window.isMapped {
      unmap(id, into: &events)
    }
    return settled(events, arranging: !window.kind.isLayer)
  }

  private mutating func map(_ id: WindowID, _ authority: Authority, into events: inout [WindowEvent]) {
    placeInCascade(id)
    let mayTakeKey = policy.mapKey == .always && !windows[id]!.wasMapped
    transition(id, because: .requested, into: &events) {
      $0.isMapped = true
      $0.wasMapped = true
    }
    adoptAwaiting(id, into: &events)
    let window = windows[id]!
    if shelves.isEmpty, window.kind == .toplevel, !window.isExtended, window.isVisible, mayTakeKey { keyAwaitsScreen = true }
    guard window.isShown else { return }
    takeKeyIfNobodyHasIt(id, into: &events)
    guard window.kind == .toplevel else { return }
    if let pending = window.pendingKey {
      withWindow(id) { $0.pendingKey = nil }
      askForKey(id, pending, into: &events)
    } else if !window.isExtended {
      askForKey(id, mayTakeKey ? .controller : authority, because: .requested, into: &events)
    }
  }

  /// A layer surface wants keys: a launcher waits for them at once, and where nobody else has them, nobody is disturbed.
  mutating func takeKeyIfNobodyHasIt(_ id: WindowID, into events: inout [WindowEvent]) {
    guard windows[id]!.kind.isLayer, key == nil, canTakeKey(id) else { return }
    setKey(id, old: .requested, new: .requested, into: &events)
    isKeyByDefault = true
  }

  private mutating func unmap(_ id: WindowID, into events: inout [WindowEvent]) {
    let window = windows[id]!
    endInteraction(with: id, into: &events)
    transition(id, because: .windowHidden, into: &events) {
      $0.isMapped = false
      $0.contentSize = .zero
      $0.pendingKey = nil
      guard $0.kind == .toplevel else { return }
      $0.isMinimised = false
      $0.isFullscreen = false
      $0.isMaximised = false
      $0.tiles = []
      $0.isModal = false
      $0.minSize = .zero
      $0.maxSize = .zero
      $0.fittedSize = nil
      if !$0.isPlaced {
        $0.origin = nil
        $0.requestedSize = nil
      }
    }
    waitForParent(id, nil)
    letGoOfChildren(of: id)
    for child in window.children { reparent(child, to: window.parent, into: &events) }
    reparent(id, to: nil, into: &events)
    restackWithDescendants(id)
    if window.isFullscreen || window.isMaximised || window.isMinimised || !window.tiles.isEmpty { events.append(.stateChanged(id)) }
  }

  /// Applies `change`, which may show or hide `id`, and does what follows from that.
  mutating func transition(
    _ id: WindowID, because reason: ChangeReason, into events: inout [WindowEvent], _ change: (inout Window) -> Void
  ) {
    let before = windows[id]!
    let carried = before.isVisible ? [] : carriedDescendants(of: id)
    withWindow(id, change)
    let after = windows[id]!
    if before.isShown && !after.isShown { endInput(in: before, into: &events) }
    if after.isVisible && !before.isVisible {
      renewSequence(of: id, carrying: carried)
      restackWithDescendants(id)
    } else {
      refile(id)
    }
    if before.isShown != after.isShown { systemWindowChanged(after) }
    unsettle(id)
    if key == id && !after.isShown { passKeyOn(because: reason, dialogOf: before.parent, into: &events) }
    if before.isVisible != after.isVisible { events.append(after.isVisible ? .becameVisible(id) : .becameHidden(id)) }
    if after.isShown { enforceKeyRights(into: &events) }
  }

  /// Touches and popups of a window that is no longer shown, or not where it was, are over.
  mutating func endInput(in window: Window, into events: inout [WindowEvent]) {
    endInteraction(with: window.id, into: &events)
    events.append(.touchesCancelled(window.id))
    events.append(.popupsDismissed(window.id))
  }

  /// A layer surface or a keyboard came, went or changed: what it leaves free may be another area.
  mutating func systemWindowChanged(_ window: Window) {
    guard let index = shelfIndex(window.screen) else { return }
    if window.kind.isLayer { layerChanged(window.id, index) }
    if window.kind.isPanel, let key { unsettle(key) }
  }
}
