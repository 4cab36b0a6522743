/// What was measured: a table for people and JSON for programs.
struct Report {
  /// One figure of Casement's, beside what it is measured against.
  struct Row {
    let name: String
    let unit: String
    let casement: Double
    /// What it is divided by: the floor, the best peer, or pixman.
    let baseline: (name: String, value: Double)?
    /// The most that the ratio, or where there is no baseline the figure, may be.
    let target: Double?
    /// What else was measured in the same run.
    var others: [(name: String, value: Double)] = []

    var ratio: Double? { baseline.flatMap { $0.value > 0 ? casement / $0.value : nil } }
    var isMet: Bool? { target.map { (ratio ?? casement) <= $0 } }
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
      lines.append(
        "| \(row.name) | \(short(row.casement)) \(row.unit) | \(against) | \(row.ratio.map(short) ?? "") | \(target) | \(met) | \(others) |"
      )
    }
    guard !curves.isEmpty else { return lines.joined(separator: "\n") }
    lines += ["", "| growth: µs of one operation | " + "with 1, 10, 100, … | exponent |", "|---|---|---|"]
    for curve in curves {
      let points = curve.points.map { "\($0.count): \(short($0.microseconds))" }.joined(separator: " · ")
      lines.append("| \(curve.name) | \(points) | \(short(curve.exponent)) |")
    }
    return lines.joined(separator: "\n")
  }

  var json: String {
    let rows = rows.map { row in
      var fields = ["\"name\": \"\(row.name)\"", "\"unit\": \"\(row.unit)\"", "\"casement\": \(row.casement)"]
      if let baseline = row.baseline { fields += ["\"baseline\": \"\(baseline.name)\"", "\"baselineValue\": \(baseline.value)"] }
      if let ratio = row.ratio { fields.append("\"ratio\": \(ratio)") }
      if let target = row.target { fields.append("\"target\": \(target)") }
      if let met = row.isMet { fields.append("\"met\": \(met)") }
      fields += row.others.map { "\"\($0.name)\": \($0.value)" }
      return "  {" + fields.joined(separator: ", ") + "}"
    }
    let curves = curves.map { curve in
      let points = curve.points.map { "[\($0.count), \($0.microseconds)]" }.joined(separator: ", ")
      return "  {\"name\": \"\(curve.name)\", \"exponent\": \(curve.exponent), \"points\": [\(points)]}"
    }
    return "{\"results\": [\n\(rows.joined(separator: ",\n"))\n],\n\"growth\": [\n\(curves.joined(separator: ",\n"))\n]}\n"
  }

  private func short(_ value: Double) -> String {
    if value.isNaN || value.isInfinite { return "–" }
    if abs(value) >= 100 { return String(Int(value.rounded())) }
    return String((value * 100).rounded() / 100)
  }
}
