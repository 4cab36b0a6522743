internal import Glibc

/// Brings colours of one description to a screen: what each part means as light, another mixture of the primaries, and the screen's
/// values for it.
package final class ColourMap: Sendable {
  /// Where the compression of bright light begins; less is shown as it is.
  private static let knee: Float = 0.8
  /// How finely light is told apart where tables are used.
  package static let steps = 65_535
  /// The screen's value, of 255, for light in steps.
  private static let encoded: [UInt8] = (0...steps).map {
    UInt8((TransferFunction.srgbValue(of: Double($0) / Double(steps)) * 255).rounded())
  }

  /// Light, where 1 is white, for each value of 8 bits.
  package let light8: [Float]
  /// The same for values of 10 bits.
  package let light10: [Float]
  /// The screen's value for each value of 8 bits, where the parts do not mix.
  package let values8: [UInt8]?
  private let transfer: TransferFunction
  private let scale: Double
  private let lift: Double
  private let m: (Float, Float, Float, Float, Float, Float, Float, Float, Float)
  /// The weights of the parts in the luminance, before the mixture.
  private let sourceLuminance: (Float, Float, Float)
  /// The same after it.
  private let luminance: (Float, Float, Float)
  private let isHLG: Bool
  private let isPerceptual: Bool
  /// The brightest light that there is; 1 or less: nothing is compressed.
  private let peak: Float

  /// - Returns: nil where `description` has primaries that span no space.
  package init?(_ description: ColourDescription, intent: RenderingIntent) {
    let screen = ColourDescription.screen
    guard let matrix = ColourMatrix.between(description.primaries, screen.primaries) else { return nil }
    transfer = description.transfer
    isPerceptual = intent == .perceptual
    isHLG = description.transfer == .named(.hlg)
    let minimum = Double(description.luminances.minimum) / 10_000
    // the swing of the perceptual quantiser is fixed
    let maximum = description.transfer == .named(.pq) ? minimum + 10_000 : Double(description.luminances.maximum)
    let reference = Double(description.referenceWhite)
    let (screenMinimum, screenMaximum) = (Double(screen.luminances.minimum) / 10_000, Double(screen.luminances.maximum))
    if intent == .relative {
      let factor = screenMaximum / reference / (screenMaximum - screenMinimum)
      scale = (maximum - minimum) * factor
      lift = minimum * factor - screenMinimum / (screenMaximum - screenMinimum)
    } else {
      scale = (maximum - minimum) / (reference - minimum)
      lift = 0
    }
    let brightest = min(
      description.targetLuminances.map { Double($0.maximum) } ?? maximum, description.maximumLightLevel.map(Double.init) ?? .infinity)
    peak = isPerceptual ? Float((brightest - minimum) / (reference - minimum)) : 1
    let v = matrix.values.map(Float.init)
    m = (v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7], v[8])
    func floats(_ triple: ColourMatrix.Triple) -> (Float, Float, Float) { (Float(triple.0), Float(triple.1), Float(triple.2)) }
    sourceLuminance = floats(ColourMatrix.luminance(of: description.primaries))
    luminance = floats(ColourMatrix.luminance(of: screen.primaries))
    let (scale, lift, transfer) = (scale, lift, transfer)
    func table(_ count: Int) -> [Float] {
      (0..<count).map { Float(transfer.light(Double($0) / Double(count - 1)) * scale + lift) }
    }
    light8 = table(256)
    light10 = table(1024)
    values8 = matrix == .identity && !isHLG && peak <= 1 ? light8.map { Self.value(of: $0) } : nil
  }

  /// Whether it changes no colour.
  package var isIdentity: Bool { values8.map { $0.indices.allSatisfy { Int(values8![$0]) == $0 } } ?? false }

  /// The screen's value, of 255, for `light`.
  @inline(__always) package static func value(of light: Float) -> UInt8 {
    // what is no number is black
    guard light > 0 else { return encoded[0] }
    return encoded[light < 1 ? Int(light * Float(steps) + 0.5) : steps]
  }

  /// The screen's light for light of the picture.
  @inline(__always) package func mixed(_ r: Float, _ g: Float, _ b: Float) -> (Float, Float, Float) {
    var (r, g, b) = (r, g, b)
    if isHLG {
      // what the scene's light becomes on a display of 1 000 cd/m² (BT.2100)
      let whole = sourceLuminance.0 * r + sourceLuminance.1 * g + sourceLuminance.2 * b
      let gain = whole <= 0 ? 0 : powf(whole / Float(scale), 0.2)
      (r, g, b) = (r * gain, g * gain, b * gain)
    }
    var red = m.0 * r + m.1 * g + m.2 * b
    var green = m.3 * r + m.4 * g + m.5 * b
    var blue = m.6 * r + m.7 * g + m.8 * b
    guard isPerceptual else { return (red, green, blue) }
    let brightest = max(red, green, blue)
    if peak > 1, brightest > Self.knee {
      let (excess, most) = ((brightest - Self.knee) / (1 - Self.knee), (peak - Self.knee) / (1 - Self.knee))
      let compressed = Self.knee + (1 - Self.knee) * excess * (1 + excess / (most * most)) / (1 + excess)
      let factor = compressed / brightest
      (red, green, blue) = (red * factor, green * factor, blue * factor)
    }
    let least = min(red, green, blue)
    if least < 0 {
      // too vivid: as much grey of the same luminance as it takes
      let grey = luminance.0 * red + luminance.1 * green + luminance.2 * blue
      let share = grey <= 0 ? 0 : grey / (grey - least)
      red = grey + (red - grey) * share
      green = grey + (green - grey) * share
      blue = grey + (blue - grey) * share
    }
    return (red, green, blue)
  }

  /// The screen's colour for one of the picture; its parts are premultiplied, and its alpha stays.
  package func map(_ colour: Colour) -> Colour {
    guard colour.alpha > 0 else { return colour }
    func light(_ part: Double) -> Float { Float(transfer.light(part / colour.alpha) * scale + lift) }
    let (red, green, blue) = mixed(light(colour.red), light(colour.green), light(colour.blue))
    func value(_ light: Float) -> Double { TransferFunction.srgbValue(of: Double(light)) * colour.alpha }
    return Colour(red: value(red), green: value(green), blue: value(blue), alpha: colour.alpha)
  }
}
