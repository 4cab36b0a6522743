package import Geometry

/// How the pixels of an element's buffer come to lie on the screen.
package struct ElementMapping {
  /// One coordinate of the buffer as a function of a place on the screen, measured from the destination's corner.
  package struct Axis: Equatable {
    /// Buffer pixels for one screen pixel across.
    package var x: Double
    /// Buffer pixels for one screen pixel down.
    package var y: Double
    /// Where the destination's corner lies.
    package var offset: Double
  }

  /// The buffer's horizontal coordinate.
  package let x: Axis
  /// The buffer's vertical coordinate.
  package let y: Axis
  /// Whether every pixel of the destination is exactly one pixel of the buffer.
  package let isExact: Bool

  private let source: PreciseRect<BufferPixels>
  private let transform: Transform
  private let destination: Rect<ScreenPixels>

  /// The mapping of `element`.
  ///
  /// - Precondition: neither its source nor its destination is empty.
  package init(_ element: SceneElement) {
    source = element.source
    transform = element.transform
    destination = element.destination
    precondition(source.width > 0 && source.height > 0 && !destination.isEmpty, "an element that shows nothing has no mapping")
    let shown = PreciseSize<BufferPixels>(
      width: transform.swapsAxes ? source.height : source.width, height: transform.swapsAxes ? source.width : source.height)
    let scale = (x: shown.width / Double(destination.width), y: shown.height / Double(destination.height))
    // across: (u, v) of what is shown → memory; the mirror first, then the turn, as `Transform` applies them
    let across = transform.isFlipped ? Axis(x: -scale.x, y: 0, offset: shown.width) : Axis(x: scale.x, y: 0, offset: 0)
    let down = Axis(x: 0, y: scale.y, offset: 0)
    let (horizontal, vertical) =
      switch transform.turns {
      case 1: (down, Self.reversed(across, in: shown.width))
      case 2: (Self.reversed(across, in: shown.width), Self.reversed(down, in: shown.height))
      case 3: (Self.reversed(down, in: shown.height), across)
      default: (across, down)
      }
    x = Axis(x: horizontal.x, y: horizontal.y, offset: horizontal.offset + source.x)
    y = Axis(x: vertical.x, y: vertical.y, offset: vertical.offset + source.y)
    isExact = scale == (1, 1) && source.x == source.x.rounded() && source.y == source.y.rounded()
  }

  private static func reversed(_ axis: Axis, in extent: Double) -> Axis {
    Axis(x: -axis.x, y: -axis.y, offset: extent - axis.offset)
  }

  /// The part of the screen on which `region` of the buffer can be seen, or changes what a filter makes of its neighbours; not
  /// clipped to the element.
  package func onScreen(_ region: Region<BufferPixels>) -> Region<ScreenPixels> {
    if region.isRectangle { return region.isEmpty ? Region() : Region(onScreen(region.bounds)) }
    return Region(region.rects.lazy.map { onScreen($0) })
  }

  /// The whole pixels of the buffer that `rect` of the screen is made from, and at least one; nothing outside of them is read.
  ///
  /// - Parameter bounds: the buffer.
  package func inBuffer(_ rect: Rect<ScreenPixels>, bounds: Rect<BufferPixels>) -> Rect<BufferPixels> {
    let crop = Self.clamped(source.enclosing, to: bounds)
    let u = (Double(rect.minX - destination.x), Double(rect.maxX - destination.x))
    let v = (Double(rect.minY - destination.y), Double(rect.maxY - destination.y))
    let across = Self.range(of: x, u, v)
    let down = Self.range(of: y, u, v)
    // a filter reads one pixel farther; another one is for the 16 bits of the renderer's fractions
    let margin: Double = isExact ? 0 : 2
    let read = PreciseRect<BufferPixels>(
      x: across.0 - margin, y: down.0 - margin, width: across.1 - across.0 + 2 * margin, height: down.1 - down.0 + 2 * margin)
    return Self.clamped(read.enclosing, to: crop)
  }

  private static func range(of axis: Axis, _ u: (Double, Double), _ v: (Double, Double)) -> (Double, Double) {
    let first = axis.x * u.0 + axis.y * v.0 + axis.offset
    let last = axis.x * u.1 + axis.y * v.1 + axis.offset
    return (min(first, last), max(first, last))
  }

  private static func clamped(_ rect: Rect<BufferPixels>, to bounds: Rect<BufferPixels>) -> Rect<BufferPixels> {
    let left = min(max(rect.minX, bounds.minX), bounds.maxX - 1)
    let top = min(max(rect.minY, bounds.minY), bounds.maxY - 1)
    let right = max(min(rect.maxX, bounds.maxX), left + 1)
    let bottom = max(min(rect.maxY, bounds.maxY), top + 1)
    return Rect(x: left, y: top, width: right - left, height: bottom - top)
  }

  private func onScreen(_ rect: Rect<BufferPixels>) -> Rect<ScreenPixels> {
    if isExact, transform == .normal {
      return Rect(
        x: rect.x - Int(source.x) + destination.x, y: rect.y - Int(source.y) + destination.y, width: rect.width, height: rect.height)
    }
    // a filter reaches half a pixel beyond a pixel's edge; the other half is for the 16 bits of the renderer's fractions
    let margin: Double = isExact ? 0 : 1
    let left = Double(rect.minX) - margin - source.x
    let top = Double(rect.minY) - margin - source.y
    let right = Double(rect.maxX) + margin - source.x
    let bottom = Double(rect.maxY) + margin - source.y
    let size = PreciseSize<BufferPixels>(width: source.width, height: source.height)
    let back = transform.inverse
    let a = back.apply(PrecisePoint(x: left, y: top), in: size)
    let b = back.apply(PrecisePoint(x: right, y: bottom), in: size)
    let shown = transform.swapsAxes ? PreciseSize<BufferPixels>(width: size.height, height: size.width) : size
    let scale = (x: Double(destination.width) / shown.width, y: Double(destination.height) / shown.height)
    let minX = Self.cell((min(a.x, b.x) * scale.x).rounded(.down)) + destination.x
    let minY = Self.cell((min(a.y, b.y) * scale.y).rounded(.down)) + destination.y
    let maxX = Self.cell((max(a.x, b.x) * scale.x).rounded(.up)) + destination.x
    let maxY = Self.cell((max(a.y, b.y) * scale.y).rounded(.up)) + destination.y
    return Rect(x: minX, y: minY, width: maxX - minX, height: maxY - minY)
  }

  private static func cell(_ value: Double) -> Int { Int(min(max(value, Double(Int32.min)), Double(Int32.max))) }
}
