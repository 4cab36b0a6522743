import Geometry
import Testing

@testable import Surfaces

/// The rules of `wl_subsurface`, written down as plainly as they can be.
private final class ModelSurface {
  let number: Int
  var parent: ModelSurface?
  /// Subsurfaces and the surface itself (nil), back to front; and the order after the next commit.
  var order: [ModelSurface?] = [nil]
  var nextOrder: [ModelSurface?] = [nil]
  var position = Point<SurfacePoints>.zero
  var nextPosition = Point<SurfacePoints>.zero
  var isSynchronized = false
  var pending: TestBuffer??
  var cached: TestBuffer??
  var isCached = false
  var shown: TestBuffer?

  init(_ number: Int) { self.number = number }

  var isEffectivelySynchronized: Bool { parent.map { isSynchronized || $0.isEffectivelySynchronized } ?? false }
  var root: ModelSurface { parent?.root ?? self }
  var depth: Int { 1 + (parent?.depth ?? 0) }

  func commit() {
    if let pending { cached = .some(pending) }
    pending = nil
    isCached = true
    if !isEffectivelySynchronized { apply() }
  }

  func apply() {
    if let cached { shown = cached }
    cached = nil
    isCached = false
    order = nextOrder
    for case let child? in order {
      child.position = child.nextPosition
      if child.isCached { child.apply() }
    }
  }

  func flush() {
    if isCached { apply() }
    for case let child? in order where !child.isSynchronized { child.flush() }
  }

  func attach(to parent: ModelSurface) {
    self.parent = parent
    isSynchronized = true
    (position, nextPosition) = (.zero, .zero)
    parent.nextOrder.append(self)
  }

  func detach() {
    parent?.order.removeAll { $0 === self }
    parent?.nextOrder.removeAll { $0 === self }
    parent = nil
    isSynchronized = false
    (position, nextPosition) = (.zero, .zero)
    flush()
  }

  func setSynchronized(_ value: Bool) {
    let was = isEffectivelySynchronized
    isSynchronized = value
    if was, !isEffectivelySynchronized { flush() }
  }

  func place(beside sibling: ModelSurface, offset: Int) -> Bool {
    guard let parent, sibling !== self, sibling === parent || sibling.parent === parent else { return false }
    parent.nextOrder.removeAll { $0 === self }
    let index = parent.nextOrder.firstIndex { sibling === parent ? $0 == nil : $0 === sibling }!
    parent.nextOrder.insert(self, at: index + offset)
    return true
  }

  func picture(at origin: Point<SurfacePoints> = .zero) -> [String] {
    guard let shown else { return [] }
    return order.flatMap { child in
      child.map { $0.picture(at: origin + $0.position) } ?? ["\(number)@\(origin.x),\(origin.y)#\(shown.size.width)"]
    }
  }
}

private func picture(of node: SurfaceNode) -> [String] {
  var parts: [String] = []
  node.forEachShown { node, place, _ in parts.append("\(node.id.rawValue)@\(place.x),\(place.y)#\(node.state.size.width)") }
  return parts
}

@Test(arguments: 0..<60)
func treesFollowTheRulesInAnyOrderOfOperations(seed: Int) throws {
  var random = SeededGenerator(state: UInt64(seed) &+ 77)
  let count = 6
  let nodes = (0..<count).map { SurfaceNode(id: SurfaceID(rawValue: UInt64($0))) }
  let models = (0..<count).map { ModelSurface($0) }
  let ignore: SurfaceNode.Applied = { _, _, _ in }
  var log: [String] = []
  for step in 1...150 {
    let (a, b) = (random.int(0...count - 1), random.int(0...count - 1))
    switch random.int(0...11) {
    case 0, 1, 2:
      let buffer = random.chance(15) ? nil : TestBuffer(step, step)
      nodes[a].update.buffer = .set(buffer.map { BufferUse($0) })
      models[a].pending = .some(buffer)
      nodes[a].commit(ignore)
      models[a].commit()
      log.append("show \(a)")
    case 3, 4, 5:
      nodes[a].commit(ignore)
      models[a].commit()
      log.append("commit \(a)")
    case 6:
      guard models[a].parent == nil, models[b].root !== models[a] else { continue }
      try nodes[a].attach(to: nodes[b])
      models[a].attach(to: models[b])
      log.append("attach \(a) to \(b)")
    case 7:
      guard random.chance(50) else { continue }
      nodes[a].detach(ignore)
      if models[a].parent != nil { models[a].detach() }
      log.append("detach \(a)")
    case 8:
      guard models[a].parent != nil else { continue }
      let point = Point<SurfacePoints>(x: random.int(-9...9), y: random.int(-9...9))
      nodes[a].setPosition(point)
      models[a].nextPosition = point
      log.append("move \(a)")
    case 9:
      #expect(nodes[a].place(above: nodes[b]) == models[a].place(beside: models[b], offset: 1))
      log.append("\(a) above \(b)")
    case 10:
      #expect(nodes[a].place(below: nodes[b]) == models[a].place(beside: models[b], offset: 0))
      log.append("\(a) below \(b)")
    default:
      guard models[a].parent != nil else { continue }
      let value = random.chance(50)
      nodes[a].setSynchronized(value, ignore)
      models[a].setSynchronized(value)
      log.append("sync \(a) \(value)")
    }
    for index in 0..<count {
      #expect(nodes[index].isSynchronized == models[index].isEffectivelySynchronized)
      guard picture(of: nodes[index]) == models[index].picture() else {
        Issue.record("surface \(index): \(picture(of: nodes[index])), not \(models[index].picture()), after \(log.suffix(30))")
        return
      }
    }
  }
}
