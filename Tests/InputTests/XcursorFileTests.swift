import Geometry
import Testing

@testable import Input

/// Writes Xcursor files, right and wrong ones.
struct XcursorWriter {
  struct Image {
    var size: UInt32
    var width: UInt32 = 2
    var height: UInt32 = 2
    var hotspot: (UInt32, UInt32) = (0, 0)
    var pixels: [UInt32] = [0xFF00_0000, 0, 0x8040_2010, 0xFFFF_FFFF]
    var header: UInt32 = 36
    var type: UInt32 = 0xFFFD_0002
  }

  static func file(_ images: [Image], magic: UInt32 = 0x7275_6358, header: UInt32 = 16, count: UInt32? = nil) -> [UInt8] {
    var words: [UInt32] = [magic, header, 0x1_0000, count ?? UInt32(images.count)]
    var offset = UInt32(16 + 12 * images.count)
    var bodies: [UInt32] = []
    for image in images {
      words += [image.type, image.size, offset]
      let body = [image.header, image.type, image.size, 1, image.width, image.height, image.hotspot.0, image.hotspot.1, 0] + image.pixels
      bodies += body
      offset += UInt32(4 * body.count)
    }
    return (words + bodies).flatMap { word in [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: word >> $0) } }
  }
}

@Test func aFileGivesItsPicture() throws {
  let file = try XcursorFile(XcursorWriter.file([.init(size: 24, hotspot: (1, 0))]))
  let image = try file.image(nearest: 24)
  #expect(image.width == 2)
  #expect(image.height == 2)
  #expect(image.hotspot == Point(x: 1, y: 0))
  #expect(image.nominalSize == 24)
  #expect(image.pixels == [0xFF00_0000, 0, 0x8040_2010, 0xFFFF_FFFF])
}

@Test(arguments: [(1, 16), (16, 16), (19, 16), (20, 24), (27, 24), (28, 32), (500, 32), (Int.min / 2, 16), (.max / 2, 32)])
func theNearestSizeIsTaken(wanted: Int, got: Int) throws {
  let file = try XcursorFile(XcursorWriter.file([16, 24, 32].map { XcursorWriter.Image(size: $0) }))
  #expect(file.nominalSizes == [16, 24, 32])
  #expect(try file.image(nearest: wanted).nominalSize == got)
}

@Test func anAnimatedCursorGivesItsFirstFrame() throws {
  let frames = [UInt32](1...3).map { XcursorWriter.Image(size: 24, pixels: [0xFF00_0000 | $0, 0, 0, 0]) }
  #expect(try XcursorFile(XcursorWriter.file(frames)).image(nearest: 24).pixels[0] == 0xFF00_0001)
}

@Test func coloursBeyondTheirAlphaAreCutToIt() throws {
  let image = XcursorWriter.Image(size: 24, pixels: [0x80FF_FFFF, 0x00FF_0000, 0x1010_2005, 0])
  #expect(try XcursorFile(XcursorWriter.file([image])).image(nearest: 24).pixels == [0x8080_8080, 0, 0x1010_1005, 0])
}

@Test func aHotspotOutsideIsMovedToTheEdge() throws {
  let image = XcursorWriter.Image(size: 24, hotspot: (2, .max))
  #expect(try XcursorFile(XcursorWriter.file([image])).image(nearest: 24).hotspot == Point(x: 1, y: 1))
}

@Test(
  arguments: [
    ([], .notXcursor), (Array("Xcur".utf8), .notXcursor), (XcursorWriter.file([.init(size: 24)], magic: 1), .notXcursor),
    (XcursorWriter.file([]), .empty), (XcursorWriter.file([.init(size: 24, type: 0xFFFE_0001)]), .empty),
    (XcursorWriter.file([.init(size: 24)], count: .max), .malformed), (XcursorWriter.file([], count: 3), .malformed),
    (XcursorWriter.file([.init(size: 24)], header: .max), .malformed), (XcursorWriter.file([.init(size: 24)], header: 0), .malformed),
  ] as [([UInt8], XcursorFile.ParseError)])
func aFileThatIsNoneIsRefused(bytes: [UInt8], error: XcursorFile.ParseError) {
  #expect(throws: error) { try XcursorFile(bytes) }
}

@Test(arguments: [
  XcursorWriter.Image(size: 24, width: 0), .init(size: 24, height: 0), .init(size: 24, width: .max, height: .max),
  .init(size: 24, width: 1025),
  .init(size: 24, width: 3), .init(size: 24, pixels: [1]), .init(size: 24, header: 0), .init(size: 24, header: .max),
  .init(size: 24, header: 40),
])
func aPictureThatPromisesTooMuchIsRefused(image: XcursorWriter.Image) throws {
  let file = try XcursorFile(XcursorWriter.file([image]))
  #expect(throws: XcursorFile.ParseError.malformed) { try file.image(nearest: 24) }
}

@Test func aFileCutAnywhereIsRefusedOrStillWhole() throws {
  let whole = XcursorWriter.file([.init(size: 24), .init(size: 48)])
  for length in whole.indices {
    guard let file = try? XcursorFile(Array(whole.prefix(length))) else { continue }
    for size in [24, 48] { _ = try? file.image(nearest: size) }
  }
  #expect(throws: XcursorFile.ParseError.malformed) { try XcursorFile(Array(whole.dropLast())).image(nearest: 48) }
}

@Test func randomBytesNeverCrashTheReader() {
  var numbers = SeededNumbers(seed: 7)
  for _ in 0..<3000 {
    var bytes = XcursorWriter.file([.init(size: 24), .init(size: 48)])
    for _ in 0..<Int.random(in: 1...6, using: &numbers) {
      bytes[Int.random(in: 4..<bytes.count, using: &numbers)] = [0, 1, 0x7F, 0x80, 0xFF].randomElement(using: &numbers) ?? 0
    }
    guard let file = try? XcursorFile(bytes), let image = try? file.image(nearest: 24) else { continue }
    #expect(image.pixels.count == image.width * image.height)
  }
}
