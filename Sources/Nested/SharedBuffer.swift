internal import CShm
internal import Geometry
internal import Rendering
internal import Scene
internal import WaylandClient
internal import WaylandProtocols

/// A picture in memory that is shared with the host.
final class SharedBuffer {
  let picture: ShmBuffer
  let proxy: WlBufferProxy
  /// Whether the host may be reading it.
  var isBusy = false
  /// What in it is not as the frame that was shown last.
  var stale: Region<ScreenPixels>

  /// A picture of zeros in a file that never shrinks, so that the host need not be on its guard.
  ///
  /// - Parameter released: called when the host has read it.
  /// - Throws: where the system has no memory.
  init(_ size: Size<ScreenPixels>, _ format: PixelFormat, on shm: WlShmProxy, released: @escaping () -> Void) throws(ShmError) {
    let stride = format.packedStride(width: size.width)
    let bytes = stride * size.height
    let file = try ShmPool.makeFile(size: bytes)
    _ = casement_shm_seal_against_shrinking(file)
    let pool = try ShmPool(fileDescriptor: file, size: bytes)
    picture = try ShmBuffer(pool: pool, offset: 0, width: size.width, height: size.height, stride: stride, format: format)
    let shared = shm.createPool(fd: file, size: Int32(bytes))
    proxy = shared.createBuffer(
      offset: 0, width: Int32(size.width), height: Int32(size.height), stride: Int32(stride), format: .init(rawValue: format.rawValue))
    shared.destroy()
    stale = Region(Rect(size: size))
    proxy.onEvent = { [unowned self] _ in
      self.isBusy = false
      released()
    }
  }

  var size: Size<ScreenPixels> { Size(width: picture.size.width, height: picture.size.height) }
}
