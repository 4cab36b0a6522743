internal import Glibc

/// What the light of a scene becomes on a display: brighter the brighter it is (BT.2100, hybrid log-gamma).
struct SceneLight: Sendable {
  /// Powers of 2 below 1 that are told apart: less light than the last is none.
  private static let octaves = 24
  /// Steps within one.
  private static let finer = 128
  /// What is added in the end.
  let lift: Float
  /// What makes white 1.
  private let inverse: Float
  /// By the leading bits of the light, from 2 to the -24th to 1.
  private let gains: [Float]

  /// - Parameters:
  ///   - maximum: the display's white, in cd/m².
  ///   - scale: the light that is white.
  init(maximum: Double, scale: Float, lift: Float) {
    inverse = 1 / scale
    self.lift = lift
    // BT.2100 for usual displays, BT.2390 for all others
    let gamma = (400...2_000).contains(maximum) ? 1.2 + 0.42 * log10(maximum / 1_000) : 1.2 * pow(1.111, log2(maximum / 1_000))
    let power = min(max(gamma, 1), 2) - 1
    let within = (0..<Self.finer).map { pow(1 + (Double($0) + 0.5) / Double(Self.finer), power) }
    var gains: [Float] = []
    gains.reserveCapacity(Self.octaves * Self.finer + 1)
    for octave in 0..<Self.octaves {
      let first = exp2(Double(octave - Self.octaves) * power)
      gains += within.map { Float(first * $0) }
    }
    // without any luminance there is no light
    gains[0] = 0
    self.gains = gains + [1]
  }

  /// By how much light of these luminances grows.
  @inline(__always) func gain(_ whole: SIMD4<Float>) -> SIMD4<Float> {
    SIMD4(gain(whole.x), gain(whole.y), gain(whole.z), gain(whole.w))
  }

  @inline(__always) private func gain(_ whole: Float) -> Float {
    let first = UInt32(127 - Self.octaves) << 23
    // bits of numbers that are not negative are in the numbers' order
    let bits = min(max(max(whole * inverse, 0).bitPattern, first), 127 << 23)
    return gains[Int((bits - first) >> 16)]
  }
}
