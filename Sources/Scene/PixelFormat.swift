/// How pixels lie in memory: those formats of `wl_shm.format` that a picture can be read and drawn in exactly.
///
/// Raw values are those of the protocol. Names read from the most significant bit down, of a little-endian word of
/// `bitsPerPixel` bits; colour channels are premultiplied by alpha.
package enum PixelFormat: UInt32, CaseIterable, Sendable {
  case argb8888 = 0
  case xrgb8888 = 1
  case abgr8888 = 0x3432_4241
  case xbgr8888 = 0x3432_4258
  case rgba8888 = 0x3432_4152
  case rgbx8888 = 0x3432_5852
  case bgra8888 = 0x3432_4142
  case bgrx8888 = 0x3432_5842
  case argb2101010 = 0x3033_5241
  case xrgb2101010 = 0x3033_5258
  case abgr2101010 = 0x3033_4241
  case xbgr2101010 = 0x3033_4258
  case rgb888 = 0x3432_4752
  case bgr888 = 0x3432_4742
  case rgb565 = 0x3631_4752
  case bgr565 = 0x3631_4742
  case argb1555 = 0x3531_5241
  case xrgb1555 = 0x3531_5258
  case abgr1555 = 0x3531_4241
  case xbgr1555 = 0x3531_4258
  case argb4444 = 0x3231_5241
  case xrgb4444 = 0x3231_5258
  case abgr4444 = 0x3231_4241
  case xbgr4444 = 0x3231_4258
  case rgb332 = 0x3842_4752
  case bgr233 = 0x3852_4742

  /// The bits that one pixel takes in memory.
  package var bitsPerPixel: Int {
    switch self {
    case .argb8888, .xrgb8888, .abgr8888, .xbgr8888, .rgba8888, .rgbx8888, .bgra8888, .bgrx8888: 32
    case .argb2101010, .xrgb2101010, .abgr2101010, .xbgr2101010: 32
    case .rgb888, .bgr888: 24
    case .rgb565, .bgr565, .argb1555, .xrgb1555, .abgr1555, .xbgr1555, .argb4444, .xrgb4444, .abgr4444, .xbgr4444: 16
    case .rgb332, .bgr233: 8
    }
  }

  /// The bytes that one pixel takes in memory.
  package var bytesPerPixel: Int { bitsPerPixel / 8 }

  /// Whether it has no alpha, so that nothing behind it can be seen.
  package var isOpaque: Bool { opaqueCounterpart == self }

  /// The format that reads the same memory without its alpha; itself where there is none.
  package var opaqueCounterpart: PixelFormat {
    switch self {
    case .argb8888: .xrgb8888
    case .abgr8888: .xbgr8888
    case .rgba8888: .rgbx8888
    case .bgra8888: .bgrx8888
    case .argb2101010: .xrgb2101010
    case .abgr2101010: .xbgr2101010
    case .argb1555: .xrgb1555
    case .abgr1555: .xbgr1555
    case .argb4444: .xrgb4444
    case .abgr4444: .xbgr4444
    default: self
    }
  }

  /// The bytes of one row of `width` pixels, rounded up to whole 32-bit words.
  package func packedStride(width: Int) -> Int { (width * bitsPerPixel + 31) / 32 * 4 }
}
