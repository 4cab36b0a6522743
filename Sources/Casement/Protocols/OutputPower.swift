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

  init(_ resource: ZwlrOutputPowerV1Resource, _ screen: ScreenID, _ service: WindowService) {
    self.resource = resource
    self.screen = screen
    self.service = service
  }

  /// Tells the client whether the light is on.
  func tell() { resource.sendMode(mode: service.displayControls.isDark(screen) ? .off : .on) }

  func setMode(mode: ZwlrOutputPowerV1.Mode) throws(ProtocolError) {
    guard mode.isValid() else { throw .zwlrOutputPowerV1(.invalidMode, "\(mode.rawValue) is not a mode; there are 0, off, and 1, on") }
    guard !isScreenGone else { return }
    service.displayControls.setDark(screen, mode == .off)
  }

  func screenGone() {
    isScreenGone = true
    resource.sendFailed()
  }

  func resourceDestroyed() { service.displayControls.remove(self) }
}
