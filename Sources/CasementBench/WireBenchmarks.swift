import CasementTesting
import Glibc
import WaylandClient
import WaylandProtocols

/// What servers cost that a client talks to: mostly CPU time of the server's process, by operation.
enum WireBenchmarks {
  /// One thing that is measured of every contender.
  struct Scenario {
    let name: String
    let unit: String
    /// The most that Casement may have of the floor's figure; nil: no target.
    var ofFloor: Double?
    /// The most that it may have of the best peer's.
    var ofPeers: Double?
    /// The most that the figure itself may be.
    var limit: Double?
    var size = (width: 1920, height: 1080)
    let measure: (Contender) throws -> Double
  }

  static var frames: [Scenario] {
    FrameBenchmarks.stages.map { stage in
      Scenario(name: "frame: " + stage.name, unit: "µs", ofFloor: stage.target, size: stage.screen) {
        try FrameBenchmarks.measure(stage, $0)
      }
    }
  }

  static var scenarios: [Scenario] {
    [
      Scenario(name: "a request, uncapped", unit: "µs", ofFloor: 1) { try uncapped($0) },
      Scenario(name: "round trip, one CPU, p50", unit: "µs", ofPeers: 1) { try roundtrips($0, onOne: true).median },
      Scenario(name: "round trip, one CPU, p99", unit: "µs", ofPeers: 1) { try roundtrips($0, onOne: true).p99 },
      Scenario(name: "round trip beside a flood, p99", unit: "µs", ofPeers: 1) { server in
        try Flood.beside(server) { try roundtrips(server, onOne: false).p99 }
      },
      Scenario(name: "connect, window, disconnect", unit: "µs", ofPeers: 1) { try connections($0) },
      Scenario(name: "256 subsurfaces, all commit", unit: "µs", ofFloor: 1.23) { try tree($0, all: true) },
      Scenario(name: "root over 256 idle subsurfaces", unit: "µs", ofFloor: 2.5) { try tree($0, all: false) },
      Scenario(name: "motion to client, one CPU, p50", unit: "µs", ofPeers: 1) { try motions($0).times.median },
      Scenario(name: "motion to client, one CPU, p99", unit: "µs", ofPeers: 1) { try motions($0).times.p99 },
      Scenario(name: "a motion of 250,000 a second", unit: "µs", limit: 4) { try motions($0).cost },
      Scenario(name: "memory, idle", unit: "MB", limit: 12) { Double($0.memory) / 1024 },
      Scenario(name: "memory, peak with a 4K window", unit: "MB", limit: 15, size: (3840, 2160)) { server in
        _ = try FrameBenchmarks.measure(FrameBenchmarks.stages[FrameBenchmarks.stages.count - 2], server)
        return Double(server.peakMemory) / 1024
      },
      Scenario(name: "memory a client, of 500", unit: "KB", limit: 25) { try memory($0, clients: 500) },
      Scenario(name: "wake-ups a second, no window", unit: "", limit: 0) { try idle($0, windows: 0) },
      Scenario(name: "wake-ups a second, 50 windows", unit: "", limit: 0) { try idle($0, windows: 50) },
    ]
  }

  /// CPU time a request, as fast as the server takes them.
  private static func uncapped(_ server: Contender) throws -> Double {
    let client = try server.connect()
    let window = try LoadWindow(client, width: 64, height: 64)
    let start = server.cpuTime
    let (rounds, batch) = (400, 64)
    for _ in 0..<rounds {
      for _ in 0..<batch { window.commit(.all) }
      try client.roundtrip()
    }
    // attach, damage and commit
    return (server.cpuTime - start) / Double(rounds * batch * 3)
  }

  /// CPU time of a round of commits in a tree of 256 subsurfaces: by all and then the root, or by the root alone.
  ///
  /// Server and client run on one processor: a round lies there when the server wakes. On two, it would be woken for each part that the
  /// client's library sends at once, as often as the client happens to be slow.
  private static func tree(_ server: Contender, all: Bool) throws -> Double {
    let client = try server.connect()
    let root = try LoadWindow(client, width: 64, height: 64)
    let subcompositor = client.bind(WlSubcompositorProxy.self)
    let buffer = client.makeBuffer(16, 16, 0xFFFF_FFFF)
    let children = (0..<256).map { _ in
      let surface = client.compositor.createSurface()
      _ = subcompositor.getSubsurface(surface: surface, parent: root.surface)
      surface.attach(buffer: buffer, x: 0, y: 0)
      surface.commit()
      return surface
    }
    root.commit(.all)
    try client.roundtrip()
    pin(server.process, toOne: true)
    pin(0, toOne: true)
    defer {
      pin(server.process, toOne: false)
      pin(0, toOne: false)
    }
    let (rounds, first) = all ? (200, 20) : (6_400, 64)
    var start = 0.0
    for round in 0..<(first + rounds) {
      if round == first { start = server.cpuTime }
      if all {
        for child in children {
          child.damageBuffer(x: 0, y: 0, width: 16, height: 16)
          child.commit()
        }
      }
      root.surface.damageBuffer(x: 0, y: 0, width: 16, height: 16)
      root.surface.commit()
      if all || round % 64 == 63 { try client.roundtrip() }
    }
    return (server.cpuTime - start) / Double(rounds)
  }

  /// Real time of round trips, server and client on one processor or on all.
  private static func roundtrips(_ server: Contender, onOne: Bool) throws -> [Double] {
    let client = try server.connect()
    if onOne { pin(server.process, toOne: true); pin(0, toOne: true) }
    defer { if onOne { pin(server.process, toOne: false); pin(0, toOne: false) } }
    for _ in 0..<100 { try client.roundtrip() }
    return try (0..<4_000).map { _ in
      let start = wallTime()
      try client.roundtrip()
      return wallTime() - start
    }
  }

  /// Real time from a virtual pointer's motion until the client under it has it, and the server's CPU time for one of many.
  private static func motions(_ server: Contender) throws -> (times: [Double], cost: Double) {
    let client = try server.connect()
    guard client.offers(ZwlrVirtualPointerManagerV1Proxy.interfaceName) else { throw BenchError("it has no virtual pointer") }
    let (width, height) = (UInt32(1920), UInt32(1080))
    let window = try LoadWindow(client, width: Int(width), height: Int(height))
    let virtual = client.bind(ZwlrVirtualPointerManagerV1Proxy.self).createVirtualPointer(seat: client.seat)
    let pointer = client.seat.getPointer()
    var heard = 0
    pointer.onEvent = { event in if case .motion = event { heard += 1 } }
    var turn: UInt32 = 0
    func move() {
      turn += 1
      virtual.motionAbsolute(time: turn, x: width / 2 + turn % 64, y: height / 2 + turn % 32, xExtent: width, yExtent: height)
      virtual.frame()
    }
    pin(server.process, toOne: true)
    pin(0, toOne: true)
    defer {
      pin(server.process, toOne: false)
      pin(0, toOne: false)
    }
    // until it has entered, and what was loaded at first is loaded
    for _ in 0..<50 {
      move()
      try client.roundtrip()
    }
    guard heard > 0 else { throw BenchError("the pointer is not over the window") }
    let times = try (0..<2_000).map { _ in
      let (start, before) = (wallTime(), heard)
      move()
      try client.run { heard > before }
      return wallTime() - start
    }
    let (rounds, batch) = (200, 50)
    let start = server.cpuTime
    for _ in 0..<rounds {
      for _ in 0..<batch { move() }
      try client.roundtrip()
    }
    return withExtendedLifetime(window) { (times, (server.cpuTime - start) / Double(rounds * batch)) }
  }

  /// CPU time of a client that comes, shows a window and goes.
  private static func connections(_ server: Contender) throws -> Double {
    let count = 100
    func visit() throws {
      let client = try server.connect()
      _ = try LoadWindow(client, width: 64, height: 64)
    }
    for _ in 0..<10 { try visit() }
    let start = server.cpuTime
    for _ in 0..<count { try visit() }
    try server.connect().roundtrip()
    return (server.cpuTime - start) / Double(count)
  }

  private static func memory(_ server: Contender, clients count: Int) throws -> Double {
    let first = try server.connect()
    _ = try LoadWindow(first, width: 64, height: 64)
    let before = server.memory
    var clients: [(TestClient, LoadWindow)] = []
    for _ in 0..<count {
      let client = try server.connect()
      clients.append((client, try LoadWindow(client, width: 64, height: 64)))
    }
    return withExtendedLifetime((first, clients)) { Double(server.memory - before) / Double(count) }
  }

  private static func idle(_ server: Contender, windows count: Int) throws -> Double {
    let client = try server.connect()
    let windows = try (0..<count).map { _ in try LoadWindow(client, width: 64, height: 64) }
    usleep(500_000)
    let before = server.wakeUps
    usleep(2_000_000)
    return withExtendedLifetime((client, windows)) { Double(server.wakeUps - before) / 2 }
  }

  /// Milliseconds from the start of a server to its first answer.
  static func start(_ recipe: Contender.Recipe) throws -> Double {
    let start = wallTime()
    let server = try Contender(recipe)
    return withExtendedLifetime(server) { (wallTime() - start) / 1_000 }
  }
}
