import CasementControl

/// The commands that tell what there is.
enum InspectionCommands {
  static let all: [Command] = [
    ControlCommand.one("windows", ListWindows.self, parameters: { _ in Nothing() }, text: table(of:)),
    ControlCommand.one("screens", ListScreens.self, parameters: { _ in Nothing() }, text: table(of:)),
    ControlCommand.one("seat", DescribeSeat.self, parameters: { _ in Nothing() }, text: text(of:)),
    ControlCommand.one(
      "version", Version.self, parameters: { _ in Nothing() },
      text: { "casement \($0.version), process \($0.pid)" + ($0.waylandDisplay.map { ", WAYLAND_DISPLAY=\($0)" } ?? "") + "\n" }),
  ]

  /// Windows as a table, front-most last, as they are told.
  @Sendable static func table(of windows: [WindowInfo]) -> String {
    var table = Table("ID", "APP ID", "TITLE", "PID", "LEVEL", "ORDER", "FRAME", "SCREEN", "INSETS", "STATE", "HINTS")
    for window in windows {
      let state = [window.key ? "key" : nil, window.hidden ? "hidden" : nil, window.canBecomeKey ? nil : "cannot-be-key"].compactMap { $0 }
      let insets = window.insets
      table.add(
        String(window.id), window.appID ?? "-", window.title ?? "-", window.pid.map { String($0) } ?? "-", window.level.short,
        String(window.order), text(of: window.frame), window.screen ?? "-",
        insets == Insets() ? "-" : "\(insets.top),\(insets.left),\(insets.bottom),\(insets.right)",
        state.isEmpty ? "-" : state.joined(separator: ","), hints(of: window))
    }
    return table.text
  }

  /// What a client said of its window besides, in one word each.
  private static func hints(of window: WindowInfo) -> String {
    let icon = window.icon.map { icon in
      "icon=" + ([icon.name].compactMap { $0 } + icon.pictures.map { "\($0.size)@\($0.scale)" }).joined(separator: "+")
    }
    let hints = [
      window.tag.map { "tag=\($0)" }, icon, window.contentType, window.mayTear == true ? "may-tear" : nil,
      window.opacity.map { "opacity=\($0.short)" },
      window.sandbox.map { "sandbox=" + [$0.engine, $0.appID, $0.instanceID].compactMap { $0 }.joined(separator: "/") },
    ].compactMap { $0 }
    return hints.isEmpty ? "-" : hints.joined(separator: ",")
  }

  /// Screens as a table.
  @Sendable static func table(of screens: [ScreenInfo]) -> String {
    var table = Table("NAME", "BOUNDS", "PIXELS", "SCALE", "REFRESH", "TRANSFORM", "MIRRORS", "STATE")
    for screen in screens {
      let state = [screen.main ? "main" : nil, screen.captured ? "captured" : nil, screen.dark == true ? "dark" : nil].compactMap { $0 }
      table.add(
        screen.name, text(of: screen.bounds), "\(screen.nativeBounds.width)x\(screen.nativeBounds.height)", screen.nativeScale.short,
        screen.refresh.short, screen.transform.rawValue, screen.mirrors ?? "-", state.isEmpty ? "-" : state.joined(separator: ","))
    }
    return table.text
  }

  /// The seat as lines.
  @Sendable static func text(of seat: SeatInfo) -> String {
    var table = Table("SEAT", seat.name)
    table.add("capabilities", seat.capabilities.joined(separator: ", "))
    table.add("key window", text(of: seat.key))
    let buttons = seat.pointer.buttons.isEmpty ? "" : ", down: " + seat.pointer.buttons.joined(separator: ", ")
    table.add("pointer", "\(seat.pointer.x.short),\(seat.pointer.y.short) over \(text(of: seat.pointer.window))\(buttons)")
    for touch in seat.touches { table.add("touch \(touch.id)", "\(touch.x.short),\(touch.y.short) in \(text(of: touch.window))") }
    table.add("keys down", seat.pressedKeys.isEmpty ? "none" : seat.pressedKeys.map { String($0) }.joined(separator: ", "))
    table.add("modifiers", seat.modifiers.isEmpty ? "none" : seat.modifiers.joined(separator: ", "))
    table.add("keymap", [seat.keymap.layout, seat.keymap.variant, seat.keymap.options].filter { !$0.isEmpty }.joined(separator: ":"))
    table.add("repeat", seat.repeat.rate == 0 ? "off" : "\(seat.repeat.rate) a second after \(seat.repeat.delay) ms")
    return table.text
  }

  private static func text(of frame: Rectangle) -> String { "\(frame.x),\(frame.y) \(frame.width)x\(frame.height)" }

  private static func text(of window: WindowReference?) -> String {
    guard let window else { return "no window" }
    let words = [window.kind, window.appID].compactMap { $0 }.joined(separator: " ")
    return "\(window.window)" + (words.isEmpty ? "" : " (\(words))")
  }
}
