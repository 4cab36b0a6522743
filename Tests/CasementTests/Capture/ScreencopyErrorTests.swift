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

private let used = ZwlrScreencopyFrameV1.Error.alreadyUsed.rawValue
private let badBuffer = ZwlrScreencopyFrameV1.Error.invalidBuffer.rawValue

private func copying(
  _ title: String, _ code: UInt32, _ body: @escaping @Sendable (Bench, ZwlrScreencopyFrameV1Proxy) -> Void
) -> Offence {
  Offence(title, "zwlr_screencopy_frame_v1", code) {
    let (manager, output) = try $0.screencopy()
    body($0, manager.captureOutput(overlayCursor: 0, output: output))
    try $0.client.roundtrip()
  }
}

private let offences = [
  copying("two copies", used) {
    let buffer = CaptureBuffer($0.client, 160, 120)
    $1.copy(buffer: buffer.buffer)
    $1.copy(buffer: buffer.buffer)
  },
  copying("a copy with damage after a copy", used) {
    let buffer = CaptureBuffer($0.client, 160, 120)
    $1.copy(buffer: buffer.buffer)
    $1.copyWithDamage(buffer: buffer.buffer)
  },
  copying("a copy after one with damage", used) {
    let buffer = CaptureBuffer($0.client, 160, 120)
    $1.copyWithDamage(buffer: buffer.buffer)
    $1.copy(buffer: buffer.buffer)
  },
  copying("a buffer that is too small", badBuffer) { $1.copy(buffer: CaptureBuffer($0.client, 159, 120).buffer) },
  copying("a buffer that is too high", badBuffer) { $1.copy(buffer: CaptureBuffer($0.client, 160, 121).buffer) },
  copying("another format", badBuffer) { $1.copy(buffer: CaptureBuffer($0.client, 160, 120, format: .rgb565).buffer) },
  copying("a format with alpha, with damage", badBuffer) {
    $1.copyWithDamage(buffer: CaptureBuffer($0.client, 160, 120, format: .argb8888).buffer)
  },
  copying("a buffer that is no shared memory", badBuffer) {
    let pixels = $0.client.bind(WpSinglePixelBufferManagerV1Proxy.self)
    $1.copy(buffer: pixels.createU32RgbaBuffer(r: 0, g: 0, b: 0, a: 0))
  },
  Offence("a buffer whose file is shorter than it said", "wl_buffer", WlShm.Error.invalidFd.rawValue) {
    let (manager, output) = try $0.screencopy()
    let buffer = CaptureBuffer($0.client, 160, 120)
    ftruncate(buffer.file, 4096)
    manager.captureOutput(overlayCursor: 0, output: output).copy(buffer: buffer.buffer)
    try $0.client.roundtrip()
  },
]

@Test(arguments: offences)
private func wrongScreencopiesEndTheirClient(_ offence: Offence) throws { try offence.check { try Bench.small() } }

@Test func aBufferThatCannotBeWrittenIsNoBufferForACopy() throws {
  let bench = try Bench.small()
  let (manager, output) = try bench.screencopy()
  let file = unsafe SharedFile.make(size: 160 * 120 * 4) { _ in }
  // F_ADD_SEALS, F_SEAL_WRITE
  try #require(fcntl(file, 1033, 8) == 0)
  let pool = bench.client.shm.createPool(fd: file, size: 160 * 120 * 4)
  close(file)
  let buffer = pool.createBuffer(offset: 0, width: 160, height: 120, stride: 640, format: .xrgb8888)
  manager.captureOutput(overlayCursor: 0, output: output).copy(buffer: buffer)
  #expect(bench.error() == WireError("zwlr_screencopy_frame_v1", badBuffer))
}
