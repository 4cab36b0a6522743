import Geometry
import Glibc
import Rendering
import Scene
import Testing

private func words(_ picture: PixelBuffer) -> [UInt32] {
  (0..<picture.size.height).flatMap { y in (0..<picture.size.width).map { picture[$0, y] } }
}

/// A picture with every pair of alpha and part that premultiplication allows.
private func allPairs() -> PixelBuffer {
  let picture = PixelBuffer(size: Size(width: 256, height: 256))
  for alpha in 0..<256 {
    for part in 0..<256 {
      let (red, green, blue) = (min(part, alpha), alpha - min(part, alpha), min(part / 2, alpha))
      picture[part, alpha] = UInt32(alpha) << 24 | UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue)
    }
  }
  return picture
}

@Test(arguments: [PNG.Effort.fast, .small]) func aPictureWithAlphaComesBackAsItWas(effort: PNG.Effort) throws {
  let picture = allPairs()
  let decoded = try PNG.decode(PNG.encode(picture, effort: effort)).picture
  #expect(decoded.size == picture.size)
  #expect(words(decoded) == words(picture))
}

@Test(arguments: [PixelFormat.argb8888, .xrgb8888, .abgr8888, .rgb565, .rgb888])
func anOpaquePictureComesBackAsItWas(format: PixelFormat) throws {
  var scene = RandomScene(seed: 3, kind: .plain)
  let picture = scene.buffer(width: 31, height: 17, format: format.isOpaque ? format : format.opaqueCounterpart)
  let file = try PNG.encode(picture)
  // colour type 2: no alpha in the file
  #expect(file[25] == 2)
  #expect(try ReferencePicture(PNG.decode(file).picture).pixels == ReferencePicture(picture).pixels)
}

@Test func noiseThatCannotBeCompressedFits() throws {
  var scene = RandomScene(seed: 4, kind: .plain)
  for size in [1, 2, 64, 300] {
    let picture = scene.buffer(width: size, height: size, format: .argb8888)
    for effort in [PNG.Effort.fast, .small] {
      #expect(try words(PNG.decode(PNG.encode(picture, effort: effort)).picture) == words(picture))
    }
  }
}

@Test(arguments: [1, 1.25, 1.4, 1.5, 2, 3] as [Double]) func scaleAndTextComeBack(scale: Double) throws {
  let metadata = PNGMetadata(scale: scale, text: ["Software": "Casement", "Comment": "größe\nzwei", "Empty": ""])
  let file = try PNG.encode(allPairs(), metadata: metadata)
  let decoded = try PNG.decode(file)
  #expect(decoded.metadata == metadata)
  #expect(words(decoded.picture) == words(allPairs()))
}

@Test func whatIsNotLatinBecomesAQuestionMark() throws {
  let file = try PNG.encode(allPairs(), metadata: PNGMetadata(text: ["Title": "窓 a\0b"]))
  #expect(try PNG.decode(file).metadata.text == ["Title": "? a?b"])
}

@Test func whatIsNotAPNGIsRefused() throws {
  let file = try PNG.encode(allPairs())
  for broken in [
    [], [1, 2, 3], Array("GIF89a, and more than eight bytes".utf8), Array(file.prefix(60)), Array(file.dropLast(file.count / 2)),
  ] {
    #expect(throws: PNGError.self) { try PNG.decode(broken) }
  }
}

@Test func aHugePictureIsRefusedBeforeItIsAllocated() throws {
  // a header that says 65,535 × 65,535, with its checksum
  var file = try PNG.encode(allPairs())
  file.replaceSubrange(16..<24, with: [0, 0, 0xff, 0xff, 0, 0, 0xff, 0xff])
  var code = UInt32.max
  for byte in file[12..<29] {
    code ^= UInt32(byte)
    for _ in 0..<8 { code = code & 1 == 0 ? code >> 1 : (code >> 1) ^ 0xedb8_8320 }
  }
  file.replaceSubrange(29..<33, with: (0..<4).map { UInt8(truncatingIfNeeded: ~code >> (24 - 8 * $0)) })
  #expect(throws: PNGError.tooLarge(width: 65535, height: 65535)) { try PNG.decode(file) }
}

@Test func aFileIsWrittenWhole() throws {
  let file = try ShmPool.makeFile(size: 0)
  #expect(file >= 0)
  defer { close(file) }
  try PNG.write(allPairs(), to: file)
  var bytes = [UInt8](repeating: 0, count: Int(lseek(file, 0, SEEK_END)))
  let count = unsafe bytes.withUnsafeMutableBytes { unsafe pread(file, $0.baseAddress, $0.count, 0) }
  #expect(count == bytes.count)
  #expect(try bytes == PNG.encode(allPairs()))
  #expect(throws: PNGError.system(errno: EBADF)) { try PNG.write(allPairs(), to: -1) }
}
