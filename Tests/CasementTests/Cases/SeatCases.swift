import CasementControl
import CasementTesting
import Geometry
import Glibc
import Input
import Scene
import Surfaces
import Testing
import WaylandClient
import WaylandProtocols
import WaylandServer
import WindowModel

@testable import Casement

private let alt: UInt32 = 56
private let control: UInt32 = 29

@Test func case39ModifiersFollowEnter() throws {
  let bench = try Bench()
  let (mine, foreign) = (KeyboardListener(bench.client), KeyboardListener(bench.witness))
  let b = try bench.witness.window()
  let a = try bench.client.window()
  mine.names[ObjectIdentifier(a.surface)] = "a"
  foreign.names[ObjectIdentifier(b.surface)] = "b"
  bench.key(alt, true)
  try bench.client.roundtrip()
  _ = (mine.log.taken, foreign.log.taken)
  bench.service.perform(bench.service.model.makeKey(try bench.id(of: b.surface), authority: .controller))
  try bench.client.roundtrip()
  try bench.witness.roundtrip()
  #expect(mine.log.taken == ["leave a"])
  #expect(foreign.log.taken.suffix(2) == ["enter b [56]", "modifiers 8 0 0 0"])
  bench.key(alt, false)
  try bench.client.roundtrip()
  try bench.witness.roundtrip()
  #expect(mine.log.taken == [])
  #expect(foreign.log.taken == ["key 56 0", "modifiers 0 0 0 0"])
  bench.service.perform(bench.service.model.makeKey(try bench.id(of: a.surface), authority: .controller))
  try bench.client.roundtrip()
  #expect(mine.log.taken == ["enter a []", "modifiers 0 0 0 0"])
}

@Test func case40AnotherDeviceAndAnotherKeymapKeepHeldModifiers() throws {
  let bench = try Bench()
  let keyboard = KeyboardListener(bench.client)
  _ = try bench.client.window()
  bench.key(control, true)
  try bench.client.roundtrip()
  _ = keyboard.log.taken
  // another device presses and lets go
  let other = InputDevice(id: 7)
  bench.service.injectKey(30, pressed: true, on: other)
  bench.service.injectKey(30, pressed: false, on: other)
  bench.key(22, true)
  try bench.client.roundtrip()
  #expect(keyboard.log.taken == ["key 30 1", "key 30 0", "key 22 1"])
  #expect(bench.service.seat.keyboard.state.modifiers.depressed == 4)
  // the other device holds the same key, and goes away with it
  bench.service.injectKey(control, pressed: true, on: other)
  bench.service.seat.keyboard.releaseAll(on: other)
  try bench.client.roundtrip()
  #expect(keyboard.log.taken == [])
  #expect(bench.service.seat.keyboard.state.modifiers.depressed == 4)
  for layout in ["de", "us", "fr"] {
    try bench.service.seat.keyboard.setKeymap(Keymap(KeymapNames(layout: layout)))
    try bench.client.roundtrip()
    #expect(keyboard.log.taken == ["keymap 1", "modifiers 4 0 0 0"], "\(layout)")
  }
  bench.key(control, false)
  try bench.client.roundtrip()
  #expect(keyboard.log.taken == ["key 29 0", "modifiers 0 0 0 0"])
}

@Test func case43FramesGroupWhatBelongsTogether() throws {
  let bench = try Bench()
  let touch = TouchListener(bench.client)
  _ = try bench.client.window(1280, 720)
  let service = bench.service
  service.injectTouchDown(0, at: PrecisePoint(x: 10, y: 10), closesFrame: false)
  service.injectTouchDown(1, at: PrecisePoint(x: 20, y: 20))
  try bench.client.roundtrip()
  #expect(touch.log.taken == ["down 0 10,10", "down 1 20,20", "frame"])
  service.injectTouchUp(0)
  try bench.client.roundtrip()
  #expect(touch.log.taken == ["up 0", "frame"])
  service.injectTouchUp(1)
  try bench.client.roundtrip()
  #expect(touch.log.taken == ["up 1", "frame"])
  service.injectTouchDown(0, at: PrecisePoint(x: 10, y: 10))
  service.injectTouchCancel()
  service.injectTouchUp(0)
  try bench.client.roundtrip()
  #expect(touch.log.taken == ["down 0 10,10", "frame", "cancel"])
}

@Test func case43FramesGoToEveryClientThatHasAFinger() throws {
  let bench = try Bench.natural()
  let (mine, foreign) = (TouchListener(bench.client), TouchListener(bench.witness))
  _ = try bench.window(0, 0, 200, 200)
  _ = try bench.window(400, 0, 200, 200, of: bench.witness)
  let service = bench.service
  func told() throws -> [[String]] {
    try bench.client.roundtrip()
    try bench.witness.roundtrip()
    return [mine.log.taken, foreign.log.taken]
  }
  _ = try told()
  service.injectTouchDown(0, at: PrecisePoint(x: 10, y: 10), closesFrame: false)
  service.injectTouchDown(1, at: PrecisePoint(x: 420, y: 20))
  #expect(try told() == [["down 0 10,10", "frame"], ["down 1 20,20", "frame"]])
  service.injectTouchMotion(0, to: PrecisePoint(x: 11, y: 12), closesFrame: false)
  service.injectTouchMotion(1, to: PrecisePoint(x: 421, y: 22))
  #expect(try told() == [["motion 0 11,12", "frame"], ["motion 1 21,22", "frame"]])
  service.injectTouchMotion(1, to: PrecisePoint(x: 422, y: 22))
  #expect(try told() == [[], ["motion 1 22,22", "frame"]], "nothing happened to the other")
  service.injectTouchUp(1, closesFrame: false)
  service.injectTouchUp(0)
  #expect(try told() == [["up 0", "frame"], ["up 1", "frame"]])
  service.injectTouchDown(0, at: PrecisePoint(x: 10, y: 10), closesFrame: false)
  service.injectTouchDown(1, at: PrecisePoint(x: 420, y: 20))
  _ = try told()
  service.injectTouchCancel()
  #expect(try told() == [["cancel"], ["cancel"]])
  // what the fingers do afterwards is nobody's, and another touch is like the first
  service.injectTouchUp(0)
  service.injectTouchUp(1)
  #expect(try told() == [[], []])
  service.injectTouchDown(0, at: PrecisePoint(x: 10, y: 10))
  #expect(try told() == [["down 0 10,10", "frame"], []])
}

@Test func case59AClientThatStopsReadingIsKeptAndOthersAreSmooth() throws {
  var configuration = ServiceConfiguration.manual
  configuration.placement = .natural
  configuration.keyPolicy = .explicit
  let bench = try Bench(configuration)
  let (mine, foreign) = (PointerListener(bench.client), KeyboardListener(bench.witness))
  let a = try bench.window(0, 0, 400, 400)
  _ = try bench.window(600, 0, 200, 200, of: bench.witness)
  let touch = TouchListener(bench.client)
  bench.move(10, 10)
  try bench.client.roundtrip()
  try bench.witness.roundtrip()
  _ = foreign.log.taken
  // the client sleeps; thousands of motions and touches go over it
  bench.service.injectTouchDown(0, at: PrecisePoint(x: 5, y: 5))
  for step in 0..<30_000 {
    bench.move(10 + Double(step % 300), 20 + Double(step % 7))
    if step % 5 == 0 { bench.service.injectTouchMotion(0, to: PrecisePoint(x: 5 + Double(step % 300), y: 9)) }
    if step % 1000 == 0 {
      bench.test.pump()
      bench.key(30, true)
      bench.key(30, false)
      try bench.witness.roundtrip()
      #expect(foreign.log.taken == ["key 30 1", "key 30 0"])
    }
  }
  bench.move(200, 100)
  bench.service.injectTouchMotion(0, to: PrecisePoint(x: 111, y: 112))
  // it wakes up: it is connected still, and knows where the pointer and the finger are
  func last(_ log: EventLog) -> String? { log.lines.last { $0.hasPrefix("motion") } }
  var turns = 0
  while turns < 50_000, last(mine.log) != "motion 200,100" || last(touch.log) != "motion 0 111,112" {
    try bench.client.roundtrip()
    turns += 1
  }
  #expect(bench.error() == nil)
  #expect(last(mine.log) == "motion 200,100" && last(touch.log) == "motion 0 111,112")
  #expect(mine.log.lines.count < 40_000 && mine.log.lines.last == "frame")
  // a button is where it belongs among the motions
  _ = mine.log.taken
  bench.move(201, 100)
  bench.button(true)
  bench.move(202, 100)
  bench.button(false)
  for _ in 0..<5 { try bench.client.roundtrip() }
  #expect(mine.log.taken.filter { $0 != "frame" } == ["motion 201,100", "press 272", "motion 202,100", "release 272"])
  _ = a
}

@Test func case59AClientThatNeverReadsIsDroppedAtALimitAndOnlyIt() throws {
  let bench = try Bench()
  // what it asks for itself can neither wait nor be joined
  for _ in 0..<100 {
    for _ in 0..<20 { _ = bench.client.connection.displayProxy.getRegistry() }
    _ = bench.client.connection.flush()
    bench.test.pump()
  }
  // libwayland drops what did not fit, and the client as soon as its socket moves again
  #expect(throws: ConnectionError.self) { for _ in 0..<10 { try bench.client.roundtrip() } }
  #expect(bench.service.display.connectedClients.map(\.number) == [2])
  try bench.othersAreServed()
}

@Test func case62FilesAndRegionsWithoutEnd() throws {
  let bench = try Bench()
  // regions without end are the client's own memory; a client that is refused is ended alone
  let rows = bench.compositor.createRegion()
  var error: WireError?
  for row in 0..<2000 where error == nil {
    for column in 0..<64 { rows.add(x: Int32(column * 2), y: Int32(row * 2), width: 1, height: 1) }
    error = bench.error()
  }
  #expect(error != nil)
  try bench.othersAreServed()
  let again = try Bench()
  var refused: WireError?
  for _ in 0..<5000 where refused == nil {
    let file = unsafe SharedFile.make(size: 4096) { _ in }
    again.client.shm.createPool(fd: file, size: 4096)
    close(file)
    refused = again.error()
  }
  #expect(refused != nil)
  try again.othersAreServed()
  let fresh = try again.test.connect()
  _ = try fresh.makeWindow(10, 10, 0xFFFF_FFFF)
}
