import Casement
import CasementControl
import CasementTesting
import Geometry
import Glibc
import WaylandClient
import WaylandProtocols

/// What one operation costs as there is more of something else: a service in this process, its CPU time alone.
enum GrowthBenchmarks {
  /// A line of the chart.
  struct Curve: Sendable {
    let name: String
    var points: [(count: Int, microseconds: Double)]

    /// How the cost grows from the first point to the last: 0 where it stays, 1 where it is as the number.
    var exponent: Double {
      guard let first = points.first, let last = points.last, last.count > first.count else { return 0 }
      return log(max(last.microseconds, 0.01) / max(first.microseconds, 0.01)) / log(Double(last.count) / Double(first.count))
    }
  }

  static func run(quick: Bool) throws -> [Curve] {
    let counts = quick ? [10, 100] : [10, 100, 1_000, 10_000]
    func few(_ most: Int) -> [Int] { counts.filter { $0 < most } + (quick ? [] : [most]) }
    return try [
      curve("commit, by windows", counts) { try windows($0) },
      curve("commit of one, by sibling subsurfaces", counts) { try siblings($0, ofRoot: false) },
      curve("commit of the root, by idle subsurfaces", counts) { try siblings($0, ofRoot: true) },
      // 128 surfaces may lie on each other
      curve("commit of the deepest, by depth", [1, 10, 120]) { try deep($0) },
      // one process has some 6,000 connections' descriptors for both ends
      curve("commit, by other clients", few(5_000)) { try clients($0) },
      curve("commit, by screens", few(1_000)) { try screens($0) },
      curve("a rectangle of damage, by how many a commit has", counts) { try rectangles($0) },
      // more do not go into one client's socket at once
      curve("a pointer's motion, by pointers that listen", few(1_000)) { try listeners($0) },
    ]
  }

  private static func curve(_ name: String, _ counts: [Int], _ measure: (Int) throws -> Double) rethrows -> Curve {
    Curve(name: name, points: try counts.map { ($0, try measure($0)) })
  }

  /// A service with a client, and the service's CPU time for what the client asks.
  private final class Stage {
    let test: TestService
    let client: TestClient
    private var sample = 0.0

    init(_ configuration: ServiceConfiguration = .manual) throws {
      test = try TestService(configuration)
      client = try test.connect()
    }

    /// Microseconds of the service for one `request`: the median of `times`.
    func cost(_ times: Int = 101, _ request: () -> Void) throws -> Double {
      var samples: [Double] = []
      for _ in 0..<times {
        sample = 0
        request()
        breathe()
        samples.append(sample)
        try client.roundtrip()
      }
      return samples.median
    }

    /// Lets the service handle what was asked so far: a socket does not hold all of a long list.
    func breathe() {
      client.connection.flush()
      let start = threadTime()
      test.pump()
      sample += threadTime() - start
    }

    func surface(_ buffer: WlBufferProxy) -> WlSurfaceProxy {
      let surface = client.compositor.createSurface()
      surface.attach(buffer: buffer, x: 0, y: 0)
      return surface
    }
  }

  private static func touch(_ surface: WlSurfaceProxy) {
    surface.damageBuffer(x: 0, y: 0, width: 8, height: 8)
    surface.commit()
  }

  private static func windows(_ count: Int) throws -> Double {
    let stage = try Stage()
    let all = try windows(count, of: stage.client, in: stage.test)
    return try withExtendedLifetime(all) { try stage.cost { all[min(count, clientShare) / 2].commit(.corner) } }
  }

  /// A client may have so many files, and so windows, and no more.
  private static let clientShare = 500

  /// `count` windows of `client`, and of others where those are too many for one.
  static func windows(_ count: Int, of client: TestClient, in test: TestService) throws -> [LoadWindow] {
    try (0..<count).reduce(into: (client: client, windows: [LoadWindow]())) { made, index in
      if index > 0, index % clientShare == 0 { made.client = try test.connect() }
      made.windows.append(try LoadWindow(made.client, width: 16, height: 16))
    }.windows
  }

  private static func siblings(_ count: Int, ofRoot: Bool) throws -> Double {
    let stage = try Stage()
    let root = try LoadWindow(stage.client, width: 64, height: 64)
    let subcompositor = stage.client.bind(WlSubcompositorProxy.self)
    let buffer = stage.client.makeBuffer(16, 16, 0xFFFF_FFFF)
    var one: WlSurfaceProxy?
    for index in 0..<count {
      let surface = stage.surface(buffer)
      let child = subcompositor.getSubsurface(surface: surface, parent: root.surface)
      if index == count / 2 {
        child.setDesync()
        one = surface
      }
      surface.commit()
      if index % 256 == 255 { try stage.client.roundtrip() }
    }
    root.commit(.all)
    try stage.client.roundtrip()
    return try stage.cost { touch(ofRoot ? root.surface : one ?? root.surface) }
  }

  private static func deep(_ count: Int) throws -> Double {
    let stage = try Stage()
    let root = try LoadWindow(stage.client, width: 64, height: 64)
    let subcompositor = stage.client.bind(WlSubcompositorProxy.self)
    let buffer = stage.client.makeBuffer(16, 16, 0xFFFF_FFFF)
    var last = root.surface
    for _ in 0..<count {
      let surface = stage.surface(buffer)
      subcompositor.getSubsurface(surface: surface, parent: last).setDesync()
      surface.commit()
      last = surface
    }
    root.commit(.all)
    try stage.client.roundtrip()
    return try stage.cost { touch(last) }
  }

  private static func clients(_ count: Int) throws -> Double {
    let stage = try Stage()
    let window = try LoadWindow(stage.client, width: 16, height: 16)
    let others = try (0..<count).map { _ in try stage.test.connect() }
    return try withExtendedLifetime(others) { try stage.cost { window.commit(.corner) } }
  }

  private static func screens(_ count: Int) throws -> Double {
    var configuration = ServiceConfiguration.manual
    configuration.screens = (0..<count).map { _ in ScreenSpec(width: 64, height: 64) }
    let stage = try Stage(configuration)
    let window = try LoadWindow(stage.client, width: 16, height: 16)
    return try stage.cost { window.commit(.corner) }
  }

  private static func rectangles(_ count: Int) throws -> Double {
    let stage = try Stage()
    let window = try LoadWindow(stage.client, width: 512, height: 512)
    return try stage.cost(count > 1_000 ? 11 : 101) {
      for index in 0..<count {
        window.surface.damageBuffer(x: Int32(index * 37 % 500), y: Int32(index * 101 % 500), width: 4, height: 4)
        if index % 100 == 99 { stage.breathe() }
      }
      window.surface.commit()
    } / Double(count)
  }

  private static func listeners(_ count: Int) throws -> Double {
    let stage = try Stage()
    let window = try LoadWindow(stage.client, width: 640, height: 480)
    var heard = 0
    let pointers = try (0..<count).map { index in
      let pointer = stage.client.seat.getPointer()
      pointer.onEvent = { event in if case .motion = event { heard += 1 } }
      if index % 256 == 255 { try stage.client.roundtrip() }
      return pointer
    }
    try stage.client.roundtrip()
    var samples: [Double] = []
    for step in 0..<22 {
      // a window is in the middle of its screen
      let place = PrecisePoint<LayoutPoints>(x: Double(600 + step), y: 360)
      let start = threadTime()
      stage.test.service.injectPointerMotion(to: place)
      stage.test.pump()
      samples.append((threadTime() - start) / Double(count))
      try stage.client.roundtrip()
    }
    // the first one enters
    guard heard == 21 * count else { throw BenchError("\(heard) motions were heard by \(count) pointers, not 21 each") }
    return withExtendedLifetime((window, pointers)) { Array(samples.dropFirst()).median }
  }
}
