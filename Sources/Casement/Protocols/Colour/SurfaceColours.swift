internal import Scene
internal import Surfaces
internal import WaylandProtocols
internal import WaylandServer

/// `wp_color_management_surface_v1`: what the colours of one surface mean. Double-buffered.
final class SurfaceColours: WpColorManagementSurfaceV1Requests {
  private var surface: Surface?

  init(_ surface: Surface) { self.surface = surface }

  func setImageDescription(imageDescription: WpImageDescriptionV1Resource, renderIntent: WpColorManagerV1.RenderIntent)
    throws(ProtocolError)
  {
    let surface = try required()
    guard let record = imageDescription.object?.record else {
      throw .wpColorManagementSurfaceV1(.imageDescription, "wp_image_description_v1#\(imageDescription.id) is not ready")
    }
    guard let intent = RenderingIntent(rawValue: renderIntent.rawValue) else {
      throw .wpColorManagementSurfaceV1(.renderIntent, "\(renderIntent.rawValue) is not among the intents that were announced")
    }
    let meaning = record.meaning(intent)
    surface.node.update.changeRare { $0.colours = .set(meaning) }
  }

  func unsetImageDescription() throws(ProtocolError) {
    try required().node.update.changeRare { $0.colours = .set(nil) }
  }

  private func required() throws(ProtocolError) -> Surface {
    guard let surface else { throw .wpColorManagementSurfaceV1(.inert, "the wl_surface is gone") }
    return surface
  }

  func surfaceDestroyed() { surface = nil }

  func resourceDestroyed() {
    guard let surface else { return }
    surface.node.update.changeRare { $0.colours = .set(nil) }
    surface.extensions.colours = nil
  }
}
