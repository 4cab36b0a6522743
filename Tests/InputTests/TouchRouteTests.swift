import Geometry
import Testing

@testable import Input

typealias TestTouch = TouchRoute<Int, String>
typealias TestTouchAction = TouchAction<Int, String>

private let first = FingerID(0)
private let second = FingerID(1)

@Test func aTouchStaysWithTheTargetInWhichItBegan() {
  let scene = TestScene("A", "B")
  var touch = TestTouch()
  #expect(touch.down(first, at: at(50, 20), in: scene) + touch.frame() == [.down(0, id: 0, at: at(50, 20)), .frame("A")])
  #expect(touch.move(first, to: at(150, 20), in: scene) + touch.frame() == [.motion(0, id: 0, at: at(150, 20)), .frame("A")])
  #expect(touch.up(first) + touch.frame() == [.up("A", id: 0), .frame("A")])
  #expect(touch.up(first) + touch.frame() == [])
}

@Test func twoFingersInTwoWindowsGetTheirOwnOnly() {
  let scene = TestScene("A", "B")
  var touch = TestTouch()
  #expect(
    touch.down(first, at: at(50, 20), in: scene) + touch.down(second, at: at(150, 20), in: scene) + touch.frame() == [
      .down(0, id: 0, at: at(50, 20)), .down(1, id: 1, at: at(50, 20)), .frame("A"), .frame("B"),
    ])
  #expect(touch.move(second, to: at(10, 10), in: scene) + touch.frame() == [.motion(1, id: 1, at: at(-90, 10)), .frame("B")])
  #expect(touch.up(first) + touch.frame() == [.up("A", id: 0), .frame("A")])
}

@Test func twoFingersOfOneGroupShareAFrame() {
  let scene = TestScene("A")
  var touch = TestTouch()
  let actions = touch.down(first, at: at(1, 1), in: scene) + touch.down(second, at: at(2, 2), in: scene) + touch.frame()
  #expect(actions == [.down(0, id: 0, at: at(1, 1)), .down(0, id: 1, at: at(2, 2)), .frame("A")])
  #expect(touch.up(first) + touch.up(second) + touch.frame() == [.up("A", id: 0), .up("A", id: 1), .frame("A")])
}

@Test func aTouchOnNothingIsDeadEvenOverAWindow() {
  let scene = TestScene("A")
  var touch = TestTouch()
  #expect(touch.down(first, at: at(500, 20), in: scene) + touch.move(first, to: at(50, 20), in: scene) + touch.frame() == [])
  #expect(touch.up(first) + touch.frame() == [])
}

@Test func shapeAndOrientationGoWithTheFinger() {
  let scene = TestScene("A")
  var touch = TestTouch()
  _ = touch.down(first, at: at(50, 20), in: scene)
  #expect(
    touch.shape(first, major: 9, minor: 5) + touch.orientation(first, degrees: 30) + touch.frame() == [
      .shape("A", id: 0, major: 9, minor: 5), .orientation("A", id: 0, degrees: 30), .frame("A"),
    ])
  #expect(touch.shape(second, major: 9, minor: 5) == [])
}

@Test func motionToTheSamePlaceAndASecondDownAreNothing() {
  let scene = TestScene("A")
  var touch = TestTouch()
  _ = touch.down(first, at: at(50, 20), in: scene) + touch.frame()
  #expect(touch.move(first, to: at(50, 20), in: scene) + touch.down(first, at: at(1, 1), in: scene) + touch.frame() == [])
}

@Test func raisingAnotherWindowLeavesTheTouchAlone() {
  var scene = TestScene("A")
  var touch = TestTouch()
  _ = touch.down(first, at: at(50, 20), in: scene) + touch.frame()
  scene.add(7, of: "C", Rect(x: 0, y: 0, width: 100, height: 100))
  #expect(touch.sceneChanged(in: scene) == [])
  #expect(touch.move(first, to: at(51, 20), in: scene) == [.motion(0, id: 0, at: at(51, 20))])
}

@Test func idsAreTheDevicesWhereFreeAndNeverShared() {
  let scene = TestScene("A")
  var touch = TestTouch()
  let other = InputDevice(id: 9)
  _ = touch.down(FingerID(1), at: at(1, 1), in: scene)
  _ = touch.down(FingerID(1, on: other), at: at(1, 1), in: scene)
  _ = touch.down(FingerID(-4), at: at(1, 1), in: scene)
  #expect(touch.id(of: FingerID(1)) == 1)
  #expect(touch.id(of: FingerID(1, on: other)) == 0)
  #expect(touch.id(of: FingerID(-4)) == 2)
}

@Test func fingersWithoutEndDoNotFillTheMemory() {
  let scene = TestScene("A")
  var touch = TestTouch()
  for finger in Int32(0)..<1000 { _ = touch.down(FingerID(finger), at: at(1, 1), in: scene) }
  #expect(touch.fingersDown.count == TestTouch.mostFingers)
}

// Cancelling.

@Test func aStockClientWithAllTouchesTakenGetsACancelAndNoFrame() {
  var scene = TestScene("A", "B")
  var touch = TestTouch()
  _ = touch.down(first, at: at(50, 20), in: scene) + touch.down(second, at: at(60, 20), in: scene) + touch.frame()
  _ = touch.move(first, to: at(51, 20), in: scene)
  scene.hide(0)
  #expect(touch.cancel(where: { $0 == 0 }, dialect: { _ in .stock }) == [.cancel("A")])
  #expect(touch.move(first, to: at(150, 20), in: scene) + touch.up(first) + touch.up(second) + touch.frame() == [])
}

@Test func aStockClientWithATouchElsewhereHearsOfTheTakenOneWhenItIsLifted() {
  let scene = TestScene("A", "A")
  var touch = TestTouch()
  _ = touch.down(first, at: at(50, 20), in: scene) + touch.down(second, at: at(150, 20), in: scene) + touch.frame()
  #expect(touch.cancel(where: { $0 == 0 }, dialect: { _ in .stock }) == [])
  #expect(touch.move(first, to: at(51, 20), in: scene) + touch.frame() == [])
  #expect(touch.move(second, to: at(151, 20), in: scene) + touch.frame() == [.motion(1, id: 1, at: at(51, 20)), .frame("A")])
  #expect(touch.up(first) + touch.frame() == [.up("A", id: 0), .frame("A")])
}

@Test func whenTheLastTouchIsTakenAllAreCancelled() {
  let scene = TestScene("A", "A")
  var touch = TestTouch()
  _ = touch.down(first, at: at(50, 20), in: scene) + touch.down(second, at: at(150, 20), in: scene) + touch.frame()
  _ = touch.cancel(where: { $0 == 0 }, dialect: { _ in .stock })
  #expect(touch.cancel(where: { $0 == 1 }, dialect: { _ in .stock }) == [.cancel("A")])
  #expect(touch.up(first) + touch.up(second) + touch.frame() == [])
}

@Test func aCasementClientIsToldWhichTouchesAreTaken() {
  let scene = TestScene("A", "A")
  var touch = TestTouch()
  _ = touch.down(first, at: at(50, 20), in: scene) + touch.down(second, at: at(150, 20), in: scene) + touch.frame()
  #expect(
    touch.cancel(where: { $0 == 0 }, dialect: { _ in .casement }) == [.cancelled(0, ids: [0]), .up("A", id: 0), .frame("A")])
  #expect(touch.move(first, to: at(1, 1), in: scene) + touch.up(first) + touch.frame() == [])
  #expect(touch.up(second) + touch.frame() == [.up("A", id: 1), .frame("A")])
}

@Test func aLockTakesAllTouchesFromAllClients() {
  let scene = TestScene("A", "B")
  var touch = TestTouch()
  _ = touch.down(first, at: at(50, 20), in: scene) + touch.down(second, at: at(150, 20), in: scene) + touch.frame()
  #expect(
    touch.cancel(where: { _ in true }, dialect: { $0 == "A" ? .stock : .casement }) == [
      .cancel("A"), .cancelled(1, ids: [1]), .up("B", id: 1), .frame("B"),
    ])
  #expect(touch.cancel(where: { _ in true }, dialect: { _ in .stock }) == [])
}

@Test func aDestroyedTargetsTouchEndsWithUpAndFrameAtOnce() {
  var scene = TestScene("A", "B")
  var touch = TestTouch()
  _ = touch.down(first, at: at(50, 20), in: scene) + touch.frame()
  scene.remove(0)
  #expect(touch.forget(0) == [.up("A", id: 0), .frame("A")])
  #expect(touch.move(first, to: at(150, 20), in: scene) + touch.up(first) + touch.frame() == [])
}

@Test func aDeadClientsTouchIsDeadUntilLiftedAndItsIdStaysTaken() {
  var scene = TestScene("A", "B")
  var touch = TestTouch()
  _ = touch.down(first, at: at(50, 20), in: scene)
  scene.remove(0)
  touch.forget(client: "A")
  #expect(touch.frame() == [])
  #expect(touch.move(first, to: at(150, 20), in: scene) == [])
  let other = FingerID(0, on: InputDevice(id: 5))
  #expect(touch.down(other, at: at(150, 20), in: scene) == [.down(1, id: 1, at: at(50, 20))])
  #expect(touch.up(first) == [])
}

@Test func aDeviceThatGoesCancelsAndLiftsItsFingers() {
  let scene = TestScene("A", "A")
  var touch = TestTouch()
  let other = FingerID(0, on: InputDevice(id: 5))
  _ = touch.down(first, at: at(50, 20), in: scene) + touch.down(other, at: at(150, 20), in: scene) + touch.frame()
  #expect(touch.cancel(device: .standard, dialect: { _ in .stock }) == [.up("A", id: 0), .frame("A")])
  #expect(touch.fingersDown == [other])
  #expect(touch.cancel(device: other.device, dialect: { _ in .stock }) == [.cancel("A")])
  #expect(touch.fingersDown == [])
}

// Grabs.

@Test func aTouchOutsideAPopupGrabIsReportedAndReachesNobody() {
  let scene = TestScene("A", "B")
  var touch = TestTouch()
  touch.setPopupGrab(of: "A")
  #expect(touch.down(first, at: at(150, 20), in: scene) + touch.frame() == [.touchedOutside])
  #expect(touch.down(second, at: at(50, 20), in: scene) == [.down(0, id: 1, at: at(50, 20))])
  touch.setPopupGrab(of: nil)
  #expect(touch.move(first, to: at(151, 20), in: scene) + touch.up(first) == [])
}

@Test func aDragFollowsItsFingerAndDropsWhereItIsLifted() throws {
  let scene = TestScene("A", "B")
  var touch = TestTouch()
  _ = touch.down(first, at: at(50, 20), in: scene) + touch.frame()
  #expect(touch.beginDrag(id: 0, in: scene) == [.drag(.enter(0, at: at(50, 20)))])
  #expect(touch.beginDrag(id: 0, in: scene) == nil)
  #expect(touch.move(first, to: at(150, 20), in: scene) == [.drag(.leave(0)), .drag(.enter(1, at: at(50, 20)))])
  #expect(touch.up(first) + touch.frame() == [.drag(.drop(on: 1))])
  #expect(touch.beginDrag(id: 3, in: scene) == nil)
}

@Test func aCancelledDragLeavesAndItsFingerIsDead() {
  let scene = TestScene("A")
  var touch = TestTouch()
  _ = touch.down(first, at: at(50, 20), in: scene) + touch.frame()
  _ = touch.beginDrag(id: 0, in: scene)
  #expect(touch.endDrag() == [.drag(.leave(0))])
  #expect(touch.move(first, to: at(60, 20), in: scene) + touch.up(first) == [])
}
