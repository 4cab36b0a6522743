/// Where the parts of a colour lie in a word of 32 bits.
package struct PartLayout {
  /// How many bits a part has: 8 or 10.
  let bits: UInt32
  /// By how many bits each part is moved up.
  let red: UInt32
  let green: UInt32
  let blue: UInt32
  /// The same for alpha; nil: there is none.
  let alphaShift: UInt32?

  /// Nil where parts have another number of bits.
  package init?(_ format: PixelFormat) {
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
