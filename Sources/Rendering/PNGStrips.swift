import Geometry
import Scene

/// A picture as strips of whole rows, as `.argb8888`: large pictures are never held a second time.
struct PNGStrips {
  private let picture: any PixelSource
  private let frame: SceneFrame
  private let strip: PixelBuffer

  /// The bytes that a strip has about.
  private static let bytes = 1 << 20

  init(_ picture: any PixelSource) {
    self.picture = picture
    let size = Size<ScreenPixels>(width: picture.size.width, height: picture.size.height)
    let element = SceneElement(key: SurfaceKey(rawValue: 1), contentSequence: 0, picture: picture, destination: Rect(size: size))
    frame = SceneFrame(size: size, scale: 1, background: .colour(.clear), elements: [element])
    let rows = min(max(Self.bytes / (4 * size.width), 1), size.height)
    strip = PixelBuffer(size: Size(width: size.width, height: rows))
  }

  /// Calls `body` with the words of each strip, from the top, and how many rows they are.
  ///
  /// - Throws: `fault` where the picture could not be read, and what `body` throws.
  func forEach(_ body: (UnsafeBufferPointer<UInt32>, Int) throws(PNGError) -> Void) throws(PNGError) {
    var row = 0
    while row < frame.size.height {
      let rows = min(strip.size.height, frame.size.height - row)
      let part = Region(Rect<ScreenPixels>(x: 0, y: row, width: frame.size.width, height: rows))
      var isWhole = false
      do throws(PixelFault) {
        isWhole = try frame.render(into: strip, origin: Point(x: 0, y: row), region: part).faults.isEmpty
      } catch {}
      guard isWhole else { throw .fault }
      var failure: PNGError?
      unsafe strip.withPixels { memory in
        let words = unsafe UnsafeBufferPointer(start: memory.assumingMemoryBound(to: UInt32.self), count: rows * frame.size.width)
        do throws(PNGError) { try unsafe body(words, rows) } catch { failure = error }
      }
      if let failure { throw failure }
      row += rows
    }
  }

  /// Whether something shows through.
  func hasAlpha() throws(PNGError) -> Bool {
    if picture.format.isOpaque { return false }
    var result = false
    try unsafe forEach { words, _ throws(PNGError) in
      if !result { result = unsafe words.contains { $0.littleEndian < 0xff00_0000 } }
    }
    return result
  }
}
