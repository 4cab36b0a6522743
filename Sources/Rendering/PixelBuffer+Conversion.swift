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

  private func convert(_ from: UnsafeRawPointer, _ to: UnsafeMutablePointer<UInt32>, count: Int, _ layout: PartLayout) {
    let light = layout.bits == 8 ? light8 : light10
    let most = UInt32(1) << layout.bits - 1
    // pixels that are alike lie side by side
    var (last, lastResult): (UInt32, UInt32) = (0, 0)
    var isFirst = true
    for index in 0..<count {
      let word = unsafe from.loadUnaligned(fromByteOffset: index * 4, as: UInt32.self)
      if word == last, !isFirst {
        unsafe to[index] = lastResult
        continue
      }
      (last, isFirst) = (word, false)
      let alpha = layout.alpha(of: word)
      var parts = (word >> layout.red & most, word >> layout.green & most, word >> layout.blue & most)
      if alpha == 0 {
        lastResult = 0
      } else {
        if alpha < 255 {
          func straight(_ part: UInt32) -> UInt32 { min((part * 255 + alpha / 2) / alpha, most) }
          parts = (straight(parts.0), straight(parts.1), straight(parts.2))
        }
        var values: (UInt32, UInt32, UInt32)
        if let values8, layout.bits == 8 {
          values = (UInt32(values8[Int(parts.0)]), UInt32(values8[Int(parts.1)]), UInt32(values8[Int(parts.2)]))
        } else {
          let mixed = mixed(light[Int(parts.0)], light[Int(parts.1)], light[Int(parts.2)])
          values = (UInt32(Self.value(of: mixed.0)), UInt32(Self.value(of: mixed.1)), UInt32(Self.value(of: mixed.2)))
        }
        if alpha < 255 {
          func premultiplied(_ value: UInt32) -> UInt32 { (value * alpha + 127) / 255 }
          values = (premultiplied(values.0), premultiplied(values.1), premultiplied(values.2))
        }
        lastResult = alpha << 24 | values.0 << 16 | values.1 << 8 | values.2
      }
      unsafe to[index] = lastResult
    }
  }
}

/// Where the parts of a colour lie in a word of 32 bits.
private struct PartLayout {
  /// How many bits a part has: 8 or 10.
  let bits: UInt32
  /// By how many bits each part is moved up.
  let red: UInt32
  let green: UInt32
  let blue: UInt32
  /// The same for alpha; nil: there is none.
  private let alphaShift: UInt32?

  /// Nil where parts have another number of bits.
  init?(_ format: PixelFormat) {
    (bits, red, green, blue, alphaShift) =
      switch format {
      case .argb8888: (8, 16, 8, 0, 24)
      case .xrgb8888: (8, 16, 8, 0, nil)
      case .abgr8888: (8, 0, 8, 16, 24)
      case .xbgr8888: (8, 0, 8, 16, nil)
      case .rgba8888: (8, 24, 16, 8, 0)
      case .rgbx8888: (8, 24, 16, 8, nil)
      case .bgra8888: (8, 8, 16, 24, 0)
      case .bgrx8888: (8, 8, 16, 24, nil)
      case .argb2101010: (10, 20, 10, 0, 30)
      case .xrgb2101010: (10, 20, 10, 0, nil)
      case .abgr2101010: (10, 0, 10, 20, 30)
      case .xbgr2101010: (10, 0, 10, 20, nil)
      default: (0, 0, 0, 0, nil)
      }
    if bits == 0 { return nil }
  }

  /// From 0 to 255.
  func alpha(of word: UInt32) -> UInt32 {
    guard let alphaShift else { return 255 }
    return bits == 8 ? word >> alphaShift & 255 : (word >> alphaShift & 3) * 85
  }
}
