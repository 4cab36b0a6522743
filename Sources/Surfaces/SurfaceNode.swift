package import Geometry

/// One surface in its tree: what it shows, what was asked, and its subsurfaces.
///
/// The rules are those of `wl_subsurface`: a synchronised surface's commits wait for its parent's; its place and its order among its
/// siblings are state of the parent, whichever mode it is in.
///
/// A tree is at most `maximumDepth` surfaces deep. So every walk may be a plain recursion, however small the thread's stack is, and
/// a client cannot make each of its commits cost more than a fixed number of steps upwards.
package final class SurfaceNode {
  /// How many surfaces may lie on each other, the root included. Toolkits use three or four.
  package static let maximumDepth = 128
  /// How many subsurfaces may lie on one surface. Toolkits use some dozens.
  package static let maximumChildren = 16384

  package let id: SurfaceID
  /// Who made the node: the service finds its own object here on every commit. Whoever sets it takes it away again.
  package final var owner: AnyObject?
  /// What is shown.
  package internal(set) var state = SurfaceState()
  /// What was asked since the last commit.
  package var update = SurfaceUpdate()
  /// What was committed and waits for the parent's commit, with what its subsurfaces had committed by then.
  var cached: HeldStep?
  /// Whether a commit that was ever kept for the parent asked what few ask: the others need not be looked at for it.
  var cachesRare = false
  /// Commits that must not be applied yet; nil where none ever waited.
  var hold: SurfaceHold?
  /// The shape after the last commit, shown or waiting: what the next commit is judged against.
  private var committedShape = SurfaceShape()

  /// The surface that this one is a subsurface of.
  package internal(set) unowned var parent: SurfaceNode? { didSet { isRoot = parent == nil } }
  /// Whether it lies on no other surface.
  package private(set) var isRoot = true
  /// Where it lies on its parent.
  package internal(set) var position: Point<SurfacePoints> = .zero
  var nextPosition: Change<Point<SurfacePoints>> = .unchanged
  var isSynchronizedItself = false

  /// Subsurfaces from back to front; nil is the surface itself among them.
  package internal(set) var stack: [SurfaceNode?] = [nil]
  var nextStack: [SurfaceNode?]?
  private var knownExtent: Rect<SurfacePoints>?
  /// Subsurfaces, and roots, that came since somebody asked.
  private var newcomers: [SurfaceNode] = []
  /// Subsurfaces with something that waits for this surface's commit.
  var waiting: [SurfaceNode] = []
  var isWaiting = false

  /// The surface that lies right in front of this one and behind its subsurfaces: a window's root (`casement_window_v1.set_root`). Its
  /// commits wait for this surface's.
  package internal(set) var root: SurfaceNode?
  /// The root that the next commit brings.
  var nextRoot: Change<SurfaceNode?> = .unchanged
  /// The part of this surface that the root can cover; the root begins at its corner.
  package internal(set) var rootArea: Rect<SurfacePoints> = .zero

  package init(id: SurfaceID) { self.id = id }

  deinit { for child in children { child.parent = nil } }

  /// Whether the surface has something to show.
  package var hasContent: Bool { state.hasContent }
  /// The size of what is shown, in points; zero without content.
  package var size: Size<SurfacePoints> { state.size }

  // MARK: Requests that nearly every commit has

  /// The buffer that the next commit brings; nil where it brings none, or takes the present one away.
  package var attached: BufferUse? {
    if case .set(let use) = update.buffer { use } else { nil }
  }

  /// Whether the next commit has something that few have.
  package var asksSeldom: Bool { update.hasSeldomAsked }

  /// Shows another buffer, or none, from the next commit on.
  package func attach(_ use: BufferUse?) { update.buffer = .set(use) }

  /// A client that names more parts than this means all of them: exact bookkeeping would cost more than it saves.
  private static let damageRectangles = 256

  /// Says that what is in `rect`, in surface points, will look different.
  package func damage(_ rect: Rect<SurfacePoints>) {
    update.surfaceDamage.formUnion(rect)
    if !update.surfaceDamage.isRectangle, update.surfaceDamage.rects.count > Self.damageRectangles {
      update.surfaceDamage = Region(update.surfaceDamage.bounds)
    }
  }

  /// Says that what is in `rect`, in buffer pixels, will look different.
  package func damageBuffer(_ rect: Rect<BufferPixels>) {
    update.bufferDamage.formUnion(rect)
    if !update.bufferDamage.isRectangle, update.bufferDamage.rects.count > Self.damageRectangles {
      update.bufferDamage = Region(update.bufferDamage.bounds)
    }
  }

  /// Lets `callback` wait for the frame after the next commit.
  package func addFrameCallback(_ callback: AnyObject) { update.frameCallbacks.append(callback) }

  /// Called for each surface whose state a commit changed, parents before their subsurfaces; and, with `isHeld` and nothing else, for
  /// each of which a commit begins to wait.
  package typealias Applied = (SurfaceNode, SurfaceChanges, SurfaceUpdate) -> Void

  // MARK: Commit

  /// The shape that the surface has when what was asked is committed.
  package var nextShape: SurfaceShape {
    var shape = committedShape
    update.apply(to: &shape)
    return shape
  }

  /// Judges what was asked since the last commit.
  ///
  /// - Throws: why buffer, scale and viewport do not fit together.
  package func validate() throws(SurfaceShapeError) {
    // a shape that stays was judged when it came
    guard asksReshaping else { return }
    if case .set = update.buffer { try nextShape.validate() } else { try nextShape.validate(bringsBuffer: false) }
  }

  /// Whether what was asked brings another shape. It is asked of the parts: the whole of an update is dear to copy.
  private var asksReshaping: Bool {
    if update.hasSeldomAsked { return update.reshapes(committedShape) }
    guard case .set(let use) = update.buffer else { return false }
    return use?.size != committedShape.bufferSize || !committedShape.fitsScale
  }

  /// Takes what was asked as one step: at once, or with the parent's next commit where the surface is synchronised.
  package func commit(_ applied: Applied) {
    if case .set(let use?) = update.buffer { use.begin() }
    if asksReshaping { update.apply(to: &committedShape) }
    if isPlain { return applyUpdate(applied) }
    if isSynchronized {
      if update.isRare {
        update.changeRare { $0.waitsForBarrier = false }
        cachesRare = true
      }
      let taken = capture(takeUpdate())
      if let cached { cached.merge(taken) } else { cached = taken }
      parent?.wait(for: self)
    } else if let earlier = cached {
      cached = nil
      earlier.merge(capture(takeUpdate()))
      submit(earlier, applied)
    } else {
      submit(takeUpdate(), applied)
    }
  }

  /// Whether the next commit is applied by itself and at once, as nearly every one is: nothing waits for it, and it waits for nothing.
  private var isPlain: Bool {
    cached == nil && hold == nil && waiting.isEmpty && nextStack == nil && !nextRoot.isSet && !update.isRare && (isRoot || !isSynchronized)
  }

  /// Applies what was asked of a surface that is plain.
  private func applyUpdate(_ applied: Applied) {
    let step = takeUpdate()
    let changes = state.apply(step)
    if changes.isMapped || changes.isUnmapped || changes.isResized { forgetExtent() }
    applied(self, changes, step)
  }

  private func takeUpdate() -> SurfaceUpdate {
    var step = SurfaceUpdate()
    swap(&step, &update)
    return step
  }

  /// Applies a step, unless it must wait.
  private func submit(_ step: SurfaceUpdate, _ applied: Applied) {
    guard hold != nil || !waiting.isEmpty || step.isRare, mustHold(step) else { return apply(step, applied) }
    enqueue(capture(step), applied)
  }

  /// Applies a step that waited for the parent's commit, and need not any more, unless it must wait for something else.
  private func submit(_ step: HeldStep, _ applied: Applied) {
    if mustHold(step) { enqueue(step, applied) } else { apply(step, applied) }
  }

  private func enqueue(_ step: HeldStep, _ applied: Applied) {
    enqueue(step)
    applied(self, SurfaceChanges(isHeld: true), SurfaceUpdate())
  }

  /// Applies a step and all that waited for it, and only then tells of it: what a parent is told of, such as its extent, has its
  /// subsurfaces as they are now.
  private func apply(_ step: SurfaceUpdate, _ applied: Applied) {
    let isRootReplaced = nextRoot.isSet
    if case .set(let root) = nextRoot { replaceRoot(by: root, applied) }
    if waiting.isEmpty, nextStack == nil, !isRootReplaced {
      let changes = state.apply(step)
      if changes.isMapped || changes.isUnmapped || changes.isResized { forgetExtent() }
      noteBarrier(step)
      applied(self, changes, step)
      return
    }
    var results: [Result] = []
    results.reserveCapacity(1 + waiting.count)
    apply(step, into: &results)
    if isRootReplaced { results[0].changes.isTreeChanged = true }
    Self.tell(results, applied)
  }

  /// What one commit made of one surface, to be told when all of them are applied.
  struct Result {
    let node: SurfaceNode
    var changes: SurfaceChanges
    let update: SurfaceUpdate
  }

  static func tell(_ results: [Result], _ applied: Applied) {
    // by index: a copy of each would hold all that is in it once more
    for index in results.indices { applied(results[index].node, results[index].changes, results[index].update) }
  }

  private func apply(_ step: SurfaceUpdate, into results: inout [Result]) {
    let isTreeChanged = nextStack != nil || waiting.contains { $0.nextPosition.isSet }
    if let order = nextStack {
      stack = order
      nextStack = nil
      hold?.order = nil
    }
    var changes = state.apply(step)
    changes.isTreeChanged = isTreeChanged
    if isTreeChanged || changes.isMapped || changes.isUnmapped || changes.isResized { forgetExtent() }
    noteBarrier(step)
    results.append(Result(node: self, changes: changes, update: step))
    guard !waiting.isEmpty else { return }
    let children = waiting
    waiting.removeAll(keepingCapacity: true)
    for child in children {
      child.isWaiting = false
      guard child.parent === self else { continue }
      child.nextPosition.apply(to: &child.position)
      child.nextPosition = .unchanged
      // also where the child stopped to be synchronised meanwhile, because an ancestor was taken out of the tree
      if let step = child.cached.take() { child.apply(step, into: &results) }
    }
  }

  func wait(for child: SurfaceNode) {
    guard !child.isWaiting else { return }
    child.isWaiting = true
    waiting.append(child)
  }

  // MARK: Subsurfaces

  /// Whether commits wait for the parent: by its own mode or by an ancestor's.
  package var isSynchronized: Bool {
    var node = self
    while let parent = node.parent {
      if node.isSynchronizedItself { return true }
      node = parent
    }
    return false
  }

  /// Why a surface cannot become a subsurface of another.
  package enum AttachmentError: Error, Equatable {
    /// The parent is the surface itself, or lies on it.
    case loop
    /// The tree would be deeper than `maximumDepth`.
    case tooDeep
    /// The parent has `maximumChildren` already.
    case tooMany
  }

  /// Makes the surface a synchronised subsurface of `parent`, in front of its siblings, from the parent's next commit on.
  ///
  /// - Throws: `AttachmentError`, and then nothing changed.
  /// - Precondition: it has no parent.
  package func attach(to parent: SurfaceNode) throws(AttachmentError) {
    precondition(self.parent == nil, "a subsurface has one parent")
    if isAncestor(of: parent) { throw .loop }
    var depth = height
    var ancestor: SurfaceNode? = parent
    while let node = ancestor {
      depth += 1
      ancestor = node.parent
    }
    if depth > Self.maximumDepth { throw .tooDeep }
    let siblings = (parent.nextStack ?? parent.committedStack).count - 1
    if siblings >= Self.maximumChildren { throw .tooMany }
    self.parent = parent
    isSynchronizedItself = true
    position = .zero
    nextPosition = .unchanged
    parent.changeOrder { $0.append(self) }
    parent.noteNewcomer(self)
  }

  func noteNewcomer(_ node: SurfaceNode) {
    // one that comes and goes again and again before a commit is not kept that often
    if newcomers.count < 2 * Self.maximumChildren { newcomers.append(node) } else { newcomers = children + [node] }
  }

  /// The subsurfaces, and the root, that came since this was asked last. Some may be elsewhere by now.
  package func takeNewcomers() -> [SurfaceNode] {
    guard !newcomers.isEmpty else { return [] }
    defer { newcomers = [] }
    return newcomers
  }

  /// How many surfaces lie on each other from this one on, itself included.
  private var height: Int {
    var height = 1
    for case let child? in nextStack ?? committedStack { height = max(height, 1 + child.height) }
    return height
  }

  /// The subsurfaces, those included whose adding waits for the next commit, from back to front as they will be; then the root.
  package var children: [SurfaceNode] { (nextStack ?? committedStack).compactMap { $0 } + (root.map { [$0] } ?? []) }

  /// Ends being a subsurface, at once. The surface is on its own now, so what waited for the parent is applied.
  package func detach(_ applied: Applied) {
    guard let parent else { return }
    takeBackHeld()
    if parent.root === self { parent.root = nil }
    parent.hold?.order?.removeAll { $0 === self }
    parent.cached?.stack?.removeAll { $0 === self }
    parent.stack.removeAll { $0 === self }
    parent.nextStack?.removeAll { $0 === self }
    parent.forgetExtent()
    if isWaiting { parent.waiting.removeAll { $0 === self } }
    standAlone(applied)
  }

  /// Detaches all subsurfaces, and the root.
  package func detachChildren(_ applied: Applied) {
    let children = children
    stack = [nil]
    nextStack = nil
    hold?.order = nil
    cached?.stack = nil
    forgetExtent()
    root = nil
    nextRoot = .unchanged
    waiting = []
    newcomers = []
    for child in children { child.standAlone(applied) }
  }

  private func standAlone(_ applied: Applied) {
    parent = nil
    isWaiting = false
    isSynchronizedItself = false
    position = .zero
    nextPosition = .unchanged
    applyWaiting(applied)
  }

  /// Hands out what was asked and committed but is not shown yet, for a surface that is gone.
  package func takeUnapplied() -> SurfaceUpdate {
    takeBackHeld()
    var steps = takeQueue()
    if let cached { steps.append(cached) }
    cached = nil
    var all = SurfaceUpdate()
    if let whole = HeldStep.united(steps) {
      all = whole.update
      giveBack(whole)
    }
    all.merge(update)
    update = SurfaceUpdate()
    return all
  }

  /// Whether `node` is this surface or below it.
  package func isAncestor(of node: SurfaceNode) -> Bool {
    var candidate: SurfaceNode? = node
    while let current = candidate {
      if current === self { return true }
      candidate = current.parent
    }
    return false
  }

  /// Moves the surface, with the parent's next commit.
  package func setPosition(_ point: Point<SurfacePoints>) {
    nextPosition = .set(point)
    parent?.wait(for: self)
  }

  /// Puts the surface directly in front of `sibling`, or of the parent, with the parent's next commit.
  ///
  /// - Returns: whether `sibling` is the parent or has the same parent.
  package func place(above sibling: SurfaceNode) -> Bool { place(beside: sibling, offset: 1) }

  /// Puts the surface directly behind `sibling`, or behind the parent, with the parent's next commit.
  ///
  /// - Returns: whether `sibling` is the parent or has the same parent.
  package func place(below sibling: SurfaceNode) -> Bool { place(beside: sibling, offset: 0) }

  private func place(beside sibling: SurfaceNode, offset: Int) -> Bool {
    guard let parent, sibling !== self, sibling === parent || sibling.parent === parent, sibling !== parent.root else { return false }
    parent.changeOrder { order in
      var (own, other): (Int?, Int?)
      for (index, node) in order.enumerated() {
        if node === self { own = index } else if sibling === parent ? node == nil : node === sibling { other = index }
        if own != nil && other != nil { break }
      }
      if let place = own {
        order.remove(at: place)
        if let after = other, after > place { other = after - 1 }
      }
      order.insert(self, at: (other ?? order.count - 1) + offset)
    }
    return true
  }

  private func changeOrder(_ change: (inout [SurfaceNode?]) -> Void) {
    var order = nextStack ?? committedStack
    // so that the change is made in place
    nextStack = nil
    change(&order)
    nextStack = order
  }

  /// Lets commits wait for the parent's, or not any more; what waited because of it is applied at once.
  package func setSynchronized(_ isSynchronized: Bool, _ applied: Applied) {
    let was = self.isSynchronized
    isSynchronizedItself = isSynchronized
    if was, !self.isSynchronized { applyWaiting(applied) }
  }

  /// Applies what waited in this surface and in those below that are not synchronised any more.
  private func applyWaiting(_ applied: Applied) {
    if let step = cached {
      cached = nil
      submit(step, applied)
    }
    for child in children where !child.isSynchronizedItself { child.applyWaiting(applied) }
  }

  // MARK: Walking

  /// Called with a surface, its place and, below a root, what of the plane it may cover.
  package typealias Shown = (SurfaceNode, Point<SurfacePoints>, Rect<SurfacePoints>?) -> Void

  /// The tree from back to front, with each surface's place relative to this one. Surfaces without content hide those below them.
  package func forEachShown(
    at origin: Point<SurfacePoints> = .zero, clip: Rect<SurfacePoints>? = nil, withRoots: Bool = true, _ body: Shown
  ) {
    guard state.hasContent else { return }
    for entry in stack {
      if let child = entry {
        child.forEachShown(at: origin + child.position, clip: clip, withRoots: withRoots, body)
        continue
      }
      body(self, origin, clip)
      guard withRoots, let root else { continue }
      let area = Rect(origin: origin + rootArea.origin, size: rootArea.size)
      root.forEachShown(at: area.origin, clip: clip.map(area.intersection) ?? area, body)
    }
  }

  /// The front-most surface of the tree that takes input at `point`, which is in this surface's points, and the point in its own.
  package func inputTarget(at point: PrecisePoint<SurfacePoints>) -> (SurfaceNode, PrecisePoint<SurfacePoints>)? {
    guard state.hasContent else { return nil }
    for entry in stack.reversed() {
      if let child = entry {
        let local = PrecisePoint<SurfacePoints>(x: point.x - Double(child.position.x), y: point.y - Double(child.position.y))
        if let hit = child.inputTarget(at: local) { return hit }
        continue
      }
      if let root, rootArea.contains(point) {
        let local = PrecisePoint<SurfacePoints>(x: point.x - Double(rootArea.x), y: point.y - Double(rootArea.y))
        if let hit = root.inputTarget(at: local) { return hit }
      }
      if state.acceptsInput(at: point) { return (self, point) }
    }
    return nil
  }

  /// The smallest rectangle, in this surface's points, that holds it and its subsurfaces, but no root.
  ///
  /// It is kept until something in the tree is resized, moved, shown or hidden: a commit that changes none of it looks at no subsurface.
  package var extent: Rect<SurfacePoints> {
    if let knownExtent { return knownExtent }
    var result = Rect<SurfacePoints>.zero
    if state.hasContent {
      result = Rect(size: state.size)
      for case let child? in stack {
        let below = child.extent
        if !below.isEmpty { result = result.union(Rect(origin: child.position + below.origin, size: below.size)) }
      }
    }
    knownExtent = result
    return result
  }

  /// Something in this surface's part of the tree has another place or size. An ancestor whose extent is not known counts in none that is.
  func forgetExtent() {
    knownExtent = nil
    var node = self
    while let parent = node.parent, parent.knownExtent != nil {
      parent.knownExtent = nil
      node = parent
    }
  }
}
