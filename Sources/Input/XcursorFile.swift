import Geometry

/// A file in the Xcursor format: one cursor, in several sizes, each with one or more frames.
///
/// The bytes may be hostile: every number is checked before it is used, and only the picture asked for is decoded.
package struct XcursorFile {
  /// The largest file read, in bytes.
  package static let largestFile = 32 << 20
  /// The most entries of a table of contents, and the most pixels of a side.
  private static let (mostEntries, longestSide) = (4096, 1024)

  /// What is wrong with a file.
  package enum ParseError: Error, Hashable {
    /// It does not begin as an Xcursor file does.
    case notXcursor
    /// It ends before what it promises, or promises more than is sane.
    case malformed
    /// It has no picture at all.
    case empty
  }

  private let bytes: [UInt8]
  private let images: [(nominalSize: Int, offset: Int)]

  /// Reads the table of contents of `bytes`.
  package init(_ bytes: [UInt8]) throws(ParseError) {
    self.bytes = bytes
    guard bytes.count >= 16, XcursorFile.word(bytes, 0) == 0x7275_6358 else { throw .notXcursor }
    guard let header = XcursorFile.word(bytes, 4), let count = XcursorFile.word(bytes, 12), header >= 16, count <= XcursorFile.mostEntries
    else { throw .malformed }
    var images: [(nominalSize: Int, offset: Int)] = []
    for index in 0..<count {
      let entry = header + 12 * index
      guard let type = XcursorFile.word(bytes, entry), let size = XcursorFile.word(bytes, entry + 4),
        let offset = XcursorFile.word(bytes, entry + 8)
      else { throw .malformed }
      if type == XcursorFile.imageType { images.append((size, offset)) }
    }
    guard !images.isEmpty else { throw .empty }
    self.images = images
  }

  /// The sizes that it has, as its author named them, in ascending order.
  package var nominalSizes: [Int] { Set(images.map(\.nominalSize)).sorted() }

  /// The first frame of the size nearest to `size`; of two equally near, of the larger.
  package func image(nearest size: Int) throws(ParseError) -> CursorImage {
    // Stated sizes have 32 bits: no difference overflows.
    let best = nominalSizes.min { (abs($0 - size), -$0) < (abs($1 - size), -$1) }
    guard let image = images.first(where: { $0.nominalSize == best }) else { throw .empty }
    return try decode(image.nominalSize, at: image.offset)
  }

  private static let imageType = 0xFFFD_0002

  private func decode(_ nominalSize: Int, at offset: Int) throws(ParseError) -> CursorImage {
    func field(_ index: Int) throws(ParseError) -> Int {
      guard let value = XcursorFile.word(bytes, offset + 4 * index) else { throw .malformed }
      return value
    }
    let sides = 1...XcursorFile.longestSide
    let (header, width, height) = (try field(0), try field(4), try field(5))
    guard header >= 36, try field(1) == XcursorFile.imageType, sides.contains(width), sides.contains(height) else { throw .malformed }
    let start = offset + header
    guard start <= bytes.count, bytes.count - start >= 4 * width * height else { throw .malformed }
    // Some themes put the hotspot on the far edge.
    let hotspot = Point<BufferPixels>(x: min(try field(6), width - 1), y: min(try field(7), height - 1))
    let pixels = (0..<width * height).map { index -> UInt32 in
      let at = start + 4 * index
      let pixel = UInt32(bytes[at]) | UInt32(bytes[at + 1]) << 8 | UInt32(bytes[at + 2]) << 16 | UInt32(bytes[at + 3]) << 24
      return XcursorFile.premultiplied(pixel)
    }
    return CursorImage(width: width, height: height, hotspot: hotspot, pixels: pixels, nominalSize: max(1, nominalSize))
  }

  /// `pixel`, no colour of which is more than its alpha: what is not so in a file would overflow in blending.
  private static func premultiplied(_ pixel: UInt32) -> UInt32 {
    let alpha = pixel >> 24
    let colours = [16, 8, 0].map { min(pixel >> $0 & 0xFF, alpha) << UInt32($0) }
    return alpha << 24 | colours[0] | colours[1] | colours[2]
  }

  /// The little-endian 32-bit number at `offset`, nil beyond the end.
  private static func word(_ bytes: [UInt8], _ offset: Int) -> Int? {
    guard offset >= 0, offset <= bytes.count - 4 else { return nil }
    return Int(bytes[offset]) | Int(bytes[offset + 1]) << 8 | Int(bytes[offset + 2]) << 16 | Int(bytes[offset + 3]) << 24
  }
}
