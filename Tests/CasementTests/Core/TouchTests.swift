import CasementTesting
import Geometry
import Input
import Scene
import Surfaces
import Testing
import WaylandClient
import WaylandProtocols
import WaylandServer
import WindowModel

@testable import Casement

private struct Scene {
  let bench: Bench
  let touch: TouchListener
  let window: TestWindow
  let id: WindowID

  init() throws {
    bench = try Bench.natural()
    touch = TouchListener(bench.client)
    window = try bench.client.window(200, 200)
    id = try #require(bench.service.clientWindows.keys.first)
    bench.service.perform(bench.service.model.place(id, at: Point(x: 100, y: 100)))
  }

  func heard() throws -> [String] {
    try bench.client.roundtrip()
    return touch.log.taken
  }

  func down(_ finger: Int32, _ x: Double, _ y: Double) { bench.service.seat.touch.down(FingerID(finger), at: PrecisePoint(x: x, y: y)) }
  func move(_ finger: Int32, _ x: Double, _ y: Double) { bench.service.seat.touch.move(FingerID(finger), to: PrecisePoint(x: x, y: y)) }
  func up(_ finger: Int32) { bench.service.seat.touch.up(FingerID(finger)) }
  func frame() { bench.service.seat.touch.frame() }
}

@Test func fingersOfOneBatchShareAFrame() throws {
  let scene = try Scene()
  scene.down(0, 110, 110)
  scene.down(1, 120, 130)
  scene.frame()
  #expect(try scene.heard() == ["down 0 10,10", "down 1 20,30", "frame"])
  scene.up(0)
  scene.frame()
  scene.up(1)
  scene.frame()
  #expect(try scene.heard() == ["up 0", "frame", "up 1", "frame"])
}

@Test func nothingFollowsACancel() throws {
  let scene = try Scene()
  scene.down(0, 110, 110)
  scene.frame()
  _ = try scene.heard()
  scene.bench.service.seat.touch.cancelDevice(.standard)
  scene.move(0, 120, 120)
  scene.up(0)
  scene.frame()
  #expect(try scene.heard() == ["cancel"])
  // the next touch is a new one
  scene.down(0, 111, 111)
  scene.frame()
  #expect(try scene.heard() == ["down 0 11,11", "frame"])
}

@Test func aTouchStaysWithItsSurface() throws {
  let scene = try Scene()
  scene.down(0, 110, 110)
  scene.move(0, 700, 50)
  scene.frame()
  scene.up(0)
  scene.frame()
  #expect(try scene.heard() == ["down 0 10,10", "motion 0 600,-50", "frame", "up 0", "frame"])
}

@Test func aTouchOfADestroyedSurfaceEndsWithUpAndNotWithCancel() throws {
  let scene = try Scene()
  let child = scene.bench.surface()
  scene.bench.subcompositor.getSubsurface(surface: child, parent: scene.window.surface)
  child.attach(buffer: scene.bench.client.makeBuffer(50, 50, 0), x: 0, y: 0)
  child.commit()
  scene.window.surface.commit()
  try scene.bench.client.roundtrip()
  scene.down(0, 110, 110)
  scene.frame()
  _ = try scene.heard()
  child.destroy()
  #expect(try scene.heard() == ["up 0", "frame"])
  scene.move(0, 120, 120)
  scene.up(0)
  scene.frame()
  #expect(try scene.heard() == [])
}

@Test func aTouchOfADestroyedToplevelEndsWithUpAndNotWithCancel() throws {
  let scene = try Scene()
  scene.down(0, 110, 110)
  scene.frame()
  _ = try scene.heard()
  scene.window.toplevel.destroy()
  #expect(try scene.heard() == ["up 0", "frame"])
  scene.window.xdgSurface.destroy()
  scene.window.surface.destroy()
  scene.move(0, 120, 120)
  scene.up(0)
  scene.frame()
  #expect(try scene.heard() == [])
}

@Test func aTouchOfASubsurfaceOfADestroyedToplevelEndsWithUp() throws {
  let scene = try Scene()
  let child = scene.bench.surface()
  scene.bench.subcompositor.getSubsurface(surface: child, parent: scene.window.surface)
  child.attach(buffer: scene.bench.client.makeBuffer(50, 50, 0), x: 0, y: 0)
  child.commit()
  scene.window.surface.commit()
  try scene.bench.client.roundtrip()
  scene.down(0, 110, 110)
  scene.down(1, 190, 190)
  scene.frame()
  _ = try scene.heard()
  scene.window.toplevel.destroy()
  let heard = try scene.heard()
  #expect(heard.filter { $0 != "frame" } == ["up 0", "up 1"])
  #expect(heard.last == "frame")
}

@Test func aTouchOfADestroyedPopupEndsWithUp() throws {
  let scene = try Scene()
  let popup = TestPopup(scene.bench.client, size: (50, 60), anchor: (0, 0, 10, 10), parent: scene.window.xdgSurface)
  popup.surface.commit()
  try scene.bench.client.roundtrip()
  popup.show(0xFF00_00FF)
  try scene.bench.client.roundtrip()
  let place = try #require(popup.place)
  scene.down(0, Double(100 + place.x + 5), Double(100 + place.y + 5))
  scene.frame()
  #expect(try scene.heard() == ["down 0 5,5", "frame"])
  popup.popup.destroy()
  #expect(try scene.heard() == ["up 0", "frame"])
}

@Test func hidingAWindowCancelsItsTouches() throws {
  let scene = try Scene()
  scene.down(0, 110, 110)
  scene.down(1, 120, 120)
  scene.frame()
  _ = try scene.heard()
  scene.bench.service.perform(scene.bench.service.model.setHidden(scene.id, true))
  scene.up(0)
  scene.up(1)
  scene.frame()
  #expect(try scene.heard() == ["cancel"])
}

@Test func edgesAreHalfOpen() throws {
  let scene = try Scene()
  scene.down(0, 300, 150)
  scene.frame()
  #expect(try scene.heard() == [])
  scene.down(1, 299.75, 150)
  scene.frame()
  #expect(try scene.heard().first?.hasSuffix(" 199.75,50") == true)
}

@Test func aClientThatDiesWithAFingerDownHarmsNobody() throws {
  let scene = try Scene()
  scene.down(0, 110, 110)
  scene.frame()
  scene.bench.service.display.connectedClients.first { $0.number == 1 }?.disconnect()
  scene.move(0, 120, 120)
  scene.up(0)
  scene.frame()
  try scene.bench.othersAreServed()
  #expect(scene.bench.service.seat.touch.fingersDown.isEmpty)
}

@Test func aLiftedFingerIsNoGrabAnyMore() throws {
  let scene = try Scene()
  scene.down(0, 110, 110)
  scene.frame()
  try scene.bench.client.roundtrip()
  let serial = scene.touch.downSerial
  #expect(scene.bench.service.seat.ledger.activeGrab(serial, of: scene.bench.service.clientWindows[scene.id]!.client.id) != nil)
  scene.up(0)
  scene.frame()
  #expect(scene.bench.service.seat.ledger.activeGrab(serial, of: scene.bench.service.clientWindows[scene.id]!.client.id) == nil)
}
