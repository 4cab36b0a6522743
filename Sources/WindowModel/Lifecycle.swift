/// Windows come and go.
extension WindowModel {
  /// Makes a window, without content yet. Extension windows are hidden until shown.
  ///
  /// - Parameter screen: the one it asks for; else it is the key window's, else main.
  package mutating func addWindow(
    client: ClientID, kind: WindowKind = .toplevel, isExtended: Bool = false, screen: ScreenID? = nil
  ) -> (id: WindowID, events: [WindowEvent]) {
    lastWindow += 1
    let id = WindowID(rawValue: lastWindow)
    let level = Self.level(of: kind)
    let wanted = shelfIndex(screen) ?? shelfIndex(key.flatMap { windows[$0]?.screen }) ?? (shelves.isEmpty ? nil : 0)
    var window = Window(
      id: id, client: client, kind: kind, isExtended: isExtended, level: level,
      stackKey: WindowStack.Key(level: level.rawValue, rank: 0, sequence: nextSequence()),
      isHidden: isExtended, screen: wanted.map { shelves[$0].screen.id })
    if let wanted { window.orientation = shelves[wanted].screen.orientation }
    windows.insert(window)
    windowsOfClients[client, default: []].append(id)
    refile(id)
    if let wanted, kind.isLayer {
      shelves[wanted].layers.append(id)
      layerChanged(id, wanted)
    }
    settleSilently(id)
    return (id, settled([.added(id)]))
  }

  /// Says whether `id` speaks the extension. A toplevel that starts to is hidden until shown; one that stops is at level 0, visible,
  /// able to be key and to turn, as a stock window; it keeps screen and key.
  package mutating func setExtended(_ id: WindowID, _ isExtended: Bool) -> [WindowEvent] {
    guard let window = windows[id], window.kind == .toplevel, window.isExtended != isExtended else { return [] }
    var events: [WindowEvent] = []
    if isExtended {
      transition(id, because: .windowHidden, into: &events) {
        $0.isExtended = true
        $0.isHidden = true
      }
    } else {
      if window.level != .normal {
        events.append(.levelChanged(id, .normal))
        restacking(id, into: &events) { $0.level = .normal }
      }
      transition(id, because: .requested, into: &events) {
        $0.isExtended = false
        $0.isHidden = false
        $0.allowsKey = true
        $0.orientations = .all
      }
      turn(id)
    }
    return settled(events)
  }

  /// The window was destroyed. Nothing is told to it any more; key passes on; its children become its parent's.
  package mutating func removeWindow(_ id: WindowID) -> [WindowEvent] {
    guard windows[id] != nil else { return [] }
    return removeWindows([id], because: .windowDestroyed)
  }

  /// The client went away: all its windows go together before the next key window is looked for.
  package mutating func removeClient(_ client: ClientID) -> [WindowEvent] {
    guard let ids = windowsOfClients[client] else { return [] }
    return removeWindows(ids, because: .clientGone)
  }

  private mutating func removeWindows(_ ids: [WindowID], because reason: ChangeReason) -> [WindowEvent] {
    var events: [WindowEvent] = []
    for id in ids where windows[id]!.isShown { endInput(in: windows[id]!, into: &events) }
    let heir = key.flatMap { ids.contains($0) ? windows[$0]?.parent : nil }
    var told: [WindowEvent] = []
    for id in ids { remove(id, into: &told) }
    if let key, windows[key] == nil { passKeyOn(because: reason, dialogOf: heir, into: &events) }
    // a child that was going itself has nobody to be told of its new parent
    events += told.filter { if case .parentChanged(let child, _) = $0 { windows[child] != nil } else { true } }
    events += ids.map { .removed($0) }
    return settled(events)
  }

  private mutating func remove(_ id: WindowID, into events: inout [WindowEvent]) {
    let window = windows[id]!
    waitForParent(id, nil)
    letGoOfChildren(of: id)
    for child in window.awaiting { waitForParent(child, nil) }
    for child in window.children { reparent(child, to: window.parent, into: &events) }
    if let parent = window.parent { withWindow(parent) { $0.children.removeAll { $0 == id } } }
    unfile(window)
    windows.remove(id)
    windowsOfClients[window.client]!.removeAll { $0 == id }
    if windowsOfClients[window.client]!.isEmpty { windowsOfClients[window.client] = nil }
    if interaction?.window == id { interaction = nil }
    if let index = shelfIndex(window.screen), window.kind.isLayer { shelves[index].layers.removeAll { $0 == id } }
    if window.isShown || window.kind.isLayer { systemWindowChanged(window) }
  }

  static func level(of kind: WindowKind) -> WindowLevel {
    switch kind {
    case .toplevel: .normal
    case .layer(let state): state.layer.level
    case .lock: .lock
    case .inputPanel: .inputPanel
    }
  }
}
