import CasementTesting
import WaylandClient
import WaylandProtocols

/// What a frame at the screen's rate costs a server that nobody looks at: CPU time of its process.
enum FrameBenchmarks {
  typealias Look = LoadSurface.Look

  /// What is on the screen: a window, and subsurfaces on it.
  struct Stage {
    let name: String
    var screen = (width: 1920, height: 1080)
    var window: Look
    var isFullscreen = false
    /// How many windows of that kind.
    var windows = 1
    var children: [(look: Look, x: Int, y: Int)] = []
    /// How many of the children draw, from the last; the window itself draws where there are none.
    var drawing = 1
    var damage = LoadSurface.Damage.all
    /// The most that Casement may have of the floor's figure.
    var target = 1.05
  }

  private static var hd: Look { Look(width: 1920, height: 1080, isPainted: true) }
  private static var quiet: Look { Look(width: 1920, height: 1080) }

  private static func tiles(_ count: Int, _ width: Int, _ height: Int) -> [(look: Look, x: Int, y: Int)] {
    let columns = 1920 / width
    return (0..<count).map { (Look(width: width, height: height, isPainted: true), $0 % columns * width, $0 / columns * height) }
  }

  static var stages: [Stage] {
    let small = Look(width: 64, height: 64, isPainted: true)
    var transparent = hd
    transparent.format = .argb8888
    let uhd = Look(width: 3840, height: 2160, isPainted: true)
    return [
      Stage(name: "64×64 window", window: small),
      Stage(name: "1080p, all new", window: hd),
      Stage(name: "the same, fullscreen", window: hd, isFullscreen: true),
      Stage(
        name: "a subsurface at (32, 32)", window: quiet, children: [(Look(width: 1888, height: 1048, isPainted: true), 32, 32)]),
      Stage(name: "half transparent", window: quiet, children: [(transparent, 0, 0)]),
      Stage(name: "16 tiles", window: quiet, children: tiles(16, 480, 270), drawing: 16, target: 1.1),
      Stage(name: "100 tiles", window: quiet, children: tiles(100, 192, 108), drawing: 100, target: 1.1),
      Stage(name: "eight stacked", window: quiet, children: (0..<7).map { _ in (quiet, 0, 0) } + [(hd, 0, 0)]),
      Stage(
        name: "viewport 1.5×", window: quiet,
        children: [(Look(width: 1280, height: 720, destination: (1920, 1080), isPainted: true), 0, 0)]),
      Stage(name: "rotated 90°", window: quiet, children: [(Look(width: 1080, height: 1920, transform: 1, isPainted: true), 0, 0)]),
      Stage(name: "100 windows of 64×64", window: small, windows: 100, target: 1.1),
      Stage(name: "4K, all new", screen: (3840, 2160), window: uhd),
      Stage(name: "4K, 16×16 new", screen: (3840, 2160), window: uhd, damage: .corner),
    ]
  }

  /// A stage that is set up, and moves.
  final class Play {
    private let client: TestClient
    private let windows: [LoadWindow]
    private let children: [LoadSurface]
    private let moving: [LoadSurface]

    init(_ stage: Stage, _ client: TestClient) throws {
      self.client = client
      windows = try (0..<stage.windows).map { _ in try LoadWindow(client, stage.window, isFullscreen: stage.isFullscreen) }
      let subcompositor = stage.children.isEmpty ? nil : client.bind(WlSubcompositorProxy.self)
      var made: [LoadSurface] = []
      for child in stage.children {
        let surface = try LoadSurface(client, child.look)
        let subsurface = subcompositor!.getSubsurface(surface: surface.surface, parent: windows[0].surface)
        subsurface.setPosition(x: Int32(child.x), y: Int32(child.y))
        subsurface.setDesync()
        surface.commit(.all)
        made.append(surface)
      }
      children = made
      if !made.isEmpty { windows[0].commit(.all) }
      try client.roundtrip()
      moving = made.isEmpty ? windows.map(\.content) : Array(made.suffix(stage.drawing))
      for surface in moving { surface.animate(stage.damage) }
    }

    var frames: Int { moving[0].frames }

    /// Goes on for `count` frames.
    func run(_ count: Int) throws {
      let end = frames + count
      try client.run { moving[0].frames >= end }
    }
  }

  /// CPU microseconds a frame.
  static func measure(_ stage: Stage, _ server: Contender) throws -> Double {
    let play = try Play(stage, server.connect())
    try play.run(10)
    let start = server.cpuTime
    try play.run(60)
    return (server.cpuTime - start) / 60
  }
}
