import Geometry
import Testing

@testable import Surfaces

private func cell(_ x: Int) -> Region<BufferPixels> { Region(Rect(x: x, y: 0, width: 1, height: 1)) }

@Test func historyAddsUpWhatCameSince() {
  var history = DamageHistory()
  history.reset(at: 1)
  for step in 2...5 { history.add(cell(step), at: UInt64(step)) }
  #expect(history.damage(since: 5) == Region())
  #expect(history.damage(since: 4) == cell(5))
  #expect(history.damage(since: 1) == Region(Rect(x: 2, y: 0, width: 4, height: 1)))
  #expect(history.damage(since: 0) == nil)
}

@Test func historyThatIsTooShortSaysEverything() {
  var history = DamageHistory()
  history.reset(at: 1)
  for step in 2...100 { history.add(cell(step), at: UInt64(step)) }
  #expect(history.damage(since: 100 - UInt64(DamageHistory.depth)) != nil)
  #expect(history.damage(since: 100 - UInt64(DamageHistory.depth) - 1) == nil)
}

@Test func aResetMakesAllOlderPicturesUseless() {
  var history = DamageHistory()
  history.add(cell(1), at: 1)
  history.reset(at: 2)
  #expect(history.damage(since: 1) == nil)
  #expect(history.damage(since: 2) == Region())
}

@Test func scatteredDamageIsKeptCoarselyButCompletely() {
  var history = DamageHistory()
  history.reset(at: 1)
  let scattered = Region<BufferPixels>((0..<200).map { Rect(x: $0 * 2, y: $0 % 7 * 2, width: 1, height: 1) })
  history.add(scattered, at: 2)
  let kept = history.damage(since: 1)
  #expect(kept.map { scattered.subtracting($0).isEmpty } == true)
  #expect((kept?.rects.count ?? 0) <= DamageHistory.rectangles)
}

@Test func whatIsRememberedIsTheLastCommitsHoweverManyThereWere() {
  var history = DamageHistory()
  history.reset(at: 0)
  for sequence in 1...40 {
    history.add(Region(Rect(x: sequence * 10, y: 0, width: 5, height: 5)), at: UInt64(sequence))
    for behind in 0...min(sequence, DamageHistory.depth) {
      var expected = Region<BufferPixels>()
      for older in (sequence - behind + 1)..<(sequence + 1) { expected.formUnion(Rect(x: older * 10, y: 0, width: 5, height: 5)) }
      #expect(history.damage(since: UInt64(sequence - behind)) == expected)
    }
    if sequence > DamageHistory.depth { #expect(history.damage(since: UInt64(sequence - DamageHistory.depth - 1)) == nil) }
  }
}
