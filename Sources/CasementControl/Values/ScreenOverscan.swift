/// What of a screen's edges nobody sees, in points: `N` for all four, or `TOP:LEFT:BOTTOM:RIGHT`.
public struct ScreenOverscan: Hashable, Sendable {
  /// At the top edge.
  public var top: Int
  /// At the left edge.
  public var left: Int
  /// At the bottom edge.
  public var bottom: Int
  /// At the right edge.
  public var right: Int

  /// What is done about edges that nobody sees.
  public enum Compensation: String, CaseIterable, Codable, Sendable {
    /// The picture is drawn smaller, so that all of it is seen.
    case scale
    /// Windows are placed inside the insets.
    case inset
    /// Nothing; clients are told the insets.
    case none
  }

  /// These insets.
  public init(top: Int = 0, left: Int = 0, bottom: Int = 0, right: Int = 0) {
    self.top = top
    self.left = left
    self.bottom = bottom
    self.right = right
  }

  /// What an inset may be, in points.
  package static let insets = 0...4096
}

extension ScreenOverscan: CustomStringConvertible {
  /// The insets that `text` names.
  ///
  /// - Throws: a parameter error that says what would be right.
  package init(parsing text: String) throws(ControlError) {
    let parts = text.split(separator: ":", omittingEmptySubsequences: false).map { wholeNumber(String($0)) }
    let values = parts.compactMap { $0 }.filter(Self.insets.contains)
    guard values.count == parts.count, parts.count == 1 || parts.count == 4 else {
      throw .badParameter(
        "“\(text)” is no overscan", parameter: "overscan", given: text,
        expected: ["N or TOP:LEFT:BOTTOM:RIGHT, each \(Self.insets.lowerBound) to \(Self.insets.upperBound) points"])
    }
    let all = values.count == 1 ? Array(repeating: values[0], count: 4) : values
    self.init(top: all[0], left: all[1], bottom: all[2], right: all[3])
  }

  /// The insets as text that parses to them again.
  public var description: String {
    Set([top, left, bottom, right]).count == 1 ? "\(top)" : "\(top):\(left):\(bottom):\(right)"
  }
}

extension ScreenOverscan: Codable {
  /// Decodes the text of the insets.
  ///
  /// - Throws: a parameter error that says what would be right.
  public init(from decoder: any Decoder) throws { self = try Self(parsing: String(from: decoder)) }

  /// Encodes the text of the insets.
  ///
  /// - Throws: what the encoder throws.
  public func encode(to encoder: any Encoder) throws { try description.encode(to: encoder) }
}

extension ScreenOverscan.Compensation: ControlChoice {
  package static var noun: String { "compensation" }
}
