import CasementTesting
import Glibc
import WaylandClient
import WaylandProtocols

/// A buffer that its client goes on painting, as toolkits do.
@safe
final class Canvas {
  let buffer: WlBufferProxy
  let width: Int
  let height: Int
  private let memory: UnsafeMutableRawPointer

  /// A buffer of one colour, 0xAARRGGBB.
  init(_ client: TestClient, _ width: Int, _ height: Int, _ colour: UInt32 = 0xFF00_0000) {
    (self.width, self.height) = (width, height)
    let size = width * height * 4
    let file = unsafe SharedFile.make(size: size) { _ in }
    unsafe memory = mmap(nil, size, PROT_READ | PROT_WRITE, MAP_SHARED, file, 0)!
    let pool = client.shm.createPool(fd: file, size: Int32(size))
    close(file)
    buffer = pool.createBuffer(offset: 0, width: Int32(width), height: Int32(height), stride: Int32(width * 4), format: .argb8888)
    pool.destroy()
    fill(0, 0, width, height, colour)
  }

  deinit { unsafe munmap(memory, width * height * 4) }

  /// Paints a rectangle of the buffer, as it lies in memory.
  func fill(_ x: Int, _ y: Int, _ width: Int, _ height: Int, _ colour: UInt32) {
    for row in y..<y + height {
      for column in x..<x + width { unsafe memory.storeBytes(of: colour, toByteOffset: (row * self.width + column) * 4, as: UInt32.self) }
    }
  }
}
