/// From the darkest to the brightest, in ten thousandths of a cd/m² and in cd/m².
package struct LuminanceRange: Hashable, Sendable {
  /// In ten thousandths of a cd/m².
  package var minimum: UInt32
  /// In cd/m².
  package var maximum: UInt32

  package init(minimum: UInt32, maximum: UInt32) {
    self.minimum = minimum
    self.maximum = maximum
  }
}

/// What the numbers of a picture mean as colours: a display on which they would look right (`wp_image_description_v1`).
package struct ColourDescription: Hashable, Sendable {
  /// What red, green, blue and white are.
  package var primaries: Chromaticities
  /// The name of the primaries, where one was given.
  package var primariesName: NamedPrimaries?
  /// How much light a value stands for.
  package var transfer: TransferFunction
  /// The light for 0 and for 1.
  package var luminances: LuminanceRange
  /// What a sheet of white paper is to look like, in cd/m².
  package var referenceWhite: UInt32
  /// The primaries of the display on which the picture was made; nil: the same.
  package var targetPrimaries: Chromaticities?
  /// The luminances of that display; nil: the same.
  package var targetLuminances: LuminanceRange?
  /// The brightest pixel, in cd/m².
  package var maximumLightLevel: UInt32?
  /// The average of the brightest frame, in cd/m².
  package var maximumFrameAverage: UInt32?

  /// A description with the luminances that the transfer function implies.
  package init(primaries: Chromaticities, name: NamedPrimaries? = nil, transfer: TransferFunction) {
    self.primaries = primaries
    primariesName = name
    self.transfer = transfer
    switch transfer {
    case .named(.bt1886): (luminances, referenceWhite) = (LuminanceRange(minimum: 100, maximum: 100), 100)
    case .named(.pq): (luminances, referenceWhite) = (LuminanceRange(minimum: 50, maximum: 10_000), 203)
    case .named(.hlg): (luminances, referenceWhite) = (LuminanceRange(minimum: 50, maximum: 1_000), 203)
    default: (luminances, referenceWhite) = (LuminanceRange(minimum: 2_000, maximum: 80), 80)
    }
  }

  /// Whether there are colours that its primaries make, all of which can be brought to a screen.
  package var spansColours: Bool { ColourMatrix.between(primaries, Self.screen.primaries) != nil }

  /// What screens show, and what is taken for granted where nobody says otherwise: sRGB, as pictures say that are made of them.
  package static var screen: ColourDescription {
    ColourDescription(primaries: NamedPrimaries.srgb.chromaticities, name: .srgb, transfer: .named(.srgb))
  }
}

/// How colours are brought from one description to another; raw values are those of `wp_color_manager_v1.render_intent`.
package enum RenderingIntent: UInt32, CaseIterable, Sendable {
  /// So that the picture looks right: black is black, white is white, what is too bright or too vivid is drawn in.
  case perceptual = 0
  /// As measured against white; what cannot be shown is cut off.
  case relative = 1
  /// The same, but black is black.
  case relativeToBlack = 4
}
