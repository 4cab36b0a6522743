import CShm
import Geometry
import Glibc
import Rendering
import Scene
import Testing

/// An open file, by what does not change when its number is given to another one.
private struct OpenFile: Equatable {
  let number: Int32
  private let inode: ino_t?

  init(_ number: Int32) {
    self.number = number
    inode = Self.inode(number)
  }

  var isOpen: Bool { inode != nil && Self.inode(number) == inode }

  private static func inode(_ number: Int32) -> ino_t? {
    var status = stat()
    return unsafe fstat(number, &status) == 0 ? status.st_ino : nil
  }
}

/// One word of a buffer's pixels.
private func word(_ buffer: ShmBuffer, _ x: Int, _ y: Int) throws(PixelFault) -> UInt32 {
  var word: UInt32 = 0
  try unsafe buffer.withPixels { unsafe word = $0.load(fromByteOffset: y * buffer.stride + x * 4, as: UInt32.self) }
  return word
}

private func store(_ value: UInt32, _ buffer: ShmBuffer, _ x: Int, _ y: Int) throws(PixelFault) {
  try unsafe buffer.withMutablePixels { unsafe $0.storeBytes(of: value, toByteOffset: y * buffer.stride + x * 4, as: UInt32.self) }
}

@Test(arguments: [0, -1, Int.min]) func aPoolOfNoSizeIsRefusedAndItsFileClosed(size: Int) throws {
  let file = OpenFile(try ShmPool.makeFile(size: 4096))
  #expect(throws: ShmError.badPoolSize(size)) { try ShmPool(fileDescriptor: file.number, size: size) }
  #expect(!file.isOpen)
}

@Test func aFileThatCannotBeMappedIsRefusedAndClosed() {
  var ends: [Int32] = [0, 0]
  unsafe #expect(pipe(&ends) == 0)
  defer { close(ends[1]) }
  let file = OpenFile(ends[0])
  #expect(throws: ShmError.system(errno: ENODEV)) { try ShmPool(fileDescriptor: file.number, size: 4096) }
  #expect(!file.isOpen)
}

@Test func aPoolGrowsAndItsBuffersStay() throws {
  let file = try ShmPool.makeFile(size: 4096)
  let pool = try ShmPool(fileDescriptor: file, size: 4096)
  let buffer = try ShmBuffer(pool: pool, offset: 16, width: 4, height: 4, stride: 16, format: .argb8888)
  try store(0xcafe_f00d, buffer, 3, 3)
  #expect(throws: ShmError.badPoolSize(4095)) { try pool.resize(to: 4095) }
  #expect(ftruncate(file, 1 << 24) == 0)
  try pool.resize(to: 1 << 24)
  #expect(pool.size == 1 << 24)
  #expect(try word(buffer, 3, 3) == 0xcafe_f00d)
  let far = try ShmBuffer(pool: pool, offset: 1 << 23, width: 64, height: 64, stride: 256, format: .argb8888)
  try store(7, far, 63, 63)
  #expect(try word(far, 63, 63) == 7)
  try pool.resize(to: pool.size)
  // more than there are addresses; kernels differ in what they call it
  let error = #expect(throws: ShmError.self) { try pool.resize(to: 1 << 47) }
  #expect(error == .system(errno: EINVAL) || error == .system(errno: ENOMEM))
  #expect(pool.size == 1 << 24)
  #expect(try word(far, 63, 63) == 7)
}

@Test func memoryLivesAsLongAsABufferInIt() throws {
  let file = OpenFile(try ShmPool.makeFile(size: 4096))
  var buffer: ShmBuffer?
  do {
    let pool = try ShmPool(fileDescriptor: file.number, size: 4096)
    buffer = try ShmBuffer(pool: pool, offset: 0, width: 4, height: 4, stride: 16, format: .argb8888)
  }
  try store(5, buffer!, 0, 0)
  #expect(try word(buffer!, 0, 0) == 5)
  #expect(file.isOpen)
  buffer = nil
  #expect(!file.isOpen)
}

@Test(
  arguments: [
    (0, 10, 10, 40, nil),
    (3696, 10, 10, 40, nil),
    (0, 0, 10, 40, .badBufferSize(width: 0, height: 10)),
    (0, 10, -1, 40, .badBufferSize(width: 10, height: -1)),
    (0, 10, 10, 39, .badStride(39, atLeast: 40)),
    (0, 10, 10, -40, .badStride(-40, atLeast: 40)),
    (3697, 10, 10, 40, .outsideOfPool(end: 4097, poolSize: 4096)),
    (-1, 10, 10, 40, .outsideOfPool(end: 399, poolSize: 4096)),
    // products that come out small in 32 bits
    (0, 0x4000_0001, 1, 4, .badStride(4, atLeast: 0x1_0000_0004)),
    (0, 1, 0x4000_0000, 4, .outsideOfPool(end: 0x1_0000_0000, poolSize: 4096)),
    (0, Int(Int32.max), Int(Int32.max), Int(Int32.max), .badStride(Int(Int32.max), atLeast: Int(Int32.max) * 4)),
    (Int(Int32.max), 1, Int(Int32.max), Int(Int32.max), .outsideOfPool(end: Int(Int32.max) << 31, poolSize: 4096)),
    (0, 1, .max, .max, .outsideOfPool(end: .max, poolSize: 4096)),
  ] as [(Int, Int, Int, Int, ShmError?)])
func buffersLieInsideOfTheirPool(offset: Int, width: Int, height: Int, stride: Int, error: ShmError?) throws {
  let pool = try ShmPool(fileDescriptor: ShmPool.makeFile(size: 4096), size: 4096)
  var thrown: ShmError?
  do throws(ShmError) {
    _ = try ShmBuffer(pool: pool, offset: offset, width: width, height: height, stride: stride, format: .xrgb8888)
  } catch { thrown = error }
  #expect(thrown == error)
}

@Test func aNarrowFormatNeedsANarrowerStride() throws {
  let pool = try ShmPool(fileDescriptor: ShmPool.makeFile(size: 4096), size: 4096)
  _ = try ShmBuffer(pool: pool, offset: 1, width: 5, height: 3, stride: 15, format: .rgb888)
  #expect(throws: ShmError.badStride(9, atLeast: 10)) {
    try ShmBuffer(pool: pool, offset: 0, width: 5, height: 3, stride: 9, format: .rgb565)
  }
}

@Test func theFilesSizeAndSealsAreSeen() throws {
  let file = try ShmPool.makeFile(size: 4096)
  let pool = try ShmPool(fileDescriptor: file, size: 8192)
  #expect(pool.fileCovers(offset: 0, length: 4096))
  #expect(!pool.fileCovers(offset: 1, length: 4096))
  #expect(!pool.fileCovers(offset: -1, length: 1))
  #expect(!pool.fileCovers(offset: .max, length: .max))
  let buffer = try ShmBuffer(pool: pool, offset: 4000, width: 10, height: 10, stride: 40, format: .argb8888)
  #expect(!buffer.isCoveredByFile)
  #expect(ftruncate(file, 8192) == 0)
  #expect(buffer.isCoveredByFile)
  #expect(!pool.isSealedAgainstShrinking)
  #expect(casement_shm_seal_against_shrinking(file) == 0)
  #expect(pool.isSealedAgainstShrinking)
}

@Test func aFileThatCanOnlyBeReadIsNotDrawnInto() throws {
  let writable = try ShmPool.makeFile(size: 4096)
  defer { close(writable) }
  let readable = unsafe open("/proc/self/fd/\(writable)", O_RDONLY | O_CLOEXEC)
  #expect(readable >= 0)
  let buffer = try ShmBuffer(
    pool: ShmPool(fileDescriptor: readable, size: 4096), offset: 0, width: 4, height: 4, stride: 16, format: .argb8888)
  #expect(try word(buffer, 0, 0) == 0)
  #expect(throws: PixelFault()) { try store(1, buffer, 0, 0) }
  #expect(!buffer.pool.hasFaulted)
}
