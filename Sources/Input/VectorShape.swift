import Geometry

/// A drawing of simple figures, in units of its own, that can be turned into pixels of any size.
///
/// A figure is a function that gives the distance from a point to the figure, negative inside: so the edge can be drawn
/// smooth, and an outline around it at any width.
struct VectorShape {
  /// A place in the drawing, or the way from one to another.
  struct Place {
    var x: Double
    var y: Double

    init(_ x: Double, _ y: Double) { (self.x, self.y) = (x, y) }

    static func + (a: Place, b: Place) -> Place { Place(a.x + b.x, a.y + b.y) }
    static func - (a: Place, b: Place) -> Place { Place(a.x - b.x, a.y - b.y) }
    static func * (a: Place, factor: Double) -> Place { Place(a.x * factor, a.y * factor) }

    /// The square of the distance from (0, 0).
    var square: Double { x * x + y * y }
    /// The distance from (0, 0).
    var length: Double { square.squareRoot() }
    /// The same direction, at the distance 1.
    var unit: Place { self * (1 / length) }
  }

  /// A part of the drawing.
  enum Figure {
    /// A filled polygon.
    case polygon([Place])
    /// A line with round ends.
    case line(Place, Place, width: Double)
    /// A filled circle.
    case disc(Place, radius: Double)
    /// A circle's line.
    case ring(Place, radius: Double, width: Double)
  }

  /// The units of a side of the drawing.
  static let side = 24.0
  /// How wide the light outline around the dark figures is, in units.
  static let outline = 1.0

  /// The parts, seen as one.
  let figures: [Figure]
  /// The place that points.
  let hotspot: Place

  /// The drawing as a picture of `size` by `size` pixels: dark with a light outline, so that it shows on everything.
  func image(size: Int) -> CursorImage {
    let scale = Double(size) / VectorShape.side
    var pixels: [UInt32] = []
    pixels.reserveCapacity(size * size)
    for row in 0..<size {
      for column in 0..<size {
        let distance = self.distance(to: Place((Double(column) + 0.5) / scale, (Double(row) + 0.5) / scale))
        let inside = VectorShape.coverage(distance * scale)
        let all = VectorShape.coverage((distance - VectorShape.outline) * scale)
        // Premultiplied: black counts 0, white as much as it covers.
        let alpha = UInt32((all * 255).rounded())
        let light = min(alpha, UInt32(((all - inside) * 255).rounded()))
        pixels.append(alpha << 24 | light << 16 | light << 8 | light)
      }
    }
    let (x, y) = (Int(hotspot.x * scale), Int(hotspot.y * scale))
    return CursorImage(
      width: size, height: size, hotspot: Point(x: min(max(x, 0), size - 1), y: min(max(y, 0), size - 1)), pixels: pixels, nominalSize: size
    )
  }

  /// How much of a pixel lies inside an edge at `distance` pixels from its centre.
  private static func coverage(_ distance: Double) -> Double { min(max(0.5 - distance, 0), 1) }

  private func distance(to place: Place) -> Double {
    var nearest = Double.infinity
    for figure in figures { nearest = min(nearest, figure.distance(to: place)) }
    return nearest
  }
}

extension VectorShape.Figure {
  /// Units from the figure's edge to `place`, negative inside.
  fileprivate func distance(to place: VectorShape.Place) -> Double {
    switch self {
    case .disc(let centre, let radius): (place - centre).length - radius
    case .ring(let centre, let radius, let width): abs((place - centre).length - radius) - width / 2
    case .line(let a, let b, let width): VectorShape.Figure.distance(from: place, toSegment: a, b) - width / 2
    case .polygon(let corners): VectorShape.Figure.distance(from: place, toPolygon: corners)
    }
  }

  private static func distance(from place: VectorShape.Place, toSegment a: VectorShape.Place, _ b: VectorShape.Place) -> Double {
    let (along, across) = (b - a, place - a)
    let square = along.square
    let part = square > 0 ? min(max((across.x * along.x + across.y * along.y) / square, 0), 1) : 0
    return (across - along * part).length
  }

  private static func distance(from place: VectorShape.Place, toPolygon corners: [VectorShape.Place]) -> Double {
    var nearest = Double.infinity
    var isInside = false
    for index in corners.indices {
      let (a, b) = (corners[index], corners[(index + 1) % corners.count])
      nearest = min(nearest, distance(from: place, toSegment: a, b))
      // A ray to the right crosses the outline an odd number of times from inside.
      if (a.y > place.y) != (b.y > place.y), place.x < a.x + (b.x - a.x) * (place.y - a.y) / (b.y - a.y) { isInside.toggle() }
    }
    return isInside ? -nearest : nearest
  }
}
