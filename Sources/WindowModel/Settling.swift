import Geometry

/// The end of every operation: what follows from it for mirroring, frames, insets and configurations is worked out and told.
extension WindowModel {
  /// `events`, and what follows from what changed.
  ///
  /// - Parameter arranging: false for what happens to a layer surface: the others are arranged later, where that is wanted.
  mutating func settled(_ events: [WindowEvent], arranging: Bool = true) -> [WindowEvent] {
    if arranging { arrangeNow() }
    if unsettled.isEmpty, !mirroringIsUnsettled { return events }
    var events = events
    if let dragged = interaction?.window, !canBeDragged(dragged) { endInteraction(with: dragged, into: &events) }
    if mirroringIsUnsettled { settleMirroring(into: &events) }
    for id in unsettled { settle(id, into: &events) }
    unsettled.removeAll(keepingCapacity: true)
    return events
  }

  /// Marks a window, whose frame, insets or configuration may be others than announced.
  mutating func unsettle(_ id: WindowID) {
    if windows.markUnsettled(id) { unsettled.append(id) }
  }

  /// Marks every window of a screen, shown or not, back to front.
  mutating func unsettle(screen: ScreenID) {
    for id in order.backToFront where windows.contains(id, on: screen) { unsettle(id) }
  }

  private mutating func settle(_ id: WindowID, into events: inout [WindowEvent]) {
    guard let window = windows[id] else { return }
    let new = present(window)
    let old = window.announced
    withWindow(id) { $0.isUnsettled = false }
    guard new != old else { return }
    withWindow(id) { $0.announced = new }
    if new.frame != old.frame { events.append(.frameChanged(id)) }
    if new.frame != old.frame, window.kind.isPanel, let key { settle(key, into: &events) }
    if new.insets != old.insets { events.append(.insetsChanged(id)) }
    if new.keyboardFrame != old.keyboardFrame { events.append(.keyboardFrameChanged(id)) }
    if new.configuration != old.configuration { events.append(.configure(id)) }
  }

  /// Takes what `id` is now as told: the window is new, or its client chose this itself.
  mutating func settleSilently(_ id: WindowID) {
    guard let window = windows[id] else { return }
    let present = present(window)
    withWindow(id) { $0.announced = present }
  }

  /// What would be told about `window` now.
  func present(_ window: Window) -> Window.Announced {
    Window.Announced(
      configuration: configuration(for: window), frame: placement(of: window).frame, insets: insets(of: window),
      keyboardFrame: keyboardFrame(of: window))
  }
}
