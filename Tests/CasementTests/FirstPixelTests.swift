import Casement
import CasementTesting
import Geometry
import Rendering
import Scene
import Testing
import WindowModel

@Test func aClientsPixelsReachThePictureOfItsScreen() throws {
  let test = try TestService()
  let client = try test.connect()
  let window = try client.makeWindow(1280, 720, 0xFF20_40C0)
  #expect(window.configures.first?.width == 1280)
  #expect(window.isActivated)
  let screen = try #require(test.service.model.mainScreen)
  let picture = try #require(test.service.capture(screen: screen)).picture
  #expect(picture.size == Size(width: 1280, height: 720))
  var pixel: UInt32 = 0
  unsafe picture.withPixels { pixel = unsafe $0.load(as: UInt32.self) }
  #expect(pixel & 0xFF_FFFF == 0x20_40C0)
}
