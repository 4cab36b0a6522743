internal import Surfaces
internal import WaylandServer

/// Tells whoever listens that the last visible window is about to go, while it can still be seen.
final class LastWindowWatch {
  private unowned let service: WindowService
  /// Called before what would take the last visible window away.
  var onGoing: [() -> Void] = []

  init(_ service: WindowService) { self.service = service }

  /// Whether some window is visible: with content, not hidden, on a screen.
  var isThereOne: Bool { service.clientWindows.values.contains { $0.shownScreen != nil } }

  /// Before a commit: whether it takes the last visible window away is known from its update.
  func willCommit(_ surface: Surface) {
    guard !onGoing.isEmpty, case .set(nil) = surface.node.update.buffer else { return }
    willDestroy(surface)
  }

  /// Before a surface, or its role, goes.
  func willDestroy(_ surface: Surface) {
    guard !onGoing.isEmpty, let window = surface.role?.window, window.surface === surface else { return }
    if window.shownScreen != nil, !service.clientWindows.values.contains(where: { $0 !== window && $0.shownScreen != nil }) { goes() }
  }

  /// Before the windows of a client go with it.
  func willTakeAway(_ client: Client) {
    guard !onGoing.isEmpty else { return }
    let shown = service.clientWindows.values.filter { $0.shownScreen != nil }
    if !shown.isEmpty, shown.allSatisfy({ $0.client === client }) { goes() }
  }

  private func goes() {
    for body in onGoing { body() }
  }
}
