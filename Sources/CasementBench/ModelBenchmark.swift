internal import Geometry
internal import WindowModel

/// Times changes of one window's level, key and screen among many windows.
enum ModelBenchmark {
  static let repetitions = 501

  /// One number of windows, and what each operation costs with them.
  struct Row {
    var windows: Int
    /// CPU microseconds, by operation, in the order of `operations`.
    var costs: [Double]
  }

  static let operations = ["level", "key", "screen", "raise", "hide and show"]

  static func run(sizes: [Int]) -> [Row] { sizes.map { Row(windows: $0, costs: costs(windows: $0)) } }

  private static func costs(windows count: Int) -> [Double] {
    var model = WindowModel()
    let screens = ["main", "second"].map { name in
      try! model.addScreen(ScreenDescription(name: name, modes: [ScreenMode(size: Size(width: 1920, height: 1080))])).id
    }
    let windows = (0..<count).map { number in
      let id = model.addWindow(client: ClientID(rawValue: number % 50), screen: screens[number % 2]).id
      _ = model.setContent(id, isMapped: true, size: Size(width: 1920, height: 1080))
      return id
    }
    var turn = 0
    func next() -> WindowID {
      turn += 1
      return windows[turn * 7919 % count]
    }
    return [
      median { _ = try! model.setLevel(next(), Double(turn * 31 % 2_000)) },
      median { _ = model.makeKey(next(), authority: .controller) },
      median { _ = model.setScreen(next(), screens[turn / 3 % 2], because: .controller) },
      median { _ = model.raise(next()) },
      median {
        let id = next()
        _ = model.setHidden(id, true)
        _ = model.setHidden(id, false)
      },
    ]
  }

  private static func median(_ body: () -> Void) -> Double {
    let samples = (0..<repetitions).map { _ in
      let start = threadTime()
      body()
      return threadTime() - start
    }
    return samples.sorted()[repetitions / 2]
  }
}
