import Geometry
import Scene
import Testing

private func element(_ key: UInt64, _ rect: Rect<ScreenPixels>, _ format: PixelFormat) -> SceneElement {
  SceneElement(
    key: SurfaceKey(rawValue: key), contentSequence: 1,
    picture: PixelBuffer(size: Size(width: rect.width, height: rect.height), format: format), destination: rect)
}

private func frame(_ elements: [SceneElement]) -> SceneFrame {
  SceneFrame(size: Size(width: 100, height: 100), scale: 1, background: .colour(.black), elements: elements)
}

@Test func nothingBehindAnOpaqueFormatIsPainted() {
  let whole = Rect<ScreenPixels>(x: 0, y: 0, width: 100, height: 100)
  let scene = frame([element(1, whole, .argb8888), element(2, whole, .xrgb8888), element(3, whole, .xrgb8888)])
  let occlusion = Occlusion(scene, in: Region(whole))
  #expect(occlusion.shares.map(\.index) == [2])
  #expect(occlusion.shares[0].solid == Region(whole))
  #expect(occlusion.shares[0].blended.isEmpty)
  #expect(occlusion.background.isEmpty)
}

@Test func eachPixelIsPaintedBySolidOnce() {
  let (a, b) = (Rect<ScreenPixels>(x: 0, y: 0, width: 60, height: 60), Rect<ScreenPixels>(x: 40, y: 40, width: 60, height: 60))
  let occlusion = Occlusion(
    frame([element(1, a, .xrgb8888), element(2, b, .xrgb8888)]), in: Region(Rect(x: 0, y: 0, width: 50, height: 50)))
  #expect(occlusion.shares.map(\.index) == [0, 1])
  #expect(occlusion.shares[1].solid == Region(Rect(x: 40, y: 40, width: 10, height: 10)))
  #expect(occlusion.shares[0].solid == Region(Rect(x: 0, y: 0, width: 50, height: 50)).subtracting(b))
  #expect(occlusion.background.isEmpty)
}

@Test func anOpaqueRegionOfAPictureWithAlphaHides() {
  let whole = Rect<ScreenPixels>(x: 0, y: 0, width: 100, height: 100)
  var front = element(2, whole, .argb8888)
  front.opaque = Region(Rect(x: -50, y: 10, width: 500, height: 20))
  var occlusion = Occlusion(frame([element(1, whole, .xrgb8888), front]), in: Region(whole))
  #expect(occlusion.shares[1].solid == Region(Rect(x: 0, y: 10, width: 100, height: 20)))
  #expect(occlusion.shares[1].blended == Region(whole).subtracting(Rect(x: 0, y: 10, width: 100, height: 20)))
  #expect(occlusion.shares[0].solid == occlusion.shares[1].blended)
  front.alpha = 0.5
  occlusion = Occlusion(frame([element(1, whole, .xrgb8888), front]), in: Region(whole))
  #expect(occlusion.shares[1].solid.isEmpty)
  #expect(occlusion.shares[0].solid == Region(whole))
  front.alpha = 0
  occlusion = Occlusion(frame([element(1, whole, .xrgb8888), front]), in: Region(whole))
  #expect(occlusion.shares.map(\.index) == [0])
}

@Test func aClipLimitsWhatIsPaintedAndHidden() {
  var front = element(1, Rect(x: 0, y: 0, width: 100, height: 100), .xrgb8888)
  front.clip = Rect(x: 90, y: 0, width: 100, height: 10)
  let occlusion = Occlusion(frame([front]), in: Region(Rect(x: 0, y: 0, width: 1000, height: 1000)))
  #expect(occlusion.shares[0].solid == Region(Rect(x: 90, y: 0, width: 10, height: 10)))
  #expect(occlusion.background == Region(Rect(x: 0, y: 0, width: 100, height: 100)).subtracting(Rect(x: 90, y: 0, width: 10, height: 10)))
}
