package import CasementControl
internal import Geometry
internal import Input
internal import Surfaces
internal import WaylandServer
internal import WindowModel

extension Controller: InspectionBackend {
  package func windows() throws(ControlError) -> ListWindows.Result { windowInfos() }

  package func screens() throws(ControlError) -> ListScreens.Result { service.model.screens.map(info) }

  package func seat() throws(ControlError) -> DescribeSeat.Result {
    let seat = service.seat!
    let names = service.configuration.keymap
    let position = seat.pointer.position
    return SeatInfo(
      name: seat.name, capabilities: ["pointer", "keyboard", "touch"], key: service.model.key.map(keyReference),
      pointer: PointerInfo(
        x: position.x, y: position.y, window: seat.pointer.target.flatMap { service.window(of: $0) }.map { reference($0.id) },
        buttons: seat.pointer.heldButtons.map { code in PointerButton.allCases.first { $0.code == code }?.rawValue ?? String(code) }),
      touches: seat.touch.fingers.map { finger in
        TouchInfo(
          id: Int(finger.id), x: finger.position.x, y: finger.position.y,
          window: finger.surface.flatMap { service.window(of: $0) }.map { reference($0.id) })
      },
      pressedKeys: seat.keyboard.heldKeys.map(Int.init), modifiers: seat.keyboard.state.activeModifierNames,
      keymap: KeymapInfo(layout: names.layout, variant: names.variant, options: names.options),
      repeat: RepeatInfo(rate: Int(seat.keyboard.repeats.rate), delay: Int(seat.keyboard.repeats.delay)))
  }

  /// The key window, and what it is where it is none that `windows` lists.
  private func keyReference(_ id: WindowID) -> WindowReference {
    var reference = reference(id)
    reference.kind =
      switch service.model.window(id)?.kind {
      case .layer: "layer"
      case .lock: "lock"
      case .toplevel, .inputPanel, nil: nil
      }
    return reference
  }

  package func subscribed(to kinds: [ControlEvent.Kind]?) {
    if kinds?.contains(.protocolError) ?? true { service.watchErrors() }
    if kinds?.contains(.input) ?? true { service.watchInput() }
  }

  /// Every ordinary window, back to front.
  func windowInfos() -> [WindowInfo] {
    service.model.windowList.enumerated().compactMap { order, id in info(id, order: order) }
  }

  /// What a controller is told of a window.
  func info(_ id: WindowID, order: Int? = nil) -> WindowInfo? {
    guard let window = service.model.window(id), let shown = service.clientWindows[id] else { return nil }
    let screen = window.screen.flatMap { service.model.screen($0) }
    let frame = service.model.frame(of: id) ?? .zero
    let insets = service.model.insets(of: id) ?? .zero
    let (appID, title) = (shown.role.appID, shown.role.title)
    var info = WindowInfo(
      id: id.rawValue, appID: appID.isEmpty ? nil : appID, title: title.isEmpty ? nil : title,
      pid: shown.client.processID > 0 ? Int(shown.client.processID) : nil, level: window.level.rawValue,
      order: order ?? service.model.windowList.firstIndex(of: id) ?? 0,
      frame: Rectangle(
        x: frame.x - (screen?.frame.x ?? 0), y: frame.y - (screen?.frame.y ?? 0), width: frame.width, height: frame.height),
      hidden: !window.isVisible, key: service.model.key == id, canBecomeKey: window.canBecomeKey, screen: screen?.name,
      insets: Insets(top: insets.top, left: insets.left, bottom: insets.bottom, right: insets.right))
    info.sandbox = service.securityContexts[shown.client].map { context in
      func said(_ text: String) -> String? { text.isEmpty ? nil : text }
      return SandboxInfo(engine: said(context.engine), appID: said(context.appID), instanceID: said(context.instanceID))
    }
    addHints(of: shown, to: &info)
    return info
  }

  private func addHints(of window: ClientWindow, to info: inout WindowInfo) {
    let hints = window.role.hints
    if !hints.tag.isEmpty { info.tag = hints.tag }
    if !hints.description.isEmpty { info.purpose = hints.description }
    info.icon = hints.icon.map { icon in
      IconInfo(name: icon.name, pictures: icon.pictures.map { IconInfo.Picture(size: $0.side, scale: $0.scale) })
    }
    let state = window.surface.state.rare
    info.contentType = [1: "photo", 2: "video", 3: "game"][state.contentType]
    if state.mayTear { info.mayTear = true }
    if state.opacity < 1 { info.opacity = state.opacity }
  }

  /// What a controller is told of a screen.
  func info(_ screen: ModelScreen) -> ScreenInfo {
    let bounds = screen.windowBounds
    var info = ScreenInfo(
      name: screen.name, main: screen.id == service.model.mainScreen,
      bounds: Rectangle(x: screen.frame.x + bounds.x, y: screen.frame.y + bounds.y, width: bounds.width, height: bounds.height),
      nativeBounds: Rectangle(x: 0, y: 0, width: screen.mode.size.width, height: screen.mode.size.height),
      scale: Double(screen.scale), nativeScale: screen.nativeScale, refresh: Double(screen.mode.refresh) / 1000,
      transform: ScreenTransform(geometry: screen.transform),
      modes: screen.modes.enumerated().map { index, mode in
        ScreenModeInfo(
          width: mode.size.width, height: mode.size.height, refresh: Double(mode.refresh) / 1000, current: index == screen.currentMode,
          preferred: index == screen.preferredMode)
      }, mirrors: screen.mirrors.flatMap { service.model.screen($0)?.name }, captured: screen.isCaptured,
      overscan: Insets(
        top: screen.overscanInsets.top, left: screen.overscanInsets.left, bottom: screen.overscanInsets.bottom,
        right: screen.overscanInsets.right), compensation: .init(model: screen.overscan))
    if service.displayControls.isDark(screen.id) { info.dark = true }
    return info
  }
}
