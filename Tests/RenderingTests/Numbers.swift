import Geometry
import Scene

/// A small repeatable source of numbers.
struct Numbers: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) { state = seed &* 0x2545_F491_4F6C_DD1D }

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  /// A number in `range`.
  mutating func pick(_ range: ClosedRange<Int>) -> Int { .random(in: range, using: &self) }

  /// True once in `n` times.
  mutating func once(in n: Int) -> Bool { pick(1...n) == 1 }

  /// One of `values`.
  mutating func pick<T>(_ values: [T]) -> T { values[pick(0...values.count - 1)] }

  /// A rectangle that begins in `width` by `height` and may reach over its edges.
  mutating func rect<Space>(in width: Int, _ height: Int, as: Space.Type = Space.self) -> Rect<Space> {
    Rect(x: pick(-4...width), y: pick(-4...height), width: pick(1...max(1, width * 2 / 3)), height: pick(1...max(1, height * 2 / 3)))
  }
}
