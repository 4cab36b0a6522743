package import Geometry

/// What decides the size of a surface: its buffer's size, and how the buffer is turned, scaled, cropped and stretched.
///
/// The order is the buffer's transform, then its scale, then the viewport's source, then the viewport's destination
/// (`wl_surface.set_buffer_transform`, `set_buffer_scale`, `wp_viewport`).
package struct SurfaceShape: Equatable, Sendable {
  /// Nil while the surface has no buffer.
  package var bufferSize: Size<BufferPixels>?
  /// Buffer pixels a surface point, at least 1.
  package var scale: Int = 1
  /// How the client turned what it drew.
  package var transform: Transform = .normal
  /// The part that is shown, in points before the destination's stretching; nil: all.
  package var source: PreciseRect<SurfacePoints>?
  /// The size that the part is stretched to; nil: its own.
  package var destination: Size<SurfacePoints>?

  package init() {}

  /// The buffer's size after transform and scale: the space that `source` lies in.
  package var unscaledSize: PreciseSize<SurfacePoints>? {
    guard let bufferSize else { return nil }
    let turned = transform.apply(bufferSize)
    return PreciseSize(width: Double(turned.width) / Double(scale), height: Double(turned.height) / Double(scale))
  }

  /// The surface's size; zero where it has no buffer.
  package var size: Size<SurfacePoints> {
    guard let bufferSize else { return .zero }
    if let destination { return destination }
    if let source { return Size(width: Int(source.width), height: Int(source.height)) }
    let turned = transform.apply(bufferSize)
    return Size(width: Self.quotient(turned.width, scale), height: Self.quotient(turned.height, scale))
  }

  /// Rounded up: a scale that came without a buffer may not fit the present one.
  private static func quotient(_ length: Int, _ scale: Int) -> Int { scale == 1 ? length : length / scale + (length % scale > 0 ? 1 : 0) }

  /// Whether the buffer's size is a multiple of the scale.
  package var fitsScale: Bool {
    guard scale != 1, let bufferSize else { return true }
    return bufferSize.width % scale == 0 && bufferSize.height % scale == 0
  }

  /// Judges the shape as a commit must.
  ///
  /// - Parameter bringsBuffer: whether the commit attaches the buffer: only then is its size judged by the scale. GTK 3's layer surfaces say
  ///   their new scale before they draw for it.
  /// - Throws: `SurfaceShapeError` where the buffer, the scale and the viewport do not fit together.
  package func validate(bringsBuffer: Bool = true) throws(SurfaceShapeError) {
    guard let bufferSize, let unscaled = unscaledSize else { return }
    if bringsBuffer, !fitsScale { throw .sizeNotMultipleOfScale(bufferSize, scale: scale) }
    guard let source else { return }
    // wp_viewport.set_source takes 24.8 fixed-point numbers, whose sums are exact here
    if source.maxX > unscaled.width || source.maxY > unscaled.height { throw .sourceOutsideBuffer(source, unscaled) }
    if destination == nil, source.width != source.width.rounded() || source.height != source.height.rounded() {
      throw .sourceNotWhole(source)
    }
  }

  /// The part of the buffer that is shown, in buffer pixels as they lie in memory.
  package var bufferSource: PreciseRect<BufferPixels> {
    guard let bufferSize, let unscaled = unscaledSize else { return PreciseRect(x: 0, y: 0, width: 0, height: 0) }
    guard let source else { return PreciseRect(Rect(size: bufferSize)) }
    let corner = { (x: Double, y: Double) -> PrecisePoint<SurfacePoints> in
      transform.apply(PrecisePoint<SurfacePoints>(x: x, y: y), in: unscaled)
    }
    let (a, b) = (corner(source.x, source.y), corner(source.maxX, source.maxY))
    let factor = Double(scale)
    return PreciseRect(
      x: min(a.x, b.x) * factor, y: min(a.y, b.y) * factor, width: abs(a.x - b.x) * factor, height: abs(a.y - b.y) * factor)
  }

  /// Damage given in surface points, as the buffer pixels that may have changed.
  package func bufferDamage(_ region: Region<SurfacePoints>) -> Region<BufferPixels> {
    guard let bufferSize, let unscaled = unscaledSize, !region.isEmpty else { return Region() }
    let size = size
    let whole = Rect<BufferPixels>(size: bufferSize)
    guard size.width > 0, size.height > 0 else { return Region(whole) }
    var result = Region<BufferPixels>()
    let crop = source ?? PreciseRect(x: 0, y: 0, width: unscaled.width, height: unscaled.height)
    let (stretchX, stretchY) = (crop.width / Double(size.width), crop.height / Double(size.height))
    let isWhole = stretchX == 1 && stretchY == 1 && crop.x == crop.x.rounded() && crop.y == crop.y.rounded()
    for rect in region.intersection(Rect(size: size)).rects {
      let a = transform.apply(
        PrecisePoint<SurfacePoints>(x: crop.x + Double(rect.minX) * stretchX, y: crop.y + Double(rect.minY) * stretchY), in: unscaled)
      let b = transform.apply(
        PrecisePoint<SurfacePoints>(x: crop.x + Double(rect.maxX) * stretchX, y: crop.y + Double(rect.maxY) * stretchY), in: unscaled)
      let factor = Double(scale)
      let exact = PreciseRect<BufferPixels>(
        x: min(a.x, b.x) * factor, y: min(a.y, b.y) * factor, width: abs(a.x - b.x) * factor, height: abs(a.y - b.y) * factor)
      var box = exact.enclosing
      // a filtered pixel reads its neighbours, too
      if !isWhole { box = Rect(x: box.x - 1, y: box.y - 1, width: box.width + 2, height: box.height + 2) }
      result.formUnion(box.intersection(whole))
    }
    return result
  }
}

/// Why a buffer, its scale and its viewport do not fit together.
package enum SurfaceShapeError: Error, Equatable {
  /// `wl_surface.error.invalid_size`.
  case sizeNotMultipleOfScale(Size<BufferPixels>, scale: Int)
  /// `wp_viewport.error.bad_size`: a source with a fractional size and no destination.
  case sourceNotWhole(PreciseRect<SurfacePoints>)
  /// `wp_viewport.error.out_of_buffer`.
  case sourceOutsideBuffer(PreciseRect<SurfacePoints>, PreciseSize<SurfacePoints>)
}
