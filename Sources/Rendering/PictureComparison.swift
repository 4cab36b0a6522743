package import Geometry
package import Scene

/// Why two pictures cannot be compared.
package enum PictureComparisonError: Error, Equatable {
  /// They are not of one size.
  case sizesDiffer(Size<BufferPixels>, Size<BufferPixels>)
  /// One of them could not be read.
  case fault
}

/// Where two pictures of one size differ.
package struct PictureComparison {
  /// How many pixels differ by more than the tolerance.
  package private(set) var differingPixels = 0
  /// The largest difference in any part of any pixel, of 255.
  package private(set) var largestDifference = 0
  /// The smallest rectangle around all pixels that differ by more than the tolerance; `.zero` where none does.
  package private(set) var bounds: Rect<BufferPixels> = .zero
  /// The first picture in pale grey, with red where they differ, the stronger, the farther apart, and pale blue where nobody looked.
  package let picture: PixelBuffer

  /// How far apart pixels may be to count as alike.
  package enum Tolerance: Hashable, Sendable {
    /// Each of red, green, blue and alpha, premultiplied, by this much of 255.
    case parts(Int)
    /// What a person sees: the colours by this distance in L*a*b* (CIE 1976), on white and on black. About 2.3 is just noticeable.
    case perceived(Double)
  }

  /// Compares each pixel, but for those in `ignored`, by red, green, blue and alpha, premultiplied, or as a person sees them.
  package init(
    _ first: any PixelSource, _ second: any PixelSource, tolerance: Tolerance = .parts(0), ignoring ignored: [Rect<BufferPixels>] = []
  ) throws(PictureComparisonError) {
    guard first.size == second.size else { throw .sizesDiffer(first.size, second.size) }
    let (a, b): (PixelBuffer, PixelBuffer)
    do { (a, b) = (try PixelBuffer.copy(of: first), try PixelBuffer.copy(of: second)) } catch { throw .fault }
    picture = PixelBuffer(size: first.size)
    let (width, height) = (first.size.width, first.size.height)
    var (left, top, right, bottom) = (width, height, 0, 0)
    var (count, largest) = (0, 0)
    let target = picture
    unsafe a.withPixels { a in
      unsafe b.withPixels { b in
        unsafe target.withMutablePixels { target in
          for y in 0..<height {
            let spans = ignored.filter { $0.minY <= y && y < $0.maxY }.map { $0.minX..<max($0.minX, $0.maxX) }
            for x in 0..<width {
              let offset = (y * width + x) * 4
              let one = unsafe a.load(fromByteOffset: offset, as: UInt32.self).littleEndian
              let other = unsafe b.load(fromByteOffset: offset, as: UInt32.self).littleEndian
              var word = Self.pale(one)
              if !spans.isEmpty, spans.contains(where: { $0.contains(x) }) {
                unsafe target.storeBytes(of: UInt32(0xffd0_d8f0).littleEndian, toByteOffset: offset, as: UInt32.self)
                continue
              }
              let distance = one == other ? 0 : Self.distance(one, other)
              if distance > 0 { largest = max(largest, distance) }
              let isDifferent =
                switch tolerance {
                case .parts(let most): distance > most
                case .perceived(let most): distance > 0 && PerceivedColour.distance(one, other) > most
                }
              if isDifferent {
                count += 1
                (left, top, right, bottom) = (min(left, x), min(top, y), max(right, x + 1), max(bottom, y + 1))
                word = 0xff00_0000 | UInt32(155 + distance * 100 / 255) << 16
              }
              unsafe target.storeBytes(of: word.littleEndian, toByteOffset: offset, as: UInt32.self)
            }
          }
        }
      }
    }
    differingPixels = count
    largestDifference = largest
    if count > 0 { bounds = Rect(x: left, y: top, width: right - left, height: bottom - top) }
  }

  private static func distance(_ a: UInt32, _ b: UInt32) -> Int {
    var distance = 0
    for shift in [0, 8, 16, 24] as [UInt32] { distance = max(distance, abs(Int(a >> shift & 0xff) - Int(b >> shift & 0xff))) }
    return distance
  }

  private static func pale(_ word: UInt32) -> UInt32 {
    let grey = ((word >> 16 & 0xff) + (word >> 8 & 0xff) * 2 + (word & 0xff)) / 4
    return 0xff00_0000 | (192 + grey / 4) * 0x01_0101
  }
}
