import CasementTesting
import Geometry
import Glibc
import Scene
import Surfaces
import Testing
import WaylandClient
import WaylandProtocols
import WaylandServer
import WindowModel

@testable import Casement

private let getRegistry = RawClient.message(1, 1, RawClient.words([2]))
private let sync = RawClient.message(1, 0, RawClient.words([3]))

/// Bytes that no client may send, and the code of `wl_display.error` that they are answered with.
private struct Bytes: Sendable, CustomTestStringConvertible {
  let testDescription: String
  let bytes: [UInt8]
  let code: UInt32?

  init(_ title: String, _ code: UInt32?, _ bytes: [UInt8]) {
    (testDescription, self.code, self.bytes) = (title, code, bytes)
  }
}

private let invalidObject: UInt32 = 0
private let invalidMethod: UInt32 = 1

private let hostile = [
  Bytes("a request that the interface does not have", invalidMethod, RawClient.message(1, 99)),
  Bytes("a request on an object that does not exist", invalidObject, RawClient.message(77, 0)),
  Bytes("a request on a number of the server's", invalidObject, RawClient.message(0xFF00_0001, 0)),
  Bytes("a request without its argument", invalidMethod, RawClient.message(1, 1)),
  Bytes("a size of no bytes", nil, RawClient.words([1, 0])),
  Bytes("a size below the header's", nil, RawClient.words([1, 4 << 16 | 1])),
  Bytes("a number that is in use", invalidMethod, RawClient.message(1, 1, RawClient.words([1]))),
  Bytes("a number far ahead", invalidMethod, RawClient.message(1, 1, RawClient.words([500]))),
  Bytes("a number of the server's range", invalidMethod, RawClient.message(1, 1, RawClient.words([0xFF00_0000]))),
  Bytes("no number", invalidMethod, RawClient.message(1, 1, RawClient.words([0]))),
  Bytes("a string longer than its message", invalidMethod, getRegistry + RawClient.message(2, 0, RawClient.words([1, 4000, 0, 1, 3]))),
  Bytes("a string of the greatest length", invalidMethod, getRegistry + RawClient.message(2, 0, RawClient.words([1, .max, 0, 1, 3]))),
  Bytes("a string without its end", invalidMethod, getRegistry + RawClient.message(2, 0, RawClient.words([1, 4, 0x6161_6161, 1, 3]))),
  Bytes(
    "a global that does not exist", nil,
    getRegistry + RawClient.message(2, 0, RawClient.words([9999]) + RawClient.string("wl_shm") + RawClient.words([1, 3]))),
  Bytes(
    "a global under another name", nil,
    getRegistry + RawClient.message(2, 0, RawClient.words([1]) + RawClient.string("no_such") + RawClient.words([1, 3]))),
]

@Test(arguments: hostile)
private func bytesThatNoClientMaySendEndIt(_ bytes: Bytes) throws {
  let bench = try Bench()
  let raw = RawClient(bench.service)
  raw.send(bytes.bytes)
  for _ in 0..<4 { bench.service.dispatch(timeoutMilliseconds: 0) }
  let answer = raw.receive() ?? []
  if let code = bytes.code { #expect(RawClient.displayError(in: answer)?.code == code) }
  #expect(raw.receive() == nil)
  #expect(bench.service.display.connectedClients.count == 2)
  try bench.othersAreServed()
}

@Test(arguments: [UInt32(0), 8, 0xFFFF_FFFF])
func aGlobalsVersionMustBeOneThatIsAdvertised(version: UInt32) throws {
  let bench = try Bench()
  let global = try #require(bench.client.globals.first { $0.interface == "wl_compositor" })
  let raw = RawClient(bench.service)
  raw.send(
    getRegistry
      + RawClient.message(2, 0, RawClient.words([global.name]) + RawClient.string("wl_compositor") + RawClient.words([version, 3])))
  for _ in 0..<4 { bench.service.dispatch(timeoutMilliseconds: 0) }
  #expect(RawClient.displayError(in: raw.receive() ?? [])?.code == invalidObject)
  try bench.othersAreServed()
}

@Test func aMissingFileDescriptorEndsTheClient() throws {
  let bench = try Bench()
  let global = try #require(bench.client.globals.first { $0.interface == "wl_shm" })
  let raw = RawClient(bench.service)
  raw.send(
    getRegistry + RawClient.message(2, 0, RawClient.words([global.name]) + RawClient.string("wl_shm") + RawClient.words([1, 3]))
      + RawClient.message(3, 0, RawClient.words([4, 4096])))
  for _ in 0..<4 { bench.service.dispatch(timeoutMilliseconds: 0) }
  #expect(RawClient.displayError(in: raw.receive() ?? []) != nil)
  try bench.othersAreServed()
}

@Test func aClientMayHangUpInTheMiddleOfAnyMessage() throws {
  let bench = try Bench()
  func global(_ interface: String) throws -> UInt32 { try #require(bench.client.globals.first { $0.interface == interface }).name }
  var conversation = getRegistry
  conversation += RawClient.message(
    2, 0, RawClient.words([try global("wl_compositor")]) + RawClient.string("wl_compositor") + RawClient.words([6, 3]))
  conversation += RawClient.message(
    2, 0, RawClient.words([try global("xdg_wm_base")]) + RawClient.string("xdg_wm_base") + RawClient.words([6, 4]))
  conversation += RawClient.message(3, 0, RawClient.words([5])) + RawClient.message(4, 2, RawClient.words([6, 5]))
  conversation += RawClient.message(6, 1, RawClient.words([7])) + RawClient.message(7, 2, RawClient.string("title"))
  conversation += RawClient.message(5, 3, RawClient.words([8])) + RawClient.message(5, 6)
  for length in stride(from: 0, through: conversation.count, by: 3) {
    let raw = RawClient(bench.service)
    raw.send(Array(conversation.prefix(length)))
    if length % 2 == 0 { bench.service.dispatch(timeoutMilliseconds: 0) }
    raw.hangUp()
    bench.service.dispatch(timeoutMilliseconds: 0)
  }
  try bench.othersAreServed()
  #expect(bench.service.display.connectedClients.count <= 3)
  #expect(bench.service.surfaces.isEmpty && bench.service.clientWindows.isEmpty)
}

@Test(arguments: 0..<20)
func noiseEndsOnlyWhoMakesIt(seed: UInt64) throws {
  let bench = try Bench()
  var random = Noise(state: seed)
  for _ in 0..<20 {
    let raw = RawClient(bench.service)
    var bytes = getRegistry + sync
    for _ in 0..<Int.random(in: 1...200, using: &random) { bytes.append(UInt8.random(in: 0...255, using: &random)) }
    if Bool.random(using: &random) { bytes[Int.random(in: 0..<bytes.count, using: &random)] ^= 0xFF }
    raw.send(bytes)
    bench.service.dispatch(timeoutMilliseconds: 0)
    raw.hangUp()
    bench.service.dispatch(timeoutMilliseconds: 0)
  }
  try bench.othersAreServed()
}

/// splitmix64: the same numbers for the same seed, everywhere.
struct Noise: RandomNumberGenerator {
  var state: UInt64
  mutating func next() -> UInt64 {
    state &+= 0x9E37_79B9_7F4A_7C15
    var z = state
    z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
    z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
    return z ^ (z >> 31)
  }
}

// MARK: Too much of everything

@Test func tenThousandSurfacesComeAndGo() throws {
  let bench = try Bench()
  let buffer = bench.client.makeBuffer(1, 1, 0)
  for index in 0..<10_000 {
    let surface = bench.surface()
    surface.frame()
    surface.attach(buffer: buffer, x: 0, y: 0)
    surface.commit()
    if index % 500 == 0 { try bench.client.roundtrip() }
  }
  try bench.client.roundtrip()
  #expect(bench.service.surfaces.count == 10_000)
  bench.service.display.connectedClients.first { $0.number == 1 }?.disconnect()
  #expect(bench.service.surfaces.isEmpty)
  try bench.othersAreServed()
}

@Test("case 62: pools without end end only their client") func poolsWithoutEndEndOnlyTheirClient() throws {
  let bench = try Bench()
  let file = unsafe SharedFile.make(size: 4096, name: "casement-endless") { _ in }
  defer { close(file) }
  var error: WireError?
  var made = 0
  while error == nil, made < 5_000 {
    for _ in 0..<20 { bench.client.shm.createPool(fd: file, size: 4096) }
    made += 20
    error = bench.error()
  }
  #expect(error == WireError("closed", UInt32(ENOMEM)))
  #expect(made > 64)
  try bench.othersAreServed()
  #expect(DescriptorTable.count("casement-endless") == 1)
}

@Test func poolsThatAreGivenBackDoNotCount() throws {
  let bench = try Bench()
  let file = unsafe SharedFile.make(size: 4096) { _ in }
  defer { close(file) }
  for index in 0..<3_000 {
    if index % 20 == 0 { try bench.client.roundtrip() }
    let pool = bench.client.shm.createPool(fd: file, size: 4096)
    let buffer = pool.createBuffer(offset: 0, width: 8, height: 8, stride: 32, format: .argb8888)
    pool.destroy()
    buffer.destroy()
  }
  #expect(bench.error() == nil)
}

@Test func hugeStringsAreTaken() throws {
  let bench = try Bench()
  let window = try bench.client.window()
  for text in [String(repeating: "ü", count: 2000), "\u{FEFF}%s%n%p", "\u{0}", String(repeating: "\n", count: 3000)] {
    window.toplevel.setTitle(title: text)
    window.toplevel.setAppId(appId: text)
  }
  #expect(bench.error() == nil)
}

@Test func stringsThatAreNotUTF8AreRepaired() throws {
  let bench = try Bench()
  func global(_ interface: String) throws -> UInt32 { try #require(bench.client.globals.first { $0.interface == interface }).name }
  let raw = RawClient(bench.service)
  raw.send(
    getRegistry
      + RawClient.message(
        2, 0, RawClient.words([try global("wl_compositor")]) + RawClient.string("wl_compositor") + RawClient.words([6, 3]))
      + RawClient.message(2, 0, RawClient.words([try global("xdg_wm_base")]) + RawClient.string("xdg_wm_base") + RawClient.words([6, 4]))
      + RawClient.message(3, 0, RawClient.words([5])) + RawClient.message(4, 2, RawClient.words([6, 5]))
      + RawClient.message(6, 1, RawClient.words([7])) + RawClient.message(7, 2, RawClient.words([4]) + [0xFF, 0xFE, 0x41, 0]))
  bench.service.dispatch(timeoutMilliseconds: 0)
  #expect(bench.service.clientWindows.values.first?.role.title == "\u{FFFD}\u{FFFD}A")
}

// MARK: Nothing is left

@Test func descriptorsOfEveryKindAreClosed() throws {
  let name = "casement-leak-\(UInt64.random(in: 0 ... .max))"
  let file = unsafe SharedFile.make(size: 4096, name: name) { _ in }
  var links: [String] = []
  do {
    let test = try TestService()
    func shmName(_ client: TestClient) -> UInt32 { client.globals.first { $0.interface == "wl_shm" }!.name }
    let scout = try test.connect()
    for kind in 0..<40 {
      let client = try test.connect()
      let pool = client.shm.createPool(fd: file, size: kind % 5 == 0 ? 0 : 4096)
      let buffer = pool.createBuffer(offset: 0, width: 8, height: 8, stride: kind % 5 == 1 ? 1 : 32, format: .argb8888)
      let surface = client.compositor.createSurface()
      surface.attach(buffer: buffer, x: 0, y: 0)
      if kind % 5 == 2 { surface.commit() }
      if kind % 5 == 3 { buffer.destroy() }
      _ = try? client.roundtrip()
      // descriptors that no request takes, and too many of them
      let raw = RawClient(test.service)
      links.append(raw.serverLink)
      raw.send(getRegistry, files: Array(repeating: file, count: 1 + kind % 20))
      raw.send(
        RawClient.message(2, 0, RawClient.words([shmName(scout)]) + RawClient.string("wl_shm") + RawClient.words([1, 3]))
          + RawClient.message(3, 0, RawClient.words([4, 0])), files: [file])
      for _ in 0..<3 { test.service.dispatch(timeoutMilliseconds: 0) }
      raw.hangUp()
      for connected in test.service.display.connectedClients where connected.number % 2 == 0 { connected.disconnect() }
      test.service.dispatch(timeoutMilliseconds: 0)
    }
    test.service.display.disconnectAll()
    #expect(DescriptorTable.count(name) == 1)
    for link in links { #expect(DescriptorTable.count(link) == 0) }
  }
  close(file)
  #expect(DescriptorTable.count(name) == 0)
}

@Test func aServiceThatIsReleasedWithClientsLeavesNothing() throws {
  let name = "casement-leak-\(UInt64.random(in: 0 ... .max))"
  weak var surface: Surface?
  weak var toplevel: (any XdgRole)?
  var link = ""
  do {
    let bench = try Bench()
    let raw = RawClient(bench.service)
    link = raw.serverLink
    let window = TestWindow(bench.client)
    window.surface.commit()
    try bench.client.roundtrip()
    let file = unsafe SharedFile.make(size: 4096, name: name) { _ in }
    let pool = bench.client.shm.createPool(fd: file, size: 4096)
    close(file)
    window.surface.attach(buffer: pool.createBuffer(offset: 0, width: 8, height: 8, stride: 32, format: .argb8888), x: 0, y: 0)
    bench.viewporter.getViewport(surface: window.surface)
    bench.decorations.getToplevelDecoration(toplevel: TestWindow(bench.client).toplevel)
    let child = bench.surface()
    bench.subcompositor.getSubsurface(surface: child, parent: window.surface)
    window.surface.frame()
    window.surface.commit()
    let popup = PopupProbe(bench.client, on: window.xdgSurface, bench.positioner())
    try popup.map()
    surface = try bench.surface(of: window.surface)
    toplevel = surface?.xdgSurface?.xdgRole
    #expect(surface != nil && toplevel != nil)
    #expect(DescriptorTable.count(name) == 1)
  }
  #expect(surface == nil)
  #expect(toplevel == nil)
  #expect(DescriptorTable.count(name) == 0)
  #expect(DescriptorTable.count(link) == 0)
}

@Test func aClientThatGoesLeavesNothing() throws {
  let bench = try Bench()
  weak var surface: Surface?
  weak var client: Client?
  do {
    let window = try bench.client.window()
    let listeners = (PointerListener(bench.client), KeyboardListener(bench.client), TouchListener(bench.client))
    bench.move(10, 10)
    bench.button(true)
    try bench.client.roundtrip()
    surface = try bench.surface(of: window.surface)
    client = surface?.client
    _ = listeners
  }
  #expect(surface != nil && client != nil)
  client?.disconnect()
  bench.button(false)
  bench.move(20, 20)
  bench.service.dispatch(timeoutMilliseconds: 0)
  #expect(surface == nil)
  #expect(client == nil)
  #expect(bench.service.seat.knownClient(.init(rawValue: 1)) == nil)
}
