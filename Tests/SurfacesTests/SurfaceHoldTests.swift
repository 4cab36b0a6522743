import Geometry
import Testing

@testable import Surfaces

/// Surfaces whose commits may wait, on a clock of their own.
private final class Tree {
  let nodes: [SurfaceNode]
  var time: UInt64 = 0
  private(set) var applied: [UInt64] = []
  private(set) var callbacks: [ObjectIdentifier: Int] = [:]

  init(_ count: Int) { nodes = (0..<count).map { SurfaceNode(id: SurfaceID(rawValue: UInt64($0))) } }

  subscript(_ index: Int) -> SurfaceNode { nodes[index] }

  func note(_ node: SurfaceNode, _ changes: SurfaceChanges, _ update: SurfaceUpdate) {
    if changes.isHeld { return }
    applied.append(node.id.rawValue)
    for callback in update.frameCallbacks.elements { callbacks[ObjectIdentifier(callback), default: 0] += 1 }
  }

  /// Commits, with a size to show, a time to wait for, and a barrier to set or wait for.
  func commit(_ index: Int, side: Int? = nil, due: UInt64 = 0, sets: Bool = false, waits: Bool = false) {
    if let side { nodes[index].update.buffer = .set(BufferUse(TestBuffer(side, side))) }
    if due > 0 || sets || waits {
      nodes[index].update.changeRare {
        $0.due = due
        $0.setsBarrier = sets
        $0.waitsForBarrier = waits
      }
    }
    nodes[index].commit(note)
    release()
  }

  /// Lets all pass that may.
  func release() {
    while nodes.map({ $0.applyHeld(at: time, note) }).contains(true) {}
  }

  func advance(to time: UInt64) {
    self.time = time
    release()
  }

  /// A tick of the screen, for everyone.
  func tick() {
    for node in nodes { node.clearBarrier() }
    release()
  }

  /// Widths of what each surface shows.
  var sides: [Int] { nodes.map(\.state.size.width) }
  var picture: [String] {
    var parts: [String] = []
    nodes[0].forEachShown { node, place, _ in parts.append("\(node.id.rawValue)@\(place.x),\(place.y)#\(node.state.size.width)") }
    return parts
  }
}

@Test func aCommitIsNotAppliedBeforeItsTimeNorIsOneAfterIt() {
  let tree = Tree(1)
  tree.commit(0, side: 1)
  tree.commit(0, side: 2, due: 10)
  tree.commit(0, side: 3)
  tree.commit(0, side: 4, due: 5)
  #expect(tree.sides == [1] && tree[0].isHolding && tree[0].heldUntil == 10)
  tree.advance(to: 9)
  #expect(tree.sides == [1])
  tree.advance(to: 10)
  #expect(tree.sides == [4] && !tree[0].isHolding && tree[0].heldUntil == nil)
  #expect(tree.applied == [0, 0, 0, 0])
}

@Test func aTimeThatIsPastHoldsNothing() {
  let tree = Tree(1)
  tree.time = 20
  tree.commit(0, side: 2, due: 20)
  #expect(tree.sides == [2])
}

@Test func aBarrierHoldsOnlyWhoWaitsForIt() {
  let tree = Tree(1)
  tree.commit(0, side: 1, sets: true, waits: true)
  #expect(tree.sides == [1] && tree[0].hasBarrier)
  tree.commit(0, side: 2)
  #expect(tree.sides == [2])
  tree.commit(0, side: 3, sets: true, waits: true)
  tree.commit(0, side: 4, sets: true, waits: true)
  tree.commit(0, side: 5, sets: true, waits: true)
  #expect(tree.sides == [2] && tree[0].heldUntil == nil)
  var seen: [Int] = []
  for _ in 0..<4 {
    tree.tick()
    seen += tree.sides
  }
  #expect(seen == [3, 4, 5, 5])
  #expect(!tree[0].hasBarrier)
}

@Test func aHeldParentHoldsWhatItsChildrenCommittedWithItAndNoMore() throws {
  let tree = Tree(2)
  tree.commit(0, side: 1)
  try tree[1].attach(to: tree[0])
  tree.commit(1, side: 1)
  tree.commit(0)
  tree[1].setPosition(Point(x: 5, y: 5))
  tree.commit(1, side: 2)
  tree.commit(0, side: 3, due: 10)
  // these belong to the parent's next commit
  tree[1].setPosition(Point(x: 9, y: 9))
  tree.commit(1, side: 4)
  #expect(tree.picture == ["0@0,0#1", "1@0,0#1"])
  tree.advance(to: 10)
  #expect(tree.picture == ["0@0,0#3", "1@5,5#2"])
  tree.commit(0)
  #expect(tree.picture == ["0@0,0#3", "1@9,9#4"])
}

@Test func theTimeOfASynchronisedChildHoldsTheParentWithIt() throws {
  let tree = Tree(2)
  tree.commit(0, side: 1)
  try tree[1].attach(to: tree[0])
  tree.commit(1, side: 1, due: 10)
  tree.commit(0, side: 2)
  #expect(tree.picture == ["0@0,0#1"])
  tree.advance(to: 10)
  #expect(tree.picture == ["0@0,0#2", "1@0,0#1"])
}

@Test func aSynchronisedSurfaceDoesNotWaitForItsBarrier() throws {
  let tree = Tree(2)
  tree.commit(0, side: 1)
  try tree[1].attach(to: tree[0])
  tree.commit(1, side: 1, sets: true, waits: true)
  tree.commit(0)
  #expect(tree[1].hasBarrier)
  tree.commit(1, side: 2, sets: true, waits: true)
  tree.commit(0)
  #expect(tree.sides == [1, 2])
  // on its own, it waits
  tree[1].setSynchronized(false, tree.note)
  tree.commit(1, side: 3, waits: true)
  #expect(tree.sides == [1, 2])
  // until it is synchronised again
  tree[1].setSynchronized(true, tree.note)
  tree.release()
  #expect(tree.sides == [1, 3])
}

@Test func aDesynchronisedChildComesAfterWhatAHeldParentTookAlong() throws {
  let tree = Tree(2)
  tree.commit(0, side: 1)
  try tree[1].attach(to: tree[0])
  tree.commit(1, side: 1)
  tree.commit(0, due: 10)
  tree[1].setSynchronized(false, tree.note)
  tree.commit(1, side: 2)
  #expect(tree.sides == [1, 0])
  tree.advance(to: 10)
  #expect(tree.sides == [1, 2])
  #expect(tree.applied.suffix(3) == [0, 1, 1])
}

@Test func aChildThatWaitedAndWasSynchronisedKeepsItsOrder() throws {
  let tree = Tree(2)
  tree.commit(0, side: 1)
  try tree[1].attach(to: tree[0])
  tree.commit(0)
  tree[1].setSynchronized(false, tree.note)
  tree.commit(1, side: 1, due: 10)
  tree[1].setSynchronized(true, tree.note)
  tree.commit(1, side: 2)
  tree.commit(0, side: 3)
  #expect(tree.sides == [1, 0])
  tree.advance(to: 10)
  #expect(tree.sides == [3, 2])
}

@Test func aChildThatLeavesTakesItsCommitsAlong() throws {
  let tree = Tree(3)
  tree.commit(0, side: 1)
  try tree[1].attach(to: tree[0])
  try tree[2].attach(to: tree[1])
  tree.commit(2, side: 2)
  tree.commit(1, side: 1)
  tree.commit(0, side: 3, due: 10)
  tree[1].detach(tree.note)
  tree.release()
  #expect(tree.sides == [1, 1, 2])
  tree.advance(to: 10)
  #expect(tree.sides == [3, 1, 2] && tree.picture == ["0@0,0#3"])
}

@Test func aSurfaceThatGoesGivesBackWhatWaitedAndFreesItsChildren() throws {
  let tree = Tree(2)
  let buffer = TestBuffer(7, 7)
  tree.commit(0, side: 1)
  try tree[1].attach(to: tree[0])
  tree.commit(1, side: 2)
  tree[0].update.buffer = .set(BufferUse(buffer))
  tree[0].update.frameCallbacks = [buffer]
  tree.commit(0, due: 10)
  tree.commit(0, side: 8)
  #expect(buffer.uses == 1)
  #expect(tree[0].takeUnapplied().frameCallbacks.count == 1)
  tree[0].detachChildren(tree.note)
  tree.advance(to: 10)
  #expect(buffer.uses == 0)
  #expect(tree.sides == [1, 2] && !tree[0].isHolding)
}

/// In trees that keep their shape, waiting changes when, never what.
@Test(arguments: 0..<40)
func whatWaitedEndsAsIfItHadNot(seed: Int) throws {
  var random = SeededGenerator(state: UInt64(seed) &+ 991)
  let (plain, held) = (Tree(7), Tree(7))
  for tree in [plain, held] {
    for (child, parent) in [(1, 0), (2, 0), (3, 1), (4, 3), (5, 3)] { try tree[child].attach(to: tree[parent]) }
  }
  for step in 1...120 {
    let index = random.int(0...5)
    if step == 40 { for tree in [plain, held] { try tree[6].attach(to: tree[3]) } }
    switch random.int(0...9) {
    case 0:
      let point = Point<SurfacePoints>(x: random.int(-9...9), y: step)
      for tree in [plain, held] where index > 0 { tree[index].setPosition(point) }
    case 1:
      for tree in [plain, held] { _ = index < 3 ? tree[1].place(above: tree[2]) : tree[4].place(above: tree[5]) }
    case 2:
      for tree in [plain, held] { _ = index < 3 ? tree[2].place(below: tree[0]) : tree[5].place(below: tree[3]) }
    case 3: held.advance(to: UInt64(step))
    case 4: held.tick()
    default:
      let (due, sets, waits) = (random.chance(40) ? UInt64(random.int(1...150)) : 0, random.chance(30), random.chance(30))
      plain.commit(index, side: step)
      held.commit(index, side: step, due: due, sets: sets, waits: waits)
    }
  }
  for _ in 0..<150 { held.tick() }
  held.advance(to: 1000)
  for _ in 0..<150 { held.tick() }
  for tree in [plain, held] { for index in [6, 5, 4, 3, 2, 1, 0] { tree.commit(index, side: index + 1) } }
  #expect(held.picture == plain.picture)
  #expect(held.nodes.allSatisfy { !$0.isHolding && ($0.hold?.elsewhere ?? 0) == 0 })
}

/// In trees that are put together and taken apart meanwhile, nothing is lost, nothing comes twice, and nothing waits for ever.
@Test(arguments: 0..<60)
func nothingIsLostWhereTreesChangeWhileCommitsWait(seed: Int) throws {
  var random = SeededGenerator(state: UInt64(seed) &+ 4242)
  let tree = Tree(5)
  var asked: [TestBuffer] = []
  for step in 1...150 {
    let (a, b) = (random.int(0...4), random.int(0...4))
    switch random.int(0...9) {
    case 0: try? tree[a].parent == nil ? tree[a].attach(to: tree[b]) : ()
    case 1: tree[a].detach(tree.note)
    case 2: if tree[a].parent != nil { tree[a].setSynchronized(random.chance(50), tree.note) }
    case 3: tree.advance(to: UInt64(step))
    case 4: tree.tick()
    case 5: tree[a].setPosition(Point(x: step, y: 0))
    default:
      let callback = TestBuffer(1, 1)
      asked.append(callback)
      tree[a].update.frameCallbacks = [callback]
      tree.commit(
        a, side: step, due: random.chance(40) ? UInt64(random.int(1...200)) : 0, sets: random.chance(30), waits: random.chance(30))
    }
    tree.release()
    for node in tree.nodes { if let parent = node.parent { #expect(parent.children.contains { $0 === node }) } }
  }
  tree.advance(to: 1000)
  for _ in 0..<200 { tree.tick() }
  for node in tree.nodes { node.detach(tree.note) }
  for _ in 0..<200 { tree.tick() }
  for callback in asked { #expect(tree.callbacks[ObjectIdentifier(callback)] == 1) }
  #expect(tree.nodes.allSatisfy { !$0.isHolding && ($0.hold?.elsewhere ?? 0) == 0 && $0.cached == nil })
}
