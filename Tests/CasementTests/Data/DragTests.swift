import CasementTesting
import Geometry
import Testing
import WaylandClient
import WaylandProtocols
import WindowModel

@testable import Casement

@Suite struct DragTests {
  @Test func aDragLeavesThePointerAndEntersWhatItIsOver() throws {
    let stage = try DataStage()
    _ = try stage.drag(["text/plain", "text/html"])
    #expect(stage.one.takeButtons() == ["leave"])
    #expect(stage.one.take() == ["enter 1,2 text/plain text/html"])
    stage.service.injectPointerMotion(by: PrecisePoint(x: 3, y: 0))
    stage.service.injectPointerMotion(to: stage.onTwo)
    stage.service.injectPointerMotion(to: stage.nowhere)
    try stage.settle()
    #expect(stage.one.take() == ["motion 4,2", "leave"])
    #expect(stage.two.take() == ["enter 395,295 text/plain text/html", "leave"])
    #expect(stage.two.takeButtons() == [])
  }

  @Test func aDropThatIsAcceptedEndsWithItsFinish() throws {
    let stage = try DataStage()
    let source = try stage.drag()
    try stage.dragToTwo(actions: [.copy, .move], preferred: .move)
    #expect(stage.two.dragged?.take() == ["source 7", "action 2"])
    #expect(source.take() == ["target text/plain", "action 2"])
    try stage.release()
    #expect(stage.two.take() == ["enter 395,295 text/plain", "drop", "leave"])
    #expect(stage.two.takeButtons() == ["enter"])
    #expect(source.take() == ["dropped"])
    let offer = try #require(stage.two.dragged)
    let pipe = offer.receive("text/plain")
    try stage.settle()
    #expect(pipe.drain())
    #expect(pipe.text == "data as text/plain")
    offer.proxy.finish()
    offer.proxy.destroy()
    try stage.settle()
    #expect(source.take() == ["send text/plain", "finished"])
  }

  @Test func dataCanBeHadBeforeTheDrop() throws {
    let stage = try DataStage()
    _ = try stage.drag()
    try stage.dragToTwo()
    let pipe = try #require(stage.two.dragged).receive("text/plain")
    try stage.settle()
    #expect(pipe.drain())
    #expect(pipe.text == "data as text/plain")
  }

  @Test(arguments: ["no type", "no action", "nowhere", "nobody asked"])
  func aDropThatIsNotAcceptedIsCancelled(why: String) throws {
    let stage = try DataStage()
    let source = try stage.drag()
    switch why {
    case "no type": try stage.dragToTwo(accepting: nil)
    case "no action": try stage.dragToTwo(actions: [], preferred: [])
    case "nowhere":
      stage.service.injectPointerMotion(to: stage.nowhere)
      try stage.settle()
    default:
      stage.service.injectPointerMotion(to: stage.onTwo)
      try stage.settle()
    }
    _ = source.take()
    _ = stage.two.take()
    try stage.release()
    #expect(source.take() == (why == "nowhere" ? ["cancelled"] : ["dropped", "cancelled"]))
    #expect(stage.two.take() == (why == "nowhere" ? [] : ["drop", "leave"]))
  }

  @Test func aTargetThatTakesNothingIsToldOfTheDropAndItsOfferIsInert() throws {
    let stage = try DataStage()
    _ = try stage.drag()
    try stage.dragToTwo(accepting: nil)
    try stage.release()
    let offer = try #require(stage.two.dragged)
    let pipe = offer.receive("text/plain")
    offer.proxy.accept(serial: 0, mimeType: "text/plain")
    offer.proxy.finish()
    offer.proxy.destroy()
    try stage.settle()
    #expect(pipe.drain() && pipe.text == "")
    #expect(stage.two.client.failure() == nil)
  }

  @Test func thatBothSidesHaveNoActionInCommonIsToldOnce() throws {
    let stage = try DataStage()
    let source = try stage.drag()
    try stage.dragToTwo(actions: [], preferred: [])
    #expect(stage.two.dragged?.take() == ["source 7", "action 0"])
    #expect(source.take().filter { $0.hasPrefix("action") } == ["action 0"])
    stage.two.dragged?.proxy.setActions(dndActions: [], preferredAction: [])
    try stage.settle()
    #expect(stage.two.dragged?.take() == [] && source.take() == [])
  }

  @Test func anOfferGivenUpAfterTheDropCancelsTheSource() throws {
    let stage = try DataStage()
    let source = try stage.drag()
    try stage.dragToTwo()
    try stage.release()
    _ = source.take()
    try #require(stage.two.dragged).proxy.destroy()
    try stage.settle()
    #expect(source.take() == ["cancelled"])
  }

  @Test func whatIsAskedForIsDecidedAfterTheDropAndToldWithTheFinish() throws {
    let stage = try DataStage()
    let source = try stage.drag()
    try stage.dragToTwo(actions: [.copy, .move, .ask], preferred: .ask)
    let offer = try #require(stage.two.dragged)
    #expect(offer.take() == ["source 7", "action 4"])
    #expect(source.take() == ["target text/plain", "action 4"])
    try stage.release()
    offer.proxy.setActions(dndActions: .move, preferredAction: .move)
    try stage.settle()
    #expect(source.take() == ["dropped"])
    #expect(offer.take() == [])
    offer.proxy.finish()
    try stage.settle()
    #expect(source.take() == ["action 2", "finished"])
  }

  @Test func theSourceLearnsThatTheTargetIsLeft() throws {
    let stage = try DataStage()
    let source = try stage.drag()
    try stage.dragToTwo()
    _ = source.take()
    stage.service.injectPointerMotion(to: stage.nowhere)
    try stage.settle()
    #expect(source.take() == ["target nil", "action 0"])
  }

  @Test func whatIsUnderADragIsToldToHaveGotIt() throws {
    let stage = try DataStage()
    _ = try stage.drag()
    var heard: [WindowID?] = []
    stage.service.watchInput()
    stage.service.incidentObservers.append { incident in if case .input(_, let window) = incident { heard.append(window) } }
    try stage.dragToTwo()
    stage.service.injectPointerMotion(to: stage.nowhere)
    stage.service.injectPointerMotion(to: stage.onTwo)
    try stage.release()
    let two = try #require(stage.service.clientWindows.keys.max())
    #expect(heard == [two, nil, two, two])
  }

  // MARK: Who may drag

  @Test("case 56: a drag without a press of its own is ignored, and its source told") func aDragWithoutAPressOfItsOwnIsIgnored() throws {
    let stage = try DataStage()
    try stage.focusOne()
    let released = stage.one.press
    try stage.pressOne()
    for (peer, window, serial) in [
      (stage.one, stage.oneWindow, 0), (stage.one, stage.oneWindow, released), (stage.two, stage.twoWindow, stage.one.press),
      (stage.one, stage.oneWindow, stage.one.press &+ 1000),
    ] {
      let source = peer.makeSource()
      peer.device.startDrag(source: source.proxy, origin: window.surface, icon: nil, serial: serial)
      try stage.settle()
      #expect(source.take() == ["cancelled"], "serial \(serial)")
    }
    #expect(stage.one.takeButtons() == [])
    #expect(stage.one.take() == [])
  }

  @Test("case 56: a drag from another surface of the pressed client begins") func aDragFromAnotherSurfaceOfThePressedClientBegins() throws {
    let stage = try DataStage()
    try stage.pressOne()
    let source = stage.one.makeSource()
    let other = stage.one.client.compositor.createSurface()
    stage.one.device.startDrag(source: source.proxy, origin: other, icon: nil, serial: stage.one.press)
    try stage.settle()
    #expect(stage.one.take() == ["enter 1,2 text/plain"])
    #expect(source.take() == [])
  }

  @Test func thereIsOneDragAtATime() throws {
    let stage = try DataStage()
    let first = try stage.drag()
    let second = stage.one.makeSource()
    stage.one.device.startDrag(source: second.proxy, origin: stage.oneWindow.surface, icon: nil, serial: stage.one.press)
    try stage.settle()
    #expect(second.take() == ["cancelled"])
    #expect(first.take() == [])
  }

  @Test func aDragWithoutASourceIsItsClientsOwnAffair() throws {
    let stage = try DataStage()
    try stage.pressOne()
    stage.one.device.startDrag(source: nil, origin: stage.oneWindow.surface, icon: nil, serial: stage.one.press)
    stage.service.injectPointerMotion(to: stage.onOne)
    try stage.settle()
    stage.service.injectPointerMotion(to: stage.onTwo)
    try stage.settle()
    stage.service.injectPointerMotion(to: stage.onOne)
    try stage.release()
    #expect(stage.one.take() == ["enter 1,2", "leave", "enter 1,2", "drop", "leave"])
    #expect(stage.two.take() == [])
  }

  @Test func aClientDropsOnItself() throws {
    let stage = try DataStage()
    let source = try stage.drag()
    let offer = try #require(stage.one.dragged)
    offer.proxy.accept(serial: stage.one.enter, mimeType: "text/plain")
    offer.proxy.setActions(dndActions: .copy, preferredAction: [])
    try stage.settle()
    try stage.release()
    let pipe = offer.receive("text/plain")
    try stage.settle()
    offer.proxy.finish()
    try stage.settle()
    #expect(pipe.drain())
    #expect(pipe.text == "data as text/plain")
    #expect(source.take() == ["target text/plain", "action 1", "dropped", "send text/plain", "finished"])
  }

  @Test func aFingerDrags() throws {
    let stage = try DataStage()
    stage.service.injectTouchDown(0, at: stage.onOne)
    try stage.settle()
    stage.forget()
    let source = stage.one.makeSource(actions: .copy)
    stage.one.device.startDrag(source: source.proxy, origin: stage.oneWindow.surface, icon: nil, serial: stage.one.finger)
    try stage.settle()
    stage.service.injectTouchMotion(0, to: stage.onTwo)
    try stage.settle()
    let offer = try #require(stage.two.dragged)
    offer.proxy.accept(serial: stage.two.enter, mimeType: "text/plain")
    offer.proxy.setActions(dndActions: .copy, preferredAction: .copy)
    try stage.settle()
    stage.service.injectTouchUp(0)
    try stage.settle()
    #expect(stage.one.take() == ["enter 1,2 text/plain", "leave"])
    #expect(stage.two.take() == ["enter 395,295 text/plain", "drop", "leave"])
    #expect(source.take() == ["target text/plain", "action 1", "dropped"])
    // the touch is over: its serial begins no other drag
    let late = stage.one.makeSource()
    stage.one.device.startDrag(source: late.proxy, origin: stage.oneWindow.surface, icon: nil, serial: stage.one.finger)
    try stage.settle()
    #expect(late.take() == ["cancelled"])
  }

  @Test func aDeviceThatTakesItsTouchesBackCancelsTheDrag() throws {
    let stage = try DataStage()
    stage.service.injectTouchDown(0, at: stage.onOne)
    try stage.settle()
    stage.forget()
    let source = stage.one.makeSource(actions: .copy)
    stage.one.device.startDrag(source: source.proxy, origin: stage.oneWindow.surface, icon: nil, serial: stage.one.finger)
    try stage.settle()
    stage.service.injectTouchCancel()
    try stage.settle()
    #expect(stage.one.take() == ["enter 1,2 text/plain", "leave"])
    #expect(source.take() == ["cancelled"])
  }

  // MARK: Old clients

  @Test func anOldTargetCopiesAndIsDoneWhenItDestroysTheOffer() throws {
    let stage = try DataStage(versionOfTwo: 2)
    let source = try stage.drag()
    try stage.dragToTwo()
    try stage.release()
    #expect(source.take() == ["action 1", "target text/plain", "dropped"])
    #expect(stage.two.take() == ["enter 395,295 text/plain", "drop", "leave"])
    let pipe = try #require(stage.two.dragged).receive("text/plain")
    try #require(stage.two.dragged).proxy.destroy()
    try stage.settle()
    #expect(pipe.drain())
    #expect(source.take() == ["send text/plain", "finished"])
  }

  @Test func anOldSourceHearsNothingOfWhatItDoesNotKnow() throws {
    let stage = try DataStage(versionOfOne: 2)
    let source = try stage.drag(actions: nil)
    try stage.dragToTwo()
    #expect(stage.two.dragged?.take() == ["source 1", "action 1"])
    #expect(source.take() == ["target text/plain"])
    stage.service.injectPointerMotion(to: stage.nowhere)
    try stage.release()
    #expect(source.take() == ["target nil"])
  }

  // MARK: Ends

  @Test("case 55: a target that dies is left and the drag goes on") func aTargetThatDiesIsLeftAndTheDragGoesOn() throws {
    let stage = try DataStage()
    let source = try stage.drag()
    try stage.dragToTwo()
    _ = source.take()
    stage.forget()
    stage.kill(stage.two)
    try stage.settle()
    #expect(source.take() == ["target nil", "action 0"])
    stage.service.injectPointerMotion(to: stage.onOne)
    try stage.settle()
    #expect(stage.one.take().last == "enter 1,2 text/plain")
    stage.service.injectPointerMotion(to: stage.nowhere)
    try stage.release()
    #expect(source.take() == ["cancelled"])
    stage.service.injectPointerMotion(to: stage.onOne)
    try stage.settle()
    #expect(stage.one.takeButtons() == ["enter"])
  }

  @Test("case 55: a target that dies after the drop cancels the source") func aTargetThatDiesAfterTheDropCancelsTheSource() throws {
    let stage = try DataStage()
    let source = try stage.drag()
    try stage.dragToTwo()
    try stage.release()
    _ = source.take()
    stage.kill(stage.two)
    try stage.settle()
    #expect(source.take() == ["cancelled"])
  }

  @Test func aTargetSurfaceThatIsDestroyedIsLeft() throws {
    let stage = try DataStage()
    let source = try stage.drag()
    try stage.dragToTwo()
    _ = source.take()
    stage.forget()
    stage.twoWindow.toplevel.destroy()
    stage.twoWindow.xdgSurface.destroy()
    stage.twoWindow.surface.destroy()
    try stage.settle()
    #expect(stage.two.take().first == "leave")
    #expect(source.take() == ["target nil", "action 0"])
  }

  @Test func aDragWhoseSourceIsDestroyedIsOver() throws {
    let stage = try DataStage()
    let source = try stage.drag()
    try stage.dragToTwo()
    stage.forget()
    source.proxy.destroy()
    try stage.settle()
    #expect(stage.two.take() == ["leave"])
    #expect(stage.two.takeButtons() == ["enter"])
    try stage.release()
    #expect(stage.two.take() == [])
  }

  @Test func aDragWhoseClientDiesIsOver() throws {
    let stage = try DataStage()
    _ = try stage.drag()
    try stage.dragToTwo()
    let offer = try #require(stage.two.dragged)
    stage.forget()
    stage.kill(stage.one)
    let pipe = offer.receive("text/plain")
    try stage.settle()
    #expect(stage.two.take().contains("leave"))
    #expect(stage.two.takeButtons() == ["enter"])
    #expect(pipe.drain())
    try stage.release()
    stage.service.injectButton(pressed: true)
    stage.service.injectButton(pressed: false)
    try stage.settle()
    #expect(stage.two.takeButtons() == ["press", "release"])
  }

  @Test func aDropWhoseSourceDiesLeavesOffersThatGiveNothing() throws {
    let stage = try DataStage()
    _ = try stage.drag()
    try stage.dragToTwo()
    try stage.release()
    let offer = try #require(stage.two.dragged)
    stage.kill(stage.one)
    let pipe = offer.receive("text/plain")
    offer.proxy.accept(serial: 0, mimeType: nil)
    offer.proxy.setActions(dndActions: .copy, preferredAction: .copy)
    offer.proxy.finish()
    offer.proxy.finish()
    offer.proxy.destroy()
    try stage.settle()
    #expect(pipe.drain())
    #expect(pipe.bytes.isEmpty)
  }

  @Test func anOfferThatWasLeftIsInert() throws {
    let stage = try DataStage()
    let source = try stage.drag()
    try stage.dragToTwo()
    let offer = try #require(stage.two.dragged)
    stage.service.injectPointerMotion(to: stage.nowhere)
    try stage.settle()
    _ = source.take()
    let pipe = offer.receive("text/plain")
    offer.proxy.accept(serial: 0, mimeType: "text/plain")
    offer.proxy.setActions(dndActions: .copy, preferredAction: .copy)
    offer.proxy.finish()
    try stage.settle()
    #expect(pipe.drain())
    #expect(source.take() == [])
  }

  @Test("case 55: a lock cancels the drag") func aLockCancelsTheDrag() throws {
    let stage = try DataStage()
    let source = try stage.drag()
    try stage.dragToTwo()
    _ = source.take()
    stage.forget()
    stage.service.perform(stage.service.model.setLocked(true))
    try stage.settle()
    #expect(stage.two.take().first == "leave")
    #expect(source.take() == ["target nil", "action 0", "cancelled"])
    let late = stage.one.makeSource()
    stage.one.device.startDrag(source: late.proxy, origin: stage.oneWindow.surface, icon: nil, serial: stage.one.press)
    try stage.settle()
    #expect(late.take() == ["cancelled"])
  }

  @Test func theServiceGoesInTheMiddleOfADrag() throws {
    weak var service: WindowService?
    do {
      let stage = try DataStage()
      _ = try stage.drag(icon: stage.one.client.compositor.createSurface())
      try stage.dragToTwo()
      service = stage.service
    }
    #expect(service == nil)
  }
}
