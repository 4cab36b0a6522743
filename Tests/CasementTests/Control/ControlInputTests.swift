import CasementControl
import CasementTesting
import Geometry
import Testing
import WaylandClient
import WaylandProtocols
import WaylandServer

@testable import Casement

/// What a controller is told of the input that it sends.
@Suite struct ControlInputTests {
  let host: TestService
  let peer: ControlPeer
  let client: TestClient
  let window: TestWindow

  init() throws {
    host = try TestService(ServiceConfiguration())
    peer = ControlPeer(host)
    client = try host.connect()
    _ = (client.seat.getPointer(), client.seat.getKeyboard(), client.seat.getTouch())
    window = try client.makeWindow(1280, 720, 0xff00_ff00, appID: "heard")
  }

  private func refusal(_ method: String, _ parameters: String) throws -> (code: Int?, message: String) {
    let answer = try peer.call(method, parameters) { try client.roundtrip() }
    guard case .number(let code)? = answer["code"] else { return (nil, "\(answer)") }
    return (code.integer(), answer["message"]?.text ?? "")
  }

  private static let inputs: [(String, String)] = [
    ("tap", #"{"at":"50,50"}"#), ("pointer.move", #"{"to":"60,60"}"#), ("pointer.click", #"{"at":"50,50"}"#),
    ("pointer.drag", #"{"path":["50,50","60,60"],"steps":2}"#), ("pointer.scroll", #"{"dy":1,"at":"50,50"}"#),
    ("swipe", #"{"path":["50,50","60,60"],"duration":0}"#), ("type", #"{"text":"abc"}"#), ("press", #"{"keys":"ctrl+a"}"#),
    ("pointer.down", #"{"at":"50,50"}"#),
  ]

  // MARK: Read

  @Test("input is answered when its client has read the last of it", arguments: inputs)
  func readInput(method: String, parameters: String) throws {
    let answer = try peer.call(method, parameters) { try client.roundtrip() }
    #expect(answer["delivered"]?.elements.count == 1 && answer["unread"]?.elements.isEmpty == true, "\(answer)")
  }

  @Test("who does not read is named, also where it is only the last step", arguments: inputs)
  func unreadInput(method: String, parameters: String) throws {
    let answer = try peer.call(method, parameters)
    #expect(answer["unread"] == answer["delivered"] && answer["unread"]?.elements.first?["appID"]?.text == "heard", "\(answer)")
  }

  @Test func theAnswerWaitsForTheClient() throws {
    var turns = 0
    let answer = try peer.call("pointer.move", #"{"to":"60,60"}"#) {
      turns += 1
      if turns > 20 { try client.roundtrip() }
    }
    #expect(turns > 20 && answer["unread"]?.elements.isEmpty == true, "\(turns) turns: \(answer)")
  }

  @Test func aClientThatCannotBeAskedHasReadWhenItsSocketIsEmpty() throws {
    let other = try host.connect()
    _ = other.seat.getPointer()
    let layer = TestLayer(other, other.bind(ZwlrLayerShellV1Proxy.self), .overlay)
    layer.layer.setSize(width: 100, height: 100)
    try layer.map()
    let at = ##"{"to":"640,360"}"##
    #expect(try peer.call("pointer.move", at) { try client.roundtrip() }["unread"]?.elements.count == 1)
    let answer = try peer.call("pointer.move", ##"{"to":"641,360"}"##) { try other.roundtrip() }
    #expect(answer["delivered"]?.elements.count == 1 && answer["unread"]?.elements.isEmpty == true, "\(answer)")
    withExtendedLifetime(layer) {}
  }

  @Test func aClientThatEndsMeanwhileIsNotWaitedFor() throws {
    var turns = 0
    let answer = try peer.call("press", #"{"keys":"ctrl+q"}"#) {
      turns += 1
      if turns == 3 { host.service.clientWindows.values.first?.client.disconnect() }
    }
    #expect(answer["delivered"]?.elements.count == 1 && answer["unread"]?.elements.isEmpty == true, "\(answer)")
  }

  @Test func aStoppedClientDoesNotHoldUpADragForEver() throws {
    let start = Clock.monotonic
    let answer = try peer.call("pointer.drag", #"{"path":["50,50","60,60"],"steps":1000}"#)
    #expect(answer["unread"]?.elements.count == 1)
    // five times 200 ms, and not a thousand times
    #expect(Clock.monotonic - start < 30_000_000_000)
  }

  // MARK: Up and down

  @Test func whatIsNotDownCannotBeLetGoOf() throws {
    let key = try refusal("press", #"{"keys":"ctrl+a","action":"up"}"#)
    #expect(key.code == -32003 && key.message == "ctrl+a cannot be let go of: Control_L, a are not down")
    #expect(try refusal("pointer.up", "{}").message == "the left button is not down")
    #expect(try refusal("tablet.up", "{}").message == "the tool does not touch the tablet")
    #expect(try refusal("tablet.button", #"{"number":1,"action":"up"}"#).message == "the tool is not near the tablet; move it there first")
    #expect(try refusal("tablet.out", "{}").message == "the tool is not near the tablet")
    _ = try peer.call("press", #"{"keys":"ctrl+b","action":"down"}"#) { try client.roundtrip() }
    #expect(
      try refusal("press", #"{"keys":"ctrl+a","action":"up"}"#).message == "ctrl+a cannot be let go of: a is not down")
  }

  @Test func whatIsDownCannotBePressed() throws {
    for call in [("press", #"{"keys":"a","action":"down"}"#), ("pointer.down", "{}"), ("tablet.down", #"{"to":"5,5"}"#)] {
      #expect(try refusal(call.0, call.1).code == nil)
    }
    #expect(try refusal("press", #"{"keys":"a"}"#).message == "a is down already")
    #expect(try refusal("type", #"{"text":"ba"}"#).message == "character 2 of the text, U+0061, cannot be typed: its key is down")
    #expect(try refusal("pointer.click", "{}").message == "the left button is down already")
    #expect(try refusal("pointer.drag", #"{"path":["1,1","2,2"]}"#).message == "the left button is down already")
    #expect(try refusal("tablet.down", "{}").message == "the tool touches the tablet already")
    for call in [("press", #"{"keys":"a","action":"up"}"#), ("pointer.up", "{}"), ("tablet.up", "{}")] {
      #expect(try refusal(call.0, call.1).code == nil)
    }
  }

  @Test func aModifierThatIsHeldStaysDown() throws {
    _ = try peer.call("press", #"{"keys":"Shift_L","action":"down"}"#) { try client.roundtrip() }
    let held = host.service.seat.keyboard.heldKeys
    _ = try peer.call("press", #"{"keys":"shift+a"}"#) { try client.roundtrip() }
    _ = try peer.call("type", #"{"text":"Bc"}"#) { try client.roundtrip() }
    #expect(held.count == 1 && host.service.seat.keyboard.heldKeys == held)
  }

  // MARK: Places

  @Test(
    "a point on no screen is an error that names the screens",
    arguments: [
      ("tap", #"{"at":"1281,5"}"#), ("pointer.move", #"{"to":"-1,5"}"#), ("pointer.drag", #"{"path":["5,5","5,99999"]}"#),
      ("swipe", #"{"path":["5,5","5,-3"]}"#), ("swipe", #"{"path":["1270,5","1270,50"],"fingers":2}"#),
      ("pinch", #"{"at":"20,20","from":100,"to":10}"#), ("pinch", #"{"at":"50,50","from":10,"to":1000}"#),
      ("touch", #"{"steps":[{"action":"down","to":"99999,0"}]}"#), ("tablet.move", #"{"to":"5,721"}"#),
      ("pointer.scroll", #"{"dy":1,"at":"5,721"}"#), ("pointer.hold", #"{"at":"5,721"}"#), ("pointer.move", #"{"to":"heard@5,721"}"#),
      ("longpress", #"{"at":{"x":1300,"y":1}}"#),
    ])
  func outside(method: String, parameters: String) throws {
    let answer = try refusal(method, parameters)
    #expect(answer.code == -32602 && answer.message.hasSuffix("expected 0,0 to 1280,720 (headless-1)"), "\(answer)")
    #expect(host.service.seat.touch.fingersDown.isEmpty)
  }

  @Test func aPointOfAScreenIsOnThatScreen() throws {
    _ = try peer.call("screen.add", #"{"spec":"300x200,name=right,x=1280,y=0"}"#)
    #expect(
      try refusal("pointer.move", #"{"to":"right:299,5"}"#).message == "the screen “right” mirrors “headless-1”: input goes to that one")
    let answer = try refusal("pointer.move", #"{"to":"headless-1:1400,5"}"#)
    #expect(answer.message == "the point headless-1:1400,5 is not on that screen; expected 0,0 to 1280,720")
    _ = try peer.call("screen.set", #"{"name":"right","mirror":"none"}"#)
    _ = try peer.call("pointer.move", #"{"to":"right:299,5"}"#) { try client.roundtrip() }
    #expect(host.service.seat.pointer.position == .init(x: 1579, y: 5))
    let beside = try refusal("pointer.move", #"{"to":"right:301,5"}"#)
    #expect(beside.message == "the point right:301,5 is not on that screen; expected 0,0 to 300,200")
    #expect(try refusal("pointer.move", #"{"to":"1290,300"}"#).message.contains("1280,0 to 1580,200 (right)"))
  }

  @Test func aDragOfManyMotionsThatBeginsNothingIsSoonOver() throws {
    let parameters = #"{"path":["5,5","600,600"],"steps":1000}"#
    // waiting for each motion whether it begins something would take 20 s
    let time = try ContinuousClock().measure {
      let answer = try peer.call("pointer.drag", parameters) { try client.roundtrip() }
      #expect(answer["delivered"]?.elements.count == 1, "\(answer)")
    }
    #expect(time < .seconds(10))
  }

  @Test func theFarEdgesBelongToAScreen() throws {
    let answer = try peer.call("tap", #"{"at":"1280,720"}"#) { try client.roundtrip() }
    #expect(answer["delivered"]?.elements.count == 1, "\(answer)")
  }

  // MARK: Bounds

  @Test func aCallHasOnlySoManySteps() throws {
    let path = Array(repeating: #""1,1""#, count: 10_000).joined(separator: ",")
    #expect(try refusal("pointer.drag", #"{"path":[\#(path)],"steps":10000}"#).message.contains("100000 motions in all at most"))
    #expect(try refusal("pointer.drag", #"{"path":[\#(path),"1,1"]}"#).message.contains("2 to 10000 points"))
    #expect(try refusal("swipe", #"{"path":["1,1"]}"#).message.contains("2 to 10000 points"))
  }

  @Test(
    "no number is too large for the service",
    arguments: [Int.max, Int.min, 1 << 53 - 1, -(1 << 53), 1 << 31])
  func extremes(number: Int) throws {
    for region in [
      "{\"x\":\(number),\"y\":\(number),\"width\":\(number),\"height\":\(number)}",
      "{\"x\":1,\"y\":1,\"width\":\(number),\"height\":\(number)}",
      "{\"x\":\(number),\"y\":0,\"width\":10,\"height\":10}",
    ] {
      for method in ["wait.settled", "shot"] {
        let answer = try peer.call(method, "{\"region\":\(region)\(method == "shot" ? "" : ",\"timeout\":1")}") { try client.roundtrip() }
        #expect(answer.kind == "an object")
      }
    }
    for (method, parameters) in [
      ("screen.set", "{\"name\":\"headless-1\",\"x\":\(number),\"y\":\(number)}"), ("key", "{\"window\":\(number)}"),
      ("record.wait", "{\"recording\":\(number)}"), ("place", "{\"window\":\"heard\",\"x\":\(number),\"y\":\(number)}"),
      ("tap", "{\"at\":\"1,1\",\"hold\":\(number)}"), ("touch", "{\"steps\":[{\"action\":\"down\",\"id\":\(number),\"to\":\"1,1\"}]}"),
    ] {
      #expect(try refusal(method, parameters).code != nil, "\(method)")
    }
    #expect(try peer.call("ping") == .object([]))
  }
}
