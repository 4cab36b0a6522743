internal import Geometry

/// A commit that must not be applied yet, with all that is to be applied together with it: the children's commits that it took along,
/// their places and their order.
final class HeldStep {
  /// One child of the surface: its new place, and the commit of it that was taken along.
  final class Child {
    let node: SurfaceNode
    let position: Change<Point<SurfacePoints>>
    let step: HeldStep?

    init(_ node: SurfaceNode, _ position: Change<Point<SurfacePoints>>, _ step: HeldStep?) {
      self.node = node
      self.position = position
      self.step = step
    }
  }

  let update: SurfaceUpdate
  /// The order of the surface's children from then on, where it is another.
  var stack: [SurfaceNode?]?
  var root: Change<SurfaceNode?> = .unchanged
  var children: [Child] = []

  init(_ update: SurfaceUpdate) { self.update = update }

  /// The time before which it must not be applied: the latest that any of its commits names.
  var due: UInt64 { children.reduce(update.rare?.due ?? 0) { max($0, $1.step?.due ?? 0) } }

  /// Takes all that is said of `node` out. - Returns: its commits.
  func extract(_ node: SurfaceNode) -> [HeldStep] {
    stack?.removeAll { $0 === node }
    var found: [HeldStep] = []
    children.removeAll { child in
      guard child.node === node else {
        found += child.step?.extract(node) ?? []
        return false
      }
      if let step = child.step { found.append(step) }
      return true
    }
    return found
  }
}

/// Why commits of one surface wait, and which: only surfaces of which one ever waited have this.
final class SurfaceHold {
  /// Commits that wait, oldest first.
  var queue: [HeldStep] = []
  /// How many commits of the surface wait as a part of an ancestor's.
  var elsewhere = 0
  /// Whether what is shown has not been on the screen for a tick yet, and its client asked for that (`wp_fifo_v1.set_barrier`).
  var hasBarrier = false
  /// The order of the surface's children after all of its commits that wait, here or elsewhere; nil: as it is.
  var order: [SurfaceNode?]?
}

// Commits that wait: for a tick of the screen (`wp_fifo_v1`), for a time (`wp_commit_timer_v1`), or for an earlier one that does.
extension SurfaceNode {
  /// Whether commits of the surface wait.
  package var isHolding: Bool { hold.map { !$0.queue.isEmpty } ?? false }

  /// Whether what is shown has yet to be on the screen for a tick.
  package var hasBarrier: Bool { hold?.hasBarrier ?? false }

  /// What is shown was on the screen for a tick, or is not shown at all.
  package func clearBarrier() { hold?.hasBarrier = false }

  /// The time that the oldest waiting commit waits for; nil where it is something else that it waits for.
  package var heldUntil: UInt64? {
    guard let first = hold?.queue.first, mayPass(first) else { return nil }
    return first.due
  }

  /// Whether a commit now would have to wait.
  package var wouldHold: Bool { (hold != nil || !waiting.isEmpty || update.isRare) && mustHold(update) }

  /// Applies the commits that need not wait any more, in order. - Returns: whether there were any.
  package func applyHeld(at time: UInt64, _ applied: Applied) -> Bool {
    var isAny = false
    while let step = hold?.queue.first, mayPass(step), step.due <= time {
      hold?.queue.removeFirst()
      isAny = true
      var isRootReplaced = false
      // what became another window's meanwhile stays there
      if case .set(let new) = step.root, new == nil || new?.parent == nil || new?.parent === self {
        let later = nextRoot
        isRootReplaced = new !== root
        replaceRoot(by: new, applied)
        nextRoot = later
      }
      var results: [(SurfaceNode, SurfaceChanges, SurfaceUpdate)] = []
      apply(step, into: &results)
      if isRootReplaced { results[0].1.isTreeChanged = true }
      for (node, changes, update) in results { applied(node, changes, update) }
    }
    return isAny
  }

  /// Whether nothing but time keeps `step` back, which is the surface's oldest.
  private func mayPass(_ step: HeldStep) -> Bool {
    guard let hold, hold.elsewhere == 0 else { return false }
    // a synchronised surface does not wait for its screen (`wp_fifo_v1.wait_barrier`)
    return !hold.hasBarrier || !(step.update.rare?.waitsForBarrier ?? false) || isSynchronized
  }

  func mustHold(_ step: SurfaceUpdate) -> Bool {
    if let hold, !hold.queue.isEmpty || hold.elsewhere > 0 { return true }
    if let rare = step.rare, rare.due > 0 || (rare.waitsForBarrier && hasBarrier) { return true }
    return waiting.contains { $0.holdsParent }
  }

  /// Whether the parent's next commit must wait for what this surface has committed.
  private var holdsParent: Bool {
    guard cachesRare || hold != nil || !waiting.isEmpty, let cached else { return false }
    return isHolding || (cached.rare?.due ?? 0) > 0 || waiting.contains { $0.holdsParent }
  }

  /// Lets `step` wait, with all that would be applied with it now.
  func enqueue(_ step: SurfaceUpdate) {
    let held = capture(step)
    makeHold().queue.append(held)
  }

  private func makeHold() -> SurfaceHold {
    if let hold { return hold }
    let made = SurfaceHold()
    hold = made
    return made
  }

  private func capture(_ step: SurfaceUpdate) -> HeldStep {
    let held = HeldStep(step)
    if let order = nextStack {
      makeHold().order = order
      (held.stack, nextStack) = (order, nil)
    }
    (held.root, nextRoot) = (nextRoot, .unchanged)
    let children = waiting
    waiting.removeAll(keepingCapacity: true)
    for child in children {
      child.isWaiting = false
      guard child.parent === self else { continue }
      // it became synchronised while commits of its own waited: they come first
      if child.isHolding, child.cached != nil { child.putBack([], before: child.dissolve()) }
      var step: HeldStep?
      if let cached = child.cached {
        child.cached = nil
        step = child.capture(cached)
        child.makeHold().elsewhere += 1
      }
      held.children.append(HeldStep.Child(child, child.nextPosition, step))
      child.nextPosition = .unchanged
    }
    return held
  }

  private func apply(_ step: HeldStep, into results: inout [(SurfaceNode, SurfaceChanges, SurfaceUpdate)]) {
    if let order = step.stack { stack = order.filter { $0 == nil || $0?.parent === self } }
    if let hold, hold.queue.isEmpty, hold.elsewhere == 0 { hold.order = nil }
    var changes = state.apply(step.update)
    changes.isTreeChanged = step.stack != nil || step.children.contains { $0.position.isSet }
    forgetExtent()
    noteBarrier(step.update)
    results.append((self, changes, step.update))
    for child in step.children where child.node.parent === self {
      child.position.apply(to: &child.node.position)
      guard let held = child.step else { continue }
      child.node.hold?.elsewhere -= 1
      child.node.apply(held, into: &results)
    }
  }

  func noteBarrier(_ step: SurfaceUpdate) {
    if step.isRare, step.rare?.setsBarrier == true { makeHold().hasBarrier = true }
  }

  /// The order of the children after all that was committed and waits.
  var committedStack: [SurfaceNode?] { hold?.order ?? stack }

  // MARK: Trees that change while commits wait

  /// Takes the surface's commits out of those of its ancestors that wait; they wait for the parent's next one again.
  func takeBackHeld() {
    var found: [HeldStep] = []
    var ancestor = parent
    while let node = ancestor {
      // what an ancestor farther up took along is older
      found = (node.hold?.queue ?? []).flatMap { $0.extract(self) } + found
      ancestor = node.parent
    }
    hold?.elsewhere = 0
    if !found.isEmpty { putBack(found, before: SurfaceUpdate()) }
  }

  /// Ends the queue. - Returns: the surface's own commits, as one; those of its children wait for its next one again.
  func dissolve() -> SurfaceUpdate {
    guard let steps = hold?.queue, !steps.isEmpty else { return SurfaceUpdate() }
    hold?.queue = []
    return unite(steps)
  }

  /// Lets what `steps` say, and then `update`, be the beginning of what waits for the parent's commit.
  private func putBack(_ steps: [HeldStep], before update: SurfaceUpdate) {
    var all = unite(steps)
    all.merge(update)
    if let cached { all.merge(cached) }
    cached = all
    parent?.wait(for: self)
  }

  private func unite(_ steps: [HeldStep]) -> SurfaceUpdate {
    var all = SurfaceUpdate()
    var order: [SurfaceNode?]?
    for step in steps {
      all.merge(step.update)
      order = step.stack ?? order
      for child in step.children where child.node.parent === self {
        if !child.node.nextPosition.isSet { child.node.nextPosition = child.position }
        if let held = child.step {
          child.node.hold?.elsewhere -= 1
          child.node.putBack([held], before: SurfaceUpdate())
        }
        wait(for: child.node)
      }
    }
    if nextStack == nil, order != nil { nextStack = hold?.order ?? order }
    if let hold, hold.queue.isEmpty, hold.elsewhere == 0 { hold.order = nil }
    return all
  }
}
