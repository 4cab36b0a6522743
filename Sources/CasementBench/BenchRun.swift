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
    runs = max(wanted ?? (isQuick ? 1 : 5), 1)
    peers = isQuick ? [] : Contenders.peers
    parts = Set(words.filter { $0 != "--quick" })
  }

  /// Measures, and writes what came out. - Returns: the process's status.
  consuming func perform() -> Int32 {
    if wants("wire") { wire() }
    if wants("start") {
      add("start to first answer", "ms", medians(own + peers, WireBenchmarks.start), ofFloor: nil, ofPeers: nil, limit: 10)
    }
    if wants("input") { input() }
    if wants("instructions") { instructions() }
    if wants("drawing") { drawing() }
    if wants("nested") { nested() }
    if wants("growth") {
      do { report.curves += try GrowthBenchmarks.run(quick: isQuick) } catch { complain("growth: \(error)") }
    }
    if wants("model") { model() }
    print(report.table)
    do {
      try Files.write(report.json, to: "\(folder)/bench.json")
      if !report.curves.isEmpty { try Files.write(Chart.svg(report.curves), to: "\(folder)/growth.svg") }
      return 0
    } catch {
      complain("\(error)")
      return 1
    }
  }

  private func wants(_ part: String) -> Bool { parts.isEmpty || parts.contains(part) }

  private mutating func wire() {
    for scenario in WireBenchmarks.scenarios {
      let values = medians(own + peers) { recipe in
        try scenario.measure(try Contender(recipe, width: scenario.size.width, height: scenario.size.height))
      }
      add(scenario.name, scenario.unit, values, ofFloor: scenario.ofFloor, ofPeers: scenario.ofPeers, limit: scenario.limit)
    }
  }

  private mutating func input() {
    do { for row in try InputBenchmark.rows(own: own, peers: peers, quick: isQuick) { report.add(row) } } catch {
      complain("input: \(error)")
    }
  }

  private mutating func instructions() {
    guard Callgrind.isInstalled else { return complain("valgrind is not installed: instructions are not counted") }
    let values = medians(own + peers, runs: 1, Callgrind.instructionsPerCommit)
    add("instructions a commit", "", values, ofFloor: nil, ofPeers: nil, limit: 16_000)
  }

  private mutating func drawing() {
    for scenario in DrawingBenchmarks.scenarios {
      let figures = DrawingBenchmarks.measure(scenario)
      report.add(
        Report.Row(
          name: "compose: " + scenario.name, unit: "ms", casement: figures.alone, baseline: ("pixman", figures.pixman),
          target: scenario.target, others: [("all cores, of one core's time", figures.together)]))
      complain("compose: \(scenario.name)")
    }
  }

  private mutating func nested() {
    guard NestedBenchmark.isPossible else { return complain("weston and sway are not installed: nested services are not measured") }
    do {
      for row in try NestedBenchmark.run(own[0], runs: runs) {
        report.add(row)
        complain("\(row.name): \(row.ratio ?? 0) of weston's")
      }
    } catch {
      complain("nested: \(error)")
    }
  }

  private mutating func model() {
    let rows = ModelBenchmark.run(sizes: isQuick ? [10, 100] : [10, 100, 1_000, 10_000])
    for (index, operation) in ModelBenchmark.operations.enumerated() {
      report.curves.append(
        GrowthBenchmarks.Curve(name: "model: \(operation), by windows", points: rows.map { ($0.windows, $0.costs[index]) }))
    }
  }

  /// Medians over runs that are interleaved over the contenders: whatever else the machine does hits all alike.
  private func medians(
    _ recipes: [Contender.Recipe], runs wanted: Int? = nil, _ measure: (Contender.Recipe) throws -> Double
  ) -> [String: Double] {
    var samples: [String: [Double]] = [:]
    for _ in 0..<(wanted ?? runs) {
      for recipe in recipes {
        do { samples[recipe.name, default: []].append(try measure(recipe)) } catch { complain("\(recipe.name): \(error)") }
      }
    }
    return samples.mapValues(\.median)
  }

  private mutating func add(
    _ name: String, _ unit: String, _ values: [String: Double], ofFloor: Double?, ofPeers: Double?, limit: Double?
  ) {
    guard let own = values["casement"] else { return }
    let best = peers.compactMap { peer in values[peer.name].map { (name: peer.name, value: $0) } }.min { $0.value < $1.value }
    let floor = values["floor"].map { (name: "floor", value: $0) }
    let others = values.filter { $0.key != "casement" }.sorted { $0.key < $1.key }.map { (name: $0.key, value: $0.value) }
    let baseline = ofFloor != nil ? floor : ofPeers != nil ? best : nil
    let target = baseline == nil ? limit : ofFloor ?? ofPeers
    report.add(Report.Row(name: name, unit: unit, casement: own, baseline: baseline, target: target, others: others))
    complain("\(name): \(own)")
  }

  private func complain(_ text: String) {
    let bytes = Array("\(text)\n".utf8)
    _ = unsafe write(2, bytes, bytes.count)
  }
}
