import Geometry
import Testing

/// A region as a plain grid of cells: slow, and plainly right.
private struct Bitmap: Equatable {
  static let side = 24
  var cells = [Bool](repeating: false, count: side * side)

  init() {}
  init(_ rect: Rect<ScreenPixels>) {
    for y in 0..<Self.side {
      for x in 0..<Self.side where rect.width > 0 && rect.height > 0 {
        self[x, y] = x >= rect.minX && x < rect.maxX && y >= rect.minY && y < rect.maxY
      }
    }
  }
  init(_ region: Region<ScreenPixels>) {
    for rect in region.rects {
      for y in rect.minY..<rect.maxY { for x in rect.minX..<rect.maxX { self[x, y] = true } }
    }
  }

  subscript(x: Int, y: Int) -> Bool {
    get { x >= 0 && y >= 0 && x < Self.side && y < Self.side && cells[y * Self.side + x] }
    set { if x >= 0, y >= 0, x < Self.side, y < Self.side { cells[y * Self.side + x] = newValue } }
  }

  func combined(_ other: Bitmap, _ rule: (Bool, Bool) -> Bool) -> Bitmap {
    var result = self
    for index in cells.indices { result.cells[index] = rule(cells[index], other.cells[index]) }
    return result
  }

  func moved(_ dx: Int, _ dy: Int) -> Bitmap {
    var result = Bitmap()
    for y in 0..<Self.side { for x in 0..<Self.side { result[x, y] = self[x - dx, y - dy] } }
    return result
  }
}

/// A small repeatable source of numbers.
private struct Numbers: RandomNumberGenerator {
  var state: UInt64
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

private func randomRect(_ numbers: inout Numbers) -> Rect<ScreenPixels> {
  Rect(
    x: .random(in: 0..<18, using: &numbers), y: .random(in: 0..<18, using: &numbers), width: .random(in: -1..<9, using: &numbers),
    height: .random(in: -1..<9, using: &numbers))
}

@Test(arguments: 1...20)
func randomOperationsGiveTheCellsOfABitmap(seed: UInt64) {
  var numbers = Numbers(state: seed)
  var region = Region<ScreenPixels>()
  var bitmap = Bitmap()
  var kept: [(Region<ScreenPixels>, Bitmap)] = [(region, bitmap)]
  for _ in 0..<60 {
    let rect = randomRect(&numbers)
    let other = kept.randomElement(using: &numbers)!
    switch Int.random(in: 0..<8, using: &numbers) {
    case 0, 1:
      region.formUnion(rect)
      bitmap = bitmap.combined(Bitmap(rect)) { $0 || $1 }
    case 2:
      region.subtract(rect)
      bitmap = bitmap.combined(Bitmap(rect)) { $0 && !$1 }
    case 3:
      region.formUnion(other.0)
      bitmap = bitmap.combined(other.1) { $0 || $1 }
    case 4:
      region.subtract(other.0)
      bitmap = bitmap.combined(other.1) { $0 && !$1 }
    case 5:
      let wide = Rect<ScreenPixels>(x: rect.x - 6, y: rect.y - 6, width: rect.width + 14, height: rect.height + 14)
      region.formIntersection(wide)
      bitmap = bitmap.combined(Bitmap(wide)) { $0 && $1 }
    case 6:
      let pair = other.0.union(rect)
      region = region.intersection(pair).union(region)
    default:
      let (dx, dy) = (Int.random(in: -2...2, using: &numbers), Int.random(in: -2...2, using: &numbers))
      region.translate(by: Point(x: dx, y: dy))
      region.formIntersection(Rect(x: 0, y: 0, width: Bitmap.side, height: Bitmap.side))
      bitmap = bitmap.moved(dx, dy)
    }
    kept.append((region, bitmap))
    #expect(Bitmap(region) == bitmap)
    #expect(region.isEmpty == !bitmap.cells.contains(true))
    #expect(region.contains(Point(x: 7, y: 9)) == bitmap[7, 9])
    #expect(region.contains(PrecisePoint(x: 7.9, y: 9.2)) == bitmap[7, 9])
    let inside = bitmap.combined(Bitmap(rect)) { $0 && $1 }
    #expect(region.intersects(rect) == inside.cells.contains(true))
    #expect(region.contains(rect) == (inside == Bitmap(rect)))
    #expect((region == other.0) == (bitmap == other.1))
  }
  // values kept on the way have not changed with the others
  for (region, bitmap) in kept { #expect(Bitmap(region) == bitmap) }
}

@Test func aRegionOfManyRectsIsTheirUnion() {
  var numbers = Numbers(state: 5)
  for count in 0..<20 {
    let rects = (0..<count).map { _ in randomRect(&numbers) }
    #expect(Region(rects) == rects.reduce(into: Region()) { $0.formUnion($1) })
  }
}

@Test func extentsThatAreNotPositiveAddNothing() {
  for rect in [(0, 0, -5, 10), (0, 0, 5, 0), (3, 3, 0, 0), (0, 0, 10, .min), (.max, .max, .min, 4)] as [(Int, Int, Int, Int)] {
    let rect = Rect<SurfacePoints>(x: rect.0, y: rect.1, width: rect.2, height: rect.3)
    #expect(Region(rect).isEmpty)
    #expect(Region(Rect(x: 0, y: 0, width: 4, height: 4)).union(rect) == Region(Rect(x: 0, y: 0, width: 4, height: 4)))
  }
}

@Test func hugeExtentsSaturate() {
  let large = Int(Int32.max)
  var region = Region(Rect<SurfacePoints>(x: 0, y: 0, width: large, height: large))
  region.formUnion(Rect(x: 10, y: 10, width: large, height: large))
  region.formUnion(Rect(x: 10, y: 10, width: .max, height: .max))
  #expect(region == Region(Rect(x: 0, y: 0, width: large, height: large)))
  region.formIntersection(Rect(x: -5, y: -5, width: 105, height: 55))
  #expect(region == Region(Rect(x: 0, y: 0, width: 100, height: 50)))
  #expect(Region(Rect<SurfacePoints>(x: 0, y: large, width: 1, height: 1)).isEmpty)
  #expect(Region(Rect<SurfacePoints>(x: .max - 2, y: 0, width: 9, height: 9)).isEmpty)
}

@Test func movingSaturatesAtTheEdgeOfThePlane() {
  let single = Region(Rect<SurfacePoints>(x: 0, y: 0, width: 10, height: 10))
  #expect(single.translated(by: Point(x: Int(Int32.max) - 4, y: 0)).bounds == Rect(x: Int(Int32.max) - 4, y: 0, width: 4, height: 10))
  #expect(single.translated(by: Point(x: Int.max, y: 0)).isEmpty)
  #expect(single.translated(by: Point(x: Int.min, y: Int.min)).isEmpty)
  let complex = single.union(Rect(x: 40, y: 40, width: 2, height: 2))
  #expect(complex.translated(by: Point(x: Int.max, y: 3)).isEmpty)
  #expect(complex.translated(by: Point(x: Int(Int32.max) - 20, y: 0)).bounds == Rect(x: Int(Int32.max) - 20, y: 0, width: 10, height: 10))
}

@Test func aRegionFollowsATransformOfItsPicture() {
  let size = Size<ScreenPixels>(width: 20, height: 12)
  let region = Region([Rect<ScreenPixels>(x: 1, y: 2, width: 5, height: 3), Rect(x: 9, y: 8, width: 2, height: 4)])
  for transform in Transform.allCases {
    let there = region.transformed(by: transform, in: size)
    #expect(there == Region(region.rects.map { transform.apply($0, in: size) }))
    #expect(there.transformed(by: transform.inverse, in: transform.apply(size)) == region)
  }
}

@Test func scalingRoundsOutward() {
  let region = Region([Rect<ScreenPoints>(x: 1, y: 1, width: 1, height: 2), Rect(x: 10, y: 10, width: 10, height: 1)])
  let scaled: Region<ScreenPixels> = region.scaled(by: 1.5)
  #expect(scaled == Region([Rect(x: 1, y: 1, width: 2, height: 4), Rect(x: 15, y: 15, width: 15, height: 2)]))
  let exact: Region<ScreenPixels> = Region(Rect<ScreenPoints>(x: 0, y: 0, width: 10, height: 30)).scaled(by: 1.1)
  #expect(exact.bounds == Rect(x: 0, y: 0, width: 11, height: 33))
  let huge: Region<ScreenPixels> = Region(Rect<ScreenPoints>(x: 0, y: 0, width: Int(Int32.max), height: 9)).scaled(by: 2)
  #expect(huge.bounds == Rect(x: 0, y: 0, width: Int(Int32.max), height: 18))
}

@Test func aRegionWithTooManyRectsBecomesItsBounds() {
  let region = Region((0..<8).map { Rect<ScreenPixels>(x: $0 * 10, y: $0 * 10, width: 2, height: 2) })
  #expect(region.rects.count == 8)
  #expect(region.simplified(maximumRects: 8) == region)
  #expect(region.simplified(maximumRects: 7) == Region(Rect(x: 0, y: 0, width: 72, height: 72)))
}
