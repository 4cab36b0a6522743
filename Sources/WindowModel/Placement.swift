package import Geometry

/// Where windows stand and how large they shall be. All of it is worked out from the state when asked.
extension WindowModel {
  /// Where `id` stands; nil where there is no such window. All empty where it has no screen.
  package func placement(of id: WindowID) -> WindowPlacement? { windows[id].map { placement(of: $0) } }

  /// The place of the content of `id` in the layout; empty where it has no screen.
  package func frame(of id: WindowID) -> Rect<LayoutPoints>? { placement(of: id)?.frame }

  /// What `id` is to be asked to be; nil where there is no such window.
  package func configuration(of id: WindowID) -> WindowConfiguration? { windows[id].map { configuration(for: $0) } }

  /// How far system windows reach into `id` from its edges, in its own orientation; for stock windows under `fill` nothing, as they
  /// are placed beside them. The key window's bottom also counts a docked keyboard.
  package func insets(of id: WindowID) -> EdgeInsets? { windows[id].map { insets(of: $0) } }

  /// The docked keyboard on the screen of the key window `id`; nil where there is none, and for other windows.
  package func keyboardFrame(of id: WindowID) -> Rect<ScreenPoints>? { windows[id].flatMap { keyboardFrame(of: $0) } }

  /// What makes a window's size.
  enum Sizing {
    /// It covers this area.
    case fills(Rect<ScreenPoints>)
    /// It has its own size, in the middle of this area.
    case centred(in: Rect<ScreenPoints>)
    /// It has its own size, and stands at its origin.
    case floats
  }

  func sizing(of window: Window, on shelf: Shelf) -> Sizing {
    let bounds = shelf.screen.bounds
    switch window.kind {
    case .lock: return .fills(bounds)
    case .layer:
      var area = shelf.layerAreas[window.id] ?? .zero
      if window.isPlaced, let origin = window.origin { area.origin = origin }
      return .fills(area)
    case .inputPanel: return .floats
    case .toplevel: break
    }
    if window.isFullscreen { return .fills(bounds) }
    let free = shelf.usable.inset(leavingSomething: window.additionalInsets)
    if !window.tiles.isEmpty { return .fills(Self.tile(of: free, window.tiles)) }
    if window.isMaximised { return .fills(free) }
    if window.isPlaced { return .floats }
    guard (window.placement ?? policy.placement) == .fill else { return .floats }
    if window.parent != nil || window.awaitedParent != nil || isSmaller(window.maxSize, than: bounds.size) { return .centred(in: free) }
    // what is told insets instead of being kept out covers everything
    return .fills(window.isExtended ? shelf.screen.windowBounds : free)
  }

  private func isSmaller(_ limit: Size<WindowPoints>, than bounds: Size<ScreenPoints>) -> Bool {
    limit.width > 0 && limit.height > 0 && limit.width < bounds.width && limit.height < bounds.height
  }

  /// The part of `area` at these edges: a half for one, a quarter for two.
  static func tile(of area: Rect<ScreenPoints>, _ edges: Edges) -> Rect<ScreenPoints> {
    var tile = area
    let (width, height) = (max(1, area.width / 2), max(1, area.height / 2))
    if edges.contains(.left) { tile.size.width = width }
    if edges.contains(.right) {
      tile.size.width = max(1, area.width - width)
      tile.origin.x = area.maxX - tile.width
    }
    if edges.contains(.top) { tile.size.height = height }
    if edges.contains(.bottom) {
      tile.size.height = max(1, area.height - height)
      tile.origin.y = area.maxY - tile.height
    }
    return tile
  }

  /// How the content of `window` is turned to be seen on its screen.
  func rotation(of window: Window, on screen: Screen) -> Transform { screen.rotation(of: window.orientation) }

  func placement(of window: Window) -> WindowPlacement {
    guard let index = shelfIndex(window.screen) else {
      return WindowPlacement(area: .zero, frame: .zero, rotation: .normal, hasBackdrop: false)
    }
    let screen = shelves[index].screen
    let rotation = rotation(of: window, on: screen)
    let turned = rotation.apply(window.contentSize)
    let size = Size<ScreenPoints>(width: turned.width, height: turned.height)
    let area: Rect<ScreenPoints>
    var frame: Rect<ScreenPoints>
    switch sizing(of: window, on: shelves[index]) {
    case .fills(let place):
      area = place
      frame = window.isMapped ? (window.kind.isLayer ? Rect(origin: place.origin, size: size) : Self.content(size, in: place)) : place
    case .centred(let place):
      frame = Self.content(size, in: place)
      area = frame
    case .floats:
      frame = Rect(origin: floatingOrigin(of: window, size: size, on: shelves[index]), size: size)
      area = frame
    }
    let offset = screen.frame.origin
    func inLayout(_ rect: Rect<ScreenPoints>) -> Rect<LayoutPoints> {
      Rect(x: rect.x + offset.x, y: rect.y + offset.y, width: rect.width, height: rect.height)
    }
    return WindowPlacement(
      area: inLayout(area), frame: inLayout(frame), rotation: rotation, hasBackdrop: window.isFullscreen && window.kind == .toplevel)
  }

  /// Content of `size` in `area`: on each axis centred where it is smaller, from the start where it is larger.
  static func content(_ size: Size<ScreenPoints>, in area: Rect<ScreenPoints>) -> Rect<ScreenPoints> {
    Rect(
      x: area.x + max(0, area.width - size.width) / 2, y: area.y + max(0, area.height - size.height) / 2, width: size.width,
      height: size.height)
  }

  private func floatingOrigin(of window: Window, size: Size<ScreenPoints>, on shelf: Shelf) -> Point<ScreenPoints> {
    if let origin = window.origin { return origin }
    let bounds = shelf.screen.bounds
    switch window.kind {
    case .inputPanel(.docked): return Point(x: (bounds.width - size.width) / 2, y: bounds.height - size.height)
    case .inputPanel(.floating(let wanted)):
      return Point(x: max(0, min(wanted.x, bounds.width - size.width)), y: max(0, min(wanted.y, bounds.height - size.height)))
    default: return shelf.usable.origin
    }
  }

  func configuration(for window: Window) -> WindowConfiguration {
    var states: WindowConfiguration.States = []
    if key == window.id { states.insert(.activated) }
    if isSuspended(window) { states.insert(.suspended) }
    guard let index = shelfIndex(window.screen) else {
      return WindowConfiguration(size: .zero, bounds: .zero, states: states, scale120: window.lastScale120, orientation: window.orientation)
    }
    let shelf = shelves[index]
    let rotation = rotation(of: window, on: shelf.screen)
    func inWindow(_ size: Size<ScreenPoints>) -> Size<WindowPoints> {
      let turned = rotation.inverse.apply(size)
      return Size(width: turned.width, height: turned.height)
    }
    let room = room(for: window, on: shelf)
    var size = window.requestedSize ?? .zero
    switch sizing(of: window, on: shelf) {
    case .fills(let area):
      size = inWindow(area.size)
      if window.kind == .toplevel { states.formUnion(fillingStates(of: window)) }
    case .centred: size = choosesItsSize(window, on: shelf) ? ownSize(of: window, in: room) : .zero
    case .floats: if choosesItsSize(window, on: shelf) { size = ownSize(of: window, in: room) }
    }
    if interaction?.window == window.id, interaction?.isResize == true { states.insert(.resizing) }
    return WindowConfiguration(
      size: size, bounds: room, states: states, scale120: shelf.screen.scale120, orientation: window.orientation)
  }

  private func fillingStates(of window: Window) -> WindowConfiguration.States {
    var states: WindowConfiguration.States = []
    if window.isFullscreen { states.insert(.fullscreen) }
    // a maximised window stays so beneath its fullscreen state
    if window.tiles.isEmpty, window.isMaximised || !window.isFullscreen { states.insert(.maximised) }
    guard !window.isFullscreen else { return states }
    for (edge, opposite, state) in Self.tilings
    where window.tiles.contains(edge) || (window.tiles != [] && !window.tiles.contains(opposite)) {
      states.insert(state)
    }
    return states
  }

  private static var tilings: [(Edges, Edges, WindowConfiguration.States)] {
    [(.left, .right, .tiledLeft), (.right, .left, .tiledRight), (.top, .bottom, .tiledTop), (.bottom, .top, .tiledBottom)]
  }

  /// Whether nobody sees the window, by D15 of the window rules: hidden, minimised, screenless, locked away, or, where asked for, covered.
  func isSuspended(_ window: Window) -> Bool {
    guard window.isMapped, window.captures == 0 else { return false }
    return window.isHidden || window.isMinimised || window.screen == nil || (isLocked && window.kind != .lock)
      || (policy.suspendsCovered && window.isCovered)
  }

  func insets(of window: Window) -> EdgeInsets {
    guard window.kind == .toplevel, let index = shelfIndex(window.screen) else { return .zero }
    let screen = shelves[index].screen
    let frame = placement(of: window).frame
    let origin = screen.frame.origin
    let local = Rect<ScreenPoints>(x: frame.x - origin.x, y: frame.y - origin.y, width: frame.width, height: frame.height)
    var insets = EdgeInsets.covering(local, outside: shelves[index].usable, of: screen.bounds)
    if let keyboard = keyboardFrame(of: window), keyboard.intersects(local) {
      insets.bottom = max(insets.bottom, min(local.height, local.maxY - keyboard.minY))
    }
    if window.isExtended {
      // a rule that would leave nothing of the window reserves nothing
      let all = insets + window.additionalInsets
      if local.isEmpty || !local.inset(by: all).isEmpty { insets = all }
    }
    return insets.turned(by: rotation(of: window, on: screen).inverse)
  }

  func keyboardFrame(of window: Window) -> Rect<ScreenPoints>? {
    guard key == window.id, window.kind == .toplevel, let index = shelfIndex(window.screen) else { return nil }
    for id in shelves[index].shown.frontToBack {
      guard let panel = windows[id], panel.level >= .inputPanel else { return nil }
      guard panel.kind == .inputPanel(.docked) else { continue }
      let frame = placement(of: panel).frame
      let origin = shelves[index].screen.frame.origin
      return Rect(x: frame.x - origin.x, y: frame.y - origin.y, width: frame.width, height: frame.height)
    }
    return nil
  }
}
