/// A linear map of three parts: red, green and blue, or X, Y and Z.
struct ColourMatrix: Equatable {
  typealias Triple = (Double, Double, Double)
  /// Row by row.
  private(set) var values: [Double]

  init(_ values: [Double]) {
    precondition(values.count == 9, "a matrix of three by three")
    self.values = values
  }

  static var identity: ColourMatrix { ColourMatrix([1, 0, 0, 0, 1, 0, 0, 0, 1]) }

  func apply(_ v: Triple) -> Triple {
    (
      values[0] * v.0 + values[1] * v.1 + values[2] * v.2, values[3] * v.0 + values[4] * v.1 + values[5] * v.2,
      values[6] * v.0 + values[7] * v.1 + values[8] * v.2
    )
  }

  /// First `other`, then this one.
  func after(_ other: ColourMatrix) -> ColourMatrix {
    var product = [Double](repeating: 0, count: 9)
    for row in 0..<3 {
      for column in 0..<3 {
        for inner in 0..<3 { product[row * 3 + column] += values[row * 3 + inner] * other.values[inner * 3 + column] }
      }
    }
    return ColourMatrix(product)
  }

  /// Nil where it cannot be undone.
  var inverse: ColourMatrix? {
    let v = values
    func minor(_ a: Int, _ b: Int, _ c: Int, _ d: Int) -> Double { v[a] * v[d] - v[b] * v[c] }
    let adjoint = [
      minor(4, 5, 7, 8), -minor(1, 2, 7, 8), minor(1, 2, 4, 5), -minor(3, 5, 6, 8), minor(0, 2, 6, 8), -minor(0, 2, 3, 5),
      minor(3, 4, 6, 7), -minor(0, 1, 6, 7), minor(0, 1, 3, 4),
    ]
    let determinant = v[0] * adjoint[0] + v[1] * adjoint[3] + v[2] * adjoint[6]
    guard determinant.isFinite, abs(determinant) > 1e-9 else { return nil }
    return ColourMatrix(adjoint.map { $0 / determinant })
  }

  private static func xyz(_ point: Chromaticity) -> Triple {
    let (x, y) = (Double(point.x) / 1e6, Double(point.y) / 1e6)
    return (x, y, 1 - x - y)
  }

  /// From red, green and blue to X, Y and Z, with a Y of 1 for white; nil where the primaries span no space.
  static func toXYZ(_ primaries: Chromaticities) -> ColourMatrix? {
    guard primaries.white.y > 0 else { return nil }
    let (r, g, b) = (xyz(primaries.red), xyz(primaries.green), xyz(primaries.blue))
    let columns = ColourMatrix([r.0, g.0, b.0, r.1, g.1, b.1, r.2, g.2, b.2])
    guard let inverse = columns.inverse else { return nil }
    let amounts = inverse.apply(white(primaries.white))
    let made = columns.after(ColourMatrix([amounts.0, 0, 0, 0, amounts.1, 0, 0, 0, amounts.2]))
    return made.inverse == nil ? nil : made
  }

  private static func white(_ point: Chromaticity) -> Triple {
    let (x, y, z) = xyz(point)
    return (x / y, 1, z / y)
  }

  /// From what is white in one light to what is white in another (Bradford's cone responses, as ICC.1 uses them); nil where there is no
  /// such white.
  private static func adaptation(from: Chromaticity, to: Chromaticity) -> ColourMatrix? {
    if from == to { return .identity }
    let cones = ColourMatrix([0.8951, 0.2664, -0.1614, -0.7502, 1.7135, 0.0367, 0.0389, -0.0685, 1.0296])
    let (source, target) = (cones.apply(white(from)), cones.apply(white(to)))
    guard let back = cones.inverse, source.0 > 1e-6, source.1 > 1e-6, source.2 > 1e-6 else { return nil }
    let scale = ColourMatrix([target.0 / source.0, 0, 0, 0, target.1 / source.1, 0, 0, 0, target.2 / source.2])
    return back.after(scale).after(cones)
  }

  /// From one set of primaries to another, with white staying white; nil where one of them spans no space.
  static func between(_ source: Chromaticities, _ target: Chromaticities) -> ColourMatrix? {
    if source == target { return .identity }
    guard let there = toXYZ(source), let back = toXYZ(target)?.inverse,
      let adapted = adaptation(from: source.white, to: target.white)
    else { return nil }
    return back.after(adapted).after(there)
  }

  /// The weights of red, green and blue in the luminance.
  static func luminance(of primaries: Chromaticities) -> Triple {
    guard let matrix = toXYZ(primaries) else { return (0, 1, 0) }
    return (matrix.values[3], matrix.values[4], matrix.values[5])
  }
}
