internal import Geometry
internal import Surfaces
internal import WaylandProtocols
internal import WaylandServer

/// `wp_viewporter`: lets clients crop and scale surfaces.
final class Viewporter: WpViewporterRequests {
  func getViewport(id: WpViewportResource, surface: WlSurfaceResource) throws(ProtocolError) {
    guard let target = surface.surface else { return }
    guard target.extensions.viewport == nil else {
      throw .wpViewporter(.viewportExists, "wl_surface#\(surface.id) already has a viewport")
    }
    let viewport = Viewport(id, target)
    target.extensions.viewport = viewport
    id.handler = viewport
  }
}

/// `wp_viewport`: crops and scales one surface. Double-buffered, so a request only writes the surface's update.
final class Viewport: WpViewportRequests {
  let resource: WpViewportResource
  private var surface: Surface?

  init(_ resource: WpViewportResource, _ surface: Surface) {
    self.resource = resource
    self.surface = surface
  }

  func setSource(x: Double, y: Double, width: Double, height: Double) throws(ProtocolError) {
    guard let surface else { throw .wpViewport(.noSurface, "the wl_surface is gone") }
    if (x, y, width, height) == (-1, -1, -1, -1) {
      surface.node.update.source = .set(nil)
      return
    }
    guard x >= 0, y >= 0, width > 0, height > 0 else {
      throw .wpViewport(.badValue, "the source (\(x), \(y)) \(width)×\(height) is negative or empty")
    }
    surface.node.update.source = .set(PreciseRect(x: x, y: y, width: width, height: height))
  }

  func setDestination(width: Int32, height: Int32) throws(ProtocolError) {
    guard let surface else { throw .wpViewport(.noSurface, "the wl_surface is gone") }
    if (width, height) == (-1, -1) {
      surface.node.update.destination = .set(nil)
      return
    }
    guard width > 0, height > 0 else { throw .wpViewport(.badValue, "the destination \(width)×\(height) is not positive") }
    surface.node.update.destination = .set(Size(width: Int(width), height: Int(height)))
  }

  func surfaceDestroyed() { surface = nil }

  func resourceDestroyed() {
    guard let surface else { return }
    surface.node.update.source = .set(nil)
    surface.node.update.destination = .set(nil)
    surface.extensions.viewport = nil
  }
}
