internal import Geometry
internal import WaylandProtocols
internal import WaylandServer
internal import WindowModel

/// What the client is told, in the order in which it happens.
extension CasementWindow: WindowObserver {
  /// Tells a new object where its window is, and what differs from what an object starts with.
  func tellStart() {
    guard let id = window?.id, let state = service.model.window(id) else { return }
    tellScreen(state.screen, .fallback)
    if state.level != .normal { tellLevel(state.level) }
    tellInsets()
  }

  func windowDid(_ event: WindowEvent) {
    if case .removed = event { return toplevelGone() }
    guard let window, late == nil, service.lateNews.maySend(160, by: window) else { return wait(with: event) }
    switch event {
    case .becameVisible: tellVisible(true)
    case .becameHidden: tellVisible(false)
    case .becameKey(_, let reason): tellKey(true, reason)
    case .resignedKey(_, let reason): tellKey(false, reason)
    case .levelChanged(_, let level): tellLevel(level)
    case .screenChanged(_, let screen, let reason):
      tellScreen(screen, reason)
      told.frame = nil
      tellFrame()
      tellInsets()
    case .frameChanged: tellFrame()
    case .insetsChanged: tellInsets()
    case .keyboardFrameChanged: tellKeyboardFrame()
    default: break
    }
  }

  /// Keeps that something happened, for when the client reads.
  private func wait(with event: WindowEvent) {
    guard window != nil else { return }
    var late = late ?? Late()
    switch event {
    case .becameKey(_, let reason), .resignedKey(_, let reason): late.keyReason = reason
    case .screenChanged(_, _, let reason): late.screenReason = reason
    default: break
    }
    self.late = late
  }

  func catchUp() {
    guard let late, let id = window?.id, let state = service.model.window(id) else { return self.late = nil }
    self.late = nil
    let isKey = service.model.key == id
    if state.isVisible, !told.isVisible { tellVisible(true) }
    if told.isKey, !isKey { tellKey(false, late.keyReason) }
    if isKey, !told.isKey { tellKey(true, late.keyReason) }
    if told.isVisible, !state.isVisible { tellVisible(false) }
    if state.level != told.level { tellLevel(state.level) }
    if state.screen != told.screen {
      tellScreen(state.screen, late.screenReason)
      told.frame = nil
    }
    tellFrame()
    tellInsets()
    tellKeyboardFrame()
  }

  func windowDidCommit() { if late == nil { tellFrame() } }

  func willConfigure(_ configuration: WindowConfiguration) {
    resource.sendConfigure(
      width: Int32(clamping: configuration.size.width), height: Int32(clamping: configuration.size.height),
      scale120: UInt32(configuration.scale120),
      orientation: .init(configuration.orientation))
  }

  func touchesCancelled(_ ids: [Int32]) {
    // a window that is gone is told nothing about it
    guard let id = window?.id, service.model.window(id) != nil else { return }
    resource.sendTouchCancelled(seat: seat, ids: ids.map { UInt32(bitPattern: $0) })
  }

  /// The client's oldest `wl_seat`.
  private var seat: WlSeatResource? { service.seat.resource(of: resource.client) }

  private func tellVisible(_ isVisible: Bool) {
    told.isVisible = isVisible
    if isVisible { resource.sendBecameVisible() } else { resource.sendBecameHidden() }
  }

  private func tellKey(_ isKey: Bool, _ reason: ChangeReason) {
    told.isKey = isKey
    if isKey {
      resource.sendBecameKey(seat: seat, reason: .init(reason))
    } else {
      resource.sendResignedKey(seat: seat, reason: .init(reason))
    }
  }

  private func tellLevel(_ level: WindowLevel) {
    told.level = level
    resource.sendLevel(levelHi: level.rawValue.high, levelLo: level.rawValue.low)
  }

  private func tellScreen(_ screen: ScreenID?, _ reason: ChangeReason) {
    told.screen = screen
    resource.sendScreenChanged(
      screen: service.windowExtension.resource(of: screen, for: resource.client),
      identity: screen.flatMap { service.model.screen($0)?.name }, reason: .init(reason))
  }

  private func tellFrame() {
    guard let id = window?.id, let state = service.model.window(id), state.isMapped,
      let screen = state.screen.flatMap({ service.model.screen($0) }), let frame = service.model.frame(of: id)
    else { return }
    let origin = screen.frame.origin
    let onScreen = Rect<ScreenPoints>(x: frame.x - origin.x, y: frame.y - origin.y, width: frame.width, height: frame.height)
    guard told.frame != onScreen else { return }
    told.frame = onScreen
    resource.sendFrameChanged(
      x: Int32(clamping: onScreen.x), y: Int32(clamping: onScreen.y), width: Int32(clamping: onScreen.width),
      height: Int32(clamping: onScreen.height))
  }

  private func tellInsets() {
    guard let id = window?.id, let insets = service.model.insets(of: id), insets != told.insets else { return }
    told.insets = insets
    resource.sendInsets(
      top: Int32(clamping: insets.top), left: Int32(clamping: insets.left), bottom: Int32(clamping: insets.bottom),
      right: Int32(clamping: insets.right))
  }

  private func tellKeyboardFrame() {
    guard let id = window?.id else { return }
    let frame = service.model.keyboardFrame(of: id) ?? .zero
    guard frame != told.keyboardFrame else { return }
    told.keyboardFrame = frame
    resource.sendKeyboardFrame(
      x: Int32(clamping: frame.x), y: Int32(clamping: frame.y), width: Int32(clamping: frame.width), height: Int32(clamping: frame.height))
  }
}
