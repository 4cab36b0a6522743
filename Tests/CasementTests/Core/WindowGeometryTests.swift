import CasementTesting
import Geometry
import Testing
import WaylandClient
import WindowModel

@testable import Casement

/// A floating window of 200×200 at (100, 100), all of whose surface is the window, with a subsurface of 50×50 at its corner.
private struct Scene {
  let bench: Bench
  let window: TestWindow
  let child: WlSurfaceProxy
  let subsurface: WlSubsurfaceProxy
  let id: WindowID

  init() throws {
    bench = try Bench.natural()
    window = try bench.client.window(200, 200)
    id = try #require(bench.service.clientWindows.keys.first)
    bench.service.perform(bench.service.model.place(id, at: Point(x: 100, y: 100)))
    child = bench.surface()
    subsurface = bench.subcompositor.getSubsurface(surface: child, parent: window.surface)
    child.attach(buffer: bench.client.makeBuffer(50, 50, 0), x: 0, y: 0)
    child.commit()
    window.surface.commit()
    try bench.client.roundtrip()
  }

  func moveChild(_ x: Int32, _ y: Int32) throws {
    subsurface.setPosition(x: x, y: y)
    window.surface.commit()
    try bench.client.roundtrip()
  }

  var frame: Rect<LayoutPoints>? { bench.service.model.frame(of: id) }

  /// Where the window's surface begins in the layout.
  func surfaceOrigin() throws -> PrecisePoint<LayoutPoints>? {
    bench.service.convert(PrecisePoint(x: 0, y: 0), from: try bench.surface(of: window.surface))
  }
}

@Test func aWindowThatSaysNoGeometryGrowsAroundItsSurface() throws {
  let scene = try Scene()
  try scene.moveChild(-30, -10)
  #expect(scene.frame == Rect(x: 70, y: 90, width: 230, height: 210))
  #expect(try scene.surfaceOrigin() == PrecisePoint(x: 100, y: 100))
  try scene.moveChild(180, 190)
  #expect(scene.frame == Rect(x: 100, y: 100, width: 230, height: 240))
  #expect(try scene.surfaceOrigin() == PrecisePoint(x: 100, y: 100))
}

@Test func aSubsurfaceThatMovesUnderThePointerIsToldWhereThePointerIs() throws {
  let scene = try Scene()
  let pointer = PointerListener(scene.bench.client)
  scene.bench.service.injectPointerMotion(to: PrecisePoint(x: 110, y: 105))
  try scene.bench.client.roundtrip()
  #expect(pointer.log.taken == ["enter it 10,5", "frame"])
  try scene.moveChild(-23, -17)
  #expect(pointer.log.taken == ["motion 33,22", "frame"])
}

@Test func aGeometryThatTheClientSaysStaysWhereItIs() throws {
  let scene = try Scene()
  scene.window.xdgSurface.setWindowGeometry(x: 12, y: 5, width: 150, height: 150)
  try scene.moveChild(-30, -10)
  #expect(scene.frame == Rect(x: 100, y: 100, width: 150, height: 150))
  #expect(try scene.surfaceOrigin() == PrecisePoint(x: 88, y: 95))
}

@Test func aGeometryIsForgottenWithTheContentAndTheSurfaceStaysInPlace() throws {
  let scene = try Scene()
  scene.window.xdgSurface.setWindowGeometry(x: 12, y: 5, width: 150, height: 150)
  scene.window.surface.commit()
  scene.window.surface.attach(buffer: nil, x: 0, y: 0)
  scene.window.surface.commit()
  scene.window.surface.commit()
  try scene.bench.client.roundtrip()
  scene.window.show(200, 200, 0)
  try scene.bench.client.roundtrip()
  #expect(scene.frame == Rect(x: 88, y: 95, width: 200, height: 200))
}

@Test func aWindowThatIsBeingMovedMayGrow() throws {
  let scene = try Scene()
  let service = scene.bench.service
  service.perform(service.model.beginInteraction(scene.id, at: PrecisePoint(x: 150, y: 150)))
  try scene.moveChild(-30, -10)
  service.perform(service.model.updateInteraction(to: PrecisePoint(x: 160, y: 170)))
  #expect(try scene.surfaceOrigin() == PrecisePoint(x: 110, y: 120))
}

@Test func aWindowThatFillsItsScreenStaysAtItsCorner() throws {
  let scene = try Scene()
  scene.window.toplevel.setMaximized()
  try scene.bench.client.roundtrip()
  try scene.moveChild(-30, -10)
  #expect(scene.frame?.origin != Point(x: -30, y: -10))
  scene.window.toplevel.unsetMaximized()
  try scene.bench.client.roundtrip()
  #expect(scene.frame?.size == Size(width: 230, height: 210))
}

@Test func whoDrivesTheServiceFromOutsideCanPlaceAWindowByItsSurface() throws {
  let scene = try Scene()
  let client = try #require(scene.bench.service.clientWindows[scene.id]?.client)
  scene.bench.service.placeWindow(of: scene.window.surface.id, client: client, at: Point(x: 7, y: 9))
  #expect(scene.frame?.origin == Point(x: 7, y: 9))
  scene.bench.service.placeWindow(of: scene.child.id, client: client, at: Point(x: 50, y: 50))
  #expect(scene.frame?.origin == Point(x: 7, y: 9), "a subsurface is no window")
}

@Test func theListOfGlobalsForOutsidersIsWhatAClientIsOffered() throws {
  let bench = try Bench()
  let offered = bench.client.globals.map { "\($0.interface) \($0.version)" }
  #expect(WindowService.advertisedGlobals.map { "\($0.interface) \($0.version)" }.sorted() == offered.sorted())
}
