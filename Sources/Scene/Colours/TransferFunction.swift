internal import Glibc

/// Transfer functions with a name; raw values are those of `wp_color_manager_v1.transfer_function`.
package enum NamedTransfer: UInt32, CaseIterable, Sendable {
  case bt1886 = 1
  case gamma22, gamma28, st240, extendedLinear, log100, log316, xvYCC, srgb, extendedSRGB, pq, st428, hlg
}

/// How much light a value of a colour's part stands for.
package enum TransferFunction: Hashable, Sendable {
  case named(NamedTransfer)
  /// The exponent, in ten thousandths.
  case power(UInt32)

  /// The light for `value`, both from 0 to 1 (ST 428-1 goes up to 1.09): BT.1886, ST 240, H.273 (logarithmic), IEC 61966-2-4 and -2-1,
  /// ST 2084, ST 428-1, BT.2100 (of the scene, before the step that makes it light of a display).
  ///
  /// - Parameter black: how much light a display gives for black where it gives 1 for white. BT.1886 raises what is dark by it, so that
  ///   it can be told apart.
  package func light(_ value: Double, black: Double = 0) -> Double {
    let value = min(max(value, 0), 1)
    switch self {
    case .power(let exponent): return pow(value, Double(exponent) / 10_000)
    case .named(let name):
      switch name {
      case .bt1886:
        let root = pow(black, 1 / 2.4)
        return (pow(value * (1 - root) + root, 2.4) - black) / (1 - black)
      case .gamma22: return pow(value, 2.2)
      case .gamma28: return pow(value, 2.8)
      case .st240: return value < 0.0912 ? value / 4 : pow((value + 0.1115) / 1.1115, 1 / 0.45)
      case .extendedLinear: return value
      case .log100: return value <= 0 ? 0 : pow(10, 2 * (value - 1))
      case .log316: return value <= 0 ? 0 : pow(10, 2.5 * (value - 1))
      case .xvYCC: return value < 0.081 ? value / 4.5 : pow((value + 0.099) / 1.099, 1 / 0.45)
      case .srgb, .extendedSRGB: return value <= 0.04045 ? value / 12.92 : pow((value + 0.055) / 1.055, 2.4)
      case .pq:
        let power = pow(value, 32 / 2523.0)
        return pow(max(power - 0.8359375, 0) / (18.8515625 - 18.6875 * power), 16384 / 2610.0)
      case .st428: return 52.37 / 48 * pow(value, 2.6)
      case .hlg: return value <= 0.5 ? value * value / 3 : (exp((value - 0.55991073) / 0.17883277) + 0.28466892) / 12
      }
    }
  }

  /// The value of sRGB (IEC 61966-2-1) for `light`, both from 0 to 1; what is beyond, or no number, is cut off.
  package static func srgbValue(of light: Double) -> Double {
    // what is no number is black
    let light = light > 0 ? min(light, 1) : 0
    return light <= 0.0031308 ? light * 12.92 : 1.055 * pow(light, 1 / 2.4) - 0.055
  }
}
