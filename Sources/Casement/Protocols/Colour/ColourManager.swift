internal import Scene
internal import WaylandProtocols
internal import WaylandServer

/// `wp_color_manager_v1`: what the colours of surfaces mean, and those of screens.
///
/// Descriptions are made of parameters. There are no buffers of floating-point numbers here and no profiles, so Windows scRGB and ICC are
/// not offered.
final class ColourManager: WpColorManagerV1Requests {
  private unowned let service: WindowService

  init(_ resource: WpColorManagerV1Resource, _ service: WindowService) {
    self.service = service
    for intent in RenderingIntent.allCases { resource.sendSupportedIntent(renderIntent: .init(rawValue: intent.rawValue)) }
    let features: [WpColorManagerV1.Feature] = [
      .parametric, .setPrimaries, .setTfPower, .setLuminances, .setMasteringDisplayPrimaries, .extendedTargetVolume,
    ]
    for feature in features { resource.sendSupportedFeature(feature: feature) }
    for transfer in NamedTransfer.allCases { resource.sendSupportedTfNamed(tf: .init(rawValue: transfer.rawValue)) }
    for primaries in NamedPrimaries.allCases { resource.sendSupportedPrimariesNamed(primaries: .init(rawValue: primaries.rawValue)) }
    resource.sendDone()
  }

  func getOutput(id: WpColorManagementOutputV1Resource, output: WlOutputResource) throws(ProtocolError) {
    id.handler = ColourOutput(output.object, service)
  }

  func getSurface(id: WpColorManagementSurfaceV1Resource, surface: WlSurfaceResource) throws(ProtocolError) {
    guard let target = surface.surface else { return }
    guard target.extensions.colours == nil else {
      throw .wpColorManagerV1(.surfaceExists, "wl_surface#\(surface.id) already has a colour object")
    }
    let made = SurfaceColours(target)
    target.extensions.colours = made
    id.handler = made
  }

  func getSurfaceFeedback(id: WpColorManagementSurfaceFeedbackV1Resource, surface: WlSurfaceResource) throws(ProtocolError) {
    guard let target = surface.surface else { return }
    let made = ColourFeedback(target, service)
    target.extensions.observers.append(made, as: made)
    id.handler = made
  }

  func createIccCreator(obj: WpImageDescriptionCreatorIccV1Resource) throws(ProtocolError) {
    throw .wpColorManagerV1(.unsupportedFeature, "descriptions are not made from ICC profiles here: icc_v2_v4 is not among the features")
  }

  func createParametricCreator(obj: WpImageDescriptionCreatorParamsV1Resource) throws(ProtocolError) {
    obj.handler = DescriptionCreator(service)
  }

  func createWindowsScrgb(imageDescription: WpImageDescriptionV1Resource) throws(ProtocolError) {
    throw .wpColorManagerV1(
      .unsupportedFeature, "there are no buffers of floating-point numbers here: windows_scrgb is not among the features")
  }
}
