import Geometry
import Scene
import Synchronization
import Testing

@testable import Rendering

private let size = Size<ScreenPixels>(width: 1200, height: 700)

/// A picture that is different everywhere, and shows through in parts.
private func picture(_ width: Int, _ height: Int, _ format: PixelFormat) -> PixelBuffer {
  let tile = PixelBuffer(size: Size(width: width, height: height), format: format)
  for y in stride(from: 0, to: height, by: 3) {
    for x in stride(from: 0, to: width, by: 5) {
      let alpha = UInt32((x * 7 + y * 3) & 0xff)
      tile[x, y] = alpha << 24 | (alpha * UInt32(x & 0xff) / 255) << 16 | (alpha * UInt32(y & 0xff) / 255) << 8 | alpha / 2
    }
  }
  return tile
}

/// Elements of every kind, all of them across several bands.
private func makeFrame() -> SceneFrame {
  func element(_ key: UInt64, _ picture: PixelBuffer, _ place: Rect<ScreenPixels>, _ turn: Transform = .normal, alpha: Double = 1)
    -> SceneElement
  {
    SceneElement(
      key: SurfaceKey(rawValue: key), contentSequence: 1, picture: picture, transform: turn, destination: place, alpha: alpha)
  }
  let small = picture(200, 160, .argb8888)
  return SceneFrame(
    size: size, scale: 1, background: .colour(Colour(red: 0.1, green: 0.2, blue: 0.3)),
    elements: [
      element(1, picture(700, 600, .xrgb8888), Rect(x: 3, y: 5, width: 700, height: 600)),
      element(2, small, Rect(x: 30, y: 20, width: 611, height: 640)),
      element(3, small, Rect(x: 500, y: 40, width: 160, height: 200), Transform(rawValue: 1)!),
      element(4, small, Rect(x: 640, y: 100, width: 500, height: 590), Transform(rawValue: 6)!, alpha: 0.6),
    ])
}

@Test(arguments: [2, 3, 8]) func aPictureIsTheSameOnHoweverManyCores(cores: Int) throws {
  let frame = makeFrame()
  let (alone, together) = (picture(1200, 700, .xrgb8888), picture(1200, 700, .xrgb8888))
  let region = Region([
    Rect<ScreenPixels>(x: 0, y: 0, width: 1200, height: 690), Rect(x: 17, y: 690, width: 600, height: 10),
  ])
  let first = try frame.render(into: alone, region: region, cores: 1)
  let second = try frame.render(into: together, region: region, cores: cores)
  #expect(!together.differs(from: alone, in: Rect(x: 0, y: 0, width: 1200, height: 700)))
  #expect(first.painted == second.painted)
  #expect(second.faults.isEmpty)
}

@Test func bandsAreTheRegionWithoutOverlap() {
  let region = Region([
    Rect<ScreenPixels>(x: 0, y: 0, width: 1200, height: 500), Rect(x: 100, y: 600, width: 900, height: 333),
  ])
  let bands = DrawingBands.cut(region, cores: 2)
  #expect(bands.count > 2)
  var seen = Region<ScreenPixels>()
  for band in bands {
    #expect(band.intersection(seen).isEmpty)
    seen.formUnion(band)
  }
  #expect(seen == region)
}

@Test func whatIsSmallIsDrawnInOnePiece() {
  #expect(DrawingBands.cut(Region(Rect(x: 0, y: 0, width: 640, height: 480)), cores: 4).count == 1)
  #expect(DrawingBands.cut(Region(Rect(size: size)), cores: 1).count == 1)
  // two corners of a large screen
  let corners = Region([Rect<ScreenPixels>(x: 0, y: 0, width: 9, height: 9), Rect(x: 3000, y: 2000, width: 9, height: 9)])
  #expect(DrawingBands.cut(corners, cores: 4).count == 1)
}

@Test func everyPieceOfWorkIsDoneOnce() {
  let counts = (0..<100).map { _ in Counter() }
  DrawingThreads.run(counts.count, threads: 4) { counts[$0].add() }
  #expect(counts.allSatisfy { $0.value == 1 })
}

private final class Counter {
  private let count = Atomic<Int>(0)
  func add() { count.wrappingAdd(1, ordering: .relaxed) }
  var value: Int { count.load(ordering: .relaxed) }
}

@Test func aClientsMemoryThatIsGoneIsNoticedOnEveryThread() throws {
  let bytes = 1200 * 700 * 4
  let file = try ShmPool.makeFile(size: 4096)
  let buffer = try ShmBuffer(
    pool: ShmPool(fileDescriptor: file, size: bytes), offset: 0, width: 1200, height: 700, stride: 4800, format: .xrgb8888)
  let element = SceneElement(key: SurfaceKey(rawValue: 9), contentSequence: 1, picture: buffer, destination: Rect(size: size))
  let lost = SceneFrame(size: size, scale: 1, background: .colour(.black), elements: [element])
  let outcome = try lost.render(into: picture(1200, 700, .xrgb8888), cores: 4)
  #expect(outcome.faults == [SurfaceKey(rawValue: 9)])
  #expect(buffer.pool.hasFaulted)
}
