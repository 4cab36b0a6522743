internal import Geometry
internal import Rendering
internal import Scene
internal import WaylandServer

/// A client's buffer that a picture is to go into.
struct CaptureTarget {
  private let resource: WlBufferResource
  private let picture: ShmBuffer

  /// What became of writing a picture.
  enum Outcome {
    case written
    /// The client destroyed the buffer meanwhile: its memory may be something else's now, and was left alone.
    case bufferGone
    /// The buffer has no memory; its client has been told.
    case fault
  }

  /// The buffer of `resource`; nil where it is not shared memory that can be written.
  init?(_ resource: WlBufferResource) {
    guard case .shm(let picture)? = resource.buffer?.content, picture.pool.isWritable else { return nil }
    self.resource = resource
    self.picture = picture
  }

  var size: Size<BufferPixels> { picture.size }
  var format: PixelFormat { picture.format }

  /// Draws `region` of `frame`, whose place `origin` is the buffer's first pixel. Nothing else of the client's memory is touched.
  func write(
    _ frame: SceneFrame, origin: Point<ScreenPixels> = .zero, region: Region<ScreenPixels>, for service: WindowService
  ) -> Outcome {
    guard resource.isAlive else { return .bufferGone }
    guard picture.isCoveredByFile else { return fault() }
    do throws(PixelFault) {
      service.endClients(ofFaulty: try frame.render(into: picture, origin: origin, region: region).faults)
      return .written
    } catch {
      return fault()
    }
  }

  private func fault() -> Outcome {
    resource.client.post(ClientBuffer.fault(resource), from: resource)
    return .fault
  }
}
