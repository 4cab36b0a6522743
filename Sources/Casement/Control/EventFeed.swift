internal import CasementControl
internal import Geometry
internal import WindowModel

/// Tells the subscribers of a control server what happened in the model. Where nobody asked for a kind, no event of it is made.
final class EventFeed {
  private unowned let service: WindowService
  private unowned let server: ControlServer
  /// Names of screens, also of those that the model has just forgotten.
  private var names: [ScreenID: String] = [:]

  init(_ service: WindowService, _ server: ControlServer) {
    self.service = service
    self.server = server
    for screen in service.model.screens { names[screen.id] = screen.name }
  }

  /// Tells one thing that happened.
  func tell(_ event: WindowEvent) {
    switch event {
    case .added(let id): tell(.windowCreated, id)
    case .removed(let id): tell(.windowGone, id)
    case .becameVisible(let id): tell(.windowVisible, id)
    case .becameHidden(let id): tell(.windowHidden, id)
    case .resignedKey(let id, let reason): tell(.resignedKey, id, reason)
    case .becameKey(let id, let reason): tell(.becameKey, id, reason)
    case .attention(let id): tell(.windowAttention, id)
    case .levelChanged(let id, _): tell(.windowLevel, id)
    case .reordered(let id): tell(.windowOrder, id)
    case .stateChanged(let id): tell(.windowState, id)
    case .screenChanged(let id, _, let reason): tell(.windowScreen, id, reason)
    case .frameChanged(let id): tell(.windowFrame, id)
    case .insetsChanged(let id): tell(.windowInsets, id)
    case .locked: tell(.locked) { _ in }
    case .unlocked: tell(.unlocked) { _ in }
    case .screenAdded(let id):
      names[id] = service.model.screen(id)?.name
      tell(.screenConnected, id)
    case .screenUpdated(let id): tell(.screenChanged, id)
    case .mirroringChanged(let id, _): tell(.screenMirrors, id)
    case .capturedChanged(let id, _): tell(.screenCaptured, id)
    case .screenRemoved(let id):
      tell(.screenDisconnected, id)
      names[id] = nil
    case .keyMoved, .parentChanged, .touchesCancelled, .allTouchesCancelled, .popupsDismissed, .closed, .configure,
      .keyboardFrameChanged, .mainScreenChanged:
      break
    }
  }

  /// Tells that the bell rang, for a window where the client named one.
  func tellBell(_ window: WindowID?) {
    if let window { tell(.bell, window) } else { tell(.bell) { _ in } }
  }

  private func tell(_ kind: ControlEvent.Kind, _ fill: (inout ControlEvent) -> Void) {
    guard server.wants(kind) else { return }
    var event = ControlEvent(kind, time: Double(service.clock.now) / 1_000_000)
    fill(&event)
    server.notify(event)
  }

  private func tell(_ kind: ControlEvent.Kind, _ id: WindowID, _ reason: ChangeReason? = nil) {
    tell(kind) { event in
      event.window = id.rawValue
      event.reason = reason?.word
      guard let info = service.controller.info(id) else { return }
      event.appID = info.appID
      event.title = info.title
      event.frame = info.frame
      event.insets = info.insets
      event.level = info.level
      event.order = info.order
      event.screen = info.screen
    }
  }

  private func tell(_ kind: ControlEvent.Kind, _ id: ScreenID) {
    tell(kind) { event in
      event.screen = names[id]
      guard let screen = service.model.screen(id) else { return }
      event.mirrors = screen.mirrors.flatMap { names[$0] }
      event.captured = screen.isCaptured
    }
  }
}

extension ChangeReason {
  /// The reason's name in `casement_window_v1`.
  var word: String {
    switch self {
    case .requested: "requested"
    case .windowHidden: "window_hidden"
    case .windowDestroyed: "window_destroyed"
    case .clientGone: "client_gone"
    case .screenLost: "screen_lost"
    case .notCapable: "not_capable"
    case .fallback: "fallback"
    case .controller: "controller"
    case .lock: "lock"
    case .press: "press"
    }
  }
}
