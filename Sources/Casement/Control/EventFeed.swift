internal import CasementControl
internal import Geometry
internal import WaylandServer
internal import WindowModel

/// Makes events of what happened, for the subscribers of a control server or for a recording. Where nobody asked for a kind, no event of it
/// is made.
final class EventFeed {
  private unowned let service: WindowService
  private let wants: (ControlEvent.Kind) -> Bool
  private let notify: (ControlEvent) -> Void
  /// Names of screens, also of those that the model has just forgotten.
  private var names: [ScreenID: String] = [:]

  /// A feed that gives `notify` the events whose kinds `wants` says yes to.
  init(_ service: WindowService, wants: @escaping (ControlEvent.Kind) -> Bool, notify: @escaping (ControlEvent) -> Void) {
    self.service = service
    self.wants = wants
    self.notify = notify
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
    case .levelChanged(let id, let level): tell(.windowLevel, id) { $0.level = level.rawValue }
    case .reordered(let id): tell(.windowOrder, id)
    case .stateChanged(let id): tell(.windowState, id)
    case .screenChanged(let id, let screen, let reason): tell(.windowScreen, id, reason) { $0.screen = screen.flatMap { names[$0] } }
    case .frameChanged(let id): tell(.windowFrame, id)
    case .insetsChanged(let id): tell(.windowInsets, id)
    case .locked: tell(.locked) { _ in }
    case .unlocked: tell(.unlocked) { _ in }
    case .screenAdded(let id):
      names[id] = service.model.screen(id)?.name
      tell(.screenConnected, id)
    case .screenUpdated(let id): tell(.screenChanged, id)
    case .mirroringChanged(let id, let source): tell(.screenMirrors, id) { $0.mirrors = source.flatMap { names[$0] } }
    case .capturedChanged(let id, let isCaptured): tell(.screenCaptured, id) { $0.captured = isCaptured }
    case .screenRemoved(let id):
      tell(.screenDisconnected, id)
      names[id] = nil
    case .keyMoved, .parentChanged, .touchesCancelled, .allTouchesCancelled, .popupsDismissed, .closed, .configure,
      .keyboardFrameChanged, .mainScreenChanged:
      break
    }
  }

  /// Tells one thing that happened besides.
  func tell(_ incident: Incident) {
    switch incident {
    case .titleChanged(let id): tell(.windowTitle, id)
    case .appIDChanged(let id): tell(.windowAppID, id)
    case .clientConnected(let client): tell(.clientConnected, client)
    case .clientGone(let client): tell(.clientGone, client)
    case .protocolError(let client, let error):
      tell(.protocolError, client) { event in
        event.error = ClientError(
          interface: error.interface, code: Int(error.code), object: Int(error.object), message: error.message,
          requests: client.lastRequests)
      }
    case .input(let input, let id):
      tell(.input) { event in
        event.input = InputInfo(input)
        guard let id else { return }
        event.window = id.rawValue
        event.appID = service.controller.reference(id).appID
      }
    case .bell(let id): if let id { tell(.bell, id) } else { tell(.bell) { _ in } }
    }
  }

  private func tell(_ kind: ControlEvent.Kind, _ client: Client, _ fill: (inout ControlEvent) -> Void = { _ in }) {
    tell(kind) { event in
      event.client = Int(client.number)
      event.pid = client.processID > 0 ? Int(client.processID) : nil
      fill(&event)
    }
  }

  private func tell(_ kind: ControlEvent.Kind, _ fill: (inout ControlEvent) -> Void) {
    guard wants(kind) else { return }
    var event = ControlEvent(kind, time: Double(service.clock.now) / 1_000_000)
    fill(&event)
    notify(event)
  }

  /// - Parameter fill: writes what the event itself says, over what the model has by now.
  private func tell(
    _ kind: ControlEvent.Kind, _ id: WindowID, _ reason: ChangeReason? = nil, _ fill: (inout ControlEvent) -> Void = { _ in }
  ) {
    tell(kind) { event in
      event.window = id.rawValue
      event.reason = reason?.word
      defer { fill(&event) }
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

  private func tell(_ kind: ControlEvent.Kind, _ id: ScreenID, _ fill: (inout ControlEvent) -> Void = { _ in }) {
    tell(kind) { event in
      event.screen = names[id]
      defer { fill(&event) }
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

extension InputInfo {
  /// What a device did, as subscribers are told it.
  init(_ incident: InputIncident) {
    switch incident {
    case .motion(let point):
      self.init(.pointer, .motion)
      (x, y) = (point.x, point.y)
    case .button(let code, let isPressed, let point):
      self.init(.pointer, isPressed ? .press : .release)
      self.code = Int(code)
      (x, y) = (point.x, point.y)
    case .scroll(let dx, let dy, let point):
      self.init(.pointer, .scroll)
      (self.dx, self.dy) = (dx, dy)
      (x, y) = (point.x, point.y)
    case .key(let code, let isPressed, let name):
      self.init(.keyboard, isPressed ? .press : .release)
      self.code = Int(code)
      key = name.isEmpty ? nil : name
    case .touchDown(let finger, let point):
      self.init(.touch, .down)
      self.finger = Int(finger)
      (x, y) = (point.x, point.y)
    case .touchMotion(let finger, let point):
      self.init(.touch, .motion)
      self.finger = Int(finger)
      (x, y) = (point.x, point.y)
    case .touchUp(let finger):
      self.init(.touch, .up)
      self.finger = Int(finger)
    case .touchCancel: self.init(.touch, .cancel)
    }
  }
}
