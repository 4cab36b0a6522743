internal import WaylandProtocols
internal import WaylandServer
internal import WindowModel

/// `zwlr_output_power_manager_v1`: turns the light of screens on and off.
final class OutputPowerManager: ZwlrOutputPowerManagerV1Requests {
  private unowned let service: WindowService

  init(_ service: WindowService) { self.service = service }

  func getOutputPower(id: ZwlrOutputPowerV1Resource, output: WlOutputResource) throws(ProtocolError) {
    guard let screen = output.output?.screen else { return id.sendFailed() }
    let power = OutputPower(id, screen, service)
    id.handler = power
    service.displayControls.add(power)
    power.tell()
  }
}

/// `zwlr_output_power_v1`: the light of one screen.
final class OutputPower: ZwlrOutputPowerV1Requests {
  private let resource: ZwlrOutputPowerV1Resource
  let screen: ScreenID
  private unowned let service: WindowService
  private var isScreenGone = false
  private let news: LatestNews<Bool?>

  init(_ resource: ZwlrOutputPowerV1Resource, _ screen: ScreenID, _ service: WindowService) {
    self.resource = resource
    self.screen = screen
    self.service = service
    news = LatestNews(nil, for: resource.client, service) { [unowned resource] isDark in
      if let isDark { resource.sendMode(mode: isDark ? .off : .on) }
    }
  }

  /// Tells the client whether the light is on.
  func tell() { news.tell(service.displayControls.isDark(screen)) }

  func setMode(mode: ZwlrOutputPowerV1.Mode) throws(ProtocolError) {
    guard mode.isValid() else { throw .zwlrOutputPowerV1(.invalidMode, "\(mode.rawValue) is not a mode; there are 0, off, and 1, on") }
    guard !isScreenGone else { return }
    service.displayControls.setDark(screen, mode == .off)
  }

  func screenGone() {
    isScreenGone = true
    news.forget()
    resource.sendFailed()
  }

  func resourceDestroyed() {
    news.forget()
    service.displayControls.remove(self)
  }
}
