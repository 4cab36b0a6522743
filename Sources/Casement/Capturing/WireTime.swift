/// A time as protocols send it: seconds in two halves, and nanoseconds.
struct WireTime {
  let secondsHigh: UInt32
  let secondsLow: UInt32
  let nanoseconds: UInt32

  /// - Parameter time: nanoseconds on the service's clock.
  init(_ time: UInt64) {
    let seconds = time / 1_000_000_000
    secondsHigh = UInt32(seconds >> 32)
    secondsLow = UInt32(truncatingIfNeeded: seconds)
    nanoseconds = UInt32(time % 1_000_000_000)
  }
}
