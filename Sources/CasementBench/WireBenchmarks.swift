import CasementTesting
import Glibc
import WaylandClient
import WaylandProtocols

/// What servers cost that a client talks to: CPU time of the server's process, by operation.
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

  static var scenarios: [Scenario] {
    [
      Scenario(name: "frame, 64×64", unit: "µs", ofFloor: 1.05) { try frames($0, 64, 64, .all) },
      Scenario(name: "frame, 1080p all new", unit: "µs", ofFloor: 1.05) { try frames($0, 1920, 1080, .all) },
      Scenario(name: "frame, 4K 16×16 new", unit: "µs", ofFloor: 1.05, size: (3840, 2160)) { try frames($0, 3840, 2160, .corner) },
      Scenario(name: "frame, 100 windows", unit: "µs", ofFloor: 1.1) { try frames($0, 64, 64, .all, windows: 100) },
      Scenario(name: "commit, uncapped", unit: "µs", ofFloor: 1) { try uncapped($0) },
      Scenario(name: "256 subsurfaces, all commit", unit: "µs", ofFloor: 1.23) { try tree($0, all: true) },
      Scenario(name: "root over 256 idle subsurfaces", unit: "µs", ofFloor: 2.5) { try tree($0, all: false) },
      Scenario(name: "round trip, p50", unit: "µs", ofPeers: 1) { try roundtrips($0).median },
      Scenario(name: "round trip, p99", unit: "µs", ofPeers: 1) { try roundtrips($0).p99 },
      Scenario(name: "connect, window, disconnect", unit: "µs", ofPeers: 1) { try connections($0) },
      Scenario(name: "memory idle", unit: "KB", limit: 12_288) { Double($0.memory) },
      Scenario(name: "memory a client, of 200", unit: "KB", limit: 25) { try memory($0, clients: 200) },
      Scenario(name: "wake-ups a second, idle", unit: "", limit: 0) { try idle($0) },
    ]
  }

  /// CPU time a frame, at the screen's rate.
  private static func frames(
    _ server: Contender, _ width: Int, _ height: Int, _ damage: LoadWindow.Damage, windows count: Int = 1
  ) throws -> Double {
    let client = try server.connect()
    let windows = try (0..<count).map { _ in try LoadWindow(client, width: width, height: height) }
    for window in windows { window.animate(damage) }
    try client.run { windows[0].frames >= 10 }
    let (start, first) = (server.cpuTime, windows[0].frames)
    try client.run { windows[0].frames >= first + 60 }
    return (server.cpuTime - start) / Double(windows[0].frames - first)
  }

  /// CPU time a commit, as fast as the server takes them.
  private static func uncapped(_ server: Contender) throws -> Double {
    let client = try server.connect()
    let window = try LoadWindow(client, width: 64, height: 64)
    let start = server.cpuTime
    let (rounds, batch) = (200, 64)
    for _ in 0..<rounds {
      for _ in 0..<batch { window.commit(.all) }
      try client.roundtrip()
    }
    return (server.cpuTime - start) / Double(rounds * batch)
  }

  /// CPU time of a round of commits in a tree of 256 subsurfaces: by all and then the root, or by the root alone.
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
    let rounds = all ? 40 : 4_000
    let start = server.cpuTime
    for round in 0..<rounds {
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

  private static func roundtrips(_ server: Contender) throws -> [Double] {
    let client = try server.connect()
    return try (0..<2_000).map { _ in
      let start = wallTime()
      try client.roundtrip()
      return wallTime() - start
    }
  }

  /// CPU time of a client that comes, shows a window and goes.
  private static func connections(_ server: Contender) throws -> Double {
    let start = server.cpuTime
    let count = 100
    for _ in 0..<count {
      let client = try server.connect()
      _ = try LoadWindow(client, width: 64, height: 64)
    }
    try server.connect().roundtrip()
    return (server.cpuTime - start) / Double(count)
  }

  private static func memory(_ server: Contender, clients count: Int) throws -> Double {
    let first = try server.connect()
    _ = try LoadWindow(first, width: 64, height: 64)
    let before = server.memory
    var clients: [TestClient] = []
    for _ in 0..<count {
      let client = try server.connect()
      _ = try LoadWindow(client, width: 64, height: 64)
      clients.append(client)
    }
    return withExtendedLifetime((first, clients)) { Double(server.memory - before) / Double(count) }
  }

  private static func idle(_ server: Contender) throws -> Double {
    let client = try server.connect()
    let windows = try (0..<10).map { _ in try LoadWindow(client, width: 64, height: 64) }
    let before = server.wakeUps
    usleep(1_000_000)
    return withExtendedLifetime(windows) { Double(server.wakeUps - before) }
  }

  /// Milliseconds from the start of a server to its first answer.
  static func start(_ recipe: Contender.Recipe) throws -> Double {
    let start = wallTime()
    let server = try Contender(recipe)
    return withExtendedLifetime(server) { (wallTime() - start) / 1_000 }
  }
}
