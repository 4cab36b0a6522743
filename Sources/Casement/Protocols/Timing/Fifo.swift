internal import Surfaces
internal import WaylandProtocols
internal import WaylandServer

/// `wp_fifo_manager_v1`: lets clients queue frames.
final class FifoManager: WpFifoManagerV1Requests {
  func getFifo(id: WpFifoV1Resource, surface: WlSurfaceResource) throws(ProtocolError) {
    guard let target = surface.surface else { return }
    guard target.extensions.fifo == nil else { throw .wpFifoManagerV1(.alreadyExists, "wl_surface#\(surface.id) already has a fifo") }
    let made = Fifo(target)
    target.extensions.fifo = made
    id.handler = made
  }
}

/// `wp_fifo_v1`: lets commits of one surface wait until an earlier one was shown for a tick of its screen. The rules are `SurfaceHold`'s.
final class Fifo: WpFifoV1Requests {
  private var surface: Surface?

  init(_ surface: Surface) { self.surface = surface }

  func setBarrier() throws(ProtocolError) { try update { $0.setsBarrier = true } }
  func waitBarrier() throws(ProtocolError) { try update { $0.waitsForBarrier = true } }

  private func update(_ change: (inout RareUpdate) -> Void) throws(ProtocolError) {
    guard let surface else { throw .wpFifoV1(.surfaceDestroyed, "the wl_surface is gone") }
    surface.node.update.changeRare(change)
  }

  func surfaceDestroyed() { surface = nil }

  func resourceDestroyed() { surface?.extensions.fifo = nil }
}
