package import Geometry
package import Scene

/// Pictures as uncompressed video in Matroska, which can be written into a pipe: every picture carries its own time, in nanoseconds.
///
/// The format is that of RFC 9559, with a segment of unknown size.
package struct MatroskaStream {
  private let size: Size<BufferPixels>

  /// A stream of pictures of `size`.
  package init(size: Size<BufferPixels>) { self.size = size }

  /// What comes before the first picture.
  package var header: [UInt8] {
    let head = Self.element(
      [0x1A, 0x45, 0xDF, 0xA3],
      [
        Self.number([0x42, 0x86], 1), Self.number([0x42, 0xF7], 1), Self.number([0x42, 0xF2], 4), Self.number([0x42, 0xF3], 8),
        Self.element([0x42, 0x82], Array("matroska".utf8)), Self.number([0x42, 0x87], 4), Self.number([0x42, 0x85], 2),
      ].flatMap { $0 })
    let segment: [UInt8] = [0x18, 0x53, 0x80, 0x67, 0x01] + [UInt8](repeating: 0xFF, count: 7)
    let name = Array("Casement".utf8)
    // a unit of time is a nanosecond
    let info = Self.element(
      [0x15, 0x49, 0xA9, 0x66],
      Self.number([0x2A, 0xD7, 0xB1], 1) + Self.element([0x4D, 0x80], name) + Self.element([0x57, 0x41], name))
    let video = Self.element(
      [0xE0],
      Self.number([0xB0], size.width) + Self.number([0xBA], size.height)
        + Self.element([0x2E, 0xB5, 0x24], [UInt8(ascii: "B"), UInt8(ascii: "G"), UInt8(ascii: "R"), 0]))
    let entry = [
      Self.number([0xD7], 1), Self.number([0x73, 0xC5], 1), Self.number([0x83], 1), Self.number([0x9C], 0),
      Self.element([0x86], Array("V_UNCOMPRESSED".utf8)), video,
    ].flatMap { $0 }
    return head + segment + info + Self.element([0x16, 0x54, 0xAE, 0x6B], Self.element([0xAE], entry))
  }

  /// One picture that is shown from `nanoseconds` after the start.
  ///
  /// - Precondition: it has the stream's size, and format `.xrgb8888`.
  package func frame(_ picture: PixelBuffer, at nanoseconds: UInt64) -> [UInt8] {
    precondition(picture.size == size && picture.format == .xrgb8888, "a stream has pictures of one kind")
    let length = size.width * size.height * 4
    // track 1, no time of its own beside the cluster's, a key frame
    var block: [UInt8] = [0xA3] + Self.length(length + 4) + [0x81, 0, 0, 0x80]
    block.reserveCapacity(block.count + length)
    unsafe picture.withPixels { memory in
      for row in 0..<size.height {
        unsafe block.append(contentsOf: UnsafeRawBufferPointer(start: memory + row * picture.stride, count: size.width * 4))
      }
    }
    let time = Self.number([0xE7], Int(nanoseconds))
    return [0x1F, 0x43, 0xB6, 0x75] + Self.length(time.count + block.count) + time + block
  }

  /// Bytes of a picture's beginning that say how long it is.
  package static let headLength = 12

  /// The bytes of the picture that begins with `head`; nil where no picture of such a stream does.
  package static func length(ofPicture head: some Collection<UInt8>) -> Int? {
    let head = Array(head.prefix(headLength))
    guard head.count == headLength, head[..<5] == [0x1F, 0x43, 0xB6, 0x75, 0x01] else { return nil }
    return headLength + head[5...].reduce(0) { $0 << 8 | Int($1) }
  }

  /// When a picture of such a stream is shown, in nanoseconds from the start.
  package static func time(of frame: [UInt8]) -> UInt64 {
    frame[(timeStart + 9)..<(timeStart + 9 + Int(frame[timeStart + 8]))].reduce(0) { $0 << 8 | UInt64($1) }
  }

  /// A picture of such a stream once more, at another time.
  package static func again(_ frame: [UInt8], at nanoseconds: UInt64) -> [UInt8] {
    let block = frame[(timeStart + 9 + Int(frame[timeStart + 8]))...]
    let time = number([0xE7], Int(nanoseconds))
    return frame[..<4] + length(time.count + block.count) + time + block
  }

  /// Where a picture's time begins, with its kind and its length.
  private static let timeStart = headLength

  private static func element(_ id: [UInt8], _ content: [UInt8]) -> [UInt8] { id + length(content.count) + content }

  private static func number(_ id: [UInt8], _ value: Int) -> [UInt8] {
    var bytes: [UInt8] = []
    var rest = value
    repeat {
      bytes.insert(UInt8(truncatingIfNeeded: rest), at: 0)
      rest >>= 8
    } while rest > 0
    return element(id, bytes)
  }

  /// A length in eight bytes.
  private static func length(_ count: Int) -> [UInt8] {
    (0..<8).map { UInt8(truncatingIfNeeded: (count | 1 << 56) >> (56 - 8 * $0)) }
  }
}
