internal import Surfaces
internal import WaylandProtocols
internal import WaylandServer

/// `xdg_wm_base`: one client's door to windows.
final class XdgWmBase: XdgWmBaseRequests {
  let resource: WmBaseResource
  unowned let service: WindowService
  /// How many `xdg_surface` objects made here are alive.
  fileprivate(set) var surfaces = 0
  /// Pings that were not answered yet, and who waits for the answer.
  private var pings: [UInt32: () -> Void] = [:]

  typealias WmBaseResource = XdgWmBaseResource

  init(_ resource: XdgWmBaseResource, _ service: WindowService) {
    self.resource = resource
    self.service = service
    service.answers.bound(self)
  }

  func destroy() throws(ProtocolError) {
    guard surfaces == 0 else { throw .xdgWmBase(.defunctSurfaces, "\(surfaces) xdg_surface objects are alive") }
  }

  func createPositioner(id: XdgPositionerResource) throws(ProtocolError) { id.handler = XdgPositioner(id) }

  func getXdgSurface(id: XdgSurfaceResource, surface: WlSurfaceResource) throws(ProtocolError) {
    guard let target = surface.surface else { return }
    if let kind = target.roleKind, kind != .toplevel, kind != .popup {
      throw .xdgWmBase(.role, "wl_surface#\(surface.id) is already a \(kind.rawValue)")
    }
    guard target.xdgSurface == nil else { throw .xdgWmBase(.role, "wl_surface#\(surface.id) already has an xdg_surface") }
    if target.state.hasContent || target.node.update.hasBuffer {
      throw .xdgWmBase(.invalidSurfaceState, "wl_surface#\(surface.id) already has a buffer")
    }
    id.handler = XdgSurface(id, target, self)
    surfaces += 1
  }

  func pong(serial: UInt32) throws(ProtocolError) { pings.removeValue(forKey: serial)?() }

  /// Asks the client whether it is there. - Parameter answered: called when it says so.
  func ping(_ answered: @escaping () -> Void) {
    let serial = service.nextSerial()
    pings[serial] = answered
    resource.sendPing(serial: serial)
  }

  func surfaceGone() { surfaces -= 1 }

  func resourceDestroyed() { service.answers.gone(self) }
}

extension XdgWmBaseResource {
  var wmBase: XdgWmBase? { handler.map { unsafe unsafeDowncast($0, to: XdgWmBase.self) } }
}
