/// A colour as people write it: `#rrggbb`, in sRGB.
package struct PixelColour: Hashable, Sendable {
  package var red: UInt8
  package var green: UInt8
  package var blue: UInt8

  /// The colour with these parts.
  package init(red: UInt8, green: UInt8, blue: UInt8) {
    (self.red, self.green, self.blue) = (red, green, blue)
  }

  /// The colour of a word 0xXXRRGGBB.
  package init(word: UInt32) {
    self.init(
      red: UInt8(truncatingIfNeeded: word >> 16), green: UInt8(truncatingIfNeeded: word >> 8), blue: UInt8(truncatingIfNeeded: word))
  }

  /// How far the part that differs most is from that of `other`, of 255.
  package func distance(to other: PixelColour) -> Int {
    [(red, other.red), (green, other.green), (blue, other.blue)].map { abs(Int($0) - Int($1)) }.max()!
  }
}

extension PixelColour: CustomStringConvertible {
  /// The colour that `text` names.
  ///
  /// - Throws: a parameter error that says what would be right.
  package init(parsing text: String) throws(ControlError) {
    let digits = text.after(prefix: "#") ?? ""
    guard digits.utf8.count == 6, digits.utf8.allSatisfy({ $0 < 0x80 }), digits.allSatisfy(\.isHexDigit),
      let word = UInt32(digits, radix: 16)
    else {
      throw .badParameter("“\(text)” is not a colour", parameter: "colour", given: text, expected: ["#rrggbb, such as #ff8000"])
    }
    self.init(word: word)
  }

  package var description: String {
    let digits = String(UInt32(red) << 16 | UInt32(green) << 8 | UInt32(blue), radix: 16)
    return "#" + String(repeating: "0", count: 6 - digits.count) + digits
  }
}

extension PixelColour: Codable {
  package init(from decoder: any Decoder) throws { self = try Self(parsing: String(from: decoder)) }
  package func encode(to encoder: any Encoder) throws { try description.encode(to: encoder) }
}
