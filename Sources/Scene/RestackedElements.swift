import Geometry

/// Finds which elements passed each other between two frames.
struct RestackedElements {
  /// One element's places in both frames.
  struct Pair {
    var old: Int
    var new: Int
  }

  /// In the order of the new frame.
  private let pairs: [Pair]

  /// - Parameter pairs: elements that are in both frames, in the order of the new one.
  init(_ pairs: [Pair]) { self.pairs = pairs }

  /// For every two elements that passed each other: where they overlap, at the place of the one now in front.
  func overlaps(in elements: [SceneElement]) -> [(index: Int, region: Region<ScreenPixels>)] {
    let moved = movedPairs()
    if moved.isEmpty { return [] }
    var overlaps: [(index: Int, region: Region<ScreenPixels>)] = []
    for position in moved {
      let one = pairs[position]
      let extent = elements[one.new].extent
      for other in pairs where (other.old < one.old) != (other.new < one.new) {
        let overlap = extent.intersection(elements[other.new].extent)
        if !overlap.isEmpty { overlaps.append((max(one.new, other.new), Region(overlap))) }
      }
    }
    return overlaps
  }

  /// As few elements as explain the new order, if all others stayed: those outside of a longest run that kept its order.
  private func movedPairs() -> [Int] {
    if zip(pairs, pairs.dropFirst()).allSatisfy({ $0.old < $1.old }) { return [] }
    // patience sorting: `tails[n]` ends the run of n + 1 with the lowest old place; `before` leads back along it
    var tails: [Int] = []
    var before = [Int?](repeating: nil, count: pairs.count)
    for position in pairs.indices {
      var (low, high) = (0, tails.count)
      while low < high {
        let middle = (low + high) / 2
        if pairs[tails[middle]].old < pairs[position].old { low = middle + 1 } else { high = middle }
      }
      before[position] = low > 0 ? tails[low - 1] : nil
      if low == tails.count { tails.append(position) } else { tails[low] = position }
    }
    var stayed = [Bool](repeating: false, count: pairs.count)
    var position = tails.last
    while let kept = position {
      stayed[kept] = true
      position = before[kept]
    }
    return pairs.indices.filter { !stayed[$0] }
  }
}
