import Glibc

/// One run of the benchmarks.
struct BenchRun {
  private let folder: String
  private let isQuick: Bool
  private let runs: Int
  private let parts: Set<String>
  private let own: [Contender.Recipe]
  private let peers: [Contender.Recipe]
  private var report = Report()

  /// A run as the command line asks for it.
  init(_ arguments: [String]) {
    var words = arguments
    func take(_ option: String) -> String? {
      guard let index = words.firstIndex(of: option), index + 1 < words.count else { return nil }
      defer { words.removeSubrange(index...(index + 1)) }
      return words[index + 1]
    }
    own = Contenders.own(casement: take("--casement"))
    folder = take("--out") ?? "."
    let wanted = take("--runs").flatMap { Int($0) }
    isQuick = words.contains("--quick")
    runs = max(wanted ?? (isQuick ? 1 : 3), 1)
    peers = Contenders.peers
    Files.removeLeftovers()
    Interruption.watch()
    parts = Set(words.filter { $0 != "--quick" })
    // one run holds 500 connections, and the growth curves thousands
    var limit = rlimit()
    if unsafe getrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit) == 0 {
      limit.rlim_cur = limit.rlim_max
      unsafe setrlimit(__rlimit_resource_t(RLIMIT_NOFILE.rawValue), &limit)
    }
  }

  /// Measures, and writes what came out. - Returns: the process's status.
  consuming func perform() -> Int32 {
    for name in Contenders.missingPeers { note("\(name) is not installed: nothing is measured of it") }
    if wants("model") { model() }
    if wants("instructions") { instructions() }
    if wants("frames") { wire(WireBenchmarks.frames) }
    if wants("wire") { wire(WireBenchmarks.scenarios) }
    if wants("start") {
      add("start to first answer", "ms", samples(own + peers, WireBenchmarks.start), ofFloor: nil, ofPeers: nil, limit: 10)
    }
    if wants("input") { input() }
    if wants("capture") { capture() }
    if wants("drawing") { drawing() }
    if wants("nested") { nested() }
    if wants("growth") {
      do { report.curves += try GrowthBenchmarks.run(quick: isQuick) } catch { note("growth: \(error)") }
    }
    print(report.table)
    do {
      try Files.write(report.json, to: "\(folder)/bench.json")
      if !report.curves.isEmpty { try Files.write(Chart.svg(report.curves), to: "\(folder)/growth.svg") }
      return 0
    } catch {
      note("\(error)")
      return 1
    }
  }

  private func wants(_ part: String) -> Bool { parts.isEmpty || parts.contains(part) }

  private mutating func wire(_ scenarios: [WireBenchmarks.Scenario]) {
    for scenario in scenarios {
      func measure(_ recipe: Contender.Recipe) throws -> Double {
        try scenario.measure(try Contender(recipe, width: scenario.size.width, height: scenario.size.height))
      }
      // what is held to the floor says of the peers only where they are: once is enough
      let isOfFloor = scenario.ofFloor != nil
      var values = samples(isOfFloor ? own : own + peers, measure)
      if isOfFloor, !isQuick { values.merge(samples(peers, runs: 1, measure)) { own, _ in own } }
      add(scenario.name, scenario.unit, values, ofFloor: scenario.ofFloor, ofPeers: scenario.ofPeers, limit: scenario.limit)
    }
  }

  private mutating func input() {
    do {
      for row in try InputBenchmark.rows(own: own, peers: peers, quick: isQuick) { report.add(row) }
      note("input")
    } catch {
      note("input: \(error)")
    }
  }

  private mutating func instructions() {
    for tool in Callgrind.tools where Files.find(tool) == nil {
      return note("\(tool) is not installed: instructions are not counted")
    }
    let values = samples(isQuick ? own : own + peers, runs: 1, Callgrind.instructionsPerCommit)
    add("instructions a commit", "", values, ofFloor: nil, ofPeers: nil, limit: 16_000)
  }

  private mutating func capture() {
    let capturers = own.filter { $0.name == "casement" } + peers.filter { $0.name == "sway" }
    func measure(_ stage: FrameBenchmarks.Stage) -> [String: [Double?]] {
      samples(capturers) { try CaptureBenchmarks.measure(stage, try Contender($0, width: stage.screen.width, height: stage.screen.height)) }
    }
    for (stage, target) in CaptureBenchmarks.stages {
      var values = measure(stage)
      let floor = samples(own.filter { $0.name == "floor" }) { try FrameBenchmarks.measure(stage, try Contender($0)) }
      values["copy + floor"] = floor["floor"]?.map { $0.map { $0 + CaptureBenchmarks.pacedCopy() } }
      report.add(Report.Row("capture: " + stage.name, "µs", values, against: "copy + floor", target: target))
      if values["sway"] != nil {
        report.add(Report.Row("capture, beside sway: " + stage.name, "µs", values, against: "sway", target: 0.5))
      }
    }
    let corner = CaptureBenchmarks.corner
    let (width, height) = (corner.screen.width, corner.screen.height)
    let values = samples(own.filter { $0.name == "casement" }) {
      try CaptureBenchmarks.measure(corner, try Contender($0, width: width, height: height), onlyNew: true)
    }
    report.add(Report.Row("capture: \(corner.name), only that copied", "µs", values, against: nil, target: 200))
    var whole = measure(corner)
    let floor = samples(own.filter { $0.name == "floor" }) {
      try FrameBenchmarks.measure(corner, try Contender($0, width: width, height: height))
    }
    whole["copy + floor"] = floor["floor"]?.map { $0.map { $0 + CaptureBenchmarks.pacedCopy(width: width, height: height) } }
    report.add(Report.Row("capture: \(corner.name), the whole copied", "µs", whole, against: "copy + floor", target: 1.1))
    note("capture")
  }

  private mutating func drawing() {
    for scenario in DrawingBenchmarks.scenarios {
      let figures = DrawingBenchmarks.measure(scenario)
      report.add(
        Report.Row(
          "compose: " + scenario.name, "ms", ["casement": figures.alone, "pixman": figures.pixman], against: "pixman",
          target: scenario.target))
      report.add(
        Report.Row(
          "compose, real time on all cores: " + scenario.name, "ms", ["casement": figures.together, "one core": figures.one],
          against: "one core", target: nil))
      note("compose: \(scenario.name)")
    }
  }

  private mutating func nested() {
    guard NestedBenchmark.isPossible else { return note("weston and sway are not installed: nested services are not measured") }
    do {
      for row in try NestedBenchmark.run(own[0], runs: runs) {
        report.add(row)
        note(row.name)
      }
    } catch {
      note("nested: \(error)")
    }
  }

  private mutating func model() {
    let sizes = isQuick ? [10, 100, 2_000] : [10, 100, 1_000, 2_000, 10_000]
    let rows = ModelBenchmark.run(sizes: sizes)
    for (index, operation) in ModelBenchmark.operations.enumerated() {
      report.curves.append(
        GrowthBenchmarks.Curve(name: "model: \(operation), by windows", points: rows.map { ($0.windows, $0.costs[index]) }))
    }
    do {
      let curves = try ServiceBenchmark.run(sizes: isQuick ? [10, 2_000] : [10, 100, 1_000, 2_000])
      for curve in curves {
        report.curves.append(curve)
        report.add(
          Report.Row(
            "\(curve.name), 2,000", "µs", ["casement": [curve.points.last?.microseconds]], against: nil, target: 100))
      }
    } catch {
      note("windows of a service: \(error)")
    }
  }

  /// One figure of each contender a run. The runs are interleaved over the contenders: whatever else the machine does hits all alike.
  private func samples(
    _ recipes: [Contender.Recipe], runs wanted: Int? = nil, _ measure: (Contender.Recipe) throws -> Double
  ) -> [String: [Double?]] {
    var samples: [String: [Double?]] = [:]
    for _ in 0..<(wanted ?? runs) {
      for recipe in recipes {
        do {
          samples[recipe.name, default: []].append(try measure(recipe))
        } catch {
          note("\(recipe.name): \(error)")
          samples[recipe.name, default: []].append(nil)
        }
      }
    }
    return samples
  }

  private mutating func add(
    _ name: String, _ unit: String, _ values: [String: [Double?]], ofFloor: Double?, ofPeers: Double?, limit: Double?
  ) {
    let best = peers.compactMap { peer in
      values[peer.name].map { (name: peer.name, value: $0.compactMap(\.self)) }
    }.filter { !$0.value.isEmpty }.min { $0.value.median < $1.value.median }
    let against = ofFloor != nil ? "floor" : ofPeers != nil ? best?.name : nil
    let target = ofFloor ?? (ofPeers == nil ? limit : best == nil ? nil : ofPeers)
    report.add(Report.Row(name, unit, values, against: against, target: target))
    note(name)
  }

  private func note(_ text: String) {
    let bytes = Array("\(text)\n".utf8)
    _ = unsafe write(2, bytes, bytes.count)
  }
}
