import Geometry
import Testing

@testable import Surfaces

/// A random update; its parts are set or left alone independently.
private func randomUpdate(_ random: inout SeededGenerator, shape: Bool) -> SurfaceUpdate {
  var update = SurfaceUpdate()
  if random.chance(60) {
    let side = shape ? random.int(1...6) * 4 : 24
    update.buffer = shape && random.chance(15) ? .set(nil) : .set(BufferUse(TestBuffer(side, side)))
  }
  if random.chance(50) { update.offset = Point(x: random.int(-3...3), y: random.int(-3...3)) }
  for _ in 0..<random.int(0...2) {
    let rect = (random.int(-4...30), random.int(-4...30), random.int(-2...20), random.int(-2...20))
    update.bufferDamage.formUnion(Rect(x: rect.0, y: rect.1, width: rect.2, height: rect.3))
    if random.chance(50) { update.surfaceDamage.formUnion(Rect(x: rect.1, y: rect.0, width: rect.3, height: rect.2)) }
  }
  if shape {
    if random.chance(30) { update.scale = .set(random.int(1...4)) }
    if random.chance(30) { update.transform = .set(Transform(rawValue: Int32(random.int(0...7)))!) }
    if random.chance(20) { update.source = .set(random.chance(30) ? nil : PreciseRect(x: 0.5, y: 0, width: 1.5, height: 1)) }
    if random.chance(20) { update.destination = .set(random.chance(30) ? nil : Size(width: random.int(1...40), height: 7)) }
  }
  if random.chance(30) { update.opaqueRegion = .set(Region(Rect(x: 0, y: 0, width: random.int(0...20), height: 5))) }
  if random.chance(30) {
    update.inputRegion = .set(random.chance(30) ? nil : Region(Rect(x: 1, y: 1, width: random.int(0...9), height: 9)))
  }
  if random.chance(30) {
    let (opacity, kind, mayTear) = (Double(random.int(0...4)) / 4, UInt32(random.int(0...3)), random.chance(50))
    update.changeRare {
      $0.opacity = .set(opacity)
      if mayTear { $0.contentType = .set(kind) }
      $0.mayTear = .set(mayTear)
    }
  }
  if random.chance(30) { update.frameCallbacks = [TestBuffer(1, 1)] }
  if random.chance(30) { update.feedback = [TestBuffer(1, 1)] }
  return update
}

@Test(arguments: 0..<300)
func mergingThenApplyingEqualsApplyingInOrder(seed: Int) {
  var random = SeededGenerator(state: UInt64(seed))
  let mayChangeShape = seed % 2 == 0
  var stepwise = SurfaceState()
  _ = stepwise.apply(.showing(TestBuffer(24, 24)))
  var atOnce = stepwise
  let before = stepwise.contentSequence

  let updates = (0..<random.int(1...5)).map { _ in randomUpdate(&random, shape: mayChangeShape) }
  var offset = Point<SurfacePoints>.zero
  var callbacks: [AnyObject] = []
  for update in updates {
    offset += stepwise.apply(update).offset
    callbacks += update.frameCallbacks.elements + update.feedback.elements
  }
  var merged = SurfaceUpdate()
  for update in updates { merged.merge(update) }
  let changes = atOnce.apply(merged)

  #expect(atOnce.buffer?.buffer === stepwise.buffer?.buffer)
  #expect(atOnce.shape == stepwise.shape)
  #expect(atOnce.size == stepwise.size)
  #expect(atOnce.opaqueRegion == stepwise.opaqueRegion)
  #expect(atOnce.inputRegion == stepwise.inputRegion)
  #expect(atOnce.rare == stepwise.rare)
  #expect(changes.offset == offset)
  let both = merged.frameCallbacks.elements + merged.feedback.elements
  #expect(Set(both.map { ObjectIdentifier($0) }) == Set(callbacks.map { ObjectIdentifier($0) }))
  #expect(both.count == callbacks.count)

  // whoever repaints what the merged step says repaints all that the single steps would have said
  if let all = atOnce.history.damage(since: before) {
    let single = stepwise.history.damage(since: before)
    #expect(single != nil)
    if let single { #expect(single.subtracting(all).isEmpty) }
    if !mayChangeShape { #expect(single == all) }
  }
}

@Test func aNewerChangeWinsAndAnUnsetOneDoesNot() {
  var change = Change<Int>.set(1)
  change.merge(.unchanged)
  var value = 0
  change.apply(to: &value)
  #expect(value == 1)
  change.merge(.set(2))
  change.apply(to: &value)
  #expect(value == 2)
  Change<Int>.unchanged.apply(to: &value)
  #expect(value == 2)
}

@Test func aBufferIsHeldOnceForEachCommitThatShowsIt() {
  let buffer = TestBuffer(4, 4)
  var state = SurfaceState()
  _ = state.apply(.showing(buffer))
  #expect(buffer.uses == 1)
  _ = state.apply(.showing(buffer))
  #expect(buffer.uses == 1)
  _ = state.apply(.showing(TestBuffer(4, 4)))
  #expect(buffer.uses == 0)
}

@Test func aCommitThatAnotherReplacesBeforeItIsShownGivesItsBufferBack() {
  let (first, second) = (TestBuffer(4, 4), TestBuffer(4, 4))
  var update = SurfaceUpdate.showing(first)
  update.merge(.showing(second))
  #expect(first.uses == 0)
  #expect(second.uses == 1)
}

@Test func anAttachedBufferIsHeldFromItsCommitOn() {
  let node = SurfaceNode(id: SurfaceID(rawValue: 1))
  let (first, second) = (TestBuffer(4, 4), TestBuffer(4, 4))
  node.attach(BufferUse(first))
  node.attach(BufferUse(second))
  #expect(first.uses == 0 && second.uses == 0)
  node.commit { _, _, _ in }
  #expect(second.uses == 1 && first.ended == 0)
  node.attach(nil)
  node.commit { _, _, _ in }
  #expect(second.uses == 0 && second.ended == 1)
}

@Test func takingTheContentAwayUnmapsAndForgetsDamage() {
  var state = SurfaceState()
  #expect(state.apply(.showing(TestBuffer(4, 4))).isMapped)
  let sequence = state.contentSequence
  let changes = state.apply(.showing(nil))
  #expect(changes.isUnmapped && changes.isContentChanged && changes.isResized)
  #expect(!state.hasContent)
  #expect(state.history.damage(since: sequence) == nil)
}

@Test func aCommitWithoutDamageChangesNoPixelUnlessItBringsAnotherBuffer() {
  var state = SurfaceState()
  let buffer = TestBuffer(4, 4)
  _ = state.apply(.showing(buffer))
  let sequence = state.contentSequence
  #expect(!state.apply(.showing(buffer)).isContentChanged)
  #expect(state.contentSequence == sequence)
  // the pixels of the new buffer are the content, whatever was said of damage
  #expect(state.apply(.showing(TestBuffer(4, 4))).isContentChanged)
  #expect(state.history.damage(since: sequence) == nil)
}

@Test func aBufferThatReplacesAnotherWithoutDamageWhileBothWaitChangesEverything() {
  var state = SurfaceState()
  _ = state.apply(.showing(TestBuffer(4, 4)))
  let sequence = state.contentSequence
  var update = SurfaceUpdate.showing(TestBuffer(4, 4))
  update.bufferDamage = Region(Rect(x: 0, y: 0, width: 1, height: 1))
  update.merge(.showing(TestBuffer(4, 4)))
  #expect(state.apply(update).isContentChanged)
  #expect(state.history.damage(since: sequence) == nil)
}
