import Geometry
import Testing

@testable import Surfaces

/// A few surfaces by number.
private final class Tree {
  var nodes: [SurfaceNode] = []
  private(set) var applied: [UInt64] = []

  init(_ count: Int) { nodes = (0..<count).map { SurfaceNode(id: SurfaceID(rawValue: UInt64($0))) } }

  subscript(_ index: Int) -> SurfaceNode { nodes[index] }

  func note(_ node: SurfaceNode, _ changes: SurfaceChanges, _ update: SurfaceUpdate) { applied.append(node.id.rawValue) }

  func commit(_ index: Int) { nodes[index].commit(note) }

  func show(_ index: Int, _ side: Int = 10) {
    nodes[index].update.buffer = .set(BufferUse(TestBuffer(side, side)))
    commit(index)
  }

  /// Numbers and places of what is shown, from back to front.
  var shown: String {
    var parts: [String] = []
    nodes[0].forEachShown { node, place, _ in parts.append("\(node.id.rawValue)@\(place.x),\(place.y)") }
    return parts.joined(separator: " ")
  }

  var takenApplied: [UInt64] {
    defer { applied = [] }
    return applied
  }
}

@Test func aNewSubsurfaceAppearsWithItsParentsCommit() throws {
  let tree = Tree(2)
  tree.show(0)
  try tree[1].attach(to: tree[0])
  tree.show(1)
  #expect(tree.shown == "0@0,0")
  tree.commit(0)
  #expect(tree.shown == "0@0,0 1@0,0")
}

@Test func aSynchronisedSurfacesCommitsWaitForTheParents() throws {
  let tree = Tree(2)
  tree.show(0)
  try tree[1].attach(to: tree[0])
  tree.show(1, 5)
  tree.commit(0)
  tree.show(1, 7)
  #expect(tree[1].state.size == Size(width: 5, height: 5))
  tree.commit(0)
  #expect(tree[1].state.size == Size(width: 7, height: 7))
}

@Test func desynchronisingAppliesWhatWaited() throws {
  let tree = Tree(2)
  tree.show(0)
  try tree[1].attach(to: tree[0])
  tree.commit(0)
  tree.show(1, 7)
  #expect(!tree[1].state.hasContent)
  tree[1].setSynchronized(false, tree.note)
  #expect(tree[1].state.size == Size(width: 7, height: 7))
  tree.show(1, 8)
  #expect(tree[1].state.size == Size(width: 8, height: 8))
}

@Test func aPositionBelongsToTheParentsCommitEvenWhenDesynchronised() throws {
  let tree = Tree(2)
  tree.show(0)
  try tree[1].attach(to: tree[0])
  tree[1].setSynchronized(false, tree.note)
  tree.show(1)
  tree.commit(0)
  tree[1].setPosition(Point(x: 3, y: 4))
  tree.commit(1)
  #expect(tree.shown == "0@0,0 1@0,0")
  tree.commit(0)
  #expect(tree.shown == "0@0,0 1@3,4")
}

@Test func aNestedSubsurfaceIsSynchronisedByItsAncestors() throws {
  let tree = Tree(3)
  tree.show(0)
  try tree[1].attach(to: tree[0])
  try tree[2].attach(to: tree[1])
  tree[2].setSynchronized(false, tree.note)
  #expect(tree[2].isSynchronized)
  tree.show(2)
  #expect(!tree[2].state.hasContent)
  tree.show(1)
  #expect(!tree[2].state.hasContent)
  tree.commit(0)
  #expect(tree.shown == "0@0,0 1@0,0 2@0,0")
  // the ancestor lets go: the nested surface is free, too
  tree.show(2, 6)
  tree[1].setSynchronized(false, tree.note)
  #expect(tree[2].state.size == Size(width: 6, height: 6))
}

@Test func restackingTakesEffectWithTheParentsCommit() throws {
  let tree = Tree(4)
  for index in 1...3 {
    try tree[index].attach(to: tree[0])
    tree[index].setPosition(Point(x: index, y: 0))
    tree.show(index)
  }
  tree.show(0)
  #expect(tree.shown == "0@0,0 1@1,0 2@2,0 3@3,0")
  #expect(tree[3].place(below: tree[1]))
  #expect(tree[1].place(below: tree[0]))
  #expect(tree[2].place(above: tree[0]))
  #expect(tree.shown == "0@0,0 1@1,0 2@2,0 3@3,0")
  tree.commit(0)
  #expect(tree.shown == "1@1,0 0@0,0 2@2,0 3@3,0")
  #expect(!tree[1].place(above: tree[1]))
  let stranger = SurfaceNode(id: SurfaceID(rawValue: 9))
  #expect(!tree[1].place(above: stranger))
}

@Test func aParentWithoutContentHidesItsSubsurfaces() throws {
  let tree = Tree(2)
  try tree[1].attach(to: tree[0])
  tree.show(1)
  tree.show(0)
  #expect(tree.shown == "0@0,0 1@0,0")
  tree[0].update.buffer = .set(nil)
  tree.commit(0)
  #expect(tree.shown == "")
  tree.show(0)
  #expect(tree.shown == "0@0,0 1@0,0")
}

@Test func detachingAppliesWhatWaited() throws {
  let tree = Tree(3)
  try tree[1].attach(to: tree[0])
  try tree[2].attach(to: tree[1])
  tree.show(0)
  tree.show(2, 4)
  tree.show(1, 5)
  tree[1].detach(tree.note)
  #expect(tree[1].state.size == Size(width: 5, height: 5))
  #expect(tree[2].state.size == Size(width: 4, height: 4))
  #expect(tree.shown == "0@0,0")
  // what is asked next is judged against what is shown
  tree[1].update.source = .set(PreciseRect(x: 0, y: 0, width: 6, height: 5))
  #expect(throws: SurfaceShapeError.self) { try tree[1].validate() }
}

@Test func aSurfaceWhoseAncestorLeftTheTreeLosesNothing() throws {
  let tree = Tree(3)
  try tree[1].attach(to: tree[0])
  try tree[2].attach(to: tree[1])
  tree[2].setSynchronized(false, tree.note)
  tree.show(0)
  // not yet in its parent's order, so nobody walks over it
  tree.show(2, 4)
  tree[1].detach(tree.note)
  tree.show(1)
  #expect(tree[2].state.size == Size(width: 4, height: 4))
}

@Test func childrenOfAGoneParentCanLieOnAnother() throws {
  let tree = Tree(3)
  try tree[1].attach(to: tree[2])
  tree[1].setPosition(Point(x: 9, y: 9))
  tree[2].detachChildren(tree.note)
  #expect(tree[1].parent == nil)
  try tree[1].attach(to: tree[0])
  tree[1].setPosition(Point(x: 1, y: 2))
  tree.show(1)
  tree.show(0)
  #expect(tree.shown == "0@0,0 1@1,2")
}

@Test func updatesOfATreeAreAppliedParentsFirst() throws {
  let tree = Tree(3)
  try tree[1].attach(to: tree[0])
  try tree[2].attach(to: tree[1])
  tree.show(2)
  tree.show(1)
  tree.show(0)
  #expect(tree.takenApplied == [0, 1, 2])
}

@Test func aSurfaceThatIsGoneHandsOutWhatWasNeverShown() throws {
  let tree = Tree(2)
  try tree[1].attach(to: tree[0])
  let (first, second) = (TestBuffer(1, 1), TestBuffer(1, 1))
  tree[1].update.frameCallbacks = [first]
  tree.commit(1)
  tree[1].update.frameCallbacks = [second]
  let never = tree[1].takeUnapplied()
  #expect(never.frameCallbacks.elements.map { ObjectIdentifier($0) } == [ObjectIdentifier(first), ObjectIdentifier(second)])
  #expect(tree[1].takeUnapplied().frameCallbacks.isEmpty)
}

// MARK: Depth

@Test func aTreeHasABoundedDepthHoweverItIsBuilt() throws {
  let limit = SurfaceNode.maximumDepth
  // from the root on
  let tree = Tree(limit + 1)
  for index in 1..<limit { try tree[index].attach(to: tree[index - 1]) }
  #expect(throws: SurfaceNode.AttachmentError.tooDeep) { try tree[limit].attach(to: tree[limit - 1]) }
  #expect(tree[limit].parent == nil)
  // a new root beneath
  #expect(throws: SurfaceNode.AttachmentError.tooDeep) { try tree[0].attach(to: tree[limit]) }
  for index in 0..<limit { tree.show(limit - 1 - index) }
  #expect(tree.shown.split(separator: " ").count == limit)
  #expect(tree[0].extent == Rect(x: 0, y: 0, width: 10, height: 10))
}

@Test func tenThousandNestedSurfacesAreRefusedAndNothingOverflows() {
  let tree = Tree(10_000)
  var refused = 0
  for index in 1..<10_000 {
    do { try tree[index].attach(to: tree[index - 1]) } catch { refused += 1 }
  }
  // each refusal begins a new tree
  #expect(refused == 10_000 / SurfaceNode.maximumDepth)
  for index in (0..<10_000).reversed() { tree.show(index) }
  // two full trees cannot be joined, whatever their order
  #expect(throws: SurfaceNode.AttachmentError.tooDeep) { try tree[SurfaceNode.maximumDepth].attach(to: tree[0]) }
  #expect(throws: SurfaceNode.AttachmentError.tooDeep) { try tree[0].attach(to: tree[SurfaceNode.maximumDepth]) }
}

@Test func tenThousandSiblingsAreApplied() throws {
  let tree = Tree(10_001)
  for index in 1...10_000 {
    try tree[index].attach(to: tree[0])
    tree[index].setPosition(Point(x: index, y: 0))
    tree.show(index)
  }
  tree.show(0)
  #expect(tree[0].extent == Rect(x: 0, y: 0, width: 10_010, height: 10))
  tree[0].detachChildren(tree.note)
  #expect(tree[0].children.isEmpty)
}

@Test func aSurfaceCannotLieOnItself() throws {
  let tree = Tree(3)
  #expect(throws: SurfaceNode.AttachmentError.loop) { try tree[0].attach(to: tree[0]) }
  try tree[1].attach(to: tree[0])
  try tree[2].attach(to: tree[1])
  #expect(throws: SurfaceNode.AttachmentError.loop) { try tree[0].attach(to: tree[2]) }
}

// MARK: Input

@Test func inputGoesToTheFrontMostSurfaceThatTakesIt() throws {
  let tree = Tree(3)
  try tree[1].attach(to: tree[0])
  try tree[2].attach(to: tree[0])
  tree[1].setPosition(Point(x: 5, y: 5))
  tree[2].setPosition(Point(x: 8, y: 8))
  tree.show(1)
  tree[2].update.inputRegion = .set(Region())
  tree.show(2)
  tree.show(0)
  func target(_ x: Double, _ y: Double) -> UInt64? { tree[0].inputTarget(at: PrecisePoint(x: x, y: y))?.0.id.rawValue }
  #expect(target(0, 0) == 0)
  #expect(target(4.99, 5) == 0)
  #expect(target(5, 5) == 1)
  // the empty region of the front-most lets through what is behind; the subsurface reaches beyond its parent
  #expect(target(9, 9) == 1)
  #expect(target(14.99, 14.99) == 1)
  #expect(target(15, 14) == nil)
  // a parent's empty region does not block its subsurfaces
  tree[0].update.inputRegion = .set(Region())
  tree.commit(0)
  #expect(target(0, 0) == nil)
  #expect(target(6, 6) == 1)
}

@Test func whatIsAskedAfterASynchronisedParentsCommitWaitsForItsNext() throws {
  // root, parent and child, all but the root synchronised
  let nodes = (0..<3).map { SurfaceNode(id: SurfaceID(rawValue: UInt64($0))) }
  let (root, parent, child) = (nodes[0], nodes[1], nodes[2])
  func commit(_ node: SurfaceNode, _ side: Int? = nil) {
    if let side { node.attach(BufferUse(TestBuffer(side, side))) }
    node.commit { _, _, _ in }
  }
  func picture() -> [String] {
    var parts: [String] = []
    root.forEachShown { node, place, _ in parts.append("\(node.id.rawValue)@\(place.x)#\(node.state.size.width)") }
    return parts
  }
  try parent.attach(to: root)
  try child.attach(to: parent)
  commit(child, 1)
  commit(parent, 1)
  commit(root, 1)
  #expect(picture() == ["0@0#1", "1@0#1", "2@0#1"])
  child.setPosition(Point(x: 5, y: 0))
  commit(child, 2)
  commit(parent, 2)
  // these are the parent's next commit's
  child.setPosition(Point(x: 9, y: 0))
  commit(child, 3)
  _ = child.place(below: parent)
  commit(root)
  #expect(picture() == ["0@0#1", "1@0#2", "2@5#2"])
  commit(root)
  #expect(picture() == ["0@0#1", "1@0#2", "2@5#2"])
  commit(parent)
  commit(root)
  #expect(picture() == ["0@0#1", "2@9#3", "1@0#2"])
}

@Test func aChildThatLeavesTakesWhatItsParentKeptOfIt() throws {
  let nodes = (0..<3).map { SurfaceNode(id: SurfaceID(rawValue: UInt64($0))) }
  try nodes[1].attach(to: nodes[0])
  try nodes[2].attach(to: nodes[1])
  let buffer = TestBuffer(7, 7)
  nodes[2].attach(BufferUse(buffer))
  nodes[2].commit { _, _, _ in }
  nodes[1].commit { _, _, _ in }
  #expect(!nodes[2].hasContent)
  nodes[2].detach { _, _, _ in }
  #expect(nodes[2].size.width == 7 && buffer.uses == 1)
  nodes[0].commit { _, _, _ in }
  #expect(nodes[1].children.isEmpty)
}

@Test func aSurfaceHasSoManySubsurfacesAndNoMore() throws {
  let parent = SurfaceNode(id: SurfaceID(rawValue: 1))
  let children = (0..<SurfaceNode.maximumChildren).map { SurfaceNode(id: SurfaceID(rawValue: UInt64($0 + 2))) }
  for child in children { try child.attach(to: parent) }
  let more = SurfaceNode(id: SurfaceID(rawValue: 1 << 32))
  #expect(throws: SurfaceNode.AttachmentError.tooMany) { try more.attach(to: parent) }
  #expect(more.parent == nil && parent.children.count == SurfaceNode.maximumChildren)
  children[7].detach { _, _, _ in }
  try more.attach(to: parent)
  #expect(parent.children.last === more)
}

@Test func newcomersAreNamedOnce() throws {
  let parent = SurfaceNode(id: SurfaceID(rawValue: 1))
  let children = (0..<3).map { SurfaceNode(id: SurfaceID(rawValue: UInt64($0 + 2))) }
  for child in children { try child.attach(to: parent) }
  children[1].detach { _, _, _ in }
  #expect(parent.takeNewcomers().filter { $0.parent === parent }.map(\.id) == [children[0].id, children[2].id])
  #expect(parent.takeNewcomers().isEmpty)
  #expect(children[0].place(above: children[2]))
  parent.commit { _, _, _ in }
  #expect(parent.takeNewcomers().isEmpty)
}
