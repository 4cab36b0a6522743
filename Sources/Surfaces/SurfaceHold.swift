internal import Geometry

/// A commit that must not be applied yet, with all that is to be applied together with it: the children's commits that it took along,
/// their places and their order.
final class HeldStep {
  /// One child of the surface: its new place, and the commit of it that was taken along.
  struct Child {
    let node: SurfaceNode
    var position: Change<Point<SurfacePoints>>
    var step: HeldStep?
  }

  private(set) var update: SurfaceUpdate
  /// The order of the surface's children from then on, where it is another.
  var stack: [SurfaceNode?]?
  var root: Change<SurfaceNode?> = .unchanged
  var children: [Child] = []

  init(_ update: SurfaceUpdate) { self.update = update }

  /// How many commits it is.
  var weight: Int { children.reduce(1) { $0 + ($1.step?.weight ?? 0) } }

  /// Hands the commit out, and keeps nothing of it: what a step holds is dear to copy.
  func takeUpdate() -> SurfaceUpdate {
    var taken = SurfaceUpdate()
    swap(&taken, &update)
    return taken
  }

  /// The time before which it must not be applied: the latest that any of its commits names.
  var due: UInt64 { children.reduce(update.rare?.due ?? 0) { max($0, $1.step?.due ?? 0) } }

  /// Folds a newer commit of the same surface, with what that took along, into this one.
  func merge(_ newer: HeldStep) {
    update.merge(newer.update)
    if let order = newer.stack { stack = order }
    root.merge(newer.root)
    for child in newer.children {
      guard let index = children.firstIndex(where: { $0.node === child.node }) else {
        children.append(child)
        continue
      }
      children[index].position.merge(child.position)
      guard let step = child.step else { continue }
      guard let known = children[index].step else {
        children[index].step = step
        continue
      }
      known.merge(step)
      child.node.hold?.elsewhere -= 1
    }
  }

  /// Several commits of one surface, the oldest first, as one; nil where there are none.
  static func united(_ steps: [HeldStep]) -> HeldStep? {
    guard let first = steps.first else { return nil }
    for step in steps.dropFirst() { first.merge(step) }
    return first
  }

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

  /// How many commits wait here, with those of other surfaces that they took along.
  package var heldWeight: Int { hold?.queue.reduce(0) { $0 + $1.weight } ?? 0 }

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
  package var wouldHold: Bool { (hold != nil || !waiting.isEmpty || update.isRare) && !isSynchronized && mustHold(update) }

  /// Applies the commits that need not wait any more, in order. - Returns: whether there were any.
  package func applyHeld(at time: UInt64, _ applied: Applied) -> Bool {
    var isAny = false
    while let step = hold?.queue.first, mayPass(step), step.due <= time {
      hold?.queue.removeFirst()
      isAny = true
      apply(step, applied)
    }
    return isAny
  }

  /// Applies a step with all that it took along, and only then tells of it.
  func apply(_ step: HeldStep, _ applied: Applied) {
    var isRootReplaced = false
    // what became another window's meanwhile stays there
    if case .set(let new) = step.root, new == nil || new?.parent == nil || new?.parent === self {
      let later = nextRoot
      isRootReplaced = new !== root
      replaceRoot(by: new, applied)
      nextRoot = later
    }
    var results: [Result] = []
    apply(step, into: &results)
    if isRootReplaced { results[0].changes.isTreeChanged = true }
    Self.tell(results, applied)
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

  /// Whether a step that waited for the parent has to wait for something else now.
  func mustHold(_ step: HeldStep) -> Bool { mustHold(step.update) || step.due > 0 }

  /// Whether the parent's next commit must wait for what this surface has committed.
  private var holdsParent: Bool {
    guard cachesRare || hold != nil, let cached else { return false }
    return isHolding || cached.due > 0
  }

  /// Lets `step` wait.
  func enqueue(_ step: HeldStep) { makeHold().queue.append(step) }

  private func makeHold() -> SurfaceHold {
    if let hold { return hold }
    let made = SurfaceHold()
    hold = made
    return made
  }

  /// A commit, with all that waits for it: what its children have committed, their places and their order. What they ask from now on
  /// belongs to the next one.
  func capture(_ step: SurfaceUpdate) -> HeldStep {
    let held = HeldStep(step)
    if let order = nextStack {
      makeHold().order = order
      (held.stack, nextStack) = (order, nil)
    }
    (held.root, nextRoot) = (nextRoot, .unchanged)
    guard !waiting.isEmpty else { return held }
    let children = waiting
    waiting.removeAll(keepingCapacity: true)
    for child in children {
      child.isWaiting = false
      guard child.parent === self else { continue }
      var step: HeldStep?
      if let cached = child.cached {
        // it became synchronised while commits of its own waited: they come first
        step = HeldStep.united(child.takeQueue() + [cached])
        child.cached = nil
        child.makeHold().elsewhere += 1
        if child.cachesRare { cachesRare = true }
      }
      held.children.append(HeldStep.Child(node: child, position: child.nextPosition, step: step))
      child.nextPosition = .unchanged
    }
    return held
  }

  func apply(_ step: HeldStep, into results: inout [Result]) {
    if let order = step.stack { stack = order.filter { $0 == nil || $0?.parent === self } }
    if let hold, hold.queue.isEmpty, hold.elsewhere == 0, cached == nil { hold.order = nil }
    let update = step.takeUpdate()
    var changes = state.apply(update)
    changes.isTreeChanged = step.stack != nil || step.children.contains { $0.position.isSet }
    if changes.isTreeChanged || changes.isMapped || changes.isUnmapped || changes.isResized { forgetExtent() }
    noteBarrier(update)
    results.append(Result(node: self, changes: changes, update: update))
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
      found = (takeOut(of: node.hold?.queue ?? []) + takeOut(of: node.cached.map { [$0] } ?? [])) + found
      ancestor = node.parent
    }
    hold?.elsewhere = 0
    if let cached { found.append(cached) }
    guard let whole = HeldStep.united(found) else { return }
    cached = whole
    parent?.wait(for: self)
  }

  private func takeOut(of steps: [HeldStep]) -> [HeldStep] { steps.flatMap { $0.extract(self) } }

  /// Ends the queue. - Returns: what was in it, oldest first.
  func takeQueue() -> [HeldStep] {
    guard let steps = hold?.queue, !steps.isEmpty else { return [] }
    hold?.queue = []
    return steps
  }

  /// Gives what a step of this surface took along back to those whose it is: it waits for the surface's next commit again.
  func giveBack(_ step: HeldStep) {
    for child in step.children where child.node.parent === self {
      let node = child.node
      if !node.nextPosition.isSet { node.nextPosition = child.position }
      if let taken = child.step {
        node.hold?.elsewhere -= 1
        if let later = node.cached { taken.merge(later) }
        node.cached = taken
      }
      wait(for: node)
    }
  }
}
