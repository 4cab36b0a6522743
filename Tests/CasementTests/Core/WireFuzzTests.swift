import CWaylandUtil
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

/// A client that sends random requests with random arguments, by the tables of the generated code, and knows which objects it has.
///
/// Half of what it does is reasonable, so that it comes deeper than a client that only offends: it acknowledges configures, and it
/// names serials, objects and interfaces that exist.
@safe private final class FuzzClient {
  @unsafe struct Object {
    let id: UInt32
    let table: UnsafePointer<wl_interface>
    let version: UInt32
    var name: String { unsafe String(cString: table.pointee.name) }
  }

  let raw: RawClient
  private var random: Noise
  private var objects: [Object] = unsafe []
  /// Numbers that were objects once.
  private var stale: [UInt32] = []
  private var nextID: UInt32 = 3
  private var serials: [UInt32] = [0]
  private let file: Int32
  private(set) var sent = 0
  /// The kinds of requests that were sent.
  private(set) var kinds: Set<String> = []

  /// What most others are made of.
  private static let core: Set<String> = [
    "wl_compositor", "wl_shm", "wl_seat", "wl_output", "xdg_wm_base", "wp_single_pixel_buffer_manager_v1",
  ]

  init(_ service: WindowService, _ globals: [(name: UInt32, interface: String, version: UInt32)], _ file: Int32, seed: UInt64) {
    raw = RawClient(service)
    random = Noise(state: seed)
    self.file = file
    raw.send(RawClient.message(1, 1, RawClient.words([2])))
    // few of them at a time, which it comes the deeper into
    let chosen = Set(globals.map(\.interface).shuffled(using: &random).prefix(5))
    for global in globals where Self.core.contains(global.interface) || chosen.contains(global.interface) {
      let version = chance(80) ? global.version : UInt32.random(in: 1...global.version, using: &random)
      raw.send(
        RawClient.message(2, 0, RawClient.words([global.name]) + RawClient.string(global.interface) + RawClient.words([version, nextID])))
      unsafe add(InterfaceTable.address(of: global.interface).assumingMemoryBound(to: wl_interface.self), version)
    }
  }

  private func chance(_ percent: Int) -> Bool { Int.random(in: 1...100, using: &random) <= percent }

  private func add(_ table: UnsafePointer<wl_interface>, _ version: UInt32) {
    unsafe objects.append(Object(id: nextID, table: table, version: version))
    nextID += 1
  }

  /// An integer of the kind that breaks things, or a small one.
  private func number() -> UInt32 {
    switch Int.random(in: 0...9, using: &random) {
    case 0: return [0, 1, 0x7FFF_FFFF, 0x8000_0000, 0xFFFF_FFFF, 0x4000_0001].randomElement(using: &random)!
    case 1: return UInt32.random(in: 0 ... .max, using: &random)
    case 2, 3: return serials.randomElement(using: &random)!
    default: return UInt32.random(in: 0...64, using: &random)
    }
  }

  /// Sends one request. - Returns: false where the service has hung up.
  func step() -> Bool {
    guard let answer = raw.receive() else { return false }
    read(answer)
    // mostly something that it has just made
    let few = unsafe chance(60) ? objects.suffix(10) : objects[...]
    guard let target = unsafe few.randomElement(using: &random), let methods = unsafe target.table.pointee.methods,
      unsafe target.table.pointee.method_count > 0
    else { return true }
    let opcode = Int.random(in: 0..<Int(unsafe target.table.pointee.method_count), using: &random)
    let method = unsafe methods[opcode]
    var signature = unsafe String(cString: method.signature)[...]
    let since = UInt32(signature.prefix { $0.isNumber }) ?? 1
    signature = signature.drop { $0.isNumber }
    let name = unsafe String(cString: method.name)
    let isDestructor = ["destroy", "release", "stop"].contains(name)
    guard unsafe since <= target.version, !isDestructor || chance(20) else { return true }
    var body: [UInt8] = []
    var files: [Int32] = []
    var made: [(UnsafePointer<wl_interface>, UInt32)] = unsafe []
    var isNullable = false
    var index = 0
    for letter in signature {
      if letter == "?" {
        isNullable = true
        continue
      }
      let type = unsafe method.types?[index]
      switch letter {
      case "s":
        body +=
          isNullable && chance(30)
          ? RawClient.words([0])
          : RawClient.string(["", "text/plain", "é%s%n", String(repeating: "x", count: 900)].randomElement(using: &random)!)
      case "o":
        let fitting = unsafe objects.filter { unsafe type == nil || $0.table == type }
        if chance(1) {
          // one that is gone, of another kind, or none
          let any = stale + [0, nextID, 0xFF00_0000] + (unsafe objects.map(\.id))
          body += RawClient.words([any.randomElement(using: &random)!])
        } else if let object = unsafe fitting.randomElement(using: &random), !(isNullable && chance(20)) {
          unsafe body += RawClient.words([object.id])
        } else if isNullable {
          body += RawClient.words([0])
        } else {
          return true
        }
      case "n":
        guard let type = unsafe type else { return true }
        unsafe made.append((type, nextID + UInt32(made.count)))
        unsafe body += RawClient.words([made.last!.1])
      case "a": body += RawClient.words([4, number()])
      case "h": files.append(file)
      case "f": body += RawClient.words([chance(70) ? UInt32.random(in: 0...64, using: &random) << 8 : number()])
      default: body += RawClient.words([number()])
      }
      isNullable = false
      index += 1
    }
    unsafe raw.send(RawClient.message(target.id, UInt16(opcode), body), files: files)
    sent += 1
    unsafe kinds.insert("\(target.name).\(name)")
    for unsafe(table, _) in unsafe made { unsafe add(table, target.version) }
    if isDestructor {
      unsafe objects.removeAll { unsafe $0.id == target.id }
      unsafe stale.append(target.id)
    }
    return true
  }

  /// Acknowledges configures, remembers serials, and forgets what the service has deleted.
  private func read(_ bytes: [UInt8]) {
    for event in RawEvent.parse(bytes) {
      if event.object == 1, event.opcode == 1 {
        unsafe objects.removeAll { unsafe $0.id == event.word(0) }
        continue
      }
      for index in 0..<min(event.body.count / 4, 2) { serials.append(event.word(index)) }
      if serials.count > 32 { serials.removeFirst(serials.count - 32) }
      if event.opcode == 0, let object = unsafe objects.first(where: { unsafe $0.id == event.object }), unsafe object.name == "xdg_surface",
        chance(80)
      {
        unsafe raw.send(RawClient.message(object.id, 4, RawClient.words([event.word(0)])))
      }
    }
  }
}

/// Something that happens beside the clients.
private func happen(_ bench: Bench, _ random: inout Noise) throws {
  let point = PrecisePoint<LayoutPoints>(
    x: Double(Int.random(in: -10...200, using: &random)), y: Double(Int.random(in: -10...150, using: &random)))
  let seat = bench.service.seat!
  switch Int.random(in: 0...11, using: &random) {
  case 0, 1: seat.pointer.move(to: point)
  case 2: seat.pointer.button(0x110, pressed: Bool.random(using: &random))
  case 3: seat.pointer.scroll(AxisEvent(source: .wheel, vertical: .init(value: 15, value120: 120)))
  case 4: seat.keyboard.key(UInt32.random(in: 1...60, using: &random), pressed: Bool.random(using: &random))
  case 5: seat.touch.down(FingerID(Int32.random(in: 0...2, using: &random)), at: point)
  case 6:
    seat.touch.up(FingerID(Int32.random(in: 0...2, using: &random)))
    seat.touch.frame()
  case 7, 8: try bench.tick()
  case 9: _ = try bench.capture()
  case 10: if bench.service.model.screens.count < 3 { try bench.service.connectScreen(ScreenSpec(width: 80, height: 60)) }
  default:
    if bench.service.model.screens.count > 1, let last = bench.service.model.screens.last {
      bench.service.perform(bench.service.model.removeScreen(last.id))
    }
  }
}

/// 6 runs, or as many as CASEMENT_SEEDS says.
private let fuzzSeeds = 0..<(unsafe getenv("CASEMENT_SEEDS").flatMap { unsafe UInt64(String(cString: $0)) } ?? 6)

@Test(arguments: fuzzSeeds)
func randomRequestsNeverHarmTheServiceOrItsOtherClients(seed: UInt64) throws {
  let bench = try Bench.small()
  var random = Noise(state: seed &+ 1000)
  let file = unsafe SharedFile.make(size: 1 << 16) { _ in }
  defer { close(file) }
  let window = try bench.client.window()
  var sent = 0
  var kinds: Set<String> = []
  for _ in 0..<40 {
    let fuzz = FuzzClient(bench.service, bench.client.globals, file, seed: UInt64.random(in: 0 ... .max, using: &random))
    for _ in 0..<120 {
      guard fuzz.step() else { break }
      if Int.random(in: 0...3, using: &random) == 0 { try happen(bench, &random) }
      bench.service.dispatch(timeoutMilliseconds: 0)
    }
    sent += fuzz.sent
    kinds.formUnion(fuzz.kinds)
    #expect(bench.service.model.violations() == [])
    fuzz.raw.hangUp()
    bench.service.dispatch(timeoutMilliseconds: 0)
    // nothing of the client is left, and others are served
    #expect(bench.service.display.connectedClients.count == 2)
    #expect(bench.service.surfaces.count == 1)
    #expect(bench.service.clientWindows.count == 1)
    #expect(bench.service.seat.popupGrabs.isEmpty)
    try bench.witness.roundtrip()
    try bench.client.roundtrip()
  }
  #expect(sent > 200 && kinds.count > 80, "\(sent) requests of \(kinds.count) kinds")
  window.show(10, 10, 0)
  try bench.othersAreServed()
  #expect(bench.error() == nil)
}
