import CasementControl
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

// the codes of xdg_surface.error
private let unconfiguredBuffer: UInt32 = 3
private let invalidSerial: UInt32 = 4
private let invalidSize: UInt32 = 5

@Test(arguments: [false, true])
func case29UnmapThenRemap(isNatural: Bool) throws {
  let bench = isNatural ? try Bench.natural() : try Bench()
  let window = try bench.client.window(100, 80)
  for round in 0..<3 {
    let before = window.configures.count
    window.surface.attach(buffer: nil, x: 0, y: 0)
    window.surface.commit()
    try bench.client.roundtrip()
    #expect(window.configures.count == before, "an unmapped window is not configured by itself")
    window.surface.commit()
    try bench.client.roundtrip()
    #expect(window.configures.count == before + 1, "round \(round)")
    window.show(100, 80, 0xFF00_FF00)
    #expect(bench.error() == nil)
    #expect(window.isActivated, "it is key again")
  }
}

@Test(arguments: [false, true])
func case29ABufferBeforeTheNewConfigureIsAnError(afterTheEmptyCommit: Bool) throws {
  try Offence("", "xdg_surface", unconfiguredBuffer) { bench in
    let window = try bench.client.window(100, 80)
    window.acknowledges = false
    window.surface.attach(buffer: nil, x: 0, y: 0)
    window.surface.commit()
    if afterTheEmptyCommit {
      window.surface.commit()
      try bench.client.roundtrip()
    }
    window.show(100, 80, 0)
  }.check()
}

@Test func case30BuffersAndAcknowledgementsOutOfTurn() throws {
  let offences: [(String, UInt32, @Sendable (Bench) throws -> Void)] = [
    ("a buffer on the first commit", unconfiguredBuffer, { TestWindow($0.client).show(10, 10, 0) }),
    (
      "a buffer before the acknowledgement", unconfiguredBuffer,
      {
        let window = TestWindow($0.client)
        window.acknowledges = false
        window.surface.commit()
        try $0.client.roundtrip()
        window.show(10, 10, 0)
      }
    ),
    (
      "an unknown serial", invalidSerial,
      {
        let window = try $0.client.window()
        window.xdgSurface.ackConfigure(serial: window.lastSerial &+ 1000)
      }
    ),
    (
      "a repeated one", invalidSerial,
      {
        let window = try $0.client.window()
        window.xdgSurface.ackConfigure(serial: window.lastSerial)
      }
    ),
    (
      "an older one after a newer one", invalidSerial,
      {
        let window = try $0.client.window()
        window.acknowledges = false
        window.toplevel.setMaximized()
        try $0.client.roundtrip()
        let older = window.lastSerial
        window.toplevel.unsetMaximized()
        try $0.client.roundtrip()
        window.xdgSurface.ackConfigure(serial: window.lastSerial)
        window.xdgSurface.ackConfigure(serial: older)
      }
    ),
    (
      "the serial of another window's configure", invalidSerial,
      {
        let (a, b) = (try $0.client.window(), try $0.client.window())
        b.acknowledges = false
        b.toplevel.setMaximized()
        try $0.client.roundtrip()
        a.xdgSurface.ackConfigure(serial: b.lastSerial)
      }
    ),
  ]
  for (title, code, commit) in offences { try Offence(title, "xdg_surface", code, commit).check() }
}

@Test func case30AcknowledgingOnlyTheNewestIsFine() throws {
  let bench = try Bench()
  let window = try bench.client.window()
  window.acknowledges = false
  for _ in 0..<5 {
    window.toplevel.setMaximized()
    window.toplevel.unsetMaximized()
  }
  try bench.client.roundtrip()
  window.xdgSurface.ackConfigure(serial: window.lastSerial)
  window.show(1280, 720, 0xFFFF_FFFF)
  #expect(bench.error() == nil)
}

@Test func case31NoSerialIsZero() throws {
  let bench = try Bench()
  let window = TestWindow(bench.client)
  window.surface.commit()
  try bench.client.roundtrip()
  #expect(window.lastSerial != 0 && window.configures.count == 1)
  // nor the first of any other kind
  let fresh = try Bench()
  let layer = TestLayer(fresh.client, fresh.client.bind(ZwlrLayerShellV1Proxy.self))
  layer.layer.setSize(width: 10, height: 10)
  layer.surface.commit()
  try fresh.client.roundtrip()
  #expect(try #require(layer.configures.first).serial != 0)
}

@Test func case32AWindowGeometryThatCannotBe() throws {
  let outside: [(Int32, Int32, Int32, Int32)] = [
    (0, 0, 0, 10), (0, 0, 10, 0), (0, 0, -1, 10), (0, 0, 10, .min), (100, 0, 5, 5), (-50, -50, 50, 50),
  ]
  for (x, y, width, height) in outside {
    try Offence("\(x),\(y) \(width)×\(height)", "xdg_surface", invalidSize) { bench in
      let window = try bench.client.window(100, 80)
      window.xdgSurface.setWindowGeometry(x: x, y: y, width: width, height: height)
      window.surface.commit()
    }.check()
  }
}

@Test func case32OneThatReachesBeyondIsClampedToSurfaceAndSubsurfaces() throws {
  let bench = try Bench.natural()
  let window = try bench.client.window(100, 80)
  let id = try bench.id(of: window.surface)
  window.xdgSurface.setWindowGeometry(x: -20, y: 10, width: 400, height: 400)
  window.surface.commit()
  try bench.client.roundtrip()
  #expect(bench.service.model.frame(of: id)?.size == Size(width: 100, height: 70))
  // a subsurface widens what there is; the geometry stays until it is given anew
  _ = bench.client.child(of: window.surface, -30, 0, 20, 20, 0xFF00_00FF)
  try bench.client.roundtrip()
  #expect(bench.service.model.frame(of: id)?.size == Size(width: 100, height: 70))
  window.xdgSurface.setWindowGeometry(x: -20, y: 10, width: 400, height: 400)
  window.surface.commit()
  try bench.client.roundtrip()
  #expect(bench.service.model.frame(of: id)?.size == Size(width: 120, height: 70))
}

/// Chosen: the surface may go before its role; the role's object is inert then.
@Test func case33TheSurfaceGoesBeforeItsRole() throws {
  let bench = try Bench()
  let window = try bench.client.window()
  let popup = PopupProbe(bench.client, on: window.xdgSurface, bench.client.menu())
  try popup.map()
  popup.surface.destroy()
  window.surface.destroy()
  window.toplevel.setTitle(title: "nothing")
  window.toplevel.setMaximized()
  window.toplevel.setFullscreen(output: nil)
  popup.popup.reposition(positioner: bench.client.menu(), token: 1)
  try bench.client.roundtrip()
  _ = try bench.capture()
  popup.popup.destroy()
  popup.xdgSurface.destroy()
  window.toplevel.destroy()
  window.xdgSurface.destroy()
  #expect(bench.error() == nil)
  #expect(bench.service.clientWindows.isEmpty && bench.service.model.windowCount == 0)
}

@Test func case33ALayerRoleGoesAndTheSurfaceCommitsNull() throws {
  let bench = try Bench()
  let layer = try TestLayer.bar(bench.client, bench.client.bind(ZwlrLayerShellV1Proxy.self))
  layer.layer.destroy()
  layer.unmap()
  layer.surface.commit()
  layer.show(10, 10)
  #expect(bench.error() == nil)
  layer.surface.destroy()
  #expect(bench.error() == nil)
}

@Test func case34ParentLoops() throws {
  for depth in 0..<3 {
    try Offence("\(depth)", "xdg_toplevel", 1) { bench in
      let windows = try (0...depth).map { _ in try bench.client.window() }
      for (child, parent) in zip(windows.dropFirst(), windows) { child.toplevel.setParent(parent: parent.toplevel) }
      windows[0].toplevel.setParent(parent: windows[depth].toplevel)
    }.check()
  }
}

@Test func case34TheChildOfAWindowThatIsUnmappedGoesToItsGrandparent() throws {
  let bench = try Bench()
  let (a, b, c) = (try bench.client.window(), try bench.client.window(), try bench.client.window())
  b.toplevel.setParent(parent: a.toplevel)
  c.toplevel.setParent(parent: b.toplevel)
  try bench.client.roundtrip()
  let (idA, idC) = (try bench.id(of: a.surface), try bench.id(of: c.surface))
  b.surface.attach(buffer: nil, x: 0, y: 0)
  b.surface.commit()
  try bench.client.roundtrip()
  #expect(bench.service.model.window(idC)?.parent == idA)
  // a parent that is not mapped counts as none
  c.toplevel.setParent(parent: b.toplevel)
  try bench.client.roundtrip()
  #expect(bench.service.model.window(idC)?.parent == nil)
  // and no loop comes of it when the unmapped one is mapped again
  b.toplevel.setParent(parent: c.toplevel)
  #expect(bench.error() == nil)
}

@Test(arguments: [ServiceConfiguration.Placement.fill, .natural])
func case35FullscreenBeforeTheFirstCommitAndASmallerBuffer(placement: ServiceConfiguration.Placement) throws {
  var configuration = ServiceConfiguration.manual
  configuration.placement = placement
  configuration.background = .colour(red: 0x33, green: 0x66, blue: 0x99)
  configuration.screens = [.sized(320, 240), .sized(200, 150)]
  let bench = try Bench(configuration)
  // something that must not be seen behind it
  let behind = try bench.witness.window(200, 150, 0xFF00_FF00)
  bench.service.perform(bench.service.model.setScreen(try bench.id(of: behind.surface), try bench.screen(1)))
  let window = TestWindow(bench.client)
  window.toplevel.setFullscreen(output: bench.client.bind(WlOutputProxy.self, index: 1))
  window.surface.commit()
  try bench.client.roundtrip()
  let first = try #require(window.configures.first)
  #expect(first.width == 200 && first.height == 150 && first.states.contains(2))
  // half transparent, and smaller than it was asked to be
  window.show(100, 50, 0x8000_0000)
  #expect(try bench.pixel(5, 5, on: 1) == 0 && bench.pixel(100, 75, on: 1) == 0 && bench.pixel(199, 149, on: 1) == 0)
  window.show(100, 50, 0xFFFF_0000)
  #expect(try bench.pixel(50, 50, on: 1) == 0xFF_0000 && bench.pixel(149, 99, on: 1) == 0xFF_0000)
  #expect(try bench.pixel(49, 50, on: 1) == 0 && bench.pixel(150, 99, on: 1) == 0 && bench.pixel(50, 49, on: 1) == 0)
  // and nothing behind the black is pressed
  bench.move(320 + 5, 5)
  #expect(bench.service.seat.pointer.target == nil)
  window.toplevel.unsetFullscreen()
  try bench.client.roundtrip()
  window.show(100, 50, 0xFFFF_0000)
  #expect(try bench.pixel(199, 149, on: 1) != 0)
}

// MARK: Subsurfaces

@Test func case36APlaceBelongsToTheParentsCommit() throws {
  let bench = try Bench.natural()
  let window = try bench.window(0, 0, 200, 200, 0xFFFF_FFFF)
  let child = bench.client.child(of: window.surface, 10, 10, 20, 20, 0xFF12_3456)
  #expect(try bench.pixel(15, 15) == 0x12_3456)
  child.role.setPosition(x: 100, y: 100)
  child.surface.commit()
  #expect(try bench.pixel(15, 15) == 0x12_3456 && bench.pixel(105, 105) == 0xFF_FFFF)
  child.surface.attach(buffer: bench.client.makeBuffer(20, 20, 0xFF65_4321), x: 0, y: 0)
  child.surface.commit()
  #expect(try bench.pixel(15, 15) == 0x65_4321, "its content is its own")
  window.surface.commit()
  #expect(try bench.pixel(15, 15) == 0xFF_FFFF && bench.pixel(105, 105) == 0x65_4321)
}

@Test func case37SynchronisedByDefaultAndDesyncReleasesTheCache() throws {
  let bench = try Bench.natural()
  let window = try bench.window(0, 0, 200, 200, 0xFFFF_FFFF)
  let child = bench.surface()
  let role = bench.subcompositor.getSubsurface(surface: child, parent: window.surface)
  child.attach(buffer: bench.client.makeBuffer(20, 20, 0xFFFF_0000), x: 0, y: 0)
  child.commit()
  #expect(try bench.pixel(5, 5) == 0xFF_FFFF)
  window.surface.commit()
  #expect(try bench.pixel(5, 5) == 0xFF_0000)
  child.attach(buffer: bench.client.makeBuffer(20, 20, 0xFF00_00FF), x: 0, y: 0)
  child.commit()
  #expect(try bench.pixel(5, 5) == 0xFF_0000)
  role.setDesync()
  #expect(try bench.pixel(5, 5) == 0x00_00FF)
  // a child of a synchronised surface stays synchronised whatever its own mode is
  role.setSync()
  let grandchild = bench.client.child(of: child, 0, 0, 5, 5, 0xFF00_FF00).surface
  #expect(try bench.pixel(2, 2) == 0x00_00FF)
  window.surface.commit()
  #expect(try bench.pixel(2, 2) == 0x00_FF00)
  grandchild.attach(buffer: bench.client.makeBuffer(5, 5, 0xFF12_3456), x: 0, y: 0)
  grandchild.commit()
  #expect(try bench.pixel(2, 2) == 0x00_FF00)
  role.setDesync()
  #expect(try bench.pixel(2, 2) == 0x12_3456)
}

@Test func case38BadRelatives() throws {
  let offences: [(String, UInt32, @Sendable (Bench) throws -> Void)] = [
    (
      "wl_subsurface", 0,
      {
        let window = try $0.client.window()
        let child = $0.client.child(of: window.surface, 0, 0, 5, 5, 0)
        child.role.placeAbove(sibling: $0.surface())
      }
    ),
    (
      "wl_subsurface", 0,
      {
        let window = try $0.client.window()
        let child = $0.client.child(of: window.surface, 0, 0, 5, 5, 0)
        child.role.placeBelow(sibling: child.surface)
      }
    ),
    (
      "wl_subsurface", 0,
      {
        let window = try $0.client.window()
        let child = $0.client.child(of: window.surface, 0, 0, 5, 5, 0)
        let grandchild = $0.client.child(of: child.surface, 0, 0, 5, 5, 0)
        child.role.placeAbove(sibling: grandchild.surface)
      }
    ),
    (
      "wl_subcompositor", 1,
      {
        let (a, b) = ($0.surface(), $0.surface())
        $0.subcompositor.getSubsurface(surface: b, parent: a)
        $0.subcompositor.getSubsurface(surface: a, parent: b)
      }
    ),
    (
      "wl_subcompositor", 1,
      {
        let a = $0.surface()
        $0.subcompositor.getSubsurface(surface: a, parent: a)
      }
    ),
    (
      "wl_subcompositor", 0,
      {
        let window = try $0.client.window()
        $0.subcompositor.getSubsurface(surface: window.surface, parent: $0.surface())
      }
    ),
  ]
  for (interface, code, commit) in offences { try Offence("", interface, code, commit).check() }
}

@Test func case38TheParentDiesFirst() throws {
  let bench = try Bench.natural()
  let window = try bench.window(0, 0, 100, 100, 0xFFFF_FFFF)
  let child = bench.client.child(of: window.surface, 50, 50, 100, 100, 0xFF00_FF00)
  let grandchild = bench.client.child(of: child.surface, 10, 10, 5, 5, 0xFF00_00FF)
  #expect(try bench.pixel(140, 140) == 0x00_FF00)
  bench.move(140, 140)
  window.surface.destroy()
  #expect(try bench.pixel(140, 140) == 0 && bench.pixel(62, 62) == 0)
  #expect(bench.service.seat.pointer.target == nil)
  // they are there still, to no effect
  child.role.setPosition(x: 0, y: 0)
  child.role.placeAbove(sibling: grandchild.surface)
  child.surface.commit()
  grandchild.surface.commit()
  child.role.destroy()
  child.surface.destroy()
  grandchild.role.destroy()
  #expect(bench.error() == nil)
  _ = try bench.capture()
}
