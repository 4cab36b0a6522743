import CasementControl
import CasementTesting
import Testing
import WaylandClient
import WaylandProtocols

@testable import Casement

@Suite struct ManualClockTests {
  /// What one run of a client that animates, and is typed into, leaves.
  private struct Trace: Equatable {
    var events: [String] = []
    var times: [UInt32] = []
    var pictures: [[UInt8]] = []
  }

  /// A client whose every picture comes from the time of its callbacks.
  private func trace() throws -> Trace {
    var trace = Trace()
    let host = try TestService()
    let peer = ControlPeer(host)
    _ = try peer.call("events.subscribe")
    let client = try host.connect()
    let window = try client.makeWindow(64, 48, 0xff00_0000, appID: "animated")
    let times = Box<[UInt32]>([])
    func draw(_ time: UInt32) {
      let callback = window.surface.frame()
      callback.onEvent = { event in
        guard case .done(let time) = event else { return }
        times.value.append(time)
        draw(time)
      }
      window.show(64, 48, 0xff00_0000 | time & 0xff_ffff)
    }
    draw(0)
    try client.roundtrip()
    for number in 0..<20 {
      _ = try peer.call("step", #"{"frames":\#(number % 3 + 1)}"#) { try client.roundtrip() }
      _ = try peer.call("pointer.move", #"{"to":"\#(number),5"}"#) { try client.roundtrip() }
      if number % 5 == 0 { _ = try peer.call("type", #"{"text":"aż"}"#) { try client.roundtrip() } }
      trace.pictures.append(try host.picture().png)
    }
    trace.times = times.value
    trace.events = try peer.events().map { event in
      var event = event
      event.pid = nil
      return String(decoding: try JSONValue(encoding: event).bytes, as: UTF8.self)
    }
    return trace
  }

  private final class Box<Value> {
    var value: Value
    init(_ value: Value) { self.value = value }
  }

  @Test func twoRunsGiveTheSamePicturesAndEvents() throws {
    let (one, other) = (try trace(), try trace())
    #expect(one == other)
    #expect(one.times.count > 20)
    #expect(Set(one.pictures).count == one.pictures.count)
    #expect(one.events.count > 30)
  }

  @Test func framesAreOnAnExactGrid() throws {
    let host = try TestService()
    let peer = ControlPeer(host)
    let start = try #require(Double(text(try peer.call("step", #"{"frames":1}"#)["now"])))
    for _ in 0..<29 { _ = try peer.call("step") }
    let half = try #require(Double(text(try peer.call("step", #"{"frames":30}"#)["now"])))
    // 60 frames at 60 Hz are a second
    #expect(half == 2000)
    #expect(start > 1016 && start < 1017)
    let result = try peer.call("step", #"{"frames":6000}"#)
    #expect(text(result["now"]) == "102000")
    #expect(text(result["frames"]) == "6000")
  }

  private func text(_ value: JSONValue?) -> String { if case .number(let number)? = value { number.text } else { "" } }

  @Test func nothingAdvancesButByAStep() throws {
    let host = try TestService()
    let peer = ControlPeer(host)
    let client = try host.connect()
    let window = try client.makeWindow(64, 48, 0xff00_0000)
    var isCalled = false
    window.surface.frame().onEvent = { _ in isCalled = true }
    window.surface.commit()
    for _ in 0..<5 {
      try client.roundtrip()
      host.service.dispatch(timeoutMilliseconds: 20)
    }
    #expect(!isCalled)
    #expect(host.service.clock.now == 1_000_000_000)
    _ = try peer.call("step") { try client.roundtrip() }
    #expect(isCalled)
  }

  /// A client that asks for a callback in each of its frames, and how many it got.
  private func callbacks(_ rate: Double, clock: ServiceConfiguration.ClockKind) throws -> (
    TestService, TestClient, TestWindow, Box<[UInt32]>
  ) {
    var configuration = ServiceConfiguration()
    configuration.clock = clock
    var screen = ScreenSpec(width: 64, height: 48)
    screen.refresh = rate
    configuration.screens = [screen]
    let host = try TestService(configuration)
    let client = try host.connect()
    let window = try client.makeWindow(64, 48, 0xff00_0000)
    let times = Box<[UInt32]>([])
    func ask() {
      window.surface.frame().onEvent = { event in
        guard case .done(let time) = event else { return }
        times.value.append(time)
        ask()
      }
      window.surface.commit()
    }
    ask()
    try client.roundtrip()
    return (host, client, window, times)
  }

  @Test(arguments: [1, 24, 59.94, 144, 1000]) func aScreenHasItsRate(rate: Double) throws {
    let (host, client, window, times) = try callbacks(rate, clock: .manual)
    _ = try ControlPeer(host).call("step", #"{"milliseconds":2000}"#) { try client.roundtrip() }
    #expect(abs(times.value.count - Int(rate * 2)) <= 1, "\(times.value.count)")
    _ = window
  }

  @Test func aRealScreenIsNoFasterThanItsRate() throws {
    let (host, client, window, times) = try callbacks(1000, clock: .real)
    let start = host.service.clock.now
    for _ in 0..<20_000 where times.value.count < 100 {
      host.service.dispatch(timeoutMilliseconds: 10)
      try client.roundtrip()
    }
    let milliseconds = Double(host.service.clock.now - start) / 1_000_000
    #expect(times.value.count >= 100 && Double(times.value.count) <= milliseconds + 2)
    #expect(times.value == times.value.sorted() && Set(times.value).count >= times.value.count - 2)
    _ = window
  }

  @Test func theTimesBetweenClicksAreTheServicesClocks() throws {
    let host = try TestService()
    let peer = ControlPeer(host)
    let client = try host.connect()
    let window = try client.makeWindow(1280, 720, 0xff00_0000)
    let pointer = client.seat.getPointer()
    var presses: [UInt32] = []
    pointer.onEvent = { event in if case .button(_, let time, _, .pressed) = event { presses.append(time) } }
    try client.roundtrip()
    for wait in [200, 450, 0] {
      _ = try peer.call("pointer.click", #"{"at":"5,5"}"#) { try client.roundtrip() }
      if wait > 0 { _ = try peer.call("step", #"{"milliseconds":\#(wait)}"#) { try client.roundtrip() } }
    }
    try client.roundtrip()
    #expect(presses.count == 3)
    #expect(zip(presses, presses.dropFirst()).map { $1 - $0 } == [200, 450])
    _ = window
  }

  @Test func aWaitForTheSettledStateThatTimesOutSaysWhatIsMissing() throws {
    let host = try TestService()
    let peer = ControlPeer(host)
    let client = try host.connect()
    let window = try client.makeWindow(64, 48, 0xff00_0000, appID: "slow")
    window.acknowledges = false
    _ = try peer.call("place", #"{"window":"slow","x":0,"y":0,"width":30,"height":30}"#)
    let error = try peer.call("wait.settled", #"{"timeout":50}"#) { try client.roundtrip() }
    #expect(error["code"] == .number(JSONNumber(-32002)))
    let pending = try #require(error["data"]?["pending"]?.elements.first?.text)
    #expect(pending.contains("(slow) has not committed an answer to its last configure"))
    #expect(error["data"]?["appID"]?.text == "slow")
  }

  /// GTK 3 (Inkscape, Audacity) draws nothing where the size is left to it, GStreamer has drawn before it acknowledges.
  @Test(arguments: ["left to it", "the one it has"])
  func anAcknowledgementSettlesAWindowWhoseSizeIs(_ size: String) throws {
    let host = try TestService()
    let peer = ControlPeer(host)
    let client = try host.connect()
    let window = try client.makeWindow(64, 48, 0xff00_0000, appID: "slow")
    _ = try peer.call("wait.settled", "{}") { try client.roundtrip() }
    window.acknowledges = false
    if size == "left to it" {
      _ = try peer.call("place", #"{"window":"slow","x":5,"y":5}"#)
      try client.roundtrip()
      #expect(window.configures.last?.width == 0)
    } else {
      _ = try peer.call("place", #"{"window":"slow","x":0,"y":0,"width":30,"height":30}"#)
      try client.roundtrip()
      window.surface.attach(buffer: client.makeBuffer(30, 30, 0), x: 0, y: 0)
      window.surface.commit()
    }
    try client.roundtrip()
    #expect(try peer.call("wait.settled", #"{"timeout":50}"#) { try client.roundtrip() }["code"] == .number(JSONNumber(-32002)))
    window.xdgSurface.ackConfigure(serial: window.lastSerial)
    let answer = try peer.call("wait.settled", #"{"timeout":5000}"#) { try client.roundtrip() }
    #expect(answer["code"] == nil, "\(answer)")
  }

  @Test(
    "input that waits for the clock is not settled",
    arguments: [
      ("pointer.drag", #"{"path":["5,5","50,50"],"duration":500}"#), ("type", #"{"text":"ab","delay":100}"#),
      ("longpress", #"{"at":"5,5"}"#),
    ])
  func unfinishedInput(method: String, parameters: String) throws {
    let host = try TestService()
    let peer = ControlPeer(host)
    let client = try host.connect()
    _ = (client.seat.getPointer(), client.seat.getKeyboard(), client.seat.getTouch())
    let window = try client.makeWindow(1280, 720, 0xff00_0000)
    peer.send(##"{"jsonrpc":"2.0","id":7,"method":"\##(method)","params":\##(parameters)}"##)
    let error = try peer.call("wait.settled", #"{"quiet":10,"timeout":100}"#) { try client.roundtrip() }
    let pending = error["data"]?["pending"]?.elements.compactMap(\.text) ?? []
    #expect(pending.contains { $0.hasPrefix("input is not finished: ") && $0.contains("to come, when the clock is stepped") }, "\(error)")
    peer.send(#"{"jsonrpc":"2.0","id":8,"method":"step","params":{"milliseconds":2000}}"#)
    #expect(try peer.call("wait.settled", #"{"quiet":10}"#) { try client.roundtrip() }["code"] == nil)
    withExtendedLifetime(window) {}
  }

  @Test(arguments: [
    #"{"x":0,"y":0,"width":0,"height":5}"#, #"{"x":9000,"y":0,"width":10,"height":10}"#, #"{"x":5,"y":5,"width":-1,"height":5}"#,
  ])
  func aRegionWithoutAPointIsRefused(region: String) throws {
    let peer = ControlPeer(try TestService())
    for screen in ["", #","screen":"headless-1""#] {
      let error = try peer.call("wait.settled", #"{"region":\#(region)\#(screen),"timeout":1}"#)
      #expect(error["code"] == .number(JSONNumber(-32602)) && error["data"]?["parameter"]?.text == "region", "\(error)")
    }
  }

  @Test func aClientThatIsBusyWithItsNextPictureIsWaitedFor() throws {
    let host = try TestService()
    let peer = ControlPeer(host)
    let client = try host.connect()
    let window = try client.makeWindow(64, 48, 0xff00_0000)
    var turns = 0
    let result = try peer.call("wait.settled", #"{"quiet":10}"#) {
      turns += 1
      // it has read all that it was sent, and does not look again before its next picture is there, some 60 ms later
      if turns == 1 || turns > 60 { try client.roundtrip() }
      if turns == 60 { window.show(64, 48, 0xff00_00ff) }
    }
    #expect(turns > 60 && result["code"] == nil, "\(turns) turns, \(result)")
  }

  @Test func whoStillDrawsIsNamed() throws {
    let host = try TestService()
    let peer = ControlPeer(host)
    let client = try host.connect()
    let window = try client.makeWindow(64, 48, 0xff00_0000, appID: "busy")
    var colour: UInt32 = 0xff00_0000
    let error = try peer.call("wait.settled", #"{"timeout":80}"#) {
      colour += 1
      window.show(64, 48, colour)
      try client.roundtrip()
    }
    #expect(error["data"]?["pending"]?.elements.contains { $0.text?.contains("(busy) still changes") == true } == true)
  }
}
