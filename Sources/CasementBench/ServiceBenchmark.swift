import Casement
import CasementControl
import CasementTesting

/// What a change of one window costs a service that tells its clients and controllers of it, among many windows that are mapped.
enum ServiceBenchmark {
  private static let repetitions = 101

  static func run(sizes: [Int]) throws -> [GrowthBenchmarks.Curve] {
    let names = ["level", "key", "screen"]
    var curves = names.map { GrowthBenchmarks.Curve(name: "service: \($0), by windows", points: []) }
    for size in sizes {
      for (index, cost) in try costs(windows: size).enumerated() { curves[index].points.append((size, cost)) }
    }
    return curves
  }

  private static func costs(windows count: Int) throws -> [Double] {
    var configuration = ServiceConfiguration.manual
    configuration.screens = [ScreenSpec(width: 1920, height: 1080), ScreenSpec(width: 1920, height: 1080)]
    let test = try TestService(configuration)
    let client = try test.connect()
    let held = try GrowthBenchmarks.windows(count, of: client, in: test)
    let (windows, screens) = (test.service.windows, test.service.screens)
    var turn = 0
    func median(_ change: (Window) -> Void) throws -> Double {
      try (0..<repetitions).map { _ in
        turn += 1
        let window = windows[turn * 7919 % windows.count]
        let start = threadTime()
        change(window)
        let cost = threadTime() - start
        try client.roundtrip()
        return cost
      }.median
    }
    return try withExtendedLifetime(held) {
      [
        try median { $0.level = Window.Level(rawValue: Double(turn * 31 % 2_000)) },
        try median { $0.makeKey() },
        try median { $0.screen = screens[turn / 3 % 2] },
      ]
    }
  }
}
