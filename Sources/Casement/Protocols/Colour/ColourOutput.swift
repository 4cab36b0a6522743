internal import WaylandProtocols
internal import WaylandServer

/// `wp_color_management_output_v1`: the colours of one screen. They never change.
final class ColourOutput: WpColorManagementOutputV1Requests {
  /// Nil when the screen is gone.
  private weak var output: OutputGlobal?
  private unowned let service: WindowService

  init(_ object: OutputObject?, _ service: WindowService) {
    output = object?.output
    self.service = service
  }

  func getImageDescription(imageDescription: WpImageDescriptionV1Resource) throws(ProtocolError) {
    if output?.isWithdrawn == false {
      imageDescription.become(service.colours.screen, tells: true)
    } else {
      imageDescription.fail(.noOutput, "the screen is gone")
    }
  }
}
