import CasementControl
import CasementTesting
import Geometry
import Glibc
import Scene
import Testing
import WaylandClient
import WaylandProtocols
import WindowModel

@testable import Casement

/// A service with small screens, and clients that write what they are told into one list.
final class World {
  let test: TestService
  private(set) var clients: [ExtensionClient] = []
  /// What clients were told since it was last taken, in the order in which they read it.
  private(set) var log: [String] = []

  var service: WindowService { test.service }

  /// Screens `main`, of 200 × 150 pixels, and any that `others` says.
  init(
    _ others: ScreenSpec..., main: ScreenSpec = .called("main", 200, 150), keyPolicy: ServiceConfiguration.KeyPolicy = .press,
    placement: ServiceConfiguration.Placement = .fill
  ) throws {
    var configuration = ServiceConfiguration.manual
    configuration.screens = [main] + others
    configuration.keyPolicy = keyPolicy
    configuration.placement = placement
    test = try TestService(configuration)
  }

  func connect() throws -> ExtensionClient {
    let client = try ExtensionClient(test.connect(), self)
    clients.append(client)
    try client.core.roundtrip()
    return client
  }

  /// Ends a client's connection, as when its process dies.
  func kill(_ client: ExtensionClient) throws {
    clients.removeAll { $0 === client }
    shutdown(client.core.connection.fileDescriptor, Int32(SHUT_RDWR))
    test.pump()
    try sync()
  }

  func note(_ line: String) { log.append(line) }

  /// Lets everybody handle what was sent, and what that caused.
  func sync() throws {
    for client in clients { client.core.connection.flush() }
    test.pump()
    for _ in 0..<2 {
      for client in clients { try client.core.roundtrip() }
    }
  }

  /// What clients were told since the last time, without configures, frames, insets and the ends of frames.
  func decisions() throws -> [String] {
    try everything().filter { line in !["configure", "frame", "insets", "modifiers"].contains { line.contains($0) } }
  }

  /// All that clients were told since the last time.
  func everything() throws -> [String] {
    try sync()
    defer { log = [] }
    return log
  }

  /// Forgets what was told so far.
  func forget() throws { _ = try everything() }

  // MARK: The service's side

  /// The window titled `name`, as an embedding program has it.
  func window(_ name: String) -> Casement.Window { service.windows.first { $0.title == name }! }
  func screen(_ name: String) -> Casement.Screen { service.screens.first { $0.name == name }! }

  /// The titles of the windows, back to front.
  var order: [String] { service.windows.map(\.title) }

  /// Who is key, as the model, the keyboard and the control socket have it; a sentence where they do not agree.
  func key() throws -> String? {
    try sync()
    let model = service.keyWindow?.title
    let keyboard = clients.compactMap(\.keyboardFocus)
    let control = try service.controller.windows().filter(\.key).map(\.title)
    guard keyboard == (model.map { [$0] } ?? []), control == keyboard else {
      return "model \(String(describing: model)), keyboard \(keyboard), control \(control)"
    }
    return model
  }

  /// The picture of a screen.
  func picture(_ name: String = "main") -> PixelBuffer { service.capture(screen: screen(name).screenID)!.picture }
  /// One pixel of it, 0xRRGGBB.
  func pixel(_ x: Int, _ y: Int, on name: String = "main") -> UInt32 { picture(name)[x, y] & 0xFF_FFFF }

  /// Puts a window somewhere, in a size that its client takes.
  func place(_ window: ExtensionWindow, _ x: Int, _ y: Int, _ width: Int, _ height: Int, _ colour: UInt32 = 0xFF_FFFF) throws {
    self.window(window.name).frame = Rect(x: x, y: y, width: width, height: height)
    try sync()
    try window.draw(colour)
  }

  func touchDown(_ finger: Int32 = 0, _ x: Double, _ y: Double) { service.injectTouchDown(finger, at: PrecisePoint(x: x, y: y)) }
  func touchMove(_ finger: Int32 = 0, _ x: Double, _ y: Double) { service.injectTouchMotion(finger, to: PrecisePoint(x: x, y: y)) }
  func touchUp(_ finger: Int32 = 0) { service.injectTouchUp(finger) }
  func point(_ x: Double, _ y: Double) { service.injectPointerMotion(to: PrecisePoint(x: x, y: y)) }
  func press(_ isDown: Bool = true) { service.injectButton(pressed: isDown) }
  func typeKey(_ key: UInt32, _ isDown: Bool = true) { service.injectKey(key, pressed: isDown) }

  func change(_ screen: String, _ body: (inout ScreenChange) -> Void) throws {
    var change = ScreenChange()
    body(&change)
    try service.updateScreen(self.screen(screen).screenID, change)
  }

  func remove(_ screen: String) { service.removeScreen(self.screen(screen)) }

  /// Runs the ticks of the next milliseconds.
  func pass(milliseconds: UInt64) throws {
    let end = service.clock.now + milliseconds * 1_000_000
    while let next = service.frameLoop.nextTick, next <= end {
      service.clock.advance(to: next)
      _ = service.frameLoop.runTicks(dueAt: next)
      try sync()
    }
    service.clock.advance(to: end)
  }

  /// A docked keyboard of an input method.
  func showKeyboard(height: Int) throws -> WindowID {
    let width = service.mainScreen!.bounds.width
    let added = service.model.addWindow(client: ClientID(rawValue: 999), kind: .inputPanel(.docked))
    service.perform(added.events)
    service.perform(service.model.setContent(added.id, isMapped: true, size: Size(width: width, height: height)))
    try sync()
    return added.id
  }

  /// A client of the layer shell's and the session lock's.
  private lazy var system: TestClient = {
    // as any other client
    guard let client = try? test.connect() else { preconditionFailure("the service takes no more clients") }
    return client
  }()
  private var bars: [WindowID: TestLayer] = [:]
  private var lock: ExtSessionLockV1Proxy?

  /// A bar of a layer surface at the top edge.
  func showBar(height: Int, interactivity: ZwlrLayerSurfaceV1.KeyboardInteractivity = .none) throws -> WindowID {
    let bar = try TestLayer.bar(system, system.bind(ZwlrLayerShellV1Proxy.self), height: height)
    bar.layer.setKeyboardInteractivity(keyboardInteractivity: interactivity)
    bar.surface.commit()
    try system.roundtrip()
    let id = try service.id(of: bar.surface)
    bars[id] = bar
    return id
  }

  /// Takes a bar, or a docked keyboard, away.
  func removeSystemWindow(_ id: WindowID) throws {
    guard let bar = bars.removeValue(forKey: id) else { return service.perform(service.model.removeWindow(id)) }
    bar.layer.destroy()
    bar.surface.destroy()
    try system.roundtrip()
  }

  /// A client locks the session.
  func lockSession() throws {
    lock = system.bind(ExtSessionLockManagerV1Proxy.self).lock()
    try system.roundtrip()
  }

  /// It unlocks it again, once it was told that it is locked.
  func unlockSession() throws {
    try pass(milliseconds: 100)
    try system.roundtrip()
    lock?.unlockAndDestroy()
    try system.roundtrip()
  }
}

extension ScreenSpec {
  /// A screen with a name.
  static func called(_ name: String, _ width: Int, _ height: Int, scale: Double = 1, refresh: Double = 60) -> ScreenSpec {
    var spec = ScreenSpec(width: width, height: height)
    spec.name = name
    spec.scale = scale
    spec.refresh = refresh
    return spec
  }
}
