/// What was measured: a table for people and JSON for programs.
struct Report {
  /// One figure of Casement's, beside what it is measured against.
  struct Row {
    let name: String
    let unit: String
    let casement: Double
    /// What it is divided by: the floor, the best peer, or pixman.
    let baseline: (name: String, value: Double)?
    /// The median of the ratios of single runs.
    let ratio: Double?
    /// Where the ratio lies with a probability of 95 %.
    let interval: (low: Double, high: Double)?
    /// The most that the ratio, or where there is no baseline the figure, may be.
    let target: Double?
    /// What else was measured in the same run.
    let others: [(name: String, value: Double)]

    /// A row of samples by contender, one a run; nil where a run failed.
    init(_ name: String, _ unit: String, _ samples: [String: [Double?]], against: String?, target: Double?) {
      self.name = name
      self.unit = unit
      self.target = target
      let own = samples["casement"] ?? []
      casement = own.contains { $0 != nil } ? own.compactMap(\.self).median : .nan
      let divisors = against.flatMap { samples[$0] } ?? []
      let ratios = zip(own, divisors).compactMap { own, other in
        if let own, let other, other > 0 { own / other } else { nil }
      }
      baseline = ratios.isEmpty ? nil : against.map { ($0, divisors.compactMap(\.self).median) }
      ratio = ratios.isEmpty ? nil : ratios.median
      interval = ratios.medianInterval
      others = samples.filter { $0.key != "casement" && $0.key != against }.sorted { $0.key < $1.key }
        .compactMap { entry in
          let values = entry.value.compactMap(\.self)
          return values.isEmpty ? nil : (entry.key, values.median)
        }
    }

    /// Whether the target is met: where there is an interval, by some of it.
    var isMet: Bool? {
      guard let target else { return nil }
      let value = interval?.low ?? ratio ?? casement
      return value.isNaN ? nil : value <= target
    }
  }

  private(set) var rows: [Row] = []
  var curves: [GrowthBenchmarks.Curve] = []

  mutating func add(_ row: Row) { rows.append(row) }

  var table: String {
    var lines = ["| what | casement | against | ratio | target | | others |", "|---|---|---|---|---|---|---|"]
    for row in rows {
      let against = row.baseline.map { "\($0.name) \(short($0.value))" } ?? ""
      let target = row.target.map { "≤ \(short($0))" } ?? ""
      let met = row.isMet.map { $0 ? "met" : "**missed**" } ?? ""
      let others = row.others.map { "\($0.name) \(short($0.value))" }.joined(separator: ", ")
      var ratio = row.ratio.map(short) ?? ""
      if let interval = row.interval { ratio += " (\(short(interval.low))–\(short(interval.high)))" }
      lines.append("| \(row.name) | \(short(row.casement)) \(row.unit) | \(against) | \(ratio) | \(target) | \(met) | \(others) |")
    }
    guard !curves.isEmpty else { return lines.joined(separator: "\n") }
    lines += ["", "| growth: µs of one operation | by how many there are | exponent |", "|---|---|---|"]
    for curve in curves {
      let points = curve.points.map { "\($0.count): \(short($0.microseconds))" }.joined(separator: " · ")
      lines.append("| \(curve.name) | \(points) | \(short(curve.exponent)) |")
    }
    return lines.joined(separator: "\n")
  }

  var json: String {
    let rows = rows.map { row in
      var fields = ["\"name\": \"\(row.name)\"", "\"unit\": \"\(row.unit)\"", "\"casement\": \(number(row.casement))"]
      if let baseline = row.baseline { fields += ["\"baseline\": \"\(baseline.name)\"", "\"baselineValue\": \(number(baseline.value))"] }
      if let ratio = row.ratio { fields.append("\"ratio\": \(number(ratio))") }
      if let interval = row.interval { fields.append("\"interval\": [\(number(interval.low)), \(number(interval.high))]") }
      if let target = row.target { fields.append("\"target\": \(number(target))") }
      if let met = row.isMet { fields.append("\"met\": \(met)") }
      let others = row.others.map { "\"\($0.name)\": \(number($0.value))" }.joined(separator: ", ")
      fields.append("\"others\": {\(others)}")
      return "  {" + fields.joined(separator: ", ") + "}"
    }
    let curves = curves.map { curve in
      let points = curve.points.map { "[\($0.count), \(number($0.microseconds))]" }.joined(separator: ", ")
      return "  {\"name\": \"\(curve.name)\", \"exponent\": \(number(curve.exponent)), \"points\": [\(points)]}"
    }
    return "{\"results\": [\n\(rows.joined(separator: ",\n"))\n],\n\"growth\": [\n\(curves.joined(separator: ",\n"))\n]}\n"
  }

  /// A number as JSON has it, which knows no infinity.
  private func number(_ value: Double) -> String { value.isFinite ? "\(value)" : "null" }

  private func short(_ value: Double) -> String {
    if value.isNaN || value.isInfinite { return "–" }
    if abs(value) >= 100 { return String(Int(value.rounded())) }
    return String((value * 100).rounded() / 100)
  }
}
