package import Geometry

/// Where floating windows stand by themselves, and how they are dragged.
extension WindowModel {
  /// Begins to move `id` (no edges) or to drag its `edges`, from `point`. Only a window that stands where it likes can be: under
  /// `fill`, one that a controller placed. A maximised or tiled one floats again first, under the same part of it. A window that does
  /// not float at all is left alone.
  ///
  /// - Precondition: not both of two opposite edges (the wire has no such value).
  package mutating func beginInteraction(
    _ id: WindowID, edges: Edges = [], at point: PrecisePoint<LayoutPoints>
  ) -> [WindowEvent] {
    precondition(
      !edges.isSuperset(of: [.left, .right]) && !edges.isSuperset(of: [.top, .bottom]), "edges that are dragged are not opposite")
    guard let window = windows[id], window.isShown, window.kind == .toplevel, !window.isFullscreen, !isLocked else { return [] }
    var events: [WindowEvent] = []
    if let other = interaction?.window { endInteraction(with: other, into: &events) }
    if window.isMaximised || !window.tiles.isEmpty {
      guard edges.isEmpty, restoreForMove(id, under: point, into: &events) else { return settled(events) }
    }
    guard canBeDragged(id), let floating = windows[id] else { return settled(events) }
    let frame = placement(of: floating).frame
    let screen = shelves[shelfIndex(floating.screen)!].screen.frame.origin
    interaction = Interaction(window: id, edges: edges, start: point, frame: frame)
    withWindow(id) { window in
      window.anchoredEdges = []
      if edges.contains(.left) { window.anchoredEdges.insert(.right) }
      if edges.contains(.top) { window.anchoredEdges.insert(.bottom) }
      window.anchor = Point(x: frame.maxX - screen.x, y: frame.maxY - screen.y)
    }
    unsettle(id)
    return settled(events)
  }

  /// The pointer or finger that drags is now at `point`.
  package mutating func updateInteraction(to point: PrecisePoint<LayoutPoints>) -> [WindowEvent] {
    guard let interaction, let window = windows[interaction.window] else { return [] }
    var events: [WindowEvent] = []
    let by = Point<LayoutPoints>(
      x: Self.whole(point.x) - Self.whole(interaction.start.x), y: Self.whole(point.y) - Self.whole(interaction.start.y))
    if interaction.isResize {
      drag(window, interaction, by: by)
    } else {
      if let screen = screen(at: point), screen != window.screen { carry(window.id, to: screen, into: &events) }
      setOrigin(window.id, interaction.frame.origin + by)
    }
    unsettle(window.id)
    return settled(events)
  }

  /// The drag is over.
  package mutating func endInteraction() -> [WindowEvent] {
    guard let window = interaction?.window else { return [] }
    var events: [WindowEvent] = []
    endInteraction(with: window, into: &events)
    return settled(events)
  }

  /// A drag and drop takes `id` along: its corner is at `corner` and `point` is where the drag is, on whose screen it is shown. It floats
  /// until `unplace`.
  package mutating func carry(
    _ id: WindowID, to corner: Point<LayoutPoints>, under point: PrecisePoint<LayoutPoints>
  ) -> [WindowEvent] {
    guard let window = windows[id], window.kind == .toplevel, window.screen != nil, !isLocked else { return [] }
    if !window.isPlaced || window.isFullscreen || window.isMaximised || !window.tiles.isEmpty { return place(id, at: corner) }
    var events: [WindowEvent] = []
    if let screen = screen(at: point), screen != window.screen { carry(id, to: screen, into: &events) }
    setOrigin(id, corner)
    unsettle(id)
    return settled(events)
  }

  /// Whether `id` is shown and stands where it likes.
  func canBeDragged(_ id: WindowID) -> Bool {
    guard let window = windows[id], window.isShown, window.kind == .toplevel, let index = shelfIndex(window.screen), !isLocked
    else { return false }
    if case .floats = sizing(of: window, on: shelves[index]) { return true }
    return false
  }

  mutating func endInteraction(with id: WindowID, into events: inout [WindowEvent]) {
    guard interaction?.window == id else { return }
    interaction = nil
    unsettle(id)
  }

  /// A coordinate in whole points; what a hostile pointer says stays far from overflow.
  private static func whole(_ value: Double) -> Int { value.isNaN ? 0 : Int(max(-1e9, min(value, 1e9)).rounded(.down)) }

  private mutating func drag(_ window: Window, _ interaction: Interaction, by: Point<LayoutPoints>) {
    let rotation = rotation(of: window, on: shelves[shelfIndex(window.screen)!].screen)
    let (least, most) = (rotation.apply(window.minSize), rotation.apply(window.maxSize))
    func limited(_ value: Int, _ least: Int, _ most: Int) -> Int { max(1, least, most > 0 ? min(value, most) : value) }
    var frame = interaction.frame
    let edges = interaction.edges
    if !edges.isDisjoint(with: [.left, .right]) {
      let change = edges.contains(.left) ? -by.x : by.x
      frame.size.width = limited(interaction.frame.width + change, least.width, most.width)
    }
    if !edges.isDisjoint(with: [.top, .bottom]) {
      let change = edges.contains(.top) ? -by.y : by.y
      frame.size.height = limited(interaction.frame.height + change, least.height, most.height)
    }
    // the window follows the pointer at once, even where its client never draws the new size
    if edges.contains(.left) { frame.origin.x = interaction.frame.maxX - frame.width }
    if edges.contains(.top) { frame.origin.y = interaction.frame.maxY - frame.height }
    setOrigin(window.id, frame.origin)
    let size = rotation.inverse.apply(frame.size)
    withWindow(window.id) { $0.requestedSize = Size(width: size.width, height: size.height) }
  }

  /// Moves a dragged window to the screen that the pointer went to; the drag goes on.
  private mutating func carry(_ id: WindowID, to screen: ScreenID, into events: inout [WindowEvent]) {
    moveFiled(id, to: screen, home: nil)
    events.append(.screenChanged(id, screen, .requested))
  }

  private mutating func setOrigin(_ id: WindowID, _ point: Point<LayoutPoints>) {
    guard let index = shelfIndex(windows[id]?.screen) else { return }
    let screen = shelves[index].screen.frame.origin
    withWindow(id) { $0.origin = Point(x: point.x - screen.x, y: point.y - screen.y) }
  }

  /// Makes a maximised or tiled window float, so that `point` is over the same part of its width. - Returns: whether it could.
  private mutating func restoreForMove(
    _ id: WindowID, under point: PrecisePoint<LayoutPoints>, into events: inout [WindowEvent]
  ) -> Bool {
    let old = windows[id]!
    var restored = old
    restored.isMaximised = false
    restored.tiles = []
    guard case .floats = sizing(of: restored, on: shelves[shelfIndex(old.screen)!]) else { return false }
    let before = placement(of: old).frame
    let width = Double(old.requestedSize?.width ?? old.contentSize.width)
    let part = before.width > 0 ? max(0, min(1, (point.x - Double(before.x)) / Double(before.width))) : 0
    withWindow(id) { $0 = restored }
    setOrigin(id, Point(x: Self.whole(point.x - part * width), y: before.y))
    events.append(.stateChanged(id))
    return true
  }

  /// The surface of `id` stays where it is, but its geometry begins elsewhere on it: in the layout, at `point`. Only a window that
  /// floats, and has a place already, can be told so; others stand where they must.
  package mutating func moveGeometry(_ id: WindowID, to point: Point<LayoutPoints>) {
    guard let window = windows[id], window.kind == .toplevel, let old = window.origin, let index = shelfIndex(window.screen),
      case .floats = sizing(of: window, on: shelves[index])
    else { return }
    setOrigin(id, point)
    if interaction?.window == id, let new = windows[id]?.origin { interaction?.frame.origin += Point(x: new.x - old.x, y: new.y - old.y) }
    unsettle(id)
  }

  /// The client committed another size. The edges that are not dragged stay where they are.
  mutating func resizeContent(_ id: WindowID, to size: Size<WindowPoints>, isSettled: Bool) {
    let old = windows[id]!
    withWindow(id) { $0.contentSize = size }
    if let index = shelfIndex(old.screen), let origin = old.origin {
      let turned = rotation(of: old, on: shelves[index].screen).apply(size)
      let x = old.anchoredEdges.contains(.right) ? old.anchor.x - turned.width : origin.x
      let y = old.anchoredEdges.contains(.bottom) ? old.anchor.y - turned.height : origin.y
      withWindow(id) { $0.origin = Point(x: x, y: y) }
    }
    if isSettled, interaction?.window != id {
      let (floats, wasFitted) = (floats(old), isFitted(old))
      withWindow(id) {
        $0.anchoredEdges = []
        // it chose this size itself: it is not to be asked for another one
        if $0.requestedSize != nil, floats { $0.requestedSize = size }
        if floats { $0.fittedSize = wasFitted ? size : nil }
      }
      // … unless there is no room for it
      if !isTooLarge(windows[id]!) {
        let configured = configuration(of: id)!.size
        withWindow(id) { $0.announced.configuration?.size = configured }
      }
    }
    if old.kind.isPanel, let key { unsettle(key) }
    unsettle(id)
  }
}
