import CasementControl
import CasementTesting
import Geometry
import Glibc
import Rendering
import Scene
import Testing
import WaylandClient
import WaylandProtocols
import WindowModel

@testable import Casement

@Suite struct BackgroundTests {
  private func start(_ scene: String) throws -> TestService {
    try TestService(ServiceConfiguration(scene: Array("{clock: 'manual', \(scene)}".utf8), file: "scene"))
  }

  private func picture(of screen: String, in test: TestService) throws -> PixelBuffer {
    let id = try #require(test.service.model.screen(named: screen))
    return try #require(test.service.capture(screen: id)).picture
  }

  @Test func eachScreenHasItsColour() throws {
    let test = try start(
      "background: '#102030', placement: 'natural', screens: ['40x30,name=a', {width: 40, height: 30, name: 'b', x: 40, background: '#ff8000'}]"
    )
    #expect(try picture(of: "a", in: test)[20, 20] & 0xFF_FFFF == 0x102030)
    #expect(try picture(of: "b", in: test)[20, 20] & 0xFF_FFFF == 0xFF8000)
  }

  @Test func aWindowCoversTheBackground() throws {
    let test = try start("background: '#102030', placement: 'natural', screens: ['40x30,name=a']")
    _ = try test.connect().makeWindow(10, 10, 0xFFFF_FFFF)
    let picture = try picture(of: "a", in: test)
    #expect(picture[39, 29] & 0xFF_FFFF == 0x102030)
    let frame = try #require(test.service.windows.first).frame
    #expect(picture[frame.x + 5, frame.y + 5] & 0xFF_FFFF == 0xFFFFFF)
  }

  @Test func aPictureIsStretchedOverItsScreen() throws {
    let source = PixelBuffer(size: Size(width: 2, height: 1), format: .argb8888)
    source[0, 0] = 0xFFFF_0000
    source[1, 0] = 0xFF00_00FF
    let directory = TemporaryDirectory()
    directory.write(try PNG.encode(source), to: "wall.png")
    directory.write(
      Array("{clock: 'manual', screens: [{width: 400, height: 30, name: 'a', background: {picture: 'wall.png'}}]}".utf8), to: "scene")
    let test = try TestService(ServiceConfiguration(sceneFile: directory.path + "/scene"))
    let picture = try picture(of: "a", in: test)
    for y in [0, 29] {
      #expect(picture[0, y] & 0xFF_FFFF == 0xFF0000)
      #expect(picture[399, y] & 0xFF_FFFF == 0x0000FF)
    }
  }

  @Test func aPictureThatCannotBeReadEndsTheStart() throws {
    let directory = TemporaryDirectory()
    directory.write(Array("no picture".utf8), to: "wall.png")
    var configuration = ServiceConfiguration.manual
    for (name, hint) in [("wall.png", "not a PNG"), ("none.png", "No such file")] {
      configuration.background = .picture(path: "\(directory.path)/\(name)")
      let error = #expect(throws: ServiceError.self) { _ = try TestService(configuration) }
      #expect(error?.description.contains("\(name): ") == true)
      #expect(error?.description.contains(hint) == true, "\(error?.description ?? "")")
    }
  }

  @Test func aMirrorShowsWhatIsBehindTheMirroredScreenAndBlackBesideIt() throws {
    let test = try start(
      "screens: [{width: 40, height: 40, name: 'a', background: '#102030'}, {width: 80, height: 40, name: 'b', mirror: 'a', background: '#ff0000'}]"
    )
    let picture = try picture(of: "b", in: test)
    #expect(picture[40, 20] & 0xFF_FFFF == 0x102030)
    #expect(picture[5, 20] & 0xFF_FFFF == 0)
    #expect(picture[75, 20] & 0xFF_FFFF == 0)
  }

  @Test func aLockedSessionShowsNoBackground() throws {
    let test = try start("background: '#102030', screens: ['40x30,name=a']")
    #expect(try picture(of: "a", in: test)[20, 15] & 0xFF_FFFF == 0x102030)
    let client = try test.connect()
    let lock = client.bind(ExtSessionLockManagerV1Proxy.self).lock()
    try client.roundtrip()
    #expect(try picture(of: "a", in: test)[20, 15] & 0xFF_FFFF == 0)
    test.service.advanceClock(to: test.service.clock.now + 50_000_000)
    try client.roundtrip()
    lock.unlockAndDestroy()
    try client.roundtrip()
    #expect(try picture(of: "a", in: test)[20, 15] & 0xFF_FFFF == 0x102030)
  }

  @Test func aPictureOfOneWindowHasNoBackground() throws {
    let test = try start("background: '#102030', placement: 'natural', screens: ['40x30,name=a']")
    _ = try test.connect().makeWindow(10, 10, 0x8000_0000)
    let id = try #require(test.service.model.windowList.first)
    #expect(try #require(test.service.capture(window: id)).picture[5, 5] == 0x8000_0000)
  }
}
