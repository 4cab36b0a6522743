/// The cursors that need no theme: simple figures, drawn here.
enum DrawnCursor {
  /// The picture of `shape`, `size` pixels on a side.
  static func image(of shape: CursorShape, size: Int) -> CursorImage { drawing(of: shape).image(size: size) }

  private typealias Place = VectorShape.Place
  private typealias Figure = VectorShape.Figure
  private static let centre = Place(12, 12)

  private static func drawing(of shape: CursorShape) -> VectorShape {
    switch shape {
    case .default: arrow()
    case .contextMenu: arrow(with: [0, 2.5, 5].map { .line(Place(15, 15 + $0), Place(21, 15 + $0), width: 1.2) })
    case .help, .dndAsk: arrow(with: question)
    case .progress: arrow(with: hourglass(at: Place(18.5, 7), height: 4.5))
    case .alias:
      arrow(with: head(at: Place(21.5, 14), towards: Place(1, -1), length: 4) + [.line(Place(15.5, 20), Place(20, 15.5), width: 1.6)])
    case .copy: arrow(with: plus(at: Place(18.5, 17), arm: 3.2, width: 1.8))
    case .noDrop: arrow(with: barred(at: Place(18, 17), radius: 3.6, width: 1.5))
    case .pointer: VectorShape(figures: pointingHand, hotspot: Place(9, 2.5))
    case .grab: VectorShape(figures: hand(fingertips: [5.5, 3.5, 3.5, 5]), hotspot: centre)
    case .grabbing: VectorShape(figures: hand(fingertips: [10.5, 9.5, 9.5, 10]), hotspot: centre)
    case .wait: VectorShape(figures: hourglass(at: centre, height: 9), hotspot: centre)
    case .cell: VectorShape(figures: plus(at: centre, arm: 8, width: 3.5), hotspot: centre)
    case .crosshair: VectorShape(figures: crosshair, hotspot: centre)
    case .text: VectorShape(figures: beam { $0 }, hotspot: centre)
    case .verticalText: VectorShape(figures: beam { Place($0.y, $0.x) }, hotspot: centre)
    case .notAllowed: VectorShape(figures: barred(at: centre, radius: 8, width: 2.8), hotspot: centre)
    case .move, .allScroll, .allResize:
      VectorShape(figures: arrows([Place(1, 0), Place(-1, 0), Place(0, 1), Place(0, -1)]), hotspot: centre)
    case .eResize: edge(Place(1, 0))
    case .wResize: edge(Place(-1, 0))
    case .nResize: edge(Place(0, -1))
    case .sResize: edge(Place(0, 1))
    case .neResize: edge(Place(1, -1))
    case .nwResize: edge(Place(-1, -1))
    case .seResize: edge(Place(1, 1))
    case .swResize: edge(Place(-1, 1))
    case .ewResize: VectorShape(figures: arrows([Place(1, 0), Place(-1, 0)]), hotspot: centre)
    case .nsResize: VectorShape(figures: arrows([Place(0, 1), Place(0, -1)]), hotspot: centre)
    case .neswResize: VectorShape(figures: arrows([Place(1, -1), Place(-1, 1)]), hotspot: centre)
    case .nwseResize: VectorShape(figures: arrows([Place(-1, -1), Place(1, 1)]), hotspot: centre)
    case .colResize: divided { $0 }
    case .rowResize: divided { Place($0.y, $0.x) }
    case .zoomIn: lens(with: plus(at: Place(10, 10), arm: 2.8, width: 1.6))
    case .zoomOut: lens(with: [.line(Place(7.2, 10), Place(12.8, 10), width: 1.6)])
    }
  }

  private static func arrow(with badge: [Figure] = []) -> VectorShape {
    let tip = Place(3, 2.5)
    let corners = [
      tip, Place(3, 17.5), Place(6.6, 14.2), Place(9.2, 20), Place(11.8, 18.9), Place(9.2, 13.2), Place(14, 13.2),
    ]
    return VectorShape(figures: [.polygon(corners)] + badge, hotspot: tip)
  }

  private static let question: [Figure] = [
    .line(Place(16, 7), Place(17, 5.2), width: 1.6), .line(Place(17, 5.2), Place(19.3, 5.2), width: 1.6),
    .line(Place(19.3, 5.2), Place(20.2, 7), width: 1.6), .line(Place(20.2, 7), Place(18.2, 9.4), width: 1.6),
    .line(Place(18.2, 9.4), Place(18.2, 10.6), width: 1.6), .disc(Place(18.2, 13.2), radius: 1),
  ]

  private static let crosshair: [Figure] = [Place(1, 0), Place(-1, 0), Place(0, 1), Place(0, -1)].map {
    .line(centre + $0 * 2.5, centre + $0 * 9, width: 1.8)
  }

  private static let pointingHand: [Figure] = [
    .line(Place(9, 4), Place(9, 15), width: 3), .line(Place(12.4, 10.5), Place(12.4, 15), width: 3),
    .line(Place(15.6, 11.2), Place(15.6, 15), width: 3), .line(Place(18.4, 12.4), Place(18.4, 16), width: 2.6),
    .line(Place(4.8, 12.8), Place(8.5, 17), width: 2.8),
    .polygon([Place(7.5, 13), Place(19.7, 13), Place(19.7, 16.5), Place(17.5, 21.8), Place(9.5, 21.8), Place(7.5, 17.5)]),
  ]

  /// An upright hand whose four fingers end at these heights.
  private static func hand(fingertips: [Double]) -> [Figure] {
    let fingers = zip([7.6, 10.9, 14.2, 17.5], fingertips).map { x, top in Figure.line(Place(x, top), Place(x, 14), width: 2.8) }
    let palm = [Place(6.2, 12.5), Place(18.9, 12.5), Place(18.9, 16.5), Place(16.8, 21.8), Place(9, 21.8), Place(6.2, 17.5)]
    return fingers + [.polygon(palm), .line(Place(4, 12.2), Place(7.4, 17), width: 2.6)]
  }

  private static func hourglass(at middle: Place, height: Double) -> [Figure] {
    let half = height * 0.72
    let (left, right) = (Place(-half, 0), Place(half, 0))
    let (top, bottom) = (middle - Place(0, height), middle + Place(0, height))
    let width = height * 0.22
    return [
      .line(top + left, top + right, width: width), .line(bottom + left, bottom + right, width: width),
      .polygon([top + left * 0.85, top + right * 0.85, middle]), .polygon([bottom + left * 0.85, bottom + right * 0.85, middle]),
    ]
  }

  private static func plus(at middle: Place, arm: Double, width: Double) -> [Figure] {
    [
      .line(middle - Place(arm, 0), middle + Place(arm, 0), width: width),
      .line(middle - Place(0, arm), middle + Place(0, arm), width: width),
    ]
  }

  private static func barred(at middle: Place, radius: Double, width: Double) -> [Figure] {
    let offset = Place(radius, radius) * 0.7
    return [.ring(middle, radius: radius, width: width), .line(middle - offset, middle + offset, width: width)]
  }

  private static func beam(_ turned: (Place) -> Place) -> [Figure] {
    [
      .line(turned(Place(12, 4)), turned(Place(12, 20)), width: 1.4), .line(turned(Place(9.5, 3.5)), turned(Place(14.5, 3.5)), width: 1.4),
      .line(turned(Place(9.5, 20.5)), turned(Place(14.5, 20.5)), width: 1.4),
    ]
  }

  /// A triangle whose tip is at `tip`.
  private static func head(at tip: Place, towards direction: Place, length: Double) -> [Figure] {
    let unit = direction.unit
    let side = Place(-unit.y, unit.x) * length
    let base = tip - unit * length
    return [.polygon([tip, base + side, base - side])]
  }

  /// Arrows from the middle towards each of `directions`.
  private static func arrows(_ directions: [Place]) -> [Figure] {
    directions.flatMap { direction -> [Figure] in
      let unit = direction.unit
      return [.line(centre, centre + unit * 6, width: 2)] + head(at: centre + unit * 10, towards: direction, length: 4)
    }
  }

  /// An arrow that pushes against a bar at the edge or in the corner of what is resized.
  private static func edge(_ direction: Place) -> VectorShape {
    let unit = direction.unit
    let side = Place(-unit.y, unit.x)
    let stop = centre + unit * 9
    let bar: [Figure] =
      direction.x == 0 || direction.y == 0
      ? [.line(stop - side * 6, stop + side * 6, width: 2)]
      : [.line(stop, stop - Place(direction.x * 8, 0), width: 2), .line(stop, stop - Place(0, direction.y * 8), width: 2)]
    let figures = bar + [.line(centre - unit * 8, centre + unit * 2, width: 2)] + head(at: centre + unit * 6, towards: direction, length: 4)
    return VectorShape(figures: figures, hotspot: stop)
  }

  /// Two arrows that part two bars.
  private static func divided(_ turned: (Place) -> Place) -> VectorShape {
    var figures: [Figure] = [-1.5, 1.5].map { .line(turned(centre + Place($0, -8)), turned(centre + Place($0, 8)), width: 1.4) }
    for direction in [-1.0, 1] {
      figures.append(.line(turned(centre + Place(direction * 3, 0)), turned(centre + Place(direction * 6, 0)), width: 2))
      figures += head(at: turned(centre + Place(direction * 10, 0)), towards: turned(Place(direction, 0)), length: 3.6)
    }
    return VectorShape(figures: figures, hotspot: centre)
  }

  private static func lens(with sign: [Figure]) -> VectorShape {
    let middle = Place(10, 10)
    return VectorShape(
      figures: sign + [.ring(middle, radius: 6.5, width: 2), .line(Place(15, 15), Place(20.5, 20.5), width: 3)], hotspot: middle)
  }
}
