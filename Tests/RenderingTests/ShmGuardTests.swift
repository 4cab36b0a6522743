import CShm
import Geometry
import Glibc
import Rendering
import Scene
import Testing

/// A picture in a file of its own, which can be cut short.
private func picture(width: Int = 64, height: Int = 64) throws -> ShmBuffer {
  let size = width * height * 4
  let file = try ShmPool.makeFile(size: size)
  return try ShmBuffer(
    pool: ShmPool(fileDescriptor: file, size: size), offset: 0, width: width, height: height, stride: width * 4, format: .xrgb8888)
}

private func fill(_ buffer: ShmBuffer, _ word: UInt32) throws(PixelFault) {
  try unsafe buffer.withMutablePixels { memory in
    for index in 0..<(buffer.size.width * buffer.size.height) {
      unsafe memory.storeBytes(of: word, toByteOffset: index * 4, as: UInt32.self)
    }
  }
}

private func element(_ key: UInt64, _ buffer: ShmBuffer, x: Int) -> SceneElement {
  SceneElement(
    key: SurfaceKey(rawValue: key), contentSequence: 1, picture: buffer,
    destination: Rect(x: x, y: 0, width: buffer.size.width, height: buffer.size.height))
}

@Test func aFileCutShortIsToldAndTheRestIsDrawn() throws {
  let (good, bad, alsoGood) = (try picture(), try picture(), try picture())
  for buffer in [good, bad, alsoGood] { try fill(buffer, 0x0011_2233) }
  #expect(ftruncate(bad.pool.fileDescriptor, 0) == 0)
  let frame = SceneFrame(
    size: Size(width: 192, height: 64), scale: 1, background: .colour(.black),
    elements: [element(1, good, x: 0), element(2, bad, x: 64), element(3, alsoGood, x: 128)])
  let target = PixelBuffer(size: Size(width: 192, height: 64))
  var outcome = try frame.render(into: target)
  #expect(outcome.faults == [SurfaceKey(rawValue: 2)])
  #expect(outcome.painted == Region(frame.bounds))
  #expect(target[10, 10] == 0xff11_2233)
  #expect(target[74, 10] == 0xff00_0000)
  #expect(target[138, 63] == 0xff11_2233)
  // the zeros that are there now are still not the client's
  outcome = try frame.render(into: target)
  #expect(outcome.faults == [SurfaceKey(rawValue: 2)])
  #expect(bad.pool.hasFaulted && !good.pool.hasFaulted)
}

@Test func whatTheFileStillHasIsDrawn() throws {
  let buffer = try picture()
  try fill(buffer, 0x0044_5566)
  #expect(ftruncate(buffer.pool.fileDescriptor, 8192) == 0)
  let frame = SceneFrame(
    size: Size(width: 64, height: 64), scale: 1, background: .colour(.black), elements: [element(1, buffer, x: 0)])
  let target = PixelBuffer(size: Size(width: 64, height: 64))
  #expect(try frame.render(into: target, region: Region(Rect(x: 0, y: 0, width: 64, height: 32))).faults.isEmpty)
  #expect(try frame.render(into: target, region: Region(Rect(x: 0, y: 32, width: 64, height: 32))).faults.count == 1)
  #expect(target[63, 31] == 0xff44_5566)
}

@Test func aTargetCutShortThrows() throws {
  let (source, target) = (try picture(), try picture())
  try fill(source, 1)
  #expect(ftruncate(target.pool.fileDescriptor, 100) == 0)
  let frame = SceneFrame(
    size: Size(width: 64, height: 64), scale: 1, background: .colour(.black), elements: [element(1, source, x: 0)])
  #expect(throws: PixelFault()) { try frame.render(into: target) }
  #expect(!source.pool.hasFaulted)
}

@Test func drawingFromAPoolIntoItself() throws {
  let size = 2 * 64 * 64 * 4
  let pool = try ShmPool(fileDescriptor: ShmPool.makeFile(size: size), size: size)
  let source = try ShmBuffer(pool: pool, offset: 0, width: 64, height: 64, stride: 256, format: .xrgb8888)
  let target = try ShmBuffer(pool: pool, offset: size / 2, width: 64, height: 64, stride: 256, format: .xrgb8888)
  try fill(source, 0x00aa_bbcc)
  let frame = SceneFrame(
    size: Size(width: 64, height: 64), scale: 1, background: .colour(.black), elements: [element(1, source, x: 0)])
  #expect(try frame.render(into: target).faults.isEmpty)
  #expect(try ReferencePicture(target)[63, 63] == ReferencePicture(source)[0, 0])
  #expect(ftruncate(pool.fileDescriptor, off_t(size / 2)) == 0)
  #expect(throws: PixelFault()) { try frame.render(into: target) }
}

/// Reads a page that its file no longer has, outside of every guard.
private func fault() throws {
  let file = try ShmPool.makeFile(size: 4096)
  let page = unsafe mmap(nil, 4096, PROT_READ, MAP_SHARED, file, 0)
  ftruncate(file, 0)
  _ = unsafe page!.load(as: UInt8.self)
}

@Test func faultsElsewhereStillEndTheProcess() async {
  await #expect(processExitsWith: .signal(SIGBUS)) {
    _ = try ShmPool(fileDescriptor: ShmPool.makeFile(size: 4096), size: 4096)
    casement_shm_guard_retain()
    try fault()
  }
}

@Test func faultsElsewhereReachTheHandlerThatWasThereBefore() async {
  await #expect(processExitsWith: .exitCode(42)) {
    signal(SIGBUS) { _ in _exit(42) }
    casement_shm_guard_retain()
    try fault()
  }
}

@Test func theHandlerBeforeComesBackWithTheLastRelease() async {
  await #expect(processExitsWith: .exitCode(43)) {
    signal(SIGBUS) { _ in _exit(43) }
    casement_shm_guard_retain()
    casement_shm_guard_retain()
    casement_shm_guard_release()
    casement_shm_guard_release()
    var action = sigaction()
    unsafe sigaction(SIGBUS, nil, &action)
    if action.sa_flags & SA_SIGINFO == 0 { try fault() }
    _exit(1)
  }
}
