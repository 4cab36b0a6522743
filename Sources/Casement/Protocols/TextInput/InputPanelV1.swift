internal import WaylandProtocols
internal import WaylandServer

/// `zwp_input_panel_v1`: the surfaces of an input method of the first version.
final class InputPanelsV1: ZwpInputPanelV1Requests {
  private unowned let service: WindowService

  init(_ service: WindowService) { self.service = service }

  func getInputPanelSurface(id: ZwpInputPanelSurfaceV1Resource, surface: WlSurfaceResource) throws(ProtocolError) {
    guard let target = surface.surface else { return }
    let panel = InputPanel(target, service)
    // the protocol has no error for this
    try target.assign(.inputPanel, panel) { .implementation($0) }
    id.handler = InputPanelSurfaceV1(panel)
    service.seat.textInputs.add(panel)
  }
}

/// `zwp_input_panel_surface_v1`: a keyboard on the screen, or a list beside the cursor.
final class InputPanelSurfaceV1: ZwpInputPanelSurfaceV1Requests {
  private let panel: InputPanel

  init(_ panel: InputPanel) { self.panel = panel }

  func setToplevel(output: WlOutputResource, position: UInt32) throws(ProtocolError) {
    guard position == 0 else { throw .implementation("\(position) is no position of an input panel; there is 0, centre_bottom") }
    panel.stand(.docked(output.output?.screen))
  }

  func setOverlayPanel() throws(ProtocolError) { panel.stand(.floating) }

  func resourceDestroyed() { panel.close() }
}
