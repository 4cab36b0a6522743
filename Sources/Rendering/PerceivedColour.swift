internal import Glibc

/// A colour as a person sees it: L*a*b* of CIE 1976 under daylight (D65).
struct PerceivedColour {
  private let l, a, b: Double

  /// How far apart two pixels are, premultiplied 0xAARRGGBB: the farther of what they are on white and on black.
  static func distance(_ first: UInt32, _ second: UInt32) -> Double {
    let isOpaque = first >> 24 == 255 && second >> 24 == 255
    let onBlack = PerceivedColour(first, on: 0).distance(to: PerceivedColour(second, on: 0))
    return isOpaque ? onBlack : max(onBlack, PerceivedColour(first, on: 255).distance(to: PerceivedColour(second, on: 255)))
  }

  private init(_ pixel: UInt32, on background: Double) {
    let rest = background * (1 - Double(pixel >> 24) / 255)
    func linear(_ shift: UInt32) -> Double {
      let value = min(1, (Double(pixel >> shift & 0xff) + rest) / 255)
      // the transfer function of sRGB (IEC 61966-2-1)
      return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
    }
    let (red, green, blue) = (linear(16), linear(8), linear(0))
    // sRGB to XYZ, each divided by that of D65
    let x = (0.4124564 * red + 0.3575761 * green + 0.1804375 * blue) / 0.95047
    let y = 0.2126729 * red + 0.7151522 * green + 0.0721750 * blue
    let z = (0.0193339 * red + 0.1191920 * green + 0.9503041 * blue) / 1.08883
    func cube(_ value: Double) -> Double { value > 216.0 / 24389 ? cbrt(value) : (24389.0 / 27 * value + 16) / 116 }
    let (fx, fy, fz) = (cube(x), cube(y), cube(z))
    (l, a, b) = (116 * fy - 16, 500 * (fx - fy), 200 * (fy - fz))
  }

  private func distance(to other: PerceivedColour) -> Double {
    let (dl, da, db) = (l - other.l, a - other.a, b - other.b)
    return (dl * dl + da * da + db * db).squareRoot()
  }
}
