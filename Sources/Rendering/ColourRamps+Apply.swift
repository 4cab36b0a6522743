internal import Geometry
internal import Scene

extension ColourRamps {
  /// Bends the colours of `region`, whose `origin` is the first pixel. Formats without 8 bits a part are left as they are.
  func apply(
    to pixels: UnsafeMutableRawPointer, stride: Int, format: PixelFormat, origin: Point<ScreenPixels>, region: Region<ScreenPixels>
  ) {
    guard let shift = format.partShifts else { return }
    for rect in region.rects {
      for y in rect.minY..<rect.maxY {
        let row = unsafe pixels + ((y - origin.y) * stride + (rect.x - origin.x) * 4)
        for x in 0..<rect.width {
          let word = unsafe row.loadUnaligned(fromByteOffset: x * 4, as: UInt32.self).littleEndian
          func part(_ table: [UInt8], _ shift: UInt32) -> UInt32 { UInt32(table[Int(word >> shift & 0xFF)]) << shift }
          let kept = word & ~(0xFF << shift.red | 0xFF << shift.green | 0xFF << shift.blue)
          let bent = kept | part(red, shift.red) | part(green, shift.green) | part(blue, shift.blue)
          unsafe row.storeBytes(of: bent.littleEndian, toByteOffset: x * 4, as: UInt32.self)
        }
      }
    }
  }
}

extension PixelFormat {
  /// Where the parts begin in a word, from its least significant bit; nil where they have not 8 bits each.
  fileprivate var partShifts: (red: UInt32, green: UInt32, blue: UInt32)? {
    switch self {
    case .argb8888, .xrgb8888: (16, 8, 0)
    case .abgr8888, .xbgr8888: (0, 8, 16)
    case .rgba8888, .rgbx8888: (24, 16, 8)
    case .bgra8888, .bgrx8888: (8, 16, 24)
    default: nil
    }
  }
}
