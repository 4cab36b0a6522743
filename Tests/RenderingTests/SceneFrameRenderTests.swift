import Geometry
import Rendering
import Scene
import Testing

private func element(_ picture: any PixelSource, _ destination: Rect<ScreenPixels>) -> SceneElement {
  SceneElement(key: SurfaceKey(rawValue: 1), contentSequence: 1, picture: picture, destination: destination)
}

private func frame(_ width: Int, _ height: Int, _ elements: [SceneElement]) -> SceneFrame {
  SceneFrame(size: Size(width: width, height: height), scale: 1, background: .colour(.black), elements: elements)
}

@Test func onlyTheRegionIsTouched() throws {
  var scene = RandomScene(seed: 12, kind: .scaled)
  let target = scene.buffer(width: scene.size.width, height: scene.size.height, format: .xrgb8888)
  let before = try ReferencePicture(target)
  let whole = PixelBuffer(size: target.size, format: .xrgb8888)
  try scene.frame.render(into: whole)
  let region = Region([Rect<ScreenPixels>(x: 2, y: 3, width: 7, height: 4), Rect(x: 11, y: 8, width: 90, height: 3)])
  let outcome = try scene.frame.render(into: target, region: region)
  #expect(outcome.painted == region.intersection(scene.frame.bounds))
  let (after, painted) = try (ReferencePicture(target), ReferencePicture(whole))
  for y in 0..<after.height {
    for x in 0..<after.width {
      #expect(after[x, y] == (region.contains(Point(x: x, y: y)) ? painted : before)[x, y])
    }
  }
}

@Test(arguments: RandomScene.Kind.allCases) func aTargetMayShowAPartOfTheScreen(kind: RandomScene.Kind) throws {
  let scene = RandomScene(seed: 21, kind: kind)
  let whole = PixelBuffer(size: Size(width: scene.size.width, height: scene.size.height))
  try scene.frame.render(into: whole)
  for origin in [Point<ScreenPixels>(x: 5, y: 7), Point(x: -3, y: -2), Point(x: scene.size.width - 4, y: 1)] {
    let part = PixelBuffer(size: Size(width: 11, height: 9))
    let outcome = try scene.frame.render(into: part, origin: origin)
    for y in 0..<9 {
      for x in 0..<11 {
        let place = origin + Point(x: x, y: y)
        let isInside = scene.frame.bounds.contains(place)
        #expect(part[x, y] == (isInside ? whole[place.x, place.y] : 0))
        #expect(outcome.painted.contains(place) == isInside)
      }
    }
  }
}

/// A buffer in a pool, at an odd offset and with an odd stride, that holds what `picture` holds.
private func unaligned(_ picture: PixelBuffer, offset: Int, padding: Int) throws -> ShmBuffer {
  let row = picture.size.width * picture.format.bytesPerPixel
  let size = offset + (row + padding) * picture.size.height
  let pool = try ShmPool(fileDescriptor: ShmPool.makeFile(size: size), size: size)
  let buffer = try ShmBuffer(
    pool: pool, offset: offset, width: picture.size.width, height: picture.size.height, stride: row + padding, format: picture.format)
  try unsafe buffer.withMutablePixels { to in
    unsafe picture.withPixels { from in
      for y in 0..<picture.size.height {
        unsafe (to + y * buffer.stride).copyMemory(from: from + y * picture.stride, byteCount: row)
      }
    }
  }
  return buffer
}

@Test(arguments: [PixelFormat.xrgb8888, .argb8888, .rgb565, .rgb888, .rgb332], [(0, 1), (1, 0), (2, 2), (3, 0), (4, 3), (0, 0)])
func offsetsAndStridesNeedNoAlignment(format: PixelFormat, layout: (Int, Int)) throws {
  var scene = RandomScene(seed: 77, kind: .plain)
  let picture = scene.buffer(width: 13, height: 10, format: format)
  let odd = try unaligned(picture, offset: layout.0, padding: layout.1)
  for (kind, destination) in [("plain", (13, 10)), ("turned", (10, 13)), ("scaled", (21, 17))] {
    func element(_ source: any PixelSource) -> SceneElement {
      var element = RenderingTests.element(source, Rect(x: 1, y: 2, width: destination.0, height: destination.1))
      if kind == "turned" { element.transform = .flipped270 }
      if kind == "scaled" { element.source = PreciseRect(x: 3.5, y: 1.25, width: 7, height: 8) }
      return element
    }
    let (a, b) = (PixelBuffer(size: Size(width: 24, height: 20)), PixelBuffer(size: Size(width: 24, height: 20)))
    try frame(24, 20, [element(picture)]).render(into: a)
    try frame(24, 20, [element(odd)]).render(into: b)
    #expect(try ReferencePicture(a).pixels == ReferencePicture(b).pixels, "\(kind)")
  }
}

@Test(arguments: [PixelFormat.xrgb8888, .rgb565, .rgb888], [(0, 1), (1, 0), (2, 2)])
func aTargetNeedsNoAlignmentAndItsNeighboursStay(format: PixelFormat, layout: (Int, Int)) throws {
  let scene = RandomScene(seed: 31, kind: .turned)
  let size = Size<BufferPixels>(width: scene.size.width, height: scene.size.height)
  let (aligned, empty) = (PixelBuffer(size: size, format: format), PixelBuffer(size: size, format: format))
  let odd = try unaligned(empty, offset: layout.0, padding: layout.1)
  func others() throws -> [UInt8] {
    var bytes: [UInt8] = []
    let whole = try ShmBuffer(pool: odd.pool, offset: 0, width: odd.pool.size, height: 1, stride: odd.pool.size, format: .rgb332)
    try unsafe whole.withPixels { memory in
      for index in 0..<odd.pool.size {
        let place = index - odd.offset
        let isPixel = place >= 0 && place % odd.stride < size.width * format.bytesPerPixel
        if !isPixel { unsafe bytes.append(memory.load(fromByteOffset: index, as: UInt8.self)) }
      }
    }
    return bytes
  }
  let before = try others()
  let region = Region([Rect<ScreenPixels>(x: 1, y: 1, width: 9, height: 5), Rect(x: 3, y: 8, width: 99, height: 99)])
  try scene.frame.render(into: aligned, region: region)
  try scene.frame.render(into: odd, region: region)
  #expect(try ReferencePicture(odd).pixels == ReferencePicture(aligned).pixels)
  #expect(try others() == before)
}

@Test func picturesLargerThanPixmanCountsAreDrawn() throws {
  let wide = PixelBuffer(size: Size(width: 70_000, height: 2), format: .xrgb8888)
  for x in 0..<70_000 { (wide[x, 0], wide[x, 1]) = (UInt32(x / 300), UInt32(x / 300)) }
  let target = PixelBuffer(size: Size(width: 100, height: 2), format: .xrgb8888)
  // one to one, far to the left of the screen
  try frame(100, 2, [element(wide, Rect(x: -60_000, y: 0, width: 70_000, height: 2))]).render(into: target)
  for x in [0, 50, 99] { #expect(target[x, 0] & 0xffffff == UInt32((60_000 + x) / 300)) }
  // made small
  try frame(100, 2, [element(wide, Rect(x: 0, y: 0, width: 100, height: 2))]).render(into: target)
  for x in [0, 50, 99] { #expect(abs(Int(target[x, 1] & 0xffffff) - (x * 700 + 350) / 300) <= 1) }
  // made large: much of it lies outside
  try frame(100, 2, [element(wide, Rect(x: -139_000, y: 0, width: 140_000, height: 4))]).render(into: target)
  for x in [0, 50, 99] { #expect(abs(Int(target[x, 1] & 0xffffff) - (69_500 + x / 2) / 300) <= 1) }
}

@Test func anElementThatShowsNothingIsLeftOut() throws {
  let picture = PixelBuffer(size: Size(width: 4, height: 4), format: .xrgb8888)
  let target = PixelBuffer(size: Size(width: 9, height: 9))
  var empty = element(picture, Rect(x: 0, y: 0, width: 4, height: 4))
  empty.source = PreciseRect(x: 1, y: 1, width: 0, height: 2)
  let elements = [element(picture, Rect(x: 3, y: 3, width: 0, height: 5)), element(picture, Rect(x: 3, y: 3, width: -2, height: 5)), empty]
  #expect(try frame(9, 9, elements).render(into: target).faults.isEmpty)
  #expect((0..<81).allSatisfy { target[$0 % 9, $0 / 9] == 0xff00_0000 })
}
