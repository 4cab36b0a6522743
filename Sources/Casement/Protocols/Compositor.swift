internal import Geometry
internal import WaylandServer

/// `wl_compositor`: makes surfaces and regions.
final class Compositor: WlCompositorRequests {
  private unowned let service: WindowService

  init(_ service: WindowService) { self.service = service }

  func createSurface(id: WlSurfaceResource) throws(ProtocolError) {
    let surface = Surface(id, service)
    id.handler = surface
    service.surfaceCreated(surface)
  }

  func createRegion(id: WlRegionResource) throws(ProtocolError) { id.handler = ClientRegion() }
}

/// `wl_region`: a set of points that a client puts together, copied where it is used.
final class ClientRegion: WlRegionRequests {
  private(set) var region = Region<SurfacePoints>()

  /// More rectangles than this in one region end the client: nobody needs them, and everybody pays for them.
  private static let limit = 10_000

  func add(x: Int32, y: Int32, width: Int32, height: Int32) throws(ProtocolError) {
    region.formUnion(Rect(x: Int(x), y: Int(y), width: Int(width), height: Int(height)))
    if region.rects.count > Self.limit { throw .noMemory }
  }

  func subtract(x: Int32, y: Int32, width: Int32, height: Int32) throws(ProtocolError) {
    region.subtract(Rect(x: Int(x), y: Int(y), width: Int(width), height: Int(height)))
    if region.rects.count > Self.limit { throw .noMemory }
  }
}

extension WlRegionResource {
  var region: ClientRegion? { handler.map { unsafe unsafeDowncast($0, to: ClientRegion.self) } }
}
