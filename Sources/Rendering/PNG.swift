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
    let copy: PixelBuffer
    do { copy = try PixelBuffer.copy(of: picture) } catch { throw .fault }
    let (bytes, hasAlpha) = straightBytes(copy)
    var image = unsafe image(width: copy.size.width, height: copy.size.height, hasAlpha: hasAlpha)
    if effort == .fast { unsafe image.flags = UInt32(PNG_IMAGE_FLAG_FAST) }
    // rows that cannot be compressed grow a little: zlib adds 5 bytes to each 16 KB, libpng a filter to each row and 12 to each chunk
    var length = bytes.count + bytes.count / 512 + copy.size.height * 2 + 4096
    let file = unsafe [UInt8](unsafeUninitializedCapacity: length) { file, count in
      let done = unsafe bytes.withUnsafeBytes { bytes in
        unsafe png_image_write_to_memory(&image, file.baseAddress, &length, 0, bytes.baseAddress, 0, nil)
      }
      count = done != 0 ? Int(length) : 0
    }
    guard !file.isEmpty else { throw unsafe .invalid(message(of: image)) }
    var result = file
    metadata.insert(into: &result)
    return result
  }

  /// Writes the file that shows `picture`; the file descriptor stays open.
  ///
  /// - Throws: also `system` where it cannot be written to.
  package static func write(
    _ picture: any PixelSource, to fileDescriptor: Int32, metadata: PNGMetadata = PNGMetadata(), effort: Effort = .small
  ) throws(PNGError) {
    let file = try encode(picture, metadata: metadata, effort: effort)
    var written = 0
    while written < file.count {
      let count = unsafe file.withUnsafeBytes { unsafe Glibc.write(fileDescriptor, $0.baseAddress! + written, file.count - written) }
      if count < 0 {
        if errno == EINTR { continue }
        throw .system(errno: errno)
      }
      written += count
    }
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

  /// Red, green, blue and, where one is not 255, alpha of each pixel, no longer premultiplied.
  private static func straightBytes(_ picture: PixelBuffer) -> (bytes: [UInt8], hasAlpha: Bool) {
    let count = picture.size.width * picture.size.height
    var hasAlpha = false
    var result: [UInt8] = []
    unsafe picture.withPixels { memory in
      let words = unsafe UnsafeBufferPointer(start: memory.assumingMemoryBound(to: UInt32.self), count: count)
      hasAlpha = unsafe words.contains { $0.littleEndian < 0xff00_0000 }
      let size = hasAlpha ? 4 : 3
      result = unsafe [UInt8](unsafeUninitializedCapacity: count * size) { bytes, initialized in
        for index in 0..<count {
          let word = unsafe words[index].littleEndian
          let alpha = word >> 24
          func part(_ shift: UInt32) -> UInt8 {
            let value = word >> shift & 0xff
            if alpha == 255 { return UInt8(truncatingIfNeeded: value) }
            return alpha == 0 ? 0 : UInt8(min(255, (value * 255 + alpha / 2) / alpha))
          }
          unsafe bytes[index * size] = part(16)
          unsafe bytes[index * size + 1] = part(8)
          unsafe bytes[index * size + 2] = part(0)
          if hasAlpha { unsafe bytes[index * size + 3] = UInt8(truncatingIfNeeded: alpha) }
        }
        initialized = count * size
      }
    }
    return (result, hasAlpha)
  }

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
