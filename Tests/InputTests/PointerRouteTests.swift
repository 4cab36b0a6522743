import Geometry
import Testing

@testable import Input

typealias TestPointer = PointerRoute<Int, String>
typealias TestPointerAction = PointerAction<Int, String>

private let leftButton: UInt32 = 0x110
private let rightButton: UInt32 = 0x111
private let wide = PointerBounds.screens([Rect(x: 0, y: 0, width: 1000, height: 1000)])

/// A pointer over A (window 0, x from 0), with B (window 1, x from 100) beside it.
private func pointerOverA(in scene: TestScene) -> TestPointer {
  var pointer = TestPointer(screens: wide)
  _ = pointer.move(to: at(50, 50), in: scene) + pointer.frame()
  return pointer
}

@Test func anEnterCarriesThePointAndNoMotionFollows() {
  let scene = TestScene("A", "B")
  var pointer = TestPointer(screens: wide)
  #expect(pointer.move(to: at(150, 20), in: scene) + pointer.frame() == [.enter(1, at: at(50, 20)), .frame("B")])
  #expect(pointer.move(by: at(1, 0.5), in: scene) + pointer.frame() == [.motion(1, at: at(51, 20.5)), .frame("B")])
  #expect(pointer.move(by: at(0, 0), in: scene) + pointer.frame() == [])
  #expect(pointer.target == 1)
  #expect(pointer.localPosition == at(51, 20.5))
}

@Test func theLeaveComesBeforeTheEnterEachInItsFrame() {
  let scene = TestScene("A", "B")
  var pointer = pointerOverA(in: scene)
  #expect(
    pointer.move(to: at(150, 50), in: scene) + pointer.frame() == [.leave(0), .frame("A"), .enter(1, at: at(50, 50)), .frame("B")])
}

@Test func betweenTwoTargetsOfOneClientOneFrameIsEnough() {
  let scene = TestScene("A", "A")
  var pointer = pointerOverA(in: scene)
  #expect(pointer.move(to: at(150, 50), in: scene) + pointer.frame() == [.leave(0), .enter(1, at: at(50, 50)), .frame("A")])
}

@Test func xZeroIsInsideAndXWidthIsOutside() {
  let scene = TestScene("A", "B")
  var pointer = pointerOverA(in: scene)
  _ = pointer.move(to: at(99.99, 0), in: scene)
  #expect(pointer.target == 0)
  _ = pointer.move(to: at(100, 0), in: scene)
  #expect(pointer.target == 1)
}

@Test func overNothingNothingIsSent() {
  let scene = TestScene("A")
  var pointer = pointerOverA(in: scene)
  #expect(pointer.move(to: at(500, 500), in: scene) + pointer.frame() == [.leave(0), .frame("A")])
  let axis = AxisEvent(source: .wheel, vertical: .init(value: 15))
  let actions = pointer.move(by: at(1, 1), in: scene) + pointer.press(leftButton) + pointer.scroll(axis) + pointer.frame()
  #expect(actions == [])
  #expect(pointer.release(leftButton, in: scene) == [])
}

@Test func scrollingGoesToTheTarget() {
  let scene = TestScene("A")
  var pointer = pointerOverA(in: scene)
  let axis = AxisEvent(source: .wheel, vertical: .init(value: 15, value120: 120))
  #expect(pointer.scroll(axis) + pointer.frame() == [.axis(0, axis), .frame("A")])
}

@Test func aWindowThatAppearsUnderAStillPointerIsEntered() {
  var scene = TestScene("A")
  var pointer = pointerOverA(in: scene)
  scene.add(7, of: "C", Rect(x: 40, y: 40, width: 100, height: 100))
  #expect(pointer.sceneChanged(in: scene) == [.leave(0), .frame("A"), .enter(7, at: at(10, 10)), .frame("C")])
  #expect(pointer.sceneChanged(in: scene) == [])
  scene.hide(7)
  #expect(pointer.sceneChanged(in: scene) == [.leave(7), .frame("C"), .enter(0, at: at(50, 50)), .frame("A")])
}

@Test func aWindowThatMovesUnderAStillPointerSeesMotion() {
  var scene = TestScene("A")
  var pointer = pointerOverA(in: scene)
  scene.move(0, to: 10, 20)
  #expect(pointer.sceneChanged(in: scene) == [.motion(0, at: at(40, 30)), .frame("A")])
}

@Test func aPointerThatNeverMovedEntersOnlyWhereItIsSaidToBePresent() {
  let scene = TestScene("A")
  var absent = TestPointer(at: at(50, 50), screens: wide)
  #expect(absent.sceneChanged(in: scene) == [])
  var present = TestPointer(at: at(50, 50), isPresent: true, screens: wide)
  #expect(present.sceneChanged(in: scene) == [.enter(0, at: at(50, 50)), .frame("A")])
}

@Test func aReleaseOutsideGoesToTheTargetOfThePressAndThenItIsLeft() {
  let scene = TestScene("A", "B")
  var pointer = pointerOverA(in: scene)
  #expect(pointer.press(leftButton) + pointer.frame() == [.button(0, leftButton, pressed: true), .frame("A")])
  #expect(pointer.move(to: at(150, 50), in: scene) + pointer.frame() == [.motion(0, at: at(150, 50)), .frame("A")])
  #expect(pointer.isGrabbed)
  #expect(
    pointer.release(leftButton, in: scene) + pointer.frame() == [
      .button(0, leftButton, pressed: false), .frame("A"), .leave(0), .frame("A"), .enter(1, at: at(50, 50)), .frame("B"),
    ])
  #expect(!pointer.isGrabbed)
}

@Test func theGrabLastsFromTheFirstPressToTheLastRelease() {
  let scene = TestScene("A", "B")
  var pointer = pointerOverA(in: scene)
  _ = pointer.press(leftButton) + pointer.press(rightButton) + pointer.frame()
  _ = pointer.move(to: at(150, 50), in: scene) + pointer.frame()
  #expect(pointer.release(leftButton, in: scene) + pointer.frame() == [.button(0, leftButton, pressed: false), .frame("A")])
  _ = pointer.release(rightButton, in: scene)
  #expect(pointer.target == 1)
}

@Test func raisingAnotherWindowDoesNotEndTheGrab() {
  var scene = TestScene("A")
  scene.add(7, of: "C", Rect(x: 0, y: 0, width: 100, height: 100))
  var pointer = pointerOverA(in: scene)
  _ = pointer.press(leftButton) + pointer.frame()
  scene.raise(0)
  #expect(pointer.sceneChanged(in: scene) == [])
  #expect(pointer.target == 7)
}

@Test func aTargetThatMovesItselfUnderAHeldButtonSeesNoMotion() {
  var scene = TestScene("A")
  var pointer = pointerOverA(in: scene)
  _ = pointer.press(leftButton) + pointer.frame()
  scene.move(0, to: 10, 0)
  #expect(pointer.sceneChanged(in: scene) == [])
  #expect(pointer.move(by: at(1, 0), in: scene) + pointer.frame() == [.motion(0, at: at(41, 50)), .frame("A")])
}

@Test func aButtonHeldOnTwoDevicesIsReleasedWithTheSecond() {
  let scene = TestScene("A")
  var pointer = pointerOverA(in: scene)
  let (one, two) = (InputDevice(id: 1), InputDevice(id: 2))
  _ = pointer.press(leftButton, on: one)
  #expect(pointer.press(leftButton, on: two) == [])
  #expect(pointer.release(leftButton, on: one, in: scene) == [])
  #expect(pointer.releaseAll(on: one, in: scene) == [])
  #expect(pointer.releaseAll(on: two, in: scene) == [.button(0, leftButton, pressed: false), .frame("A")])
}

@Test func aReleaseWithoutAPressIsNothing() {
  let scene = TestScene("A")
  var pointer = pointerOverA(in: scene)
  #expect(pointer.release(leftButton, in: scene) == [])
}

@Test func buttonsWithoutEndDoNotFillTheMemory() {
  let scene = TestScene("A")
  var pointer = pointerOverA(in: scene)
  for button in UInt32(0)..<1000 { _ = pointer.press(button) }
  #expect(pointer.heldButtons.count == TestPointer.mostButtons)
}

// A window that dies with a button held.

@Test func afterTheGrabbedWindowDiesTheNextOneGetsASanePair() {
  var scene = TestScene("A")
  var pointer = pointerOverA(in: scene)
  scene.add(1, of: "B", Rect(x: 0, y: 0, width: 100, height: 100))
  _ = pointer.press(leftButton) + pointer.frame()
  scene.remove(0)
  #expect(pointer.forget(client: "A", in: scene) == [.enter(1, at: at(50, 50)), .frame("B")])
  #expect(pointer.press(rightButton) + pointer.frame() == [.button(1, rightButton, pressed: true), .frame("B")])
  #expect(pointer.release(leftButton, in: scene) + pointer.frame() == [])
  #expect(pointer.release(rightButton, in: scene) + pointer.frame() == [.button(1, rightButton, pressed: false), .frame("B")])
  #expect(pointer.heldButtons == [])
  #expect(pointer.press(leftButton) + pointer.frame() == [.button(1, leftButton, pressed: true), .frame("B")])
}

@Test func aDestroyedTargetIsSentNothingThoughItsClientsGroupIsClosed() {
  var scene = TestScene("A", "A")
  var pointer = pointerOverA(in: scene)
  #expect(pointer.press(leftButton) == [.button(0, leftButton, pressed: true)])
  scene.remove(0)
  #expect(pointer.forget(0, in: scene) == [])
  #expect(pointer.frame() == [.frame("A")])
  #expect(pointer.move(to: at(150, 50), in: scene) + pointer.frame() == [.enter(1, at: at(50, 50)), .frame("A")])
  #expect(pointer.release(leftButton, in: scene) == [])
}

@Test func aTargetHiddenWithAButtonHeldIsLeftAtOnce() {
  var scene = TestScene("A", "B")
  var pointer = pointerOverA(in: scene)
  _ = pointer.press(leftButton) + pointer.frame()
  scene.hide(0)
  #expect(pointer.sceneChanged(in: scene) == [.leave(0), .frame("A")])
  #expect(pointer.release(leftButton, in: scene) + pointer.frame() == [])
}

@Test func aClientThatIsGoneGetsNoFrame() {
  var scene = TestScene("A", "B")
  var pointer = pointerOverA(in: scene)
  #expect(pointer.move(by: at(1, 1), in: scene) == [.motion(0, at: at(51, 51))])
  scene.remove(0)
  #expect(pointer.forget(client: "A", in: scene) + pointer.frame() == [])
}

// Cancelling.

@Test func cancellingLeavesEntersAnewAndForgetsButtons() {
  let scene = TestScene("A")
  var pointer = pointerOverA(in: scene)
  _ = pointer.press(leftButton) + pointer.frame()
  #expect(pointer.cancel(in: scene) == [.leave(0), .frame("A"), .enter(0, at: at(50, 50)), .frame("A")])
  #expect(pointer.release(leftButton, in: scene) == [])
}

@Test func aDepartedPointerIsOnNothingUntilItMoves() {
  let scene = TestScene("A")
  var pointer = pointerOverA(in: scene)
  #expect(pointer.depart() == [.leave(0), .frame("A")])
  #expect(pointer.sceneChanged(in: scene) == [])
  #expect(pointer.move(to: at(50, 50), in: scene) + pointer.frame() == [.enter(0, at: at(50, 50)), .frame("A")])
}

// Constraints and screens.

@Test func aLockedPointerStaysButItsButtonsWork() {
  let scene = TestScene("A")
  var pointer = pointerOverA(in: scene)
  #expect(pointer.constrain(.locked, in: scene) == [])
  #expect(pointer.move(by: at(10, 10), in: scene) == [])
  #expect(pointer.position == at(50, 50))
  #expect(pointer.press(leftButton) == [.button(0, leftButton, pressed: true)])
  _ = pointer.constrain(nil, in: scene)
  #expect(pointer.move(by: at(10, 10), in: scene) == [.motion(0, at: at(60, 60))])
}

@Test func theWayOfADeviceIsToldBeforeThePointerMovesAndAlsoWhileItIsLocked() {
  let scene = TestScene("A", "B")
  var pointer = pointerOverA(in: scene)
  let way = RelativeMotion(at(100, 0), unaccelerated: at(50, 0))
  #expect(
    pointer.move(to: at(150, 50), relative: way, in: scene) + pointer.frame() == [
      .relative(0, way), .leave(0), .frame("A"), .enter(1, at: at(50, 50)), .frame("B"),
    ])
  _ = pointer.constrain(.locked, in: scene)
  #expect(pointer.move(to: at(250, 50), relative: way, in: scene) + pointer.frame() == [.relative(1, way), .frame("B")])
  #expect(pointer.move(to: at(250, 50), relative: RelativeMotion(at(0, 0)), in: scene) == [])
}

@Test func aConstraintKeepsThePointerOnItsTarget() {
  var scene = TestScene("A")
  var pointer = pointerOverA(in: scene)
  _ = pointer.constrain(.locked, in: scene)
  scene.add(1, of: "B", Rect(x: 0, y: 0, width: 100, height: 100))
  #expect(pointer.sceneChanged(in: scene) == [])
  scene.move(0, to: 5, 5)
  #expect(pointer.sceneChanged(in: scene) == [])
  #expect(pointer.constrain(nil, in: scene) == [.leave(0), .frame("A"), .enter(1, at: at(50, 50)), .frame("B")])
}

@Test func aConfinedPointerComesToTheLastPoint() {
  let scene = TestScene("A")
  var pointer = pointerOverA(in: scene)
  _ = pointer.constrain(.confined(.confinement([Rect(x: 0, y: 0, width: 100, height: 100)])), in: scene)
  _ = pointer.move(by: at(400, 400), in: scene)
  #expect(pointer.position == at(99, 99))
  #expect(pointer.target == 0)
}

@Test func aConfinementMovesAPointerThatIsOutside() {
  let scene = TestScene("A")
  var pointer = pointerOverA(in: scene)
  let region = PointerBounds.confinement([Rect(x: 10, y: 10, width: 10, height: 10)])
  #expect(pointer.constrain(.confined(region), in: scene) == [.motion(0, at: at(19, 19)), .frame("A")])
}

@Test func aWarpPutsThePointerThroughALock() {
  let scene = TestScene("A")
  var pointer = pointerOverA(in: scene)
  _ = pointer.constrain(.locked, in: scene)
  #expect(pointer.warp(to: at(5, 6), in: scene) == [.motion(0, at: at(5, 6)), .frame("A")])
}

@Test func aScreenThatGoesTakesThePointerToAnother() {
  let scene = TestScene("A")
  var pointer = TestPointer(screens: .screens([Rect(x: 0, y: 0, width: 100, height: 100), Rect(x: 100, y: 0, width: 100, height: 100)]))
  _ = pointer.move(to: at(150, 40), in: scene)
  #expect(
    pointer.setScreens(.screens([Rect(x: 0, y: 0, width: 100, height: 100)]), in: scene)
      == [.enter(0, at: at(100 - 1 / 256.0, 40)), .frame("A")])
}

// Popup grabs.

@Test func duringAPopupGrabOnlyTheClientsTargetsGetEvents() {
  let scene = TestScene("A", "B")
  var pointer = pointerOverA(in: scene)
  #expect(pointer.beginPopupGrab(of: "A", in: scene) == [])
  #expect(pointer.move(to: at(150, 50), in: scene) + pointer.frame() == [.leave(0), .frame("A")])
  #expect(pointer.press(leftButton) + pointer.frame() == [.pressedOutside(leftButton)])
  #expect(pointer.endPopupGrab(in: scene) == [.enter(1, at: at(50, 50)), .frame("B")])
  #expect(pointer.release(leftButton, in: scene) + pointer.frame() == [])
}

@Test func aMenuOpenedByAPressIsChosenFromByItsRelease() {
  var scene = TestScene("A")
  var pointer = pointerOverA(in: scene)
  _ = pointer.press(leftButton) + pointer.frame()
  scene.add(7, of: "A", Rect(x: 100, y: 0, width: 50, height: 200))
  #expect(pointer.beginPopupGrab(of: "A", in: scene) == [])
  #expect(pointer.move(to: at(110, 50), in: scene) + pointer.frame() == [.leave(0), .enter(7, at: at(10, 50)), .frame("A")])
  #expect(pointer.release(leftButton, in: scene) + pointer.frame() == [.button(7, leftButton, pressed: false), .frame("A")])
}

@Test func aPressInAPopupHoldsThePointerThere() {
  var scene = TestScene("A")
  scene.add(7, of: "A", Rect(x: 100, y: 0, width: 50, height: 200))
  var pointer = pointerOverA(in: scene)
  _ = pointer.beginPopupGrab(of: "A", in: scene)
  _ = pointer.move(to: at(110, 50), in: scene) + pointer.press(leftButton) + pointer.frame()
  #expect(pointer.move(to: at(50, 50), in: scene) + pointer.frame() == [.motion(7, at: at(-50, 50)), .frame("A")])
}

@Test func aClientKilledDuringItsPopupGrabFreesThePointer() {
  var scene = TestScene("A", "B")
  var pointer = pointerOverA(in: scene)
  _ = pointer.beginPopupGrab(of: "A", in: scene)
  _ = pointer.move(to: at(150, 50), in: scene) + pointer.frame()
  scene.remove(0)
  #expect(pointer.forget(client: "A", in: scene) == [.enter(1, at: at(50, 50)), .frame("B")])
}

// Drag and drop, move and resize.

@Test func aDragLeavesTheTargetAndDropsWhereTheButtonIsReleased() {
  let scene = TestScene("A", "B")
  var pointer = pointerOverA(in: scene)
  _ = pointer.press(leftButton) + pointer.frame()
  #expect(pointer.beginDrag(in: scene) == [.leave(0), .frame("A"), .drag(.enter(0, at: at(50, 50)))])
  #expect(pointer.move(by: at(1, 0), in: scene) + pointer.frame() == [.drag(.motion(0, at: at(51, 50)))])
  #expect(pointer.press(rightButton) + pointer.release(rightButton, in: scene) == [])
  #expect(pointer.move(to: at(150, 50), in: scene) == [.drag(.leave(0)), .drag(.enter(1, at: at(50, 50)))])
  #expect(
    pointer.release(leftButton, in: scene) + pointer.frame() == [.drag(.drop(on: 1)), .enter(1, at: at(50, 50)), .frame("B")])
  #expect(!pointer.isOverridden)
}

@Test func aDragOverATargetThatDiesDropsOnNothing() {
  var scene = TestScene("A", "B")
  var pointer = pointerOverA(in: scene)
  _ = pointer.press(leftButton) + pointer.frame()
  _ = pointer.beginDrag(in: scene)
  _ = pointer.move(to: at(150, 50), in: scene)
  scene.remove(1)
  #expect(pointer.forget(client: "B", in: scene) == [])
  #expect(pointer.release(leftButton, in: scene) + pointer.frame() == [.drag(.drop(on: nil))])
}

@Test func aCancelledDragLeavesItsTargetAndThePointerIsNormal() {
  let scene = TestScene("A", "B")
  var pointer = pointerOverA(in: scene)
  _ = pointer.press(leftButton) + pointer.frame()
  _ = pointer.beginDrag(in: scene)
  #expect(pointer.endOverride(in: scene) == [.drag(.leave(0)), .enter(0, at: at(50, 50)), .frame("A")])
  #expect(pointer.release(leftButton, in: scene) == [])
}

@Test func withoutAButtonNoDragAndNoMoveBegins() {
  let scene = TestScene("A")
  var pointer = pointerOverA(in: scene)
  #expect(pointer.beginDrag(in: scene) == nil)
  #expect(pointer.beginInteraction() == nil)
  #expect(!pointer.isOverridden)
}

@Test func anInteractiveMoveLeavesTheTargetAndEndsWithTheLastButton() {
  let scene = TestScene("A")
  var pointer = pointerOverA(in: scene)
  _ = pointer.press(leftButton) + pointer.press(rightButton) + pointer.frame()
  #expect(pointer.beginInteraction() == [.leave(0), .frame("A")])
  #expect(pointer.beginDrag(in: scene) == nil)
  #expect(pointer.move(by: at(5, 5), in: scene) == [.interaction(at: at(55, 55))])
  #expect(pointer.sceneChanged(in: scene) == [])
  #expect(pointer.release(leftButton, in: scene) == [])
  #expect(
    pointer.release(rightButton, in: scene) + pointer.frame() == [.interactionEnded, .enter(0, at: at(55, 55)), .frame("A")])
}
