internal import WaylandProtocols
internal import WaylandServer

/// `wp_color_management_surface_feedback_v1`: in what colours one surface is shown without conversion: the same on all screens.
final class ColourFeedback: WpColorManagementSurfaceFeedbackV1Requests, SurfaceObserver {
  private var surface: Surface?
  private unowned let service: WindowService

  init(_ surface: Surface, _ service: WindowService) {
    self.surface = surface
    self.service = service
  }

  func getPreferred(imageDescription: WpImageDescriptionV1Resource) throws(ProtocolError) { try describe(imageDescription) }

  func getPreferredParametric(imageDescription: WpImageDescriptionV1Resource) throws(ProtocolError) { try describe(imageDescription) }

  private func describe(_ made: WpImageDescriptionV1Resource) throws(ProtocolError) {
    guard surface != nil else { throw .wpColorManagementSurfaceFeedbackV1(.inert, "the wl_surface is gone") }
    made.become(service.colours.screen, tells: true)
  }

  func surfaceDestroyed(_ surface: Surface) { self.surface = nil }

  func resourceDestroyed() { surface?.extensions.observers.remove(self) }
}
