package import Geometry

/// A picture in memory of our own: what a capturer keeps, a cursor, a background, a picture read from a file.
@safe
package final class PixelBuffer: PixelDestination {
  package let size: Size<BufferPixels>
  package let format: PixelFormat
  package let stride: Int
  private let memory: UnsafeMutableRawPointer

  /// A picture of zeros.
  ///
  /// - Precondition: the size is not empty.
  package init(size: Size<BufferPixels>, format: PixelFormat = .argb8888) {
    precondition(!size.isEmpty, "a picture has at least one pixel")
    self.size = size
    self.format = format
    stride = format.packedStride(width: size.width)
    unsafe memory = .allocate(byteCount: stride * size.height, alignment: 64)
    unsafe memory.initializeMemory(as: UInt8.self, repeating: 0, count: stride * size.height)
  }

  deinit { unsafe memory.deallocate() }

  package func withPixels(_ body: (UnsafeRawPointer) -> Void) { unsafe body(UnsafeRawPointer(memory)) }

  package func withMutablePixels(_ body: (UnsafeMutableRawPointer) -> Void) { unsafe body(memory) }

  /// The word at a pixel of a format of 32 bits.
  ///
  /// - Precondition: the format has 32 bits a pixel, and the pixel is inside.
  package subscript(x: Int, y: Int) -> UInt32 {
    get { unsafe word(x, y).load(as: UInt32.self).littleEndian }
    set { unsafe word(x, y).storeBytes(of: newValue.littleEndian, as: UInt32.self) }
  }

  private func word(_ x: Int, _ y: Int) -> UnsafeMutableRawPointer {
    precondition(format.bitsPerPixel == 32, "only 32-bit formats have one word a pixel")
    precondition(x >= 0 && y >= 0 && x < size.width && y < size.height, "the pixel lies outside of the picture")
    return unsafe memory + (y * stride + x * 4)
  }
}
