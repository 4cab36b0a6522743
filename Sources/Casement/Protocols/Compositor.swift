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

  func createRegion(id: WlRegionResource) throws(ProtocolError) { id.handler = ClientRegion(id.client) }
}

/// `wl_region`: a set of points that a client puts together, copied where it is used.
final class ClientRegion: WlRegionRequests {
  private(set) var region = Region<SurfacePoints>()
  private let client: Client
  /// How many rectangles there are.
  private var count = 0

  /// More rectangles than this in one region, or in all of a client, end it: nobody needs them, and everybody pays for them.
  private static let (limit, limitOfAll) = (10_000, 1_000_000)

  init(_ client: Client) { self.client = client }

  func add(x: Int32, y: Int32, width: Int32, height: Int32) throws(ProtocolError) {
    region.formUnion(Rect(x: Int(x), y: Int(y), width: Int(width), height: Int(height)))
    try checkCount()
  }

  func subtract(x: Int32, y: Int32, width: Int32, height: Int32) throws(ProtocolError) {
    region.subtract(Rect(x: Int(x), y: Int(y), width: Int(width), height: Int(height)))
    try checkCount()
  }

  private func checkCount() throws(ProtocolError) {
    let new = region.rects.count
    client.rectCount += new - count
    count = new
    if count > Self.limit { throw .tooMuch("a region of more than \(Self.limit) rectangles") }
    if client.rectCount > Self.limitOfAll { throw .tooMuch("regions of more than \(Self.limitOfAll) rectangles together") }
  }

  func resourceDestroyed() { client.rectCount -= count }
}

extension WlRegionResource {
  var region: ClientRegion? { handler.map { unsafe unsafeDowncast($0, to: ClientRegion.self) } }
}
