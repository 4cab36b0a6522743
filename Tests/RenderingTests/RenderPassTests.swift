import Geometry
import Rendering
import Scene
import Testing

private func render(_ frame: SceneFrame, _ format: PixelFormat = .argb8888) throws -> PixelBuffer {
  let picture = PixelBuffer(size: Size(width: frame.size.width, height: frame.size.height), format: format)
  #expect(try frame.render(into: picture).faults.isEmpty)
  return picture
}

/// How far the renderer is from the definition, at worst.
private func distance(_ frame: SceneFrame, _ format: PixelFormat = .argb8888) throws -> Int {
  let drawn = try ReferencePicture(render(frame, format))
  var reference = ReferenceRenderer(frame: frame)
  var expected = try reference.render()
  if format.isOpaque { for index in expected.pixels.indices { expected.pixels[index].alpha = 255 } }
  for tie in reference.ties { expected[tie.x, tie.y] = drawn[tie.x, tie.y] }
  return zip(drawn.pixels, expected.pixels).map { $0.distance(to: $1) }.max()!
}

@Test(arguments: [RandomScene.Kind.plain, .turned], 1...30)
func unscaledPicturesAreExact(kind: RandomScene.Kind, seed: UInt64) throws {
  let frame = RandomScene(seed: seed, kind: kind).frame
  #expect(try distance(frame) == 0)
  #expect(try distance(frame, .xrgb8888) == 0)
}

@Test(arguments: 1...60)
func scaledPicturesFollowTheDefinitionOfTheFilter(seed: UInt64) throws {
  // pixman weighs in 7 bits: two levels off on each axis, where black meets white
  #expect(try distance(RandomScene(seed: seed, kind: .scaled).frame) <= 4)
}

@Test(arguments: PixelFormat.allCases)
func everyFormatIsReadAsItsNameSays(format: PixelFormat) throws {
  var scene = RandomScene(seed: UInt64(format.rawValue), kind: .plain)
  let picture = scene.buffer(width: 20, height: 9, format: format)
  let frame = SceneFrame(
    size: Size(width: 24, height: 12), scale: 1, background: .colour(.clear),
    elements: [
      SceneElement(
        key: SurfaceKey(rawValue: 1), contentSequence: 1, picture: picture, destination: Rect(x: 3, y: 1, width: 20, height: 9))
    ])
  let drawn = try ReferencePicture(render(frame))
  let expected = try ReferencePicture(picture)
  let worst = (0..<180).map { drawn[3 + $0 % 20, 1 + $0 / 20].distance(to: expected[$0 % 20, $0 / 20]) }.max()!
  // parts of ten bits are halved in numbers that are not whole
  #expect(worst <= ("\(format)".hasSuffix("2101010") ? 1 : 0))
}
