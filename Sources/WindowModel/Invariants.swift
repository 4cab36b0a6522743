import Geometry

/// What must be true after every operation.
extension WindowModel {
  /// Everything that is wrong with the model, in words; empty, always. Takes time proportional to the number of windows: for tests.
  package func violations() -> [String] {
    var found = keyViolations() + screenViolations()
    for window in windows.values {
      found += stackViolations(window) + familyViolations(window)
      if window.announced != present(window) {
        found.append("\(window.id) was not told what it is: \(window.announced), \(present(window))")
      }
      if !window.kind.isSystem, window.level >= .inputPanel { found.append("\(window.id) is at the level of the input method") }
      if window.isUnsettled { found.append("\(window.id) did not settle") }
      if window.screen != nil, shelfIndex(window.screen) == nil { found.append("\(window.id) is on a screen that is gone") }
      if let home = window.home, screen(named: home) != nil { found.append("\(window.id) waits for a screen that is there") }
      if windowsOfClients[window.client]?.contains(window.id) != true { found.append("\(window.id) is not among its client's windows") }
      if window.id.rawValue > lastWindow || window.stackKey.sequence > lastSequence { found.append("\(window.id) is from the future") }
    }
    for (name, stack) in stacks() { found += stack.violations().map { "\(name): \($0)" } }
    if windowsOfClients.values.reduce(0, { $0 + $1.count }) != windows.count { found.append("clients have windows that are gone") }
    if !unsettled.isEmpty || mirroringIsUnsettled { found.append("the last operation did not settle") }
    if let interaction, !canBeDragged(interaction.window) { found.append("\(interaction.window) is dragged and cannot be") }
    return found
  }

  private func stacks() -> [(String, WindowStack)] {
    [("order", order), ("exclusives", exclusives), ("locks", locks)]
      + shelves.flatMap { [("shown on \($0.screen.name)", $0.shown), ("candidates on \($0.screen.name)", $0.candidates)] }
  }

  private func keyViolations() -> [String] {
    var found: [String] = []
    if let key {
      guard let window = windows[key] else { return ["the key window is gone"] }
      if !window.isShown { found.append("the key window \(key) is not shown") }
      if !window.canBecomeKey { found.append("the key window \(key) cannot become key") }
      if keyScreen != window.screen { found.append("the screen of the key window is another than remembered") }
      if isLocked, window.kind != .lock { found.append("\(key) is key in a locked session") }
    }
    if isLocked {
      if locks.front != nil, key == nil { found.append("no lock window is key") }
    } else if let exclusive = exclusives.front, key != exclusive {
      found.append("an exclusive layer surface is not key")
    }
    return found
  }

  private func stackViolations(_ window: Window) -> [String] {
    var found: [String] = []
    let id = window.id
    if window.filing.key != window.stackKey { found.append("\(id) is filed where it does not stand") }
    if effectiveKey(of: window) != window.stackKey { found.append("\(id) is not at its effective level") }
    if let parent = parentOnScreen(of: window), !(parent.stackKey < window.stackKey) { found.append("\(id) is behind its parent") }
    if window.filing.screen != (window.isShown ? window.screen : nil) { found.append("\(id) is shown and not filed, or the other way") }
    if let index = shelfIndex(window.filing.screen) {
      let neighbours = shelves[index].shown.find(window.stackKey)
      if neighbours != id { found.append("\(id) is not among the windows shown on its screen") }
      let isCandidate = window.kind == .toplevel && window.allowsKey
      if (shelves[index].candidates.find(window.stackKey) == id) != isCandidate { found.append("\(id) is wrongly a candidate, or not") }
    }
    let isExclusive = if case .layer(let state) = window.kind { state.isExclusive && window.isShown } else { false }
    if (exclusives.find(window.stackKey) == id) != isExclusive { found.append("\(id) is wrongly exclusive, or not") }
    if (locks.find(window.stackKey) == id) != (window.kind == .lock && window.isShown) { found.append("\(id) is wrongly a lock, or not") }
    return found
  }

  private func familyViolations(_ window: Window) -> [String] {
    var found: [String] = []
    if let parent = window.parent {
      if windows[parent]?.children.contains(window.id) != true { found.append("\(window.id)'s parent does not know it") }
      if windows[parent]?.isMapped != true { found.append("\(window.id)'s parent is not mapped") }
    }
    for child in window.children where windows[child]?.parent != window.id { found.append("\(window.id) has a child that is not its own") }
    for child in window.awaiting where windows[child]?.awaitedParent != window.id {
      found.append("\(window.id) is awaited by another's child")
    }
    if let parent = window.awaitedParent {
      if windows[parent]?.awaiting.contains(window.id) != true { found.append("whom \(window.id) waits for does not know it") }
      if windows[parent]?.isMapped != false || window.parent != nil { found.append("\(window.id) waits for a parent in vain") }
    }
    var ancestor = window.parent
    for _ in 0...windows.count {
      guard let current = ancestor else { return found }
      ancestor = windows[current]?.parent
    }
    return found + ["\(window.id) is its own ancestor"]
  }

  private func screenViolations() -> [String] {
    var found: [String] = []
    if Set(shelves.map(\.screen.name)).count != shelves.count { found.append("two screens have one name") }
    if shelves.map(\.screen.id) != shelves.map(\.screen.id).sorted() { found.append("the screens are not in order") }
    let sources = mirrorSources()
    let frames = ScreenLayout.frames(shelves.map { ($0.screen.bounds.size, $0.screen.position) })
    for (index, shelf) in shelves.enumerated() {
      let screen = shelf.screen
      let name = screen.name
      if screen.frame != frames[index] { found.append("\(name) does not lie where the layout says") }
      if screen.mirrors != sources[index] { found.append("\(name) does not mirror what it should") }
      if let source = screen.mirrors {
        if source == screen.id || self.screen(source)?.mirrors != nil { found.append("\(name) mirrors a mirror") }
        if shelf.occupants > 0 { found.append("\(name) mirrors, and has windows") }
      }
      if !screen.bounds.contains(shelf.usable) { found.append("\(name)'s usable area is not on it") }
      let shown = windows.values.filter { $0.isShown && $0.screen == screen.id }
      if shown.count != shelf.shown.count { found.append("\(name) shows windows that are not there") }
      let occupants = shown.count { if case .layer(let state) = $0.kind { state.layer != .background } else { true } }
      if occupants != shelf.occupants { found.append("\(name) miscounts its occupants") }
      let candidates = shown.count { $0.kind == .toplevel && $0.allowsKey }
      if candidates != shelf.candidates.count { found.append("\(name) has candidates that are none") }
      let layers = windows.values.filter { $0.kind.isLayer && $0.screen == screen.id }.map(\.id).sorted()
      var anew = self
      anew.arrangeLayers(index)
      if anew.shelves[index].layerAreas != shelf.layerAreas || anew.shelves[index].usable != shelf.usable {
        found.append("\(name) has layer surfaces that are not where they belong")
      }
      if layers != shelf.layers { found.append("\(name) does not know its layer surfaces") }
    }
    return found
  }
}

extension WindowStack {
  /// The window that `key` finds.
  func find(_ key: Key) -> WindowID? {
    var index = root
    while index >= 0, self[index].key != key { index = self[index].key < key ? self[index].right : self[index].left }
    return index < 0 ? nil : self[index].window
  }

  /// Everything that is wrong with the tree or the list through it.
  func violations() -> [String] {
    var found: [String] = []
    var inOrder: [Int32] = []
    var waiting: [Int32] = []
    var index = root
    while index >= 0 || !waiting.isEmpty {
      while index >= 0 {
        for child in [self[index].left, self[index].right] where child >= 0 && self[child].priority > self[index].priority {
          found.append("a node has a greater priority than the one above it")
        }
        waiting.append(index)
        index = self[index].left
      }
      let next = waiting.removeLast()
      inOrder.append(next)
      index = self[next].right
    }
    if inOrder.count != count { found.append("it holds \(inOrder.count) windows and says \(count)") }
    for (behind, inFront) in zip(inOrder, inOrder.dropFirst()) {
      if !(self[behind].key < self[inFront].key) { found.append("two windows are in the wrong order") }
      if self[behind].inFront != inFront || self[inFront].behind != behind { found.append("the list is not the tree's") }
    }
    if inOrder.first ?? Self.none != backmost || inOrder.last ?? Self.none != frontmost { found.append("an end of the list is wrong") }
    if Array(backToFront) != inOrder.map({ self[$0].window }) || Array(frontToBack) != backToFront.reversed() {
      found.append("a walk does not follow the tree")
    }
    return found
  }
}
