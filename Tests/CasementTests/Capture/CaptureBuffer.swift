import CasementControl
import CasementTesting
import Geometry
import Glibc
import Scene
import Surfaces
import Testing
import WaylandClient
import WaylandProtocols
import WaylandServer
import WindowModel

/// A buffer that a test's client captures into, in the middle of a pool whose other bytes must stay as they are.
@safe final class CaptureBuffer {
  let buffer: WlBufferProxy
  let file: Int32
  private let memory: UnsafeMutableRawPointer
  private let length: Int
  private let offset: Int
  private let width: Int
  private let height: Int
  private let stride: Int
  private static let untouched: UInt8 = 0xA5

  init(
    _ client: TestClient, _ width: Int, _ height: Int, offset: Int = 0, padding: Int = 0, after: Int = 0,
    format: WlShm.Format = .xrgb8888
  ) {
    (self.width, self.height, self.offset) = (width, height, offset)
    stride = width * 4 + padding
    length = offset + stride * height + after
    let size = length
    file = unsafe SharedFile.make(size: length) { unsafe memset($0, Int32(Self.untouched), size) }
    unsafe memory = mmap(nil, length, PROT_READ, MAP_SHARED, file, 0)!
    let pool = client.shm.createPool(fd: file, size: Int32(length))
    buffer = pool.createBuffer(
      offset: Int32(offset), width: Int32(width), height: Int32(height), stride: Int32(stride), format: format)
    pool.destroy()
  }

  deinit {
    unsafe munmap(memory, length)
    close(file)
  }

  /// The word at a pixel, as it lies in memory.
  func word(_ x: Int, _ y: Int) -> UInt32 { unsafe memory.load(fromByteOffset: offset + y * stride + x * 4, as: UInt32.self) }

  /// The colour at a pixel.
  subscript(x: Int, y: Int) -> UInt32 { word(x, y) & 0xFF_FFFF }

  /// Whether nothing outside of the picture's own pixels was written.
  var neighboursAreIntact: Bool {
    (0..<length).allSatisfy { index in
      let inside = index - offset
      let isPixel = inside >= 0 && inside / stride < height && inside % stride < width * 4
      if isPixel { return true }
      return unsafe memory.load(fromByteOffset: index, as: UInt8.self) == Self.untouched
    }
  }

  /// Whether nothing was written at all.
  var isUntouched: Bool { (0..<length).allSatisfy { unsafe memory.load(fromByteOffset: $0, as: UInt8.self) == Self.untouched } }
}
