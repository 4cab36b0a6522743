import Geometry
import Scene
import Testing

@Test(
  arguments: [
    (1920, 1080, 1.25, 1536, 864), (1366, 768, 1.4, 976, 549), (1366, 768, 1.5, 911, 512), (100, 100, 2, 50, 50), (7, 1, 3, 2, 1),
  ] as [(Int, Int, Double, Int, Int)])
func aScreensPointsArePixelsByScaleRounded(width: Int, height: Int, scale: Double, points: Int, rows: Int) {
  let grid = PixelGrid(pixelSize: Size(width: width, height: height), scale: scale)
  #expect(grid.size == Size(width: points, height: rows))
  #expect(grid.pixels(Rect(size: grid.size)) == Rect(x: 0, y: 0, width: width, height: height))
}

@Test(arguments: [1, 1.25, 1.4, 1.5, 1.75, 2, 3] as [Double])
func neighboursInPointsAreNeighboursInPixels(scale: Double) {
  let grid = PixelGrid(pixelSize: Size(width: 1366, height: 768), scale: scale)
  var covered = 0
  var column = 0
  while column < grid.size.width {
    let width = min(1 + column % 7, grid.size.width - column)
    let pixels = grid.pixels(Rect(x: column, y: 0, width: width, height: grid.size.height))
    #expect(pixels.minX == covered)
    #expect(pixels.height == 768)
    covered = pixels.maxX
    column += width
  }
  #expect(covered == 1366)
}

@Test func aShiftAcrossTheOriginKeepsWidths() {
  let grid = PixelGrid(pixelSize: Size(width: 1000, height: 1000), scale: 1.5)
  let widths = stride(from: -40, through: 40, by: 2).map { grid.pixels(Rect(x: $0, y: 0, width: 3, height: 1)).width }
  #expect(Set(widths) == [5])
}

@Test func edgesBetweenPointsAreRoundedOnce() {
  let grid = PixelGrid(pixelSize: Size(width: 1000, height: 1000), scale: 2)
  let rect = grid.pixels(PreciseRect<ScreenPoints>(x: 10.5, y: 10.25, width: 20.5, height: 1))
  #expect(rect == Rect(x: 21, y: 21, width: 41, height: 2))
  #expect(grid.pixels(Rect(x: .min / 4, y: 0, width: .max / 2, height: 1)).isEmpty == false)
}
