import Geometry
import Rendering
import Scene
import Testing

@Test(arguments: Transform.allCases, [RandomScene.Kind.plain, .turned])
func aTurnedFrameIsThePictureTurned(transform: Transform, kind: RandomScene.Kind) throws {
  for seed in UInt64(1)...6 {
    let frame = RandomScene(seed: seed, kind: kind).frame
    let upright = PixelBuffer(size: Size(width: frame.size.width, height: frame.size.height))
    try frame.render(into: upright)
    let turned = frame.turned(by: transform)
    let panel = PixelBuffer(size: Size(width: turned.size.width, height: turned.size.height))
    try turned.render(into: panel)
    for y in 0..<frame.size.height {
      for x in 0..<frame.size.width {
        let place = transform.apply(Rect<ScreenPixels>(x: x, y: y, width: 1, height: 1), in: frame.size)
        #expect(panel[place.x, place.y] == upright[x, y], "seed \(seed) at \(x), \(y)")
      }
    }
  }
}

@Test func aTurnedBackgroundIsTurned() throws {
  var scene = RandomScene(seed: 3, kind: .plain)
  let picture = scene.buffer(width: 20, height: 16, format: .xrgb8888)
  let frame = SceneFrame(size: Size(width: 20, height: 16), scale: 1, background: .picture(picture), elements: [])
  let panel = PixelBuffer(size: Size(width: 16, height: 20))
  try frame.turned(by: .rotated90).render(into: panel)
  // the top right corner comes to lie at the top left
  #expect(panel[0, 0] & 0xFF_FFFF == picture[19, 0] & 0xFF_FFFF)
  #expect(panel[15, 19] & 0xFF_FFFF == picture[0, 15] & 0xFF_FFFF)
}

private let inverted = ColourRamps((0..<3).flatMap { _ in (0..<256).map { UInt16((255 - $0) * 257) } })

@Test(arguments: [PixelFormat.xrgb8888, .argb8888, .xbgr8888, .rgbx8888, .bgra8888])
func rampsBendEachPixelOnce(format: PixelFormat) throws {
  let scene = RandomScene(seed: 5, kind: .turned)
  let plain = SceneFrame(size: scene.size, scale: 1, background: scene.background, elements: scene.elements)
  let bent = SceneFrame(size: scene.size, scale: 1, background: scene.background, elements: scene.elements, ramps: inverted)
  let (before, after) = (
    PixelBuffer(size: Size(width: scene.size.width, height: scene.size.height), format: format),
    PixelBuffer(size: Size(width: scene.size.width, height: scene.size.height), format: format)
  )
  try plain.render(into: before)
  try bent.render(into: after)
  // a part that is drawn again is bent once, too
  try bent.render(into: after, region: Region(Rect(x: 3, y: 4, width: 9, height: 5)))
  let colours: UInt32 = format == .rgbx8888 || format == .bgra8888 ? 0xFFFF_FF00 : 0x00FF_FFFF
  for y in 0..<scene.size.height {
    for x in 0..<scene.size.width { #expect(after[x, y] & colours == ~before[x, y] & colours, "\(x), \(y)") }
  }
}

@Test func otherRampsChangeTheWholePicture() {
  let scene = RandomScene(seed: 5, kind: .plain)
  let bent = SceneFrame(size: scene.size, scale: 1, background: scene.background, elements: scene.elements, ramps: inverted)
  #expect(FrameDiff.region(from: scene.frame, to: bent) { _, _ in Region() } == Region(bent.bounds))
  #expect(FrameDiff.region(from: bent, to: bent) { _, _ in Region() }.isEmpty)
}
