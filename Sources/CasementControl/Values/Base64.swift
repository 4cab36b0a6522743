/// Bytes that travel in Base64 (RFC 4648, section 4).
package struct Base64: Hashable, Sendable {
  /// The bytes themselves.
  package var bytes: [UInt8]

  /// These bytes.
  package init(_ bytes: [UInt8]) { self.bytes = bytes }

  /// The text that stands for the bytes, padded.
  package var text: String {
    let alphabet = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/".utf8)
    return unsafe String(unsafeUninitializedCapacity: (bytes.count + 2) / 3 * 4) { output in
      var written = 0
      var index = 0
      while index < bytes.count {
        let left = bytes.count - index
        let group = Int(bytes[index]) << 16 | (left > 1 ? Int(bytes[index + 1]) << 8 : 0) | (left > 2 ? Int(bytes[index + 2]) : 0)
        unsafe output[written] = alphabet[group >> 18]
        unsafe output[written + 1] = alphabet[group >> 12 & 63]
        unsafe output[written + 2] = left > 1 ? alphabet[group >> 6 & 63] : 0x3D
        unsafe output[written + 3] = left > 2 ? alphabet[group & 63] : 0x3D
        written += 4
        index += 3
      }
      return written
    }
  }

  /// The bytes that `text` stands for; nil where it is not Base64 or not padded.
  package init?(_ text: String) {
    var text = text
    let valid = text.withUTF8 { input -> [UInt8]? in
      guard input.count % 4 == 0 else { return nil }
      var bytes: [UInt8] = []
      bytes.reserveCapacity(input.count / 4 * 3)
      for start in stride(from: 0, to: input.count, by: 4) {
        let isLast = start + 4 == input.count
        var group = 0
        var padding = 0
        for offset in 0..<4 {
          let byte = unsafe input[start + offset]
          if byte == 0x3D, isLast, offset >= 2 {
            padding += 1
            group <<= 6
          } else {
            guard padding == 0, let value = Self.value(of: byte) else { return nil }
            group = group << 6 | value
          }
        }
        bytes.append(UInt8(group >> 16 & 255))
        if padding < 2 { bytes.append(UInt8(group >> 8 & 255)) }
        if padding < 1 { bytes.append(UInt8(group & 255)) }
      }
      return bytes
    }
    guard let valid else { return nil }
    bytes = valid
  }

  private static func value(of byte: UInt8) -> Int? {
    switch byte {
    case 0x41...0x5A: Int(byte) - 0x41
    case 0x61...0x7A: Int(byte) - 0x61 + 26
    case 0x30...0x39: Int(byte) - 0x30 + 52
    case 0x2B: 62
    case 0x2F: 63
    default: nil
    }
  }
}

extension Base64: Codable {
  package init(from decoder: any Decoder) throws {
    guard let value = Base64(try String(from: decoder)) else {
      throw ControlError.badParameter("the text is not Base64", expected: ["padded Base64"])
    }
    self = value
  }

  package func encode(to encoder: any Encoder) throws {
    try text.encode(to: encoder)
  }
}
