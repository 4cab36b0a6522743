import Geometry
import Testing

@testable import WindowModel

@Suite struct ScreenLayoutTests {
  private let size = Size<ScreenPoints>(width: 100, height: 50)

  @Test func screensWithoutPositionLieLeftToRight() {
    let frames = ScreenLayout.frames([(size, nil), (Size(width: 30, height: 90), nil), (size, nil)])
    #expect(frames.map(\.minX) == [0, 100, 130] && frames.allSatisfy { $0.minY == 0 })
  }

  @Test func positionsAreKeptEvenWhereScreensOverlap() {
    let frames = ScreenLayout.frames([(size, Point(x: -20, y: 7)), (size, Point(x: 0, y: 0))])
    #expect(frames == [Rect(x: -20, y: 7, width: 100, height: 50), Rect(x: 0, y: 0, width: 100, height: 50)])
  }

  @Test func whoHasNoPositionAvoidsThoseThatHave() {
    let frames = ScreenLayout.frames([(size, nil), (size, Point(x: 50, y: 0)), (size, nil), (size, Point(x: 260, y: 49))])
    #expect(frames.map(\.minX) == [150, 50, 360, 260])
  }

  @Test func noScreensNeedNoRoom() { #expect(ScreenLayout.frames([]).isEmpty) }
}
