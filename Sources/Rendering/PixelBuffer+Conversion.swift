import Geometry
import Scene

extension PixelBuffer {
  /// A copy of `size` pixels that begin at `pixels`.
  convenience init(copying pixels: UnsafeRawPointer, size: Size<BufferPixels>, stride: Int, format: PixelFormat) {
    self.init(size: size, format: format)
    let own = self.stride
    unsafe withMutablePixels { memory in
      for row in 0..<size.height {
        unsafe (memory + row * own).copyMemory(from: pixels + row * stride, byteCount: size.width * format.bytesPerPixel)
      }
    }
  }
}

extension ColourMap {
  /// `size` pixels that begin at `pixels`, in the screen's colours: as `argb8888`, or `xrgb8888` where `format` has no alpha.
  ///
  /// Formats of 8 and 10 bits for a part are read as they are, all others with 8 bits.
  func converted(_ pixels: UnsafeRawPointer, size: Size<BufferPixels>, stride: Int, format: PixelFormat) -> PixelBuffer {
    let result = PixelBuffer(size: size, format: format.isOpaque ? .xrgb8888 : .argb8888)
    guard let layout = PartLayout(format) else {
      let copy = unsafe PixelBuffer(copying: pixels, size: size, stride: stride, format: format)
      let plain = PixelBuffer(size: size, format: result.format)
      unsafe copy.withMutablePixels { from in
        unsafe plain.withMutablePixels { to in
          let source = unsafe PixmanImage(from, size: size, stride: copy.stride, format: format)
          let target = unsafe PixmanImage(to, size: size, stride: plain.stride, format: plain.format)
          target.draw(source, from: .zero, mask: nil, over: false, in: Rect(size: size))
        }
      }
      var converted: PixelBuffer?
      unsafe plain.withPixels { plainPixels in
        converted = unsafe self.converted(plainPixels, size: size, stride: plain.stride, format: plain.format)
      }
      return converted!
    }
    unsafe result.withMutablePixels { memory in
      for row in 0..<size.height {
        let to = unsafe (memory + row * result.stride).assumingMemoryBound(to: UInt32.self)
        unsafe convert(pixels + row * stride, to, count: size.width, layout)
      }
    }
    return result
  }
}
