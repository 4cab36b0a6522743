import CasementControl
import CasementTesting
import Testing
import WaylandClient

@testable import Casement

/// Gestures of fingers, as a client gets them.
@Suite struct ControlTouchTests {
  let host: TestService
  let peer: ControlPeer
  let client: TestClient
  let window: TestWindow
  let heard = Heard()

  final class Heard { var lines: [String] = [] }

  init() throws {
    host = try TestService()
    peer = ControlPeer(host)
    client = try host.connect()
    window = try client.makeWindow(1280, 720, 0xff00_ff00, appID: "touched")
    client.seat.getTouch().onEvent = { [heard] event in
      switch event {
      case .down(_, let time, _, let id, let x, let y): heard.lines.append("\(time) down \(id) \(Int(x)),\(Int(y))")
      case .up(_, let time, let id): heard.lines.append("\(time) up \(id)")
      case .motion(let time, let id, let x, let y): heard.lines.append("\(time) move \(id) \(Int(x.rounded())),\(Int(y.rounded()))")
      case .frame: heard.lines.append("frame")
      case .cancel: heard.lines.append("cancel")
      default: break
      }
    }
    try client.roundtrip()
  }

  /// Makes a call and lets the clock go on until it is answered.
  private func play(_ method: String, _ parameters: String) throws -> JSONValue {
    let answer = try peer.call(method, parameters) {
      try client.roundtrip()
      host.service.advanceClock(to: host.service.clock.now + 1_000_000)
    }
    try client.roundtrip()
    return answer
  }

  @Test func aLongPressLastsOnTheServicesClock() throws {
    let answer = try play("longpress", #"{"at":"10,20"}"#)
    #expect(answer["delivered"]?.kind == "an array")
    let times = heard.lines.filter { $0 != "frame" }.map { Int($0.split(separator: " ")[0])! }
    #expect(times[1] - times[0] == 800)
  }

  @Test func aSwipeOfTwoFingersMovesBothInOneFrame() throws {
    _ = try play("swipe", #"{"path":["100,300","100,100"],"fingers":2,"duration":32}"#)
    let start = Int(heard.lines[0].split(separator: " ")[0])!
    #expect(
      heard.lines == [
        "\(start) down 0 100,300", "\(start) down 1 120,300", "frame",
        "\(start + 16) move 0 100,200", "\(start + 16) move 1 120,200", "frame",
        "\(start + 32) move 0 100,100", "\(start + 32) move 1 120,100", "frame",
        "\(start + 48) up 0", "\(start + 48) up 1", "frame",
      ])
  }

  @Test func aPinchTurns() throws {
    _ = try play("pinch", #"{"at":"200,200","from":100,"to":40,"turn":90,"duration":16}"#)
    #expect(heard.lines.contains { $0.hasSuffix("down 0 150,200") })
    #expect(heard.lines.contains { $0.hasSuffix("down 1 250,200") })
    #expect(heard.lines.contains { $0.hasSuffix("move 0 200,180") })
    #expect(heard.lines.contains { $0.hasSuffix("move 1 200,220") })
  }

  @Test func aScriptMovesFingersTogether() throws {
    let steps = try TouchStep.script(parsing: "down 0 10,10 & down 1 20,10; move 0 10,30 32 & move 1 20,20 16; wait 10; up 0 & up 1")
    _ = try play("touch", "{\"steps\":\(String(decoding: try JSONValue(encoding: steps).bytes, as: UTF8.self))}")
    let start = Int(heard.lines[0].split(separator: " ")[0])!
    #expect(
      heard.lines == [
        "\(start) down 0 10,10", "\(start) down 1 20,10", "frame",
        "\(start + 16) move 0 10,20", "\(start + 16) move 1 20,20", "frame",
        "\(start + 32) move 0 10,30", "frame",
        "\(start + 42) up 0", "\(start + 42) up 1", "frame",
      ])
  }

  @Test(
    arguments: ["up 0", "move 0 5,5", "down 0 1,1; down 0 2,2", "down 0 1,1; move 0 3,3 20 & move 0 4,4 20", "down 0 1,1; cancel; up 0"])
  func aScriptThatMakesNoSenseIsRefusedAndNothingIsPlayed(script: String) throws {
    let steps = try TouchStep.script(parsing: script)
    let error = try play("touch", "{\"steps\":\(String(decoding: try JSONValue(encoding: steps).bytes, as: UTF8.self))}")
    #expect(error["code"] == .number(JSONNumber(-32602)))
    #expect(heard.lines == [])
  }

  @Test func placesAreLookedUpWhenTheCallsTurnHasCome() throws {
    peer.send(#"{"jsonrpc":"2.0","id":7,"method":"longpress","params":{"at":"10,20"}}"#)
    host.pump()
    // the second call names a window that is there only later
    peer.send(#"{"jsonrpc":"2.0","id":1,"method":"tap","params":{"at":"late@1,1"}}"#)
    host.pump()
    _ = try client.makeWindow(1280, 720, 0xff00_00ff, appID: "late")
    for _ in 0..<20 {
      host.service.advanceClock(to: host.service.clock.now + 100_000_000)
      try client.roundtrip()
    }
    #expect(heard.lines.filter { $0.contains("down") }.count == 2)
  }
}
