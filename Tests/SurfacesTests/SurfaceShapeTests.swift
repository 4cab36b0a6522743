import Geometry
import Testing

@testable import Surfaces

private func shape(
  _ width: Int, _ height: Int, scale: Int = 1, transform: Transform = .normal, source: PreciseRect<SurfacePoints>? = nil,
  destination: Size<SurfacePoints>? = nil
) -> SurfaceShape {
  var shape = SurfaceShape()
  shape.bufferSize = Size(width: width, height: height)
  (shape.scale, shape.transform, shape.source, shape.destination) = (scale, transform, source, destination)
  return shape
}

@Test func aSurfaceHasTheSizeThatItsBufferAndItsViewportGiveIt() {
  #expect(SurfaceShape().size == .zero)
  #expect(shape(100, 50).size == Size(width: 100, height: 50))
  #expect(shape(100, 50, scale: 2).size == Size(width: 50, height: 25))
  #expect(shape(100, 50, transform: .rotated90).size == Size(width: 50, height: 100))
  #expect(shape(100, 50, scale: 2, transform: .flipped270).size == Size(width: 25, height: 50))
  #expect(shape(100, 50, source: PreciseRect(x: 1, y: 2, width: 30, height: 20)).size == Size(width: 30, height: 20))
  #expect(
    shape(100, 50, source: PreciseRect(x: 1, y: 2, width: 3.5, height: 2), destination: Size(width: 7, height: 9)).size
      == Size(width: 7, height: 9))
}

@Test func aSizeThatIsNoMultipleOfTheScaleIsAnError() {
  #expect(throws: SurfaceShapeError.sizeNotMultipleOfScale(Size(width: 101, height: 50), scale: 2)) {
    try shape(101, 50, scale: 2).validate()
  }
  #expect(throws: SurfaceShapeError.self) { try shape(100, 51, scale: 2, transform: .rotated90).validate() }
  #expect(throws: Never.self) { try shape(100, 50, scale: 2).validate() }
}

@Test func aScaleThatComesWithoutABufferNeedNotFitThePresentOne() throws {
  let uneven = shape(101, 51, scale: 2)
  try uneven.validate(bringsBuffer: false)
  #expect(uneven.size == Size(width: 51, height: 26) && !uneven.fitsScale)
}

@Test func aFractionalSourceNeedsADestination() {
  let source = PreciseRect<SurfacePoints>(x: 0, y: 0, width: 3.5, height: 2)
  #expect(throws: SurfaceShapeError.sourceNotWhole(source)) { try shape(10, 10, source: source).validate() }
  #expect(throws: Never.self) { try shape(10, 10, source: source, destination: Size(width: 1, height: 1)).validate() }
  // the corner may lie anywhere
  #expect(throws: Never.self) { try shape(10, 10, source: PreciseRect(x: 0.25, y: 0.5, width: 3, height: 2)).validate() }
}

@Test func theSourceLiesInPointsAfterTransformAndScale() {
  // 100×50 pixels, turned, at scale 2: 25×50 points
  let tall = PreciseRect<SurfacePoints>(x: 0, y: 10, width: 25, height: 40)
  #expect(throws: Never.self) { try shape(100, 50, scale: 2, transform: .rotated90, source: tall).validate() }
  #expect(throws: SurfaceShapeError.self) { try shape(100, 50, scale: 2, source: tall).validate() }
  let last = 1.0 / 256
  #expect(throws: SurfaceShapeError.self) {
    try shape(10, 10, source: PreciseRect(x: last, y: 0, width: 10, height: 10)).validate()
  }
  #expect(throws: Never.self) { try shape(10, 10, source: PreciseRect(x: 0, y: 0, width: 10, height: 10)).validate() }
}

@Test func withoutABufferNothingIsWrong() {
  var shape = shape(1, 1, scale: 7, source: PreciseRect(x: 900, y: 0, width: 0.5, height: 1))
  shape.bufferSize = nil
  #expect(throws: Never.self) { try shape.validate() }
}

/// Where the centre of a surface's cell is read from the buffer, step by step as the protocols say it.
private func pixel(of point: PrecisePoint<SurfacePoints>, in shape: SurfaceShape) -> (x: Double, y: Double) {
  let buffer = shape.bufferSize!
  let turned = shape.transform.swapsAxes ? buffer.swapped : buffer
  var (x, y) = (point.x, point.y)
  let full = (width: Double(turned.width) / Double(shape.scale), height: Double(turned.height) / Double(shape.scale))
  let crop = shape.source ?? PreciseRect(x: 0, y: 0, width: full.width, height: full.height)
  x = crop.x + x * crop.width / Double(shape.size.width)
  y = crop.y + y * crop.height / Double(shape.size.height)
  (x, y) = (x * Double(shape.scale), y * Double(shape.scale))
  let (width, height) = (Double(turned.width), Double(turned.height))
  // the client applied the transform to what it drew, so reading undoes it: wl_surface.set_buffer_transform
  switch shape.transform {
  case .normal: return (x, y)
  case .rotated90: return (y, width - x)
  case .rotated180: return (width - x, height - y)
  case .rotated270: return (height - y, x)
  case .flipped: return (width - x, y)
  case .flipped90: return (y, x)
  case .flipped180: return (x, height - y)
  case .flipped270: return (height - y, width - x)
  }
}

@Test(arguments: 0..<200)
func surfaceDamageCoversEveryPixelThatItsCellsAreReadFrom(seed: Int) {
  var random = SeededGenerator(state: UInt64(seed))
  let scale = random.int(1...3)
  var it = shape(random.int(1...8) * scale, random.int(1...8) * scale, scale: scale, transform: Transform(rawValue: Int32(seed % 8))!)
  if random.chance(40) { it.destination = Size(width: random.int(1...20), height: random.int(1...20)) }
  if random.chance(40), let full = it.unscaledSize {
    let (width, height) = (random.int(1...Int(full.width)), random.int(1...Int(full.height)))
    it.source = PreciseRect(
      x: Double(random.int(0...(Int(full.width) - width))), y: Double(random.int(0...(Int(full.height) - height))), width: Double(width),
      height: Double(height))
  }
  #expect(throws: Never.self) { try it.validate() }
  let rect = Rect<SurfacePoints>(x: random.int(-3...10), y: random.int(-3...10), width: random.int(1...12), height: random.int(1...12))
  let damage = it.bufferDamage(Region(rect))
  let shown = rect.intersection(Rect(size: it.size))
  var touched = Region<BufferPixels>()
  for y in 0..<max(shown.height, 0) * 4 {
    for x in 0..<max(shown.width, 0) * 4 {
      let point = PrecisePoint<SurfacePoints>(
        x: Double(shown.x) + (Double(x) + 0.5) / 4, y: Double(shown.y) + (Double(y) + 0.5) / 4)
      let read = pixel(of: point, in: it)
      touched.formUnion(Rect(x: Int(read.x.rounded(.down)), y: Int(read.y.rounded(.down)), width: 1, height: 1))
    }
  }
  #expect(touched.subtracting(damage).isEmpty, "\(it) \(rect): \(touched) is not in \(damage)")
  // and not more than the filter's reach beyond
  let isWhole = it.source == nil && it.destination == nil
  if isWhole { #expect(damage == touched) }
}

@Test func extremeDamageIsThatOfTheWholeSurface() {
  let it = shape(20, 10, scale: 2, transform: .rotated90)
  let everything = Region<BufferPixels>(Rect(x: 0, y: 0, width: 20, height: 10))
  #expect(it.bufferDamage(Region(Rect(x: 0, y: 0, width: Int(Int32.max), height: Int(Int32.max)))) == everything)
  #expect(it.bufferDamage(Region(Rect(x: -5, y: -5, width: Int(Int32.max), height: Int(Int32.max)))) == everything)
  #expect(it.bufferDamage(Region(Rect(x: 50, y: 50, width: Int(Int32.max), height: Int(Int32.max)))).isEmpty)
}
