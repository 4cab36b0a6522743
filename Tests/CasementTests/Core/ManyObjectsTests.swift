import CasementTesting
import Geometry
import Testing
import WaylandClient
import WaylandProtocols
import WaylandServer
import WindowModel

@testable import Casement

// What one client can have is bounded, and who wants more is ended alone.

extension Bench {
  /// Binds `interface` as object 3 of a raw client, which has a registry as object 2.
  fileprivate func raw(_ interface: String, _ version: UInt32) throws -> RawClient {
    let name = try #require(client.globals.first { $0.interface == interface }).name
    let raw = RawClient(service)
    raw.send(
      RawClient.message(1, 1, RawClient.words([2]))
        + RawClient.message(2, 0, RawClient.words([name]) + RawClient.string(interface) + RawClient.words([version, 3])))
    service.dispatch(timeoutMilliseconds: 0)
    _ = raw.receive()
    return raw
  }

  /// Sends `make` of growing numbers until the service ends the client. - Returns: after how many, and with which code.
  fileprivate func exhaust(_ raw: RawClient, first: UInt32, atMost: Int, _ make: (UInt32) -> [UInt8]) -> (count: Int, code: UInt32?) {
    var count = 0
    while count < atMost {
      var bytes: [UInt8] = []
      for _ in 0..<200 {
        bytes += make(first + UInt32(count))
        count += 1
      }
      raw.send(bytes)
      for _ in 0..<4 { service.dispatch(timeoutMilliseconds: 0) }
      guard let answer = raw.receive() else { return (count, nil) }
      if let error = RawClient.displayError(in: answer) { return (count, error.object == 1 ? error.code : nil) }
    }
    return (count, nil)
  }
}

@Test("case 62: objects without end end only their client") func objectsWithoutEnd() throws {
  let bench = try Bench()
  let raw = try bench.raw("wl_compositor", 4)
  let (count, code) = bench.exhaust(raw, first: 4, atMost: 40_000) { RawClient.message(3, 1, RawClient.words([$0])) }
  #expect(code == 2 && (Client.mostObjects - 200...Client.mostObjects + 200).contains(count))
  try bench.othersAreServed()
}

@Test("objects that are destroyed do not count") func objectsThatGo() throws {
  let bench = try Bench()
  let raw = try bench.raw("wl_compositor", 4)
  let (count, code) = bench.exhaust(raw, first: 4, atMost: 60_000) { _ in
    RawClient.message(3, 1, RawClient.words([4])) + RawClient.message(4, 0)
  }
  #expect(count == 60_000 && code == nil)
}

@Test("case 62: globals that are bound without end end only their client") func bindingsWithoutEnd() throws {
  let bench = try Bench()
  let raw = try bench.raw("wl_subcompositor", 1)
  let name = try #require(bench.client.globals.first { $0.interface == "wl_output" }).name
  let (count, code) = bench.exhaust(raw, first: 4, atMost: 6000) {
    RawClient.message(2, 0, RawClient.words([name]) + RawClient.string("wl_output") + RawClient.words([4, $0]))
  }
  #expect(code == 2 && (Client.mostBound - 200...Client.mostBound + 200).contains(count))
  try bench.othersAreServed()
}

@Test("case 62: registries without end end only their client") func registriesWithoutEnd() throws {
  let bench = try Bench()
  let raw = try bench.raw("wl_subcompositor", 1)
  var number: UInt32 = 4
  var error: (object: UInt32, code: UInt32)?
  while error == nil, number < 2000 {
    for _ in 0..<20 {
      raw.send(RawClient.message(1, 1, RawClient.words([number])))
      number += 1
    }
    bench.service.dispatch(timeoutMilliseconds: 0)
    guard let answer = raw.receive() else { break }
    error = RawClient.displayError(in: answer)
  }
  #expect(error?.code == 2 && (1000...1050).contains(number))
  try bench.othersAreServed()
}

@Test("case 62: names of types without end, in many sources, end only their client") func namesInManySources() throws {
  let bench = try Bench()
  let device = SelectionPort(.extClipboard, of: bench.client)
  let names = (0..<48).map { String(repeating: "x", count: 990) + String($0) }
  var (made, error) = (0, WireError?.none)
  while error == nil, made < 200 {
    _ = device.makeSource(names)
    made += 1
    error = bench.error()
  }
  #expect(error == WireError("closed", 12) && (80...100).contains(made))
  try bench.othersAreServed()
}

@Test("case 62: commits that wait without end end only their client") func commitsThatWaitWithoutEnd() throws {
  let bench = try Bench()
  let window = try bench.client.window()
  let timer = bench.client.bind(WpCommitTimingManagerV1Proxy.self).getTimer(surface: window.surface)
  var (made, error) = (0, WireError?.none)
  while error == nil, made < 4000 {
    for _ in 0..<50 {
      timer.setTimestamp(tvSecHi: 1, tvSecLo: 0, tvNsec: 0)
      window.surface.commit()
      made += 1
    }
    error = bench.error()
  }
  #expect(error == WireError("closed", 12) && (2000...2150).contains(made))
  try bench.othersAreServed()
}

@Test("modes that a screen did not come with give way to later ones") func customModesWithoutEnd() throws {
  let bench = try Bench()
  let heads = try HeadClient(bench.client)
  let name = heads.heads[0].name
  for width: Int32 in 500..<620 {
    let setup = heads.configuration()
    setup.heads[name]?.setCustomMode(width: width, height: 300, refresh: 60_000)
    #expect(try setup.use(bench.client) == ["succeeded"])
  }
  let screen = try #require(bench.service.model.screens.first)
  #expect(screen.modes.count == 33 && screen.mode.size.width == 619 && screen.modes[screen.preferredMode].size.width == 1280)
  #expect(heads[name].current?.size == [619, 300] && heads[name].modes.count { !$0.isFinished } == 33)
  // one that was turned off and comes back in another mode has no more
  for width: Int32 in 700..<720 {
    #expect(try heads.configuration(off: [name]).use(bench.client) == ["succeeded"])
    let setup = heads.configuration()
    setup.heads[name]?.setCustomMode(width: width, height: 300, refresh: 60_000)
    #expect(try setup.use(bench.client) == ["succeeded"])
  }
  let again = try #require(bench.service.model.screens.first)
  #expect(again.modes.count == 33 && again.mode.size.width == 719 && again.modes[again.preferredMode].size.width == 1280)
}
