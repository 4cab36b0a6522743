import CasementControl
import CasementTesting
import Glibc
import Testing
import WaylandClient
import WindowModel

@testable import Casement

/// Films of screens, under a manual clock.
@Suite struct RecordingTests {
  let host: TestService
  let peer: ControlPeer
  let directory = TemporaryDirectory()
  private var path: String { directory.path + "/film.mkv" }

  init() throws {
    var configuration = ServiceConfiguration.manual
    configuration.screens = [ScreenSpec(width: 64, height: 48)]
    host = try TestService(configuration)
    peer = ControlPeer(host)
  }

  private func step(_ milliseconds: Int, _ client: TestClient? = nil) throws {
    _ = try peer.call("step", #"{"milliseconds":\#(milliseconds)}"#) { try client?.roundtrip() }
  }

  /// The times, in nanoseconds, and the first pixel of the pictures in the file.
  private func frames() throws -> [(time: Int, pixel: UInt32)] {
    let file = unsafe open(path, O_RDONLY)
    defer { close(file) }
    var bytes: [UInt8] = []
    var buffer = [UInt8](repeating: 0, count: 1 << 16)
    while case let count = unsafe read(file, &buffer, buffer.count), count > 0 { bytes += buffer[..<count] }
    var result: [(Int, UInt32)] = []
    var place = 0
    while let index = bytes[place...].firstRange(of: [0x1F, 0x43, 0xB6, 0x75] as [UInt8])?.lowerBound {
      let timeLength = Int(bytes[index + 20])
      let time = bytes[(index + 21)..<(index + 21 + timeLength)].reduce(0) { $0 << 8 | Int($1) }
      let pixel = index + 21 + timeLength + 1 + 8 + 4
      result.append((time, (0..<4).reduce(UInt32(0)) { $0 | UInt32(bytes[pixel + $1]) << UInt32(8 * $1) } & 0xff_ffff))
      place = pixel + 64 * 48 * 4
    }
    return result
  }

  @Test func eachChangeIsAPictureAtTheTimeOfItsTick() throws {
    let client = try host.connect()
    let window = try client.makeWindow(64, 48, 0xff10_0000)
    let started = try peer.call("record.start", #"{"path":"\#(path)"}"#)
    #expect(started["width"] == .number(JSONNumber(64)))
    window.show(64, 48, 0xff20_0000)
    try client.roundtrip()
    try step(17, client)
    try step(1000, client)
    window.show(64, 48, 0xff30_0000)
    try client.roundtrip()
    try step(50, client)
    let state = try peer.call("record.stop", #"{"recording":1}"#)
    #expect(state["ended"] == .bool(true))
    let frames = try frames()
    #expect(frames.map(\.pixel) == [0x10_0000, 0x20_0000, 0x30_0000, 0x30_0000])
    #expect(frames.map(\.time) == [0, 16_666_666, 1_033_333_333, 1_067_000_000])
  }

  @Test func itEndsByItselfOnTheServicesClock() throws {
    _ = try peer.call("record.start", #"{"path":"\#(path)","milliseconds":500}"#)
    #expect(try peer.call("record.wait", #"{"recording":1,"timeout":1}"#)["ended"] == .bool(false))
    try step(499)
    #expect(try peer.call("record.wait", #"{"recording":1,"timeout":1}"#)["ended"] == .bool(false))
    try step(1)
    let state = try peer.call("record.wait", #"{"recording":1}"#)
    #expect(state["ended"] == .bool(true))
    #expect(state["milliseconds"] == .number(JSONNumber(500)))
    #expect(try frames().map(\.time) == [0, 500_000_000])
  }

  @Test func itsLengthGrowsWithTheClock() throws {
    _ = try peer.call("record.start", #"{"path":"\#(path)"}"#)
    try step(700)
    #expect(try peer.call("record.wait", #"{"recording":1,"timeout":1}"#)["milliseconds"] == .number(JSONNumber(700)))
  }

  @Test func theScreenIsCapturedMeanwhile() throws {
    #expect(host.service.model.screens[0].isCaptured == false)
    _ = try peer.call("record.start", #"{"path":"\#(path)"}"#)
    #expect(host.service.model.screens[0].isCaptured)
    _ = try peer.call("record.stop", #"{"recording":1}"#)
    #expect(host.service.model.screens[0].isCaptured == false)
  }

  @Test func aScreenThatGoesEndsIt() throws {
    _ = try peer.call("screen.add", #"{"spec":"64x48,name=other"}"#)
    _ = try peer.call("record.start", #"{"path":"\#(path)","screen":"other"}"#)
    _ = try peer.call("screen.remove", #"{"name":"other"}"#)
    let state = try peer.call("record.wait", #"{"recording":1}"#)
    #expect(state["reason"]?.text == "the screen is gone")
  }

  @Test func whatCannotBeWrittenIsRefused() throws {
    #expect(try peer.call("record.start", #"{"path":"/nonexistent/x"}"#)["code"] == .number(JSONNumber(-32003)))
    #expect(try peer.call("record.start", #"{"path":"x.mkv"}"#)["code"] == .number(JSONNumber(-32602)))
    #expect(try peer.call("record.start", #"{"path":"\#(path)","screen":"no"}"#)["code"] == .number(JSONNumber(-32000)))
    #expect(try peer.call("record.stop", #"{"recording":9}"#)["code"] == .number(JSONNumber(-32000)))
  }

  @Test func aReaderThatGoesEndsIt() throws {
    unsafe mkfifo(path, 0o600)
    let reader = unsafe open(path, O_RDONLY | O_NONBLOCK)
    // as in the program, where SIGPIPE is blocked
    signal(SIGPIPE, SIG_IGN)
    _ = try peer.call("record.start", #"{"path":"\#(path)"}"#)
    close(reader)
    let client = try host.connect()
    _ = try client.makeWindow(64, 48, 0xff10_0000)
    try step(50, client)
    let state = try peer.call("record.wait", #"{"recording":1}"#)
    #expect(state["reason"]?.text == "whoever read the video has gone")
  }
}
