import CPixels
import Geometry
import Scene

/// One PNG that is being written, row by row.
@safe
final class PNGWriter {
  /// Takes the next bytes of the file.
  typealias Sink = (UnsafeBufferPointer<UInt8>) throws(PNGError) -> Void

  private let sink: Sink
  private let width: Int
  private let hasAlpha: Bool
  private var writer: OpaquePointer?
  /// What belongs behind the header, until that is written.
  private var chunks: [UInt8]
  private var written = 0
  private var failure: PNGError?
  private var row: [UInt8] = []

  /// Begins a file of `size` pixels with `chunks` behind its header.
  init(_ size: Size<BufferPixels>, hasAlpha: Bool, _ effort: PNG.Effort, chunks: [UInt8], to sink: @escaping Sink) throws(PNGError) {
    unsafe self.sink = unsafe sink
    self.hasAlpha = hasAlpha
    self.chunks = chunks
    width = size.width
    unsafe writer = casement_png_begin(
      UInt32(size.width), UInt32(size.height), hasAlpha, effort == .fast,
      { context, bytes, count in
        let writer = unsafe Unmanaged<PNGWriter>.fromOpaque(context!).takeUnretainedValue()
        return unsafe writer.take(UnsafeBufferPointer(start: bytes, count: count))
      }, Unmanaged.passUnretained(self).toOpaque())
    if unsafe writer == nil { throw failure ?? .invalid("a picture of \(size.width)×\(size.height) pixels cannot be written") }
  }

  deinit { if let writer = unsafe writer { unsafe casement_png_free(writer) } }

  /// Writes the next rows, whose pixels are premultiplied words of `.argb8888`.
  func write(_ words: UnsafeBufferPointer<UInt32>, rows: Int) throws(PNGError) {
    let size = hasAlpha ? 4 : 3
    unsafe row = [UInt8](unsafeUninitializedCapacity: width * size) { $1 = width * size }
    for index in 0..<rows {
      let pixels = unsafe UnsafeBufferPointer(rebasing: words[(index * width)..<((index + 1) * width)])
      unsafe row.withUnsafeMutableBufferPointer { row in
        unsafe hasAlpha ? Self.straighten(pixels, into: row) : Self.pack(pixels, into: row)
      }
      guard unsafe row.withUnsafeBufferPointer({ unsafe casement_png_rows(writer, $0.baseAddress, $0.count, 1) }) else { throw error }
    }
  }

  /// Ends the file after its last row.
  func end() throws(PNGError) {
    guard unsafe casement_png_end(writer) else { throw error }
  }

  private var error: PNGError { failure ?? .invalid(unsafe String(cString: casement_png_message(writer))) }

  private func take(_ bytes: UnsafeBufferPointer<UInt8>) -> Bool {
    do throws(PNGError) {
      let header = min(PNGMetadata.headerEnd - written, bytes.count)
      guard header > 0, !chunks.isEmpty else {
        written += bytes.count
        try unsafe sink(bytes)
        return true
      }
      written += bytes.count
      try unsafe sink(UnsafeBufferPointer(rebasing: bytes[..<header]))
      guard written >= PNGMetadata.headerEnd else { return true }
      let own = chunks
      chunks = []
      var result: Result<Void, PNGError> = .success(())
      unsafe own.withUnsafeBufferPointer { own in
        do throws(PNGError) { try unsafe sink(own) } catch { result = .failure(error) }
      }
      try result.get()
      if header < bytes.count { try unsafe sink(UnsafeBufferPointer(rebasing: bytes[header...])) }
      return true
    } catch {
      failure = error
      return false
    }
  }

  private static func pack(_ pixels: UnsafeBufferPointer<UInt32>, into row: UnsafeMutableBufferPointer<UInt8>) {
    var place = 0
    for index in 0..<pixels.count {
      let word = unsafe pixels[index].littleEndian
      unsafe row[place] = UInt8(truncatingIfNeeded: word >> 16)
      unsafe row[place + 1] = UInt8(truncatingIfNeeded: word >> 8)
      unsafe row[place + 2] = UInt8(truncatingIfNeeded: word)
      place += 3
    }
  }

  /// Red, green, blue and alpha, no longer premultiplied.
  private static func straighten(_ pixels: UnsafeBufferPointer<UInt32>, into row: UnsafeMutableBufferPointer<UInt8>) {
    var place = 0
    for index in 0..<pixels.count {
      let word = unsafe pixels[index].littleEndian
      let alpha = word >> 24
      func part(_ shift: UInt32) -> UInt8 {
        let value = word >> shift & 0xff
        if alpha == 255 { return UInt8(truncatingIfNeeded: value) }
        return alpha == 0 ? 0 : UInt8(min(255, (value * 255 + alpha / 2) / alpha))
      }
      unsafe row[place] = part(16)
      unsafe row[place + 1] = part(8)
      unsafe row[place + 2] = part(0)
      unsafe row[place + 3] = UInt8(truncatingIfNeeded: alpha)
      place += 4
    }
  }
}
