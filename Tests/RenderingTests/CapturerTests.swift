import Geometry
import Rendering
import Scene
import Testing

/// The first pixel in which two pictures of one size and format differ in a bit.
private func difference(_ a: PixelBuffer, _ b: PixelBuffer) -> (x: Int, y: Int)? {
  for y in 0..<a.size.height {
    for x in 0..<a.size.width where a[x, y] != b[x, y] { return (x, y) }
  }
  return nil
}

@Test(arguments: RandomScene.Kind.allCases, 1...20)
func paintingChangesEqualsPaintingAll(kind: RandomScene.Kind, seed: UInt64) throws {
  var scene = RandomScene(seed: seed &+ 1000, kind: kind)
  let format: PixelFormat = seed % 2 == 0 ? .argb8888 : .xrgb8888
  let capturer = Capturer(format: format)
  for step in 0..<25 {
    for _ in 0..<scene.numbers.pick(0...3) { scene.change() }
    let frame = scene.frame
    _ = capturer.update(to: frame) { scene.contentDamage($0, since: $1) }
    let whole = PixelBuffer(size: Size(width: frame.size.width, height: frame.size.height), format: format)
    try frame.render(into: whole)
    let found = difference(capturer.picture!, whole)
    #expect(found == nil, "step \(step)")
    if found != nil { return }
  }
}

private func frame(_ width: Int, _ elements: [SceneElement]) -> SceneFrame {
  SceneFrame(size: Size(width: width, height: 40), scale: 1, background: .colour(.black), elements: elements)
}

@Test func theFirstLookPaintsAllAndTheNextNothing() {
  let capturer = Capturer()
  #expect(capturer.picture == nil)
  let element = SceneElement(
    key: SurfaceKey(rawValue: 1), contentSequence: 7, colour: Colour(red: 1, green: 0, blue: 0),
    destination: Rect(x: 0, y: 0, width: 9, height: 9))
  #expect(capturer.update(to: frame(60, [element])) { _, _ in nil }.painted == Region(Rect(x: 0, y: 0, width: 60, height: 40)))
  let picture = capturer.picture
  #expect(capturer.update(to: frame(60, [element])) { _, _ in nil }.painted.isEmpty)
  #expect(capturer.picture === picture)
  #expect(picture?[8, 8] == 0xffff_0000)
  // another size is another picture
  #expect(capturer.update(to: frame(61, [element])) { _, _ in nil }.painted == Region(Rect(x: 0, y: 0, width: 61, height: 40)))
  #expect(capturer.picture?.size == Size(width: 61, height: 40))
}

@Test func aSmallChangePaintsLittle() {
  let picture = PixelBuffer(size: Size(width: 60, height: 40), format: .xrgb8888)
  var element = SceneElement(
    key: SurfaceKey(rawValue: 1), contentSequence: 1, picture: picture, destination: Rect(x: 0, y: 0, width: 60, height: 40))
  let capturer = Capturer()
  _ = capturer.update(to: frame(60, [element])) { _, _ in nil }
  element.contentSequence = 2
  picture[30, 20] = 0x00ff_ffff
  let painted = capturer.update(to: frame(60, [element])) { key, since in
    #expect(key == element.key && since == 1)
    return Region(Rect(x: 30, y: 20, width: 1, height: 1))
  }
  #expect(painted.painted == Region(Rect(x: 30, y: 20, width: 1, height: 1)))
  #expect(capturer.picture![30, 20] & 0xff_ffff == 0xff_ffff)
}

@Test func theLookerBeforeLooksForItself() {
  let element = SceneElement(
    key: SurfaceKey(rawValue: 1), contentSequence: 1, colour: .black, destination: Rect(x: 0, y: 0, width: 9, height: 9))
  var (first, second) = (FrameTracker(), FrameTracker())
  #expect(first.update(to: frame(60, [])) { _, _ in nil } == Region(Rect(x: 0, y: 0, width: 60, height: 40)))
  #expect(first.update(to: frame(60, [element])) { _, _ in nil } == Region(element.destination))
  #expect(second.update(to: frame(60, [element])) { _, _ in nil } == Region(Rect(x: 0, y: 0, width: 60, height: 40)))
}
