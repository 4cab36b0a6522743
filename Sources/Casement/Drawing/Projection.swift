internal import Geometry
internal import Scene
internal import WindowModel

/// How points of the layout become pixels of a picture.
struct Projection {
  /// The picture's size.
  let size: Size<ScreenPixels>
  /// Pixels a point.
  let scale: Double
  /// What of the picture may be drawn on.
  let clip: Rect<ScreenPixels>
  private let origin: Point<LayoutPoints>
  private let offset: Point<ScreenPixels>
  /// The screen whose rule for edges holds; nil: plain rounding.
  private let screen: ModelScreen?

  /// What `source` shows, on `target`: as it is where both are the same screen, letterboxed where one mirrors the other.
  init(_ source: ModelScreen, on target: ModelScreen) {
    origin = source.frame.origin
    size = target.pixelSize
    let area = target.pictureArea
    guard source.id != target.id || area.size != size else {
      scale = source.nativeScale
      clip = area
      offset = .zero
      screen = source
      return
    }
    clip = Rect<ScreenPoints>.fitted(source.bounds.size, in: area)
    offset = clip.origin
    scale = Double(clip.width) / Double(source.bounds.width)
    screen = nil
  }

  /// A picture of the part of the layout at `origin`, `size` points large.
  init(origin: Point<LayoutPoints>, size: Size<LayoutPoints>, scale: Double) {
    self.origin = origin
    self.scale = scale
    self.size = Size(
      width: max(1, Int((Double(size.width) * scale).rounded())), height: max(1, Int((Double(size.height) * scale).rounded())))
    clip = Rect(size: self.size)
    offset = .zero
    screen = nil
  }

  /// The pixels that `rect` covers.
  func pixels(_ rect: Rect<LayoutPoints>) -> Rect<ScreenPixels> {
    let local = Rect<ScreenPoints>(
      x: rect.x - origin.x, y: rect.y - origin.y, width: rect.width, height: rect.height)
    if let screen { return screen.pixels(local) }
    let (left, right) = (edge(local.minX), edge(local.maxX))
    let (top, bottom) = (edge(local.minY), edge(local.maxY))
    return Rect(x: offset.x + left, y: offset.y + top, width: right - left, height: bottom - top)
  }

  /// The pixel at a place.
  func pixel(_ point: PrecisePoint<LayoutPoints>) -> Point<ScreenPixels> {
    Point(
      x: offset.x + Int(((point.x - Double(origin.x)) * scale).rounded(.down)),
      y: offset.y + Int(((point.y - Double(origin.y)) * scale).rounded(.down)))
  }

  /// The pixels that are surely inside `part`: edges inward, but those on the edge of `whole` are where its pixels end.
  func inside(_ part: Rect<LayoutPoints>, of whole: Rect<LayoutPoints>, _ pixels: Rect<ScreenPixels>) -> Rect<ScreenPixels> {
    func first(_ edge: Int, _ end: Int, _ pixel: Int, _ base: Int, _ offset: Int) -> Int {
      edge == end ? pixel : offset + Int((Double(edge - base) * scale).rounded(.up))
    }
    func last(_ edge: Int, _ end: Int, _ pixel: Int, _ base: Int, _ offset: Int) -> Int {
      edge == end ? pixel : offset + Int((Double(edge - base) * scale).rounded(.down))
    }
    let left = first(part.minX, whole.minX, pixels.minX, origin.x, offset.x)
    let top = first(part.minY, whole.minY, pixels.minY, origin.y, offset.y)
    let right = last(part.maxX, whole.maxX, pixels.maxX, origin.x, offset.x)
    let bottom = last(part.maxY, whole.maxY, pixels.maxY, origin.y, offset.y)
    return Rect(x: left, y: top, width: right - left, height: bottom - top)
  }

  private func edge(_ edge: Int) -> Int { Int((Double(edge) * scale).rounded()) }
}
