/// How the picture of a screen is turned, by the words of the command line.
public enum ScreenTransform: String, CaseIterable, Codable, Sendable {
  /// As it is.
  case normal
  /// A quarter turn counter-clockwise.
  case rotated90 = "90"
  /// Upside down.
  case rotated180 = "180"
  /// Three quarter turns counter-clockwise.
  case rotated270 = "270"
  /// Mirrored left to right.
  case flipped
  /// Mirrored, then a quarter turn.
  case flipped90 = "flipped-90"
  /// Mirrored, then upside down.
  case flipped180 = "flipped-180"
  /// Mirrored, then three quarter turns.
  case flipped270 = "flipped-270"

  /// The number of the same transform in `wl_output.transform`.
  public var outputTransform: Int32 {
    switch self {
    case .normal: 0
    case .rotated90: 1
    case .rotated180: 2
    case .rotated270: 3
    case .flipped: 4
    case .flipped90: 5
    case .flipped180: 6
    case .flipped270: 7
    }
  }

  /// The transform that `wl_output.transform` gives this number; nil for a number that it does not have.
  public init?(outputTransform: Int32) {
    guard let transform = Self.allCases.first(where: { $0.outputTransform == outputTransform }) else { return nil }
    self = transform
  }
}

extension ScreenTransform: ControlChoice {
  package static var noun: String { "transform" }
}
