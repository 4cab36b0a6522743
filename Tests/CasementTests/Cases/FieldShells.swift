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

@Test func field51OnDemandTakesNoKeyboardByItselfAndGivesItBack() throws {
  let bench = try Bench.natural(.sized(640, 480))
  let keyboard = KeyboardListener(bench.witness)
  let window = try bench.window(300, 300, 200, 150, of: bench.witness)
  try bench.witness.roundtrip()
  _ = keyboard.log.taken
  let shell = bench.client.bind(ZwlrLayerShellV1Proxy.self)
  for layer in [ZwlrLayerShellV1.Layer.background, .bottom, .top, .overlay] {
    let panel = TestLayer(bench.client, shell, layer)
    panel.layer.setSize(width: 100, height: 50)
    panel.layer.setAnchor(anchor: [.top, .left])
    panel.layer.setKeyboardInteractivity(keyboardInteractivity: .onDemand)
    try panel.map()
    try bench.witness.roundtrip()
    #expect(keyboard.log.taken == [], "mapped on layer \(layer.rawValue)")
    panel.layer.setKeyboardInteractivity(keyboardInteractivity: .none)
    panel.surface.commit()
    panel.layer.setKeyboardInteractivity(keyboardInteractivity: .onDemand)
    panel.surface.commit()
    try bench.client.roundtrip()
    try bench.witness.roundtrip()
    #expect(keyboard.log.taken == [], "asked later")
    bench.move(10, 10)
    bench.button(true)
    bench.button(false)
    try bench.witness.roundtrip()
    #expect(keyboard.log.taken == ["leave it"], "by a press it does")
    bench.move(350, 350)
    bench.button(true)
    bench.button(false)
    try bench.witness.roundtrip()
    #expect(keyboard.log.taken == ["enter it []", "modifiers 0 0 0 0"], "and a press elsewhere takes it back")
    bench.move(10, 10)
    bench.button(true)
    bench.button(false)
    panel.layer.destroy()
    try bench.client.roundtrip()
    try bench.witness.roundtrip()
    #expect(keyboard.log.taken.last == "modifiers 0 0 0 0" && window.isActivated)
  }
}

@Test func field52ALockOutlivesItsScreensAndTheirRaces() throws {
  let bench = try Bench.filled(.sized(320, 240, name: "one"))
  _ = try bench.witness.window(320, 240, 0xFF00_FF00)
  let keyboard = KeyboardListener(bench.client)
  var isLocked = false
  let lock = bench.client.bind(ExtSessionLockManagerV1Proxy.self).lock()
  lock.onEvent = { event in if case .locked = event { isLocked = true } }
  var surfaces: [(surface: WlSurfaceProxy, role: ExtSessionLockSurfaceV1Proxy)] = []
  /// A lock surface on an output, which answers its configures.
  func cover(_ output: WlOutputProxy) {
    let surface = bench.surface()
    let role = lock.getLockSurface(surface: surface, output: output)
    role.onEvent = { [unowned role] event in
      guard case .configure(let serial, let width, let height) = event else { return }
      role.ackConfigure(serial: serial)
      surface.attach(buffer: bench.client.makeBuffer(Int(width), Int(height), 0xFF11_2233), x: 0, y: 0)
      surface.commit()
    }
    surfaces.append((surface, role))
  }
  cover(bench.client.bind(WlOutputProxy.self))
  try bench.client.roundtrip()
  try bench.tick()
  try bench.client.roundtrip()
  #expect(isLocked)
  #expect(try bench.pixel(5, 5) == 0x11_2233)
  for round in 0..<3 {
    // an output that goes while the request for it is on its way
    let output = bench.client.bind(WlOutputProxy.self)
    try bench.remove(0)
    if round == 1 { cover(output) }
    try bench.client.roundtrip()
    #expect(bench.error() == nil)
    try bench.service.connectScreen(.sized(200 + round, 150, name: round == 2 ? "two" : "one"))
    #expect(try bench.pixel(5, 5) == 0)
    cover(bench.client.bind(WlOutputProxy.self))
    try bench.client.roundtrip()
    #expect(try bench.pixel(5, 5) == 0x11_2233)
    _ = keyboard.log.taken
    bench.key(30, true)
    bench.key(30, false)
    try bench.client.roundtrip()
    #expect(keyboard.log.taken.suffix(2) == ["key 30 1", "key 30 0"])
  }
  // the roles of the screens that went
  for old in surfaces.dropLast() {
    old.role.destroy()
    old.surface.destroy()
  }
  lock.unlockAndDestroy()
  #expect(bench.error() == nil)
  #expect(try bench.pixel(5, 5) == 0x00_FF00)
}

@Test func field53ALockWithoutAnyScreen() throws {
  let bench = try Bench.filled(.sized(320, 240, name: "one"))
  let window = try bench.witness.window(320, 240, 0xFF00_FF00)
  try bench.remove(0)
  var isLocked = false
  let lock = bench.client.bind(ExtSessionLockManagerV1Proxy.self).lock()
  lock.onEvent = { event in if case .locked = event { isLocked = true } }
  try bench.client.roundtrip()
  #expect(isLocked)
  try bench.service.connectScreen(.sized(320, 240, name: "one"))
  #expect(try bench.pixel(5, 5) == 0 && !window.isActivated)
  lock.unlockAndDestroy()
  try bench.client.roundtrip()
  try bench.witness.roundtrip()
  #expect(window.isActivated)
  #expect(try bench.pixel(5, 5) == 0x00_FF00)
}

@Test func field54AHandleOfAToplevelIsClosedOnceHoweverOftenItIsMapped() throws {
  let bench = try Bench()
  var log: [String] = []
  var count = 0
  let list = bench.witness.bind(ExtForeignToplevelListV1Proxy.self)
  var handles: [ExtForeignToplevelHandleV1Proxy] = []
  list.onEvent = { event in
    guard case .toplevel(let handle) = event else { return }
    count += 1
    let number = count
    handles.append(handle)
    handle.onEvent = { event in if case .closed = event { log.append("closed \(number)") } }
  }
  let window = try bench.client.window()
  try bench.witness.roundtrip()
  for round in 1...4 {
    #expect(count == round)
    window.surface.attach(buffer: nil, x: 0, y: 0)
    window.surface.commit()
    try bench.client.roundtrip()
    try bench.witness.roundtrip()
    #expect(log == ["closed \(round)"])
    log = []
    window.surface.commit()
    try bench.client.roundtrip()
    window.show(100, 80, 0xFFFF_FFFF)
    try bench.client.roundtrip()
    try bench.witness.roundtrip()
  }
  for handle in handles { handle.destroy() }
  try bench.witness.roundtrip()
}

@Test func field55ATypeOfferedAfterTheDragBeganAndActionsOfNone() throws {
  let stage = try DataStage()
  try stage.pressOne()
  let source = stage.one.makeSource(["glade/x-drag-data"], actions: [])
  stage.one.device.startDrag(source: source.proxy, origin: stage.oneWindow.surface, icon: nil, serial: stage.one.press)
  source.proxy.offer(mimeType: "late")
  try stage.settle()
  stage.service.injectPointerMotion(to: stage.onTwo)
  try stage.settle()
  #expect(stage.two.dragged?.types == ["glade/x-drag-data", "late"])
  try stage.release()
  #expect(source.take().last == "cancelled", "no action can be agreed upon")
  stage.service.injectPointerMotion(to: stage.onOne)
  try stage.settle()
  #expect(stage.one.takeButtons().last == "enter")
}

@Test func field56OneSerialSelectsAgainAndAgain() throws {
  let stage = try DataStage()
  try stage.focusOne()
  var sources: [DataPeer.Source] = []
  for round in 0..<4 {
    let source = stage.one.makeSource(["text/\(round)"])
    stage.one.device.setSelection(source: source.proxy, serial: stage.one.press)
    try stage.settle()
    #expect(stage.one.selection?.types == ["text/\(round)"])
    #expect(source.take() == [] && sources.last.map { $0.take() == ["cancelled"] } ?? true)
    sources.append(source)
  }
}
