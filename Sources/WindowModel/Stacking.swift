/// Levels and order. A window stands at (effective level, sequence); the sequence is renewed when the window becomes visible, changes
/// level or screen, or is raised.
extension WindowModel {
  /// Gives `id` the level `value`, clamped below the input method's; it comes in front of its new peers.
  ///
  /// - Throws: `ModelError.invalidLevel` for NaN and the infinities, `systemWindow` where a protocol decides the level.
  package mutating func setLevel(_ id: WindowID, _ value: Double) throws(ModelError) -> [WindowEvent] {
    let level = try WindowLevel(clamping: value)
    guard let window = windows[id] else { return [] }
    guard !window.kind.isSystem else { throw .systemWindow }
    guard window.level != level else { return [] }
    var events = [WindowEvent.levelChanged(id, level)]
    restacking(id, into: &events) { $0.level = level }
    return settled(events)
  }

  /// Brings `id` to the front of its level, its descendants with it.
  package mutating func raise(_ id: WindowID) -> [WindowEvent] {
    guard windows[id] != nil else { return [] }
    var events: [WindowEvent] = []
    restacking(id, into: &events) { _ in }
    return settled(events)
  }

  /// Makes the toplevel `parent` the window in front of which `id` stays: its level is at least the parent's, and raising the parent raises it.
  /// A new toplevel that has had no content yet and was given no screen goes to its parent's.
  ///
  /// As in xdg-shell, a parent that is not mapped counts as none; but a window that was never mapped itself becomes its child when the
  /// parent is mapped first: toolkits name the parent of a dialog before either is drawn.
  /// - Throws: `ModelError.parentLoop` where `parent` is `id` or a descendant of it.
  package mutating func setParent(_ id: WindowID, _ parent: WindowID?) throws(ModelError) -> [WindowEvent] {
    guard let window = windows[id], window.kind == .toplevel else { return [] }
    let parent = parent.flatMap { windows[$0] }.flatMap { $0.kind == .toplevel ? $0 : nil }
    if let parent, isDescendant(parent, of: id) { throw .parentLoop }
    let new = parent?.isMapped == true ? parent : nil
    waitForParent(id, window.wasMapped || new != nil ? nil : parent?.id)
    guard window.parent != new?.id else { return settled([]) }
    var events: [WindowEvent] = []
    adopt(id, by: new, into: &events)
    return settled(events)
  }

  /// Whether `window` is `id`, or a child of it, or a child's child.
  private func isDescendant(_ window: Window, of id: WindowID) -> Bool {
    var ancestor: Window? = window
    while let current = ancestor {
      if current.id == id { return true }
      ancestor = current.parent.flatMap { windows[$0] }
    }
    return false
  }

  /// Lets `id` become a child of `parent` when that is mapped; nil: of nobody's.
  mutating func waitForParent(_ id: WindowID, _ parent: WindowID?) {
    let former = windows[id]!.awaitedParent
    guard former != parent else { return }
    if let former { withWindowIfAlive(former) { $0.awaiting.removeAll { $0 == id } } }
    withWindow(id) { $0.awaitedParent = parent }
    if let parent { withWindow(parent) { $0.awaiting.append(id) } }
    unsettle(id)
  }

  /// The window `id` is mapped: those that waited for it become its children.
  mutating func adoptAwaiting(_ id: WindowID, into events: inout [WindowEvent]) {
    let children = windows[id]!.awaiting
    withWindow(id) { $0.awaiting = [] }
    for child in children {
      waitForParent(child, nil)
      // two may have waited for each other
      if let parent = windows[id], !isDescendant(parent, of: child) { adopt(child, by: parent, into: &events) }
    }
  }

  /// Empties the lists of those who are about to leave them one by one: taking each out of a long list would cost as much again.
  mutating func letGoOfChildren(of id: WindowID) { withWindow(id) { ($0.children, $0.awaiting) = ([], []) } }

  /// Makes `id` a child of `new`; it goes to its screen where it was given none.
  private mutating func adopt(_ id: WindowID, by new: Window?, into events: inout [WindowEvent]) {
    let window = windows[id]!
    if let screen = new?.screen, screen != window.screen, !window.isMapped, window.home == nil, !window.isScreenlessByRequest {
      moveFiled(id, to: screen, home: nil)
      events.append(.screenChanged(id, screen, .fallback))
    }
    reparent(id, to: new?.id, into: &events)
  }

  /// Says whether `id` is a modal dialog: pressing its parent makes the dialog key.
  package mutating func setModal(_ id: WindowID, _ isModal: Bool) -> [WindowEvent] {
    guard let window = windows[id], window.isModal != isModal else { return [] }
    withWindow(id) { $0.isModal = isModal }
    return []
  }

  /// Changes whose child `id` is, and puts it in front of the new parent where it is behind.
  mutating func reparent(_ id: WindowID, to parent: WindowID?, into events: inout [WindowEvent]) {
    guard let old = windows[id], old.parent != parent else { return }
    if let former = old.parent { withWindowIfAlive(former) { $0.children.removeAll { $0 == id } } }
    withWindow(id) { $0.parent = parent }
    if let parent { withWindow(parent) { $0.children.append(id) } }
    restackWithDescendants(id)
    unsettle(id)
    events.append(.parentChanged(id, parent))
  }

  /// Applies `change`, renews the sequence of `id` and its descendants, and says whether a shown window got other neighbours.
  mutating func restacking(_ id: WindowID, into events: inout [WindowEvent], _ change: (inout Window) -> Void) {
    let before = neighbours(of: id)
    let carried = carriedDescendants(of: id)
    withWindow(id, change)
    renewSequence(of: id, carrying: carried)
    restackWithDescendants(id)
    if neighbours(of: id) != before { events.append(.reordered(id)) }
  }

  /// The shown windows next to `id`; nil twice where it is not shown.
  private func neighbours(of id: WindowID) -> [WindowID?] {
    guard let filing = windows[id]?.filing, let key = filing.key, let index = shelfIndex(filing.screen) else { return [nil, nil] }
    let (behind, inFront) = shelves[index].shown.neighbours(of: key)
    return [behind, inFront]
  }

  /// The descendants that stand on the same screen as their parents, back to front: those that follow the window.
  func carriedDescendants(of id: WindowID) -> [WindowID] {
    guard let window = windows[id], !window.children.isEmpty else { return [] }
    return descendantsOnScreen(of: window).sorted { windows[$0]!.stackKey < windows[$1]!.stackKey }
  }

  /// The same, every parent before its children.
  private func descendantsOnScreen(of window: Window) -> [WindowID] {
    var found: [WindowID] = []
    func visit(_ parent: Window) { found += parent.children.filter { windows[$0]?.screen == parent.screen } }
    visit(window)
    var next = 0
    while next < found.count {
      visit(windows[found[next]]!)
      next += 1
    }
    return found
  }

  /// Brings `id` to the front of its level, and `carried`, in their order, in front of it. The stacks do not know yet.
  mutating func renewSequence(of id: WindowID, carrying carried: [WindowID]) {
    for window in [id] + carried {
      let sequence = nextSequence()
      withWindow(window) { $0.stackKey.sequence = sequence }
    }
  }

  /// Works out where `id` and the descendants that follow it stand, and files them there. One that would be behind its parent
  /// comes to the front.
  mutating func restackWithDescendants(_ id: WindowID) {
    restack(id)
    guard let window = windows[id], !window.children.isEmpty else { return }
    for descendant in descendantsOnScreen(of: window) { restack(descendant) }
  }

  private mutating func restack(_ id: WindowID) {
    guard let window = windows[id] else { return }
    var key = effectiveKey(of: window)
    if let parent = parentOnScreen(of: window), key < parent.stackKey { key.sequence = nextSequence() }
    withWindow(id) { $0.stackKey = key }
    refile(id)
  }

  /// Where `window` stands by its own state and its parent's.
  func effectiveKey(of window: Window) -> WindowStack.Key {
    var key = window.stackKey
    key.level = window.level.rawValue
    key.rank = 0
    if window.isFullscreen, window.level < .statusBar { (key.level, key.rank) = (WindowLevel.statusBar.rawValue, 1) }
    if let parent = parentOnScreen(of: window)?.stackKey, parent.level >= key.level {
      key.rank = parent.level > key.level ? parent.rank : max(key.rank, parent.rank)
      key.level = parent.level
    }
    return key
  }

  /// The parent, where it is on the same screen: only there the order of the two means anything.
  func parentOnScreen(of window: Window) -> Window? {
    guard let parent = window.parent.flatMap({ windows[$0] }), parent.screen == window.screen else { return nil }
    return parent
  }

  mutating func withWindowIfAlive(_ id: WindowID, _ body: (inout Window) -> Void) {
    if windows[id] != nil { windows.update(id, body) }
  }
}

extension WindowModel {
  /// Makes the stacks agree with what the window now is.
  mutating func refile(_ id: WindowID) {
    guard let window = windows[id] else { return }
    var new = Window.Filing()
    new.key = window.stackKey
    new.screen = window.isShown ? window.screen : nil
    if new.screen != nil {
      new.isCandidate = !window.kind.isSystem && window.canBecomeKey
      new.isLock = window.kind == .lock
      new.occupies = true
      if case .layer(let state) = window.kind {
        new.isExclusive = state.isExclusive
        new.occupies = state.layer != .background
      }
    }
    guard new != window.filing else { return }
    unfile(window)
    file(id, new)
    withWindow(id) { $0.filing = new }
    if window.kind.isPanel, let key { unsettle(key) }  // another keyboard may be the front one
  }

  /// Takes a window out of all stacks.
  mutating func unfile(_ window: Window) {
    let filing = window.filing
    guard let key = filing.key else { return }
    order.remove(at: key)
    if filing.isExclusive { exclusives.remove(at: key) }
    if filing.isLock { locks.remove(at: key) }
    guard let index = shelfIndex(filing.screen) else { return }
    shelves[index].shown.remove(at: key)
    if filing.isCandidate { shelves[index].candidates.remove(at: key) }
    if filing.occupies {
      shelves[index].occupants -= 1
      if shelves[index].occupants == 0 { mirroringIsUnsettled = true }
    }
  }

  private mutating func file(_ id: WindowID, _ filing: Window.Filing) {
    guard let key = filing.key else { return }
    order.insert(id, at: key)
    if filing.isExclusive { exclusives.insert(id, at: key) }
    if filing.isLock { locks.insert(id, at: key) }
    guard let index = shelfIndex(filing.screen) else { return }
    shelves[index].shown.insert(id, at: key)
    if filing.isCandidate { shelves[index].candidates.insert(id, at: key) }
    if filing.occupies {
      shelves[index].occupants += 1
      if shelves[index].occupants == 1 { mirroringIsUnsettled = true }
    }
  }
}
