/// What a PNG says besides its pixels.
package struct PNGMetadata: Equatable {
  /// Pixels a point, kept as a density (`pHYs`) where one is 96 pixels an inch; left out where it is not between 0 and 1000.
  package var scale: Double?
  /// Texts by keyword (`tEXt`), in Latin letters; keywords have 1 to 79 characters.
  package var text: [String: String]

  /// What to write beside the pixels.
  package init(scale: Double? = nil, text: [String: String] = [:]) {
    self.scale = scale
    self.text = text
  }

  /// Pixels a metre at a scale of 1.
  private static let density = 96 / 0.0254

  /// Its chunks, which belong straight after the header, where a reader knows them before the pixels.
  var chunks: [UInt8] {
    var chunks: [UInt8] = []
    if let scale, scale > 0, scale < 1000 {
      let density = Self.bigEndian(UInt32(clamping: Int((scale * Self.density).rounded())))
      chunks += Self.chunk("pHYs", density + density + [1])
    }
    for (keyword, value) in text.sorted(by: { $0.key < $1.key }) {
      chunks += Self.chunk("tEXt", Self.latin(keyword) + [0] + Self.latin(value))
    }
    return chunks
  }

  /// Reads its chunks from a PNG that libpng has found valid.
  init(readingFrom file: [UInt8]) {
    self.init()
    var place = Self.headerEnd
    while place + 12 <= file.count {
      let length = Self.number(file, at: place)
      guard place + 12 + length <= file.count else { return }
      let data = file[(place + 8)..<(place + 8 + length)]
      switch String(decoding: file[(place + 4)..<(place + 8)], as: UTF8.self) {
      case "pHYs" where length == 9 && data.last == 1:
        // whole pixels a metre: give back the scale that was meant
        scale = (Double(Self.number(file, at: place + 8)) / Self.density * 1000).rounded() / 1000
      case "tEXt":
        let parts = data.split(separator: 0, maxSplits: 1, omittingEmptySubsequences: false)
        if parts.count == 2 { text[Self.string(parts[0])] = Self.string(parts[1]) }
      default: break
      }
      place += 12 + length
    }
  }

  // MARK: Chunks

  /// The signature, and the chunk `IHDR` with its length, name and checksum.
  static let headerEnd = 8 + 12 + 13

  private static func chunk(_ name: String, _ data: [UInt8]) -> [UInt8] {
    let body = Array(name.utf8) + data
    return bigEndian(UInt32(data.count)) + body + bigEndian(checksum(body))
  }

  /// The cyclic redundancy code of the PNG specification, bit by bit: chunks of ours are short.
  private static func checksum(_ bytes: [UInt8]) -> UInt32 {
    var code = UInt32.max
    for byte in bytes {
      code ^= UInt32(byte)
      for _ in 0..<8 { code = code & 1 == 0 ? code >> 1 : (code >> 1) ^ 0xedb8_8320 }
    }
    return ~code
  }

  private static func bigEndian(_ value: UInt32) -> [UInt8] { (0..<4).map { UInt8(truncatingIfNeeded: value >> (24 - 8 * $0)) } }

  private static func number(_ bytes: [UInt8], at place: Int) -> Int { bytes[place..<(place + 4)].reduce(0) { $0 << 8 | Int($1) } }

  private static func latin(_ text: String) -> [UInt8] {
    text.unicodeScalars.map { $0.value != 0 ? UInt8(exactly: $0.value) ?? UInt8(ascii: "?") : UInt8(ascii: "?") }
  }

  private static func string(_ bytes: ArraySlice<UInt8>) -> String {
    String(String.UnicodeScalarView(bytes.map { Unicode.Scalar($0) }))
  }
}
