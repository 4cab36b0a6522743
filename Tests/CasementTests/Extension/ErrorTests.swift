import CasementControl
import CasementTesting
import Testing
import WaylandClient
import WaylandProtocols

@testable import Casement

@Suite struct ErrorTests {
  private func window() throws -> (ExtensionClient, ExtensionWindow, World) {
    let world = try World()
    let client = try world.connect()
    return (client, try client.makeHidden("A"), world)
  }

  @Test func aSecondWindowOfAToplevelIsAlreadyConstructed() throws {
    let (client, a, world) = try window()
    _ = client.manager.getWindow(toplevel: a.base.toplevel)
    expectError(client, "casement_manager_v1", CasementManagerV1.Error.alreadyConstructed.rawValue)
    _ = world
  }

  @Test func aMappedToplevelIsAlreadyMapped() throws {
    let (client, _, world) = try window()
    _ = client.manager.getWindow(toplevel: try client.makeStock("B", 10, 10).toplevel)
    expectError(client, "casement_manager_v1", CasementManagerV1.Error.alreadyMapped.rawValue)
    _ = world
  }

  @Test(arguments: ["toplevel", "subsurface", "root", "pending root"]) func aRootHasNoOtherRoleAndOneWindow(kind: String) throws {
    let (client, a, world) = try window()
    let surface = a.makeSurface("surface")
    switch kind {
    case "toplevel": a.proxy.setRoot(surface: a.base.surface)
    case "subsurface":
      _ = client.core.bind(WlSubcompositorProxy.self).getSubsurface(surface: surface, parent: a.base.surface)
      a.proxy.setRoot(surface: surface)
    default:
      let b = try client.makeHidden("B")
      b.proxy.setRoot(surface: surface)
      if kind == "root" { try b.draw(0) }
      a.proxy.setRoot(surface: surface)
    }
    expectError(client, "casement_window_v1", CasementWindowV1.Error.role.rawValue)
    _ = world
  }

  @Test func aRootIsNoSubsurfaceAfterwards() throws {
    let (client, a, world) = try window()
    let root = a.makeSurface("root")
    a.proxy.setRoot(surface: root)
    try a.draw(0)
    a.proxy.setRoot(surface: nil)
    try a.draw(0)
    _ = client.core.bind(WlSubcompositorProxy.self).getSubsurface(surface: root, parent: a.base.surface)
    expectError(client, "wl_subcompositor", WlSubcompositor.Error.badSurface.rawValue)
    _ = world
  }

  @Test func aRootThatWasTakenBackBeforeTheCommitIsFree() throws {
    let (client, a, world) = try window()
    let b = try client.makeHidden("B")
    let root = a.makeSurface("root")
    a.proxy.setRoot(surface: root)
    a.proxy.setRoot(surface: root)
    a.proxy.setRoot(surface: nil)
    b.proxy.setRoot(surface: root)
    try b.draw(0)
    try world.sync()
  }

  @Test(arguments: [0, 16, 31, UInt32.max]) func noOrientationOrAnUnknownOneIsInvalid(bits: UInt32) throws {
    let (client, a, world) = try window()
    a.proxy.setOrientations(orientations: .init(rawValue: bits))
    expectError(client, "casement_window_v1", CasementWindowV1.Error.invalidOrientation.rawValue)
    _ = world
  }

  private static let requests: [String] = [
    "set_level", "set_hidden", "set_can_become_key", "make_key", "make_key_and_visible", "set_screen", "set_root", "set_orientations",
    "convert_to", "convert_from",
  ]

  @Test(arguments: requests) func nothingButDestroyIsAllowedAfterTheToplevel(request: String) throws {
    let (client, a, world) = try window()
    a.base.toplevel.destroy()
    try client.core.roundtrip()
    let window = a.proxy
    switch request {
    case "set_level": a.setLevel(1)
    case "set_hidden": a.hide()
    case "set_can_become_key": window.setCanBecomeKey(canBecomeKey: 1)
    case "make_key": a.makeKey()
    case "make_key_and_visible": a.makeKeyAndVisible()
    case "set_screen": window.setScreen(screen: nil)
    case "set_root": window.setRoot(surface: nil)
    case "set_orientations": window.setOrientations(orientations: .portrait)
    case "convert_to": window.convertTo(tag: 1, xHi: 0, xLo: 0, yHi: 0, yLo: 0, target: nil)
    default: window.convertFrom(tag: 1, xHi: 0, xLo: 0, yHi: 0, yLo: 0, origin: nil)
    }
    expectError(client, "casement_window_v1", CasementWindowV1.Error.defunctToplevel.rawValue)
    _ = world
  }

  @Test(arguments: [Double.nan, .infinity, -.infinity]) func aPointIsFinite(value: Double) throws {
    let (client, a, world) = try window()
    a.proxy.convertTo(tag: 1, xHi: 0, xLo: 0, yHi: value.high, yLo: value.low, target: nil)
    expectError(client, "casement_window_v1", CasementWindowV1.Error.invalidPoint.rawValue)
    _ = world
  }

  @Test func anUnknownWayToDealWithOverscanIsInvalid() throws {
    let (client, _, world) = try window()
    try client.screen("main").proxy.setOverscan(compensation: .init(rawValue: 3))
    expectError(client, "casement_screen_v1", CasementScreenV1.Error.invalidValue.rawValue)
    _ = world
  }

  @Test func requestsOnAScreenThatIsGoneAreIgnored() throws {
    let world = try World(.called("S2", 160, 120))
    let client = try world.connect()
    let second = try client.screen("S2")
    _ = try second.take()
    world.remove("S2")
    try world.sync()
    second.proxy.setMode(index: 99)
    second.proxy.setBrightness(brightness: 0.5)
    second.proxy.setOverscan(compensation: .scale)
    #expect(try second.take() == ["removed"])
    let again = client.manager.getScreen(output: second.output)
    var told = 0
    again.onEvent = { if case .removed = $0 { told += 1 } else { told += 100 } }
    try world.sync()
    #expect(told == 1)
    again.destroy()
    second.proxy.destroy()
    try world.sync()
  }

  @Test func theManagerSaysWhatTheServiceDoes() throws {
    let (client, _, world) = try window()
    let all: CasementManagerV1.Capability = [
      .levels, .screens, .roots, .orientations, .modes, .overscan, .brightness, .mirroring, .pressMakesKey, .keepsLostScreen,
    ]
    #expect(client.capabilities == [all])
    // two screens with places of their own do not mirror each other
    for (x, name) in [(1000, "S2"), (2000, "S3")] {
      var spec = ScreenSpec.called(name, 100, 100)
      spec.x = x
      try world.service.addScreen(spec)
    }
    try world.sync()
    #expect(client.capabilities == [all, all.subtracting(.mirroring)])
    client.manager.destroy()
    try world.sync()
  }
}
