import CasementControl
import CasementTesting
import Geometry
import Rendering
import Scene
import Testing
import WaylandClient

@testable import Casement

/// Pictures and pixels for controllers: of screens, parts of them and windows, in their own size or another, and waiting for them.
@Suite struct ControlPictureTests {
  let host: TestService
  let peer: ControlPeer
  let client: TestClient
  let red: UInt32 = 0xFFFF_0000
  let blue: UInt32 = 0xFF00_00FF

  init() throws {
    var configuration = ServiceConfiguration.manual
    configuration.placement = .natural
    var screen = ScreenSpec(width: 400, height: 300)
    screen.scale = 2
    configuration.screens = [screen]
    host = try TestService(configuration)
    peer = ControlPeer(host)
    client = try host.connect()
  }

  /// A window of one colour at a place.
  private func window(_ appID: String, _ place: (Int, Int), _ size: (Int, Int), _ colour: UInt32) throws -> TestWindow {
    let window = try client.makeWindow(size.0, size.1, colour, appID: appID)
    _ = try peer.call("place", #"{"window":"\#(appID)","x":\#(place.0),"y":\#(place.1)}"#) { try client.roundtrip() }
    return window
  }

  private func shot(_ parameters: String) throws -> (picture: PixelBuffer, metadata: PNGMetadata, result: Shot.Result) {
    let result = try peer.call("shot", parameters).decode(Shot.Result.self, strictly: true)
    let (picture, metadata) = try PNG.decode(result.png.bytes)
    #expect(picture.size == Size(width: result.width, height: result.height))
    #expect(metadata.scale == result.scale)
    return (picture, metadata, result)
  }

  @Test func aScreenIsShotWholeInPartAndInAnotherScale() throws {
    let front = try window("front", (20, 10), (40, 30), red)
    let whole = try shot("{}")
    #expect((whole.result.width, whole.result.height, whole.result.scale) == (400, 300, 2))
    #expect(whole.picture[40, 20] == red && whole.picture[39, 20] == 0xFF00_0000 && whole.picture[119, 79] == red)
    #expect(whole.result.windows.map(\.appID) == ["front"])
    let part = try shot(#"{"region":{"x":10,"y":10,"width":20,"height":10}}"#)
    #expect((part.result.width, part.result.height) == (40, 20))
    #expect(part.picture[19, 0] == 0xFF00_0000 && part.picture[20, 0] == red)
    let points = try shot(#"{"scale":1}"#)
    #expect((points.result.width, points.result.height, points.result.scale) == (200, 150, 1))
    #expect(points.picture[19, 10] == 0xFF00_0000 && points.picture[20, 10] == red && points.picture[60, 10] == 0xFF00_0000)
    let large = try shot(#"{"scale":4,"region":{"x":20,"y":10,"width":40,"height":30}}"#)
    #expect((large.result.width, large.result.height) == (160, 120))
    #expect(large.picture[80, 60] == red)
    // every pixel counts for something: a quarter of 4 × 4 points is red
    let small = try shot(#"{"scale":0.25,"region":{"x":18,"y":8,"width":4,"height":4}}"#)
    #expect((small.result.width, small.result.height) == (1, 1))
    #expect((0x38...0x48).contains(small.picture[0, 0] >> 16 & 0xFF), "\(String(small.picture[0, 0], radix: 16))")
    _ = front
  }

  @Test(arguments: ["0.01", "9", "-1", #""two""#]) func aScaleThatIsNoneIsRefused(scale: String) throws {
    let error = try peer.call("shot", #"{"scale":\#(scale)}"#)
    #expect(error["code"] == .number(JSONNumber(-32602)))
  }

  @Test func aWindowIsShotCoveredHiddenAndOffTheScreen() throws {
    let below = try window("below", (0, 0), (40, 30), red)
    let above = try window("above", (0, 0), (60, 60), blue)
    for change in ["", "off", "hidden"] {
      if change == "off" { _ = try peer.call("place", #"{"window":"below","x":-500,"y":900}"#) }
      if change == "hidden" { _ = try peer.call("hide", #"{"window":"below"}"#) }
      let taken = try shot(#"{"window":"below"}"#)
      #expect(taken.result.windows.map(\.appID) == ["below"], "\(change)")
      let (width, height) = (taken.result.width, taken.result.height)
      #expect((width, height) == (Int(40 * taken.result.scale), Int(30 * taken.result.scale)), "\(change)")
      #expect(taken.picture[0, 0] == red && taken.picture[width - 1, height - 1] == red, "\(change)")
    }
    _ = (below, above)
  }

  @Test func theCursorIsInThePictureOfAWindowWhereItIsAskedFor() throws {
    let front = try window("front", (0, 0), (60, 60), blue)
    _ = client.seat.getPointer()
    _ = try peer.call("pointer.move", #"{"to":"10,10"}"#) { try client.roundtrip() }
    let without = try shot(#"{"window":"front"}"#)
    let with = try shot(#"{"window":"front","cursor":true}"#)
    #expect(try PictureComparison(without.picture, with.picture).differingPixels > 10)
    _ = front
  }

  @Test func thePixelThatIsSeenIsTold() throws {
    let front = try window("front", (20, 10), (40, 30), red)
    let inside = try peer.call("pixel", #"{"at":"front@0,0"}"#)
    #expect(inside["colour"]?.text == "#ff0000")
    #expect(inside["window"]?["appID"]?.text == "front")
    let outside = try peer.call("pixel", #"{"at":"19.9,10"}"#)
    #expect(outside["colour"]?.text == "#000000")
    #expect(outside["window"] == nil)
    // a screen's right and lower edge belong to it, as for input
    #expect(try peer.call("pixel", #"{"at":"200,150"}"#)["colour"]?.text == "#000000")
    #expect(try peer.call("pixel", #"{"at":"200,150.1"}"#)["colour"] == nil)
    #expect(try peer.call("pixel", #"{"at":"1000,1000"}"#)["message"]?.text == "the point 1000,1000 is on no screen")
    _ = front
  }

  @Test func aPixelIsWaitedForInAWindowThatIsNotThereYet() throws {
    var shown: TestWindow?
    let found = try peer.call("wait.pixel", ##"{"at":"late@5,5","colour":"#FF0008","tolerance":8}"##) {
      if shown == nil { shown = try client.makeWindow(40, 30, blue, appID: "late") } else { shown?.show(40, 30, red) }
      try client.roundtrip()
    }
    #expect(found["colour"]?.text == "#ff0000")
    #expect(found["window"]?["appID"]?.text == "late")
  }

  @Test func whatIsSeenInsteadIsSaidWhenThePixelDoesNotCome() throws {
    let front = try window("front", (20, 10), (40, 30), red)
    let id = host.service.windows[0].id
    let late = try peer.call("wait.pixel", ##"{"at":"front@1,1","colour":"#00ff00","timeout":5}"##)
    #expect(
      late["message"]?.text
        == "the colour #00ff00 at front@1,1 did not come within 5 ms: it is #ff0000 of window \(id) (front)")
    let nobody = try peer.call("wait.pixel", ##"{"at":"nobody@1,1","colour":"#00ff00","timeout":5}"##)
    #expect(nobody["message"]?.text?.contains("no window is of the app id “nobody”") == true)
    for wrong in [##""green""##, ##""#00ff0""##, ##""#+0ff00""##, "5"] {
      let error = try peer.call("wait.pixel", #"{"at":"1,1","colour":\#(wrong)}"#)
      #expect(error["code"] == .number(JSONNumber(-32602)), "\(wrong)")
    }
    _ = front
  }

  @Test func aPictureIsWaitedFor() throws {
    let directory = TemporaryDirectory()
    let front = try window("front", (0, 0), (40, 30), red)
    directory.write(try shot(#"{"window":"front"}"#).result.png.bytes, to: "red.png")
    directory.write(try shot(#"{"region":{"x":0,"y":0,"width":40,"height":30}}"#).result.png.bytes, to: "part.png")
    front.show(40, 30, blue)
    try client.roundtrip()
    let path = "\(directory.path)/red.png"
    let late = try peer.call("wait.picture", #"{"path":"\#(path)","window":"front","timeout":5}"#)
    let count = 80 * 60
    #expect(late["message"]?.text?.contains("of \(count) pixels differ, by 255 of 255 at most, inside 0,0,80x60") == true, "\(late)")
    #expect(late["data"]?["pending"] != nil)
    let other = try peer.call("wait.picture", #"{"path":"\#(path)","timeout":5}"#)
    #expect(other["message"]?.text?.contains("it has 400x300 pixels, and the picture 80x60") == true, "\(other)")
    var turns = 0
    let found = try peer.call("wait.picture", #"{"path":"\#(path)","window":"front"}"#) {
      turns += 1
      if turns == 3 { front.show(40, 30, red) }
      try client.roundtrip()
    }
    #expect(found["differing"] == .number(JSONNumber(0)))
    let part = try peer.call(
      "wait.picture", #"{"path":"\#(directory.path)/part.png","region":{"x":0,"y":0,"width":40,"height":30},"perceptual":2.3}"#)
    #expect(part["differing"] == .number(JSONNumber(0)))
    front.show(40, 30, 0xFFFF_0300)
    try client.roundtrip()
    #expect(try peer.call("wait.picture", #"{"path":"\#(path)","window":"front","tolerance":3,"timeout":5}"#)["differing"] != nil)
    #expect(try peer.call("wait.picture", #"{"path":"\#(path)","window":"front","tolerance":2,"timeout":5}"#)["differing"] == nil)
    #expect(try peer.call("wait.picture", #"{"path":"\#(path)","window":"front","allowed":\#(count),"timeout":5}"#)["differing"] != nil)
  }

  @Test(arguments: [
    (#"{"path":"a.png"}"#, "whole path"), (#"{"path":"/nonexistent/a.png"}"#, "cannot be read"),
    (#"{"path":"/dev/zero"}"#, "cannot be read"),
    (#"{"path":"/etc/passwd"}"#, "cannot be read"), (#"{"path":"/a","tolerance":256}"#, "tolerance"),
    (#"{"path":"/a","tolerance":1,"perceptual":2}"#, "do not go together"), (#"{"path":"/a","perceptual":-1}"#, "out of bounds"),
    (#"{"path":"/a","screen":"a","window":"b"}"#, "not of both"),
  ])
  func whatCannotBeComparedIsRefusedAtOnce(parameters: String, reason: String) throws {
    let error = try peer.call("wait.picture", parameters)
    #expect(error["message"]?.text?.contains(reason) == true, "\(error)")
  }
}
