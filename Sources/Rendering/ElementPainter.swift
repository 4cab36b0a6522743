import Geometry
import Scene

/// Draws rectangles of one element that shows a picture.
struct ElementPainter {
  private let mapping: ElementMapping
  private let filter: SceneFilter
  private let alpha: Double
  private let colours: ColourMap?
  private let size: Size<BufferPixels>
  private let stride: Int
  private let format: PixelFormat
  /// Whether a pixel on the screen is a pixel in memory, side by side: the way that copies.
  private let isPlain: Bool
  /// Where the element's corner is on the screen, and in memory where the way is plain.
  private let corner: Point<ScreenPixels>
  private let start: Point<BufferPixels>
  /// The most pixels whose colours are converted at once: 4 MB of them.
  private static let maximumConverted = 1 << 20

  /// - Precondition: the element touches the screen.
  init(_ element: SceneElement, _ buffer: any PixelSource) {
    mapping = ElementMapping(element)
    filter = element.filter
    alpha = element.alpha
    colours = element.colours
    corner = element.destination.origin
    size = buffer.size
    stride = buffer.stride
    format = buffer.format
    isPlain = mapping.isExact && element.transform == .normal && Rect(size: size).contains(element.source.enclosing)
    start = isPlain ? Point(x: Int(element.source.x), y: Int(element.source.y)) : .zero
  }

  /// Whether the picture can be drawn before a colour in one pass.
  var blendsPlainly: Bool { isPlain && alpha >= 1 && colours == nil && format == .argb8888 }

  /// Draws `rect` of the screen, whose corner is at `place` of the target, before `colour`, which is opaque.
  ///
  /// - Precondition: `blendsPlainly`.
  func paint(
    _ rect: Rect<ScreenPixels>, from pixels: UnsafeRawPointer, before colour: Colour, into target: borrowing PixmanImage,
    at place: Point<BufferPixels>, isPastCache: Bool
  ) {
    let area = Rect<BufferPixels>(origin: place, size: Size(width: rect.width, height: rect.height))
    unsafe target.blendRows(from: first(rect, in: pixels), stride: stride, before: colour, to: area, isPastCache: isPastCache)
  }

  /// The pixel in memory that `rect` of the screen begins with, where the way is plain.
  private func first(_ rect: Rect<ScreenPixels>, in pixels: UnsafeRawPointer) -> UnsafeRawPointer {
    let (x, y) = (rect.x - corner.x + start.x, rect.y - corner.y + start.y)
    return unsafe pixels + (y * stride + x * format.bitsPerPixel / 8)
  }

  /// Draws `rect` of the screen, whose corner is at `place` of the target.
  ///
  /// - Parameters:
  ///   - pixels: the buffer's first row.
  ///   - solid: draws as if the picture had no alpha.
  ///   - isPastCache: nobody reads what is drawn soon, and it is more than the cache holds.
  func paint(
    _ rect: Rect<ScreenPixels>, from pixels: UnsafeRawPointer, into target: borrowing PixmanImage, at place: Point<BufferPixels>,
    solid: Bool, isPastCache: Bool
  ) {
    let readFormat = solid ? format.opaqueCounterpart : format
    if isPlain, solid, alpha >= 1, colours == nil, readFormat == target.format, format.bitsPerPixel >= 8 {
      let area = Rect<BufferPixels>(origin: place, size: Size(width: rect.width, height: rect.height))
      unsafe target.copyRows(from: first(rect, in: pixels), stride: stride, to: area, isPastCache: isPastCache)
      return
    }
    let window = mapping.inBuffer(rect, bounds: Rect(size: size))
    let isConvertible = colours == nil || window.width * window.height <= Self.maximumConverted || rect.width * rect.height == 1
    guard window.width <= PixmanImage.maximumSide - 8, window.height <= PixmanImage.maximumSide, isConvertible else {
      // more of the picture than pixman can address in one piece, or than is to be converted at once
      let (first, second) = rect.halves
      unsafe paint(first, from: pixels, into: target, at: place, solid: solid, isPastCache: isPastCache)
      unsafe paint(
        second, from: pixels, into: target, at: place + (second.origin - rect.origin).asBuffer, solid: solid, isPastCache: isPastCache)
      return
    }
    let bits = window.x * format.bitsPerPixel / 8
    let start = unsafe pixels + (window.y * stride + bits)
    if let colours {
      let copy = unsafe colours.converted(start, size: window.size, stride: stride, format: readFormat)
      unsafe copy.withMutablePixels { memory in
        let source = unsafe PixmanImage(memory, size: window.size, stride: copy.stride, format: copy.format)
        compose(source, window: window, skipped: 0, rect, into: target, at: place, solid: solid)
      }
      return
    }
    let misalignment = Int(UInt(bitPattern: start) % 4)
    if stride % 4 == 0, misalignment == 0 || (mapping.isExact && misalignment % format.bytesPerPixel == 0) {
      // begin a little earlier, at a whole word: what is skipped is never read
      let skipped = misalignment / format.bytesPerPixel
      let view = Size<BufferPixels>(width: window.width + skipped, height: window.height)
      let source = unsafe PixmanImage(
        UnsafeMutableRawPointer(mutating: start - misalignment), size: view, stride: stride, format: readFormat)
      compose(source, window: window, skipped: skipped, rect, into: target, at: place, solid: solid)
    } else {
      let copy = unsafe PixelBuffer(copying: start, size: window.size, stride: stride, format: readFormat)
      unsafe copy.withMutablePixels { memory in
        let source = unsafe PixmanImage(memory, size: window.size, stride: copy.stride, format: readFormat)
        compose(source, window: window, skipped: 0, rect, into: target, at: place, solid: solid)
      }
    }
  }

  /// - Parameter skipped: how many columns of `source` come before the window's.
  private func compose(
    _ source: borrowing PixmanImage, window: Rect<BufferPixels>, skipped: Int, _ rect: Rect<ScreenPixels>,
    into target: borrowing PixmanImage, at place: Point<BufferPixels>, solid: Bool
  ) {
    var from = Point<BufferPixels>(x: skipped, y: 0)
    if !isPlain {
      let moved = rect.origin - corner
      let origin = Point<BufferPixels>(x: window.x - skipped, y: window.y)
      source.setTransform(
        FixedTransform(mapping).moved(toCorner: moved, window: origin), filter: mapping.isExact ? .nearest : filter)
      from = .zero
    }
    let mask = alpha < 1 ? PixmanImage(alpha: alpha) : nil
    let area = Rect<BufferPixels>(origin: place, size: Size(width: rect.width, height: rect.height))
    if let format = source.format, mapping.isExact, !isPlain, format == .argb8888 || format == .xrgb8888,
      !solid || format != target.format
    {
      composeTurned(source, format, mask: mask, over: !solid, area, into: target)
    } else {
      target.draw(source, from: from, mask: mask, over: !solid, in: area)
    }
  }

  /// Turns strips of the picture first, and composes them then: pixman turns fast only where it merely copies.
  private func composeTurned(
    _ source: borrowing PixmanImage, _ format: PixelFormat, mask: borrowing PixmanImage?, over: Bool, _ area: Rect<BufferPixels>,
    into target: borrowing PixmanImage
  ) {
    let rows = min(area.height, max(16, 32768 / area.width))
    let strip = PixelBuffer(size: Size(width: area.width, height: rows), format: format)
    unsafe strip.withMutablePixels { memory in
      let turned = unsafe PixmanImage(memory, size: strip.size, stride: strip.stride, format: format)
      var row = 0
      while row < area.height {
        let size = Size<BufferPixels>(width: area.width, height: min(rows, area.height - row))
        turned.draw(source, from: Point(x: 0, y: row), mask: nil, over: false, in: Rect(size: size))
        target.draw(turned, from: .zero, mask: mask, over: over, in: Rect(origin: Point(x: area.x, y: area.y + row), size: size))
        row += size.height
      }
    }
  }
}

extension Rect {
  /// Both parts after a cut across the longer side.
  fileprivate var halves: (Self, Self) {
    precondition(width > 1 || height > 1, "one pixel has no halves")
    if width >= height {
      return (
        Rect(x: x, y: y, width: width / 2, height: height), Rect(x: x + width / 2, y: y, width: width - width / 2, height: height)
      )
    }
    return (
      Rect(x: x, y: y, width: width, height: height / 2), Rect(x: x, y: y + height / 2, width: width, height: height - height / 2)
    )
  }
}

extension Point<ScreenPixels> {
  fileprivate var asBuffer: Point<BufferPixels> { Point<BufferPixels>(x: x, y: y) }
}
