/// What is behind all windows of a screen.
public enum Background: Hashable, Sendable {
  /// One opaque colour; each part from 0 to 255.
  case colour(red: UInt8, green: UInt8, blue: UInt8)
  /// The picture of a PNG file, stretched over the whole screen, over black. The file is read once, when the service starts.
  case picture(path: String)

  /// Black.
  public static let black = Background.colour(red: 0, green: 0, blue: 0)

  /// The colour that `text`, `#rrggbb`, names; nil where it is nothing such.
  package init?(colour text: String) {
    let digits = Array(text.utf8.dropFirst())
    guard text.utf8.first == UInt8(ascii: "#"), digits.count == 6, let value = UInt32(String(decoding: digits, as: UTF8.self), radix: 16),
      digits[0] != UInt8(ascii: "+"), digits[0] != UInt8(ascii: "-")
    else { return nil }
    self = .colour(
      red: UInt8(truncatingIfNeeded: value >> 16), green: UInt8(truncatingIfNeeded: value >> 8), blue: UInt8(truncatingIfNeeded: value))
  }
}
