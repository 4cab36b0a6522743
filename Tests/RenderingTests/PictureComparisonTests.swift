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
  comparison = try PictureComparison(a, b, tolerance: 5)
  #expect(comparison.differingPixels == 1)
  #expect(comparison.bounds == Rect(x: 12, y: 7, width: 1, height: 1))
  #expect(try PictureComparison(a, b, tolerance: 100).differingPixels == 0)
}

@Test func picturesOfTwoSizesAreNotCompared() {
  let (a, b) = (PixelBuffer(size: Size(width: 2, height: 3)), PixelBuffer(size: Size(width: 3, height: 2)))
  #expect(throws: PictureComparisonError.sizesDiffer(a.size, b.size)) { try PictureComparison(a, b) }
}
