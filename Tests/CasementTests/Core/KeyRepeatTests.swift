import CasementTesting
import Geometry
import Testing
import WaylandClient
import WaylandProtocols
import WindowModel

@testable import Casement

private let (keyA, keyB, shift): (UInt32, UInt32, UInt32) = (30, 48, 42)

private struct Scene {
  let bench: Bench
  let keyboard: KeyboardListener
  let window: TestWindow

  init(version: UInt32? = nil, rate: Int32 = 10, delay: Int32 = 200) throws {
    var configuration = ServiceConfiguration.manual
    (configuration.repeatRate, configuration.repeatDelay) = (rate, delay)
    bench = try Bench(configuration)
    keyboard = KeyboardListener(bench.client, version: version)
    window = try bench.client.window()
  }

  func heard() throws -> [String] {
    try bench.client.roundtrip()
    return keyboard.log.taken
  }

  /// Lets this many milliseconds pass.
  func pass(_ milliseconds: UInt64) { bench.service.advanceClock(to: bench.service.clock.now + milliseconds * 1_000_000) }
}

@Test func theServiceRepeatsAHeldKeyOnItsClock() throws {
  let scene = try Scene()
  #expect(try scene.heard() == ["keymap 1", "repeat 0 200", "enter it []", "modifiers 0 0 0 0"])
  scene.bench.key(keyA, true)
  scene.pass(199)
  #expect(try scene.heard() == ["key 30 1"])
  scene.pass(1)
  #expect(try scene.heard() == ["key 30 2"])
  scene.pass(250)
  #expect(try scene.heard() == ["key 30 2", "key 30 2"])
  scene.bench.key(keyA, false)
  scene.pass(1000)
  #expect(try scene.heard() == ["key 30 0"])
}

@Test func repeatsHaveSerialsAndTimesOfTheirOwn() throws {
  let scene = try Scene()
  var told: [(serial: UInt32, time: UInt32)] = []
  scene.keyboard.proxy.onEvent = { event in
    if case .key(let serial, let time, _, _) = event { told.append((serial, time)) }
  }
  scene.bench.key(keyA, true)
  scene.pass(300)
  try scene.bench.client.roundtrip()
  #expect(told.map(\.time) == [1000, 1200, 1300])
  #expect(told[0].serial < told[1].serial && told[1].serial < told[2].serial)
}

@Test func olderClientsRepeatKeysThemselves() throws {
  let scene = try Scene(version: 9)
  #expect(try scene.heard() == ["keymap 1", "repeat 10 200", "enter it []", "modifiers 0 0 0 0"])
  scene.bench.key(keyA, true)
  scene.pass(1000)
  #expect(try scene.heard() == ["key 30 1"])
}

@Test func aRateOfZeroRepeatsNothing() throws {
  let scene = try Scene(rate: 0)
  _ = try scene.heard()
  scene.bench.key(keyA, true)
  scene.pass(1000)
  #expect(try scene.heard() == ["key 30 1"])
}

@Test func modifiersDoNotRepeatAndTheNewestKeyDoes() throws {
  let scene = try Scene()
  _ = try scene.heard()
  scene.bench.key(shift, true)
  scene.pass(500)
  #expect(try scene.heard() == ["key 42 1", "modifiers 1 0 0 0"])
  scene.bench.key(keyA, true)
  scene.bench.key(keyB, true)
  scene.pass(200)
  #expect(try scene.heard() == ["key 30 1", "key 48 1", "key 48 2"])
}

@Test func aKeyDoesNotRepeatInTheNextWindow() throws {
  let scene = try Scene()
  scene.bench.key(keyA, true)
  _ = try scene.heard()
  let other = try scene.bench.client.window()
  _ = try scene.heard()
  scene.pass(1000)
  #expect(try scene.heard() == [])
  other.toplevel.destroy()
  other.xdgSurface.destroy()
  _ = try scene.heard()
  scene.pass(1000)
  #expect(try scene.heard() == [])
}
