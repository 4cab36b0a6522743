import CPixels
import CPixman
import Geometry
import Scene

/// A view of pixels in memory, or one colour, that pixman can read or draw into. It does not own the memory.
@safe
struct PixmanImage: ~Copyable {
  private let image: OpaquePointer
  /// Its first pixel; `nil` for a colour.
  private let pixels: UnsafeMutableRawPointer?
  private let stride: Int
  /// How its pixels lie in memory; `nil` for a colour.
  let format: PixelFormat?

  /// A view of `size` pixels that begin at `pixels`.
  ///
  /// - Precondition: `pixels` and `stride` are multiples of 4, and both sizes at most `maximumSide`.
  init<Space>(_ pixels: UnsafeMutableRawPointer, size: Size<Space>, stride: Int, format: PixelFormat) {
    precondition(UInt(bitPattern: pixels) % 4 == 0 && stride % 4 == 0, "pixman reads whole words only")
    precondition(size.width <= Self.maximumSide && size.height <= Self.maximumSide, "pixman counts pixels in 16 bits")
    let words = unsafe pixels.assumingMemoryBound(to: UInt32.self)
    guard
      let image = unsafe pixman_image_create_bits_no_clear(
        format.pixman, Int32(size.width), Int32(size.height), words, Int32(stride))
    else { preconditionFailure("out of memory for a picture") }
    unsafe self.image = image
    unsafe self.pixels = unsafe pixels
    self.stride = stride
    self.format = format
  }

  /// A mask that lets `alpha` of everything through.
  init(alpha: Double) {
    var colour = pixman_color_t(red: 0, green: 0, blue: 0, alpha: UInt16((min(max(alpha, 0), 1) * 65535).rounded()))
    guard let image = unsafe pixman_image_create_solid_fill(&colour) else { preconditionFailure("out of memory for a colour") }
    unsafe self.image = image
    unsafe pixels = nil
    stride = 0
    format = nil
  }

  deinit { unsafe pixman_image_unref(image) }

  /// The longest side that pixman composes without dropping the work silently: it needs a pixel to spare in 16 bits.
  static var maximumSide: Int { 32_000 }

  /// Reads the picture through `transform`, from places in what is drawn to places in the picture.
  func setTransform(_ transform: FixedTransform, filter: SceneFilter) {
    var matrix = transform.pixman
    unsafe pixman_image_set_transform(image, &matrix)
    unsafe pixman_image_set_filter(image, filter == .bilinear ? PIXMAN_FILTER_BILINEAR : PIXMAN_FILTER_NEAREST, nil, 0)
    unsafe pixman_image_set_repeat(image, PIXMAN_REPEAT_PAD)
  }

  /// Draws `source` from `from` on into `rect`.
  func draw(
    _ source: borrowing PixmanImage, from: Point<BufferPixels>, mask: borrowing PixmanImage?, over: Bool, in rect: Rect<BufferPixels>
  ) {
    let maskImage: OpaquePointer? =
      switch mask {
      case .some(let mask): unsafe mask.image
      case .none: nil
      }
    unsafe pixman_image_composite32(
      over ? PIXMAN_OP_OVER : PIXMAN_OP_SRC, source.image, maskImage, image, Int32(from.x), Int32(from.y), 0, 0, Int32(rect.x),
      Int32(rect.y), Int32(rect.width), Int32(rect.height))
  }

  /// Fills `rect` with pixels that lie in memory as its own do, from `source` on: no blending, no clipping.
  ///
  /// - Parameter isPastCache: nobody reads what is drawn soon, and it is more than the cache holds.
  func copyRows(from source: UnsafeRawPointer, stride sourceStride: Int, to rect: Rect<BufferPixels>, isPastCache: Bool) {
    guard let format, let pixels = unsafe pixels else { preconditionFailure("a colour has no pixels to copy to") }
    let bytes = format.bytesPerPixel
    unsafe casement_copy_rows(
      pixels + (rect.y * stride + rect.x * bytes), stride, source, sourceStride, rect.width * bytes, rect.height, isPastCache)
  }

  /// Fills `rect` with what pixels of the format `argb8888`, from `source` on, look like before `colour`, which is opaque.
  ///
  /// - Parameter isPastCache: nobody reads what is drawn soon, and it is more than the cache holds.
  /// - Precondition: its own format is `argb8888` or `xrgb8888`.
  func blendRows(
    from source: UnsafeRawPointer, stride sourceStride: Int, before colour: Colour, to rect: Rect<BufferPixels>, isPastCache: Bool
  ) {
    guard let pixels = unsafe pixels, format == .argb8888 || format == .xrgb8888 else {
      preconditionFailure("a colour is blended with pixels of the format argb8888 only")
    }
    let parts = colour.pixman
    let word = UInt32(parts.alpha >> 8) << 24 | UInt32(parts.red >> 8) << 16 | UInt32(parts.green >> 8) << 8 | UInt32(parts.blue >> 8)
    unsafe casement_blend_rows(
      pixels + (rect.y * stride + rect.x * 4), stride, source, sourceStride, rect.width, rect.height, word, isPastCache)
  }

  /// Fills `rect` with `colour`.
  func fill(_ rect: Rect<BufferPixels>, with colour: Colour, over: Bool) {
    var pixmanColour = colour.pixman
    var box = pixman_box32_t(x1: Int32(rect.minX), y1: Int32(rect.minY), x2: Int32(rect.maxX), y2: Int32(rect.maxY))
    let done = unsafe pixman_image_fill_boxes(over ? PIXMAN_OP_OVER : PIXMAN_OP_SRC, image, &pixmanColour, 1, &box)
    precondition(done != 0, "out of memory for a colour")
  }
}

extension Colour {
  fileprivate var pixman: pixman_color_t {
    func part(_ value: Double) -> UInt16 { UInt16((min(max(value, 0), 1) * 65535).rounded()) }
    return pixman_color_t(red: part(red), green: part(green), blue: part(blue), alpha: part(alpha))
  }
}
