import Glibc

/// A picture of growth curves: both axes by powers of ten.
enum Chart {
  private static let (width, height) = (760.0, 460.0)
  private static let (left, top, right, bottom) = (60.0, 20.0, 300.0, 40.0)
  private static let colours = [
    "#1b6ca8", "#c8553d", "#2e8b57", "#8e44ad", "#b8860b", "#444444", "#d81b60", "#008b8b", "#7f5539", "#5c6bc0",
  ]

  static func svg(_ curves: [GrowthBenchmarks.Curve]) -> String {
    let points = curves.flatMap(\.points)
    let high = points.map(\.microseconds).max().map { ceil(log10(max($0, 1))) } ?? 1
    let low = points.map(\.microseconds).min().map { floor(log10(max($0, 0.01))) } ?? -1
    let last = points.map(\.count).max().map { max(ceil(log10(Double($0))), 1) } ?? 1
    func x(_ count: Double) -> Double { left + log10(count) / last * (width - left - right) }
    func y(_ cost: Double) -> Double { top + (high - log10(max(cost, 0.01))) / max(high - low, 1) * (height - top - bottom) }
    var out = [
      "<svg xmlns=\"http://www.w3.org/2000/svg\" width=\"\(Int(width))\" height=\"\(Int(height))\" font-family=\"sans-serif\" font-size=\"12\">",
      "<rect width=\"100%\" height=\"100%\" fill=\"white\"/>",
    ]
    for power in Int(low)...Int(high) {
      let place = y(pow(10, Double(power)))
      out.append("<line x1=\"\(left)\" y1=\"\(place)\" x2=\"\(width - right)\" y2=\"\(place)\" stroke=\"#ddd\"/>")
      out.append("<text x=\"\(left - 6)\" y=\"\(place + 4)\" text-anchor=\"end\">\(label(power)) µs</text>")
    }
    for power in 0...Int(last) {
      let place = x(pow(10, Double(power)))
      out.append("<line x1=\"\(place)\" y1=\"\(top)\" x2=\"\(place)\" y2=\"\(height - bottom)\" stroke=\"#ddd\"/>")
      out.append("<text x=\"\(place)\" y=\"\(height - bottom + 16)\" text-anchor=\"middle\">\(label(power))</text>")
    }
    for (index, curve) in curves.enumerated() {
      let colour = colours[index % colours.count]
      let line = curve.points.map { "\(x(Double($0.count))),\(y($0.microseconds))" }.joined(separator: " ")
      out.append("<polyline points=\"\(line)\" fill=\"none\" stroke=\"\(colour)\" stroke-width=\"2\"/>")
      let place = top + 10 + Double(index) * 20
      out.append("<rect x=\"\(width - right + 14)\" y=\"\(place - 9)\" width=\"12\" height=\"10\" fill=\"\(colour)\"/>")
      out.append("<text x=\"\(width - right + 32)\" y=\"\(place)\">\(curve.name)</text>")
    }
    return (out + ["</svg>", ""]).joined(separator: "\n")
  }

  private static func label(_ power: Int) -> String {
    power >= 0 ? "1" + String(repeating: "0", count: power) : "0." + String(repeating: "0", count: -power - 1) + "1"
  }
}
