import CasementControl
import CasementTesting
import Geometry
import Surfaces
import Testing
import WaylandClient
import WaylandProtocols

@testable import Casement

// MARK: wl_fixes

@Test func aDestroyedRegistrySaysNothingMoreAndItsNumberIsFree() throws {
  let bench = try Bench()
  let fixes = bench.client.bind(WlFixesProxy.self)
  let registry = bench.client.connection.displayProxy.getRegistry()
  var heard = 0
  registry.onEvent = { _ in heard += 1 }
  try bench.client.roundtrip()
  #expect(heard == bench.client.globals.count)
  fixes.destroyRegistry(registry: registry)
  try bench.client.roundtrip()
  let before = heard
  _ = try bench.service.connectScreen(.init(width: 100, height: 100))
  try bench.client.roundtrip()
  #expect(heard == before)
  #expect(bench.client.globals.filter { $0.interface == "wl_output" }.count == 2)
  fixes.destroy()
  #expect(bench.error() == nil)
}

// MARK: Destructors of version 7 and 4

@Test func whatWasMadeOutlivesACompositorAndADataDeviceManager() throws {
  let bench = try Bench()
  let compositor = bench.client.bind(WlCompositorProxy.self)
  let (surface, region) = (compositor.createSurface(), compositor.createRegion())
  compositor.release()
  region.add(x: 0, y: 0, width: 1, height: 1)
  surface.setInputRegion(region: region)
  surface.commit()
  let manager = bench.client.bind(WlDataDeviceManagerProxy.self)
  let source = manager.createDataSource()
  let device = manager.getDataDevice(seat: bench.client.seat)
  manager.release()
  source.offer(mimeType: "text/plain")
  device.setSelection(source: source, serial: 0)
  #expect(bench.error() == nil)
}

// MARK: wl_surface.get_release

/// What happened, in order.
private final class Releases {
  let log = EventLog()

  func buffer(_ bench: Bench, _ name: String) -> WlBufferProxy {
    let buffer = bench.client.makeBuffer(10, 10, 0xFF00_0000)
    buffer.onEvent = { [log] _ in log.add("buffer \(name)") }
    return buffer
  }

  func expect(_ surface: WlSurfaceProxy, _ name: String) {
    surface.getRelease().onDone { [log] data in log.add("commit \(name) \(data)") }
  }
}

@Test func theReleaseOfACommitIsToldOnceItIsReplaced() throws {
  let bench = try Bench()
  let window = try bench.client.window()
  let releases = Releases()
  let (a, b) = (releases.buffer(bench, "a"), releases.buffer(bench, "b"))
  window.surface.attach(buffer: a, x: 0, y: 0)
  releases.expect(window.surface, "1")
  window.surface.commit()
  try bench.client.roundtrip()
  #expect(releases.log.taken == [])
  // the same buffer again: the first commit is done with it, the second is not
  releases.expect(window.surface, "2")
  window.surface.attach(buffer: a, x: 0, y: 0)
  window.surface.commit()
  try bench.client.roundtrip()
  #expect(releases.log.taken == ["commit 1 0"])
  window.surface.attach(buffer: b, x: 0, y: 0)
  releases.expect(window.surface, "3")
  releases.expect(window.surface, "3 too")
  window.surface.commit()
  try bench.client.roundtrip()
  #expect(releases.log.taken.sorted() == ["buffer a", "commit 2 0"])
  window.surface.destroy()
  try bench.client.roundtrip()
  #expect(releases.log.taken.sorted() == ["buffer b", "commit 3 0", "commit 3 too 0"])
}

@Test func aBufferOnTwoSurfacesIsReleasedForEachCommitByItself() throws {
  let bench = try Bench()
  let (one, two) = (try bench.client.window(), try bench.client.window())
  let releases = Releases()
  let shared = releases.buffer(bench, "shared")
  for (name, window) in [("one", one), ("two", two)] {
    window.surface.attach(buffer: shared, x: 0, y: 0)
    releases.expect(window.surface, name)
    window.surface.commit()
  }
  one.show(10, 10, 0)
  try bench.client.roundtrip()
  #expect(releases.log.taken == ["commit one 0"])
  two.show(10, 10, 0)
  try bench.client.roundtrip()
  #expect(releases.log.taken.sorted() == ["buffer shared", "commit two 0"])
}

@Test func aReleaseOfACachedCommitComesWhenTheNextReplacesIt() throws {
  let bench = try Bench()
  let window = try bench.client.window()
  let child = bench.surface()
  bench.subcompositor.getSubsurface(surface: child, parent: window.surface)
  let releases = Releases()
  for name in ["1", "2"] {
    child.attach(buffer: releases.buffer(bench, name), x: 0, y: 0)
    releases.expect(child, name)
    child.commit()
  }
  try bench.client.roundtrip()
  #expect(releases.log.taken.sorted() == ["buffer 1", "commit 1 0"])
}

@Test func aReleaseThatIsNeverCommittedEndsWithItsSurface() throws {
  let bench = try Bench()
  let surface = bench.surface()
  let releases = Releases()
  releases.expect(surface, "never")
  surface.destroy()
  #expect(bench.error() == nil)
  #expect(releases.log.taken == [])
}

private let releaseOffences = [
  Offence("get_release without a buffer", "wl_surface", WlSurface.Error.noBuffer.rawValue) { bench in
    let surface = bench.surface()
    surface.getRelease()
    surface.commit()
  },
  Offence("get_release with no buffer on purpose", "wl_surface", WlSurface.Error.noBuffer.rawValue) { bench in
    let surface = bench.surface()
    surface.attach(buffer: bench.client.makeBuffer(1, 1, 0), x: 0, y: 0)
    surface.commit()
    surface.attach(buffer: nil, x: 0, y: 0)
    surface.getRelease()
    surface.commit()
  },
]

@Test(arguments: releaseOffences)
private func aWrongGetReleaseEndsItsClient(_ offence: Offence) throws { try offence.check() }
