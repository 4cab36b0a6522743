import Geometry
import Scene
import Testing

private func colour(_ key: UInt64, _ rect: (Int, Int, Int, Int), alpha: Double = 1) -> SceneElement {
  SceneElement(
    key: SurfaceKey(rawValue: key), contentSequence: 1, colour: Colour.black.faded(by: alpha),
    destination: Rect(x: rect.0, y: rect.1, width: rect.2, height: rect.3))
}

private func picture(_ key: UInt64, sequence: UInt64 = 1, _ rect: (Int, Int, Int, Int), buffer: (Int, Int)? = nil) -> SceneElement {
  SceneElement(
    key: SurfaceKey(rawValue: key), contentSequence: sequence,
    picture: PixelBuffer(size: Size(width: buffer?.0 ?? rect.2, height: buffer?.1 ?? rect.3)),
    destination: Rect(x: rect.0, y: rect.1, width: rect.2, height: rect.3))
}

private func difference(
  _ old: [SceneElement], _ new: [SceneElement], damage: Region<BufferPixels>? = nil, since: UInt64 = 1
) -> Region<ScreenPixels> {
  func frame(_ elements: [SceneElement]) -> SceneFrame {
    SceneFrame(size: Size(width: 100, height: 100), scale: 1, background: .colour(.black), elements: elements)
  }
  return FrameDiff.region(from: frame(old), to: frame(new)) { _, asked in
    #expect(asked == since)
    return damage
  }
}

private func region(_ rects: (Int, Int, Int, Int)...) -> Region<ScreenPixels> {
  Region(rects.map { Rect(x: $0.0, y: $0.1, width: $0.2, height: $0.3) })
}

@Test func equalFramesDoNotDiffer() {
  let elements = [colour(1, (0, 0, 50, 50)), picture(2, (10, 10, 20, 20))]
  #expect(difference(elements, elements).isEmpty)
  #expect(difference([], []).isEmpty)
}

@Test func whatComesAndGoesIsItsExtent() {
  #expect(difference([], [colour(1, (10, 20, 5, 6))]) == region((10, 20, 5, 6)))
  #expect(difference([colour(1, (95, -2, 10, 10))], []) == region((95, 0, 5, 8)))
}

@Test func aMoveIsBothPlaces() {
  #expect(difference([colour(1, (0, 0, 10, 10))], [colour(1, (5, 0, 10, 10))]) == region((0, 0, 15, 10)))
}

@Test func otherPixelsAreWhereTheClientSaysSo() {
  let damage = Region(Rect<BufferPixels>(x: 3, y: 4, width: 5, height: 6))
  let (old, new) = (picture(1, (10, 10, 40, 40)), picture(1, sequence: 4, (10, 10, 40, 40)))
  #expect(difference([old], [new], damage: damage) == region((13, 14, 5, 6)))
  #expect(difference([old], [new]) == region((10, 10, 40, 40)))
  let all = Region(Rect<BufferPixels>(x: 0, y: 0, width: Int(Int32.max), height: Int(Int32.max)))
  #expect(difference([old], [new], damage: all) == region((10, 10, 40, 40)))
  #expect(difference([old], [new], damage: Region()).isEmpty)
}

@Test func damageFollowsCropScaleAndTransform() {
  let damage = Region(Rect<BufferPixels>(x: 4, y: 2, width: 2, height: 1))
  // twice as large: one pixel of the buffer around it for the filter
  var (old, new) = (picture(1, (0, 0, 40, 40), buffer: (20, 20)), picture(1, sequence: 2, (0, 0, 40, 40), buffer: (20, 20)))
  #expect(difference([old], [new], damage: damage) == region((6, 2, 8, 6)))
  // what lies in memory was turned counter-clockwise: its top right is the top left of what is shown
  old = picture(1, (10, 20, 30, 40), buffer: (40, 30))
  old.transform = .rotated90
  new = picture(1, sequence: 2, (10, 20, 30, 40), buffer: (40, 30))
  new.transform = .rotated90
  #expect(difference([old], [new], damage: damage) == region((10 + 30 - 3, 20 + 4, 1, 2)))
  // a crop shifts it, and hides what is outside
  old = picture(1, (0, 0, 10, 10), buffer: (40, 30))
  old.source = PreciseRect(x: 5, y: 0, width: 10, height: 10)
  new = old
  new.contentSequence = 2
  #expect(difference([old], [new], damage: damage) == region((0, 2, 1, 1)))
}

@Test func whatIsHiddenBeforeAndAfterDoesNotCount() {
  let front = colour(9, (0, 0, 50, 50))
  let (old, new) = (picture(1, (10, 10, 20, 20)), picture(1, sequence: 2, (10, 10, 20, 20)))
  #expect(difference([old, front], [new, front]).isEmpty)
  #expect(difference([old, front], [front]).isEmpty)
  #expect(difference([colour(1, (40, 0, 20, 10)), front], [front]) == region((50, 0, 10, 10)))
  // half transparent hides nothing
  let pane = colour(9, (0, 0, 50, 50), alpha: 0.5)
  #expect(difference([old, pane], [new, pane]) == region((10, 10, 20, 20)))
}

@Test func whatAppearsWithItsCoverGoneIsDamagedByTheCover() {
  let (below, front) = (colour(1, (0, 0, 20, 20)), colour(2, (10, 10, 20, 20)))
  #expect(difference([below, front], [below]) == region((10, 10, 20, 20)))
}

@Test func passingEachOtherIsTheirOverlap() {
  let (a, b, c) = (colour(1, (0, 0, 20, 20)), colour(2, (10, 10, 20, 20)), colour(3, (80, 80, 10, 10)))
  #expect(difference([a, b, c], [b, a, c]) == region((10, 10, 10, 10)))
  #expect(difference([a, b, c], [c, a, b]).isEmpty)
  #expect(difference([a, b, c], [c, b, a]) == region((10, 10, 10, 10)))
  // one to the front of many is only that one's overlaps
  let many = (4..<12).map { colour(UInt64($0), (Int($0) * 8, 50, 8, 8)) }
  let moved = colour(20, (30, 45, 4, 10))
  #expect(difference([moved] + many, many + [moved]) == region((32, 50, 2, 5)))
}

@Test func solidThatIsNoLongerSolidIsDamage() {
  var (old, new) = (picture(1, (0, 0, 20, 20)), picture(1, (0, 0, 20, 20)))
  old.opaque = region((0, 0, 10, 20))
  new.opaque = region((0, 0, 12, 20))
  #expect(difference([old], [new]) == region((10, 0, 2, 20)))
}

@Test func anotherSizeOrBackgroundIsAll() {
  func frame(_ width: Int, _ background: SceneBackground) -> SceneFrame {
    SceneFrame(size: Size(width: width, height: 10), scale: 1, background: background, elements: [])
  }
  let (a, b) = (PixelBuffer(size: Size(width: 1, height: 1)), PixelBuffer(size: Size(width: 1, height: 1)))
  for (old, new) in [
    (frame(10, .colour(.black)), frame(11, .colour(.black))), (frame(11, .colour(.black)), frame(11, .colour(.clear))),
    (frame(11, .picture(a)), frame(11, .picture(b))), (frame(11, .picture(a)), frame(11, .colour(.black))),
  ] {
    #expect(FrameDiff.region(from: old, to: new) { _, _ in nil } == Region(new.bounds))
  }
  #expect(FrameDiff.region(from: frame(9, .picture(a)), to: frame(9, .picture(a))) { _, _ in nil }.isEmpty)
}

@Test func damageInTooManyPiecesBecomesItsBounds() {
  let pieces = Region((0..<400).map { Rect<BufferPixels>(x: $0 % 20 * 4, y: $0 / 20 * 4, width: 1, height: 1) })
  let (old, new) = (picture(1, (10, 10, 90, 90)), picture(1, sequence: 2, (10, 10, 90, 90)))
  #expect(difference([old], [new], damage: pieces) == region((10, 10, 77, 77)))
}
