/// A point of the CIE 1931 chromaticity diagram, in millionths.
package struct Chromaticity: Hashable, Sendable {
  package var x: Int32
  package var y: Int32

  package init(x: Int32, y: Int32) {
    self.x = x
    self.y = y
  }
}

/// What red, green, blue and white are.
package struct Chromaticities: Hashable, Sendable {
  package var red: Chromaticity
  package var green: Chromaticity
  package var blue: Chromaticity
  package var white: Chromaticity

  package init(red: Chromaticity, green: Chromaticity, blue: Chromaticity, white: Chromaticity) {
    self.red = red
    self.green = green
    self.blue = blue
    self.white = white
  }
}

/// Chromaticities with a name; raw values are those of `wp_color_manager_v1.primaries`.
package enum NamedPrimaries: UInt32, CaseIterable, Sendable {
  case srgb = 1
  case palM, pal, ntsc, genericFilm, bt2020, cie1931XYZ, dciP3, displayP3, adobeRGB

  /// The chromaticities: BT.709, BT.470 M, BT.601 with 625 and with 525 lines, H.273 for film, BT.2020, ST 428-1, RP 431-2, EG 432-1,
  /// and Adobe RGB (1998).
  package var chromaticities: Chromaticities {
    func make(
      _ red: (Int32, Int32), _ green: (Int32, Int32), _ blue: (Int32, Int32), _ white: (Int32, Int32) = (312_700, 329_000)
    ) -> Chromaticities {
      func point(_ pair: (Int32, Int32)) -> Chromaticity { Chromaticity(x: pair.0, y: pair.1) }
      return Chromaticities(red: point(red), green: point(green), blue: point(blue), white: point(white))
    }
    let illuminantC: (Int32, Int32) = (310_000, 316_000)
    switch self {
    case .srgb: return make((640_000, 330_000), (300_000, 600_000), (150_000, 60_000))
    case .palM: return make((670_000, 330_000), (210_000, 710_000), (140_000, 80_000), illuminantC)
    case .pal: return make((640_000, 330_000), (290_000, 600_000), (150_000, 60_000))
    case .ntsc: return make((630_000, 340_000), (310_000, 595_000), (155_000, 70_000))
    case .genericFilm: return make((681_000, 319_000), (243_000, 692_000), (145_000, 49_000), illuminantC)
    case .bt2020: return make((708_000, 292_000), (170_000, 797_000), (131_000, 46_000))
    case .cie1931XYZ: return make((1_000_000, 0), (0, 1_000_000), (0, 0), (333_333, 333_333))
    case .dciP3: return make((680_000, 320_000), (265_000, 690_000), (150_000, 60_000), (314_000, 351_000))
    case .displayP3: return make((680_000, 320_000), (265_000, 690_000), (150_000, 60_000))
    case .adobeRGB: return make((640_000, 330_000), (210_000, 710_000), (150_000, 60_000))
    }
  }
}
