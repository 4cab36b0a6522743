internal import WindowModel

/// Turns what happens in the model into notifications, and hands them out one after the other.
final class Notifier {
  private unowned let service: WindowService
  private var observations: [Weak] = []
  private var queue: [WindowService.Notification] = []
  private var isDraining = false
  /// The windows that were announced: system windows are not.
  private var windows: Set<WindowID> = []

  private struct Weak {
    weak var observation: Observation?
  }

  init(_ service: WindowService) { self.service = service }

  func observe(_ body: @escaping (WindowService.Notification) -> Void) -> Observation {
    let observation = Observation(body)
    observations.append(Weak(observation: observation))
    return observation
  }

  /// Notes what happened.
  func hear(_ event: WindowEvent) {
    if case .added(let id) = event, service.model.window(id)?.kind == .toplevel { windows.insert(id) }
    if !observations.isEmpty, let notification = notification(event) { queue.append(notification) }
    if case .removed(let id) = event { windows.remove(id) }
  }

  /// A window has another title or app id.
  func nameChanged(of id: WindowID) {
    guard !observations.isEmpty, windows.contains(id) else { return }
    queue.append(.windowDidChangeName(Window(id, service)))
    drain()
  }

  /// A window has another root, or none.
  func rootChanged(of id: WindowID) {
    guard !observations.isEmpty, windows.contains(id), service.model.window(id) != nil else { return }
    queue.append(.windowDidChangeRoot(Window(id, service)))
    // what is being told of now comes first
    if !service.isDelivering { drain() }
  }

  /// A client rang the bell.
  func bellRang(in id: WindowID?) {
    guard !observations.isEmpty else { return }
    queue.append(.bellDidRing(id.flatMap { windows.contains($0) ? Window($0, service) : nil }))
    drain()
  }

  /// Hands out what was noted. What observers cause comes after it.
  func drain() {
    guard !isDraining, !queue.isEmpty else { return }
    isDraining = true
    var next = 0
    while next < queue.count {
      let notification = queue[next]
      next += 1
      for observation in observations { observation.observation?.body?(notification) }
    }
    queue.removeAll(keepingCapacity: true)
    observations.removeAll { $0.observation?.body == nil }
    isDraining = false
  }

  private func notification(_ event: WindowEvent) -> WindowService.Notification? {
    func window(_ id: WindowID) -> Window? { windows.contains(id) ? Window(id, service) : nil }
    func screen(_ id: ScreenID) -> Screen { Screen(id, service) }
    switch event {
    case .added(let id): return window(id).map { .windowAdded($0) }
    case .removed(let id): return window(id).map { .windowRemoved($0) }
    case .becameVisible(let id): return window(id).map { .windowDidBecomeVisible($0) }
    case .becameHidden(let id): return window(id).map { .windowDidBecomeHidden($0) }
    case .becameKey(let id, let reason): return window(id).map { .windowDidBecomeKey($0, .init(reason)) }
    case .resignedKey(let id, let reason): return window(id).map { .windowDidResignKey($0, .init(reason)) }
    case .levelChanged(let id, _): return window(id).map { .windowDidChangeLevel($0) }
    case .reordered(let id): return window(id).map { .windowDidChangeOrder($0) }
    case .screenChanged(let id, _, let reason): return window(id).map { .windowDidChangeScreen($0, .init(reason)) }
    case .frameChanged(let id): return window(id).map { .windowDidChangeFrame($0) }
    case .insetsChanged(let id): return window(id).map { .windowDidChangeInsets($0) }
    case .keyboardFrameChanged(let id): return window(id).map { .windowDidChangeKeyboardFrame($0) }
    case .attention(let id): return window(id).map { .windowWantsAttention($0) }
    case .screenAdded(let id): return .screenDidConnect(screen(id))
    case .screenRemoved(let id): return .screenDidDisconnect(screen(id))
    case .screenUpdated(let id): return .screenDidChange(screen(id))
    case .mirroringChanged(let id, _): return .screenDidChangeMirroring(screen(id))
    case .capturedChanged(let id, _): return .screenDidChangeCaptured(screen(id))
    case .mainScreenChanged(let id): return .mainScreenDidChange(id.map(screen))
    case .locked: return .sessionDidLock
    case .unlocked: return .sessionDidUnlock
    case .keyMoved, .parentChanged, .stateChanged, .touchesCancelled, .allTouchesCancelled, .popupsDismissed, .closed, .configure:
      return nil
    }
  }
}

extension WindowService.Reason {
  /// The model's reason, for programs.
  init(_ reason: ChangeReason) {
    self =
      switch reason {
      case .requested: .requested
      case .windowHidden: .windowHidden
      case .windowDestroyed: .windowDestroyed
      case .clientGone: .clientGone
      case .screenLost: .screenLost
      case .notCapable: .notCapable
      case .fallback: .fallback
      case .controller: .controller
      case .lock: .lock
      case .press: .press
      }
  }
}
