import CasementTesting
import Glibc
import Rendering
import Scene
import Surfaces
import WaylandClient
import WaylandProtocols

/// A buffer of a client's in a file that cannot shrink, as those are that a host may be given.
final class SealedBuffer {
  let proxy: WlBufferProxy
  /// Whether the client has it back.
  private(set) var isFree = false

  /// - Parameter isSealed: false for one in a file that may shrink.
  init(
    _ client: TestClient, _ width: Int, _ height: Int, _ colour: UInt32, format: WlShm.Format = .xrgb8888, isSealed: Bool = true
  ) {
    let bytes = width * height * 4
    let descriptor = unsafe SharedFile.make(size: bytes) { memory in
      let words = unsafe memory.assumingMemoryBound(to: UInt32.self)
      for index in 0..<bytes / 4 { unsafe words[index] = colour }
    }
    // F_ADD_SEALS and F_SEAL_SHRINK of Linux
    if isSealed { precondition(fcntl(descriptor, 1033, 2) == 0) }
    let pool = client.shm.createPool(fd: descriptor, size: Int32(bytes))
    close(descriptor)
    proxy = pool.createBuffer(offset: 0, width: Int32(width), height: Int32(height), stride: Int32(width * 4), format: format)
    pool.destroy()
    proxy.onEvent = { [weak self] _ in self?.isFree = true }
  }

  /// Shows it on a window, all of it new.
  func show(on window: TestWindow) throws {
    window.surface.attach(buffer: proxy, x: 0, y: 0)
    window.surface.damageBuffer(x: 0, y: 0, width: .max, height: .max)
    window.surface.commit()
    try window.client.roundtrip()
  }
}
