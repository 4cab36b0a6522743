internal import Surfaces
internal import WaylandProtocols
internal import WaylandServer

/// `wp_alpha_modifier_v1`: makes whole surfaces translucent.
final class AlphaModifierManager: WpAlphaModifierV1Requests {
  func getSurface(id: WpAlphaModifierSurfaceV1Resource, surface: WlSurfaceResource) throws(ProtocolError) {
    guard let target = surface.surface else { return }
    guard target.extensions.opacity == nil else {
      throw .wpAlphaModifierV1(.alreadyConstructed, "wl_surface#\(surface.id) already has an alpha modifier")
    }
    let made = AlphaModifier(target)
    target.extensions.opacity = made
    id.handler = made
  }
}

/// `wp_alpha_modifier_surface_v1`: how much of one surface is seen, without those that lie on it. Double-buffered.
final class AlphaModifier: WpAlphaModifierSurfaceV1Requests {
  private var surface: Surface?

  init(_ surface: Surface) { self.surface = surface }

  func setMultiplier(factor: UInt32) throws(ProtocolError) {
    guard let surface else { throw .wpAlphaModifierSurfaceV1(.noSurface, "the wl_surface is gone") }
    surface.node.update.changeRare { $0.opacity = .set(Double(factor) / Double(UInt32.max)) }
  }

  func surfaceDestroyed() { surface = nil }

  func resourceDestroyed() {
    guard let surface else { return }
    surface.node.update.changeRare { $0.opacity = .set(1) }
    surface.extensions.opacity = nil
  }
}
