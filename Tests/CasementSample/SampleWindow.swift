internal import WaylandClient
internal import WaylandProtocols

/// A window that speaks `casement_window_v1`: hidden until it is told to show.
final class SampleWindow {
  private let client: SampleClient
  private let colour: UInt32
  private let surface: WlSurfaceProxy
  private let xdgSurface: XdgSurfaceProxy
  private let toplevel: XdgToplevelProxy
  private let manager: CasementManagerV1Proxy
  private let window: CasementWindowV1Proxy
  private var size = (width: 1, height: 1)
  /// An activation token, for the first time that the window is to be key.
  private var token: String?

  init(_ client: SampleClient, appID: String, level: Double, colour: UInt32, token: String?) {
    self.client = client
    self.colour = colour
    self.token = token
    let base = client.bind(XdgWmBaseProxy.self)
    base.onEvent = { [unowned base] event in if case .ping(let serial) = event { base.pong(serial: serial) } }
    surface = client.compositor.createSurface()
    xdgSurface = base.getXdgSurface(surface: surface)
    toplevel = xdgSurface.getToplevel()
    manager = client.bind(CasementManagerV1Proxy.self)
    window = manager.getWindow(toplevel: toplevel)
    toplevel.setAppId(appId: appID)
    toplevel.setTitle(title: appID)
    let bits = level.bitPattern
    window.setLevel(levelHi: UInt32(truncatingIfNeeded: bits >> 32), levelLo: UInt32(truncatingIfNeeded: bits))
    window.onEvent = { [unowned self] event in
      if case .configure(let width, let height, _, _) = event { self.size = (max(1, Int(width)), max(1, Int(height))) }
    }
    xdgSurface.onEvent = { [unowned self] event in
      guard case .configure(let serial) = event else { return }
      self.xdgSurface.ackConfigure(serial: serial)
      client.paint(self.surface, self.size.width, self.size.height, colour)
    }
    surface.commit()
  }

  /// What one line of input asks.
  func perform(_ line: String) throws(ConnectionError) {
    let words = line.split(separator: " ").map(String.init)
    switch words.first {
    case "show": window.setHidden(hidden: 0)
    case "hide": window.setHidden(hidden: 1)
    case "key":
      window.makeKeyAndVisible(seat: nil, token: token)
      token = nil
    case "never-key": window.setCanBecomeKey(canBecomeKey: 0)
    case "screen" where words.count == 2:
      if let output = try client.output(words[1]) { window.setScreen(screen: manager.getScreen(output: output)) }
    default: break
    }
  }
}
