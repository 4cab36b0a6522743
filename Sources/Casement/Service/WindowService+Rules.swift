internal import Geometry
internal import WindowModel

/// What the configuration says of windows by their names.
extension WindowService {
  /// What follows for a toplevel without content from what it is called now: the rules for that hold, and those for what it was called
  /// before do not any more.
  ///
  /// - Parameter isBeginning: whether it is about to be configured for the first time, or again after it had no content: all that the
  ///   rules say holds, whatever was changed since they last did.
  /// - Returns: what happened; at the beginning without the `configure`, which comes anyway, and else with at most one, last.
  func applyRules(to window: ClientWindow, isBeginning: Bool) -> [WindowEvent] {
    guard !configuration.rules.isEmpty else { return [] }
    let rule = WindowRule.merged(configuration.rules, appID: window.role.appID, title: window.role.title)
    let old = window.rule
    guard isBeginning || rule != old else { return [] }
    window.rule = rule
    let id = window.id
    var events: [WindowEvent] = []
    func change<Value: Equatable>(_ member: (WindowRule) -> Value?, _ apply: (Value?) -> [WindowEvent]) {
      let (before, now) = (old.flatMap(member), rule.flatMap(member))
      if now != before || (isBeginning && now != nil) { events += apply(now) }
    }
    change(\.level) { (try? model.setLevel(id, $0 ?? WindowLevel.normal.rawValue)) ?? [] }
    change(\.screen) { screen in
      window.isWaitingForScreen = false
      guard let screen else { return [] }
      guard let there = model.screen(named: screen) else {
        window.isWaitingForScreen = true
        return []
      }
      return model.setScreen(id, there)
    }
    change(\.canBecomeKey) { model.setCanBecomeKey(id, $0 ?? true) }
    change({ $0.placement != nil || $0.insets != nil ? [$0] : nil }) { _ in
      model.setRules(id, placement: rule?.placement?.policy, additionalInsets: rule?.insets ?? .zero)
    }
    change(\.placement) { placement in
      if case .at = placement { return place(window) }
      if case .at = old?.placement { return model.unplace(id) }
      return []
    }
    let needsConfigure = events.contains(.configure(id)) && !isBeginning
    return events.filter { $0 != .configure(id) } + (needsConfigure ? [.configure(id)] : [])
  }

  /// Puts a window where its rule says, on the screen that it has. A dialog goes where its parent is instead.
  private func place(_ window: ClientWindow) -> [WindowEvent] {
    guard case .at(let place, let size) = window.rule?.placement, let state = model.window(window.id), state.parent == nil,
      let corner = state.screen.flatMap({ model.screen($0) })?.frame.origin
    else { return [] }
    // no screen is so far away; what the model takes is less
    func near(_ value: Int) -> Int { min(max(value, -10_000_000), 10_000_000) }
    return model.place(
      window.id, at: Point(x: corner.x + near(place.x), y: corner.y + near(place.y)),
      size: size.map { Size(width: $0.width, height: $0.height) })
  }

  /// Gives a screen that has just come the windows whose rule names it, and that were not sent to another meanwhile.
  func bringWindows(to screen: ScreenID) {
    guard !configuration.rules.isEmpty, let name = model.screen(screen)?.name else { return }
    for id in clientWindows.keys.sorted() {
      guard let window = clientWindows[id], window.isWaitingForScreen, window.rule?.screen == name else { continue }
      window.isWaitingForScreen = false
      perform(model.setScreen(id, screen))
      perform(place(window))
    }
  }
}

extension WindowRule.Placement {
  /// The policy in the model's terms; nil where a place is given.
  fileprivate var policy: ModelPolicy.Placement? {
    switch self {
    case .fill: .fill
    case .natural: .natural
    case .at: nil
    }
  }
}
