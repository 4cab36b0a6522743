import CasementControl
import CasementTesting
import Geometry
import Nested
import Rendering
import Scene
import Surfaces
import Testing
import WaylandClient
import WaylandProtocols
import WindowModel

@testable import Casement

/// What clients impose on pointer and keyboard is imposed on the host's.
@Suite struct HoldTests {
  let stage: NestedStage
  let window: TestWindow

  init() throws {
    stage = try NestedStage()
    window = try stage.makeWindow(0xFFFF_0000)
    // the client has the pointer where it has one
    _ = window.client.seat.getPointer()
    try window.client.roundtrip()
    let frame = stage.host.service.model.frame(of: stage.hostWindows[0])!
    stage.host.service.injectPointerMotion(to: PrecisePoint(x: Double(frame.x) + 50, y: Double(frame.y) + 60))
    try settle()
  }

  private var host: WindowService { stage.host.service }

  private func settle() throws {
    stage.settle()
    try window.client.roundtrip()
    stage.settle()
  }

  @Test func aLockIsTheHosts() throws {
    let constraints = window.client.bind(ZwpPointerConstraintsV1Proxy.self)
    let pointer = window.client.seat.getPointer()
    let relative = window.client.bind(ZwpRelativePointerManagerV1Proxy.self).getRelativePointer(pointer: pointer)
    var moves: [String] = []
    relative.onEvent = { if case .relativeMotion(_, _, let x, let y, _, _) = $0 { moves.append("\(x),\(y)") } }
    let lock = constraints.lockPointer(surface: window.surface, pointer: pointer, region: nil, lifetime: .persistent)
    try settle()
    #expect(host.pointerHold == .locked)
    let place = host.seat.pointer.position
    host.injectPointerMotion(by: PrecisePoint(x: 3, y: -2.5))
    try settle()
    #expect(host.seat.pointer.position == place)
    #expect(moves == ["3.0,-2.5"])
    lock.setCursorPositionHint(surfaceX: 70, surfaceY: 80)
    window.surface.commit()
    try settle()
    lock.destroy()
    try settle()
    #expect(host.pointerHold == .free)
    #expect(host.seat.pointer.position == PrecisePoint(x: place.x + 20, y: place.y + 20))
  }

  @Test func aConfinementIsTheHosts() throws {
    let constraints = window.client.bind(ZwpPointerConstraintsV1Proxy.self)
    let region = window.client.compositor.createRegion()
    region.add(x: 40, y: 50, width: 30, height: 30)
    let confinement = constraints.confinePointer(
      surface: window.surface, pointer: window.client.seat.getPointer(), region: region, lifetime: .persistent)
    try settle()
    let frame = host.model.frame(of: stage.hostWindows[0])!
    #expect(host.pointerHold == .confined([Rect(x: frame.x + 40, y: frame.y + 50, width: 30, height: 30)]))
    confinement.destroy()
    try settle()
    #expect(host.pointerHold == .free)
  }

  @Test func everyKeyIsAskedForWhileAClientWantsIt() throws {
    #expect(!host.wantsEveryKey)
    let inhibitor = window.client.bind(ZwpKeyboardShortcutsInhibitManagerV1Proxy.self)
      .inhibitShortcuts(surface: window.surface, seat: window.client.seat)
    try settle()
    #expect(host.wantsEveryKey)
    inhibitor.destroy()
    try settle()
    #expect(!host.wantsEveryKey)
  }
}
