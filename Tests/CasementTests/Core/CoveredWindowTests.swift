import CasementTesting
import Testing
import WaylandClient
import WaylandProtocols
import WindowModel

@testable import Casement

@Suite("--suspend-covered: windows that others cover completely are told to suspend, and not told when to draw") struct CoveredWindowTests {
  private func bench(suspends: Bool = true) throws -> Bench {
    var configuration = ServiceConfiguration.manual
    configuration.placement = .natural
    configuration.suspendsCovered = suspends
    return try Bench(configuration)
  }

  /// A window that shows one colour and hides what is behind it.
  private func window(_ x: Int, _ y: Int, _ width: Int, _ height: Int, in bench: Bench) throws -> TestWindow {
    let window = try bench.window(x, y, width, height)
    window.surface.attach(buffer: bench.client.makeBuffer(width, height, 0xFF_00FF, format: .xrgb8888), x: 0, y: 0)
    window.surface.damageBuffer(x: 0, y: 0, width: .max, height: .max)
    window.surface.commit()
    try settle(bench)
    return window
  }

  /// A tenth of a second passes, as clients see it.
  private func pass(_ bench: Bench) throws {
    try settle(bench)
    bench.service.advanceClock(to: bench.service.clock.now + 100_000_000)
    try settle(bench)
  }

  private func settle(_ bench: Bench) throws {
    try bench.client.roundtrip()
    try bench.client.roundtrip()
  }

  private func isSuspended(_ window: TestWindow, _ bench: Bench) throws -> Bool {
    try #require(bench.service.model.configuration(of: bench.id(of: window.surface))).states.contains(.suspended)
  }

  /// Whether a frame callback of `window` comes within a tenth of a second.
  private func isToldToDraw(_ window: TestWindow, _ bench: Bench) throws -> Bool {
    var isTold = false
    window.surface.frame().onEvent = { _ in isTold = true }
    window.surface.commit()
    try pass(bench)
    return isTold
  }

  @Test(arguments: [true, false]) func aCoveredWindowSuspendsOnlyWhereAsked(suspends: Bool) throws {
    let bench = try bench(suspends: suspends)
    let behind = try window(10, 10, 100, 100, in: bench)
    let front = try window(10, 10, 100, 100, in: bench)
    #expect(try isSuspended(behind, bench) == suspends)
    #expect(try isToldToDraw(behind, bench) == !suspends)
    #expect(try isToldToDraw(front, bench))
    var isTold = false
    behind.surface.frame().onEvent = { _ in isTold = true }
    behind.surface.commit()
    front.surface.attach(buffer: nil, x: 0, y: 0)
    front.surface.commit()
    try pass(bench)
    #expect(isTold, "what it asked for while it was covered comes when it is seen again")
    #expect(try !isSuspended(behind, bench))
  }

  @Test func whatIsSeenInPartOrThroughGoesOn() throws {
    let bench = try bench()
    let behind = try window(10, 10, 100, 100, in: bench)
    let beside = try window(11, 10, 100, 100, in: bench)
    #expect(try !isSuspended(behind, bench) && !isSuspended(beside, bench))
    let veil = try bench.window(0, 0, 300, 300, 0x8000_00FF)
    #expect(try !isSuspended(behind, bench) && !isSuspended(beside, bench) && !isSuspended(veil, bench))
    let wall = try window(0, 0, 300, 300, in: bench)
    #expect(try isSuspended(behind, bench) && isSuspended(beside, bench) && isSuspended(veil, bench) && !isSuspended(wall, bench))
  }

  @Test func twoWindowsTogetherCoverAThird() throws {
    let bench = try bench()
    let behind = try window(10, 10, 100, 100, in: bench)
    _ = try window(0, 0, 60, 200, in: bench)
    #expect(try !isSuspended(behind, bench))
    _ = try window(60, 0, 60, 200, in: bench)
    #expect(try isSuspended(behind, bench))
  }

  @Test func aCaptureLiftsIt() throws {
    let bench = try bench()
    let behind = try window(10, 10, 100, 100, in: bench)
    _ = try window(10, 10, 100, 100, in: bench)
    bench.service.perform(bench.service.model.beginCapture(of: try bench.id(of: behind.surface)))
    #expect(try !isSuspended(behind, bench))
    #expect(try isToldToDraw(behind, bench))
  }

  @Test func aHiddenWindowThatIsShownInFrontIsNotCovered() throws {
    let bench = try bench()
    let behind = try window(10, 10, 100, 100, in: bench)
    _ = try window(10, 10, 100, 100, in: bench)
    let id = try bench.id(of: behind.surface)
    bench.service.perform(bench.service.model.setHidden(id, true))
    try bench.client.roundtrip()
    bench.service.perform(bench.service.model.setHidden(id, false))
    try bench.client.roundtrip()
    #expect(try !isSuspended(behind, bench))
  }
}
