/// How `casement_window_v1` and `casement_screen_v1` carry numbers that need all of their precision: in two arguments.
extension Double {
  /// The number whose upper 32 bits are `high`, and whose lower ones are `low`.
  init(high: UInt32, low: UInt32) { self.init(bitPattern: UInt64(high) << 32 | UInt64(low)) }

  /// Sign, exponent and the beginning of the fraction.
  var high: UInt32 { UInt32(bitPattern >> 32) }
  /// The rest of the fraction.
  var low: UInt32 { UInt32(truncatingIfNeeded: bitPattern) }
}
