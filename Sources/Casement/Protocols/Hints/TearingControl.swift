internal import Surfaces
internal import WaylandProtocols
internal import WaylandServer

/// `wp_tearing_control_manager_v1`: lets clients ask for low latency.
final class TearingControlManager: WpTearingControlManagerV1Requests {
  func getTearingControl(id: WpTearingControlV1Resource, surface: WlSurfaceResource) throws(ProtocolError) {
    guard let target = surface.surface else { return }
    guard target.extensions.tearing == nil else {
      throw .wpTearingControlManagerV1(.tearingControlExists, "wl_surface#\(surface.id) already has a tearing control")
    }
    let made = TearingControl(target)
    target.extensions.tearing = made
    id.handler = made
  }
}

/// `wp_tearing_control_v1`: whether latency matters more to one surface than whole pictures. Double-buffered; a picture is always whole
/// here, and controllers are told of the wish.
final class TearingControl: WpTearingControlV1Requests {
  private var surface: Surface?

  init(_ surface: Surface) { self.surface = surface }

  func setPresentationHint(hint: WpTearingControlV1.PresentationHint) throws(ProtocolError) {
    // no error is named for a value that does not exist: it asks for nothing
    let mayTear = hint == .async
    surface?.node.update.changeRare { $0.mayTear = .set(mayTear) }
  }

  func surfaceDestroyed() { surface = nil }

  func resourceDestroyed() {
    guard let surface else { return }
    surface.node.update.changeRare { $0.mayTear = .set(false) }
    surface.extensions.tearing = nil
  }
}
