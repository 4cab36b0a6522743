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
    switch event {
    case .becameVisible: resource.sendBecameVisible()
    case .becameHidden: resource.sendBecameHidden()
    case .becameKey(_, let reason): resource.sendBecameKey(seat: seat, reason: .init(reason))
    case .resignedKey(_, let reason): resource.sendResignedKey(seat: seat, reason: .init(reason))
    case .levelChanged(_, let level): tellLevel(level)
    case .screenChanged(_, let screen, let reason):
      tellScreen(screen, reason)
      told.frame = nil
      tellFrame()
      tellInsets()
    case .frameChanged: tellFrame()
    case .insetsChanged: tellInsets()
    case .keyboardFrameChanged: tellKeyboardFrame()
    case .removed: toplevelGone()
    default: break
    }
  }

  func windowDidCommit() { tellFrame() }

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

  private func tellLevel(_ level: WindowLevel) { resource.sendLevel(levelHi: level.rawValue.high, levelLo: level.rawValue.low) }

  private func tellScreen(_ screen: ScreenID?, _ reason: ChangeReason) {
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
