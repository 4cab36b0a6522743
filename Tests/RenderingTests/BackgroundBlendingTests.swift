import Geometry
import Rendering
import Scene
import Testing

/// What is blended with the background alone is drawn in one pass; an element of the same colour in between makes it two.
@Test(
  arguments: [Colour.black, Colour(red: 1, green: 1, blue: 1), Colour(red: 0.2, green: 0.45, blue: 0.7)],
  [Size<BufferPixels>(width: 7, height: 5), Size(width: 61, height: 40), Size(width: 1021, height: 300)])
func aPictureBeforeTheBackgroundIsWhatItIsBeforeAnElementOfThatColour(colour: Colour, size: Size<BufferPixels>) throws {
  var numbers = Numbers(seed: UInt64(size.width))
  let picture = PixelBuffer(size: size, format: .argb8888)
  for y in 0..<size.height {
    for x in 0..<size.width {
      // premultiplied or not: what is too bright stays at the brightest
      let word = UInt32(truncatingIfNeeded: numbers.next())
      picture[x, y] = numbers.once(in: 4) ? word | 0xff00_0000 : word
    }
  }
  let screen = Size<ScreenPixels>(width: size.width + 5, height: size.height + 4)
  let place = Rect<ScreenPixels>(x: 3, y: 1, width: size.width, height: size.height)
  let front = SceneElement(key: SurfaceKey(rawValue: 2), contentSequence: 1, picture: picture, destination: place)
  let behind = SceneElement(key: SurfaceKey(rawValue: 1), contentSequence: 1, colour: colour, destination: Rect(size: screen))
  for format in [PixelFormat.argb8888, .xrgb8888, .abgr8888] {
    let pictures = try [[front], [behind, front]].map { elements in
      let target = PixelBuffer(size: Size(width: screen.width, height: screen.height), format: format)
      try SceneFrame(size: screen, scale: 1, background: .colour(colour), elements: elements).render(into: target, cores: 1)
      return target
    }
    #expect(!pictures[0].differs(from: pictures[1], in: Rect(size: pictures[0].size)), "\(format)")
  }
}

@Test func whereAPictureIsGoneTheBackgroundIsSeen() throws {
  let pool = try ShmPool(fileDescriptor: ShmPool.makeFile(size: 4096), size: 8192)
  let picture = try ShmBuffer(pool: pool, offset: 4096, width: 16, height: 16, stride: 64, format: .argb8888)
  let colour = Colour(red: 1, green: 0, blue: 0)
  let frame = SceneFrame(
    size: Size(width: 16, height: 16), scale: 1, background: .colour(colour),
    elements: [
      SceneElement(
        key: SurfaceKey(rawValue: 1), contentSequence: 1, picture: picture, destination: Rect(x: 0, y: 0, width: 16, height: 16))
    ])
  // it is found out while drawing, and known before the second time
  for _ in 0..<2 {
    let target = PixelBuffer(size: Size(width: 16, height: 16), format: .xrgb8888)
    #expect(try frame.render(into: target).faults == [SurfaceKey(rawValue: 1)])
    #expect(target[0, 0] & 0xff_ffff == 0xff_0000)
    #expect(target[15, 15] & 0xff_ffff == 0xff_0000)
  }
}
