import Geometry
import Surfaces

/// A buffer of a size, which counts who holds it.
final class TestBuffer: SurfaceBuffer {
  let size: Size<BufferPixels>
  let isOpaque = true
  private(set) var uses = 0

  init(_ width: Int, _ height: Int) { size = Size(width: width, height: height) }

  /// How many uses have ended.
  private(set) var ended = 0

  func beginUse() { uses += 1 }
  func endUse() {
    uses -= 1
    ended += 1
  }
}

/// splitmix64: the same numbers for the same seed, everywhere.
struct SeededGenerator: RandomNumberGenerator {
  var state: UInt64

  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }

  mutating func int(_ range: ClosedRange<Int>) -> Int { Int.random(in: range, using: &self) }
  mutating func chance(_ percent: Int) -> Bool { int(1...100) <= percent }
}

extension SurfaceUpdate {
  /// A commit that attaches `buffer`.
  static func showing(_ buffer: TestBuffer?) -> SurfaceUpdate {
    var update = SurfaceUpdate()
    let use = buffer.map { BufferUse($0) }
    use?.begin()
    update.buffer = .set(use)
    return update
  }
}
