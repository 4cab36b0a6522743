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

private let badFile = WlShm.Error.invalidFd.rawValue
private let badStride = WlShm.Error.invalidStride.rawValue

/// A window whose buffer's file stays open on the client's side.
private func window(_ bench: Bench, claimed: Int32? = nil, size: Int = 100 * 100 * 4) throws -> (TestWindow, WlShmPoolProxy, Int32) {
  let window = TestWindow(bench.client)
  window.surface.commit()
  try bench.client.roundtrip()
  let (pool, file) = bench.client.makePool(size, claimed: claimed)
  window.surface.attach(buffer: pool.createBuffer(offset: 0, width: 100, height: 100, stride: 400, format: .argb8888), x: 0, y: 0)
  return (window, pool, file)
}

@Test(arguments: [0, 4096, 36_864])
func case01AFileTruncatedAfterTheCommit(length: Int) throws {
  let bench = try Bench()
  let (window, _, file) = try window(bench)
  window.surface.commit()
  try bench.client.roundtrip()
  ftruncate(file, length)
  close(file)
  _ = try bench.capture()
  let id = try bench.id(of: window.surface)
  _ = bench.service.capture(window: id)
  #expect(bench.error() == WireError("wl_buffer", badFile))
  _ = try bench.capture()
  try bench.othersAreServed()
}

@Test func case01ATruncatedFileBehindASubsurfaceACursorAndAPopup() throws {
  for kind in 0..<3 {
    let bench = try Bench()
    let pointer = PointerListener(bench.client)
    let parent = try bench.client.window(1280, 720)
    let (pool, file) = bench.client.makePool(100 * 100 * 4)
    let buffer = pool.createBuffer(offset: 0, width: 100, height: 100, stride: 400, format: .argb8888)
    bench.move(20, 20)
    try bench.client.roundtrip()
    let surface: WlSurfaceProxy
    switch kind {
    case 0: surface = bench.client.child(of: parent.surface, 10, 10, 5, 5, 0).surface
    case 1:
      surface = bench.surface()
      pointer.proxy.setCursor(serial: pointer.enterSerial, surface: surface, hotspotX: 0, hotspotY: 0)
    default:
      let popup = PopupProbe(bench.client, on: parent.xdgSurface, bench.client.menu())
      try popup.map()
      surface = popup.surface
    }
    surface.attach(buffer: buffer, x: 0, y: 0)
    surface.damage(x: 0, y: 0, width: 100, height: 100)
    surface.commit()
    try bench.client.roundtrip()
    ftruncate(file, 0)
    close(file)
    _ = try #require(bench.service.capture(screen: bench.screen(), cursor: true))
    #expect(bench.error() == WireError("wl_buffer", badFile))
    try bench.othersAreServed()
  }
}

@Test(arguments: [0, 4096])
func case02APoolClaimsMoreThanItsFileHas(size: Int) throws {
  let bench = try Bench()
  let (window, _, file) = try window(bench, claimed: 1 << 20, size: size)
  close(file)
  window.surface.commit()
  #expect(bench.error() == WireError("wl_buffer", badFile))
  _ = try bench.capture()
  try bench.othersAreServed()
}

@Test(arguments: [
  (0, 0x4000_0001, 1, 4), (0, 0x2000_0000, 8, Int32.min), (0, 16, 0x0400_0000, 64), (Int32.max - 3, 16, 16, 64),
  (-64, 4, 4, 16), (4096, 1, 1, 4), (0, 32, 33, 128), (0, 1, 2, Int32.max),
])
func case03SizesThatWrap(offset: Int32, width: Int32, height: Int32, stride: Int32) throws {
  try Offence("", "wl_shm_pool", badStride) {
    let (pool, file) = $0.client.makePool(4096)
    close(file)
    pool.createBuffer(offset: offset, width: width, height: height, stride: stride, format: .argb8888)
  }.check()
}

@Test func case03APoolNeverShrinks() throws {
  try Offence("", "wl_shm_pool", badFile) {
    let (pool, file) = $0.client.makePool(8192)
    close(file)
    pool.resize(size: 4096)
  }.check()
}

@Test func case04BufferAndPoolGoStraightAfterTheCommit() throws {
  let bench = try Bench()
  let window = TestWindow(bench.client)
  window.surface.commit()
  try bench.client.roundtrip()
  let others = (0..<3).map { _ in bench.client.makePool(4096) }
  let canvas = Canvas(bench.client, 1280, 720, 0xFF12_3456)
  window.surface.attach(buffer: canvas.buffer, x: 0, y: 0)
  window.surface.commit()
  canvas.buffer.destroy()
  try bench.client.roundtrip()
  // covered, then exposed
  let cover = try bench.witness.window(1280, 720, 0xFF00_FF00)
  #expect(try bench.pixel(5, 5) == 0x00_FF00)
  cover.toplevel.destroy()
  #expect(try bench.pixel(5, 5) == 0x12_3456)
  for (pool, file) in others {
    ftruncate(file, 65_536)
    pool.resize(size: 65_536)
    pool.createBuffer(offset: 32_768, width: 8, height: 8, stride: 32, format: .argb8888)
    pool.destroy()
    close(file)
  }
  window.surface.attach(buffer: nil, x: 0, y: 0)
  window.surface.commit()
  #expect(bench.error() == nil)
}

/// Chosen: a buffer that was attached is shown, whether its object is still there or not.
@Test(arguments: [false, true])
func case05ABufferDestroyedBetweenAttachAndCommit(alsoThePool: Bool) throws {
  let bench = try Bench()
  let window = try bench.client.window(1280, 720, 0xFF00_00FF)
  let buffer = bench.client.makeBuffer(1280, 720, 0xFF12_3456)
  window.surface.attach(buffer: buffer, x: 0, y: 0)
  window.surface.damage(x: 0, y: 0, width: 1280, height: 720)
  buffer.destroy()
  if alsoThePool { try bench.client.roundtrip() }
  window.surface.commit()
  #expect(try bench.pixel(3, 3) == 0x12_3456)
  // replaced and let go of: nobody is told of a release that nobody waits for
  window.show(1280, 720, 0xFF65_4321)
  #expect(try bench.pixel(3, 3) == 0x65_4321)
  #expect(bench.error() == nil)
}

@Test func case05ABufferDestroyedWhileItWaitsInASynchronisedSubsurface() throws {
  let bench = try Bench()
  let window = try bench.client.window(1280, 720, 0xFF00_00FF)
  let child = bench.surface()
  let role = bench.subcompositor.getSubsurface(surface: child, parent: window.surface)
  let buffer = bench.client.makeBuffer(50, 50, 0xFF12_3456)
  child.attach(buffer: buffer, x: 0, y: 0)
  child.commit()
  buffer.destroy()
  try bench.client.roundtrip()
  window.surface.commit()
  #expect(try bench.pixel(3, 3) == 0x12_3456)
  role.destroy()
  child.destroy()
  #expect(bench.error() == nil)
}
