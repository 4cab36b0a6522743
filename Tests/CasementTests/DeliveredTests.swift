import CasementControl
import CasementTesting
import Geometry
import Input
import Testing
import WaylandClient
import WindowModel

@testable import Casement

/// Every kind of input that a controller sends is answered with the windows that got it.
@Suite struct DeliveredTests {
  /// A call of the controller, and its answer.
  private struct Input: CustomTestStringConvertible, Sendable {
    let testDescription: String
    let call: @Sendable (Controller, ControlReply<InputResult>) throws -> Void

    init(_ title: String, _ call: @escaping @Sendable (Controller, ControlReply<InputResult>) throws -> Void) {
      testDescription = title
      self.call = call
    }
  }

  private static let inputs = [
    Input("tap") { $0.tap(.init(at: try PointSpec(parsing: "50,50")), reply: $1) },
    Input("touch") { $0.touch(.init(steps: try TouchStep.script(parsing: "down 0 50,50; up 0")), reply: $1) },
    Input("move") { $0.movePointer(.init(to: try PointSpec(parsing: "50,50")), reply: $1) },
    Input("press") { $0.pressPointer(.init(at: try PointSpec(parsing: "50,50")), reply: $1) },
    Input("release") { controller, reply in
      controller.pressPointer(.init(at: try PointSpec(parsing: "50,50")), reply: ControlReply { _ in })
      controller.releasePointer(.init(), reply: reply)
    },
    Input("click") { $0.clickPointer(.init(at: try PointSpec(parsing: "50,50"), count: 2), reply: $1) },
    Input("scroll") { $0.scrollPointer(.init(dy: 1, at: try PointSpec(parsing: "50,50")), reply: $1) },
    Input("drag") {
      $0.dragPointer(.init(path: [try PointSpec(parsing: "50,50"), try PointSpec(parsing: "60,60")], steps: 2), reply: $1)
    },
    Input("type") { $0.type(.init(text: "aB€"), reply: $1) },
    Input("keys") { $0.press(.init(keys: try KeyChord(parsing: "ctrl+a")), reply: $1) },
  ]

  private func deliver(_ input: Input, to test: TestService, _ client: TestClient?) throws -> [Int]? {
    var answer: [Int]?
    try input.call(
      test.service.controller,
      ControlReply { result in answer = (try? result.get()).map { $0.delivered.map(\.window) } })
    // a drag takes its time
    for _ in 0..<300 where answer == nil {
      test.service.dispatch(timeoutMilliseconds: 10)
      try client?.roundtrip()
    }
    return answer
  }

  @Test(arguments: inputs) private func eachInputSaysWhichWindowGotIt(input: Input) throws {
    let test = try TestService(ServiceConfiguration())
    let client = try test.connect()
    _ = (client.seat.getPointer(), client.seat.getKeyboard(), client.seat.getTouch())
    _ = try client.makeWindow(1280, 720, 0xFF00_0000)
    _ = try client.makeWindow(1280, 720, 0xFFFF_0000, appID: "front")
    let front = try #require(test.service.windows.last { $0.appID == "front" })
    #expect(try deliver(input, to: test, client) == [front.id])
  }

  @Test func inputThatIsNotSentWasDeliveredToNobody() throws {
    let test = try TestService()
    let client = try test.connect()
    _ = (client.seat.getPointer(), client.seat.getKeyboard(), client.seat.getTouch())
    let window = try client.makeWindow(1280, 720, 0xFFFF_0000)
    let service = test.service
    let id = try service.id(of: window.surface)
    let point = PrecisePoint<LayoutPoints>(x: 50, y: 50)
    #expect(service.injectPointerMotion(to: point) == id && service.injectPointerMotion(to: point) == nil)
    #expect(service.injectButton(pressed: true) == id && service.injectButton(pressed: true) == nil)
    #expect(service.injectButton(0x111, pressed: false) == nil)
    #expect(service.injectButton(pressed: false) == id && service.injectButton(pressed: false) == nil)
    #expect(service.injectScroll(AxisEvent(source: .wheel, vertical: .init(value: 15))) == id)
    #expect(service.injectScroll(AxisEvent(source: .wheel, vertical: nil, horizontal: nil)) == nil)
    #expect(service.injectKey(30, pressed: true) == id && service.injectKey(30, pressed: true) == nil)
    #expect(service.injectKey(31, pressed: false) == nil)
    #expect(service.injectKey(30, pressed: false) == id && service.injectKey(30, pressed: false) == nil)
    #expect(service.injectTouchDown(0, at: point) == id && service.injectTouchDown(0, at: point) == nil)
    #expect(service.injectTouchMotion(0, to: point) == nil && service.injectTouchMotion(0, to: .init(x: 51, y: 50)) == id)
    #expect(service.injectTouchUp(0) == id && service.injectTouchUp(0) == nil && service.injectTouchMotion(0, to: point) == nil)
    // what held the button or the finger is hidden meanwhile
    #expect(service.injectButton(pressed: true) == id && service.injectTouchDown(1, at: point) == id)
    service.windows[0].isHidden = true
    #expect(service.injectButton(pressed: false) == nil && service.injectTouchMotion(1, to: .init(x: 9, y: 9)) == nil)
    #expect(service.injectTouchUp(1) == nil)
  }

  @Test func aClientThatHasNothingToHearWithGetsNothing() throws {
    let test = try TestService()
    _ = try test.connect().makeWindow(1280, 720, 0xFFFF_0000)
    let point = PrecisePoint<LayoutPoints>(x: 50, y: 50)
    #expect(test.service.injectPointerMotion(to: point) == nil && test.service.injectButton(pressed: true) == nil)
    #expect(test.service.injectKey(30, pressed: true) == nil && test.service.injectTouchDown(0, at: point) == nil)
    #expect(test.service.seat.gestures.begin(.swipe, fingers: 3) == nil && test.service.seat.gestures.end(isCancelled: false) == nil)
    let pen = test.service.seat.tablet.tool(.pen)
    #expect(pen.move(to: point) == nil && pen.button(TabletTool.tip, pressed: true) == nil && pen.leave() == nil)
  }

  @Test(arguments: inputs) private func inputThatNobodyGotSaysSo(input: Input) throws {
    #expect(try deliver(input, to: TestService(ServiceConfiguration()), nil) == [])
  }

  @Test(
    "a controller that goes before its input is played takes the rest of it back, and lets go of what it holds",
    arguments: ["tap", "drag", "keys", "type"])
  func abandonedInput(kind: String) throws {
    let test = try TestService(ServiceConfiguration())
    let client = try test.connect()
    _ = (client.seat.getPointer(), client.seat.getKeyboard(), client.seat.getTouch())
    _ = try client.makeWindow(1280, 720, 0xFF00_0000)
    let (controller, seat) = (test.service.controller!, test.service.seat!)
    let reply = ControlReply<InputResult> { _ in }
    let (from, to) = (try PointSpec(parsing: "50,50"), try PointSpec(parsing: "600,600"))
    switch kind {
    case "tap": controller.tap(.init(at: from, hold: 600_000), reply: reply)
    case "drag": controller.dragPointer(.init(path: [from, to], steps: 100, duration: 600_000), reply: reply)
    case "keys": controller.press(.init(keys: try KeyChord(parsing: "ctrl+a"), hold: 600_000), reply: reply)
    default: controller.type(.init(text: "abcdef", delay: 10_000), reply: reply)
    }
    for _ in 0..<5 {
      test.service.dispatch(timeoutMilliseconds: 10)
      try client.roundtrip()
    }
    func isHeld() -> Bool { !(seat.keyboard.heldKeys.isEmpty && seat.pointer.heldButtons.isEmpty && seat.touch.fingersDown.isEmpty) }
    #expect(isHeld() == (kind != "type"))
    reply.cancel()
    #expect(!isHeld())
    var isPlayed = false
    controller.press(.init(keys: try KeyChord(parsing: "z")), reply: ControlReply { _ in isPlayed = true })
    for _ in 0..<50 where !isPlayed {
      test.service.dispatch(timeoutMilliseconds: 10)
      try client.roundtrip()
    }
    #expect(isPlayed, "the next input does not wait for it")
  }
}
