import Geometry

/// Screens come, go and change; windows move between them.
extension WindowModel {
  /// Connects a screen. Windows that waited for one of its name come back to it, in front of their peers and not key; stock windows
  /// without a screen take it. Only where key was lost, or not given, for want of any screen, the front window becomes key.
  ///
  /// - Throws: `ModelError` where the name is in use or a value is out of range.
  package mutating func addScreen(_ description: ScreenDescription) throws(ModelError) -> (id: ScreenID, events: [WindowEvent]) {
    try description.validate()
    guard screen(named: description.name) == nil else { throw .nameTaken(description.name) }
    lastScreen += 1
    let id = ScreenID(rawValue: lastScreen)
    let screen = Screen(id: id, description)
    shelves.append(Shelf(screen: screen, usable: screen.bounds))
    mirroringIsUnsettled = true
    var events = [WindowEvent.screenAdded(id)]
    if shelves.count == 1 { events.append(.mainScreenChanged(id)) }
    layOutScreens(into: &events, except: id)
    arrangeLayers(shelves.count - 1)
    for window in order.backToFront {
      guard let state = windows[window] else { continue }
      let returns = state.home == description.name
      let adopts = state.screen == nil && (!waitsForScreen(state) || state.home == nil) && !state.isScreenlessByRequest
      guard returns || adopts, comesToNewScreens(state) else { continue }
      if state.isShown { endInput(in: state, into: &events) }
      moveFiled(window, to: id, home: returns ? nil : state.home)
      events.append(.screenChanged(window, id, .fallback))
      enforceKeyRights(into: &events)
    }
    if keyAwaitsScreen {
      keyAwaitsScreen = false
      if key == nil { passKeyOn(because: .fallback, into: &events) }
    }
    return (id, settled(events))
  }

  /// Disconnects a screen. Its windows wait for it or move to main (`ModelPolicy.ScreenLoss`); layer surfaces are closed.
  package mutating func removeScreen(_ id: ScreenID) -> [WindowEvent] {
    guard let index = shelfIndex(id) else { return [] }
    let wasMain = index == 0
    let name = shelves[index].screen.name
    let affected = order.backToFront.filter { windows.contains($0, on: id) }
    var events: [WindowEvent] = []
    for window in affected where windows[window]!.isShown { endInput(in: windows[window]!, into: &events) }
    shelves[index].layers = []  // nothing is arranged here any more
    let refuge = shelves.first { $0.screen.id != id }?.screen.id
    for window in affected {
      let state = windows[window]!
      let home = comesToNewScreens(state) ? state.home ?? name : nil
      moveFiled(window, to: waitsForScreen(state) ? nil : refuge, home: home)
    }
    shelves.remove(at: index)
    mirroringIsUnsettled = true
    if let key, windows[key]?.isShown == false {
      passKeyOn(because: .screenLost, into: &events)
      keyAwaitsScreen = shelves.isEmpty
    }
    enforceKeyRights(into: &events)
    for window in affected {
      events.append(.screenChanged(window, windows[window]!.screen, .screenLost))
      if windows[window]!.kind.isLayer { events.append(.closed(window)) }
    }
    layOutScreens(into: &events)
    if wasMain { events.append(.mainScreenChanged(mainScreen)) }
    events.append(.screenRemoved(id))
    return settled(events)
  }

  /// Gives `id` another screen, or none. A shown window stays visible and key, except that one without a screen is never key.
  package mutating func setScreen(
    _ id: WindowID, _ screen: ScreenID?, because reason: ChangeReason = .requested
  ) -> [WindowEvent] {
    guard let window = windows[id], window.kind != .lock, screen == nil || shelfIndex(screen) != nil else { return [] }
    guard window.screen != screen else {
      // staying where the policy put it is a choice, too: it will not be sent home
      withWindow(id) {
        $0.home = nil
        $0.isScreenlessByRequest = screen == nil
      }
      return []
    }
    var events: [WindowEvent] = []
    if window.isShown { endInput(in: window, into: &events) }
    moveFiled(id, to: screen, home: nil)
    withWindow(id) { $0.isScreenlessByRequest = screen == nil }
    if key == id, screen == nil { passKeyOn(because: .screenLost, into: &events) }
    events.append(.screenChanged(id, screen, reason))
    enforceKeyRights(into: &events)
    return settled(events)
  }

  /// Changes a screen; every window there that should look different now is configured.
  ///
  /// - Throws: `ModelError.invalidMode` for a mode it does not list, `invalidValue` for a value out of range.
  package mutating func updateScreen(_ id: ScreenID, _ change: ScreenChange) throws(ModelError) -> [WindowEvent] {
    guard let index = shelfIndex(id) else { return [] }
    var screen = shelves[index].screen
    try screen.apply(change)
    var events: [WindowEvent] = []
    let old = shelves[index].screen
    guard !screen.looksLike(old) else { return [] }
    shelves[index].screen = screen
    mirroringIsUnsettled = true
    events.append(.screenUpdated(id))
    layOutScreens(into: &events, except: id)
    for window in order.backToFront where windows.contains(window, on: id) { turn(window) }
    arrangeLayers(index)
    for window in order.backToFront where windows.contains(window, on: id) { keepReachable(window) }
    unsettle(screen: id)
    return settled(events)
  }

  /// Sets how bright the main screen is, clamped to 0…1.
  ///
  /// - Throws: `ModelError.denied` for any other screen, `invalidValue` for NaN.
  package mutating func setBrightness(_ id: ScreenID, _ value: Double) throws(ModelError) -> [WindowEvent] {
    guard let index = shelfIndex(id) else { throw .gone }
    guard index == 0 else { throw .denied }
    guard !value.isNaN else { throw .invalidValue("brightness is from 0 to 1, not NaN") }
    let clamped = min(max(value, 0), 1)
    guard shelves[index].screen.brightness != clamped else { return [] }
    shelves[index].screen.brightness = clamped
    return [.screenUpdated(id)]
  }

  /// Somebody starts to capture the screen.
  package mutating func beginCapture(of id: ScreenID) -> [WindowEvent] { addCaptures(1, of: id) }

  /// Somebody no longer captures the screen.
  package mutating func endCapture(of id: ScreenID) -> [WindowEvent] { addCaptures(-1, of: id) }

  private mutating func addCaptures(_ difference: Int, of id: ScreenID) -> [WindowEvent] {
    guard let index = shelfIndex(id) else { return [] }
    let before = shelves[index].screen.isCaptured
    shelves[index].screen.captures += difference
    precondition(shelves[index].screen.captures >= 0, "more captures of a screen ended than began")
    let after = shelves[index].screen.isCaptured
    return before == after ? [] : [.capturedChanged(id, after)]
  }

  /// Whether `window` is screenless while its screen is away.
  private func waitsForScreen(_ window: Window) -> Bool {
    switch window.kind {
    case .toplevel: window.isExtended && policy.screenLoss == .wait
    case .layer, .lock: true
    case .inputPanel: false
    }
  }

  /// Whether `window` goes on when its screen is lost: layer and lock surfaces are made anew by their clients.
  private func comesToNewScreens(_ window: Window) -> Bool { window.kind == .toplevel || window.kind.isPanel }

  /// Moves a window to a screen, in front of its peers there, and files it anew.
  mutating func moveFiled(_ id: WindowID, to screen: ScreenID?, home: String?) {
    let old = windows[id]!
    let carried = old.children
    let scale = shelfIndex(old.screen).map { shelves[$0].screen.scale120 } ?? old.lastScale120
    withWindow(id) {
      $0.screen = screen
      $0.home = home
      $0.isScreenlessByRequest = false
      $0.lastScale120 = scale
    }
    if key == id, screen != nil { keyScreen = screen }
    turn(id)
    withWindow(id) { $0.anchoredEdges = [] }
    if old.isMapped { placeInCascade(id) }
    keepReachable(id)
    if old.kind.isLayer {
      if let index = shelfIndex(old.screen) {
        shelves[index].layers.removeAll { $0 == id }
        arrangeLayers(index)
      }
      if let index = shelfIndex(screen) {
        let place = shelves[index].layers.firstIndex { $0 > id } ?? shelves[index].layers.endIndex
        shelves[index].layers.insert(id, at: place)
      }
    }
    renewSequence(of: id, carrying: carriedDescendants(of: id))
    restackWithDescendants(id)
    for child in carried where windows[child]?.screen == old.screen { restackWithDescendants(child) }
    if old.isShown { systemWindowChanged(old) }
    systemWindowChanged(windows[id]!)
    unsettle(id)
  }

  /// Lays a window out for how its screen lies, as far as its mask allows.
  mutating func turn(_ id: WindowID) {
    guard let window = windows[id], let index = shelfIndex(window.screen) else { return }
    let orientation = window.orientations.orientation(on: shelves[index].screen.orientation, after: window.orientation)
    withWindow(id) { $0.orientation = orientation }
    unsettle(id)
  }

  /// Says which orientations `id` can be laid out for.
  package mutating func setOrientations(_ id: WindowID, _ mask: OrientationMask) -> [WindowEvent] {
    guard let window = windows[id], window.orientations != mask else { return [] }
    withWindow(id) { $0.orientations = mask }
    turn(id)
    return settled([])
  }

  /// Puts the screens beside each other, and marks the windows of those that moved.
  private mutating func layOutScreens(into events: inout [WindowEvent], except known: ScreenID? = nil) {
    let frames = ScreenLayout.frames(shelves.map { ($0.screen.bounds.size, $0.screen.position) })
    for (index, frame) in frames.enumerated() where shelves[index].screen.frame != frame {
      let id = shelves[index].screen.id
      shelves[index].screen.frame = frame
      unsettle(screen: id)
      if id != known { events.append(.screenUpdated(id)) }
    }
  }
}

extension Screen {
  /// Changes what `change` says, or throws and changes nothing.
  mutating func apply(_ change: ScreenChange) throws(ModelError) {
    var new = self
    if let only = change.onlyMode {
      guard only.isValid else { throw .invalidMode }
      (new.modes, new.preferredMode, new.currentMode, new.customModes) = ([only], 0, 0, 0)
    }
    if let custom = change.customMode {
      guard custom.isValid else { throw .invalidMode }
      new.currentMode = new.modes.add(custom, custom: &new.customModes, preferred: &new.preferredMode)
    }
    if let mode = change.mode {
      guard modes.indices.contains(mode) else { throw .invalidMode }
      new.currentMode = mode
    }
    if let scale = change.scale {
      try Self.validate(scale: scale)
      new.scale120 = Int((scale * 120).rounded())
    }
    if let transform = change.transform { new.transform = transform }
    if case .set(let position) = change.position {
      try Self.validate(position: position)
      new.position = position
    }
    if let mirror = change.mirror { new.mirrorWish = mirror }
    if let overscan = change.overscan { new.overscan = overscan }
    if let insets = change.overscanInsets {
      try Self.validate(insets)
      new.overscanInsets = insets
    }
    self = new
  }

  /// Whether everything that `apply` can change is the same.
  func looksLike(_ other: Screen) -> Bool {
    currentMode == other.currentMode && modes == other.modes && scale120 == other.scale120 && transform == other.transform
      && position == other.position && mirrorWish == other.mirrorWish && overscan == other.overscan
      && overscanInsets == other.overscanInsets
  }
}

extension [ScreenMode] {
  /// The most modes of a screen beyond those that it came with: all are told to everyone.
  static var mostCustom: Int { 32 }

  /// Adds a mode that the screen did not come with, unless it is there; where there are many such, the oldest gives way to it.
  ///
  /// - Parameters:
  ///   - customCount: how many there are, at the end.
  ///   - preferred: the index of the mode that the screen likes best, which stays.
  /// - Returns: the mode's index.
  mutating func add(_ mode: ScreenMode, custom customCount: inout Int, preferred: inout Int) -> Int {
    if let known = firstIndex(of: mode) { return known }
    if customCount >= Self.mostCustom {
      let oldest = count - customCount
      let gone = oldest == preferred ? oldest + 1 : oldest
      remove(at: gone)
      if preferred > gone { preferred -= 1 }
      customCount -= 1
    }
    append(mode)
    customCount += 1
    return count - 1
  }
}
