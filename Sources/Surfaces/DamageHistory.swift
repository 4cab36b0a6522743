package import Geometry

/// The damage of a surface's last commits, so that whoever has an older picture repaints just the difference.
package struct DamageHistory {
  /// How many commits it remembers; who is further behind repaints all.
  static let depth = 16
  /// More rectangles than this are joined to one.
  static let rectangles = 32

  /// A ring, once it is full.
  private var entries: [Region<BufferPixels>] = []
  /// Where the oldest entry lies.
  private var oldest = 0
  /// The sequence of the newest entry.
  private var newest: UInt64 = 0

  package init() {}

  /// Forgets all: whoever has a picture from before `sequence` has to repaint it all.
  mutating func reset(at sequence: UInt64) {
    if !entries.isEmpty { entries.removeAll(keepingCapacity: true) }
    oldest = 0
    newest = sequence
  }

  /// Notes that the content of `sequence` differs from that of the one before by `damage`.
  mutating func add(_ damage: Region<BufferPixels>, at sequence: UInt64) {
    let kept = damage.isRectangle ? damage : damage.simplified(maximumRects: Self.rectangles)
    if entries.count < Self.depth {
      entries.append(kept)
    } else {
      entries[oldest] = kept
      oldest = (oldest + 1) % Self.depth
    }
    newest = sequence
  }

  /// What differs between the content of `sequence` and the newest; nil: everything may.
  package func damage(since sequence: UInt64) -> Region<BufferPixels>? {
    guard sequence < newest else { return Region() }
    guard newest - sequence <= UInt64(entries.count) else { return nil }
    var result = Region<BufferPixels>()
    let count = Int(newest - sequence)
    for age in 0..<count { result.formUnion(entries[(oldest + entries.count - count + age) % entries.count]) }
    return result
  }
}
