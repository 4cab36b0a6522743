package import Geometry

/// The picture of a cursor.
package struct CursorImage: Hashable, Sendable {
  /// Pixels across.
  package let width: Int
  /// Pixels down.
  package let height: Int
  /// The pixel that is at the pointer's position.
  package let hotspot: Point<BufferPixels>
  /// Rows from the top, without padding: `0xAARRGGBB`, colours multiplied by alpha, in the machine's byte order.
  package let pixels: [UInt32]
  /// The size that the picture was made for, in pixels. Drawn for another, it is scaled by that one ÷ this one, hotspot included.
  package let nominalSize: Int

  /// A picture of `width` × `height` pixels.
  ///
  /// - Precondition: there are as many pixels, and the hotspot is one of them.
  package init(width: Int, height: Int, hotspot: Point<BufferPixels>, pixels: [UInt32], nominalSize: Int) {
    precondition(width > 0 && height > 0 && pixels.count == width * height, "a cursor has as many pixels as its size says")
    precondition((0..<width).contains(hotspot.x) && (0..<height).contains(hotspot.y), "a cursor's hotspot is one of its pixels")
    self.width = width
    self.height = height
    self.hotspot = hotspot
    self.pixels = pixels
    self.nominalSize = nominalSize
  }

  /// A cursor that cannot be seen: one clear pixel.
  package static let hidden = CursorImage(width: 1, height: 1, hotspot: .zero, pixels: [0], nominalSize: 1)
}
