package import Geometry

// Changes of the picture and of those in it.
extension TouchRoute {
  /// Takes touches from the targets for which `taken` says so: they were hidden, moved to another screen or lost their screen,
  /// or the session locks. The fingers reach nobody until they are lifted.
  ///
  /// A stock client is told by `wl_touch.cancel` once all of its touches are taken; until then a finger is silent, and its `up`
  /// comes when it is lifted, because an early one would be a tap.
  package mutating func cancel(
    where taken: (Target) -> Bool, dialect: (Client) -> Dialect
  ) -> [TouchAction<Target, Client>] {
    cancelFingers(dialect) { finger in
      if case .live(let target, _, _) = finger.state { taken(target) } else { false }
    }
    close()
    return take()
  }

  /// `gone` is destroyed: its touches end with an `up` and a frame at once. Whatever is beneath the fingers hears nothing of them.
  package mutating func forget(_ gone: Target) -> [TouchAction<Target, Client>] {
    for index in fingers.indices {
      switch fingers[index].state {
      case .live(gone, let client, _):
        fingers[index].state = .dead
        emit(.up(client, id: fingers[index].id), to: client)
      case .dragging(var drag):
        drag.forget(gone)
        fingers[index].state = .dragging(drag)
      case .live, .muted, .dead: break
      }
    }
    close()
    return take()
  }

  /// A client is gone with all its targets: nothing more is sent to it, and its fingers reach nobody until they are lifted.
  package mutating func forget(client gone: Client) {
    openFrames.removeAll { $0 == gone }
    if popupClient == gone { popupClient = nil }
    for index in fingers.indices {
      switch fingers[index].state {
      case .live(_, gone, _), .muted(gone): fingers[index].state = .dead
      case .dragging(var drag):
        drag.forget(client: gone)
        fingers[index].state = .dragging(drag)
      case .live, .muted, .dead: break
      }
    }
  }

  /// Windows appeared, went, moved or changed order: touches stay where they are, but a drag may be over something else now.
  package mutating func sceneChanged(in scene: some InputScene<Target, Client>) -> [TouchAction<Target, Client>] {
    for index in fingers.indices {
      guard case .dragging(var drag) = fingers[index].state else { continue }
      actions += drag.follow(fingers[index].position, in: scene).map { .drag($0) }
      fingers[index].state = .dragging(drag)
    }
    return take()
  }

  /// `client` holds a popup grab, nil when no popup is open: a touch on anything that it does not own is reported instead.
  package mutating func setPopupGrab(of client: Client?) { popupClient = client }

  /// Drag and drop begins with the finger that `wl_touch` calls `id`; its client hears nothing more of it.
  ///
  /// - Returns: nil, and nothing changes, where that is not a touch of a target, or a finger drags already.
  package mutating func beginDrag(id: Int32, in scene: some InputScene<Target, Client>) -> [TouchAction<Target, Client>]? {
    let isDragging = fingers.contains { if case .dragging = $0.state { true } else { false } }
    guard !isDragging, let index = fingers.firstIndex(where: { $0.id == id }), case .live = fingers[index].state else { return nil }
    fingers[index].state = .dragging(DragRoute())
    return sceneChanged(in: scene)
  }

  /// Where the finger is that carries a drag and drop; nil where none does.
  package var dragPosition: PrecisePoint<LayoutPoints>? {
    fingers.first { if case .dragging = $0.state { true } else { false } }?.position
  }

  /// Ends drag and drop before the finger is lifted.
  package mutating func endDrag() -> [TouchAction<Target, Client>] {
    for index in fingers.indices {
      guard case .dragging(let drag) = fingers[index].state else { continue }
      actions += drag.cancel().map { .drag($0) }
      fingers[index].state = .dead
    }
    return take()
  }

  /// Takes the live touches that `taken` picks from their clients, each in its dialect.
  mutating func cancelFingers(_ dialect: (Client) -> Dialect, where taken: (Finger) -> Bool) {
    var hit: [Client: [Int]] = [:]
    var order: [Client] = []
    for index in fingers.indices where taken(fingers[index]) {
      guard case .live(_, let client, _) = fingers[index].state else { continue }
      if hit[client] == nil { order.append(client) }
      hit[client, default: []].append(index)
    }
    for client in order {
      switch dialect(client) {
      case .casement: cancelByName(hit[client] ?? [], of: client)
      case .stock: cancelByWhole(hit[client] ?? [], of: client)
      }
    }
  }

  private mutating func cancelByName(_ indices: [Int], of client: Client) {
    var targets: [Target] = []
    var ids: [Target: [Int32]] = [:]
    for index in indices {
      guard case .live(let target, _, _) = fingers[index].state else { continue }
      if ids[target] == nil { targets.append(target) }
      ids[target, default: []].append(fingers[index].id)
      fingers[index].state = .dead
    }
    for target in targets { emit(.cancelled(target, ids: ids[target] ?? []), to: client) }
    for index in indices { emit(.up(client, id: fingers[index].id), to: client) }
  }

  private mutating func cancelByWhole(_ indices: [Int], of client: Client) {
    for index in indices { fingers[index].state = .muted(client) }
    let remaining = fingers.contains { if case .live(_, client, _) = $0.state { true } else { false } }
    guard !remaining else { return }
    for index in fingers.indices {
      if case .muted(client) = fingers[index].state { fingers[index].state = .dead }
    }
    openFrames.removeAll { $0 == client }
    actions.append(.cancel(client))
  }
}
