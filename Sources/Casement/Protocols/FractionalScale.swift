internal import WaylandProtocols
internal import WaylandServer
internal import WindowModel

/// `wp_fractional_scale_manager_v1`.
final class FractionalScaleManager: WpFractionalScaleManagerV1Requests {
  private unowned let service: WindowService

  init(_ service: WindowService) { self.service = service }

  func getFractionalScale(id: WpFractionalScaleV1Resource, surface: WlSurfaceResource) throws(ProtocolError) {
    guard let target = surface.surface else { return }
    guard target.extensions.fractionalScale == nil else {
      throw .wpFractionalScaleManagerV1(.fractionalScaleExists, "wl_surface#\(surface.id) already has a fractional scale object")
    }
    let made = FractionalScale(id, target)
    id.handler = made
    target.extensions.fractionalScale = made
    // the scale of the screen that the surface is on, or will come to be on
    if let scale = target.toldScale?.scale120 ?? service.likelyScreen(of: target).flatMap({ service.model.screen($0)?.scale120 }) {
      made.send(scale)
    }
  }
}

/// `wp_fractional_scale_v1`: tells a surface the exact scale of its screen, in 120ths.
final class FractionalScale: WpFractionalScaleV1Requests {
  private let resource: WpFractionalScaleV1Resource
  private var surface: Surface?
  private var told: Int?

  init(_ resource: WpFractionalScaleV1Resource, _ surface: Surface) {
    self.resource = resource
    self.surface = surface
  }

  func send(_ scale120: Int) {
    guard told != scale120 else { return }
    told = scale120
    resource.sendPreferredScale(scale: UInt32(scale120))
  }

  func surfaceDestroyed() { surface = nil }

  func resourceDestroyed() {
    surface?.extensions.fractionalScale = nil
    surface = nil
  }
}

extension WindowService {
  /// The screen that `surface` is on, or will be on when it is shown.
  func likelyScreen(of surface: Surface) -> ScreenID? {
    screenShowing(surface) ?? window(of: surface).flatMap { model.window($0.id)?.screen } ?? model.mainScreen
  }
}
