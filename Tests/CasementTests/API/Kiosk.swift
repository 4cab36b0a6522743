import Casement
import CasementControl

/// A kiosk: the shop fills a portrait screen, alerts stand in front of it, signs show on a second screen as long as there is one, and
/// nothing else is ever shown. It ends with the shop.
final class Kiosk {
  let service: WindowService
  private(set) var isOver = false
  private var shop: Window?
  private var observation: Observation?

  init() throws {
    var configuration = ServiceConfiguration()
    configuration.screens = [ScreenSpec(width: 1080, height: 1920)]
    configuration.keyPolicy = .explicit
    // no panels, no locks, no keyboards of others: windows alone
    configuration.protocols.denied = [
      "zwlr_layer_shell_v1", "ext_session_lock_manager_v1", "zwp_input_method_v1", "zwp_input_panel_v1", "zwp_input_method_manager_v2",
    ]
    service = try WindowService(configuration)
    observation = service.observe { [unowned self] in hear($0) }
  }

  /// Serves clients at the socket `path` until the shop's window is gone.
  func run(at path: String) throws {
    try service.listen(at: path)
    while !isOver { service.dispatch() }
  }

  private func hear(_ notification: WindowService.Notification) {
    switch notification {
    case .windowDidBecomeVisible(let window), .windowDidChangeScreen(let window, _): if window.isVisible { arrange(window) }
    case .windowRemoved(let window): isOver = isOver || window == shop
    case .screenDidConnect, .screenDidDisconnect: service.windows.filter { $0.appID == "sign" }.forEach(arrange)
    default: break
    }
  }

  private func arrange(_ window: Window) {
    switch window.appID {
    case "shop":
      shop = shop ?? window
      window.makeKey()
    case "alert":
      window.level = .alert
      window.makeKeyAndVisible()
    case "sign":
      window.canBecomeKey = false
      if let second = service.screens.dropFirst().first { window.screen = second }
      window.isHidden = service.screens.count < 2
    default: window.isHidden = true
    }
  }
}
