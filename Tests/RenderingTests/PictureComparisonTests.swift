import Geometry
import Rendering
import Scene
import Testing

@Test func picturesThatAreAlikeDoNotDiffer() throws {
  var scene = RandomScene(seed: 9, kind: .plain)
  let picture = scene.buffer(width: 20, height: 10, format: .xrgb8888)
  let comparison = try PictureComparison(picture, PixelBuffer.copy(of: picture))
  #expect(comparison.differingPixels == 0)
  #expect(comparison.largestDifference == 0)
  #expect(comparison.bounds == .zero)
}

@Test func differencesAreCountedAndFound() throws {
  let (a, b) = (PixelBuffer(size: Size(width: 20, height: 10)), PixelBuffer(size: Size(width: 20, height: 10)))
  b[3, 4] = 0x0000_0005
  b[12, 7] = 0x6400_0000
  var comparison = try PictureComparison(a, b)
  #expect(comparison.differingPixels == 2)
  #expect(comparison.largestDifference == 100)
  #expect(comparison.bounds == Rect(x: 3, y: 4, width: 10, height: 4))
  #expect(comparison.picture[0, 0] == 0xffc0_c0c0)
  #expect(comparison.picture[3, 4] == 0xff9c_0000)
  #expect(comparison.picture[12, 7] == 0xffc2_0000)
  comparison = try PictureComparison(a, b, tolerance: .parts(5))
  #expect(comparison.differingPixels == 1)
  #expect(comparison.bounds == Rect(x: 12, y: 7, width: 1, height: 1))
  #expect(try PictureComparison(a, b, tolerance: .parts(100)).differingPixels == 0)
}

@Test func picturesOfTwoSizesAreNotCompared() {
  let (a, b) = (PixelBuffer(size: Size(width: 2, height: 3)), PixelBuffer(size: Size(width: 3, height: 2)))
  #expect(throws: PictureComparisonError.sizesDiffer(a.size, b.size)) { try PictureComparison(a, b) }
}

@Test func whatIsIgnoredIsNotCompared() throws {
  let (a, b) = (PixelBuffer(size: Size(width: 20, height: 10)), PixelBuffer(size: Size(width: 20, height: 10)))
  b[3, 4] = 0xffff_ffff
  b[12, 7] = 0xffff_ffff
  let comparison = try PictureComparison(a, b, ignoring: [Rect(x: 2, y: 3, width: 2, height: 2), Rect(x: 19, y: 0, width: 50, height: 5)])
  #expect(comparison.differingPixels == 1)
  #expect(comparison.bounds == Rect(x: 12, y: 7, width: 1, height: 1))
  #expect(comparison.picture[3, 4] == 0xffd0_d8f0)
}

@Test func coloursAreComparedAsAPersonSeesThem() throws {
  func differing(_ one: UInt32, _ other: UInt32, _ limit: Double) throws -> Int {
    let (a, b) = (PixelBuffer(size: Size(width: 1, height: 1)), PixelBuffer(size: Size(width: 1, height: 1)))
    (a[0, 0], b[0, 0]) = (one, other)
    return try PictureComparison(a, b, tolerance: .perceived(limit)).differingPixels
  }
  // black and white are 100 apart: that is how L* is defined
  #expect(try differing(0xff00_0000, 0xffff_ffff, 99.9) == 1)
  #expect(try differing(0xff00_0000, 0xffff_ffff, 100.1) == 0)
  // the well-known distance of sRGB's red and green
  #expect(try differing(0xffff_0000, 0xff00_ff00, 170.4) == 1)
  #expect(try differing(0xffff_0000, 0xff00_ff00, 170.7) == 0)
  // the same step in blue is seen less than in green
  #expect(try differing(0xff40_4040, 0xff40_404c, 8) == 0)
  #expect(try differing(0xff40_4040, 0xff40_4c40, 8) == 1)
  // a white that shines through differs from black only on white
  #expect(try differing(0x8080_8080, 0x80ff_ffff & 0x8080_8080, 0) == 0)
  #expect(try differing(0x0000_0000, 0xff00_0000, 99) == 1)
}
