import CasementTesting
import Testing
import WaylandClient
import WaylandProtocols
import WaylandServer

@testable import Casement

@Suite struct SettleWatchTests {
  private func wait(_ nanoseconds: UInt64) {
    let end = Clock.monotonic + nanoseconds
    while Clock.monotonic < end {}
  }

  /// What a client draws of its input comes after it has read it, however late that is.
  @Test func theQuietTimeIsCountedFromWhenInputWasRead() throws {
    let bench = try Bench()
    let window = try bench.client.window(100, 100)
    defer { withExtendedLifetime(window) {} }
    _ = bench.client.wmBase
    let client = try #require(bench.service.clientWindows.values.first?.client)
    let quiet: UInt64 = 40_000_000
    let watch = SettleWatch(bench.service, quiet: quiet, window: nil, screens: nil, region: nil)
    // the first look at a picture is none at a change, and all are there
    for _ in 0..<2 { try bench.client.roundtrip() }
    #expect(bench.service.answers.unanswered.isEmpty)
    _ = watch.isSettled()
    bench.service.answers.expectAnswer(from: client)
    wait(quiet)
    let late = Clock.monotonic
    for _ in 0..<2 { try bench.client.roundtrip() }
    #expect(bench.service.answers.unanswered.isEmpty, "it has read, and nothing was looked at meanwhile")
    while true {
      let isSettled = watch.isSettled()
      if Clock.monotonic >= late + quiet { break }
      #expect(!isSettled, "it has only just read")
      try bench.client.roundtrip()
    }
    // at the end all are asked once more
    for _ in 0..<1000 where !watch.isSettled() { try bench.client.roundtrip() }
    #expect(watch.isSettled())
  }

  /// An answer says nothing of what was sent after the question.
  @Test func whoIsSentMoreInputIsAskedAgain() throws {
    let bench = try Bench()
    let window = try bench.client.window(100, 100)
    defer { withExtendedLifetime(window) {} }
    let client = try #require(bench.service.clientWindows.values.first?.client)
    let answers = bench.service.answers
    answers.beginWatch()
    defer { answers.endWatch() }
    try bench.client.roundtrip()
    #expect(answers.unanswered.isEmpty)
    var pings: [UInt32] = []
    bench.client.wmBase.onEvent = { event in if case .ping(let serial) = event { pings.append(serial) } }
    answers.expectAnswer(from: client)
    answers.expectAnswer(from: client)
    try bench.client.roundtrip()
    #expect(pings.count == 1)
    bench.client.wmBase.pong(serial: pings[0])
    try bench.client.roundtrip()
    #expect(pings.count == 2)
    #expect(answers.unanswered.count == 1)
    bench.client.wmBase.pong(serial: pings[1])
    try bench.client.roundtrip()
    #expect(answers.unanswered.isEmpty)
  }
}
