internal import Glibc

/// Brings colours of one description to a screen: what each part means as light, another mixture of the primaries, and the screen's
/// values for it.
package final class ColourMap: Sendable {
  /// Where the compression of bright light begins; less is shown as it is.
  private static let knee: Float = 0.8
  /// How finely light is told apart where tables are used.
  package static let steps = 65_535
  /// The screen's value, of 255, for light in steps.
  static let encoded: [UInt8] = (0...steps).map {
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
  /// What the light of a scene becomes on a display; nil: it is that of a display.
  private let displayed: SceneLight?
  /// How dark black is, where white is 1.
  private let black: Double
  private let isPerceptual: Bool
  /// The brightest light that there is; 1 or less: nothing is compressed.
  private let peak: Float
  /// How strongly bright light is compressed: less for a lower peak.
  private let kneeCurve: Float

  /// - Returns: nil where `description` has primaries that span no space.
  package init?(_ description: ColourDescription, intent: RenderingIntent) {
    let screen = ColourDescription.screen
    guard let matrix = ColourMatrix.between(description.primaries, screen.primaries) else { return nil }
    transfer = description.transfer
    isPerceptual = intent == .perceptual
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
    let most = max((peak - Self.knee) / (1 - Self.knee), 1)
    kneeCurve = 1 / (most * most)
    black = minimum / maximum
    displayed = description.transfer == .named(.hlg) ? SceneLight(maximum: maximum, scale: Float(scale), lift: Float(lift)) : nil
    let v = matrix.values.map(Float.init)
    m = (v[0], v[1], v[2], v[3], v[4], v[5], v[6], v[7], v[8])
    func floats(_ triple: ColourMatrix.Triple) -> (Float, Float, Float) { (Float(triple.0), Float(triple.1), Float(triple.2)) }
    sourceLuminance = floats(ColourMatrix.luminance(of: description.primaries))
    luminance = floats(ColourMatrix.luminance(of: screen.primaries))
    let (scale, lift, transfer, black) = (scale, displayed == nil ? lift : 0, transfer, black)
    func table(_ count: Int) -> [Float] {
      (0..<count).map { Float(transfer.light(Double($0) / Double(count - 1), black: black) * scale + lift) }
    }
    light8 = table(256)
    light10 = table(1024)
    values8 = matrix == .identity && displayed == nil && peak <= 1 ? light8.map { Self.value(of: $0) } : nil
  }

  /// Whether it changes no colour.
  package var isIdentity: Bool { values8.map { $0.indices.allSatisfy { Int(values8![$0]) == $0 } } ?? false }

  /// The screen's value, of 255, for `light`.
  @inline(__always) package static func value(of light: Float) -> UInt8 {
    // what is no number is black
    guard light > 0 else { return encoded[0] }
    return encoded[light < 1 ? Int(light * Float(steps) + 0.5) : steps]
  }

  /// The screen's light for light of four pixels of the picture.
  @inline(__always)
  func mixed(_ r: SIMD4<Float>, _ g: SIMD4<Float>, _ b: SIMD4<Float>) -> (SIMD4<Float>, SIMD4<Float>, SIMD4<Float>) {
    var (r, g, b) = (r, g, b)
    if let displayed {
      let whole = sourceLuminance.0 * r + sourceLuminance.1 * g + sourceLuminance.2 * b
      let gain = displayed.gain(whole)
      (r, g, b) = (r * gain + displayed.lift, g * gain + displayed.lift, b * gain + displayed.lift)
    }
    var red = m.0 * r + m.1 * g + m.2 * b
    var green = m.3 * r + m.4 * g + m.5 * b
    var blue = m.6 * r + m.7 * g + m.8 * b
    guard isPerceptual else { return (red, green, blue) }
    let one = SIMD4<Float>(repeating: 1)
    if peak > 1 {
      let (knee, rest) = (Self.knee, 1 - Self.knee)
      let brightest = Self.greater(Self.greater(red, green), blue)
      let isBright = brightest .> knee
      let excess = (brightest - knee) * (1 / rest)
      let compressed = knee * (one + excess) + rest * excess * (one + excess * kneeCurve)
      let factor = one.replacing(with: compressed / ((one + excess) * brightest), where: isBright)
      red *= factor
      green *= factor
      blue *= factor
    }
    let least = Self.lesser(Self.lesser(red, green), blue)
    let isVivid = least .< 0
    if isVivid != SIMDMask(repeating: false) {
      // too vivid: as much grey of the same luminance as it takes
      let grey = luminance.0 * red + luminance.1 * green + luminance.2 * blue
      let share = one.replacing(
        with: SIMD4(repeating: 0).replacing(with: grey / (grey - least), where: grey .> 0), where: isVivid)
      red = grey + (red - grey) * share
      green = grey + (green - grey) * share
      blue = grey + (blue - grey) * share
    }
    return (red, green, blue)
  }

  @inline(__always) static func greater(_ a: SIMD4<Float>, _ b: SIMD4<Float>) -> SIMD4<Float> {
    a.replacing(with: b, where: b .> a)
  }
  @inline(__always) static func lesser(_ a: SIMD4<Float>, _ b: SIMD4<Float>) -> SIMD4<Float> { a.replacing(with: b, where: b .< a) }

  /// The screen's colour for one of the picture; its parts are premultiplied, and its alpha stays.
  package func map(_ colour: Colour) -> Colour {
    guard colour.alpha > 0 else { return colour }
    func light(_ part: Double) -> SIMD4<Float> {
      SIMD4(repeating: Float(transfer.light(part / colour.alpha, black: black) * scale + (displayed == nil ? lift : 0)))
    }
    let (red, green, blue) = mixed(light(colour.red), light(colour.green), light(colour.blue))
    func value(_ light: SIMD4<Float>) -> Double { TransferFunction.srgbValue(of: Double(light.x)) * colour.alpha }
    return Colour(red: value(red), green: value(green), blue: value(blue), alpha: colour.alpha)
  }
}
