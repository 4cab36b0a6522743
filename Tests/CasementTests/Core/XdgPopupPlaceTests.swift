import CasementTesting
import Geometry
import Scene
import Surfaces
import Testing
import WaylandClient
import WaylandProtocols
import WaylandServer
import WindowModel

@testable import Casement

private typealias Positioner = WaylandProtocols.XdgPositioner

/// One popup of a window that fills the screen of 1280×720, and where it must come to lie.
private struct Place: Sendable, CustomTestStringConvertible {
  var testDescription: String
  var size = (width: 20, height: 10)
  var rect: (x: Int, y: Int, width: Int, height: Int)
  var anchor: Positioner.Anchor = .none
  var gravity: Positioner.Gravity = .none
  var adjustment: Positioner.ConstraintAdjustment = []
  var offset = (x: 0, y: 0)
  var expected: String

  func positioner(_ client: TestClient) -> XdgPositionerProxy {
    let positioner = client.wmBase.createPositioner()
    positioner.setSize(width: Int32(size.width), height: Int32(size.height))
    positioner.setAnchorRect(x: Int32(rect.x), y: Int32(rect.y), width: Int32(rect.width), height: Int32(rect.height))
    positioner.setAnchor(anchor: anchor)
    positioner.setGravity(gravity: gravity)
    positioner.setConstraintAdjustment(constraintAdjustment: adjustment)
    positioner.setOffset(x: Int32(offset.x), y: Int32(offset.y))
    return positioner
  }
}

private let middle = (x: 100, y: 100, width: 10, height: 10)
private let right = (x: 1270, y: 100, width: 10, height: 10)
private let bottom = (x: 100, y: 710, width: 10, height: 10)
private let corner = (x: 1270, y: 710, width: 10, height: 10)
private let origin = (x: 0, y: 0, width: 10, height: 10)

private let free = [
  Place(testDescription: "centred on the middle", rect: middle, expected: "95,100 20×10"),
  Place(testDescription: "below right", rect: middle, anchor: .bottomRight, gravity: .bottomRight, expected: "110,110 20×10"),
  Place(testDescription: "above left", rect: middle, anchor: .topLeft, gravity: .topLeft, expected: "80,90 20×10"),
  Place(testDescription: "below left", rect: middle, anchor: .bottomLeft, gravity: .bottomLeft, expected: "80,110 20×10"),
  Place(testDescription: "above right", rect: middle, anchor: .topRight, gravity: .topRight, expected: "110,90 20×10"),
  Place(testDescription: "at the top, growing down", rect: middle, anchor: .top, gravity: .bottom, expected: "95,100 20×10"),
  Place(testDescription: "at the left, growing left", rect: middle, anchor: .left, gravity: .left, expected: "80,100 20×10"),
  Place(
    testDescription: "with an offset", rect: middle, anchor: .bottomRight, gravity: .bottomRight, offset: (3, -4), expected: "113,106 20×10"
  ),
  Place(
    testDescription: "an anchor of no size", rect: (50, 60, 0, 0), anchor: .bottomRight, gravity: .bottomRight, expected: "50,60 20×10"),
]

private let constrained = [
  Place(testDescription: "nothing may be done", rect: corner, anchor: .bottomRight, gravity: .bottomRight, expected: "1280,720 20×10"),
  Place(
    testDescription: "slide across only", rect: corner, anchor: .bottomRight, gravity: .bottomRight, adjustment: .slideX,
    expected: "1260,720 20×10"),
  Place(
    testDescription: "slide down only", rect: corner, anchor: .bottomRight, gravity: .bottomRight, adjustment: .slideY,
    expected: "1280,710 20×10"),
  Place(
    testDescription: "slide both", rect: corner, anchor: .bottomRight, gravity: .bottomRight, adjustment: [.slideX, .slideY],
    expected: "1260,710 20×10"),
  Place(
    testDescription: "slide from the left and top", rect: origin, anchor: .topLeft, gravity: .topLeft, adjustment: [.slideX, .slideY],
    expected: "0,0 20×10"),
  Place(
    testDescription: "slide what is too wide: the edge it grows from stays", size: (2000, 10), rect: right, anchor: .right,
    gravity: .right, adjustment: .slideX, expected: "0,100 2000×10"),
  Place(
    testDescription: "slide what is too wide as far as its far end: then that one is inside", size: (2000, 10), rect: origin, anchor: .left,
    gravity: .none, adjustment: .slideX, expected: "-720,0 2000×10"),
  .init(
    testDescription: "slide what is too wide the other way", size: (2000, 10), rect: origin, anchor: .left, gravity: .left,
    adjustment: .slideX, expected: "-720,0 2000×10"),
  Place(testDescription: "flip across", rect: right, anchor: .right, gravity: .right, adjustment: .flipX, expected: "1250,100 20×10"),
  Place(testDescription: "flip up", rect: bottom, anchor: .bottom, gravity: .bottom, adjustment: .flipY, expected: "95,700 20×10"),
  Place(
    testDescription: "flip both", rect: origin, anchor: .topLeft, gravity: .topLeft, adjustment: [.flipX, .flipY], expected: "10,10 20×10"),
  Place(
    testDescription: "flip turns the offset round", rect: right, anchor: .right, gravity: .right, adjustment: .flipX, offset: (5, 0),
    expected: "1245,100 20×10"),
  Place(
    testDescription: "a flip that does not help is undone", size: (1275, 10), rect: (640, 100, 10, 10), anchor: .right, gravity: .right,
    adjustment: .flipX, expected: "650,100 1275×10"),
  Place(
    testDescription: "and then it slides", size: (1275, 10), rect: (640, 100, 10, 10), anchor: .right, gravity: .right,
    adjustment: [.flipX, .slideX], expected: "5,100 1275×10"),
  Place(
    testDescription: "flip is tried before slide", rect: right, anchor: .right, gravity: .right, adjustment: [.flipX, .slideX],
    expected: "1250,100 20×10"),
  Place(
    testDescription: "resize across", rect: (1265, 100, 5, 10), anchor: .right, gravity: .right, adjustment: .resizeX,
    expected: "1270,100 10×10"),
  Place(
    testDescription: "resize down", rect: (100, 710, 5, 5), anchor: .bottom, gravity: .bottom, adjustment: .resizeY,
    expected: "92,715 20×5"),
  Place(
    testDescription: "slide is tried before resize", rect: (1265, 100, 5, 10), anchor: .right, gravity: .right,
    adjustment: [.slideX, .resizeX], expected: "1260,100 20×10"),
  Place(
    testDescription: "too wide: slide, then resize", size: (2000, 10), rect: right, anchor: .right, gravity: .right,
    adjustment: [.slideX, .resizeX], expected: "0,100 1280×10"),
  Place(
    testDescription: "one axis slides, the other's flip does not help", size: (20, 715), rect: (1270, 10, 10, 700), anchor: .bottomRight,
    gravity: .bottomRight, adjustment: [.slideX, .flipY, .slideY], expected: "1260,5 20×715"),
  Place(
    testDescription: "one axis flips, the other slides", rect: corner, anchor: .bottomRight, gravity: .bottomRight,
    adjustment: [.flipX, .slideY], expected: "1250,710 20×10"),
]

@Test(arguments: free + constrained)
private func aPopupIsPutWhereItsRulesSay(_ place: Place) throws {
  let bench = try Bench()
  let window = try bench.client.window(1280, 720)
  let popup = PopupProbe(bench.client, on: window.xdgSurface, place.positioner(bench.client))
  popup.surface.commit()
  try bench.client.roundtrip()
  #expect(popup.log.taken == ["popup \(place.expected)", "popup configure"])
}

@Test func placesAreRelativeToTheWindowGeometry() throws {
  let bench = try Bench()
  let window = try bench.client.window(1400, 840, 0xFF80_8080)
  window.xdgSurface.setWindowGeometry(x: 61, y: 55, width: 1280, height: 720)
  window.surface.commit()
  try bench.client.roundtrip()
  let place = Place(
    testDescription: "", rect: (1270, 710, 10, 10), anchor: .bottomRight, gravity: .bottomRight, adjustment: [.slideX, .slideY],
    expected: "")
  let popup = PopupProbe(bench.client, on: window.xdgSurface, place.positioner(bench.client))
  popup.surface.commit()
  try bench.client.roundtrip()
  #expect(popup.log.taken == ["popup 1260,710 20×10", "popup configure"])
  popup.show()
  try bench.client.roundtrip()
  #expect(try bench.service.layoutOrigin(of: bench.surface(of: popup.surface)) == Point(x: 1260, y: 710))
  // the popup's own shadow lies outside of its geometry
  popup.xdgSurface.setWindowGeometry(x: 4, y: 3, width: 10, height: 5)
  popup.surface.commit()
  try bench.client.roundtrip()
  #expect(try bench.service.layoutOrigin(of: bench.surface(of: popup.surface)) == Point(x: 1256, y: 707))
  // a nested popup stands on the geometry of its parent
  let nested = PopupProbe(
    bench.client, on: popup.xdgSurface,
    Place(testDescription: "", size: (5, 5), rect: (0, 0, 1, 1), anchor: .topLeft, gravity: .topLeft, expected: "").positioner(bench.client)
  )
  try nested.map()
  #expect(try bench.service.layoutOrigin(of: bench.surface(of: nested.surface)) == Point(x: 1255, y: 705))
}

@Test func aNestedPopupIsKeptOnTheScreen() throws {
  let bench = try Bench()
  let window = try bench.client.window(1280, 720)
  let popup = PopupProbe(
    bench.client, on: window.xdgSurface,
    Place(
      testDescription: "", size: (100, 100), rect: (1100, 100, 1, 1), anchor: .bottomRight, gravity: .bottomRight, expected: ""
    ).positioner(bench.client))
  try popup.map()
  // at 1101 on the screen; the nested one would begin at 1201 and end at 1301
  let nested = PopupProbe(
    bench.client, on: popup.xdgSurface,
    Place(
      testDescription: "", size: (100, 20), rect: (0, 0, 100, 20), anchor: .right, gravity: .right, adjustment: .flipX, expected: ""
    ).positioner(bench.client))
  nested.surface.commit()
  try bench.client.roundtrip()
  #expect(nested.log.taken == ["popup -100,0 100×20", "popup configure"])
}

@Test func repositionMovesThePopupWhenItIsAcknowledged() throws {
  let bench = try Bench()
  let window = try bench.client.window(1280, 720)
  let popup = PopupProbe(
    bench.client, on: window.xdgSurface, Place(testDescription: "", rect: middle, expected: "").positioner(bench.client))
  try popup.map()
  let surface = try bench.surface(of: popup.surface)
  #expect(bench.service.layoutOrigin(of: surface) == Point(x: 95, y: 100))
  _ = popup.log.taken
  popup.acknowledges = false
  let next = Place(testDescription: "", size: (30, 30), rect: middle, anchor: .bottomRight, gravity: .bottomRight, expected: "")
  popup.popup.reposition(positioner: next.positioner(bench.client), token: 1234)
  try bench.client.roundtrip()
  #expect(popup.log.taken == ["popup repositioned 1234", "popup 110,110 30×30", "popup configure"])
  popup.surface.commit()
  try bench.client.roundtrip()
  #expect(bench.service.layoutOrigin(of: surface) == Point(x: 95, y: 100))
  popup.xdgSurface.ackConfigure(serial: popup.lastSerial)
  try bench.client.roundtrip()
  #expect(bench.service.layoutOrigin(of: surface) == Point(x: 110, y: 110), "it need not draw anew")
}

@Test func onlyAReactivePopupFollowsItsSurroundings() throws {
  let bench = try Bench.natural()
  let window = try bench.client.window(200, 100)
  let id = try #require(bench.service.clientWindows.keys.first)
  func make(_ isReactive: Bool) throws -> PopupProbe {
    let positioner = Place(
      testDescription: "", size: (50, 50), rect: (199, 99, 1, 1), anchor: .bottomRight, gravity: .bottomRight,
      adjustment: [.slideX, .slideY], expected: ""
    ).positioner(bench.client)
    if isReactive { positioner.setReactive() }
    let popup = PopupProbe(bench.client, on: window.xdgSurface, positioner)
    try popup.map()
    _ = popup.log.taken
    return popup
  }
  let (still, reactive) = (try make(false), try make(true))
  // to the bottom right corner of the screen: the popup must slide now
  bench.service.perform(bench.service.model.place(id, at: Point(x: 1080, y: 620)))
  try bench.client.roundtrip()
  #expect(still.log.taken == [])
  #expect(reactive.log.taken == ["popup 150,50 50×50", "popup configure"])
}
