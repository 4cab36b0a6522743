import CasementControl
import CasementTesting
import Geometry
import Glibc
import Scene
import Surfaces
import Testing
import WaylandClient
import WaylandProtocols
import WaylandServer
import WindowModel

@testable import Casement

/// The power of a screen, as its client hears of it.
private final class TestPower {
  let proxy: ZwlrOutputPowerV1Proxy
  private(set) var log: [String] = []

  init(_ client: TestClient) {
    proxy = client.bind(ZwlrOutputPowerManagerV1Proxy.self).getOutputPower(output: client.bind(WlOutputProxy.self))
    proxy.onEvent = { [weak self] event in
      guard let self else { return }
      switch event {
      case .mode(let mode): self.log.append(mode == .on ? "on" : "off")
      case .failed: self.log.append("failed")
      }
    }
  }
}

private final class TestGamma {
  let proxy: ZwlrGammaControlV1Proxy
  private(set) var log: [String] = []

  init(_ client: TestClient) {
    proxy = client.bind(ZwlrGammaControlManagerV1Proxy.self).getGammaControl(output: client.bind(WlOutputProxy.self))
    proxy.onEvent = { [weak self] event in
      guard let self else { return }
      switch event {
      case .gammaSize(let size): self.log.append("size \(size)")
      case .failed: self.log.append("failed")
      }
    }
  }

  /// Sets tables that turn each value into `value(part, it)`.
  func set(count: Int = 768, _ value: (Int, Int) -> UInt16) {
    let file = unsafe SharedFile.make(size: count * 2) { memory in
      for index in 0..<count {
        unsafe memory.storeBytes(of: value(index / 256, index % 256), toByteOffset: index * 2, as: UInt16.self)
      }
    }
    proxy.setGamma(fd: file)
    close(file)
  }
}

extension Bench {
  fileprivate func pixel() throws -> UInt32 { try capture().picture[10, 10] & 0xFF_FFFF }
}

// MARK: Power

@Test func aModeOfPowerThatDoesNotExistEndsTheClient() throws {
  let bench = try Bench.small()
  TestPower(bench.client).proxy.setMode(mode: .init(rawValue: 2))
  #expect(bench.error() == WireError("zwlr_output_power_v1", 1))
  try bench.othersAreServed()
}

@Test func aScreenThatIsOffIsBlackAndAsksNobodyToDraw() throws {
  let bench = try Bench.small()
  let window = try bench.witness.window(160, 120, 0xFFFF_FFFF)
  let power = TestPower(bench.client)
  try bench.client.roundtrip()
  #expect(power.log == ["on"])
  power.proxy.setMode(mode: .off)
  try bench.client.roundtrip()
  #expect(power.log == ["on", "off"])
  #expect(try bench.pixel() == 0)
  #expect(try bench.service.controller.screens().map(\.dark) == [true])
  var isDone = false
  window.surface.frame().onDone { _ in isDone = true }
  window.surface.commit()
  try bench.witness.roundtrip()
  for _ in 0..<3 { try bench.tick(bench.witness) }
  #expect(!isDone && bench.service.nextDue == nil)
  // it is still a screen with its windows
  #expect(bench.client.globals.contains { $0.interface == "wl_output" } && bench.service.model.windowList.count == 1)
  power.proxy.setMode(mode: .on)
  try bench.client.roundtrip()
  try bench.tick(bench.witness)
  #expect(try isDone && bench.pixel() == 0xFF_FFFF)
}

@Test func allWhoWatchAScreenHearOfItsPower() throws {
  let bench = try Bench.small()
  let (one, other) = (TestPower(bench.client), TestPower(bench.witness))
  one.proxy.setMode(mode: .off)
  one.proxy.setMode(mode: .off)
  try bench.client.roundtrip()
  try bench.witness.roundtrip()
  #expect(one.log == ["on", "off"] && other.log == ["off"])
  // whoever turned it off need not stay
  one.proxy.destroy()
  try bench.client.roundtrip()
  #expect(bench.service.displayControls.isDark(try #require(bench.service.model.mainScreen)))
}

@Test func powerFailsWithItsScreen() throws {
  let bench = try Bench.small()
  let power = TestPower(bench.client)
  try bench.client.roundtrip()
  bench.service.perform(bench.service.model.removeScreen(try #require(bench.service.model.mainScreen)))
  power.proxy.setMode(mode: .off)
  try bench.client.roundtrip()
  #expect(power.log == ["on", "failed"])
}

@Test func aPendingCaptureSeesTheScreenGoDark() throws {
  let bench = try Bench.small()
  _ = try bench.witness.window(160, 120, 0xFFFF_FFFF)
  let session = try bench.imageCopy().screenSession()
  session.capture(into: CaptureBuffer(bench.client, 160, 120)).frame.destroy()
  let buffer = CaptureBuffer(bench.client, 160, 120)
  let frame = session.capture(into: buffer)
  TestPower(bench.client).proxy.setMode(mode: .off)
  try bench.client.roundtrip()
  try bench.tick()
  #expect(frame.isReady && buffer[10, 10] == 0)
}

// MARK: Gamma

@Test(arguments: [0, 767, 769, 256]) func tablesOfAnotherSizeEndTheClient(count: Int) throws {
  let bench = try Bench.small()
  TestGamma(bench.client).set(count: count) { _, value in UInt16(value * 257) }
  #expect(bench.error() == WireError("zwlr_gamma_control_v1", 1))
  try bench.othersAreServed()
}

@Test func aPipeWithTooLittleIsNotWaitedFor() throws {
  let bench = try Bench.small()
  let gamma = TestGamma(bench.client)
  var ends: [Int32] = [0, 0]
  try #require(unsafe pipe(&ends) == 0)
  gamma.proxy.setGamma(fd: ends[0])
  try bench.client.roundtrip()
  #expect(gamma.log == ["size 256", "failed"])
  for end in ends { close(end) }
}

@Test func picturesOfTheScreenShowBentColours() throws {
  let bench = try Bench.small()
  let window = try bench.witness.window(160, 120, 0xFF80_4020)
  let gamma = TestGamma(bench.client)
  try bench.client.roundtrip()
  #expect(gamma.log == ["size 256"])
  gamma.set { part, value in part == 0 ? UInt16(value * 257) : part == 1 ? UInt16((255 - value) * 257) : 0 }
  try bench.client.roundtrip()
  #expect(try bench.pixel() == 0x80_BF00)
  // what is drawn anew is bent, too, and once
  let (manager, output) = try bench.screencopy()
  let buffer = CaptureBuffer(bench.client, 160, 120)
  ScreencopyShot(manager.captureOutput(overlayCursor: 0, output: output)).frame.copyWithDamage(buffer: buffer.buffer)
  try bench.client.roundtrip()
  #expect(buffer[10, 10] == 0x80_BF00)
  window.show(160, 120, 0xFF10_1010)
  try bench.witness.roundtrip()
  #expect(try bench.pixel() == 0x10_EF00)
  gamma.proxy.destroy()
  try bench.client.roundtrip()
  #expect(try bench.pixel() == 0x10_1010)
}

@Test func newTablesAreDamageOfTheWholeScreen() throws {
  let bench = try Bench.small()
  _ = try bench.witness.window(160, 120, 0xFF80_4020)
  let session = try bench.imageCopy().screenSession()
  session.capture(into: CaptureBuffer(bench.client, 160, 120)).frame.destroy()
  let frame = session.capture(into: CaptureBuffer(bench.client, 160, 120))
  TestGamma(bench.client).set { _, value in UInt16(value * 100) }
  try bench.client.roundtrip()
  try bench.tick()
  #expect(frame.isReady && frame.damage == [[0, 0, 160, 120]])
}

@Test func oneClientAtATimeHasTheTables() throws {
  let bench = try Bench.small()
  _ = try bench.witness.window(160, 120, 0xFF80_4020)
  let first = TestGamma(bench.client)
  let second = TestGamma(bench.witness)
  try bench.client.roundtrip()
  try bench.witness.roundtrip()
  #expect(first.log == ["size 256"] && second.log == ["failed"])
  second.set { _, _ in 0 }
  try bench.witness.roundtrip()
  #expect(try bench.pixel() == 0x80_4020)
  first.proxy.destroy()
  try bench.client.roundtrip()
  let third = TestGamma(bench.witness)
  try bench.witness.roundtrip()
  #expect(third.log == ["size 256"])
}

@Test func gammaFailsWithItsScreen() throws {
  let bench = try Bench.small()
  let gamma = TestGamma(bench.client)
  try bench.client.roundtrip()
  bench.service.perform(bench.service.model.removeScreen(try #require(bench.service.model.mainScreen)))
  gamma.set { _, _ in 0 }
  try bench.client.roundtrip()
  #expect(gamma.log == ["size 256", "failed"])
}
