internal import Surfaces
internal import WaylandProtocols
internal import WaylandServer
internal import WindowModel

/// `zwlr_layer_shell_v1`: makes windows of the desktop itself.
final class LayerShell: ZwlrLayerShellV1Requests {
  let resource: ZwlrLayerShellV1Resource
  private unowned let service: WindowService

  init(_ resource: ZwlrLayerShellV1Resource, _ service: WindowService) {
    self.resource = resource
    self.service = service
  }

  func getLayerSurface(
    id: ZwlrLayerSurfaceV1Resource, surface: WlSurfaceResource, output: WlOutputResource?, layer: ZwlrLayerShellV1.Layer,
    namespace: String
  ) throws(ProtocolError) {
    guard let target = surface.surface else { return }
    guard let layer = Layer(rawValue: layer.rawValue) else {
      throw .zwlrLayerShellV1(.invalidLayer, "\(layer.rawValue) is not a layer; there are 0 to 3")
    }
    guard target.xdgSurface == nil else { throw .zwlrLayerShellV1(.role, "wl_surface#\(surface.id) has an xdg_surface") }
    if target.state.hasContent || target.node.update.hasBuffer {
      throw .zwlrLayerShellV1(.alreadyConstructed, "wl_surface#\(surface.id) already has a buffer")
    }
    let made = LayerSurface(id, target, self, service, layer: layer, namespace: namespace)
    try target.assign(.layer, made) { .zwlrLayerShellV1(.role, $0) }
    id.handler = made
    // an output that is gone stands for no screen, and null for the one where the next window would be, if there is any
    made.open(on: output?.output?.screen, isScreenGone: output != nil && output?.output == nil)
  }
}
