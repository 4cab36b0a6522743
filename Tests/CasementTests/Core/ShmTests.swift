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

private let badFormat = WlShm.Error.invalidFormat.rawValue
private let badStride = WlShm.Error.invalidStride.rawValue
private let badFile = WlShm.Error.invalidFd.rawValue

private func buffer(
  _ title: String, _ code: UInt32, _ offset: Int32, _ width: Int32, _ height: Int32, _ stride: Int32, format: WlShm.Format = .argb8888
) -> Offence {
  Offence(title, "wl_shm_pool", code) {
    let (pool, file) = $0.client.makePool(4096)
    close(file)
    pool.createBuffer(offset: offset, width: width, height: height, stride: stride, format: format)
  }
}

private let offences = [
  buffer("no width", badStride, 0, 0, 10, 40),
  buffer("negative width", badStride, 0, -1, 10, 40),
  buffer("no height", badStride, 0, 10, 0, 40),
  buffer("negative height", badStride, 0, 10, .min, 40),
  buffer("no stride", badStride, 0, 10, 10, 0),
  buffer("negative stride", badStride, 0, 10, 10, -40),
  buffer("a stride shorter than a row", badStride, 0, 10, 10, 39),
  buffer("a negative offset", badStride, -4, 10, 10, 40),
  buffer("an offset beyond the pool", badStride, 8192, 1, 1, 4),
  buffer("an end beyond the pool", badStride, 4, 32, 32, 128),
  buffer("width × 4 wraps to 4 in 32 bits", badStride, 0, 0x4000_0001, 1, 4),
  buffer("stride × height wraps to 0 in 32 bits", badStride, 0, 16, 0x0400_0000, 64),
  buffer("offset + size wraps in 32 bits", badStride, .max, 16, 16, 64),
  buffer("everything is enormous", badStride, .max, .max, .max, .max),
  buffer("a format that was not advertised", badFormat, 0, 8, 8, 64, format: .nv12),
  buffer("a format that does not exist", badFormat, 0, 8, 8, 32, format: WlShm.Format(rawValue: 0xDEAD_BEEF)),
  Offence("a pool of no bytes", "wl_shm", badStride) { close($0.client.makePool(4096, claimed: 0).file) },
  Offence("a pool of negative size", "wl_shm", badStride) { close($0.client.makePool(4096, claimed: .min).file) },
  Offence("a pool from a pipe", "wl_shm", badFile) {
    var ends: [Int32] = [0, 0]
    unsafe pipe(&ends)
    $0.client.shm.createPool(fd: ends[0], size: 4096)
    for end in ends { close(end) }
  },
  Offence("a pool that shrinks", "wl_shm_pool", badFile) {
    let (pool, file) = $0.client.makePool(4096)
    close(file)
    pool.resize(size: 4095)
  },
  Offence("a pool resized to a negative size", "wl_shm_pool", badFile) {
    let (pool, file) = $0.client.makePool(4096)
    close(file)
    pool.resize(size: -1)
  },
  Offence("a buffer in a file of no bytes", "wl_buffer", badFile) {
    let (pool, file) = $0.client.makePool(0, claimed: 4096)
    close(file)
    let surface = $0.surface()
    surface.attach(buffer: pool.createBuffer(offset: 0, width: 8, height: 8, stride: 32, format: .argb8888), x: 0, y: 0)
    surface.commit()
  },
  Offence("the same in a file that is sealed against shrinking", "wl_buffer", badFile) {
    let (pool, file) = $0.client.makePool(16, claimed: 4096)
    _ = fcntl(file, 1033, 2)  // F_ADD_SEALS, F_SEAL_SHRINK
    close(file)
    let surface = $0.surface()
    surface.attach(buffer: pool.createBuffer(offset: 0, width: 8, height: 8, stride: 32, format: .argb8888), x: 0, y: 0)
    surface.commit()
  },
  Offence("a buffer in a pool grown beyond its file", "wl_buffer", badFile) {
    let (pool, file) = $0.client.makePool(4096)
    close(file)
    pool.resize(size: 1 << 20)
    let surface = $0.surface()
    surface.attach(buffer: pool.createBuffer(offset: 65_536, width: 8, height: 8, stride: 32, format: .argb8888), x: 0, y: 0)
    surface.commit()
  },
  Offence("a destroyed buffer in a file that shrank", "wl_display", 3) {
    let (pool, file) = $0.client.makePool(4096)
    let surface = $0.surface()
    let buffer = pool.createBuffer(offset: 0, width: 8, height: 8, stride: 32, format: .argb8888)
    surface.attach(buffer: buffer, x: 0, y: 0)
    buffer.destroy()
    ftruncate(file, 0)
    close(file)
    surface.commit()
  },
]

@Test(arguments: offences)
private func wrongSharedMemoryEndsItsClient(_ offence: Offence) throws { try offence.check() }

@Test func theErrorOfATruncatedFileComesBeforeAnyFrameCallback() throws {
  let bench = try Bench()
  let window = try bench.client.window()
  let (pool, file) = bench.client.makePool(4096)
  window.surface.attach(buffer: pool.createBuffer(offset: 0, width: 8, height: 8, stride: 32, format: .argb8888), x: 0, y: 0)
  var isDone = false
  window.surface.frame().onDone { _ in isDone = true }
  ftruncate(file, 0)
  close(file)
  window.surface.commit()
  #expect(bench.error() == WireError("wl_buffer", badFile))
  #expect(!isDone)
}

@Test(arguments: [false, true])
func aFileTruncatedAfterTheCommitEndsOnlyItsClient(destroysBuffer: Bool) throws {
  let bench = try Bench()
  let other = try bench.witness.window(50, 50, 0xFF00_FF00)
  let (pool, file) = bench.client.makePool(1280 * 720 * 4)
  let window = TestWindow(bench.client)
  window.surface.commit()
  try bench.client.roundtrip()
  let buffer = pool.createBuffer(offset: 0, width: 1280, height: 720, stride: 5120, format: .argb8888)
  window.surface.attach(buffer: buffer, x: 0, y: 0)
  window.surface.commit()
  if destroysBuffer { buffer.destroy() }
  try bench.client.roundtrip()
  ftruncate(file, 0)
  close(file)
  let screen = try #require(bench.service.model.mainScreen)
  #expect(bench.service.capture(screen: screen) != nil)
  #expect(bench.error() == (destroysBuffer ? WireError("wl_display", 3) : WireError("wl_buffer", badFile)))
  try bench.othersAreServed()
  other.show(50, 50, 0xFF00_00FF)
  try bench.witness.roundtrip()
  #expect(bench.service.capture(screen: screen)?.windows.count == 1)
}

@Test func aFileThatShrinksBetweenTwoCommitsOfOneBufferIsMissedByWhoeverReadsIt() throws {
  let bench = try Bench()
  let (pool, file) = bench.client.makePool(1280 * 720 * 4)
  let window = TestWindow(bench.client)
  window.surface.commit()
  try bench.client.roundtrip()
  let buffer = pool.createBuffer(offset: 0, width: 1280, height: 720, stride: 5120, format: .argb8888)
  for _ in 0..<2 {
    window.surface.attach(buffer: buffer, x: 0, y: 0)
    window.surface.commit()
    try bench.client.roundtrip()
    ftruncate(file, 0)
  }
  close(file)
  let screen = try #require(bench.service.model.mainScreen)
  #expect(bench.service.capture(screen: screen) != nil)
  #expect(bench.error() == WireError("wl_buffer", badFile))
  try bench.othersAreServed()
}

@Test func contentOutlivesItsBufferAndItsPool() throws {
  let bench = try Bench()
  let window = TestWindow(bench.client)
  window.surface.commit()
  try bench.client.roundtrip()
  let file = unsafe SharedFile.make(size: 1280 * 720 * 4) { unsafe memset($0, 0x7F, 1280 * 720 * 4) }
  let pool = bench.client.shm.createPool(fd: file, size: 1280 * 720 * 4)
  close(file)
  let (other, otherFile) = bench.client.makePool(4096)
  close(otherFile)
  let buffer = pool.createBuffer(offset: 0, width: 1280, height: 720, stride: 5120, format: .xrgb8888)
  window.surface.attach(buffer: buffer, x: 0, y: 0)
  window.surface.commit()
  buffer.destroy()
  pool.destroy()
  other.resize(size: 8192)
  try bench.client.roundtrip()
  let picture = try bench.capture().picture
  var pixel: UInt32 = 0
  unsafe picture.withPixels { pixel = unsafe $0.load(fromByteOffset: picture.stride * 700 + 4 * 1200, as: UInt32.self) }
  #expect(pixel & 0xFF_FFFF == 0x7F_7F7F)
}

@Test func everyAdvertisedFormatCanBeShown() throws {
  let bench = try Bench.small()
  let shm = bench.client.bind(WlShmProxy.self)
  var formats: [WlShm.Format] = []
  shm.onEvent = { event in if case .format(let format) = event { formats.append(format) } }
  try bench.client.roundtrip()
  #expect(formats.contains(.argb8888) && formats.contains(.xrgb8888))
  #expect(Set(formats).count == formats.count)
  let window = try bench.client.window()
  let (pool, file) = bench.client.makePool(64 * 1024)
  close(file)
  for format in formats {
    // odd offsets and strides are the client's right, too
    for (offset, stride) in [(Int32(0), Int32(512)), (4, 516), (1, 511), (3, 513), (2, 514)] {
      let buffer = pool.createBuffer(offset: offset, width: 31, height: 17, stride: stride, format: format)
      window.surface.attach(buffer: buffer, x: 0, y: 0)
      window.surface.damageBuffer(x: 0, y: 0, width: .max, height: .max)
      window.surface.commit()
      try bench.client.roundtrip()
      _ = try bench.capture()
    }
  }
}

@Test func enormousBuffersAreDrawn() throws {
  let bench = try Bench.small()
  let window = try bench.client.window()
  let (pool, file) = bench.client.makePool(600_000)
  close(file)
  for (width, height) in [(Int32(140_000), Int32(1)), (1, 140_000), (40_000, 3)] {
    window.surface.attach(
      buffer: pool.createBuffer(offset: 0, width: width, height: height, stride: width * 4, format: .argb8888), x: 0, y: 0)
    window.surface.commit()
    try bench.client.roundtrip()
    _ = try bench.capture()
  }
}

@Test func theVersionTwoShmCanBeReleased() throws {
  let bench = try Bench()
  let shm = bench.client.bind(WlShmProxy.self)
  #expect(shm.version == 2)
  let file = unsafe SharedFile.make(size: 4096) { _ in }
  let pool = shm.createPool(fd: file, size: 4096)
  close(file)
  shm.release()
  pool.createBuffer(offset: 0, width: 8, height: 8, stride: 32, format: .argb8888)
  #expect(bench.error() == nil)
}
