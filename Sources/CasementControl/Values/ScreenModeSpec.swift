/// A size in pixels with an optional rate: `WxH[@HZ]`.
package struct ScreenModeSpec: Hashable, Sendable {
  /// Pixels across.
  package var width: Int
  /// Pixels down.
  package var height: Int
  /// Frames a second; nil where it was not said.
  package var refresh: Double?

  /// The mode that `text` names.
  ///
  /// - Throws: a parameter error that names what is wrong and what would be right.
  package init(parsing text: String) throws(ControlError) {
    let (size, rate) = text.cut(at: "@").map { ($0.before, Optional($0.after)) } ?? (text, nil)
    guard let (first, second) = size.cut(at: "x"), let width = wholeNumber(first), let height = wholeNumber(second) else {
      throw .badParameter("“\(text)” is not a size in pixels", parameter: "mode", given: text, expected: ["WxH[@HZ], such as 1280x720@60"])
    }
    for (number, noun) in [(width, "width"), (height, "height")] where !ScreenSpec.sizes.contains(number) {
      throw .badParameter(
        "a \(noun) of \(number) pixels is out of bounds", parameter: "mode", given: text,
        expected: ["\(ScreenSpec.sizes.lowerBound) to \(ScreenSpec.sizes.upperBound)"])
    }
    (self.width, self.height) = (width, height)
    if let rate {
      guard let refresh = decimalNumber(rate) else {
        throw .badParameter(
          "“\(rate)” in “\(text)” is not a rate", parameter: "mode", given: text, expected: ["a number of frames a second"])
      }
      guard ScreenSpec.rates.contains(refresh) else {
        throw .badParameter(
          "\(rate) frames a second is out of bounds", parameter: "mode", given: text,
          expected: ["\(ScreenSpec.rates.lowerBound.short) to \(ScreenSpec.rates.upperBound.short)"])
      }
      self.refresh = refresh
    }
  }
}

extension ScreenModeSpec: Codable, CustomStringConvertible {
  /// The mode as text that parses to it again.
  package var description: String { "\(width)x\(height)" + (refresh.map { "@\($0.short)" } ?? "") }

  package init(from decoder: any Decoder) throws {
    self = try Self(parsing: String(from: decoder))
  }

  package func encode(to encoder: any Encoder) throws {
    try description.encode(to: encoder)
  }
}
