import Geometry
import Testing

@testable import Surfaces

/// The rules of `wl_surface.commit` and `wl_subsurface`, written down as plainly as they can be.
private final class ModelSurface {
  /// A commit, with what it depends on: what the children had committed by then, their places and their order.
  final class Step {
    var buffer: TestBuffer??
    var order: [ModelSurface?]
    var children: [(surface: ModelSurface, position: Point<SurfacePoints>, step: Step?)]

    init(_ surface: ModelSurface) {
      buffer = surface.pending
      order = surface.nextOrder
      children = surface.nextOrder.compactMap { child in child.map { ($0, $0.nextPosition, $0.cached) } }
      for child in children { child.surface.cached = nil }
      surface.pending = nil
    }

    func merge(_ newer: Step) {
      if let buffer = newer.buffer { self.buffer = .some(buffer) }
      order = newer.order
      for child in newer.children {
        let known = children.firstIndex { $0.surface === child.surface }
        let step = known.flatMap { children[$0].step }
        if let step, let later = child.step { step.merge(later) }
        let merged = (child.surface, child.position, step ?? child.step)
        if let known { children[known] = merged } else { children.append(merged) }
      }
    }

    /// Takes out all that is said of `surface`. - Returns: its commits.
    func extract(_ surface: ModelSurface) -> [Step] {
      order.removeAll { $0 === surface }
      let found = children.flatMap { $0.surface === surface ? ($0.step.map { [$0] } ?? []) : $0.step?.extract(surface) ?? [] }
      children.removeAll { $0.surface === surface }
      return found
    }
  }

  let number: Int
  var parent: ModelSurface?
  /// Subsurfaces and the surface itself (nil), back to front; and the order after the next commit.
  var order: [ModelSurface?] = [nil]
  var nextOrder: [ModelSurface?] = [nil]
  var position = Point<SurfacePoints>.zero
  var nextPosition = Point<SurfacePoints>.zero
  var isSynchronized = false
  var pending: TestBuffer??
  var cached: Step?
  var shown: TestBuffer?

  init(_ number: Int) { self.number = number }

  var isEffectivelySynchronized: Bool { parent.map { isSynchronized || $0.isEffectivelySynchronized } ?? false }
  var root: ModelSurface { parent?.root ?? self }
  var depth: Int { 1 + (parent?.depth ?? 0) }

  func commit() {
    let step = Step(self)
    if let cached { cached.merge(step) } else { cached = step }
    if !isEffectivelySynchronized { applyCached() }
  }

  private func applyCached() {
    guard let step = cached else { return }
    cached = nil
    apply(step)
  }

  private func apply(_ step: Step) {
    if let buffer = step.buffer { shown = buffer }
    order = step.order
    for child in step.children {
      child.surface.position = child.position
      if let step = child.step { child.surface.apply(step) }
    }
  }

  func flush() {
    applyCached()
    for case let child? in nextOrder where !child.isSynchronized { child.flush() }
  }

  func attach(to parent: ModelSurface) {
    self.parent = parent
    isSynchronized = true
    (position, nextPosition) = (.zero, .zero)
    parent.nextOrder.append(self)
  }

  func detach() {
    var found: [Step] = []
    var ancestor = parent
    while let surface = ancestor {
      found = (surface.cached?.extract(self) ?? []) + found
      ancestor = surface.parent
    }
    if let cached { found.append(cached) }
    for step in found.dropFirst() { found[0].merge(step) }
    cached = found.first
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
