import Geometry
import Scene

/// Draws a frame as it is defined: every pixel by itself, every element from back to front, nothing left out.
struct ReferenceRenderer {
  let frame: SceneFrame
  /// Places at which the nearest pixel is one of two equally near ones, so that both are right.
  private(set) var ties: Set<Point<ScreenPixels>> = []

  init(frame: SceneFrame) { self.frame = frame }

  mutating func render() throws -> ReferencePicture {
    var picture = ReferencePicture(width: frame.size.width, height: frame.size.height)
    switch frame.background {
    case .colour(let colour):
      for index in picture.pixels.indices { picture.pixels[index] = ReferencePixel(colour) }
    case .picture(let background):
      for index in picture.pixels.indices { picture.pixels[index] = ReferencePixel(.black) }
      let element = SceneElement(key: SurfaceKey(rawValue: 0), contentSequence: 0, picture: background, destination: frame.bounds)
      try draw(element, into: &picture)
    }
    for element in frame.elements { try draw(element, into: &picture) }
    return picture
  }

  private mutating func draw(_ element: SceneElement, into picture: inout ReferencePicture) throws {
    guard element.alpha > 0 else { return }
    let mask = Int((element.alpha * 65535).rounded()) >> 8
    var buffer: ReferencePicture?
    if case .buffer(let source) = element.content { buffer = try ReferencePicture(source) }
    for y in 0..<frame.size.height {
      for x in 0..<frame.size.width {
        let place = Point<ScreenPixels>(x: x, y: y)
        guard element.destination.contains(place), element.clip?.contains(place) ?? true else { continue }
        var pixel: ReferencePixel
        switch element.content {
        case .colour(let colour): pixel = ReferencePixel(colour.faded(by: element.alpha))
        case .buffer: pixel = sample(buffer!, element, place)
        }
        if element.alpha >= 1, element.opaque.contains(place) {
          pixel.alpha = 255
          picture[x, y] = pixel
        } else {
          if element.alpha < 1, case .buffer = element.content { pixel = pixel.faded(by: mask) }
          picture[x, y] = pixel.over(picture[x, y])
        }
      }
    }
  }

  private mutating func sample(_ buffer: ReferencePicture, _ element: SceneElement, _ place: Point<ScreenPixels>) -> ReferencePixel {
    let source = element.source
    let shown = element.transform.swapsAxes ? (source.height, source.width) : (source.width, source.height)
    let point = PrecisePoint<BufferPixels>(
      x: (Double(place.x - element.destination.x) + 0.5) * shown.0 / Double(element.destination.width),
      y: (Double(place.y - element.destination.y) + 0.5) * shown.1 / Double(element.destination.height))
    let there = element.transform.apply(point, in: PreciseSize(width: shown.0, height: shown.1))
    let (x, y) = (there.x + source.x, there.y + source.y)
    let crop = source.enclosing
    func pixel(_ column: Int, _ row: Int) -> ReferencePixel {
      buffer[min(max(column, crop.minX), crop.maxX - 1), min(max(row, crop.minY), crop.maxY - 1)]
    }
    let isExact =
      shown == (Double(element.destination.width), Double(element.destination.height)) && source.x == source.x.rounded()
      && source.y == source.y.rounded()
    if isExact || element.filter == .nearest {
      if !isExact, min(abs(x - x.rounded()), abs(y - y.rounded())) < 0.01 { ties.insert(place) }
      return pixel(Int(x.rounded(.down)), Int(y.rounded(.down)))
    }
    let (column, row) = (Int((x - 0.5).rounded(.down)), Int((y - 0.5).rounded(.down)))
    let (right, down) = (x - 0.5 - Double(column), y - 0.5 - Double(row))
    func mix(_ part: (ReferencePixel) -> Int) -> Int {
      let top = Double(part(pixel(column, row))) * (1 - right) + Double(part(pixel(column + 1, row))) * right
      let bottom = Double(part(pixel(column, row + 1))) * (1 - right) + Double(part(pixel(column + 1, row + 1))) * right
      return Int((top * (1 - down) + bottom * down).rounded())
    }
    return ReferencePixel(red: mix(\.red), green: mix(\.green), blue: mix(\.blue), alpha: mix(\.alpha))
  }
}
