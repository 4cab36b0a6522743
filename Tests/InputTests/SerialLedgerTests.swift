import Testing

@testable import Input

private typealias Ledger = SerialLedger<String, Int>

@Test func serialsAreNeverZeroAndWrap() {
  var ledger = Ledger(after: .max - 1)
  #expect(ledger.next() == .max)
  let first = ledger.next()
  #expect(first == 1)
  #expect(first.isNewerSerial(than: .max))
  #expect(!UInt32.max.isNewerSerial(than: first))
  #expect(!first.isNewerSerial(than: first))
  #expect(ledger.isFuture(2))
  #expect(!ledger.isFuture(.max))
}

@Test func aGrabIsValidFromItsPressToItsEndForItsClientOnly() {
  var ledger = Ledger()
  let press = ledger.next(.buttonPress, to: "A", on: 1, at: 10)
  #expect(ledger.activeGrab(press, of: "A")?.surface == 1)
  #expect(ledger.activeGrab(press, of: "A")?.kind == .buttonPress)
  #expect(ledger.activeGrab(press, of: "B") == nil)
  #expect(ledger.activeGrab(press + 1, of: "A") == nil)
  #expect(ledger.activeGrab(0, of: "A") == nil)
  _ = ledger.next(.buttonRelease, to: "A", on: 1, at: 20)
  ledger.endPointerGrab()
  #expect(ledger.activeGrab(press, of: "A") == nil)
  #expect(ledger.entry(press, for: "A") != nil)
}

@Test func enteringAndTypingBeginNoGrab() {
  var ledger = Ledger()
  for kind in Ledger.Kind.allCases where ![.buttonPress, .touchDown, .tabletDown].contains(kind) {
    let serial = ledger.next(kind, to: "A", on: 1, at: 0)
    #expect(ledger.activeGrab(serial, of: "A") == nil)
  }
}

@Test func theEndOfOneTouchLeavesAnother() {
  var ledger = Ledger()
  let first = ledger.next(.touchDown, to: "A", on: 1, at: 0)
  let second = ledger.next(.touchDown, to: "A", on: 1, at: 0)
  ledger.end(first)
  #expect(ledger.activeGrab(first, of: "A") == nil)
  #expect(ledger.activeGrab(second, of: "A") != nil)
  ledger.endPointerGrab()
  #expect(ledger.activeGrab(second, of: "A") != nil)
}

@Test func aPopupNeedsAnActionOfTheUserButNotAHeldOne() {
  var ledger = Ledger()
  let enter = ledger.next(.keyboardEnter, to: "A", on: 1, at: 0)
  let key = ledger.next(.keyPress, to: "A", on: 1, at: 0)
  let release = ledger.next(.buttonRelease, to: "A", on: 1, at: 0)
  #expect(!ledger.allowsPopupGrab(enter, of: "A"))
  #expect(ledger.allowsPopupGrab(key, of: "A"))
  #expect(ledger.allowsPopupGrab(release, of: "A"))
  #expect(!ledger.allowsPopupGrab(key, of: "B"))
}

@Test func aSelectionNeedsASerialOfTheClientThatIsNotAheadAndNotStale() {
  var ledger = Ledger()
  let mine = ledger.next(.keyPress, to: "A", on: 1, at: 0)
  let later = ledger.next(.keyPress, to: "B", on: 2, at: 0)
  #expect(ledger.allowsSelection(mine, of: "A"))
  #expect(!ledger.allowsSelection(later, of: "A"))
  #expect(!ledger.allowsSelection(later + 1_000_000, of: "A"))
  #expect(!ledger.allowsSelection(0, of: "A"))
  #expect(!ledger.allowsSelection(mine, of: "A", replacing: later))
  #expect(ledger.allowsSelection(later, of: "B", replacing: mine))
  #expect(ledger.allowsSelection(mine, of: "A", replacing: mine))
}

@Test func aFutureSerialHarmsNoHonestClient() {
  var ledger = Ledger()
  _ = ledger.next(.keyPress, to: "A", on: 1, at: 0)
  #expect(!ledger.allowsSelection(0x7000_0000, of: "A"))
  let honest = ledger.next(.keyPress, to: "B", on: 2, at: 0)
  #expect(ledger.allowsSelection(honest, of: "B"))
}

@Test func onlyTheLatestEnterSetsACursor() {
  var ledger = Ledger()
  let first = ledger.next(.pointerEnter, to: "A", on: 1, at: 0)
  let other = ledger.next(.pointerEnter, to: "B", on: 3, at: 0)
  #expect(ledger.allowsCursor(first, of: "A"))
  let second = ledger.next(.pointerEnter, to: "A", on: 2, at: 0)
  #expect(!ledger.allowsCursor(first, of: "A"))
  #expect(ledger.allowsCursor(second, of: "A"))
  #expect(!ledger.allowsCursor(other, of: "A"))
  #expect(!ledger.allowsCursor(0, of: "C"))
}

@Test func anActivationNeedsARecentActionOfTheUser() {
  var ledger = Ledger()
  let start = UInt32.max - 1000
  let enter = ledger.next(.keyboardEnter, to: "A", on: 1, at: start)
  let key = ledger.next(.keyPress, to: "A", on: 1, at: start)
  // the protocol speaks of input and of focus events: getting the keyboard counts, for the last time that it was got
  #expect(ledger.allowsActivation(enter, of: "A", at: start) && !ledger.allowsActivation(enter, of: "A", at: start &+ 30_001))
  #expect(!ledger.allowsActivation(enter, of: "B", at: start))
  let again = ledger.next(.keyboardEnter, to: "A", on: 1, at: start)
  #expect(!ledger.allowsActivation(enter, of: "A", at: start) && ledger.allowsActivation(again, of: "A", at: start))
  for other in [SerialLedger<String, Int>.Kind.pointerEnter, .keyboardLeave, .modifiers] {
    let serial = ledger.next(other, to: "A", on: 1, at: start)
    #expect(!ledger.allowsActivation(serial, of: "A", at: start))
  }
  #expect(ledger.allowsActivation(key, of: "A", at: start))
  #expect(ledger.allowsActivation(key, of: "A", at: start &+ 30_000))
  #expect(!ledger.allowsActivation(key, of: "A", at: start &+ 30_001))
}

@Test func memoryIsBoundedAndNoFloodHidesAGrab() {
  var ledger = Ledger()
  let press = ledger.next(.buttonPress, to: "A", on: 1, at: 0)
  let firstKey = ledger.next(.keyPress, to: "A", on: 1, at: 0)
  for _ in 0..<1000 {
    _ = ledger.next(.keyPress, to: "A", on: 1, at: 0)
    _ = ledger.next(.keyPress, to: "B", on: 1, at: 0)
  }
  #expect(ledger.activeGrab(press, of: "A") != nil)
  #expect(ledger.entry(firstKey, for: "A") == nil)
}

@Test func aClientThatIsGoneHasNoSerials() {
  var ledger = Ledger()
  let press = ledger.next(.buttonPress, to: "A", on: 1, at: 0)
  ledger.forget("A")
  #expect(ledger.entry(press, for: "A") == nil)
}
