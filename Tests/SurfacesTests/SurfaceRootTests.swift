import Geometry
import Testing

@testable import Surfaces

/// A surface with a root, and other surfaces by number.
private struct World {
  let nodes = (0..<4).map { SurfaceNode(id: SurfaceID(rawValue: UInt64($0))) }

  func commit(_ index: Int) { nodes[index].commit { _, _, _ in } }

  func show(_ index: Int, _ side: Int = 10) {
    nodes[index].update.buffer = .set(BufferUse(TestBuffer(side, side)))
    commit(index)
  }

  /// Numbers, sides and clips of what is shown, from back to front.
  var shown: String {
    var parts: [String] = []
    nodes[0].forEachShown { node, place, clip in
      parts.append("\(node.id.rawValue)#\(node.state.size.width)@\(place.x)" + (clip.map { "[\($0.minX)-\($0.maxX)]" } ?? ""))
    }
    return parts.joined(separator: " ")
  }
}

@Test func aRootComesWithTheCommitOfItsWindowAndIsClippedToItsArea() {
  let world = World()
  world.show(0)
  world.show(1, 30)
  world.nodes[0].setRootArea(Rect(x: 2, y: 2, width: 6, height: 6))
  world.nodes[0].setRoot(world.nodes[1])
  #expect(world.shown == "0#10@0")
  world.commit(0)
  #expect(world.shown == "0#10@0 1#30@2[2-8]")
  #expect(world.nodes[0].extent == Rect(x: 0, y: 0, width: 10, height: 10))
}

@Test func aRootsCommitsWaitForItsWindow() {
  let world = World()
  world.show(0)
  world.show(1, 10)
  world.nodes[0].setRootArea(Rect(x: 0, y: 0, width: 10, height: 10))
  world.nodes[0].setRoot(world.nodes[1])
  world.commit(0)
  world.show(1, 20)
  #expect(world.shown == "0#10@0 1#10@0[0-10]")
  world.commit(0)
  #expect(world.shown == "0#10@0 1#20@0[0-10]")
}

@Test func aRootIsReplacedAsOneStepAndTheOldOneIsOnItsOwn() {
  let world = World()
  world.show(0)
  for index in 1...2 { world.show(index, 10 * index) }
  world.nodes[0].setRootArea(Rect(x: 0, y: 0, width: 10, height: 10))
  world.nodes[0].setRoot(world.nodes[1])
  world.commit(0)
  world.show(1, 15)
  world.nodes[0].setRoot(world.nodes[2])
  #expect(world.shown == "0#10@0 1#10@0[0-10]")
  world.commit(0)
  #expect(world.shown == "0#10@0 2#20@0[0-10]")
  #expect(world.nodes[1].parent == nil && world.nodes[1].state.size.width == 15)
  world.nodes[0].removeRoot { _, _, _ in }
  #expect(world.shown == "0#10@0" && world.nodes[2].parent == nil)
}

@Test func subsurfacesStayInFrontOfTheRootAndNobodyIsPlacedBesideIt() throws {
  let world = World()
  world.show(0)
  world.show(1)
  try world.nodes[2].attach(to: world.nodes[0])
  world.show(2)
  world.nodes[0].setRootArea(Rect(x: 0, y: 0, width: 10, height: 10))
  world.nodes[0].setRoot(world.nodes[1])
  #expect(world.nodes[2].place(above: world.nodes[0]))
  world.commit(0)
  #expect(world.shown == "0#10@0 1#10@0[0-10] 2#10@0")
  #expect(!world.nodes[2].place(above: world.nodes[1]))
}

@Test func aRootTakesInputInItsAreaOnly() {
  let world = World()
  world.show(0)
  world.show(1, 30)
  world.nodes[0].setRootArea(Rect(x: 2, y: 2, width: 6, height: 6))
  world.nodes[0].setRoot(world.nodes[1])
  world.commit(0)
  #expect(world.nodes[0].inputTarget(at: PrecisePoint(x: 3, y: 4))?.0 === world.nodes[1])
  #expect(world.nodes[0].inputTarget(at: PrecisePoint(x: 3, y: 4))?.1 == PrecisePoint(x: 1, y: 2))
  #expect(world.nodes[0].inputTarget(at: PrecisePoint(x: 1, y: 4))?.0 === world.nodes[0])
  #expect(world.nodes[0].inputTarget(at: PrecisePoint(x: 8, y: 4))?.0 === world.nodes[0])
}

@Test func aRootThatIsDetachedIsGoneAtOnce() {
  let world = World()
  world.show(0)
  world.show(1)
  world.nodes[0].setRootArea(Rect(x: 0, y: 0, width: 10, height: 10))
  world.nodes[0].setRoot(world.nodes[1])
  world.commit(0)
  world.nodes[1].detach { _, _, _ in }
  #expect(world.shown == "0#10@0" && world.nodes[0].root == nil)
  world.nodes[0].setRoot(world.nodes[1])
  world.commit(0)
  world.nodes[0].detachChildren { _, _, _ in }
  #expect(world.shown == "0#10@0" && world.nodes[1].parent == nil)
}
