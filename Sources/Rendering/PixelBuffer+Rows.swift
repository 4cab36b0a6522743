package import Geometry
internal import Glibc
package import Scene

extension PixelBuffer {
  /// Takes over the pixels of `rect` from a picture of the same size and format.
  package func copyRows(from other: PixelBuffer, _ rect: Rect<BufferPixels>) {
    unsafe forEachRow(with: other, rect) { own, theirs, count in
      unsafe own.copyMemory(from: theirs, byteCount: count)
      return true
    }
  }

  /// Whether any byte inside `rect` is another than in a picture of the same size and format.
  package func differs(from other: PixelBuffer, in rect: Rect<BufferPixels>) -> Bool {
    var isSame = true
    unsafe forEachRow(with: other, rect) { own, theirs, count in
      isSame = unsafe memcmp(own, theirs, count) == 0
      return isSame
    }
    return !isSame
  }

  private func forEachRow(
    with other: PixelBuffer, _ rect: Rect<BufferPixels>, _ body: (UnsafeMutableRawPointer, UnsafeRawPointer, Int) -> Bool
  ) {
    precondition(size == other.size && format == other.format, "pictures of one size and format are compared row by row")
    let inside = rect.intersection(Rect(size: size))
    let bytes = format.bytesPerPixel
    unsafe withMutablePixels { own in
      unsafe other.withPixels { theirs in
        for y in inside.minY..<inside.maxY {
          let offset = inside.x * bytes
          let go = unsafe body(own + (y * stride + offset), theirs + (y * other.stride + offset), inside.width * bytes)
          if !go { return }
        }
      }
    }
  }
}
