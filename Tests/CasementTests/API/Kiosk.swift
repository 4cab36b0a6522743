import Casement
import CasementControl

/// A kiosk: the shop fills a portrait screen, alerts stand in front of it, signs show on a second screen as soon as there is one, and
/// nothing else is ever shown. It ends with the shop.
final class Kiosk {
  let service: WindowService
  private(set) var isOver = false
  private var observation: Observation?

  init() throws {
    var configuration = ServiceConfiguration()
    configuration.screens = [ScreenSpec(width: 1080, height: 1920)]
    configuration.keyPolicy = .explicit
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
    case .windowDidBecomeVisible(let window): arrange(window)
    case .windowRemoved: isOver = shop == nil
    case .screenDidConnect(let screen):
      for window in service.windows where window.appID == "sign" { show(window, on: screen) }
    default: break
    }
  }

  private var shop: Window? { service.windows.first { $0.appID == "shop" } }

  private func arrange(_ window: Window) {
    switch window.appID {
    case "shop": window.makeKey()
    case "alert":
      window.level = .alert
      window.makeKeyAndVisible()
    case "sign" where service.screens.count > 1: show(window, on: service.screens[1])
    default: window.isHidden = true
    }
  }

  private func show(_ window: Window, on screen: Screen) {
    window.canBecomeKey = false
    window.screen = screen
    window.isHidden = false
  }
}
