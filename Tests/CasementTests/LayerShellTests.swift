import CasementControl
import CasementTesting
import Geometry
import Testing
import WaylandClient
import WaylandProtocols
import WaylandServer
import WindowModel

@testable import Casement

/// A service and one client with a layer shell.
private struct Scene {
  let test: TestService
  let client: TestClient
  let shell: ZwlrLayerShellV1Proxy
  var service: WindowService { test.service }

  init(version: UInt32 = 5) throws {
    test = try TestService()
    client = try test.connect()
    shell = client.bind(ZwlrLayerShellV1Proxy.self, version: version)
  }

  func frame(_ layer: TestLayer) throws -> Rect<LayoutPoints>? { service.model.frame(of: try service.id(of: layer.surface)) }
}

@Test func aBarReservesItsEdgeAndWindowsStandBesideIt() throws {
  let scene = try Scene()
  let bar = try TestLayer.bar(scene.client, scene.shell)
  #expect(bar.configures.map(\.width) == [1280])
  #expect(bar.configures.map(\.height) == [30])
  let window = try scene.client.makeWindow(1280, 690, 0xFF00_FF00)
  #expect(window.configures.first?.height == 690)
  #expect(try scene.service.model.frame(of: scene.service.id(of: window.surface)) == Rect(x: 0, y: 30, width: 1280, height: 690))
  bar.layer.destroy()
  try scene.client.roundtrip()
  #expect(window.configures.last?.height == 720)
}

@Test func anUnrelatedSurfaceLeavesTheReservedZoneAlone() throws {
  let scene = try Scene()
  _ = try TestLayer.bar(scene.client, scene.shell)
  let window = try scene.client.makeWindow(1280, 690, 0xFF00_FF00)
  let launcher = TestLayer(scene.client, scene.shell, .overlay)
  launcher.layer.setSize(width: 300, height: 200)
  launcher.layer.setKeyboardInteractivity(keyboardInteractivity: .exclusive)
  try launcher.map()
  launcher.unmap()
  try scene.client.roundtrip()
  #expect(window.configures.allSatisfy { $0.height == 690 })
  #expect(try scene.service.model.frame(of: scene.service.id(of: window.surface))?.y == 30)
}

@Test func aSurfaceThatWasUnmappedIsConfiguredAgainAndReservesAgain() throws {
  let scene = try Scene()
  let bar = try TestLayer.bar(scene.client, scene.shell)
  let window = try scene.client.makeWindow(1280, 690, 0xFF00_FF00)
  bar.unmap()
  try scene.client.roundtrip()
  #expect(window.configures.last?.height == 720)
  #expect(bar.configures.count == 1)
  try bar.map()
  #expect(bar.configures.count == 2)
  #expect(bar.configures.last?.height == 30)
  #expect(window.configures.last?.height == 690)
}

@Test func aBufferAfterUnmappingNeedsANewConfigure() throws {
  let scene = try Scene()
  let bar = try TestLayer.bar(scene.client, scene.shell)
  bar.unmap()
  bar.show(1280, 30)
  #expect(isError(scene.client.failure(), "zwlr_layer_surface_v1", 0))
}

@Test func anAcknowledgementThatCrossedTheUnmappingIsHarmless() throws {
  let scene = try Scene()
  let bar = try TestLayer.bar(scene.client, scene.shell)
  bar.acknowledges = false
  bar.layer.setSize(width: 0, height: 40)
  bar.surface.commit()
  try scene.client.roundtrip()
  let serial = try #require(bar.configures.last?.serial)
  bar.unmap()
  bar.layer.ackConfigure(serial: serial)
  #expect(scene.client.failure() == nil)
  bar.show(1280, 40)
  #expect(isError(scene.client.failure(), "zwlr_layer_surface_v1", 0), "the acknowledgement is no answer to a later configure")
}

private let places: [(anchor: ZwlrLayerSurfaceV1.Anchor, x: Int, y: Int)] = [
  ([], 590, 310), ([.left], 0, 310), ([.right], 1180, 310), ([.top], 590, 0), ([.bottom, .right], 1180, 620),
  ([.left, .right], 590, 310), ([.top, .bottom, .left], 0, 310),
]

@Test(arguments: places.indices)
func aSurfaceStandsAtItsAnchors(index: Int) throws {
  let (anchor, x, y) = places[index]
  let scene = try Scene()
  let layer = TestLayer(scene.client, scene.shell)
  layer.layer.setSize(width: 100, height: 100)
  layer.layer.setAnchor(anchor: anchor)
  try layer.map()
  #expect(try scene.frame(layer) == Rect(x: x, y: y, width: 100, height: 100))
}

@Test func marginsCountAtAnchorsOnly() throws {
  let scene = try Scene()
  let layer = TestLayer(scene.client, scene.shell)
  layer.layer.setSize(width: 0, height: 50)
  layer.layer.setAnchor(anchor: [.bottom, .left, .right])
  layer.layer.setMargin(top: 99, right: 20, bottom: 5, left: 10)
  try layer.map()
  #expect(try scene.frame(layer) == Rect(x: 10, y: 665, width: 1250, height: 50))
}

@Test func whatIsAskedTakesEffectOnCommit() throws {
  let scene = try Scene()
  let bar = try TestLayer.bar(scene.client, scene.shell)
  bar.layer.setAnchor(anchor: [.bottom, .left, .right])
  bar.layer.setLayer(layer: .overlay)
  try scene.client.roundtrip()
  let id = try scene.service.id(of: bar.surface)
  #expect(scene.service.model.window(id)?.level == .statusBar)
  #expect(try scene.frame(bar)?.y == 0)
  bar.surface.commit()
  try scene.client.roundtrip()
  #expect(scene.service.model.window(id)?.level == .overlay)
  #expect(try scene.frame(bar)?.y == 690)
}

@Test func anExclusiveEdgeDecidesAtACorner() throws {
  let scene = try Scene()
  let layer = TestLayer(scene.client, scene.shell)
  layer.layer.setSize(width: 100, height: 40)
  layer.layer.setAnchor(anchor: [.top, .left])
  layer.layer.setExclusiveZone(zone: 40)
  layer.layer.setExclusiveEdge(edge: .top)
  try layer.map()
  let main = try #require(scene.service.model.mainScreen)
  #expect(scene.service.model.usableArea(of: main) == Rect(x: 0, y: 40, width: 1280, height: 680))
}

@Test func anExclusiveSurfaceHasTheKeyboardWhileItIsMapped() throws {
  let scene = try Scene()
  let window = try scene.client.makeWindow(1280, 720, 0xFF00_FF00)
  let id = try scene.service.id(of: window.surface)
  let layer = TestLayer(scene.client, scene.shell, .overlay)
  layer.layer.setSize(width: 300, height: 200)
  layer.layer.setKeyboardInteractivity(keyboardInteractivity: .exclusive)
  try layer.map()
  let layerID = try scene.service.id(of: layer.surface)
  #expect(scene.service.model.key == layerID)
  #expect(scene.service.seat.keyboard.target?.resource.id == layer.surface.id)
  scene.service.click(10, 10)
  #expect(scene.service.model.key == layerID)
  layer.unmap()
  try scene.client.roundtrip()
  #expect(scene.service.model.key == id)
  #expect(window.isActivated)
}

@Test func onDemandTakesTheKeyboardByAPress() throws {
  let scene = try Scene()
  let window = try scene.client.makeWindow(1280, 720, 0xFF00_FF00)
  let layer = TestLayer(scene.client, scene.shell)
  layer.layer.setSize(width: 100, height: 100)
  layer.layer.setAnchor(anchor: [.top, .left])
  layer.layer.setKeyboardInteractivity(keyboardInteractivity: .onDemand)
  try layer.map()
  let id = try scene.service.id(of: window.surface)
  #expect(scene.service.model.key == id)
  scene.service.click(50, 50)
  #expect(scene.service.model.key == (try scene.service.id(of: layer.surface)))
  scene.service.click(500, 500)
  #expect(scene.service.model.key == id)
}

@Test func onDemandTakesTheKeyboardAtOnceWhereNobodyHasIt() throws {
  let scene = try Scene()
  let layer = TestLayer(scene.client, scene.shell)
  layer.layer.setSize(width: 100, height: 100)
  layer.layer.setKeyboardInteractivity(keyboardInteractivity: .onDemand)
  try layer.map()
  let layerID = try scene.service.id(of: layer.surface)
  #expect(scene.service.model.key == layerID)
  let silent = TestLayer(scene.client, scene.shell)
  silent.layer.setSize(width: 100, height: 100)
  try silent.map()
  #expect(scene.service.model.key == layerID)
  let window = try scene.client.makeWindow(1280, 720, 0xFF00_FF00)
  #expect(scene.service.model.key == (try scene.service.id(of: window.surface)), "a window takes it as ever")
}

@Test func aMappedSurfaceThatComesToWantTheKeyboardGetsItAsItsLayerAllows() throws {
  let scene = try Scene()
  func map(_ kind: ZwlrLayerShellV1.Layer) throws -> TestLayer {
    let layer = TestLayer(scene.client, scene.shell, kind)
    layer.layer.setSize(width: 100, height: 100)
    try layer.map()
    return layer
  }
  func want(_ interactivity: ZwlrLayerSurfaceV1.KeyboardInteractivity, _ layer: TestLayer) throws {
    layer.layer.setKeyboardInteractivity(keyboardInteractivity: interactivity)
    layer.surface.commit()
    try scene.client.roundtrip()
  }
  let (top, bottom) = (try map(.top), try map(.bottom))
  let (topID, bottomID) = (try scene.service.id(of: top.surface), try scene.service.id(of: bottom.surface))
  // nobody has it: who asks gets it, and gives it back
  for (layer, id) in [(top, topID), (bottom, bottomID)] {
    for interactivity in [ZwlrLayerSurfaceV1.KeyboardInteractivity.onDemand, .exclusive] {
      #expect(scene.service.model.key == nil)
      try want(interactivity, layer)
      #expect(scene.service.model.key == id)
      try want(.none, layer)
    }
  }
  #expect(scene.service.model.key == nil)
  // a window has it: it keeps it but for who asks for it all on a layer in front
  let window = try scene.client.makeWindow(1280, 720, 0xFF00_FF00)
  let id = try scene.service.id(of: window.surface)
  for (layer, interactivity, taken) in [
    (top, ZwlrLayerSurfaceV1.KeyboardInteractivity.onDemand, id), (bottom, .onDemand, id), (bottom, .exclusive, id),
    (top, .exclusive, topID),
  ] {
    try want(interactivity, layer)
    #expect(scene.service.model.key == taken)
    try want(.none, layer)
    #expect(scene.service.model.key == id)
  }
  // what is asked before its buffer counts with the commit
  top.layer.setKeyboardInteractivity(keyboardInteractivity: .exclusive)
  try scene.client.roundtrip()
  #expect(scene.service.model.key == id)
  #expect(scene.service.model.violations() == [])
}

@Test func aZoneThatWouldLeaveNothingReservesNothing() throws {
  let scene = try Scene()
  let bar = try TestLayer.bar(scene.client, scene.shell)
  for zone in [100_000, Int32.max, 690] {
    bar.layer.setExclusiveZone(zone: zone)
    bar.surface.commit()
    let window = try scene.client.makeWindow(1280, 720, 0xFF00_FF00)
    #expect(window.configures.last?.width == 1280 && window.configures.last?.height == (zone == 690 ? 30 : 720))
    #expect(scene.service.model.violations() == [])
  }
}

@Test func seatNamesALayerSurfaceThatHasTheKeyboard() throws {
  let scene = try Scene()
  _ = try scene.client.makeWindow(1280, 720, 0xFF00_FF00, appID: "one")
  #expect(try scene.service.controller.seat().key?.kind == nil)
  let layer = TestLayer(scene.client, scene.shell, .overlay)
  layer.layer.setSize(width: 100, height: 100)
  layer.layer.setKeyboardInteractivity(keyboardInteractivity: .exclusive)
  try layer.map()
  let key = try #require(try scene.service.controller.seat().key)
  let id = try scene.service.id(of: layer.surface)
  #expect(key.kind == "layer" && key.appID == "test-layer" && key.window == id.rawValue)
}

@Test func beforeVersionFourInteractivityIsATruthValue() throws {
  let scene = try Scene(version: 3)
  let layer = TestLayer(scene.client, scene.shell)
  layer.layer.setSize(width: 100, height: 100)
  layer.layer.setKeyboardInteractivity(keyboardInteractivity: .init(rawValue: 2))
  try layer.map()
  #expect(scene.service.model.key == (try scene.service.id(of: layer.surface)))
}

@Test func aPopupStandsOnALayerSurface() throws {
  let scene = try Scene()
  _ = scene.client.seat.getPointer()
  let bar = try TestLayer.bar(scene.client, scene.shell)
  let popup = TestPopup(scene.client, size: (50, 60), anchor: (1270, 0, 10, 30))
  bar.layer.getPopup(popup: popup.popup)
  popup.surface.commit()
  try scene.client.roundtrip()
  #expect(popup.place == Rect(x: 1230, y: 30, width: 50, height: 60), "it slides to stay on the screen")
  popup.show(0xFF00_00FF)
  try scene.client.roundtrip()
  #expect(scene.service.seat.pointer.move(to: .init(x: 1240, y: 40))?.resource.id == popup.surface.id)
}

@Test func aPopupThatHasAParentOrWasCommittedIsRefused() throws {
  for commits in [false, true] {
    let scene = try Scene()
    let bar = try TestLayer.bar(scene.client, scene.shell)
    let window = try scene.client.makeWindow(1280, 690, 0xFF00_FF00)
    let popup = TestPopup(scene.client, size: (50, 60), anchor: (0, 0, 10, 30), parent: commits ? nil : window.xdgSurface)
    if commits { popup.surface.commit() }
    bar.layer.getPopup(popup: popup.popup)
    // without a parent, the commit itself is wrong: xdg_wm_base.invalid_popup_parent
    let expected = commits ? ("xdg_wm_base", UInt32(3)) : ("zwlr_layer_surface_v1", 0)
    #expect(isError(scene.client.failure(), expected.0, expected.1))
  }
}

@Test func whenItsScreenGoesThePopupAndThenTheSurfaceAreClosed() throws {
  let scene = try Scene()
  let second = try scene.service.connectScreen(ScreenSpec(width: 800, height: 600))
  try scene.client.roundtrip()
  let output = scene.client.bind(WlOutputProxy.self, index: 1)
  let bar = try TestLayer.bar(scene.client, scene.shell, on: output)
  #expect(bar.configures.last?.width == 800)
  let popup = TestPopup(scene.client, size: (50, 60), anchor: (0, 0, 10, 30))
  bar.layer.getPopup(popup: popup.popup)
  popup.surface.commit()
  try scene.client.roundtrip()
  popup.show(0xFF00_00FF)
  try scene.client.roundtrip()
  popup.onDone = { #expect(!bar.isClosed) }
  scene.service.perform(scene.service.model.removeScreen(second))
  try scene.client.roundtrip()
  #expect(popup.isDone)
  #expect(bar.isClosed)
  // a client that does not know yet
  bar.layer.setSize(width: 0, height: 20)
  bar.show(800, 30)
  bar.layer.ackConfigure(serial: 12345)
  popup.surface.commit()
  #expect(scene.client.failure() == nil)
  let count = bar.configures.count
  try scene.service.connectScreen(ScreenSpec(width: 800, height: 600))
  bar.surface.commit()
  try scene.client.roundtrip()
  #expect(bar.configures.count == count)
}

@Test func withoutAScreenASurfaceIsClosedAtOnce() throws {
  let scene = try Scene()
  let output = scene.client.bind(WlOutputProxy.self)
  try scene.client.roundtrip()
  scene.service.perform(scene.service.model.removeScreen(try #require(scene.service.model.mainScreen)))
  for chosen in [nil, output] {
    let layer = TestLayer(scene.client, scene.shell, on: chosen)
    layer.layer.setSize(width: 310_300_608, height: 8779)
    layer.surface.commit()
    try scene.client.roundtrip()
    #expect(layer.isClosed)
    #expect(layer.configures.isEmpty)
  }
}

@Test func hostileSizesAndMarginsAreHarmless() throws {
  let scene = try Scene()
  let main = try #require(scene.service.model.mainScreen)
  for (width, height, margin) in [(310_300_608, 8779, 0), (UInt32.max, UInt32.max, Int32.max), (0, 1, Int32.min)]
    as [(UInt32, UInt32, Int32)]
  {
    let layer = TestLayer(scene.client, scene.shell)
    layer.layer.setSize(width: width, height: height)
    layer.layer.setAnchor(anchor: [.top, .left, .right])
    layer.layer.setMargin(top: margin, right: margin, bottom: margin, left: margin)
    layer.layer.setExclusiveZone(zone: .max)
    layer.surface.commit()
    try scene.client.roundtrip()
    layer.show(10, 10)
    #expect(scene.client.failure() == nil)
    if let bounds = scene.service.model.screen(main)?.bounds, let usable = scene.service.model.usableArea(of: main) {
      #expect(bounds.contains(usable))
    }
    #expect(scene.service.capture(screen: main) != nil)
    layer.layer.destroy()
    try scene.client.roundtrip()
  }
}

@Test func destroyingTheRoleHidesTheSurfaceAndLeavesItUsable() throws {
  let scene = try Scene()
  let bar = try TestLayer.bar(scene.client, scene.shell)
  bar.layer.destroy()
  bar.unmap()
  #expect(scene.client.failure() == nil)
  let again = scene.shell.getLayerSurface(surface: bar.surface, output: nil, layer: .top, namespace: "again")
  again.setSize(width: 10, height: 10)
  bar.surface.commit()
  #expect(scene.client.failure() == nil)
}

@Test func theSurfaceMayGoBeforeItsRole() throws {
  let scene = try Scene()
  let bar = try TestLayer.bar(scene.client, scene.shell)
  bar.surface.destroy()
  bar.layer.setSize(width: 1, height: 1)
  bar.layer.destroy()
  #expect(scene.client.failure() == nil)
  #expect(scene.service.clientWindows.isEmpty)
}

/// What a client may do wrong on a layer surface that has not been committed.
private let mistakes: [(name: String, code: UInt32, act: @Sendable (TestLayer) -> Void)] = [
  (
    "a buffer at once", 0,
    {
      $0.layer.setSize(width: 10, height: 10); $0.show(10, 10)
    }
  ),
  ("an unknown serial", 0, { $0.layer.ackConfigure(serial: 99999) }),
  (
    "no width and no anchors", 1,
    {
      $0.layer.setSize(width: 0, height: 10); $0.surface.commit()
    }
  ),
  (
    "no width and one anchor", 1,
    {
      $0.layer.setSize(width: 0, height: 10); $0.layer.setAnchor(anchor: [.left, .top, .bottom]); $0.surface.commit()
    }
  ),
  (
    "no height and one anchor", 1,
    {
      $0.layer.setSize(width: 10, height: 0); $0.layer.setAnchor(anchor: [.left, .right, .top]); $0.surface.commit()
    }
  ),
  ("an anchor that is none", 2, { $0.layer.setAnchor(anchor: .init(rawValue: 16)) }),
  ("an interactivity that is none", 3, { $0.layer.setKeyboardInteractivity(keyboardInteractivity: .init(rawValue: 3)) }),
  ("two exclusive edges", 4, { $0.layer.setExclusiveEdge(edge: [.top, .left]) }),
  (
    "an exclusive edge that is no anchor", 4,
    {
      $0.layer.setSize(width: 10, height: 10)
      $0.layer.setAnchor(anchor: [.top, .left])
      $0.layer.setExclusiveEdge(edge: .bottom)
      $0.surface.commit()
    }
  ),
]

@Test(arguments: mistakes.indices)
func aMistakeEndsTheConnection(index: Int) throws {
  let scene = try Scene()
  mistakes[index].act(TestLayer(scene.client, scene.shell))
  #expect(isError(scene.client.failure(), "zwlr_layer_surface_v1", mistakes[index].code), "\(mistakes[index].name)")
}

@Test func mistakesOnTheShellEndTheConnection() throws {
  func outcome(_ act: (Scene, WlSurfaceProxy) -> Void) throws -> (interface: String, code: UInt32)? {
    let scene = try Scene()
    act(scene, scene.client.compositor.createSurface())
    return scene.client.failure()
  }
  #expect(
    isError(
      try outcome { _ = $0.shell.getLayerSurface(surface: $1, output: nil, layer: .init(rawValue: 4), namespace: "") },
      "zwlr_layer_shell_v1", 1))
  #expect(
    isError(
      try outcome {
        _ = $0.client.wmBase.getXdgSurface(surface: $1).getToplevel()
        _ = $0.shell.getLayerSurface(surface: $1, output: nil, layer: .top, namespace: "")
      }, "zwlr_layer_shell_v1", 0))
  #expect(
    isError(
      try outcome {
        _ = $0.shell.getLayerSurface(surface: $1, output: nil, layer: .top, namespace: "")
        _ = $0.shell.getLayerSurface(surface: $1, output: nil, layer: .top, namespace: "")
      }, "zwlr_layer_shell_v1", 0))
  #expect(
    isError(
      try outcome {
        $1.attach(buffer: $0.client.makeBuffer(1, 1, 0), x: 0, y: 0)
        _ = $0.shell.getLayerSurface(surface: $1, output: nil, layer: .top, namespace: "")
      }, "zwlr_layer_shell_v1", 2))
  #expect(
    isError(
      try outcome {
        $0.shell.getLayerSurface(surface: $1, output: nil, layer: .top, namespace: "").setLayer(layer: .init(rawValue: 9))
      }, "zwlr_layer_shell_v1", 1))
}
