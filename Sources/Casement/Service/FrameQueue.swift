internal import Surfaces

/// Surfaces that wait for one tick, each once. Coming and going cost the same however many wait.
final class FrameQueue {
  private var surfaces: [Surface] = []
  /// Empty memory for the next ones.
  private var spare: [Surface] = []
  /// Whether they came in the order of their ids.
  private var isSorted = true

  /// Whether nobody waits.
  var isEmpty: Bool { surfaces.isEmpty }

  /// Who waits, in the order of their ids.
  var inOrder: [Surface] { surfaces.sorted { $0.node.id < $1.node.id } }

  /// Adds a surface that waits nowhere.
  func insert(_ surface: Surface) {
    if let last = surfaces.last, surface.node.id < last.node.id { isSorted = false }
    surface.frameSlot = FrameSlot(queue: self, index: surfaces.count)
    surfaces.append(surface)
  }

  /// Takes out a surface that waits here.
  func remove(_ surface: Surface) {
    guard let slot = surface.frameSlot, unsafe slot.queue === self else { return }
    surface.frameSlot = nil
    let last = surfaces.removeLast()
    guard last !== surface else { return }
    surfaces[slot.index] = last
    last.frameSlot = slot
    isSorted = false
  }

  /// Takes all out, and calls `body` with each, in the order of their ids; it may let them wait here again.
  func drain(_ body: (Surface) -> Void) {
    guard surfaces.count > 1 else {
      guard let only = surfaces.popLast() else { return }
      isSorted = true
      only.frameSlot = nil
      return body(only)
    }
    var all = surfaces
    surfaces = spare
    spare = []
    if !isSorted { all.sort { $0.node.id < $1.node.id } }
    isSorted = true
    for surface in all { surface.frameSlot = nil }
    for surface in all { body(surface) }
    all.removeAll(keepingCapacity: true)
    spare = all
  }
}

/// Where a surface waits for a tick.
struct FrameSlot {
  /// The queue of the frame loop or of one of its screens: it is drained before it goes.
  unowned(unsafe) let queue: FrameQueue
  var index: Int
}
