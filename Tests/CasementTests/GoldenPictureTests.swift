import CasementControl
import Glibc
import Testing

@testable import Casement
@testable import CasementTesting

@Suite struct GoldenPictureTests {
  let directory = TemporaryDirectory()
  let host: TestService
  let client: TestClient

  init() throws {
    var configuration = ServiceConfiguration.manual
    configuration.screens = [.init(width: 40, height: 30)]
    host = try TestService(configuration)
    client = try host.connect()
  }

  private func exists(_ name: String) -> Bool { unsafe access("\(directory.path)/\(name)", F_OK) == 0 }

  @Test func aPictureIsComparedWithTheOneThatWasKept() throws {
    let window = try client.makeWindow(40, 30, 0xff10_2030)
    try GoldenPictures(directory: directory.path, renews: true).check(host.picture(), "plain")
    let golden = GoldenPictures(directory: directory.path, renews: false)
    try golden.check(host.picture(), "plain")
    window.show(40, 30, 0xff10_2035)
    try client.roundtrip()
    let error = #expect(throws: PictureError.self) { try golden.check(host.picture(), "plain") }
    #expect(error?.description.contains("1200 pixels differ, by 5 of 255 at most, inside 0,0,40x30") == true)
    #expect(exists("plain.actual.png") && exists("plain.diff.png"))
    try golden.check(host.picture(), "plain", tolerance: .parts(5))
    #expect(!exists("plain.actual.png") && !exists("plain.diff.png"))
    try golden.check(host.picture(), "plain", tolerance: .perceived(4))
    try golden.check(host.picture(), "plain", allowing: 1200)
    try golden.check(host.picture(), "plain", ignoring: [.init(x: 0, y: 0, width: 40, height: 30)])
  }

  @Test func whereNoneIsKeptTheErrorSaysHowToMakeIt() throws {
    let error = #expect(throws: PictureError.self) {
      try GoldenPictures(directory: directory.path, renews: false).check(host.picture(), "new")
    }
    #expect(error?.description.contains("CASEMENT_RENEW_GOLDEN=1") == true)
  }

  @Test func anotherSizeIsSaid() throws {
    try GoldenPictures(directory: directory.path, renews: true).check(host.picture(), "sized")
    _ = try client.makeWindow(40, 30, 0xff10_2030)
    let window = try #require(host.service.windows.first)
    let golden = GoldenPictures(directory: directory.path, renews: false)
    try golden.check(host.picture(of: window), "sized", allowing: 1200)
    var configuration = ServiceConfiguration.manual
    configuration.screens = [.init(width: 41, height: 30)]
    let other = try TestService(configuration)
    let error = #expect(throws: PictureError.self) { try golden.check(other.picture(), "sized") }
    #expect(error?.description.contains("40×30") == true)
  }

  @Test func pixelsCanBeAskedFor() throws {
    _ = try client.makeWindow(40, 30, 0xff10_2030)
    let picture = try host.picture(ofScreen: "headless-1")
    #expect(picture[0, 0] == 0xff10_2030)
    #expect((picture.width, picture.height) == (40, 30))
    #expect(try Picture(png: picture.png)[39, 29] == 0xff10_2030)
    #expect(throws: PictureError.self) { try host.picture(ofScreen: "none") }
  }
}
