package import Geometry

/// Maximised, fullscreen, tiled, placed, moved and resized.
extension WindowModel {
  /// The client asked to be maximised, or no longer. Under `fill` a window that fills its screen does so either way.
  ///
  /// - Returns: always with a `configure`, as `xdg_toplevel.set_maximized` promises one.
  package mutating func setMaximised(_ id: WindowID, _ isMaximised: Bool) -> [WindowEvent] {
    changeState(id) {
      $0.isMaximised = isMaximised
      if isMaximised { $0.tiles = [] }
    }
  }

  /// The client asked to cover a screen, or no longer: `screen`, where given, becomes its screen.
  ///
  /// - Returns: always with a `configure`.
  package mutating func setFullscreen(_ id: WindowID, _ isFullscreen: Bool, on screen: ScreenID? = nil) -> [WindowEvent] {
    var events: [WindowEvent] = []
    if isFullscreen, let screen, windows[id]?.kind == .toplevel, windows[id]?.screen != screen { events = setScreen(id, screen) }
    events.removeAll { $0 == .configure(id) }
    return events + changeState(id) { $0.isFullscreen = isFullscreen }
  }

  /// Tiles `id` at one edge or in one corner of the usable area; the empty set ends that. Of two opposite edges neither counts.
  ///
  /// - Returns: always with a `configure`.
  package mutating func setTiled(_ id: WindowID, _ edges: Edges) -> [WindowEvent] {
    var tiles = edges
    for pair: Edges in [[.left, .right], [.top, .bottom]] where tiles.isSuperset(of: pair) { tiles.subtract(pair) }
    return changeState(id) {
      $0.tiles = tiles
      if !tiles.isEmpty { $0.isMaximised = false }
    }
  }

  private mutating func changeState(_ id: WindowID, _ change: (inout Window) -> Void) -> [WindowEvent] {
    guard let before = windows[id], before.kind == .toplevel else { return [] }
    var events: [WindowEvent] = []
    endInteraction(with: id, into: &events)
    let floated = floats(before)
    withWindow(id, change)
    let after = windows[id]!
    if floated, !floats(after), before.isMapped {
      // what it goes back to
      withWindow(id) { $0.requestedSize = $0.contentSize }
    }
    restackWithDescendants(id)
    if before.isFullscreen != after.isFullscreen || before.isMaximised != after.isMaximised || before.tiles != after.tiles {
      events.append(.stateChanged(id))
    }
    unsettle(id)
    events = settled(events)
    if !events.contains(.configure(id)) { events.append(.configure(id)) }
    return events
  }

  /// Whether `window` has its own size.
  func floats(_ window: Window) -> Bool {
    guard let index = shelfIndex(window.screen) else { return false }
    if case .fills = sizing(of: window, on: shelves[index]) { return false }
    return true
  }

  /// The smallest and largest sizes that the client can have, as committed; 0 on an axis without limit.
  package mutating func setSizeLimits(_ id: WindowID, min: Size<WindowPoints>, max: Size<WindowPoints>) -> [WindowEvent] {
    guard let window = windows[id], window.minSize != min || window.maxSize != max else { return [] }
    withWindow(id) {
      $0.minSize = min
      $0.maxSize = max
    }
    unsettle(id)
    return settled([])
  }

  /// What a rule of the configuration says of `id`: its placement, nil for the policy's, and insets to add.
  package mutating func setRules(
    _ id: WindowID, placement: ModelPolicy.Placement?, additionalInsets: EdgeInsets = .zero
  ) -> [WindowEvent] {
    guard windows[id] != nil else { return [] }
    withWindow(id) {
      $0.placement = placement
      $0.additionalInsets = additionalInsets.clamped
    }
    unsettle(id)
    return settled([])
  }

  /// A controller puts the top-left corner of `id` at `point`, and, with `size`, asks it to be that large. It is no longer maximised,
  /// fullscreen, tiled or filling its screen. Layer surfaces and panels can be placed, too; lock windows cannot.
  package mutating func place(_ id: WindowID, at point: Point<LayoutPoints>, size: Size<WindowPoints>? = nil) -> [WindowEvent] {
    guard let window = windows[id], window.kind != .lock, let index = shelfIndex(window.screen) else { return [] }
    let screen = shelves[index].screen.frame.origin
    let range = 1_000_000
    var events: [WindowEvent] = []
    endInteraction(with: id, into: &events)
    withWindow(id) {
      // further than any screen can be, and larger than any picture
      $0.origin = Point(x: min(max(point.x, -range), range) - screen.x, y: min(max(point.y, -range), range) - screen.y)
      $0.isPlaced = true
      $0.isMaximised = false
      $0.isFullscreen = false
      $0.tiles = []
      if let size { $0.requestedSize = Size(width: min(max(1, size.width), range), height: min(max(1, size.height), range)) }
    }
    restackWithDescendants(id)
    if window.isFullscreen || window.isMaximised || !window.tiles.isEmpty { events.append(.stateChanged(id)) }
    unsettle(id)
    return settled(events)
  }

  /// Ends what `place` began: the policy decides again.
  package mutating func unplace(_ id: WindowID) -> [WindowEvent] {
    guard let window = windows[id], window.isPlaced else { return [] }
    withWindow(id) {
      $0.isPlaced = false
      $0.requestedSize = nil
      if $0.kind.isSystem { $0.origin = nil }
    }
    unsettle(id)
    return settled([])
  }

  /// Others cover `id` completely, or no longer; matters where the policy suspends covered windows.
  package mutating func setCovered(_ id: WindowID, _ isCovered: Bool) -> [WindowEvent] {
    guard let window = windows[id], window.isCovered != isCovered else { return [] }
    withWindow(id) { $0.isCovered = isCovered }
    unsettle(id)
    return settled([])
  }

  /// Somebody starts to capture the window, which therefore has to draw even where nobody sees it.
  package mutating func beginCapture(of id: WindowID) -> [WindowEvent] { addCaptures(1, of: id) }

  /// Somebody no longer captures the window.
  package mutating func endCapture(of id: WindowID) -> [WindowEvent] { addCaptures(-1, of: id) }

  private mutating func addCaptures(_ difference: Int, of id: WindowID) -> [WindowEvent] {
    guard windows[id] != nil else { return [] }
    withWindow(id) { $0.captures += difference }
    precondition(windows[id]!.captures >= 0, "more captures of a window ended than began")
    unsettle(id)
    return settled([])
  }
}
