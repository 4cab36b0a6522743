import CPNG
import Geometry
import Glibc
package import Scene

/// Pictures as PNG files: 8 bits a part, with alpha only where something shows through.
package enum PNG {
  /// The most pixels that are read from one file.
  package static var maximumPixels: Int { 1 << 28 }

  /// How much work goes into a file.
  package enum Effort {
    /// Soon done: for a picture at each step of a recording.
    case fast
    /// Small: for a picture that is kept.
    case small
  }

  /// The file that shows `picture`.
  ///
  /// - Throws: `fault` where the picture could not be read; `invalid` where libpng refuses.
  package static func encode(
    _ picture: any PixelSource, metadata: PNGMetadata = PNGMetadata(), effort: Effort = .small
  ) throws(PNGError) -> [UInt8] {
    var file: [UInt8] = []
    try unsafe write(picture, metadata, effort) { bytes throws(PNGError) in unsafe file.append(contentsOf: bytes) }
    return file
  }

  /// Writes the file that shows `picture`; the file descriptor stays open. A file of any size needs no more memory than a few rows.
  ///
  /// - Throws: also `system` where it cannot be written to.
  package static func write(
    _ picture: any PixelSource, to fileDescriptor: Int32, metadata: PNGMetadata = PNGMetadata(), effort: Effort = .small
  ) throws(PNGError) {
    try unsafe write(picture, metadata, effort) { bytes throws(PNGError) in
      var written = 0
      while written < bytes.count {
        let count = unsafe Glibc.write(fileDescriptor, bytes.baseAddress! + written, bytes.count - written)
        if count < 0 {
          if errno == EINTR { continue }
          throw .system(errno: errno)
        }
        written += count
      }
    }
  }

  private static func write(
    _ picture: any PixelSource, _ metadata: PNGMetadata, _ effort: Effort, to sink: @escaping PNGWriter.Sink
  ) throws(PNGError) {
    let strips = PNGStrips(picture)
    let hasAlpha = try strips.hasAlpha()
    let writer = try unsafe PNGWriter(picture.size, hasAlpha: hasAlpha, effort, chunks: metadata.chunks, to: sink)
    try unsafe strips.forEach { words, rows throws(PNGError) in try unsafe writer.write(words, rows: rows) }
    try writer.end()
  }

  /// The picture in a file, premultiplied, as `.argb8888`, and what the file says besides.
  ///
  /// - Throws: `invalid` or `tooLarge`.
  package static func decode(_ file: [UInt8]) throws(PNGError) -> (picture: PixelBuffer, metadata: PNGMetadata) {
    var image = unsafe image(width: 0, height: 0, hasAlpha: true)
    var bytes: [UInt8] = []
    let done = unsafe file.withUnsafeBytes { file in
      guard unsafe png_image_begin_read_from_memory(&image, file.baseAddress, file.count) != 0 else { return false }
      guard unsafe Int(image.width) * Int(image.height) <= maximumPixels else { return true }
      unsafe image.format = UInt32(PNG_FORMAT_FLAG_COLOR | PNG_FORMAT_FLAG_ALPHA)
      bytes = unsafe [UInt8](repeating: 0, count: Int(image.width) * Int(image.height) * 4)
      return unsafe bytes.withUnsafeMutableBytes { unsafe png_image_finish_read(&image, nil, $0.baseAddress, 0, nil) != 0 }
    }
    defer { unsafe png_image_free(&image) }
    guard done else { throw unsafe .invalid(message(of: image)) }
    guard !bytes.isEmpty else { throw unsafe .tooLarge(width: Int(image.width), height: Int(image.height)) }
    let picture = unsafe PixelBuffer(size: Size(width: Int(image.width), height: Int(image.height)))
    unsafe picture.withMutablePixels { memory in
      for index in 0..<(bytes.count / 4) {
        let alpha = UInt32(bytes[index * 4 + 3])
        func part(_ offset: Int) -> UInt32 { (UInt32(bytes[index * 4 + offset]) * alpha + 127) / 255 }
        let word = alpha << 24 | part(0) << 16 | part(1) << 8 | part(2)
        unsafe memory.storeBytes(of: word.littleEndian, toByteOffset: index * 4, as: UInt32.self)
      }
    }
    return (picture, PNGMetadata(readingFrom: file))
  }

  // MARK: Parts

  private static func image(width: Int, height: Int, hasAlpha: Bool) -> png_image {
    var image = unsafe png_image()
    unsafe image.version = UInt32(PNG_IMAGE_VERSION)
    unsafe image.width = UInt32(width)
    unsafe image.height = UInt32(height)
    unsafe image.format = UInt32(PNG_FORMAT_FLAG_COLOR | (hasAlpha ? PNG_FORMAT_FLAG_ALPHA : 0))
    return unsafe image
  }

  private static func message(of image: png_image) -> String {
    unsafe withUnsafeBytes(of: image.message) { bytes in unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self) }
  }
}
