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

@Test(arguments: RandomScene.Kind.allCases, 1...25)
func paintingChangesEqualsPaintingAll(kind: RandomScene.Kind, seed: UInt64) throws {
  var scene = RandomScene(seed: seed &+ 1000, kind: kind)
  let capturer = Capturer(format: .argb8888)
  for step in 0..<25 {
    for _ in 0..<scene.numbers.pick(0...3) { scene.change() }
    let frame = scene.frame
    _ = capturer.update(to: frame) { scene.contentDamage($0, since: $1) }
    let whole = PixelBuffer(size: Size(width: frame.size.width, height: frame.size.height))
    try frame.render(into: whole)
    let found = difference(capturer.picture!, whole)
    #expect(found == nil, "step \(step)")
    if found != nil { return }
  }
}
