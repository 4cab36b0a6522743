internal import WaylandProtocols
internal import WaylandServer
internal import WindowModel

/// `casement_manager_v1`: makes windows of toplevels, and screens of outputs.
final class CasementManager: CasementManagerV1Requests {
  private let resource: CasementManagerV1Resource
  private unowned let service: WindowService
  private var told: CasementManagerV1.Capability?

  init(_ resource: CasementManagerV1Resource, _ service: WindowService) {
    self.resource = resource
    self.service = service
  }

  /// Tells what the service does, where that is not known yet.
  func tell(_ capabilities: CasementManagerV1.Capability) {
    guard told != capabilities else { return }
    told = capabilities
    resource.sendCapabilities(capabilities: capabilities)
  }

  func getWindow(id: CasementWindowV1Resource, toplevel: XdgToplevelResource) throws(ProtocolError) {
    guard let window = toplevel.toplevel?.window else {
      // the wl_surface went before its role: the object is there, and its toplevel is not
      id.handler = CasementWindow(id, nil, service)
      return
    }
    guard window.observer == nil else {
      throw .casementManagerV1(.alreadyConstructed, "xdg_toplevel#\(toplevel.id) has a window already")
    }
    guard service.model.window(window.id)?.isMapped != true else {
      throw .casementManagerV1(.alreadyMapped, "xdg_toplevel#\(toplevel.id) is mapped")
    }
    let made = CasementWindow(id, window, service)
    id.handler = made
    made.begin()
  }

  func getScreen(id: CasementScreenV1Resource, output: WlOutputResource) throws(ProtocolError) {
    let screen = CasementScreen(id, output.output?.screen, service)
    id.handler = screen
    service.windowExtension.add(screen)
    screen.begin()
  }

  func resourceDestroyed() { service.windowExtension.forget(self) }
}
