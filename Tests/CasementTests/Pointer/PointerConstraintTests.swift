import CasementTesting
import Geometry
import Surfaces
import Testing
import WaylandClient
import WaylandProtocols
import WaylandServer
import WindowModel

@testable import Casement

@Test(arguments: ["lock, lock", "lock, confine", "confine, lock", "confine, confine"])
func aSurfaceIsConstrainedOnce(kinds: String) throws {
  let scene = try ConstraintScene()
  for kind in kinds.split(separator: ", ") {
    if kind == "lock" { _ = scene.lock() } else { _ = scene.confine() }
  }
  #expect(isError(scene.client.failure(), "zwp_pointer_constraints_v1", ZwpPointerConstraintsV1.Error.alreadyConstrained.rawValue))
  try scene.bench.othersAreServed()
}

@Test func aLifetimeThatIsNoneEndsTheClient() throws {
  let scene = try ConstraintScene()
  _ = scene.lock(nil, nil, .init(rawValue: 3))
  #expect(isError(scene.client.failure(), "wl_display", 3))
}

@Test func aLockHoldsThePointerAndItsButtonsWork() throws {
  let scene = try ConstraintScene()
  let lock = scene.lock()
  #expect(try scene.heard() == ["locked"])
  scene.move(by: 30, -20)
  #expect(try scene.heard() == ["by 30.0,-20.0 of 30.0,-20.0 at 1000000", "frame"])
  #expect(scene.position == PrecisePoint(x: 200, y: 200))
  scene.bench.button(true)
  scene.bench.button(false)
  #expect(try scene.heard() == ["press 272", "frame", "release 272", "frame"])
  lock.destroy()
  try scene.client.roundtrip()
  scene.move(by: 30, -20)
  #expect(try scene.heard() == ["by 30.0,-20.0 of 30.0,-20.0 at 1000000", "motion 130,80", "frame"])
}

@Test("case 60: a lock destroyed while it is active") func anActiveLockThatIsDestroyedFreesThePointerAndALaterOneLocksIt() throws {
  let scene = try ConstraintScene()
  let lock = scene.lock()
  #expect(try scene.heard() == ["locked"])
  lock.destroy()
  #expect(try scene.heard() == [])
  scene.move(by: 10, 0)
  #expect(scene.position == PrecisePoint(x: 210, y: 200))
  _ = try scene.heard()
  _ = scene.lock()
  #expect(try scene.heard() == ["locked"])
  scene.move(by: 10, 0)
  #expect(scene.position == PrecisePoint(x: 210, y: 200))
}

@Test("case 60: its surface destroyed while a lock is active") func aLockWhoseSurfaceIsDestroyedFreesThePointer() throws {
  let scene = try ConstraintScene()
  let lock = scene.lock()
  #expect(try scene.heard() == ["locked"])
  scene.window.toplevel.destroy()
  scene.window.xdgSurface.destroy()
  scene.window.surface.destroy()
  #expect(try scene.heard().contains("unlocked"))
  scene.move(by: 10, 0)
  #expect(scene.position == PrecisePoint(x: 210, y: 200))
  lock.setCursorPositionHint(surfaceX: 1, surfaceY: 1)
  lock.setRegion(region: nil)
  lock.destroy()
  let other = try scene.client.window(1280, 700)
  scene.bench.move(640, 360)
  _ = try scene.heard()
  _ = scene.lock(other.surface)
  #expect(try scene.heard() == ["locked"])
}

@Test func aLockedSurfaceThatIsDestroyedAtOnceWithoutItsRoleFreesThePointer() throws {
  let scene = try ConstraintScene()
  _ = scene.lock()
  #expect(try scene.heard() == ["locked"])
  scene.window.surface.destroy()
  #expect(try scene.heard().contains("unlocked"))
  #expect(scene.service.seat.pointer.constraint == nil)
}

@Test func aClientThatDiesWithALockFreesThePointer() throws {
  let scene = try ConstraintScene()
  _ = scene.lock()
  #expect(try scene.heard() == ["locked"])
  scene.service.display.connectedClients.first { $0.number == 1 }?.disconnect()
  scene.bench.test.pump()
  scene.move(by: 10, 0)
  #expect(scene.position == PrecisePoint(x: 210, y: 200))
  try scene.bench.othersAreServed()
}

@Test func aConstraintWaitsForTheKeyboard() throws {
  let scene = try ConstraintScene()
  let other = try scene.bench.witness.window(100, 100)
  let id = try #require(scene.service.clientWindows.keys.max())
  scene.service.perform(scene.service.model.place(id, at: Point(x: 600, y: 100)))
  _ = scene.lock()
  #expect(try scene.heard() == [])
  scene.bench.button(true)
  scene.bench.button(false)
  #expect(try scene.heard().contains("locked"))
  withExtendedLifetime(other) {}
}

@Test func aConstraintWaitsForThePointer() throws {
  let scene = try ConstraintScene()
  scene.bench.move(500, 500)
  _ = try scene.heard()
  _ = scene.lock()
  #expect(try scene.heard() == [])
  scene.bench.move(100, 100)
  // the surface has the pointer before it is told of the lock
  #expect(try scene.heard() == ["locked", "enter it 0,0", "frame"])
}

@Test func aPersistentLockComesBackAndAOneShotDoesNot() throws {
  for lifetime in [ZwpPointerConstraintsV1.Lifetime.persistent, .oneshot] {
    let scene = try ConstraintScene()
    _ = scene.lock(nil, nil, lifetime)
    #expect(try scene.heard() == ["locked"])
    let other = try scene.client.window(100, 100)
    let id = try #require(scene.service.clientWindows.keys.max())
    scene.service.perform(scene.service.model.place(id, at: Point(x: 600, y: 100)))
    #expect(try scene.heard() == ["unlocked"])
    other.toplevel.destroy()
    other.xdgSurface.destroy()
    #expect(try scene.heard() == (lifetime == .persistent ? ["locked"] : []))
    if lifetime == .oneshot {
      // a lock that is over keeps nobody from a new one
      _ = scene.lock()
      #expect(try scene.heard() == ["locked"])
    }
  }
}

@Test func aWindowInFrontWithoutKeyTakesNothingFromALock() throws {
  let scene = try ConstraintScene()
  _ = scene.lock()
  _ = try scene.heard()
  let layer = TestLayer(scene.bench.witness, scene.bench.witness.bind(ZwlrLayerShellV1Proxy.self), .overlay)
  layer.layer.setSize(width: 400, height: 400)
  layer.layer.setAnchor(anchor: [.top, .left])
  try layer.map()
  #expect(try scene.heard() == [])
  scene.move(by: 4, 4)
  #expect(try scene.heard() == ["by 4.0,4.0 of 4.0,4.0 at 1000000", "frame"])
}

@Test func aLockBeginsInsideItsRegionOnly() throws {
  let scene = try ConstraintScene()
  let lock = scene.lock(nil, scene.region((0, 0, 50, 50)))
  #expect(try scene.heard() == [])
  scene.bench.move(149, 149)
  #expect(try scene.heard().contains("locked"))
  lock.destroy()
  // the input region counts as well
  let region = scene.region((0, 0, 200, 60))
  scene.window.surface.setInputRegion(region: region)
  scene.window.surface.commit()
  _ = scene.lock(nil, scene.region((0, 50, 200, 150)))
  _ = try scene.heard()
  scene.bench.move(150, 130)
  #expect(try scene.heard().contains("locked") == false)
  scene.bench.move(150, 155)
  #expect(try scene.heard().contains("locked"))
}

@Test func aRegionIsSetByTheCommit() throws {
  let scene = try ConstraintScene()
  let lock = scene.lock(nil, scene.region((0, 0, 50, 50)))
  lock.setRegion(region: nil)
  #expect(try scene.heard() == [])
  scene.window.surface.commit()
  #expect(try scene.heard() == ["locked"])
}

@Test func aRegionOfASynchronisedSubsurfaceIsSetByTheParentsCommit() throws {
  let scene = try ConstraintScene()
  let child = scene.bench.surface()
  let subsurface = scene.bench.subcompositor.getSubsurface(surface: child, parent: scene.window.surface)
  child.attach(buffer: scene.client.makeBuffer(200, 200, 0xFF00_FF00), x: 0, y: 0)
  child.commit()
  scene.window.surface.commit()
  _ = try scene.heard()
  let lock = scene.lock(child, scene.region((0, 0, 10, 10)))
  lock.setRegion(region: nil)
  child.commit()
  lock.setRegion(region: scene.region((0, 0, 1, 1)))
  #expect(try scene.heard() == [])
  scene.window.surface.commit()
  #expect(try scene.heard() == ["locked"])
  withExtendedLifetime(subsurface) {}
}

@Test func theHintPlacesThePointerWhenTheLockEndsAndIsNoMotionOfADevice() throws {
  let scene = try ConstraintScene()
  let lock = scene.lock()
  _ = try scene.heard()
  lock.setCursorPositionHint(surfaceX: 10.5, surfaceY: 20)
  lock.destroy()
  #expect(try scene.heard() == [])
  #expect(scene.position == PrecisePoint(x: 200, y: 200))
  let second = scene.lock()
  second.setCursorPositionHint(surfaceX: 10.5, surfaceY: 20)
  scene.window.surface.commit()
  #expect(try scene.heard() == ["locked"])
  second.destroy()
  #expect(try scene.heard() == ["motion 10.5,20", "frame"])
  #expect(scene.position == PrecisePoint(x: 110.5, y: 120))
}

@Test func aHintOutsideOfTheSurfacePlacesThePointerAtItsEdge() throws {
  let scene = try ConstraintScene()
  let lock = scene.lock()
  lock.setCursorPositionHint(surfaceX: 900, surfaceY: -4)
  scene.window.surface.commit()
  _ = try scene.heard()
  lock.destroy()
  try scene.client.roundtrip()
  #expect(scene.position == PrecisePoint(x: 300 - 1 / 256, y: 100))
}

@Test func aConfinedPointerStopsOnePointBeforeTheEdges() throws {
  let scene = try ConstraintScene()
  _ = scene.confine()
  #expect(try scene.heard() == ["confined"])
  scene.move(by: 1000, 1000)
  #expect(try scene.heard() == ["by 1000.0,1000.0 of 1000.0,1000.0 at 1000000", "motion 199,199", "frame"])
  scene.move(by: -1000, 0)
  scene.bench.move(-5, 500)
  #expect(scene.position == PrecisePoint(x: 100, y: 299))
  scene.bench.move(500, -500)
  #expect(scene.position == PrecisePoint(x: 299, y: 100))
}

@Test func aConfinementKeepsToItsRegion() throws {
  let scene = try ConstraintScene()
  let made = scene.confine(scene.region((90, 90, 20, 20), (90, 110, 80, 10)))
  #expect(try scene.heard() == ["confined"])
  scene.bench.move(400, 400)
  #expect(scene.position == PrecisePoint(x: 269, y: 219))
  scene.bench.move(260, 150)
  #expect(scene.position == PrecisePoint(x: 260, y: 210))
  _ = try scene.heard()
  made.setRegion(region: scene.region((0, 0, 10, 10)))
  #expect(try scene.heard() == [])
  scene.window.surface.commit()
  // the pointer is moved inside; no device did that
  #expect(try scene.heard() == ["motion 9,9", "frame"])
  made.destroy()
  try scene.client.roundtrip()
  scene.bench.move(400, 400)
  #expect(scene.position == PrecisePoint(x: 400, y: 400))
}

@Test func aConfinementFollowsItsWindow() throws {
  let scene = try ConstraintScene()
  _ = scene.confine()
  #expect(try scene.heard() == ["confined"])
  scene.move(by: 1000, 1000)
  _ = try scene.heard()
  let id = try #require(scene.service.clientWindows.keys.first)
  scene.service.perform(scene.service.model.place(id, at: Point(x: 50, y: 60)))
  #expect(scene.position == PrecisePoint(x: 249, y: 259))
  scene.window.show(100, 100, 0xFF00_FF00)
  _ = try scene.heard()
  #expect(scene.position == PrecisePoint(x: 149, y: 159))
}

@Test func aConfinementWithNoPlaceLeftEnds() throws {
  let scene = try ConstraintScene()
  _ = scene.confine()
  #expect(try scene.heard() == ["confined"])
  scene.window.surface.setInputRegion(region: scene.region())
  scene.window.surface.commit()
  #expect(try scene.heard().contains("unconfined"))
  scene.bench.move(500, 500)
  #expect(scene.position == PrecisePoint(x: 500, y: 500))
}

@Test func theSessionsLockEndsALock() throws {
  let scene = try ConstraintScene()
  _ = scene.lock()
  #expect(try scene.heard() == ["locked"])
  scene.service.perform(scene.service.model.setLocked(true))
  #expect(try scene.heard().contains("unlocked"))
  scene.service.perform(scene.service.model.setLocked(false))
  #expect(try scene.heard().contains("locked"))
}

@Test func aGrabbingPopupEndsALockUntilItIsGone() throws {
  let scene = try ConstraintScene()
  let serial = try scene.bench.click(200, 200, scene.pointer)
  _ = scene.lock()
  #expect(try scene.heard().first == "locked")
  let popup = TestPopup(scene.client, size: (40, 40), anchor: (0, 0, 1, 1), parent: scene.window.xdgSurface)
  popup.popup.grab(seat: scene.client.seat, serial: serial)
  popup.surface.commit()
  try scene.client.roundtrip()
  popup.show(0xFF00_FF00)
  #expect(try scene.heard().contains("unlocked"))
  popup.popup.destroy()
  popup.xdgSurface.destroy()
  #expect(try scene.heard().contains("locked"))
}

@Test func objectsMayOutliveTheirManagerAndTheirPointer() throws {
  let scene = try ConstraintScene()
  let lock = scene.lock()
  scene.constraints.destroy()
  scene.pointer.proxy.release()
  #expect(try scene.heard() == ["locked"])
  scene.move(by: 5, 5)
  #expect(try scene.heard() == [])
  lock.destroy()
  scene.relative.destroy()
  #expect(scene.client.failure() == nil)
}
