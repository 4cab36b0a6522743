import CasementTesting
import WaylandClient
import WaylandProtocols

@testable import Casement

/// A client that speaks the extension, and writes down what it is told.
final class ExtensionClient {
  let core: TestClient
  unowned let world: World
  let manager: CasementManagerV1Proxy
  /// The app id of all of its windows.
  let appID: String
  private(set) var capabilities: [CasementManagerV1.Capability] = []
  /// The title of the window whose surface has the keyboard.
  private(set) var keyboardFocus: String?
  private(set) var pointerFocus: String?
  private(set) var heldAtEnter: [UInt32] = []
  /// The serials of the last events of the keyboard.
  private(set) var lastEnter: UInt32 = 0
  private(set) var lastLeave: UInt32 = 0
  private(set) var lastKey: UInt32 = 0
  /// Kept as long as the client, as their events come as long.
  private var windows: [ExtensionWindow] = []
  private var screens: [ExtensionScreen] = []
  var surfaceNames: [ObjectIdentifier: String] = [:]
  var screenNames: [ObjectIdentifier: String] = [:]
  let keyboard: WlKeyboardProxy
  let touch: WlTouchProxy
  let pointer: WlPointerProxy

  init(_ core: TestClient, _ world: World) throws {
    self.core = core
    self.world = world
    appID = "client-\(world.clients.count)"
    manager = core.bind(CasementManagerV1Proxy.self)
    keyboard = core.seat.getKeyboard()
    touch = core.seat.getTouch()
    pointer = core.seat.getPointer()
    manager.onEvent = { [unowned self] event in
      if case .capabilities(let capabilities) = event { self.capabilities.append(capabilities) }
    }
    keyboard.onEvent = { [unowned self] in self.hear($0) }
    touch.onEvent = { [unowned self] in self.hear($0) }
    pointer.onEvent = { [unowned self] in self.hear($0) }
  }

  func name(_ surface: WlSurfaceProxy?) -> String { surface.flatMap { surfaceNames[ObjectIdentifier($0)] } ?? "?" }

  private func hear(_ event: WlKeyboardEvent) {
    switch event {
    case .enter(let serial, let surface, let keys):
      lastEnter = serial
      keyboardFocus = name(surface)
      heldAtEnter = keys.words
      world.note("enter \(name(surface))" + (keys.isEmpty ? "" : " \(keys.words)"))
    case .leave(let serial, let surface):
      lastLeave = serial
      keyboardFocus = nil
      world.note("leave \(name(surface))")
    case .key(let serial, _, let key, let state):
      lastKey = serial
      world.note("\(keyboardFocus ?? "?") key \(key) \(state == .pressed ? "down" : "up")")
    case .modifiers(_, let depressed, _, _, _): world.note("modifiers \(depressed)")
    default: break
    }
  }

  private func hear(_ event: WlTouchEvent) {
    switch event {
    case .down(_, _, let surface, let id, let x, let y): world.note("down \(id) \(name(surface)) \(x.short),\(y.short)")
    case .up(_, _, let id): world.note("up \(id)")
    case .motion(_, let id, let x, let y): world.note("move \(id) \(x.short),\(y.short)")
    case .cancel: world.note("cancel")
    case .frame: world.note("touch frame")
    default: break
    }
  }

  private func hear(_ event: WlPointerEvent) {
    switch event {
    case .enter(_, let surface, let x, let y):
      pointerFocus = name(surface)
      world.note("pointer in \(name(surface)) \(x.short),\(y.short)")
    case .leave(_, let surface):
      pointerFocus = nil
      world.note("pointer out \(name(surface))")
    case .motion(_, let x, let y): world.note("\(pointerFocus ?? "?") motion \(x.short),\(y.short)")
    case .button(_, _, _, let state): world.note("\(pointerFocus ?? "?") button \(state == .pressed ? "down" : "up")")
    default: break
    }
  }

  /// A window titled `name`, hidden and without content yet.
  func makeWindow(_ name: String) throws -> ExtensionWindow {
    let window = ExtensionWindow(name, self)
    windows.append(window)
    window.base.surface.commit()
    try core.roundtrip()
    return window
  }

  /// The same with content, hidden still.
  func makeHidden(_ name: String, _ colour: UInt32 = 0xFF_FFFF) throws -> ExtensionWindow {
    let window = try makeWindow(name)
    try window.draw(colour)
    return window
  }

  /// The same, shown, but not key by that.
  func makeShown(_ name: String, _ colour: UInt32 = 0xFF_FFFF) throws -> ExtensionWindow {
    let window = try makeHidden(name, colour)
    window.show()
    try core.roundtrip()
    return window
  }

  /// A stock toplevel with content.
  func makeStock(_ name: String, _ width: Int, _ height: Int, _ colour: UInt32 = 0xFF_FFFF) throws -> TestWindow {
    let window = TestWindow(core)
    surfaceNames[ObjectIdentifier(window.surface)] = name
    window.toplevel.setTitle(title: name)
    window.toplevel.setAppId(appId: appID)
    window.surface.commit()
    try core.roundtrip()
    window.show(width, height, 0xFF00_0000 | colour)
    try core.roundtrip()
    return window
  }

  /// The screen of the output called `name`.
  func screen(_ name: String) throws -> ExtensionScreen {
    for index in 0..<core.globals.filter({ $0.interface == "wl_output" }).count {
      let output = core.bind(WlOutputProxy.self, index: index)
      var found: String?
      output.onEvent = { event in if case .name(let name) = event { found = name } }
      try core.roundtrip()
      if found == name {
        let screen = try ExtensionScreen(output, self, name)
        screens.append(screen)
        return screen
      }
      output.release()
    }
    preconditionFailure("there is no output called \(name)")
  }
}

extension Double {
  /// Without a fraction of zero.
  var short: String { self == rounded() ? "\(Int(self))" : "\(self)" }
}
